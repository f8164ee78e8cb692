"""The reference walker: plays out every round, card by card, and takes the best option at each decision.

Generic, obvious and slow; the authority on small decks. It asks the game for the next step and
tries everything that can happen: a card is branched on when it is opened (unseen cards are
exchangeable), a decision of seat 1 is taken for the highest expected net of the deciding wagers,
knowing only what lies open. Other seats at the table take their first option; nothing that seat 1
wins depends on it unless the rules say so.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, lcm
from typing import TypeVar

from pitboss.base.error import InputError, PlanError
from pitboss.cards import Card
from pitboss.rules import (
    Blank,
    Choose,
    Chosen,
    Dealt,
    Done,
    Draw,
    Face,
    Game,
    Opened,
    Peek,
    Peeked,
    Record,
    Reveal,
    Round,
    Settle,
)
from pitboss.rules.record import Move, hidden_places
from pitboss.shape.tally import Outcome, Tally, net

T = TypeVar("T")
Joint = tuple[tuple[str, Outcome], ...]
ME = 1
MOST_MOVES = 150
"""More than any round takes that ends."""


@dataclass
class Branch:
    """Everything that can follow a record: ways of each outcome (by number) out of `total`.

    `net` is the deciding wagers' net summed over all ways; whole wherever it can be.
    """

    total: int
    ways: Counter[int]
    net: Fraction | int

    @property
    def value(self) -> Fraction:
        return Fraction(self.net) / self.total


@dataclass
class Walker:
    game: Game
    deciding: tuple[str, ...]
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    decisions: dict[tuple[Move, ...], dict[str, Fraction]] = field(default_factory=dict)
    ends: dict[Joint, Branch] = field(default_factory=dict)
    """Of rounds that are over, by what every wager came to; the n-th is outcome n."""
    budget: int | None = None
    """How many steps it may take before it gives up; as many as it needs if none."""

    def walk(self, record: Record) -> Branch:
        if self.budget is not None:
            self.budget -= 1
            if self.budget < 0:
                raise PlanError("the walker would take too long; try a smaller deck")
        check_end(record)
        round_, step = self.game.replay(record)
        if isinstance(step, Draw):
            self.check_deck(round_, step.count)
        match step:
            case Done():
                return self.settle(round_)
            case Draw(face=Face.DOWN) | Draw(face=Face.SEAT) if not is_mine(step):
                blanks = tuple(Blank(len(record.moves) * 100 + n) for n in range(step.count))
                return self.walk(record.then(Dealt(step.hand, blanks)))
            case Draw():
                moves = [(ways, Dealt(step.hand, cards)) for ways, cards in self.deals(round_, step.count)]
                return self.chance(record, moves)
            case Reveal():
                places = hidden_places(round_, step)
                opened = [
                    (ways, Opened(step.hand, tuple(zip(places, cards, strict=True))))
                    for ways, cards in self.deals(round_, len(places))
                ]
                return self.chance(record, opened)
            case Peek():
                return self.walk(record.then(Peeked(step.hand, False)))
            case Choose(seat=seat) if seat != ME:
                return self.walk(record.then(Chosen(seat, step.question, step.options[0].name)))
            case Choose():
                return self.decide(record, step)
            case Settle():
                raise AssertionError("a replay passes over settling")

    def settle(self, round_: Round) -> Branch:
        results = self.game.settle(round_, ME)
        joint = tuple(results.items())
        if joint not in self.ends:
            won = sum(
                (net(results[wager], self.meters) for wager in self.deciding if wager in results), Fraction(0)
            )
            number = len(self.ends)
            self.ends[joint] = Branch(1, Counter({number: 1}), int(won) if won.denominator == 1 else won)
        return self.ends[joint]

    def check_deck(self, round_: Round, count: int) -> None:
        left = self.game.deck.size - sum(map(len, round_.hands.values()))
        if left < count:
            raise InputError(f"the deck of {self.game.deck.size} cards runs out; take a larger one")

    def deals(self, round_: Round, count: int) -> Iterator[tuple[int, tuple[Card, ...]]]:
        """Every set of so many unseen cards, with its ways."""
        left = dict(self.game.deck.copies)
        for hand in round_.hands.values():
            for slot in hand:
                if isinstance(slot, Card):
                    left[slot] -= 1
        yield from multisets([(card, copies) for card, copies in left.items() if copies], count)

    def chance(self, record: Record, moves: Sequence[tuple[int, Move]]) -> Branch:
        return add_up([(ways, self.walk(record.then(move))) for ways, move in moves])

    def decide(self, record: Record, step: Choose) -> Branch:
        options = step.options[::-1] if self.game.house_rules.takes_dearest else step.options
        branches = {
            option.name: self.walk(record.then(Chosen(step.seat, step.question, option.name)))
            for option in options
        }
        self.decisions[record.moves] = {name: branch.value for name, branch in branches.items()}
        return max(branches.values(), key=lambda branch: branch.value)

    def tallies(self, branch: Branch, wagers: tuple[str, ...]) -> dict[str, Tally]:
        """The outcomes of each wager by itself."""
        tallies = {}
        for wager in wagers:
            ways: Counter[Outcome] = Counter()
            for number, joint in enumerate(self.ends):
                ways[dict(joint)[wager]] += branch.ways[number]
            tallies[wager] = Tally(wager, ways, branch.total)
        return tallies


def add_up(branches: Sequence[tuple[int, Branch]]) -> Branch:
    """One of these branches, each with its ways."""
    unit = lcm(*(branch.total for _, branch in branches))
    total = sum(ways for ways, _ in branches)
    ways_of: Counter[int] = Counter()
    won: Fraction | int = 0
    for ways, branch in branches:
        times = ways * (unit // branch.total)
        won += branch.net * times
        for outcome, count in branch.ways.items():
            ways_of[outcome] += count * times
    return Branch(total * unit, ways_of, won)


def check_end(record: Record) -> None:
    if len(record.moves) > MOST_MOVES:
        raise PlanError(f"a round takes more than {MOST_MOVES} moves: it does not seem to end")


def is_mine(step: Draw) -> bool:
    return step.face is Face.SEAT and step.seat == ME


def multisets(left: Sequence[tuple[T, int]], count: int) -> Iterator[tuple[int, tuple[T, ...]]]:
    if count == 0:
        yield 1, ()
        return
    for index, (card, copies) in enumerate(left):
        for taken in range(1, min(copies, count) + 1):
            for ways, rest in multisets(left[index + 1 :], count - taken):
                yield ways * comb(copies, taken), (card,) * taken + rest


@dataclass(frozen=True)
class Walk:
    """The walker's whole answer."""

    tallies: Mapping[str, Tally]
    value: Fraction
    decisions: Mapping[tuple[Move, ...], Mapping[str, Fraction]]


def walk(
    game: Game,
    wagers: tuple[str, ...],
    *,
    deciding: tuple[str, ...] | None = None,
    seats: int = 1,
    meters: Mapping[str, Fraction] | None = None,
    budget: int | None = None,
) -> Walk:
    """Seat 1 with one unit on each of `wagers`, the other seats with the first of them."""
    walker = Walker(game, game.deciding if deciding is None else deciding, meters or {}, budget=budget)
    others = tuple(game.seat(wagers[0], number=number) for number in range(2, seats + 1))
    branch = walker.walk(Record((game.seat(*wagers), *others)))
    return Walk(walker.tallies(branch, wagers), branch.value, walker.decisions)
