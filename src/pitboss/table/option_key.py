"""A key for each option of a choice, made from its name: the same on a screen, in a browser and typed.

`fold` and `play` take their first letters. Options that begin alike are told apart by the number in them:
`bet 1x`, `bet 2x` are `1` and `2`, `discard first` is `1`. Where there is no number the first of them
keeps the letter and the others take their next one: `stand` is `s`, `split` is `p`.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from string import ascii_letters

ALWAYS = "abq?"
"""Keys that mean the same at every decision: advice, buy in, quit, help."""
BETS = "eovwxyz"
"""Keys of a page for bets. Bets and decisions follow each other within a moment: a key that is pressed once
more than was meant never decides a hand."""
ORDINALS = {"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5"}
SPARE = "123456789" + ascii_letters


@lru_cache(maxsize=256)
def option_keys(names: tuple[str, ...]) -> Mapping[str, str]:
    """The key of each option, by name; every option gets one of its own."""
    keys: dict[str, str] = {}
    alike = {name for name in names if sum(other[:1] == name[:1] for other in names) > 1}
    for name in names:
        free = (
            key for key in candidates(name, alike) if key not in ALWAYS + BETS and key not in keys.values()
        )
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
