"""What the procedure did not foresee, as part of a round's record: what, when, by whom and why.

    at 4 exposed ?3 = Kh by "Ann" because "the card turned over"

`at` counts what had been done since "no more bets": the dealer's steps and the seats' decisions. So
a replay meets the irregularity where the round did.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.base.error import InputError
from pitboss.cards import Card, parse_card

FIELD_MARK = "|"
TEXT = r'"(?:[^"\\]|\\.)*"'
IRREGULARITY = re.compile(rf"at (?P<act>\d+) (?P<what>[^\"]+) by (?P<by>{TEXT}) because (?P<why>{TEXT})")


@dataclass(frozen=True)
class Irregularity:
    act: int
    by: str
    why: str

    @property
    def what(self) -> str:
        """It, in the words of the notation."""
        raise NotImplementedError


@dataclass(frozen=True)
class Exposed(Irregularity):
    """A card was seen by accident; `number` is its place in the shuffle, as that of its blank."""

    number: int
    card: Card

    @property
    def what(self) -> str:
        return f"exposed ?{self.number} = {self.card}"


@dataclass(frozen=True)
class PlayedOn(Irregularity):
    """The floor let the round go on."""

    what = "play on"


@dataclass(frozen=True)
class Voided(Irregularity):
    """The round did not count."""

    what = "void"


@dataclass(frozen=True)
class Miscounted(Irregularity):
    hand: str
    count: int

    @property
    def what(self) -> str:
        return f"wrong count {self.hand} = {self.count}"


@dataclass(frozen=True)
class Faulted(Irregularity):
    """The shuffler failed."""

    source: str

    @property
    def what(self) -> str:
        return f"fault of {self.source}"


@dataclass(frozen=True)
class Swapped(Irregularity):
    """The backup took over."""

    source: str

    @property
    def what(self) -> str:
        return f"swap for {self.source}"


@dataclass(frozen=True)
class Cured(Irregularity):
    """The shuffler works again, and goes on."""

    source: str

    @property
    def what(self) -> str:
        return f"cured {self.source}"


@dataclass(frozen=True)
class Brought(Irregularity):
    """Another backup was put by."""

    source: str

    @property
    def what(self) -> str:
        return f"bring {self.source}"


WORDS: Mapping[type[Irregularity], re.Pattern[str]] = {
    Exposed: re.compile(r"exposed \?(?P<number>\d+) = (?P<card>\S+)"),
    PlayedOn: re.compile(r"play on"),
    Voided: re.compile(r"void"),
    Miscounted: re.compile(r"wrong count (?P<hand>[^=]+) = (?P<count>\d+)"),
    Faulted: re.compile(r"fault of (?P<source>.+)"),
    Swapped: re.compile(r"swap for (?P<source>.+)"),
    Cured: re.compile(r"cured (?P<source>.+)"),
    Brought: re.compile(r"bring (?P<source>.+)"),
}


def format_irregularity(one: Irregularity) -> str:
    return f"at {one.act} {one.what} by {format_text(one.by)} because {format_text(one.why)}"


def parse_irregularity(text: str) -> Irregularity | None:
    """The irregularity that the field tells of; None where it tells of something else."""
    match = IRREGULARITY.fullmatch(text)
    if not match:
        return None
    told = int(match["act"]), parse_text(match["by"]), parse_text(match["why"])
    for kind, words in WORDS.items():
        if found := words.fullmatch(match["what"]):
            return kind(*told, **{name: READ[name](value) for name, value in found.groupdict().items()})
    raise InputError(f"no irregularity is called {match['what']!r}")


READ: Mapping[str, Callable[[str], Any]] = {
    "number": int,
    "card": parse_card,
    "hand": str,
    "count": int,
    "source": str,
}


def format_text(text: str) -> str:
    """In quotes; the mark between fields is written as its code, so that no text can end a field."""
    return json.dumps(text, ensure_ascii=False).replace(FIELD_MARK, f"\\u{ord(FIELD_MARK):04x}")


def parse_text(quoted: str) -> str:
    try:
        return str(json.loads(quoted))
    except ValueError as problem:
        raise InputError(f"{quoted} is no text in quotes: {problem}") from problem
