"""Requirement 28: a cap is at least what stands there, it is posted, and what would lie above overflows."""

from datetime import UTC

import pytest
from ledger_room import NOON, OFFICE, Room, make_terms

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.jackpot.display import read_display
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import CoinIn, MoveMoney
from pitboss.jackpot.terms import LevelTerms, MeterFalls
from pitboss.ledger.account import AccountKind
from pitboss.ledger.transfer import Reason
from pitboss.reports.form import format_text
from pitboss.reports.record.win import make_win_page, win_blocks

CAP = 1_001 * MICROS


def capped(cap=CAP, *, seed=1_000, rate=500_000, reserve=500_000, **more):
    return make_terms((LevelTerms("", seed * MICROS, rate, reserve, cap),), **more)


def held(room, id="tcp"):
    """Meter, reserve and overflow in cents."""
    kinds = (AccountKind.METER, AccountKind.RESERVE, AccountKind.OVERFLOW)
    return tuple(room.floor.book.balance(kind, id, "") // 10_000 for kind in kinds)


@pytest.fixture
def full():
    """At its cap: $1 of $4 went in, $1 over, and $2 lie in the reserve."""
    room = Room(capped())
    room.play(1, 2, 3, 4)
    assert held(room) == (100_100, 200, 100)
    return room


def test_req_28_a_cap_below_what_stands_there_is_refused():
    room = Room(capped(None))
    room.play(1, 2)
    room.close()
    with pytest.raises(RefusedError, match=r"\$1,000\.50 is below the \$1,001\.00 that stands there"):
        room.set_terms(capped(CAP - MICROS // 2))
    room.set_terms(capped(CAP))
    with pytest.raises(InputError, match="below the seed"):
        room.set_terms(capped(999 * MICROS))


def test_req_28_wagers_above_the_cap_go_to_the_overflow(full):
    full.play(1, 2)
    assert held(full) == (100_100, 300, 200)


def test_req_28_a_restart_with_a_full_reserve_stops_at_the_cap(full):
    """Seed $1,000 and reserve $2 would be $1,002."""
    full.coin_in(1)
    win = full.post(1)
    assert (held(full), win.after_micros) == ((100_100, 250, 150), CAP)
    full.confirm(win)
    assert held(full) == (100_100, 0, 100 + 50 + 150)
    assert full.entries[-1].draft.transfers[-1].reason is Reason.CAP
    page = format_text(win_blocks(make_win_page(full.entries, full.floor, win.id, zone=UTC), UTC))
    assert "$1,001.00, restarted with a seed of $1,000.00 and $2.50 of the reserve, $1.50 of it over" in page


def test_req_28_a_withdrawn_win_takes_back_what_its_restart_sent_over_the_cap(full):
    full.coin_in(1)
    before = dict(full.floor.book.balances)
    full.withdraw(full.post(1))
    after = {account: micros for account, micros in full.floor.book.balances.items() if micros}
    assert after == before


@pytest.mark.parametrize("falls", list(MeterFalls))
def test_req_28_a_win_that_flows_back_into_a_meter_that_was_fed_since_overflows(falls):
    """$1,000.50 was won and a dollar fed since: $1,001.50 would stand there."""
    room = Room(capped(reserve=0, meter_falls=falls))
    room.coin_in(1)
    win = room.post(1)
    room.play(2, 3, table="T2")
    assert (room.floor.playing("tcp", "") // 10_000, *held(room)[1:]) == (100_100, 0, 0)
    room.withdraw(win)
    assert held(room) == (100_100, 0, 50)


def test_req_28_what_was_booked_as_receipts_since_is_not_taken_back_twice(full):
    full.close()
    full.set_terms(capped(meter_falls="posted"))
    full.open()
    full.coin_in(1)
    win = full.post(1)
    full.adjust(-3, Reason.BOOK_RECEIPTS, account="overflow")
    full.withdraw(win)
    full.floor.book.check()
    assert held(full) == (99_950, 250, 0), "the $1.50 over the cap is gone, and the meter lacks it"


def test_req_28_a_correction_stops_at_the_cap(full):
    full.win()
    before = held(full)
    full.adjust(5, Reason.CORRECTION)
    assert held(full) == (100_100, before[1], before[2] + 500)


def test_req_28_money_from_another_progressive_stops_at_the_cap(full):
    full.set_terms(make_terms(id="other", tables=("T9",)))
    full.ask(MoveMoney, "other", "", "tcp", "", 10 * MICROS, "GC-1", "a merger", by=OFFICE)
    assert held(full) == (100_100, 200, 1_100)
    assert held(full, "other")[0] == 99_000


def test_req_28_the_cap_is_on_every_display(full):
    for table in ("T1", "T2"):
        (amount,) = read_display(full.floor, table, NOON).amounts
        assert amount.notices == ("This meter stops at $1,001.00.",)


def test_a_void_round_at_the_cap_leaves_everything_as_it_was(full):
    before = dict(full.floor.book.balances)
    full.coin_in(1, 2, 3)
    full.void()
    assert dict(full.floor.book.balances) == before


@pytest.mark.parametrize("rounds", [1, 2, 3, 7])
def test_void_rounds_leave_no_fraction_behind(rounds):
    """A third of a micro-dollar each: three void rounds once left a whole one on the meter."""
    room = Room(make_terms((LevelTerms("", 1_000 * MICROS, 333_333, 111_111),), wager_micros=10_000))
    level = room.floor.progressives["tcp"].levels[""]
    room.play(1, dollars=1)
    before = dict(room.floor.book.balances), level.meter_remainder, level.reserve_remainder
    for _ in range(rounds):
        room.coin_in(1, table="T2")
        room.void("T2")
    assert (dict(room.floor.book.balances), level.meter_remainder, level.reserve_remainder) == before


def test_a_fraction_that_others_have_completed_since_goes_back_too():
    """A round of 0.7 and one of 0.7 make one whole micro-dollar; without the first there are 0.7 again."""
    room = Room(make_terms((LevelTerms("", 1_000 * MICROS, 70),), wager_micros=10_000))
    level = room.floor.progressives["tcp"].levels[""]
    for table in ("T1", "T2"):
        room.ask(CoinIn, table, 1, {1: 10_000})
    assert (room.floor.meter("tcp", "") - 1_000 * MICROS, level.meter_remainder) == (1, 400_000)
    room.void("T1")
    assert (room.floor.meter("tcp", "") - 1_000 * MICROS, level.meter_remainder) == (0, 700_000)
