"""Small phrases that every room says the same way."""

from collections.abc import Sequence


def join_or(words: Sequence[str]) -> str:
    """'fold or play', 'a, b or c'."""
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
