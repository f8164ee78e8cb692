"""What a game asks for next: cards, a card opened, a look under one, a decision, or nothing more.

The procedure of a game asks; whoever interprets it supplies. The table takes cards from the
shuffler, the simulation samples them, the analysis counts them.
"""

import re
from dataclasses import dataclass, field, replace
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

    A bet whose outcome still depends on a hidden card waits; when the round is done, whatever is left is
    settled from the dealer's right. No move answers this step.
    """

    seat: int
    bets: tuple[str, ...] = ()
    takes_cards: bool = False
    """Whether the dealer takes the seat's cards along: it folded, and nothing rides on them any more."""


@dataclass(frozen=True)
class Needed:
    """The line that a hand must be on for an option to be open to it."""

    ranking: Ranking
    line: str
    cards: tuple[Slot, ...] = ()

    def is_met(self, cards: tuple[Card, ...]) -> bool:
        return self.ranking.pick(self.ranking.worth(cards).atom, (self.line,)) is not None


@dataclass(frozen=True)
class Option:
    """One way to decide. `stake` is the money it adds, in units of the seat's base wager."""

    name: str
    stake: Fraction = Fraction(0)
    place: int | None = None
    """The place in the seat's hand of the card that it is about, as for a discard."""
    up_to: Fraction | None = field(default=None, repr=False)
    """Where the stake may be anything from `stake` to this; another option of the choice has this stake.

    Engines read the two ends and nothing between: what a bet wins is linear in its stake, best play after
    it is the best of such lines, so the value of a stake between is never above both ends.
    """

    needs: Needed | None = field(default=None, repr=False)
    """What the hand must be; an option that everybody has needs nothing."""

    @cached_property
    def ratio(self) -> tuple[int, int]:
        """The stake as whole numbers, for money."""
        return self.stake.as_integer_ratio()

    def at(self, stake: Fraction) -> "Option":
        """The same decision for a stake between the ends: `play 3/2x`."""
        return Option(f"{self.name.rpartition(' ')[0]} {stake}x", stake)

    def __str__(self) -> str:
        return self.name


def offer(hand: tuple[Slot, ...], options: tuple[Option, ...]) -> tuple[Option, ...]:
    """The options that are open to a hand; while it is not seen all, with the cards they depend on."""
    cards = tuple(slot for slot in hand if isinstance(slot, Card))
    if len(cards) == len(hand):
        return tuple(option for option in options if not option.needs or option.needs.is_met(cards))
    return tuple(
        replace(option, needs=replace(option.needs, cards=hand)) if option.needs else option
        for option in options
    )


STAKE = re.compile(r".+ (?P<stake>[1-9]\d{0,14}(?:/[1-9]\d{0,14})?)x", re.ASCII)


@dataclass(frozen=True)
class Choose:
    """The seat decides; options run from the cheapest to the dearest, and there are at least two."""

    seat: int
    question: str
    options: tuple[Option, ...]

    def find(self, name: str) -> Option | None:
        """The option of that name, also one for a stake between two ends."""
        for option in self.options:
            if option.name == name:
                return option
        if not (match := STAKE.fullmatch(name)):
            return None
        stake = Fraction(match["stake"])
        for option in self.options:
            if option.up_to and option.stake < stake < option.up_to and option.at(stake).name == name:
                return option.at(stake)
        return None

    @property
    def words(self) -> str:
        """What can be chosen, for a refusal."""
        between = " (or anything up to the next)"
        return ", ".join(f"{option}{between if option.up_to else ''}" for option in self.options)


def ends_of(options: tuple[Option, ...], chosen: Option) -> tuple[tuple[int, Fraction], ...]:
    """Which of the options the chosen one is made of, and with what weight: itself, or the ends around it."""
    for number, option in enumerate(options):
        if option.name == chosen.name:
            return ((number, Fraction(1)),)
    low = next(n for n, one in enumerate(options) if one.up_to and one.stake < chosen.stake < one.up_to)
    high = next(n for n, one in enumerate(options) if one.stake == options[low].up_to)
    share = (chosen.stake - options[low].stake) / (options[high].stake - options[low].stake)
    return ((low, 1 - share), (high, share))


@dataclass(frozen=True)
class Done:
    """The round is over; everything that a bet looks at lies open."""


Step = Draw | Reveal | Peek | Choose | Settle | Done
