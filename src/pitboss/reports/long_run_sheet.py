"""What may happen in many rounds of the wagers of a seat or a table, as data and as a page: where a win that
was recorded lies, and the ruin of a bankroll."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.actual import Actual, locate
from pitboss.analysis.bankroll import BankrollRuin, find_ruin
from pitboss.analysis.seat import SeatAnalysis
from pitboss.base.error import Parameter, ParameterError
from pitboss.base.figure import format_decimal
from pitboss.reports.page import Facts, Heading, Lines, Page
from pitboss.reports.par.band import LEVELS
from pitboss.reports.wager_sheet import Data, number
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


# -- data ------------------------------------------------------------------------------------------


def run_data(game: Game, found: Together, run: LongRun) -> Data:
    actual, ruin = find_actual(found, run), find_session(game, found, run)
    data: Data = {}
    if actual:
        data["actual"] = {
            "rounds": actual.rounds,
            **number("won", actual.won),
            **number("expected_win", actual.expected),
            "standard_deviation": actual.deviation,
            "deviations": actual.deviations,
            "chance_normal": actual.normal,
            "chance_normal_error": actual.error,
            "chance_least": actual.least,
            "chance_most": actual.bound,
            "bands": {str(level): list(actual.band(width)) for level, width in LEVELS},
        }
    if ruin:
        data["ruin"] = {
            **number("bankroll", run.bankroll),
            **number("goal", run.goal),
            "rounds": run.rounds if run.goal else ruin.rounds,
            "chance_of_ruin": [ruin.low, ruin.high],
            "chance_of_goal": [ruin.goal_low, ruin.goal_high] if run.goal else None,
        }
    return data


def run_page(game: Game, found: Together, run: LongRun) -> Page:
    actual, ruin = find_actual(found, run), find_session(game, found, run)
    return (*(actual_page(actual) if actual else ()), *(ruin_page(ruin, run) if ruin else ()))


def actual_page(actual: Actual) -> Page:
    side = "more" if actual.is_above else "less"
    facts = [
        (f"Won in {actual.rounds:,} rounds", f"{format_decimal(actual.won, 4)} units"),
        ("Expected", f"{format_decimal(actual.expected, 4)} units, deviation {actual.deviation:.4f}"),
        ("Lies", f"{abs(actual.deviations):.4f} deviations {'above' if actual.is_above else 'below'}"),
    ]
    for level, width in LEVELS:
        low, high = actual.band(width)
        inside = "inside" if low <= actual.won <= high else "outside"
        facts.append((f"{level} runs in 100", f"{low:.4f} to {high:.4f}: {inside}"))
    facts.append((f"So much or {side}", f"{actual.normal:.4%} of runs, if normal"))
    facts.append(("Certainly", f"{actual.least:.4%} to {actual.bound:.4%} of runs"))
    about = "what the house wins, in units of a wager; bands are of the normal approximation"
    if actual.error is not None:
        about += f", which is wrong by at most {actual.error:.4%}"
    return Heading("Actual against theoretical", 2), Facts(tuple(facts)), Lines((about,))


def ruin_page(ruin: BankrollRuin, run: LongRun) -> Page:
    assert run.bankroll is not None
    limit = f"within {run.length:,} rounds" if run.rounds or not run.goal else "in any number of rounds"
    facts = [
        ("Bankroll", f"{format_decimal(run.bankroll, 4)} units, {limit}"),
        ("Ruined", chance(ruin.low, ruin.high)),
    ]
    if run.goal:
        facts.append((f"Ahead by {format_decimal(run.goal, 4)} first", chance(ruin.goal_low, ruin.goal_high)))
    about = "ruin: what is left does not cover the wagers of a next round; raises are always made"
    return Heading("Ruin of a bankroll", 2), Facts(tuple(facts)), Lines((about,))


def chance(low: float, high: float) -> str:
    """As many digits as are sure, six at most."""
    return f"{low:.6%}" if f"{low:.6%}" == f"{high:.6%}" else f"{low:.6%} to {high:.6%}"


def run_rows(game: Game, found: Together, run: LongRun) -> Iterator[Data]:
    """Rows of CSV: what was asked is the outcome, and its chance the middle of what is certain."""
    actual, ruin = find_actual(found, run), find_session(game, found, run)
    if actual:
        yield {
            "game": game.id,
            "outcome": f"{format_decimal(actual.won, 4)} or {'more' if actual.is_above else 'less'} "
            f"won in {actual.rounds} rounds",
            "standard_deviation": actual.deviation,
            "probability_percent": 100 * (actual.least + actual.bound) / 2,
        }
    if ruin and run.bankroll is not None:
        yield {
            "game": game.id,
            "outcome": f"ruin of {format_decimal(run.bankroll, 4)}",
            "probability_percent": 50 * (ruin.low + ruin.high),
        }
