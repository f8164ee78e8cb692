"""Records of a small floor, with every figure worked out by hand."""

from dataclasses import replace
from datetime import UTC, date

import pytest
from ledger_room import DAY, HOUR, NOON, OFFICE, Room, make_terms

from pitboss.audit.reconciliation import reconcile
from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.house.manager import GameManager
from pitboss.house.progressive import pay_check, report_malfunction, request_check
from pitboss.house.reading import BooksCopy
from pitboss.jackpot.record import note_check_request, note_deposit, note_malfunction
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.regulation import regulation
from pitboss.jackpot.request import BackOutWin, EndGame, EnvyAward, MoveMoney, TrayAward
from pitboss.jackpot.terms import LevelTerms
from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.transfer import Reason
from pitboss.reports.form import format_json, format_text
from pitboss.reports.paper.paper import whole_page
from pitboss.reports.record.accrual import daily_accrual
from pitboss.reports.record.catalogue import RECORDS
from pitboss.reports.record.deposit import deposit_due, prize_fund
from pitboss.reports.record.frame import Inquiry, JournalSource
from pitboss.reports.record.history import reductions, terms_history
from pitboss.reports.record.malfunction import malfunctions
from pitboss.reports.record.meter import read_meters
from pitboss.reports.record.row import row_data, rows_data
from pitboss.reports.record.win import check_payments, last_hits, make_win_page

TODAY = date(2024, 6, 14)


@pytest.fixture
def room():
    """$1,000 seed, 14% to the meter, 1% to the reserve, two tables."""
    return Room(make_terms())


def win_page(room, name="1", **more):
    return make_win_page(room.entries, room.floor, name, zone=UTC, **more)


def print_record(room, name, **asked):
    """What a record says, as text."""
    source = JournalSource(BooksCopy(room.floor, room.manager.number, room.manager.store))
    return format_text(whole_page(RECORDS[name].make(source, Inquiry(zone=UTC, **asked))))


# -- the win page ----------------------------------------------------------------------------------


def test_req_67_the_win_page_has_amount_time_table_seat_wager_cards_meter_and_people(room):
    """Two $1 wagers feed $0.28; the meter restarts at $1,000 with $0.02 of the reserve."""
    room.coin_in(1, 3)
    win = room.post(3)
    room.wait(90 * MICROS).confirm(win)
    data = row_data(win_page(room), UTC)
    assert data["win"] == {
        "id": win.id,
        "order": 1,
        "progressive": "tcp",
        "level": "",
        "table": "T1",
        "round": 1,
        "seat": 3,
        "line": "akq_spades",
        "cards": "As Ks Qs",
        "stake_micros": MICROS,
        "share_ppm": 1_000_000,
        "micros": 1_000_280_000,
        "before_micros": 1_000_280_000,
        "after_micros": 1_000_020_000,
        "seeded_micros": 1_000_000_000,
        "reserve_micros": 20_000,
        "over_micros": 0,
        "posted_at": "2024-06-14T12:00:00+00:00",
        "posted_by": "dan",
        "status": "confirmed",
        "settled_at": "2024-06-14T12:01:30+00:00",
        "settled_by": "sue",
        "is_claim": True,
        "recorded_at": None,
        "recorded_by": "",
        "lowered": [1_000_280_000, 1_000_020_000, 1_000_000_000, 20_000, 0],
        "backed_out_at": None,
        "backed_out_by": [],
        "backed_out_why": "",
        "stays_micros": 0,
    }
    text = print_record(room, "win", win="1")
    assert "Win 1: $1,000.28" in text
    assert "Confirmed by   sue, 2024-06-14 12:01:30" in text
    assert "restarted with a seed of $1,000.00 and $0.02 of the reserve" in text
    assert "$1,000.28 less $1,000.28, restarted at $1,000.02, when it was confirmed" in text


def test_a_hand_whose_cards_nobody_gave_stands_on_the_win_page_by_its_name_alone(room):
    room.coin_in(1)
    room.confirm(room.post(1, cards=""))
    lines = print_record(room, "win", win="1").splitlines()
    hand = next(line for line in lines if line.startswith("Hand "))
    assert hand.split(maxsplit=1)[1].rstrip() == "AKQ spades"


def test_the_win_page_and_the_records_say_that_a_win_was_backed_out(room):
    win = room.win(3)
    room.ask(BackOutWin, win.id, "the deck was short", by=OFFICE)
    text = print_record(room, "win", win="1")
    assert "Confirmed by   sue" in text
    assert "Backed out by  tess and ada, 2024-06-14 12:00:00" in text
    assert "the deck was short" in text
    assert [one.why for one in reductions(room.entries)][-1] == "AKQ spades at T1, seat 3: the deck was short"
    assert "backed out" in print_record(room, "hits", last=5)
    assert reconcile(room.entries, room.floor).is_zero
    assert room.floor.meter("tcp", "") == 1_000_140_000


def test_req_59_the_win_page_names_its_journal_entry_and_hash(room):
    room.win()
    evidence = win_page(room).evidence
    entry = room.entries[evidence.entry - 1]
    assert (entry.draft.kind, entry.hash) == ("win posted", evidence.hash)


def test_req_67_the_hand_of_a_win_from_500_dollars_is_kept_for_seven_days(room):
    room.win()
    assert win_page(room).evidence.keep_hand_until_at == NOON + 7 * DAY
    small = Room(make_terms((LevelTerms("", 499 * MICROS, 140_000),)))
    small.win()
    assert win_page(small).evidence.keep_hand_until_at == 0


def test_a_withdrawn_win_says_who_took_it_back_and_why(room):
    room.coin_in(1)
    room.withdraw(room.post(), why="queen of clubs")
    page = win_page(room)
    assert page.evidence.withdrawn_why == "queen of clubs"
    assert "Withdrawn by   sue, 2024-06-14 12:00:00: queen of clubs" in print_record(room, "win", win="1")


def test_a_win_is_found_by_its_number_or_id_and_nothing_else(room):
    win = room.win()
    assert win_page(room, win.id).win is win
    with pytest.raises(InputError, match="there is no win '2'; the last is number 1"):
        win_page(room, "2")


# -- tax -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("year", "seed", "wager", "is_reported"),
    [
        (2025, 600, 1, True),
        (2025, 599, 1, False),
        (2026, 1_999, 1, False),
        (2026, 2_000, 1, True),
        (2025, 1_499, 5, False),
        (2025, 1_500, 5, True),
        (2026, 2_999, 10, False),
        (2026, 3_000, 10, True),
    ],
)
def test_req_69_form_w_2g_from_the_dated_amount_or_300_times_the_wager(year, seed, wager, is_reported):
    """The seeds are what is won: nothing is fed. $600 until 2025, $2,000 from 2026; $5 x 300 = $1,500."""
    levels = (LevelTerms("", seed * MICROS, 0),)
    noon = NOON + (year - 2024) * 365 * DAY
    room = Room(make_terms(levels, wager_micros=wager * MICROS), start=noon)
    room.coin_in(1, dollars=wager)
    room.post()
    tax = win_page(room).tax
    assert tax.is_reported is is_reported
    assert tax.reported_from_micros == max(600 if year < 2026 else 2_000, 300 * wager) * MICROS


@pytest.mark.parametrize(
    ("seed", "wager", "withheld"),
    [
        (5_001, 1, 0),
        (5_002, 1, 1_200.24),
        (10_001, 1, 2_400),
        (5_999, 20, 0),
        (6_020, 20, 1_440),
    ],
)
def test_req_70_24_percent_of_win_less_wager_is_withheld_above_5000_dollars_and_300_times(
    seed, wager, withheld
):
    """$5,001 less $1 is not over $5,000. $6,019 less $20 is below 300 x $20."""
    levels = (LevelTerms("", seed * MICROS, 0),)
    room = Room(make_terms(levels, wager_micros=wager * MICROS))
    room.coin_in(1, dollars=wager)
    room.post()
    tax = win_page(room).tax
    assert tax.withheld_micros == round(withheld * MICROS)
    assert tax.paid_out_micros == seed * MICROS - tax.withheld_micros


def test_req_71_identical_wagers_of_one_player_are_taxed_as_one():
    """Two spots: $3,100 and then the seed of $3,000. Alone neither is over $5,000; together they are."""
    room = Room(make_terms((LevelTerms("", 3_000 * MICROS, 0),)))
    room.adjust(100, Reason.CORRECTION)
    room.coin_in(1, 2)
    room.post(2)
    room.post(1)
    assert win_page(room, "1").tax.withheld_micros == 0
    page = win_page(room, "1", together=["2"])
    assert page.tax.winnings.win_micros == 6_100 * MICROS
    assert page.tax.withheld_micros == (6_100 - 2) * MICROS * 24 // 100
    assert page.together == (2,)


def test_req_71_only_wins_of_the_same_round_are_taken_together(room):
    room.win()
    room.win(table="T2")
    with pytest.raises(InputError, match="win 2 is not another one of round 1 at T1"):
        win_page(room, "1", together=["2"])
    with pytest.raises(InputError, match="win 1 is not another one"):
        win_page(room, "1", together=["1"])


def test_req_71_a_shared_win_is_split_to_its_payees_to_the_last_cent():
    """$10,000.01 in thirds: the odd cents go to the first. 24% of $9,999.01 is $2,399.76."""
    room = Room(make_terms((LevelTerms("", 10_000_010_000, 0),)))
    room.coin_in(1)
    room.post()
    page = win_page(room, payees={"Ann": 1, "Bob": 1, "Cem": 1})
    assert [share.win_micros for share in page.payees] == [3_333_340_000, 3_333_340_000, 3_333_330_000]
    assert sum(share.win_micros for share in page.payees) == 10_000_010_000
    assert sum(share.withheld_micros for share in page.payees) == page.tax.withheld_micros == 2_399_760_000
    assert "Payees (form 5754)" in print_record(room, "win", win="1", payees={"Ann": 1, "Bob": 1, "Cem": 1})
    with pytest.raises(InputError, match="every payee has a part"):
        win_page(room, payees={"Ann": 0})


def test_an_old_win_keeps_the_rule_of_its_day_when_a_new_one_comes():
    room = Room(make_terms((LevelTerms("", 700 * MICROS, 0),)))
    room.coin_in(1)
    room.post()
    assert win_page(room).tax.is_reported
    later = replace(regulation().reportable_win[0], since=date(2024, 6, 15), dollars=5_000)
    rules = replace(regulation(), reportable_win=(*regulation().reportable_win, later))
    assert win_page(room, rules=rules).tax.is_reported


# -- hits and meters -------------------------------------------------------------------------------


def test_req_43_the_last_25_hits_the_latest_first_and_more_if_asked(room):
    for _ in range(30):
        room.win()
    assert [win.order for win in last_hits(room.floor, 25)] == list(range(30, 5, -1))
    assert len(last_hits(room.floor, 30)) == 30
    assert "The latest 25 of 30 rows" in print_record(room, "hits", last=25)


def test_hits_may_be_those_confirmed_or_of_one_progressive_only(room):
    room.set_terms(make_terms(id="other", tables=("T9",)))
    room.open("other")
    room.win()
    room.coin_in(1, table="T9")
    room.withdraw(room.post(table="T9"))
    assert [win.order for win in last_hits(room.floor, 25)] == [2, 1]
    assert [win.order for win in last_hits(room.floor, 25, is_confirmed=True)] == [1]
    assert [win.order for win in last_hits(room.floor, 25, progressives=("other",))] == [2]


def test_req_42_every_level_has_its_six_meters_and_req_41_its_six_parameters():
    """Cap $1,000.10 over a $1,000 seed: of 14 cents 10 fit, 4 are overflow; 1 cent goes to the reserve."""
    levels = (LevelTerms("", 1_000 * MICROS, 140_000, 10_000, cap_micros=1_000_100_000),)
    room = Room(make_terms(levels))
    room.play(1)
    (level,) = row_data(read_meters(room.floor, room.floor.progressives["tcp"]), UTC)["levels"]
    assert {name: level[name] for name in ("wagers", "shown_micros", "hits", "paid_micros")} == {
        "wagers": 1,
        "shown_micros": 1_000_100_000,
        "hits": 0,
        "paid_micros": 0,
    }
    assert (level["overflow_micros"], level["reserve_micros"]) == (40_000, 10_000)
    assert [level[name] for name in ("seed_micros", "contribution_ppm", "reserve_ppm")] == [
        10**9,
        140_000,
        10_000,
    ]
    assert (level["cap_micros"], level["most_wager_micros"]) == (1_000_100_000, 100 * MICROS)


def test_req_60_what_each_table_paid_is_apart_and_adds_up(room):
    first, second = room.win(table="T1"), room.win(table="T2")
    meters = read_meters(room.floor, room.floor.progressives["tcp"])
    assert meters.paid_by_table_micros == {"T1": first.micros, "T2": second.micros}
    assert meters.paid_micros == meters.levels[0].paid_micros == first.micros + second.micros
    assert "From the meters  $2,000.29: T1 $1,000.14, T2 $1,000.15" in print_record(room, "meters")


def test_req_60_what_the_trays_paid_is_apart_and_in_the_total(room):
    win = room.win()
    room.coin_in(2)
    room.ask(EndGame, "T1", (TrayAward(2, "straight_flush", 70 * MICROS),))
    meters = read_meters(room.floor, room.floor.progressives["tcp"])
    assert (meters.tray_hits, meters.tray_paid_micros) == (1, 70 * MICROS)
    assert meters.all_paid_micros == win.micros + 70 * MICROS
    assert "From the trays   $70.00, 1 award\n" in print_record(room, "meters")


def test_req_60_envy_that_the_trays_paid_is_apart_and_in_the_total(room):
    win = room.win()
    room.coin_in(2)
    tray = (TrayAward(2, "straight", 6 * MICROS),)
    envy = (EnvyAward(2, 5, "akq_suited", 25 * MICROS), EnvyAward(2, 6, "akq_suited", 350 * MICROS))
    room.ask(EndGame, "T1", tray, envy)
    meters = read_meters(room.floor, room.floor.progressives["tcp"])
    assert (meters.envy_hits, meters.envy_paid_micros) == (2, 375 * MICROS)
    assert meters.all_paid_micros == win.micros + 6 * MICROS + 375 * MICROS
    page = print_record(room, "meters")
    assert "Envy             $375.00, 2 payments, from the trays" in page
    assert "Paid in all      $1,381.14" in page


# -- accrual and deposits --------------------------------------------------------------------------


def test_req_35_what_accrued_is_reported_by_day_and_a_void_round_is_taken_back_on_its_day(room):
    """Three wagers on the first day; on the second two, then a void one of the evening before midnight."""
    room.play(1, 2)
    room.wait(11 * HOUR).coin_in(1)
    room.wait(2 * HOUR).void()
    room.play(1, 2, table="T2")
    first, second = daily_accrual(room.entries, zone=UTC)
    assert (first.day, second.day) == (TODAY, date(2024, 6, 15))
    assert (first.wagers, first.wagered_micros, first.accrued_micros) == (3, 3 * MICROS, 450_000)
    assert (first.meter_micros, first.reserve_micros) == (420_000, 30_000)
    assert (second.wagers, second.voided_micros, second.accrued_micros) == (1, 150_000, 150_000)
    assert first.closing_meter_micros == 1_000_420_000
    assert second.closing_meter_micros == 1_000_560_000
    assert "Accrued in all  $0.60" in print_record(room, "accrual")


def test_req_35_a_day_has_its_wins_seeds_and_adjustments_and_the_days_sum_to_the_meter(room):
    win = room.win()
    room.adjust(-5, Reason.DISPLAY_ERROR)
    (row,) = daily_accrual(room.entries, zone=UTC)
    assert (row.seeded_micros, row.paid_micros, row.adjusted_micros) == (
        2_000 * MICROS,
        win.micros,
        -5 * MICROS,
    )
    came = row.accrued_micros + row.seeded_micros + row.adjusted_micros
    assert came - row.paid_micros == row.closing_meter_micros + row.closing_hidden_micros


def test_req_35_a_day_is_a_day_of_the_card_room(room):
    from zoneinfo import ZoneInfo

    room.now = NOON + 15 * HOUR
    room.play(1)
    (seeded, played) = daily_accrual(room.entries, zone=UTC)
    assert (seeded.wagers, played.wagers) == (0, 1)
    (only,) = daily_accrual(room.entries, zone=ZoneInfo("America/Los_Angeles"))
    assert (only.day, only.wagers) == (TODAY, 1)


def test_accrual_may_be_cut_to_days_and_keeps_the_amounts_before_them(room):
    room.play(1)
    room.wait(DAY).play(1)
    (row,) = daily_accrual(room.entries, zone=UTC, since=date(2024, 6, 15), until=date(2024, 6, 15))
    assert row.closing_meter_micros == 1_000_280_000


def test_req_36_accruals_are_due_within_seven_days_and_a_later_deposit_is_an_alarm(room):
    room.play(1)
    due = deposit_due(room.entries, room.floor, NOON + 7 * DAY, zone=UTC)
    assert (due.due_micros, due.oldest_at, due.deadline_at) == (150_000, NOON, NOON + 7 * DAY)
    assert not due.is_overdue
    late = deposit_due(room.entries, room.floor, NOON + 7 * DAY + 3 * HOUR, zone=UTC)
    assert late.is_overdue
    page = print_record(room, "deposit", at_micros=NOON + 7 * DAY + 3 * HOUR)
    assert "$0.15 is late by 3 h: deposit it at once." in page


def test_req_36_deposits_cover_the_oldest_accruals_first(room):
    room.play(1)
    room.wait(DAY).play(1)
    room.manager.ask(note_deposit("d1", ("ada",), micros=200_000, reference="slip 7"))
    due = deposit_due(room.entries, room.floor, room.now, zone=UTC)
    assert (due.accrued_micros, due.deposited_micros, due.due_micros) == (300_000, 200_000, 100_000)
    assert due.oldest_at == NOON + DAY
    room.manager.ask(note_deposit("d2", ("ada",), micros=100_000, reference="slip 8"))
    paid = deposit_due(room.entries, room.floor, room.now + 30 * DAY, zone=UTC)
    assert (paid.due_micros, paid.oldest_at, paid.is_overdue) == (0, 0, False)
    assert "All that has accrued is deposited." in print_record(room, "deposit")


def test_req_36_a_deposit_ahead_of_time_covers_what_accrues_next(room):
    room.manager.ask(note_deposit("d1", ("ada",), micros=MICROS, reference="slip 7"))
    room.play(1)
    due = deposit_due(room.entries, room.floor, NOON + 30 * DAY, zone=UTC)
    assert (due.due_micros, due.is_overdue) == (-850_000, False)


def test_req_36_a_void_round_owes_nothing(room):
    room.coin_in(1)
    room.void()
    due = deposit_due(room.entries, room.floor, NOON + 30 * DAY, zone=UTC)
    assert (due.accrued_micros, due.oldest_at) == (0, 0)


def test_req_37_the_account_must_hold_meters_reserves_overflow_and_wins_that_wait(room):
    """The meter's $1,000.14 and a cent of reserve, the seed of the restart once the win is off it."""
    room.coin_in(1)
    win = room.post()
    assert deposit_due(room.entries, room.floor, room.now, zone=UTC).required_micros == 1_000_150_000
    posted = Room(make_terms(meter_falls="posted"))
    posted.coin_in(1)
    posted.post()
    assert deposit_due(posted.entries, posted.floor, room.now, zone=UTC).required_micros == 2_000_150_000
    room.confirm(win)
    assert deposit_due(room.entries, room.floor, room.now, zone=UTC).required_micros == 1_000_010_000
    room.floor.book.check()


# -- reconciliation --------------------------------------------------------------------------------


def busy(room):
    """A day with everything in it."""
    room.play(1, 2, 3)
    room.win(2)
    room.coin_in(1, table="T2")
    room.void("T2")
    room.coin_in(1)
    room.withdraw(room.post())
    room.end()
    room.adjust(-1, Reason.DISPLAY_ERROR)
    room.adjust(2, Reason.CORRECTION)
    room.adjust(-0.01, Reason.BOOK_RECEIPTS, account="reserve")
    return room


def test_req_22_balances_derived_from_the_journal_are_those_of_the_floor(room):
    found = reconcile(busy(room).entries, room.floor)
    assert found.is_zero
    assert found.came_in_micros == found.is_there_micros
    assert "Reconciled: every difference is zero." in print_record(room, "reconciliation")


def test_req_22_a_floor_that_differs_by_a_millionth_of_a_dollar_is_not_reconciled(room):
    busy(room)
    room.floor.book.balances[Account(AccountKind.METER, "tcp", "")] += 1
    found = reconcile(room.entries, room.floor)
    assert not found.is_zero
    assert [(one.name, one.difference) for one in found.differences] == [("meter/tcp/", 1)]
    assert "Not reconciled: one figure differs." in print_record(room, "reconciliation")


def test_counts_are_derived_again_too(room):
    busy(room)
    room.floor.progressives["tcp"].levels[""].hits += 1
    (difference,) = reconcile(room.entries, room.floor).differences
    assert (difference.name, difference.journal, difference.floor) == ("tcp/: hits", 1, 2)


def test_a_floor_that_starts_from_a_checkpoint_reconciles_with_the_whole_journal(monkeypatch):
    monkeypatch.setattr("pitboss.house.page.CHECKPOINT_EVERY", 5)
    room = busy(Room(make_terms()))
    again = GameManager(room.manager.store, room.manager.clock)
    assert again.store.checkpoint().number >= 5
    assert reconcile(room.entries, again.floor).is_zero


# -- reductions ------------------------------------------------------------------------------------


def test_req_29_every_fall_has_its_reason_its_text_and_its_people(room):
    room.adjust(-1, Reason.DISPLAY_ERROR, text="display 2 replaced")
    room.coin_in(1)
    room.void(why="seven cards")
    found = list(reductions(room.entries))
    assert [(one.account, one.micros, one.reasons, one.why, one.by) for one in found] == [
        ("meter/tcp/", MICROS, ("display error of faulty equipment",), "display 2 replaced", ("tess", "ada")),
        ("meter/tcp/", 140_000, ("void round",), "seven cards", ("dan",)),
        ("reserve/tcp/", 10_000, ("void round",), "seven cards", ("dan",)),
    ]
    assert "display 2 replaced" in print_record(room, "reductions")


def test_req_27_a_win_lowers_the_meter_with_hand_table_and_seat_as_its_reason(room):
    room.win(3)
    award, restart = reductions(room.entries)
    assert (award.before_micros, award.after_micros) == (1_000_140_000, 1_000_010_000)
    assert (award.reasons, award.why) == (("award confirmed",), "AKQ spades at T1, seat 3")
    assert restart.reasons == ("restart from the reserve",)


def test_req_30_hidden_money_that_is_taken_out_is_booked_as_receipts_in_the_same_entry(room):
    room.play(*range(1, 8))
    room.adjust(-0.07, Reason.BOOK_RECEIPTS, account="reserve", text="link removed")
    (found,) = reductions(room.entries)
    assert (found.account, found.after_micros) == ("reserve/tcp/", 0)
    assert room.floor.book.balance(AccountKind.RECEIPTS, "tcp", "") == 70_000


def test_req_61_money_moved_to_another_progressive_names_its_approval(room):
    room.set_terms(make_terms(id="other", tables=("T9",)))
    room.ask(MoveMoney, "tcp", "", "other", "", 10 * MICROS, "A-17", "replaced", by=("tess", "ada"))
    (found,) = reductions(room.entries, progressives=("tcp",))
    assert found.why == "replaced (approval A-17)"
    assert list(reductions(room.entries, progressives=("other",))) == []


# -- logs ------------------------------------------------------------------------------------------


def test_req_63_a_malfunction_is_reported_within_72_hours_or_late(room):
    room.manager.ask(note_malfunction("m1", ("dan",), table="T2", what="sensor 3 stays dark"))
    (noted,) = malfunctions(room.entries, zone=UTC)
    assert (noted.table, noted.what, noted.due_at) == ("T2", "sensor 3 stays dark", NOON + 72 * HOUR)
    assert not noted.is_late(NOON + 72 * HOUR)
    assert noted.is_late(NOON + 72 * HOUR + 1)
    assert "71 h" not in print_record(room, "malfunctions", at_micros=NOON + HOUR)
    assert "2 d 23 h left" in print_record(room, "malfunctions", at_micros=NOON + HOUR)
    room.wait(DAY)
    report_malfunction(room.manager, "m1", "the commission, by mail", id_="r1", by=("tess",))
    (reported,) = malfunctions(room.entries, zone=UTC)
    assert (reported.reported_at, reported.reported_to) == (NOON + DAY, "the commission, by mail")
    assert not reported.is_late(NOON + 30 * DAY)
    with pytest.raises(RefusedError, match="reported before"):
        report_malfunction(room.manager, "m1", "again", id_="r2", by=("tess",))


def test_req_68_a_check_over_5000_dollars_is_due_within_24_hours():
    room = Room(make_terms((LevelTerms("", 5_000_010_000, 0),)))
    win = room.win()
    request_check(room.manager, win, "Ann", id_="c1", by=("cass",))
    (check,) = check_payments(room.entries, room.floor, zone=UTC)
    assert (check.payee, check.micros, check.due_at) == ("Ann", 5_000_010_000, NOON + DAY)
    assert not check.is_late(NOON + DAY)
    assert check.is_late(NOON + DAY + 1)
    assert "late by 2 h" in print_record(room, "checks", at_micros=NOON + DAY + 2 * HOUR)
    room.wait(HOUR)
    pay_check(room.manager, win, "4711", id_="c2", by=("cass",))
    (paid,) = check_payments(room.entries, room.floor, zone=UTC)
    assert (paid.number, paid.paid_at) == ("4711", NOON + HOUR)
    assert not paid.is_late(NOON + 30 * DAY)
    assert win_page(room).check == paid


def test_req_68_a_check_of_5000_dollars_has_no_deadline():
    room = Room(make_terms((LevelTerms("", 5_000 * MICROS, 0),)))
    request_check(room.manager, room.win(), "Ann", id_="c1", by=("cass",))
    (check,) = check_payments(room.entries, room.floor, zone=UTC)
    assert (check.due_at, check.is_late(NOON + 30 * DAY)) == (0, False)


def test_a_check_is_for_a_confirmed_win_once_asked_for_and_once_paid(room):
    room.coin_in(1)
    win = room.post()
    with pytest.raises(RefusedError, match="a check is for a confirmed win"):
        request_check(room.manager, win, "Ann", id_="c1", by=("cass",))
    room.confirm(win)
    win = room.floor.wins[win.id]
    with pytest.raises(RefusedError, match="nobody has asked"):
        pay_check(room.manager, win, "4711", id_="c2", by=("cass",))
    request_check(room.manager, win, "Ann", id_="c3", by=("cass",))
    with pytest.raises(RefusedError, match="asked for before"):
        request_check(room.manager, win, "Ann", id_="c4", by=("cass",))
    pay_check(room.manager, win, "4711", id_="c5", by=("cass",))
    with pytest.raises(RefusedError, match="handed over before"):
        pay_check(room.manager, win, "4712", id_="c6", by=("cass",))


def test_a_record_says_something():
    with pytest.raises(RefusedError, match="say to whom the check goes"):
        note_check_request("c1", ("cass",), win="w", payee=" ")
    with pytest.raises(RefusedError, match="more than nothing"):
        note_deposit("d1", ("ada",), micros=0, reference="slip")


def test_req_56_a_change_of_terms_is_in_the_history_with_before_after_and_both_people(room):
    room.close()
    room.set_terms(make_terms((LevelTerms("", 1_000 * MICROS, 120_000, 10_000),)))
    set_up, opened, closed, changed = terms_history(room.entries)
    assert [line.what for line in (set_up, opened, closed, changed)] == [
        "set up",
        "opened",
        "closed",
        "changed",
    ]
    (change,) = changed.changes
    assert (change.name, change.before, change.after) == ("level contribution_ppm", "14%", "12%")
    assert changed.by == ("tess", "ada")


def test_req_57_accounting_is_told_of_a_change_of_rate_and_of_no_other(room):
    room.close()
    room.set_terms(make_terms(equal_split=True))
    room.set_terms(make_terms((LevelTerms("", 1_000 * MICROS, 140_000, 20_000),), equal_split=True))
    *_, split, rate = terms_history(room.entries, progressives=("tcp",))
    assert (split.is_for_accounting, rate.is_for_accounting) == (False, True)
    told = [line for line in print_record(room, "history").splitlines() if "tell accounting" in line]
    assert [line.split()[0] for line in told] == [str(rate.entry)]


def test_the_reason_why_a_progressive_was_stopped_is_in_its_history(room):
    room.close(stopped="seized by the county")
    *_, line = terms_history(room.entries)
    assert line.what == "closed: seized by the county"


# -- prizes ----------------------------------------------------------------------------------------


def test_req_39_the_second_highest_odds_based_prize_above_25000_dollars_is_held():
    """Three Card Poker at $400: the Bonus pays 4,000 and 1,000 to 1, the 6 Card Bonus 1,000 to 1."""
    fund = prize_fund([make_terms()], TODAY)
    assert [prize.micros // MICROS for prize in fund.prizes[:3]] == [1_600_000, 400_000, 400_000]
    assert fund.held.micros == 400_000 * MICROS
    assert all(prize.micros > 25_000 * MICROS for prize in fund.prizes)


def test_req_39_the_limit_of_the_day_decides_and_the_progressive_has_a_limit_of_its_own():
    fund = prize_fund([make_terms()], date(2020, 1, 1))
    assert fund.prizes[0].micros == 4_000 * 300 * MICROS
    mine = [prize for prize in fund.prizes if prize.paytable == "TCP Progressive 1"]
    assert [(prize.line, prize.micros) for prize in mine] == [("akq_suited", 500 * 100 * MICROS)]


def test_req_39_a_share_of_a_meter_is_no_odds_based_prize_and_no_game_holds_nothing():
    lines = {prize.line for prize in prize_fund([make_terms()], TODAY).prizes if prize.wager == "Progressive"}
    assert "akq_spades" not in lines
    assert prize_fund([], TODAY).held is None


# -- data ------------------------------------------------------------------------------------------


def test_every_record_is_json(room):
    busy(room)
    for rows in (
        last_hits(room.floor, 25),
        daily_accrual(room.entries, zone=UTC),
        list(reductions(room.entries)),
        list(terms_history(room.entries)),
        [deposit_due(room.entries, room.floor, room.now, zone=UTC)],
        [read_meters(room.floor, state) for state in room.floor.progressives.values()],
        [prize_fund([make_terms()], TODAY)],
    ):
        assert format_json(rows_data(rows, UTC)).startswith("[")
