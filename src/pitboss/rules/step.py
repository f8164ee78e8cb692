"""What a game asks for next: cards, a card opened, a decision, or nothing more.

The procedure of a game asks; whoever interprets it supplies. The table takes cards from the
shuffler, the simulation samples them, the analysis counts them.
"""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from pitboss.cards import Card


class Blank(NamedTuple):
    """A place for a card that nobody has opened yet."""

    number: int

    def __str__(self) -> str:
        return "??"


Slot = Card | Blank


class Face(Enum):
    """Who sees a card when it is dealt."""

    DOWN = "down"
    SEAT = "seat"
    UP = "up"


@dataclass(frozen=True)
class Draw:
    """Deal `count` cards to the hand called `hand`; with Face.SEAT, `seat` may look at them.

    Cards that are seen together are a set: options may name them by place, as a discard does, but
    must offer every place alike.
    """

    hand: str
    count: int
    face: Face
    seat: int | None = None


@dataclass(frozen=True)
class Reveal:
    """Open cards of a hand that lie face down; `places` picks them, all by default."""

    hand: str
    places: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Option:
    """One way to decide. `stake` is the money it adds, in units of the seat's base wager."""

    name: str
    stake: Fraction = Fraction(0)
    place: int | None = None
    """The place in the seat's hand of the card that it is about, as for a discard."""

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Choose:
    """The seat decides; options run from the cheapest to the dearest, and there are at least two."""

    seat: int
    question: str
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Done:
    """The round is over; everything that a bet looks at lies open."""


Step = Draw | Reveal | Choose | Done
