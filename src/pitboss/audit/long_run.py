"""Many rounds: where a win that was recorded lies, the ruin of a bankroll, the bands of the actual return.

Bands are by the normal approximation. After n rounds the average result of a round is about normal, with the
expected result in its middle and the deviation of one round, over the root of n, to either side. That is good
where every outcome has come up many times. A rare top award makes the truth lopsided: most runs without it
come out lower, a few with it far higher. So each number of rounds says how many top awards are expected, and
is called poor below ten.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, sqrt

from pitboss.analysis.actual import Actual, locate
from pitboss.analysis.bankroll import BankrollRuin, find_ruin
from pitboss.analysis.seat import SeatAnalysis
from pitboss.audit.part import SheetPart
from pitboss.audit.sheet import WagerSheet
from pitboss.base.error import Parameter, ParameterError
from pitboss.rules import Game
from pitboss.trial.full_table import FullTable

AN_HOUR = 40
"""Rounds: those of the plans of progressives too."""
Together = tuple[SeatAnalysis | None, FullTable | None]


@dataclass(frozen=True)
class LongRun:
    """What is asked about many rounds, in units of a wager."""

    rounds: int | None = None
    won: Fraction | None = None
    """By the house, as it was recorded."""
    bankroll: Fraction | None = None
    goal: Fraction | None = None

    def __post_init__(self) -> None:
        if self.goal is not None and self.bankroll is None:
            raise ParameterError("a goal is of a bankroll: give ", Parameter("bankroll"), ", too")
        if self.rounds == 0:
            raise ParameterError(Parameter("rounds"), " is a number above 0")

    @property
    def length(self) -> int:
        return self.rounds or AN_HOUR

    @property
    def is_asked(self) -> bool:
        return any(asked is not None for asked in (self.rounds, self.won, self.bankroll))


def find_actual(found: Together, run: LongRun) -> Actual | None:
    """Of the table if there is one; its rounds have a known variance only, or the upper end of it."""
    seat, table = found
    if run.won is None:
        return None
    if table:
        return locate(table.expected, table.variance.high, run.length, run.won)
    assert seat
    chances = {
        -net: Fraction(ways, seat.figures.tally.total) for net, ways in seat.figures.distribution.items()
    }
    is_still = seat.variance == seat.figures.variance
    return locate(
        seat.figures.house_advantage, seat.variance, run.length, run.won, chances if is_still else None
    )


def find_session(game: Game, found: Together, run: LongRun) -> BankrollRuin | None:
    """Of one player alone, with one unit on each wager; a meter stands at its average."""
    seat, table = found
    if run.bankroll is None:
        return None
    if table or not seat:
        raise ParameterError("ruin is of one player alone: leave ", Parameter("players"), " out")
    figures = seat.figures
    return find_ruin(
        {net: Fraction(ways, figures.tally.total) for net, ways in figures.distribution.items()},
        bankroll=run.bankroll,
        needed=sum((Fraction(game.wagers[wager].stakes) for wager in seat.wagers), Fraction(0)),
        rounds=run.rounds if run.rounds or run.goal else AN_HOUR,
        goal=run.goal,
    )


# -- bands -----------------------------------------------------------------------------------------


ROUNDS = tuple(10**power for power in range(3, 9))
LEVELS = ((95, 1.959963984540054), (99, 2.5758293035489004))
"""Percent of all runs, and how many deviations to either side hold them."""
FEW = 10
"""Top awards: with fewer of them expected, the approximation is poor."""


@dataclass(frozen=True)
class BandRun:
    """What can be said of the return over n rounds."""

    rounds: int
    bands: tuple[tuple[float, float], ...]
    """Low and high for each level, as shares of the initial wagers."""
    is_cut: bool
    """Whether a band would reach below what can be lost at all, and is cut there."""
    top_awards: Fraction
    """How many are expected."""

    @property
    def is_poor(self) -> bool:
        return self.top_awards < FEW


@dataclass(frozen=True)
class Prospect:
    """What bands are made of: the expected return, the deviation of a round, the ends of what it brings."""

    expected: Fraction
    deviation: float
    worst: Fraction
    """The least return of one round: below nothing where more than the first wager can be lost."""
    top_chance: Fraction

    def band(self, rounds: int, width: float) -> tuple[float, float]:
        reach = width * self.deviation / sqrt(rounds)
        return float(self.expected) - reach, float(self.expected) + reach

    def run(self, rounds: int) -> BandRun:
        least = float(self.worst)
        bands = [self.band(rounds, width) for _, width in LEVELS]
        cut = tuple((max(low, least), high) for low, high in bands)
        return BandRun(rounds, cut, any(low < least for low, _ in bands), self.top_chance * rounds)

    @property
    def fair_from(self) -> int:
        """Rounds from which enough top awards are expected."""
        return ceil(FEW / self.top_chance)


def prospect(sheet: WagerSheet) -> Prospect | None:
    """Nothing where no deviation is known; over all wagers of a link where a meter moves."""
    deviation = sheet.link_deviation or sheet.standard_deviation
    if deviation is None:
        return None
    met = [outcome for outcome in sheet.outcomes if outcome.probability]
    best, worst = max(outcome.net for outcome in met), min(outcome.net for outcome in met)
    top = sum((outcome.probability for outcome in met if outcome.net == best), Fraction(0))
    return Prospect(1 - sheet.analysis.house_advantage, deviation, 1 + worst, top)


def part_prospect(part: SheetPart) -> Prospect | None:
    """Nothing either where a meter may pay anything: the best outcome is not known."""
    return None if part.lacks_terms else prospect(part.sheet)


def runs(found: Prospect, rounds: Sequence[int] = ROUNDS) -> Iterator[BandRun]:
    for number in rounds:
        yield found.run(number)
