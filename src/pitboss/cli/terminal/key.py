"""A key for each option, made from its name: the same letters on the screen and in a typed answer.

`fold` and `play` take their first letters. Options that begin alike are told apart by the number in them:
`bet 1x`, `bet 2x` are `1` and `2`, `discard first` is `1`. Where there is no number the first of them
keeps the letter and the others take their next one: `stand` is `s`, `split` is `p`.
"""

import re
from collections.abc import Iterator, Sequence

ALWAYS = "abq?"
"""Keys that mean the same at every decision: advice, buy in, quit, help."""
ORDINALS = {"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5"}
SPARE = "123456789"


def option_keys(names: Sequence[str], taken: str = ALWAYS) -> dict[str, str]:
    """The key of each option, by name; every option gets one of its own."""
    keys: dict[str, str] = {}
    alike = {name for name in names if sum(other[:1] == name[:1] for other in names) > 1}
    for name in names:
        free = (key for key in candidates(name, alike) if key not in taken and key not in keys.values())
        keys[name] = next(free)
    return keys


def candidates(name: str, alike: set[str]) -> Iterator[str]:
    """Keys that would suit the option, best first."""
    if name in alike:
        yield from numbers_in(name)
    yield from (letter for letter in name.lower() if letter.isalpha())
    yield from SPARE


def numbers_in(name: str) -> Iterator[str]:
    yield from re.findall(r"[1-9]", name)
    yield from (ORDINALS[word] for word in name.split() if word in ORDINALS)


def match_names(text: str, names: Sequence[str]) -> list[str]:
    """The names that a typed word can mean: the very name, else all that begin so."""
    wanted = fold(text)
    exact = [name for name in names if fold(name) == wanted]
    return exact or [name for name in names if wanted and fold(name).startswith(wanted)]


def fold(text: str) -> str:
    return " ".join(text.lower().replace("_", " ").replace("-", " ").split())
