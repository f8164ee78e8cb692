"""Keys: one for each option, made from its name, and those that change a stake.

The same letters serve on the screen and in a typed answer.

`fold` and `play` take their first letters. Options that begin alike are told apart by the number in them:
`bet 1x`, `bet 2x` are `1` and `2`, `discard first` is `1`. Where there is no number the first of them
keeps the letter and the others take their next one: `stand` is `s`, `split` is `p`.
"""

import re
from collections.abc import Iterator, Sequence
from string import ascii_letters

from pitboss.table.setup import SpotLimit

ALWAYS = "abq?"
"""Keys that mean the same at every decision: advice, buy in, quit, help."""
ORDINALS = {"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5"}
SPARE = "123456789" + ascii_letters
DIGITS = tuple("0123456789")


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
