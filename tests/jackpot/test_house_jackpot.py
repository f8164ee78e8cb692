"""Requirements 24 to 26: a house jackpot is a posted sum of the house's own money and no progressive."""

from dataclasses import replace

import pytest
from ledger_room import DAY, NOON, OFFICE, Room, make_terms

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.jackpot.display import read_display
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import MoveMoney
from pitboss.jackpot.terms import PPM, JackpotKind, LevelTerms
from pitboss.jackpot.terms_file import parse_terms_file
from pitboss.ledger.account import AccountKind
from pitboss.ledger.transfer import Reason
from pitboss.reports.record.accrual import daily_accrual
from pitboss.reports.record.deposit import deposit_due

POSTED = 500 * MICROS


def house_terms(posted=POSTED, **changes):
    return make_terms((LevelTerms("", posted, 0),), jackpot_kind=JackpotKind.HOUSE.value, **changes)


@pytest.fixture
def room():
    return Room(house_terms())


@pytest.mark.parametrize(
    "changes",
    [{"contribution_ppm": 1}, {"reserve_ppm": 1}, {"cap_micros": 600 * MICROS}],
    ids=lambda changes: next(iter(changes)),
)
def test_req_24_a_house_jackpot_has_no_rate_that_could_make_it_rise(changes):
    terms = house_terms()
    with pytest.raises(InputError, match="no wager feeds a house jackpot"):
        replace(terms, levels=(replace(terms.levels[0], **changes),)).check()


def test_req_24_no_wager_correction_or_movement_makes_a_house_jackpot_rise(room):
    room.set_terms(make_terms(id="other", tables=("T9",)))
    room.play(1, 2, 3, dollars=5)
    with pytest.raises(RefusedError, match="stands at the posted sum"):
        room.adjust(1, Reason.CORRECTION)
    for words in (("other", "", "tcp", ""), ("tcp", "", "other", "")):
        with pytest.raises(RefusedError, match="stands at the posted sum"):
            room.ask(MoveMoney, *words, MICROS, "GC-1", "a merger", by=OFFICE)
    assert room.floor.meter("tcp", "") == POSTED
    assert not [
        t
        for entry in room.entries
        for t in entry.draft.transfers
        if t.source.kind is AccountKind.CONTRIBUTION
    ]


def test_req_24_a_progressive_never_becomes_a_house_jackpot_nor_the_other_way_round(room):
    room.close()
    with pytest.raises(RefusedError, match="tcp is a house jackpot and stays one"):
        room.set_terms(make_terms())
    other = Room(make_terms())
    other.close()
    with pytest.raises(RefusedError, match="tcp is a progressive and stays one"):
        other.set_terms(house_terms())


def test_req_24_a_jackpot_is_of_one_of_two_kinds():
    with pytest.raises(InputError, match="one of progressive, house jackpot, not 'wide area'"):
        make_terms(jackpot_kind="wide area").check()


def test_req_25_every_winner_of_a_round_gets_the_whole_posted_sum(room):
    room.coin_in(1, 2, 3)
    wins = [room.post(seat) for seat in (3, 2, 1)]
    assert [win.micros for win in wins] == [POSTED] * 3
    for win in wins:
        room.confirm(win)
    assert room.floor.meter("tcp", "") == POSTED
    assert -room.floor.book.balance(AccountKind.SEED, "tcp", "") == 4 * POSTED, (
        "all of it is the house's money"
    )


def test_req_25_a_tenth_is_a_tenth_of_the_posted_sum_for_each():
    room = Room(house_terms(paytables={"mississippi_stud": "MS Stud-01"}))
    room.coin_in(1, 2)
    wins = [room.post(seat, share=PPM // 10, line="straight_flush") for seat in (2, 1)]
    assert [win.micros for win in wins] == [POSTED // 10] * 2
    assert room.floor.meter("tcp", "") == POSTED


def test_req_25_winners_do_not_share_and_no_fixed_award_eats_into_it():
    for changes in ({"equal_split": True}, {"all_from_meter": True}):
        with pytest.raises(InputError, match="to each winner in full"):
            house_terms(**changes).check()


def test_a_withdrawn_win_gives_the_houses_money_back(room):
    room.coin_in(1)
    room.withdraw(room.post(1))
    assert room.floor.meter("tcp", "") == POSTED
    assert -room.floor.book.balance(AccountKind.SEED, "tcp", "") == POSTED


@pytest.mark.parametrize("posted", [300 * MICROS, 700 * MICROS])
def test_the_house_posts_another_sum_by_new_terms_and_may_withdraw_a_level(room, posted):
    room.close()
    room.set_terms(house_terms(posted))
    assert room.floor.meter("tcp", "") == posted
    room.set_terms(
        replace(
            house_terms(), levels=(LevelTerms("Mega", POSTED, 0),), paytables={"mississippi_stud": "Link 01"}
        )
    )
    assert room.floor.meter("tcp", "") == 0
    assert room.floor.meter("tcp", "Mega") == POSTED


def test_req_26_the_screen_of_a_house_jackpot_carries_the_three_notices(room):
    for table in ("T1", "T2"):
        display = read_display(room.floor, table, NOON)
        (amount,) = display.amounts
        sum_, funding, withdrawal = amount.notices
        assert "$500.00" in sum_
        assert "house" in funding
        assert "own money" in funding
        assert "at any time without notice" in withdrawal
        assert (display.kind, amount.micros) == ("house jackpot", POSTED)


def test_req_26_a_progressive_carries_none_of_them():
    (amount,) = read_display(Room(make_terms()).floor, "T1", NOON).amounts
    assert amount.notices == ()


def test_a_house_jackpot_accrues_nothing_and_is_not_in_the_players_account(room):
    room.play(1, 2)
    (row,) = daily_accrual(room.entries, zone=None)
    assert (row.wagers, row.accrued_micros) == (2, 0)
    due = deposit_due(room.entries, room.floor, NOON + DAY, zone=None)
    assert (due.due_micros, due.required_micros) == (0, 0)


def test_a_file_of_terms_says_which_kind_it_is():
    text = """
id = "tcp"
tables = ["T1"]
jackpot_kind = "house jackpot"
[paytables]
three_card_poker = "TCP Progressive 1"
[[level]]
seed = "$500"
contribution = "0%"
"""
    assert parse_terms_file(text, "house.toml").is_house
