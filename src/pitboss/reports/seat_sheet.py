"""Several wagers of one seat together, and a table of such seats, as data and as a page: what they lose and
vary in a round, and in an hour."""

from collections.abc import Iterator
from fractions import Fraction
from math import sqrt

from pitboss.analysis.actual import Actual
from pitboss.analysis.bankroll import BankrollRuin
from pitboss.analysis.seat import SeatAnalysis
from pitboss.audit.long_run import LEVELS, LongRun, Together, find_actual, find_session
from pitboss.base.figure import format_decimal, format_fraction, format_percent
from pitboss.reports.form import Data
from pitboss.reports.page import Facts, Heading, Lines, Page
from pitboss.reports.wager_page import number, share
from pitboss.rules import Game
from pitboss.trial.full_table import FullTable


def together_data(game: Game, found: Together, run: LongRun) -> Data:
    seat, table = found
    data: Data = seat_data(seat) if seat else {}
    data |= {"table": table_data(table, run.length)} if table else {}
    return data | run_data(game, found, run)


def together_page(game: Game, found: Together, run: LongRun) -> Page:
    seat, table = found
    return (
        *(seat_page(game, seat, run.length) if seat else ()),
        *(table_page(game, table, run.length) if table else ()),
        *run_page(game, found, run),
    )


def together_rows(game: Game, found: Together, run: LongRun) -> Iterator[Data]:
    """Rows of CSV under the fields of outcomes: a net result of the seat a row, one for the table."""
    (seat, table), rounds = found, run.length
    if seat:
        about = {
            "game": game.id,
            "wager": "+".join(seat.wagers),
            **share("house_advantage", seat.figures.house_advantage),
            "standard_deviation": seat.standard_deviation,
        }
        total = seat.figures.tally.total
        for net, ways in seat.figures.distribution.items():
            chance = Fraction(ways, total)
            yield {
                **about,
                "ways": ways,
                **share("probability", chance),
                **number("net", net),
                **share("contribution", net * chance),
            }
    if table:
        yield {
            "game": game.id,
            "wager": f"{'+'.join(table.wagers)}, {table.seats} seats, {rounds} rounds",
            **share("house_advantage", table.expected * rounds),
            "standard_deviation": sum(table.deviation(rounds)) / 2,
        }
    yield from run_rows(game, found, run)


def seat_data(seat: SeatAnalysis) -> Data:
    return {
        "wagers": list(seat.wagers),
        "other_players": seat.others,
        **number("expected_loss", seat.figures.house_advantage),
        **share("hit_frequency", seat.figures.hit_frequency),
        **number("variance", seat.variance),
        "standard_deviation": seat.standard_deviation,
        "standard_deviation_apart": sqrt(seat.apart),
        "skewness": None if seat.figures.extra else seat.figures.skewness,
    }


def seat_page(game: Game, seat: SeatAnalysis, rounds: int) -> Page:
    figures, loss = seat.figures, seat.figures.house_advantage
    hour = f"{format_decimal(loss * rounds, 4)} units, deviation {seat.standard_deviation * sqrt(rounds):.4f}"
    skewness = None if figures.extra else figures.skewness
    facts = (
        ("Wagers", f"{labels(game, seat.wagers)}: one unit on each"),
        ("Expected loss", f"{format_decimal(loss, 6)} units a round"),
        ("Ahead", f"{format_percent(figures.hit_frequency)} of rounds"),
        ("Standard deviation", f"{seat.standard_deviation:.4f} units a round"),
        ("If they were apart", f"{sqrt(seat.apart):.4f} units a round"),
        ("Skewness", "-" if skewness is None else f"{skewness:.4f}"),
        (f"Lost in {rounds:,} rounds", hour),
    )
    envy = (
        f"with the envy of {seat.others} other players, which is not counted as being ahead"
        if figures.extra
        else "no envy"
    )
    about = f"best play of the base game, of equally good options the {game.house_rules.tie_rule}; {envy}"
    return Heading("All together at one seat", 2), Facts(facts), Lines((about,))


def table_data(table: FullTable, rounds: int) -> Data:
    low, high = table.deviation(rounds)
    return {
        "wagers": list(table.wagers),
        "seats": table.seats,
        "rounds": rounds,
        **number("expected_win", table.expected * rounds),
        "standard_deviation": (low + high) / 2,
        "standard_deviation_half_width": (high - low) / 2,
        "variance_of_round": [format_fraction(table.variance.low), format_fraction(table.variance.high)],
        "correlation_of_seats": float(table.correlation.middle),
        "correlation_of_seats_half_width": float(table.correlation.half_width),
        "confidence": 1 - table.variance.miss,
        "method": table.method,
    }


def table_page(game: Game, table: FullTable, rounds: int) -> Page:
    low, high = table.deviation(rounds)
    facts = (
        ("Wagers", f"{labels(game, table.wagers)}: one unit on each, at {table.seats} seats"),
        (f"Won in {rounds:,} rounds", f"{format_decimal(table.expected * rounds, 4)} units"),
        ("Standard deviation", f"{spread(low, high)} units"),
        ("If seats were apart", f"{sqrt(rounds * apart(table)):.4f} units"),
        ("Correlation of seats", spread(float(table.correlation.low), float(table.correlation.high))),
    )
    about = [f"what the house wins; rounds are fresh shuffles; {table.method}"]
    if table.variance.miss:
        about.append(f"between these ends with a confidence of {1 - table.variance.miss:.1%}")
    return Heading("All seats of the table", 2), Facts(facts), Lines(tuple(about))


def apart(table: FullTable) -> float:
    """The variance of a round as if seats had nothing in common."""
    together = 1 + (table.seats - 1) * table.correlation.middle
    return float(table.variance.middle / together)


def spread(low: float, high: float) -> str:
    return f"{low:.4f}" if low == high else f"{low:.4f} to {high:.4f}"


def labels(game: Game, wagers: tuple[str, ...]) -> str:
    return ", ".join(game.wagers[wager].label for wager in wagers)


# -- many rounds -----------------------------------------------------------------------------------


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
