"""What a game asks for next: cards, a card opened, a look under one, a decision, or nothing more.

The procedure of a game asks; whoever interprets it supplies. The table takes cards from the
shuffler, the simulation samples them, the analysis counts them.
"""

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from pitboss.cards import Card, Ranking

HIDDEN = "??"
"""How a card that nobody has opened is written."""


class Blank(NamedTuple):
    """A place for a card that nobody has opened yet."""

    number: int

    def __str__(self) -> str:
        return HIDDEN


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
class Peek:
    """The dealer looks under a hand and says no more than whether it makes the line.

    A courtesy to the players: where it finds the line, bets come out as they would have at the end,
    whatever the players had decided in between. So an analysis may let every peek find nothing.
    """

    hand: str
    ranking: Ranking
    line: str


@dataclass(frozen=True)
class Settle:
    """The dealer pays or takes bets of a seat in the house's order: those named, or all that are left.

    A bet whose outcome still hangs on a hidden card waits; when the round is done, whatever is left is
    settled from the dealer's right. No move answers this step.
    """

    seat: int
    bets: tuple[str, ...] = ()
    takes_cards: bool = False
    """Whether the dealer takes the seat's cards along: it folded, and nothing rides on them any more."""


@dataclass(frozen=True)
class Option:
    """One way to decide. `stake` is the money it adds, in units of the seat's base wager."""

    name: str
    stake: Fraction = Fraction(0)
    place: int | None = None
    """The place in the seat's hand of the card that it is about, as for a discard."""

    @cached_property
    def ratio(self) -> tuple[int, int]:
        """The stake as whole numbers, for money."""
        return self.stake.as_integer_ratio()

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


Step = Draw | Reveal | Peek | Choose | Settle | Done
