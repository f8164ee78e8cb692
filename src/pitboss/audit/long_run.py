"""Many rounds of a seat or a table: where a win that was recorded lies, and the ruin of a bankroll."""

from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.actual import Actual, locate
from pitboss.analysis.bankroll import BankrollRuin, find_ruin
from pitboss.analysis.seat import SeatAnalysis
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
