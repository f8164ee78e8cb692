"""A posted win that waits in its meter: what it leaves to play for, and how the meter falls at last.

A win locks four amounts when it is posted: the award, and the seed, the reserve and the overflow of its
restart. Nothing moves then. The meter as it is played for is what lies in it, plus what each waiting win
will change; so it is the same whether wins are confirmed at once, later or in another order, and a wager
that is counted meanwhile is in it for the next winner. A win that is given up moves nothing either: the meter
is as if it had never been pressed. Only where another win has been promised of its restart does the reserve,
and after it the house, make up what the meter lacks.
"""

from collections.abc import Iterator
from itertools import accumulate

from pitboss.base.money import CENT, format_dollars
from pitboss.jackpot.cap import over_cap
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.state import Floor, restart_holder
from pitboss.jackpot.win import Lowered, Win
from pitboss.ledger.account import Account, Kind
from pitboss.ledger.transfer import Reason, Transfer


def lower(floor: Floor, win: Win) -> tuple[Lowered, tuple[Transfer, ...]]:
    """The award comes off the meter and is paid; the restart is put in."""
    holder = restart_holder(floor, win) or win
    seed, reserve, over = holder.seeded_micros, holder.reserve_micros, holder.over_micros or 0
    before = floor.meter(win.progressive, win.level)
    after = before - win.micros + seed + reserve - over
    if after < 0:
        raise RefusedError(say_order(floor, win))
    lowered = Lowered(before // CENT * CENT, after // CENT * CENT, seed, reserve, over)
    return lowered, tuple(falls(win, lowered))


def say_order(floor: Floor, win: Win) -> str:
    """The meter holds this win only together with what another restarts it with."""
    first = floor.claims(win.progressive, win.level)[0]
    amount = format_dollars(first.micros)
    return f"the win of {amount} at {first.table} was posted before this one and waits: settle it first"


def falls(win: Win, lowered: Lowered) -> Iterator[Transfer]:
    meter, paid, seed, reserve, overflow = (
        Account(kind, win.progressive, win.level)
        for kind in (Kind.METER, Kind.PAID, Kind.SEED, Kind.RESERVE, Kind.OVERFLOW)
    )
    yield Transfer(meter, paid, win.micros, Reason.CONFIRM if win.share_ppm else Reason.METER_PAYS)
    for source, target, micros, reason in (
        (seed, meter, lowered.seed_micros, Reason.SEED),
        (reserve, meter, lowered.reserve_micros, Reason.RESTART),
        (meter, overflow, lowered.over_micros, Reason.CAP),
    ):
        if micros:
            yield Transfer(source, target, micros, reason)


def give_up(floor: Floor, win: Win) -> tuple[Transfer, ...]:
    """Nothing moves, unless a later win has been promised of the restart, or the meter stands at its cap."""
    progressive, level = win.progressive, floor.progressives[win.progressive].terms.level(win.level)
    others = [one for one in floor.claims(progressive, level.name) if one.id != win.id]
    stands = list(
        accumulate((one.change_micros for one in others), initial=floor.meter(progressive, level.name))
    )
    is_promised = any(one.order > win.order and one.seeded_micros for one in others)
    lacking = max(0, -min(stands), level.seed_micros - stands[-1] if is_promised else 0)
    over = over_cap(floor, progressive, level, lacking - win.change_micros)
    return tuple(fill_up(floor, win, others, lacking, min(over, min(stands) + lacking)))


def fill_up(floor: Floor, win: Win, others: list[Win], lacking: int, over: int) -> Iterator[Transfer]:
    meter, reserve, seed, overflow = (
        Account(kind, win.progressive, win.level)
        for kind in (Kind.METER, Kind.RESERVE, Kind.SEED, Kind.OVERFLOW)
    )
    there = floor.book.balances[reserve] - sum(one.reserve_micros for one in others)
    from_reserve = min(lacking, there)
    for source, target, micros, reason in (
        (reserve, meter, from_reserve, Reason.RESTART),
        (seed, meter, lacking - from_reserve, Reason.SEED),
        (meter, overflow, over, Reason.CAP),
    ):
        if micros:
            yield Transfer(source, target, micros, reason)
