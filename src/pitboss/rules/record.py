"""The record of a round: who sat down with which wagers, and every move since. Never changed, only extended.

A `Round` is the record read for use: the hands as they lie and what each seat chose. The procedure
of a game is a generator over a round, so that it reads like the dealer's manual; replaying the
record's moves through it gives the next step, which makes `next_step` a pure function of the record.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from pitboss.base.error import InputError
from pitboss.cards import Card
from pitboss.rules.hand import Hand
from pitboss.rules.irregularity import Exposed, Irregularity, Voided
from pitboss.rules.step import Blank, Choose, Done, Draw, Face, Option, Peek, Reveal, Settle, Slot, Step


@dataclass(frozen=True)
class Dealt:
    """Cards (or blanks) that went to a hand."""

    hand: str
    cards: tuple[Slot, ...]


@dataclass(frozen=True)
class Opened:
    """What the blanks of a hand turned out to be, by place."""

    hand: str
    cards: tuple[tuple[int, Slot], ...]


@dataclass(frozen=True)
class Peeked:
    """Whether the dealer found what the peek was for."""

    hand: str
    found: bool


@dataclass(frozen=True)
class Chosen:
    seat: int
    question: str
    option: str


Move = Dealt | Opened | Peeked | Chosen


@dataclass(frozen=True)
class Seat:
    """A seat and its wagers, in units of its base wager."""

    number: int
    wagers: Mapping[str, Fraction]
    twin: int = 0
    """The lower seat that the same player holds, if there is one."""
    tokes: Mapping[str, Fraction] = field(default_factory=dict)
    """What lies beside the wagers for the dealer."""


class Award(NamedTuple):
    """What a meter paid to a bet of a seat."""

    seat: int
    bet: str
    micros: int


@dataclass(frozen=True)
class Record:
    seats: tuple[Seat, ...]
    moves: tuple[Move, ...] = ()
    irregularities: tuple[Irregularity, ...] = ()
    awards: tuple[Award, ...] = ()

    def then(self, move: Move) -> "Record":
        return Record(self.seats, (*self.moves, move), self.irregularities, self.awards)

    @property
    def is_void(self) -> bool:
        """Whether every wager went back."""
        return any(isinstance(one, Voided) for one in self.irregularities)

    @property
    def exposed(self) -> dict[int, Card]:
        """Cards that were seen by accident, by their place in the shuffle."""
        return {one.number: one.card for one in self.irregularities if isinstance(one, Exposed)}

    @property
    def owners(self) -> dict[int, str]:
        """Who plays each seat, told by the lowest seat that the player holds."""
        return {seat.number: f"seat {seat.twin or seat.number}" for seat in self.seats}


@cache
def hand_name(seat: int, what: str) -> str:
    return str(Hand(seat, what))


@dataclass
class Place:
    """A seat during a round: its wagers, its hand's name and what it has chosen."""

    number: int
    wagers: Mapping[str, Fraction]
    choices: dict[str, Option] = field(default_factory=dict)

    @property
    def hand(self) -> str:
        return self.named("hand")

    def named(self, what: str) -> str:
        """The name of a hand or card pile of this seat."""
        return hand_name(self.number, what)

    def has(self, *wagers: str) -> bool:
        for wager in wagers:  # noqa: SIM110 - a live table asks this most of all; a generator costs double
            if self.wagers.get(wager):
                return True
        return False

    def chose(self, *options: str) -> bool:
        for option in self.choices.values():  # noqa: SIM110 - as above
            if option.name in options:
                return True
        return False


@dataclass
class Round:
    """The state that a procedure reads while it runs."""

    places: tuple[Place, ...]
    settings: Mapping[str, str | bool | int]
    hands: dict[str, tuple[Slot, ...]] = field(default_factory=dict)
    found: dict[str, bool] = field(default_factory=dict)
    """Whether the dealer's peek under a hand found anything."""

    @property
    def from_left(self) -> tuple[Place, ...]:
        """Cards go out from the dealer's left, seat 1 first."""
        return self.places

    @property
    def from_right(self) -> Iterator[Place]:
        """Bets are reconciled from the dealer's right, the last seat first."""
        return reversed(self.places)

    def hand(self, name: str) -> tuple[Slot, ...]:
        return self.hands.get(name, ())

    def cards(self, name: str) -> tuple[Card, ...]:
        """The hand's cards, for rules that read values: every one must be open."""
        cards = []
        for slot in self.hand(name):
            if isinstance(slot, Blank):
                raise ReadsCardsError(f"the rules read the cards of {name!r} before they are open")
            cards.append(slot)
        return tuple(cards)

    def place(self, seat: int) -> Place:
        for place in self.places:
            if place.number == seat:
                return place
        raise InputError(f"seat {seat} has no wager in this round")


class ReadsCardsError(InputError):
    """The rules looked at a card's value where only a blank lies."""


Procedure = Callable[[Round], Generator[Step, None, None]]


@dataclass
class Running:
    """A procedure after the moves of a record: the round as it lies, and the step that comes next."""

    moves: tuple[Move, ...]
    round: Round
    steps: Iterator[Step]
    step: Step

    def leads_to(self, record: Record) -> bool:
        """Whether the record has one move more."""
        return len(record.moves) == len(self.moves) + 1 and record.moves[:-1] == self.moves

    def go_on(self, record: Record) -> "Running":
        """The same round after the record's last move."""
        apply(self.round, self.step, record.moves[-1])
        return Running(record.moves, self.round, self.steps, ask(self.steps))


def run(procedure: Procedure, settings: Mapping[str, str | bool | int], record: Record) -> Running:
    """Run the record's moves through the procedure."""
    round_ = Round(tuple(Place(seat.number, seat.wagers) for seat in record.seats), settings)
    steps = procedure(round_)
    step = ask(steps)
    for move in record.moves:
        apply(round_, step, move)
        step = ask(steps)
    return Running(record.moves, round_, steps, step)


def replay(
    procedure: Procedure, settings: Mapping[str, str | bool | int], record: Record
) -> tuple[Round, Step]:
    """The round as it lies after the record's moves, and the step that comes next."""
    running = run(procedure, settings, record)
    return running.round, running.step


DONE = Done()


def ask(steps: Iterator[Step]) -> Step:
    """The next step that a move answers; settling is the dealer's own business."""
    for step in steps:
        if not isinstance(step, Settle):
            return step
    return DONE


def apply(round_: Round, step: Step, move: Move) -> None:
    """Make one move on the round, if it answers the step that was asked."""
    match step, move:
        case Draw(hand=hand, count=count), Dealt() if move.hand == hand and len(move.cards) == count:
            round_.hands[hand] = round_.hand(hand) + move.cards
        case Reveal(), Opened() if move.hand == step.hand and {p for p, _ in move.cards} == set(
            hidden_places(round_, step)
        ):
            slots = list(round_.hands[move.hand])
            for place, card in move.cards:
                slots[place] = card
            round_.hands[move.hand] = tuple(slots)
        case Peek(), Peeked() if move.hand == step.hand:
            round_.found[move.hand] = move.found
        case Choose(), Chosen() if (move.seat, move.question) == (step.seat, step.question):
            option = step.find(move.option)
            if option is None:
                raise InputError(f"seat {move.seat} cannot {move.option!r} here; it can: {step.words}")
            round_.place(move.seat).choices[move.question] = option
        case _:
            raise InputError(f"the game asked for {step}, the record says {move}")


def passing_move(round_: Round, step: Step, seat: int) -> Move | None:
    """The move at a step where a seat neither sees a card nor decides; none where it does.

    Cards go face down, a peek finds nothing, another seat takes its first option.
    """
    match step:
        case Draw() if step.face is Face.DOWN or (step.face is Face.SEAT and step.seat != seat):
            lying = sum(map(len, round_.hands.values()))
            return Dealt(step.hand, tuple(Blank(lying + number) for number in range(step.count)))
        case Peek():
            return Peeked(step.hand, False)
        case Choose() if step.seat != seat:
            return Chosen(step.seat, step.question, step.options[0].name)
    return None


def hidden_places(round_: Round, step: Reveal) -> tuple[int, ...]:
    """Which places of the hand this reveal opens."""
    slots = round_.hand(step.hand)
    places = range(len(slots)) if step.places is None else step.places
    return tuple(place for place in places if isinstance(slots[place], Blank))
