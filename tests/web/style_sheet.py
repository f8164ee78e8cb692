"""Style sheets read as far as a test needs: their selectors, and what each of them names."""

import re
from collections.abc import Iterator
from pathlib import Path

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
UNLESS = re.compile(r":not\([^)]*\)")
ATTRIBUTE = re.compile(r"\[([\w-]+)[^\]]*\]")
PSEUDO = re.compile(r"::?[\w-]+")


def rules(sheet: Path) -> Iterator[tuple[str, str]]:
    """Each rule's selector and its declarations; of a keyframe, nothing."""
    yield from _rules(COMMENT.sub("", sheet.read_text()))


def _rules(text: str) -> Iterator[tuple[str, str]]:
    at = 0
    while (opens := text.find("{", at)) >= 0:
        prelude = text[at:opens].rpartition(";")[2].strip()
        closes = _close(text, opens)
        body = text[opens + 1 : closes]
        if prelude.startswith("@media"):
            yield from _rules(body)
        elif not prelude.startswith("@"):
            for selector in _split(prelude):
                yield selector, body
        at = closes + 1


def _close(text: str, opens: int) -> int:
    depth = 0
    for at in range(opens, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at
    raise AssertionError("a brace is never closed")


def _split(prelude: str) -> list[str]:
    """At the commas that are not inside brackets."""
    return [one.strip() for one in re.split(r",(?![^(]*\))", prelude)]


def marks(selector: str) -> set[str]:
    """The classes and ids that it names."""
    return set(re.findall(r"[.#]([A-Za-z_][\w-]*)", ATTRIBUTE.sub("", UNLESS.sub("", selector))))


def names(selector: str) -> set[str]:
    """The elements and attributes that it names."""
    plain = PSEUDO.sub(" ", ATTRIBUTE.sub(r" \1 ", UNLESS.sub("", selector)))
    return set(re.findall(r"(?<![.#\w-])[A-Za-z_][\w-]*", plain))
