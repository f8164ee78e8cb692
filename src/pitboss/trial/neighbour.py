"""Two seats of one round: what one of them wins times what the other wins, on average.

Seats share the dealer's or the board's cards, and they take their own from one deck, so what they win is
correlated. For given common cards let f(p) be what a seat wins with its own cards p, and F(S) the sum of f(p)
over all p that contain the cards S. Two seats hold different cards p and q; by inclusion and exclusion

    sum of f(p) g(q) over all such p and q = sum of (-1)^|S| F(S) G(S) over all sets S of cards

So for common cards, once for all that differ in the names of suits, every p is judged by the compiled
rounds, and the answer is exact. Where that is too much, two seats are dealt at random instead by compiled
rounds. Then the inequality of Maurer and Pontil (2009, theorem 4) gives an interval that needs to know no
more than the ends of what can be won. Where no compiled rounds fit, the general engine walks two seats at
once, if no seat has anything to decide.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from math import comb, lcm, log, prod

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.alike import AlikeWalker, Position, check_alike
from pitboss.analysis.highest import MISS, Interval
from pitboss.analysis.walker import Branch
from pitboss.base.error import InputError, PlanError
from pitboss.cards.card import SUITS
from pitboss.rules import Choose, Record, Round, Step
from pitboss.shape import kernels
from pitboss.shape.situations import card_number
from pitboss.shape.tally import Outcome
from pitboss.simulation.column_deal import ALL_CARDS
from pitboss.simulation.plan import DealingPlan, make_plan
from pitboss.simulation.planned_program import write_program
from pitboss.simulation.program import Program
from pitboss.simulation.stream import open_stream
from pitboss.trial.preparing import Ready, TrialTable, counted_strategy

Ints = NDArray[np.int64]
Joint = Sequence[Outcome]
"""What every wager of a seat comes to."""
JointMoney = Callable[[Joint], Fraction]
Matrix = tuple[tuple[Interval, ...], ...]
LIMIT = 1 << 62
MOST_JUDGED = 150_000_000
"""Rounds that are judged for an exact answer: some seconds' worth."""
MOST_COMMON = 3_000_000
SAMPLED, SEED = 1 << 25, 230_17
BATCH = 1 << 16


@dataclass(frozen=True)
class Moments:
    """The averages of functions of what a seat comes to, and of every product of two."""

    first: tuple[Interval, ...]
    own: Matrix
    """Both functions of one seat."""
    pair: Matrix
    """The functions of two seats."""
    method: str


def find_moments(ready: Ready, functions: Sequence[JointMoney]) -> Moments:
    """Of functions of what a seat comes to, for a table of two that is made ready; counted if that can be."""
    program = ready.prepared.program
    if not isinstance(program, Program):
        return walk_moments(ready, functions)
    cells = list(zip(*(ready.prepared.outcomes[wager] for wager in ready.table.wagers), strict=True))
    values = [[of(cell) for cell in cells] for of in functions]
    unit = lcm(*(value.denominator for row in values for value in row))
    whole = np.array([[int(value * unit) for value in row] for row in values], np.int64)
    try:
        return NeighbourCounting(ready.table).moments(whole, unit)
    except PlanError:
        return sample(program, whole, unit)


# -- counted -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NeighbourCounting:
    """Rounds of one seat, judged for every way in which the common cards and its own can lie."""

    table: TrialTable

    def moments(self, values: Ints, unit: int) -> Moments:
        plan = self.plan()
        own, common = set_sizes(plan)
        deck = np.array(sorted(map(card_number, plan.game.deck.cards)), np.int64)
        left, renamings = len(deck) - sum(common), find_renamings(plan)
        ways, hands, others = (
            count_deals(cards, sizes)
            for cards, sizes in ((len(deck), common), (left, own), (left - sum(own), own))
        )
        if ways > MOST_COMMON or hands * ways // len(renamings) > MOST_JUDGED:
            raise PlanError(f"{hands * ways:,} rounds are too many to judge")
        places = np.array(list(deals(left, own)), np.int64)
        slots, signs = number_sets(places)
        program = write_program(plan, counted_strategy(self.table)).program
        assert isinstance(program, Program)
        cards = np.empty((hands, sum(own) + sum(common)), np.int32)
        first, squares, products = (
            np.zeros(len(values), object),
            *np.zeros((2, len(values), len(values)), object),
        )
        for lying, times in essential(
            deck[np.array(list(deals(len(deck), common)), np.int64)], common, renamings
        ):
            cards[:, : sum(own)] = np.setdiff1d(deck, lying)[places]
            cards[:, sum(own) :] = lying
            won = values[:, program.judge(cards)[:, 0]]
            by_set = np.zeros((len(values), len(signs)), np.int64)
            kernels.sum_by_set(won, slots, by_set)
            assert float(np.abs(by_set).sum(axis=1, dtype=np.float64).max()) ** 2 < LIMIT, "within 63 bits"
            first += times * won.sum(axis=1).astype(object)
            squares += times * (won @ won.T).astype(object)
            products += times * ((by_set * signs) @ by_set.T).astype(object)
        return Moments(
            tuple(certain(Fraction(total, unit * ways * hands)) for total in first),
            tuple(
                tuple(certain(Fraction(total, unit**2 * ways * hands)) for total in row) for row in squares
            ),
            tuple(
                tuple(certain(Fraction(total, unit**2 * ways * hands * others)) for total in row)
                for row in products
            ),
            "counted",
        )

    def plan(self) -> DealingPlan:
        """Of one seat, if no bet looks at the cards of another."""
        game, wagers = self.table.game, self.table.wagers
        both = make_plan(game, wagers, seats=2)
        if any(both.is_of_seat(token) and not both.is_own(token) for hand in both.hands for token in hand):
            raise InputError("a bet looks at the cards of other seats: leave it out")
        alone = make_plan(game, wagers)
        if alone.outcomes != both.outcomes:
            raise InputError("what a seat wins depends on who sits beside it")
        return alone


def certain(value: Fraction) -> Interval:
    return Interval(value, value, 0.0)


def set_sizes(plan: DealingPlan) -> tuple[list[int], list[int]]:
    """How many cards make each set, of the seat's own cards and of the common ones."""
    found = plan.sets
    if [place for places in found for place in places] != list(range(len(plan.cards))):
        raise PlanError("the cards of a set do not lie side by side")
    own = [len(places) for places in found if plan.is_own(plan.cards[places[0]])]
    return own, [len(places) for places in found[len(own) :]]


def find_renamings(plan: DealingPlan) -> list[Ints]:
    """Every renaming of suits that no bet notices, as a new number for each card."""
    named = {suit for slot in plan.slots for suit in slot.cells.named_suits}
    deck = np.array(sorted(map(card_number, plan.game.deck.cards)))
    cards, found = np.arange(ALL_CARDS), []
    for suits in permutations(range(len(SUITS))):
        renamed = cards // len(SUITS) * len(SUITS) + np.array(suits)[cards % len(SUITS)]
        if all(suits[suit] == suit for suit in named) and np.array_equal(np.sort(renamed[deck]), deck):
            found.append(renamed)
    return found


def essential(dealt: Ints, sizes: Sequence[int], renamings: Sequence[Ints]) -> Iterator[tuple[Ints, int]]:
    """One of the rows that differ in the names of suits alone, and how many they are."""
    least = np.full(len(dealt), LIMIT)
    ends = [sum(sizes[:number]) for number in range(len(sizes) + 1)]
    for renamed in renamings:
        key = np.zeros(len(dealt), np.int64)
        for start, end in pairwise(ends):
            for column in np.sort(renamed[dealt[:, start:end]], axis=1).T:
                key = key * ALL_CARDS + column
        least = np.minimum(least, key)
    _, rows, ways = np.unique(least, return_index=True, return_counts=True)
    yield from zip(dealt[rows], map(int, ways), strict=True)


def deals(cards: int, sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to take sets of these sizes, one after another, as places in the deck."""
    if not sizes:
        yield ()
        return
    for before in deals(cards, sizes[:-1]):
        for last in combinations([place for place in range(cards) if place not in before], sizes[-1]):
            yield (*before, *last)


def count_deals(cards: int, sizes: Sequence[int]) -> int:
    return prod(comb(cards - sum(sizes[:number]), size) for number, size in enumerate(sizes))


def number_sets(places: Ints) -> tuple[NDArray[np.int32], Ints]:
    """The number of every set of cards in each hand, `slots[hand, set]`; and the sign of each set."""
    masks, sizes = np.zeros((len(places), 1), np.int64), np.zeros(1, np.int64)
    for column in places.T:
        masks = np.concatenate([masks, masks | (1 << column)[:, None]], axis=1)
        sizes = np.concatenate([sizes, sizes + 1])
    found, numbers = np.unique(masks, return_inverse=True)
    slots = numbers.reshape(masks.shape).astype(np.int32)
    signs = np.zeros(len(found), np.int64)
    signs[slots] = 1 - 2 * (sizes % 2)
    return slots, signs


# -- walked --------------------------------------------------------------------------------------------


@dataclass
class TwoSeats(AlikeWalker):
    """The general engine with two seats that are asked nothing: what both come to, one after the other."""

    def look(self, stand: Position) -> tuple[Round, Step]:
        round_, step = super().look(stand)
        if isinstance(step, Choose):
            raise PlanError(f"the general engine decides for one seat alone, and asks {step.question!r}")
        return round_, step

    def settle(self, round_: Round) -> Branch:
        settled = [(place, self.game.settle(round_, place.number)) for place in round_.places]
        joint = tuple((wager, results[wager]) for place, results in settled for wager in place.wagers)
        return self.ends.setdefault(joint, Branch(1, Counter({len(self.ends): 1}), 0))


def walk_moments(ready: Ready, functions: Sequence[JointMoney]) -> Moments:
    game, wagers = ready.table.game, ready.table.wagers
    walker = TwoSeats(game, game.deciding)
    try:
        check_alike(game, wagers)
        found = walker.walk(walker.position(Record(tuple(game.seat(*wagers, number=n) for n in (1, 2)))))
    except PlanError as problem:
        reasons = f"{ready.by_rules}; {problem}"
        raise PlanError(f"what two seats win together is not known: {reasons}") from problem
    one, two = np.zeros((2, len(functions), len(walker.ends)), object)
    for number, end in enumerate(walker.ends):
        outcomes = [outcome for _, outcome in end]
        for row, of in enumerate(functions):
            one[row, number] = of(outcomes[: len(wagers)])
            two[row, number] = of(outcomes[len(wagers) :])
    ways = np.array([found.ways[number] for number in range(len(walker.ends))], object)
    assert all(one @ ways == two @ ways), "seats come out alike"

    def averages(products: NDArray[np.object_]) -> Matrix:
        return tuple(tuple(certain(Fraction(total) / found.total) for total in row) for row in products)

    (first,) = averages((one @ ways)[None, :])
    return Moments(first, averages((one * ways) @ one.T), averages((one * ways) @ two.T), "counted")


# -- dealt ---------------------------------------------------------------------------------------------


def sample(program: Program, values: Ints, unit: int) -> Moments:
    """Of two seats that are dealt; all intervals hold together but for a chance of `MISS`."""
    state, count = open_stream(SEED, 0), len(values)
    seen, squares = np.zeros((2, 2 * count + 1, 2 * count + 1))
    for _ in range(0, SAMPLED, BATCH):
        cells = program.deal(state, BATCH)
        both = (
            np.concatenate([values[:, cells[:, 0]], values[:, cells[:, 1]], np.full((1, BATCH), unit)]) / unit
        )
        seen += both @ both.T
        squares += both**2 @ (both**2).T
    largest = np.abs(values).max(axis=1) / unit
    ends = np.array([*largest, *largest, 1.0])
    doubt = log(4 * count * (2 * count + 1) / MISS)
    average = seen / SAMPLED
    spread = np.maximum(squares / SAMPLED - average**2, 0) * SAMPLED / (SAMPLED - 1)
    reach = np.sqrt(2 * spread * doubt / SAMPLED) + 14 * np.outer(ends, ends) * doubt / (3 * (SAMPLED - 1))

    def interval(row: int, column: int) -> Interval:
        middle, half = Fraction(float(average[row, column])), Fraction(float(reach[row, column]))
        return Interval(middle - half, middle + half, MISS)

    def block(columns: range) -> Matrix:
        return tuple(tuple(interval(row, column) for column in columns) for row in range(count))

    return Moments(
        tuple(interval(row, 2 * count) for row in range(count)),
        block(range(count)),
        block(range(count, 2 * count)),
        f"{SAMPLED:,} rounds with two seats, dealt from the seed {SEED}",
    )
