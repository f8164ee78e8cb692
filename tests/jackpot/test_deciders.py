"""Laws of the deciders that were broken once: each was found by a request that a person could make."""

import pytest
from ledger_room import METER, OFFICE, Room, make_terms

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import Adjust, CoinIn, MoveMoney, PostWin, Switch
from pitboss.jackpot.terms import PPM, LevelTerms
from pitboss.ledger.account import Kind
from pitboss.ledger.transfer import Reason

TWO = (LevelTerms("Mega", 1_000 * MICROS, 100_000), LevelTerms("Major", 100 * MICROS, 40_000, 10_000))


def test_a_stopped_progressive_is_not_opened_by_one_person_whatever_he_writes():
    room = Room(make_terms())
    room.close(stopped="seized")
    for stopped in ("", "so what"):
        with pytest.raises(RefusedError):
            room.ask(Switch, "tcp", True, stopped, by=("tess",))
    assert not room.floor.progressives["tcp"].is_open
    room.ask(Switch, "tcp", True, by=OFFICE)
    assert room.floor.progressives["tcp"].is_open


def test_of_two_who_share_one_is_confirmed_and_the_other_withdrawn_and_the_meter_keeps_its_seed():
    """$1,000.28 shared: $500.14 paid, $500.14 back to the meter that restarted at $1,000.02."""
    room = Room(make_terms(equal_split=True))
    room.coin_in(1, 2)
    first, second = room.post(1), room.post(2)
    room.confirm(first)
    room.withdraw(second)
    assert room.floor.book.balance(Kind.PAID, "tcp", "") == 500_140_000
    assert room.floor.meter("tcp", "") == 1_000_020_000 + 500_140_000
    assert room.floor.book.balance(Kind.PENDING, "tcp", "") == 0


def test_of_two_who_share_both_are_withdrawn_and_the_meter_stands_as_before():
    room = Room(make_terms(equal_split=True))
    room.coin_in(1, 2)
    before = dict(room.floor.book.balances)
    first, second = room.post(1), room.post(2)
    room.withdraw(first)
    room.withdraw(second)
    third, fourth = room.post(1), room.post(2)
    room.withdraw(third)
    room.withdraw(fourth)
    assert {account: m for account, m in room.floor.book.balances.items() if m} == before


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_who_win_one_after_the_other_are_withdrawn_in_any_order(order):
    room = Room(make_terms())
    room.coin_in(1, 2)
    before = dict(room.floor.book.balances)
    wins = room.post(2), room.post(1)
    for place in order:
        room.withdraw(wins[place])
    assert {account: m for account, m in room.floor.book.balances.items() if m} == before


@pytest.mark.parametrize(
    "bad",
    [
        Adjust("bad", OFFICE, "tcp", "", -5_000 * MICROS, Reason.DISPLAY_ERROR, "too much"),
        Adjust("bad", OFFICE, "tcp", "", -MICROS, Reason.DISPLAY_ERROR, "no account", "tray"),
        Adjust("bad", ("tess", " "), "tcp", "", -MICROS, Reason.DISPLAY_ERROR, "one person"),
        MoveMoney("bad", OFFICE, "tcp", "", "tcp", "", MICROS, "A-1", "to itself"),
        MoveMoney("bad", OFFICE, "tcp", "", "other", "", 0, "A-1", "nothing"),
        MoveMoney("bad", OFFICE, "tcp", "", "other", "", 5_000 * MICROS, "A-1", "too much"),
        PostWin("bad", (), "T1", 1, "", PPM, "akq_spades", "As Ks Qs"),
        CoinIn("bad", (), "T2", 1, {1: MICROS}),
    ],
)
def test_a_request_that_cannot_be_is_refused_by_itself_and_those_beside_it_are_written(bad):
    room = Room(make_terms())
    room.set_terms(make_terms(id="other", tables=("T9",)))
    good = CoinIn("good", ("dan",), "T1", 1, {1: MICROS})
    written, refused = room.manager.ask_all([good, bad])
    assert isinstance(refused, InputError)
    assert room.entries[-1].id == "good"
    assert written.number == len(room.entries)


def test_a_level_with_money_in_its_reserve_does_not_disappear():
    room = Room(make_terms(TWO))
    room.play(1)
    room.close()
    everything = room.floor.meter("tcp", "Major")
    room.ask(MoveMoney, "tcp", "Major", "tcp", "Mega", everything, "A-1", "one level less", by=OFFICE)
    with pytest.raises(RefusedError, match="'Major' holds money"):
        room.set_terms(make_terms(TWO[:1]))
    room.adjust(-0.01, Reason.BOOK_RECEIPTS, level="Major", account="reserve")
    room.set_terms(make_terms(TWO[:1]))


def test_a_level_that_comes_back_is_seeded_again():
    """A meter never starts empty."""
    room = Room(make_terms((TWO[0], LevelTerms("Major", 100 * MICROS, 40_000))))
    room.close()
    room.ask(MoveMoney, "tcp", "Major", "tcp", "Mega", 100 * MICROS, "A-1", "one level less", by=OFFICE)
    room.set_terms(make_terms(TWO[:1]))
    room.set_terms(make_terms(TWO))
    assert room.floor.meter("tcp", "Major") == 100 * MICROS


def test_terms_that_stay_as_they_are_seed_nothing():
    room = Room(make_terms())
    room.close()
    room.set_terms(make_terms(METER, equal_split=True))
    assert room.floor.meter("tcp", "") == 1_000 * MICROS
