"""The reference walker: plays out every round, card by card, and takes the best option at each decision.

Generic, obvious and slow; the authority on small decks. It asks the game for the next step and
tries everything that can happen: a card is branched on when it is opened (unseen cards are
exchangeable), a decision of seat 1 is taken for the highest expected net of the deciding wagers,
knowing only what lies open. Other seats at the table take their first option; nothing that seat 1
wins depends on it unless the rules say so.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, lcm
from typing import Generic, Protocol, TypeVar

from pitboss.base.error import InputError, PlanError
from pitboss.cards import Card
from pitboss.rules import Choose, Chosen, Dealt, Done, Draw, Game, Opened, Record, Reveal, Round, Step
from pitboss.rules.record import Move, Running, hidden_places, passing_move
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


class RoundStand(Protocol):
    """Where a round stands."""

    @property
    def moves(self) -> tuple[Move, ...]: ...


S = TypeVar("S", bound=RoundStand)


@dataclass
class Walking(ABC, Generic[S]):
    """What can follow where a round stands. Subclasses say what that is, and where a move or a card leads."""

    game: Game
    deciding: tuple[str, ...]
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    decisions: dict[tuple[Move, ...], dict[str, Fraction]] = field(default_factory=dict)
    ends: dict[Joint, Branch] = field(default_factory=dict)
    """Of rounds that are over, by what every wager came to; the n-th is outcome n."""
    seat: int = ME
    """Whose decisions and wagers they are; other seats take their first option."""

    @abstractmethod
    def look(self, stand: S) -> tuple[Round, Step]:
        """The round as it lies, and its next step."""

    @abstractmethod
    def after(self, stand: S, move: Move) -> S:
        """Where a move leads that opens no card."""

    @abstractmethod
    def deals(self, stand: S, step: Draw | Reveal, round_: Round) -> Iterator[tuple[int, S]]:
        """Where every set of unseen cards leads, with its ways."""

    def walk(self, stand: S) -> Branch:
        round_, step = self.look(stand)
        if isinstance(step, Draw):
            self.check_deck(round_, step.count)
        if move := passing_move(round_, step, self.seat):
            return self.walk(self.after(stand, move))
        match step:
            case Done():
                return self.settle(round_)
            case Draw() | Reveal():
                return add_up([(ways, self.walk(dealt)) for ways, dealt in self.deals(stand, step, round_)])
            case Choose():
                return self.decide(stand, step)
            case _:
                raise AssertionError("a replay passes over settling")

    def settle(self, round_: Round) -> Branch:
        results = self.game.settle(round_, self.seat)
        joint = tuple(results.items())
        found = self.ends.get(joint)
        if found is None:
            won = sum(
                (net(results[wager], self.meters) for wager in self.deciding if wager in results), Fraction(0)
            )
            alone = Counter({len(self.ends): 1})
            found = self.ends[joint] = Branch(1, alone, int(won) if won.denominator == 1 else won)
        return found

    def check_deck(self, round_: Round, count: int) -> None:
        left = self.game.deck.size - sum(map(len, round_.hands.values()))
        if left < count:
            raise InputError(f"the deck of {self.game.deck.size} cards runs out; take a larger one")

    def decide(self, stand: S, step: Choose) -> Branch:
        branches = self.options(stand, step)
        self.decisions[stand.moves] = {name: branch.value for name, branch in branches.items()}
        found = list(branches.values())
        return max(
            found[::-1] if self.game.house_rules.takes_dearest else found, key=lambda branch: branch.value
        )

    def options(self, stand: S, step: Choose) -> dict[str, Branch]:
        """What follows each option, as the rules list them."""
        return {
            option.name: self.walk(self.after(stand, Chosen(step.seat, step.question, option.name)))
            for option in step.options
        }

    def result(self, stand: S, wagers: tuple[str, ...]) -> "Walk":
        """The whole answer, with the outcomes of each wager by itself."""
        branch = self.walk(stand)
        joint: Counter[tuple[Outcome, ...]] = Counter()
        for number, end in enumerate(self.ends):
            joint[tuple(dict(end)[wager] for wager in wagers)] += branch.ways[number]
        tallies = split_joint(joint, wagers, branch.total)
        return Walk(tallies, branch.value, self.decisions, joint)


@dataclass
class Walker(Walking[Record]):
    """Every record by itself."""

    budget: int | None = None
    """How many steps it may take before it gives up; as many as it needs if none."""
    running: Running | None = None
    """The round that was looked at last: the first thing that is tried after it goes on from there."""

    def look(self, stand: Record) -> tuple[Round, Step]:
        self.check_budget(1)
        if self.budget is not None:
            self.budget -= 1
        check_end(stand)
        last, self.running = self.running, None  # a round that breaks off does not go on
        self.running = last.go_on(stand) if last and last.leads_to(stand) else self.game.run(stand)
        return self.running.round, self.running.step

    def check_budget(self, steps: int) -> None:
        """Give up before so many more steps, if they are too many."""
        if self.budget is not None and self.budget < steps:
            raise PlanError("the walker would take too long; try a smaller deck")

    def after(self, stand: Record, move: Move) -> Record:
        return stand.then(move)

    def deals(self, stand: Record, step: Draw | Reveal, round_: Round) -> Iterator[tuple[int, Record]]:
        left = dict(self.game.deck.copies)
        for hand in round_.hands.values():
            for slot in hand:
                if isinstance(slot, Card):
                    left[slot] -= 1
        unseen = [(card, copies) for card, copies in left.items() if copies]
        count = card_count(round_, step)
        self.check_budget(comb(len(unseen), count))
        dealt = [
            (ways, stand.then(card_move(round_, step, cards))) for ways, cards in multisets(unseen, count)
        ]
        yield from dealt  # all at once: the round goes on with the first


def card_count(round_: Round, step: Draw | Reveal) -> int:
    """How many cards come to light with a step."""
    return step.count if isinstance(step, Draw) else len(hidden_places(round_, step))


def card_move(round_: Round, step: Draw | Reveal, cards: tuple[Card, ...]) -> Move:
    """These cards dealt, or opened where they lie."""
    if isinstance(step, Draw):
        return Dealt(step.hand, cards)
    return Opened(step.hand, tuple(zip(hidden_places(round_, step), cards, strict=True)))


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
    joint: Mapping[tuple[Outcome, ...], int] = field(default_factory=dict)
    """Ways of what all wagers come to together."""


def split_joint(
    joint: Mapping[tuple[Outcome, ...], int], wagers: tuple[str, ...], total: int
) -> dict[str, Tally]:
    """What wagers come to together, as the outcomes of each by itself."""
    tallies = {}
    for place, wager in enumerate(wagers):
        ways: Counter[Outcome] = Counter()
        for outcomes, count in joint.items():
            ways[outcomes[place]] += count
        tallies[wager] = Tally(wager, ways, total)
    return tallies


def walk(
    game: Game,
    wagers: tuple[str, ...],
    *,
    meters: Mapping[str, Fraction] | None = None,
    budget: int | None = None,
) -> Walk:
    """Seat 1 alone, with one unit on each of `wagers`."""
    walker = Walker(game, game.deciding, meters or {}, budget=budget)
    return walker.result(Record((game.seat(*wagers),)), wagers)
