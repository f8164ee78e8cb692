"""What the procedure did not foresee, as part of a round's record: what, when, by whom and why.

    at 4 exposed ?3 = Kh by "Ann" because "the card turned over"

`at` counts what had been done since "no more bets": the dealer's steps and the seats' decisions. So
a replay meets the irregularity where the round did.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from pitboss.base.error import InputError
from pitboss.cards import Card, parse_card

FIELD_MARK = "|"
FIELD = re.compile(r"\{(\w+)\}")
TEXT = r'"(?:[^"\\]|\\.)*"'
IRREGULARITY = re.compile(rf"at (?P<act>\d+) (?P<what>[^\"]+) by (?P<by>{TEXT}) because (?P<why>{TEXT})")


@dataclass(frozen=True)
class Irregularity:
    """What happened after n acts, who says so and why; `words` are its notation, with fields in braces."""

    words: ClassVar[str]
    act: int
    by: str
    why: str

    @property
    def what(self) -> str:
        """It, in the words of the notation."""
        return self.words.format_map(vars(self))


@dataclass(frozen=True)
class Exposed(Irregularity):
    """A card was seen by accident; `number` is its place in the shuffle, as that of its blank."""

    words = "exposed ?{number} = {card}"
    number: int
    card: Card


@dataclass(frozen=True)
class PlayedOn(Irregularity):
    """The floor let the round go on."""

    words = "play on"


@dataclass(frozen=True)
class Voided(Irregularity):
    """The round did not count."""

    words = "void"


@dataclass(frozen=True)
class Miscounted(Irregularity):
    words = "wrong count {hand} = {count}"
    hand: str
    count: int


@dataclass(frozen=True)
class Faulted(Irregularity):
    """The shuffler failed."""

    words = "fault of {source}"
    source: str


@dataclass(frozen=True)
class Swapped(Irregularity):
    """The backup took over."""

    words = "swap for {source}"
    source: str


@dataclass(frozen=True)
class Cured(Irregularity):
    """The shuffler works again, and goes on."""

    words = "cured {source}"
    source: str


@dataclass(frozen=True)
class Brought(Irregularity):
    """Another backup was put by."""

    words = "bring {source}"
    source: str


KINDS: tuple[type[Irregularity], ...] = (
    Exposed,
    PlayedOn,
    Voided,
    Miscounted,
    Faulted,
    Swapped,
    Cured,
    Brought,
)
READ: Mapping[str, tuple[str, Callable[[str], Any]]] = {
    "number": (r"\d+", int),
    "card": (r"\S+", parse_card),
    "hand": (r"[^=]+", str),
    "count": (r"\d+", int),
    "source": (r".+", str),
}
"""How each field is written, and how it is read."""


def read_field(found: re.Match[str]) -> str:
    """The group of a field that stands in braces."""
    return f"(?P<{found[1]}>{READ[found[1]][0]})"


PATTERNS = {kind: re.compile(FIELD.sub(read_field, kind.words.replace("?", r"\?"))) for kind in KINDS}


def format_irregularity(one: Irregularity) -> str:
    return f"at {one.act} {one.what} by {format_text(one.by)} because {format_text(one.why)}"


def parse_irregularity(text: str) -> Irregularity | None:
    """The irregularity that the field tells of; None where it tells of something else."""
    match = IRREGULARITY.fullmatch(text)
    if not match:
        return None
    told = int(match["act"]), parse_text(match["by"]), parse_text(match["why"])
    for kind, pattern in PATTERNS.items():
        if found := pattern.fullmatch(match["what"]):
            return kind(*told, **{name: READ[name][1](value) for name, value in found.groupdict().items()})
    raise InputError(f"no irregularity is called {match['what']!r}")


def format_text(text: str) -> str:
    """In quotes; the mark between fields is written as its code, so that no text can end a field."""
    return json.dumps(text, ensure_ascii=False).replace(FIELD_MARK, f"\\u{ord(FIELD_MARK):04x}")


def parse_text(quoted: str) -> str:
    try:
        return str(json.loads(quoted))
    except ValueError as problem:
        raise InputError(f"{quoted} is no text in quotes: {problem}") from problem
