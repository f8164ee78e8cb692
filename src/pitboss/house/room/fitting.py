"""A live table on a progressive: whether it can be played by the terms, and what is posted on the wager then.

The terms name the denomination. The table deals the game as terms and system have it, with everything that is
printed for a dollar multiplied up, and takes whole numbers of the denomination within its own limits.
"""

from datetime import date
from functools import lru_cache

from pitboss.base.money import format_dollars
from pitboss.house.room.plan import TablePlan
from pitboss.jackpot.layout import progressive_table
from pitboss.jackpot.link import check_wager
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.system import read_system, under_system
from pitboss.jackpot.terms import Terms
from pitboss.rules import Game
from pitboss.table.setup import Setup, SpotLimit, is_progressive


def fit_setup(plan: TablePlan, game: Game, terms: Terms | None) -> Setup:
    """The table's setup on a progressive of these terms, or on none; raises where the table does not fit."""
    if terms is None:
        return make_setup(plan, game, has_meters=False)
    check_paytable(game, terms)
    check_wager(terms, game.id)
    wager = progressive_table(game, terms).wager
    limits = plan.spot_limits()
    if wager in limits:
        limits[wager] = fit_limit(limits[wager], terms)
    dealt = under_system(game, terms, read_system(plan.dialect))
    return make_setup(plan, dealt, has_meters=True, limits=limits)


def make_setup(
    plan: TablePlan, game: Game, *, has_meters: bool, limits: dict[str, SpotLimit] | None = None
) -> Setup:
    """A wager that wins from a meter is not offered where there is none."""
    closed = {*plan.closed}
    if not has_meters:
        closed |= {wager for wager in game.wagers if is_progressive(game, wager)}
    posted = plan.spot_limits() if limits is None else limits
    return check_setup(game, plan.opened, plan.seats, frozenset(posted.items()), frozenset(closed))


@lru_cache(maxsize=1_000)
def check_setup(
    game: Game, day: date, seats: int, posted: frozenset[tuple[str, SpotLimit]], closed: frozenset[str]
) -> Setup:
    """A setup that is lawful; tables that stand alike share one, which is checked once."""
    return Setup(game, day, seats, dict(posted), closed=closed)


def check_paytable(game: Game, terms: Terms) -> None:
    """The table deals by the progressive's own paytable, or its keypad would say otherwise."""
    paytable = terms.paytables.get(game.id)
    in_force = {table.id for tables in game.chosen.values() for table in tables}
    if paytable not in in_force:
        raise RefusedError(f"{terms.id} has the paytable {paytable!r} for {game.name}: put it in force there")


def fit_limit(posted: SpotLimit, terms: Terms) -> SpotLimit:
    """Whole numbers of the denomination, within what the table posts and the terms take."""
    one = terms.wager_micros
    low = -(-posted.minimum_micros // one) * one
    high = min(posted.maximum_micros, terms.most_wager_micros) // one * one
    if low > high:
        takes = f"{format_dollars(posted.minimum_micros)} to {format_dollars(posted.maximum_micros)}"
        raise RefusedError(f"{terms.id}: the table takes {takes}, and one wager is {format_dollars(one)}")
    return SpotLimit(low, high, one if posted.step_micros % one else posted.step_micros)
