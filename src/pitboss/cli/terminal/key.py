"""Keys that change a stake, and the names that a typed word can mean."""

from collections.abc import Sequence

from pitboss.table.setup import SpotLimit

DIGITS = tuple("0123456789")


def stake_after(key: str, now_micros: int, limit: SpotLimit) -> int | None:
    """What a key makes of a stake: a step more or less, so many minimums, or nothing; None for other keys."""
    if key in ("+", "="):
        return now_micros + limit.step_micros if now_micros else limit.minimum_micros
    if key in ("-", "_"):
        return now_micros - limit.step_micros if now_micros > limit.minimum_micros else 0
    if key in ("delete", "backspace"):
        return 0
    return int(key) * limit.minimum_micros if key in DIGITS else None


def match_names(text: str, names: Sequence[str]) -> list[str]:
    """The names that a typed word can mean: the very name, else all that begin so, else all that hold it."""
    wanted = fold(text)
    if not wanted:
        return []
    exact = [name for name in names if fold(name) == wanted]
    begun = [name for name in names if fold(name).startswith(wanted)]
    return exact or begun or [name for name in names if wanted in fold(name).split()]


def fold(text: str) -> str:
    return " ".join(text.lower().replace("_", " ").replace("-", " ").split())
