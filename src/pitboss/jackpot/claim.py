"""A posted win that waits in its meter: what it leaves to play for, and how the meter falls at last.

A win locks four amounts when it is posted: the award, and the seed, the reserve and the overflow of its
restart. Nothing moves then. The meter as it is played for is what lies in it, plus what each waiting win
will change; so it is the same whether wins are confirmed at once, later or in another order, and a wager
that is counted meanwhile is in it for the next winner. A win that is given up moves nothing either: the meter
is as if it had never been pressed. Only where a later win was posted on its restart, and the meter without it
cannot pay that win, is the difference made up: a share by the reserve and after it the house, a fixed award
by the house. A meter that such a win empties restarts with the seed.
"""

from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from pitboss.base.money import CENT, format_dollars
from pitboss.jackpot.books import Books
from pitboss.jackpot.cap import over_cap
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.terms import LevelTerms
from pitboss.jackpot.win import Lowered, Win, WinStatus, come_off, restart_holder
from pitboss.ledger.account import AccountKind
from pitboss.ledger.transfer import Reason, Transfer, moving


def lower(books: Books, win: Win) -> tuple[Lowered, tuple[Transfer, ...]]:
    """The award comes off the meter and is paid; the restart is put in."""
    holder = restart_holder(books, win)
    restart = holder.restart
    before = books.meter(win.progressive, win.level)
    after = before - win.micros + restart.seed + restart.reserve - restart.over
    if lowest_after(books, win, holder, after) < 0:
        raise RefusedError(say_order(books, win))
    lowered = Lowered(before // CENT * CENT, after // CENT * CENT, *restart)
    reason = Reason.CONFIRM if win.share_ppm else Reason.METER_PAYS
    return lowered, tuple(come_off(win, AccountKind.PAID, reason, restart))


def lowest_after(books: Books, win: Win, holder: Win, after: int) -> int:
    """The least that the meter holds while the others come off it in order: what they wait for stays."""
    others = [one for one in books.claims(win.progressive, win.level) if one.id != win.id]
    return min(
        accumulate(
            (-one.micros if one.id == holder.id else one.change_micros for one in others), initial=after
        )
    )


def say_order(books: Books, win: Win) -> str:
    """The meter holds this win only with the restart of another, or with what an earlier one is promised."""
    first = books.claims(win.progressive, win.level)[0]
    amount = format_dollars(first.micros)
    return f"the win of {amount} at {first.table} was posted before this one and waits: settle it first"


def give_up(books: Books, win: Win) -> tuple[Transfer, ...]:
    """Nothing moves, unless a later win took what only the restart held, or the meter stands at its cap."""
    progressive, level = win.progressive, books.progressives[win.progressive].terms.level(win.level)
    others = [one for one in books.claims(progressive, level.name) if one.id != win.id]
    stands = list(
        accumulate((one.change_micros for one in others), initial=books.meter(progressive, level.name))
    )
    lacks = replay_without(books, win, others, level)
    promised = max(lacks.promised, -min(stands) - lacks.house)
    lacking = promised + lacks.house
    over = over_cap(books, progressive, level, lacking - win.change_micros)
    over = min(over, min(stands) + lacking)
    return tuple(fill_up(books, win, others, Lacks(promised, lacks.house), over))


class Lacks(NamedTuple):
    """What a meter lacks when a win that others were posted after is given up."""

    promised: int = 0
    """Of shares that were locked while its restart was played for: the reserve pays them, then the house."""
    house: int = 0
    """What the house pays whenever an award empties a meter: the rest of a fixed award, and a seed."""


def replay_without(books: Books, win: Win, others: list[Win], level: LevelTerms) -> Lacks:
    """The wins after this one again, at their locked values, each from what the meter then holds without it.

    Those that were confirmed meanwhile are played again too: who was confirmed first changes nothing. A meter
    that is emptied restarts, as it does when a fixed award empties it; one that has filled it up itself when
    it was posted (`filled`) lacks so much less.
    """
    found = (one for one in books.wins.values() if is_later(one, win))
    later = sorted(found, key=lambda one: one.order)
    stands = books.meter(win.progressive, win.level)
    stands += sum(one.change_micros for one in others if one.order < win.order)
    stands -= sum(one.change_micros for one in later if not one.is_waiting)
    promised = house = 0
    for one in later:
        filled = 0 if one.share_ppm else max(0, one.seeded_micros - level.seed_micros)
        short = max(0, one.micros - filled - stands // CENT * CENT)
        left = stands + short + one.change_micros
        restart = level.seed_micros if left < CENT else 0
        stands = left + restart
        promised += short if one.share_ppm else 0
        house += restart if one.share_ppm else short + restart
    return Lacks(promised, house)


def is_later(one: Win, win: Win) -> bool:
    """Whether it was posted after that one and counts: it waits, or was confirmed since."""
    is_there = one.is_claim and one.status in (WinStatus.POSTED, WinStatus.CONFIRMED)
    is_alike = (one.progressive, one.level) == (win.progressive, win.level)
    return is_there and is_alike and one.order > win.order


def fill_up(books: Books, win: Win, others: list[Win], lacks: Lacks, over: int) -> Iterator[Transfer]:
    meter, reserve = win.account(AccountKind.METER), win.account(AccountKind.RESERVE)
    there = books.book.balances[reserve] - sum(one.reserve_micros for one in others)
    from_reserve = min(lacks.promised, there)
    return moving(
        (reserve, meter, from_reserve, Reason.RESTART),
        (win.account(AccountKind.SEED), meter, sum(lacks) - from_reserve, Reason.SEED),
        (meter, win.account(AccountKind.OVERFLOW), over, Reason.CAP),
    )
