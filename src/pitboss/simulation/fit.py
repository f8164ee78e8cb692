"""Fit: compiled rounds are used only after they came out as the definition's own procedure has them.

A program that is to be dealt is dealt with its cards written down. Of a million of its rounds some thousand
are played again by the general dealer with the same cards and decisions: the first ones, and those in which
something rare comes up: every outcome of every wager, and cells that have not come up before. Every bet must
come out alike; otherwise a `PlanError` says what did not.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import PitbossError, PlanError
from pitboss.base.odds import Kind
from pitboss.rules import Game, Round
from pitboss.rules.fingerprint import fingerprint
from pitboss.shape.tally import Outcome, net, staked
from pitboss.simulation.general import Decide, NextCard, Rulebook
from pitboss.simulation.money import envy_of, tell_apart
from pitboss.simulation.program import Prepared, Program
from pitboss.simulation.stream import open_stream

LOOKED_AT = 1 << 20
"""Rounds among which rare ones are looked for."""
AT_ONCE = 1 << 14
PLAIN = 300
"""The first rounds, whatever they are."""
OF_EACH = 3
"""Rounds of each outcome of each wager."""
MOST_CELLS = 1_000
"""Rounds with a cell that has not come up before."""
SEED = 1_616


class Traced(Protocol):
    """A program that writes down the cards of its rounds, and how they are to be read."""

    @property
    def prepared(self) -> Prepared: ...

    def cards(self, row: NDArray[np.int32]) -> NextCard:
        """The cards of a round as its procedure asks for them."""

    def decide(self, cells: list[int], row: NDArray[np.int32]) -> Decide:
        """The choices of each seat."""


KNOWN: dict[tuple[Any, ...], str] = {}
"""What was found out about a program and a definition: why it does not fit, or nothing."""


def check_fit(game: Game, traced: Traced) -> None:
    """Refuse a program that settles some round otherwise than the definition."""
    prepared = traced.prepared
    functions = (game.procedure, game.looks, *game.bets.values())
    seats = prepared.program.seats
    key = (prepared.program.fingerprint, seats, tuple(prepared.outcomes), fingerprint(game), functions)
    if key not in KNOWN:
        KNOWN[key] = next(differences(game, seats, traced), "")
    if KNOWN[key]:
        raise PlanError(KNOWN[key])


def differences(game: Game, seats: int, traced: Traced) -> Iterator[str]:
    """Where a program and the definition part ways."""
    prepared = traced.prepared
    wagers = tuple(prepared.outcomes)
    book = Rulebook(game, tuple(game.seat(*wagers, number=n) for n in range(1, seats + 1)))
    for cells, row in pick_rounds(prepared):
        try:
            round_ = book.play(traced.cards(row), traced.decide(cells, row))
        except (PitbossError, LookupError, TypeError, ValueError, AssertionError, StopIteration) as problem:
            yield f"its procedure asks for other cards or choices than the compiled rounds have ({problem})"
            return
        for seat, cell in enumerate(cells, start=1):
            yield from settled_otherwise(game, prepared, round_, seat, cell)


def settled_otherwise(game: Game, prepared: Prepared, round_: Round, seat: int, cell: int) -> Iterator[str]:
    settled = game.settle(round_, seat)
    for wager, outcomes in prepared.outcomes.items():
        if outcomes[cell] == settled[wager]:
            continue
        ours, theirs = money(game, wager, outcomes[cell]), money(game, wager, settled[wager])
        if ours != theirs:
            named = ", ".join(result.name for result in settled[wager] if result.name)
            yield (
                f"compiled rounds do not fit this definition: {game.wagers[wager].label} ({named}) nets "
                f"{theirs.net}, not {ours.net}"
            )


def pick_rounds(prepared: Prepared) -> Iterator[tuple[list[int], NDArray[np.int32]]]:
    """The cells of all seats and the cards, of rounds that are worth a second look."""
    program = prepared.program
    assert isinstance(program, Program)
    kinds = [outcome_numbers(outcomes) for outcomes in prepared.outcomes.values()]
    wanted = [[OF_EACH] * (int(kind.max()) + 1) for kind in kinds]
    is_new, left = np.ones(program.cell_count, np.bool_), MOST_CELLS
    state = open_stream(SEED, 0)
    for start in range(0, LOOKED_AT, AT_ONCE):
        cells, dealt = program.trace(state, AT_ONCE)
        rare = (is_new[cells] & (left > 0)).any(axis=1)
        for kind, still in zip(kinds, wanted, strict=True):
            rare |= (np.array(still)[kind[cells]] > 0).any(axis=1)
        rare |= start + np.arange(len(cells)) < PLAIN
        rows = np.flatnonzero(rare)
        of_kinds = zip(*(kind[cells[rows]].tolist() for kind in kinds), strict=True)
        for row, here, outcomes in zip(rows.tolist(), cells[rows].tolist(), of_kinds, strict=True):
            is_first = left > 0 and any(is_new[cell] for cell in here)
            if is_first or start + row < PLAIN or is_any_wanted(outcomes, wanted):
                left -= is_first
                is_new[here] = False
                for numbers, still in zip(outcomes, wanted, strict=True):
                    for number in set(numbers):
                        still[number] -= 1
                yield here, dealt[row]


def is_any_wanted(outcomes: Iterable[list[int]], wanted: list[list[int]]) -> bool:
    """Whether there are too few rounds yet of what some wager comes to at some seat."""
    for numbers, still in zip(outcomes, wanted, strict=True):
        for number in numbers:
            if still[number] > 0:
                return True
    return False


def outcome_numbers(outcomes: tuple[Outcome, ...]) -> NDArray[np.int64]:
    """The same number for cells in which a wager comes out alike."""
    known: dict[Outcome, int] = {}
    apart, numbers = tell_apart(outcomes)
    return np.array([known.setdefault(outcome, len(known)) for outcome in apart], np.int64)[numbers]


@dataclass(frozen=True)
class DealtMoney:
    """All that an outcome moves."""

    net: Fraction
    """Of what no meter pays."""
    staked: Fraction
    envy: Fraction
    awards: tuple[tuple[str, Fraction, Fraction], ...]
    """By meters: the level, the share of it, and the base."""


def money(game: Game, wager: str, outcome: Outcome) -> DealtMoney:
    paid = [result for result in outcome if result.pay.kind is Kind.METER]
    awards = sorted((result.pay.level, result.pay.amount, result.base) for result in paid)
    return DealtMoney(
        net(tuple(result for result in outcome if result not in paid), {}),
        staked(outcome),
        envy_of(game, wager, outcome),
        tuple(awards),
    )
