"""A live table of a room on a progressive: coin in, a jackpot, envy, a supervisor's word, all in the book."""

from contextlib import closing
from dataclasses import replace
from itertools import pairwise

import pytest
from progressive_floor import JACKPOT, NOTHING, RATE, RESERVE, SEED, STUD, TERMS, TRAY, TWO, kinds, open_floor
from room_stand import DAN, SUE
from stand import of, only

from house.test_room import check_money
from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.house.manager import GameManager
from pitboss.house.reconciliation import reconcile_book
from pitboss.jackpot.authority import check_authority
from pitboss.jackpot.controller import Button, Dialect, Sensor, view
from pitboss.jackpot.controller import Phase as ControllerPhase
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import CoinIn, ConfirmWin, WithdrawWin
from pitboss.jackpot.terms import LevelTerms, Terms
from pitboss.jackpot.win import WinStatus
from pitboss.ledger.account import AccountKind
from pitboss.ledger.verify import verify
from pitboss.service.acts import DECIDES, describe_acts
from pitboss.service.oversight import find_alarms
from pitboss.storage.address import open_store
from pitboss.storage.memory import MemoryStore
from pitboss.table import command, event
from pitboss.table.command import CloseRound
from pitboss.table.phase import Phase

# -- from the first wager to GAME OVER -------------------------------------------------------------


@pytest.mark.parametrize("dialect", list(Dialect), ids=lambda dialect: dialect.name)
def test_seven_seats_a_jackpot_envy_and_a_supervisor_on_sqlite_in_both_dialects(tmp_path, sit_at, dialect):
    with closing(open_store(f"{tmp_path}/floor.db")) as store:
        manager = open_floor(store, guard=check_authority)
        stand = sit_at(manager, dialect=dialect.value)
        stand.bet(JACKPOT)
        assert {seat.sensor for seat in view(stand.live.keypad).seats} == {"placed"}
        stand.do(command.CallNoMoreBets())
        assert {seat.sensor for seat in view(stand.live.keypad).seats} == {"locked"}
        shown = SEED + 7 * RATE
        assert len(of(event.ProgressiveCounted, stand.events)) == 7
        assert manager.floor.shown("link", "") == shown // 10_000 * 10_000

        stand.run(until=Phase.CLOSING)
        won = next(e for e in of(event.BetSettled, stand.events) if e.bet == "progressive" and e.seat == 3)
        assert won.payout_micros == shown // 10_000 * 10_000
        seed_and_reserve = SEED + 7 * RESERVE
        assert manager.floor.shown("link", "") == seed_and_reserve, "for everybody else, at once"
        keypad = stand.live.keypad
        (open_win,) = view(keypad).wins
        assert (open_win.seat, open_win.micros, open_win.needs) == (3, won.payout_micros, "a supervisor")
        assert [(one.seat, one.micros) for one in view(keypad).envies] == [
            (seat, 100 * MICROS) for seat in (7, 6, 5, 4, 2, 1)
        ]

        with pytest.raises(InputError, match="a win of seat 3 is neither confirmed nor taken back"):
            stand.step()
        assert stand.table.phase is Phase.CLOSING
        stand.confirm(3)
        stand.run()
        assert {(e.seat, e.holder, e.micros) for e in of(event.EnvyPaid, stand.events)} == {
            (seat, 3, 100 * MICROS) for seat in (1, 2, 4, 5, 6, 7)
        }
        (win,) = manager.floor.wins.values()
        assert (win.seat, win.line, win.status, win.settled_by) == (3, "akq_spades", "confirmed", "sue")
        assert win.cards.split() == ["As", "Ks", "Qs"]
        state = manager.floor.progressives["link"]
        assert (state.levels[""].hits, state.envy.hits, state.envy.micros) == (1, 6, 600 * MICROS)
        stand.do(command.OpenBets())
        assert {seat.sensor for seat in view(stand.live.keypad).seats} == {"invited"}
        assert verify(store.entries()).fault is None
        assert stand.table.money.is_conserved


def test_the_entries_of_a_live_table_are_those_of_a_keypad_each_before_the_line_that_asked(sit_at, manager):
    stand = sit_at(manager)
    stand.start(JACKPOT)
    assert kinds(manager) == ["coin in", "line"]
    stand.run(until=Phase.CLOSING)
    stand.confirm(3)
    stand.run()
    assert kinds(manager) == ["game over", "round", "line"]
    entries = [entry.draft for entry in manager.store.entries(4)]
    asked = [draft for draft in entries if draft.kind not in ("line", "round")]
    assert [draft.id for draft in asked] == [
        "T1/1/coin in",
        "T1/1/win 1",
        "T1/1/win 1/record",
        "T1/1/win 1/confirm",
        "T1/1/game over",
    ]
    for draft, following in pairwise(entries):
        if draft in asked:
            assert following.kind in ("line", "round")
            assert draft.place == "T1"


def test_hands_that_the_tray_pays_and_hands_without_the_wager_are_pressed_too(sit_at, manager):
    """AKQ of hearts pays 500 for 1 and $25 of envy, at seat 5 without a wager the envy only."""
    stand = sit_at(manager)
    stand.play("""
        seat 2: ante 5, progressive 1; Ah Kh Qh; play
        seat 4: ante 5, progressive 1; 4c 6d Js; fold
        seat 5: ante 5; Ad Kd Qd; play
        dealer: 2d 4h 6s
        """)
    over = manager.store.find("T1/1/game over").draft.fact
    assert over.tray == ((2, "akq_suited", 500 * MICROS),)
    assert set(over.envy) == {
        (4, 2, "akq_suited", 25 * MICROS),
        (4, 5, "akq_suited", 25 * MICROS),
        (2, 5, "akq_suited", 25 * MICROS),
    }
    assert manager.floor.progressives["link"].tray.hits == 1


def test_on_a_link_paytable_table_and_keypad_multiply_envy_by_the_wager(sit_at):
    levels = tuple(LevelTerms(name, 1_000 * MICROS, 50_000) for name in ("Mega", "Major", "Minor"))
    terms = Terms("link", {"mississippi_stud": "Link ML03"}, ("T1", "T2"), levels)
    manager = open_floor(MemoryStore(), terms)
    limits = {"progressive": (MICROS, 5 * MICROS, MICROS)}
    stand = sit_at(manager, game="mississippi_stud", paytable="Link ML03", limits=limits)
    stand.start("""
        seat 1: ante 5, progressive 3; 4h 9d; fold
        seat 2: ante 5, progressive 1; As Ks; bet 1x, bet 1x, bet 1x
        board: Qs Js Ts
        """)
    stand.run(until=Phase.CLOSING)
    stand.confirm(2)
    stand.run()
    assert only(event.EnvyPaid, stand.events).micros == 3_000 * MICROS
    assert manager.floor.progressives["link"].envy.micros == 3_000 * MICROS


def test_a_player_on_two_spots_gets_what_the_game_says(sit_at, manager):
    stand = sit_at(manager, envy_between_own_spots="none")
    stand.play("""
        seat 2 of Ann: ante 5, progressive 1; Ah Kh Qh; play
        seat 3 of Ann: ante 5, progressive 1; 2c 7d 9s; fold
        seat 4 of Bob: ante 5, progressive 1; 4c 6d Js; fold
        dealer: 2d 4h 6s
        """)
    assert [e.seat for e in of(event.EnvyPaid, stand.events)] == [4]
    assert manager.floor.progressives["link"].envy.hits == 1


def test_of_two_winners_of_a_round_each_is_paid_once_by_its_own_purse(sit_at, manager):
    """The meter pays seat 3, the tray seat 2; both get envy for the other's hand."""
    stand = sit_at(manager)
    stand.start(TWO)
    meter = manager.floor.shown("link", "")
    stand.run(until=Phase.CLOSING)
    stand.confirm(3)
    stand.run()
    paid = {e.seat: e.payout_micros for e in of(event.BetSettled, stand.events) if e.bet == "progressive"}
    assert paid == {2: 500 * MICROS, 3: meter}
    state = manager.floor.progressives["link"]
    assert (state.levels[""].paid_micros, state.tray.micros) == (meter, 500 * MICROS)
    assert {(e.seat, e.micros) for e in of(event.EnvyPaid, stand.events)} == {
        (2, 100 * MICROS),
        (3, 25 * MICROS),
    }
    assert stand.table.money.is_conserved


def test_of_two_winners_from_one_meter_the_one_to_the_right_is_paid_first(sit_at):
    """Seat 5 takes a tenth of what is there, seat 2 with the royal flush all that is left."""
    terms = replace(TERMS, paytables={"mississippi_stud": STUD})
    manager = open_floor(MemoryStore(), terms)
    stand = sit_at(manager, game="mississippi_stud", paytable=STUD)
    stand.start("""
        seat 2: ante 5, progressive 1; As Ks; bet 1x, bet 1x, bet 1x
        seat 5: ante 5, progressive 1; 9s 8s; bet 1x, bet 1x, bet 1x
        board: Qs Js Ts
        """)
    meter = manager.floor.meter("link", "")
    stand.run(until=Phase.CLOSING)
    first, second = sorted(manager.floor.wins.values(), key=lambda win: win.order)
    assert (first.seat, second.seat) == (5, 2)
    assert first.micros == meter // 10 // 10_000 * 10_000
    assert second.micros == (meter - first.micros) // 10_000 * 10_000
    paid = {e.seat: e.payout_micros for e in of(event.BetSettled, stand.events) if e.bet == "progressive"}
    assert paid == {5: first.micros, 2: second.micros}
    stand.confirm(5)
    with pytest.raises(InputError, match="a win of seat 2 is neither confirmed nor taken back"):
        stand.step()
    stand.confirm(2)
    stand.run()
    assert manager.floor.progressives["link"].levels[""].hits == 2
    check_money(stand.room)
    assert verify(manager.store.entries()).fault is None


# -- the floor around it ---------------------------------------------------------------------------


def test_two_tables_of_a_link_play_on_while_a_win_waits(sit_at, manager):
    one = sit_at(manager)
    other = sit_at(manager, "T2", room=one.room)
    one.start(JACKPOT)
    one.run(until=Phase.CLOSING)
    other.play(NOTHING)
    assert other.table.phase is Phase.IDLE
    (win,) = manager.floor.open_wins("T1")
    manager.ask(WithdrawWin("no", ("sue",), win.id, "a misread hand"))
    assert manager.floor.meter("link", "") == SEED + 8 * RATE, "as if it had never been posted"


def test_a_win_that_is_confirmed_on_the_floors_screen_lets_the_round_end(sit_at, manager):
    stand = sit_at(manager)
    stand.start(JACKPOT)
    stand.run(until=Phase.CLOSING)
    (win,) = manager.floor.open_wins("T1")
    manager.ask(ConfirmWin("on the screen", ("sue",), win.id))
    stand.run()
    assert stand.table.phase is Phase.IDLE
    assert manager.floor.progressives["link"].envy.hits == 6


def test_a_win_that_another_process_confirms_is_heard_too(tmp_path, sit_at):
    with closing(open_store(f"{tmp_path}/floor.db")) as store:
        manager = open_floor(store)
        stand = sit_at(manager)
        stand.start(JACKPOT)
        stand.run(until=Phase.CLOSING)
        (win,) = manager.floor.open_wins("T1")
        with closing(open_store(f"{tmp_path}/floor.db")) as same:
            GameManager(same, lambda: 1_700_000_000_000_000).ask(ConfirmWin("elsewhere", ("sue",), win.id))
        stand.run()
        assert stand.table.phase is Phase.IDLE


def test_a_hand_that_was_taken_back_at_the_keypad_may_be_pressed_again_before_the_round_ends(sit_at, manager):
    stand = sit_at(manager)
    stand.start(JACKPOT)
    stand.run(until=Phase.CLOSING)
    stand.press(Button.HAND, DAN, 3, "akq_spades")
    stand.press(Button.HAND, DAN, 3, "akq_spades")
    stand.confirm(3)
    stand.run()
    (win,) = [one for one in manager.floor.wins.values() if one.status == "confirmed"]
    assert win.cards.split() == ["As", "Ks", "Qs"]
    assert manager.floor.book.balance(AccountKind.PAID, "link", "") == 0
    assert verify(manager.store.entries()).fault is None


def test_a_win_that_is_posted_again_is_paid_as_it_was_confirmed(sit_at, manager):
    """Another table of the link has played since it was taken back: no chip had moved, so nothing differs."""
    stand = sit_at(manager)
    other = sit_at(manager, "T2", room=stand.room)
    stand.start(JACKPOT)
    stand.run(until=Phase.CLOSING)
    chips = stand.table.chips(stand.table.seating.players[3])
    stand.press(Button.HAND, DAN, 3, "akq_spades")
    other.play(NOTHING)
    stand.press(Button.HAND, DAN, 3, "akq_spades")
    (win,) = [one for one in manager.floor.wins.values() if one.status is WinStatus.POSTED]
    assert win.cards == "As Ks Qs"
    assert stand.table.chips(stand.table.seating.players[3]) == chips, "paid before it is confirmed"
    stand.room.do(stand.room.asking(ConfirmWin("yes", ("sue",), win.id)))
    assert stand.table.chips(stand.table.seating.players[3]) == chips + win.micros
    stand.run()
    assert manager.floor.book.balance(AccountKind.PAID, "link", "") == 0
    check_money(stand.room)
    assert verify(manager.store.entries()).fault is None


def test_a_hand_of_the_tray_that_was_taken_back_at_the_keypad_keeps_the_round_from_ending(sit_at, manager):
    """The table has paid it: without its award in the book the round is not over; the refusal names it."""
    stand = sit_at(manager)
    stand.start(TRAY)
    stand.run(until=Phase.CLOSING)
    stand.press(Button.HAND, DAN, 2, "akq_suited")
    before = manager.number
    with pytest.raises(RefusedError, match="seat 2 has AKQ suited and its key is not lit: press it again"):
        stand.step()
    assert (manager.number, stand.table.phase) == (before, Phase.CLOSING)
    stand.press(Button.HAND, DAN, 2, "akq_suited")
    stand.run()
    over = manager.store.find("T1/1/game over").draft.fact
    assert over.tray == ((2, "akq_suited", 500 * MICROS),)
    assert [award.holder for award in over.envy] == [2]


def test_the_floor_closes_a_round_that_cannot_agree_with_a_reason_that_reconciliation_lists(sit_at, manager):
    """Not where they agree, and not without a reason; the alarm goes, and the act stands in the book."""
    stand = sit_at(manager)
    stand.start(TRAY)
    stand.run(until=Phase.CLOSING)
    close = CloseRound("sue", "the key of seat 2 is broken")
    with pytest.raises(RefusedError, match="table and keypad agree: end the round as usual"):
        stand.send(close, actor=SUE)
    stand.press(Button.HAND, DAN, 2, "akq_suited")
    hosted = stand.room.open("T1")
    assert "cannot end" in " ".join(one.words for one in find_alarms(manager.floor, hosted))
    (act,) = [one for one in describe_acts(stand.table, DECIDES) if one["command"] == "close_round"]
    assert act["why_not"] == ""
    with pytest.raises(InputError, match="who reports it and why: say both"):
        stand.send(CloseRound("sue", " "), actor=SUE)
    stand.send(close, actor=SUE)
    assert stand.table.phase is Phase.IDLE
    words = [one.words for one in find_alarms(manager.floor, hosted)]
    assert "cannot end" not in " ".join(words)
    why = "though table and keypad differed: the key of seat 2 is broken"
    assert f"Round 1 was closed by sue {why}" in words
    found = reconcile_book(manager.store.entries())
    assert found.is_right
    (listed,) = found.closed
    assert (listed.table, listed.what) == ("T1", "round 1 was closed by sue: the key of seat 2 is broken")
    check_money(stand.room)
    stand.room.hosted.clear()
    assert stand.table.phase is Phase.IDLE


@pytest.mark.parametrize(("seat", "line"), [(4, "akq_suited"), (2, "straight_flush")])
def test_a_hand_that_the_table_has_not_read_cannot_be_pressed(sit_at, manager, seat, line):
    stand = sit_at(manager)
    stand.start(TRAY)
    with pytest.raises(RefusedError, match="it lights when the seat is settled"):
        stand.press(Button.HAND, DAN, 2, "akq_suited")
    stand.run(until=Phase.CLOSING)
    with pytest.raises(RefusedError, match=r"the table has not read this hand|press that again first"):
        stand.press(Button.HAND, DAN, seat, line)
    stand.run()


def test_a_hand_of_the_tray_waits_while_a_supervisor_stands_at_the_keypad(sit_at, manager):
    stand = sit_at(manager)
    stand.start(TWO)
    while not manager.floor.wins:
        stand.step()
    stand.press(Button.KEY_TO_JACKPOT, SUE)
    stand.run(until=Phase.CLOSING)
    with pytest.raises(RefusedError, match="seat 2 has AKQ suited and its key is not lit"):
        stand.step()
    stand.press(Button.JACKPOT, SUE)
    stand.press(Button.KEY_TO_RUN, SUE)
    stand.run()
    assert manager.floor.progressives["link"].tray.hits == 1


def test_a_void_round_takes_its_contributions_out_again(sit_at, manager):
    stand = sit_at(manager)
    stand.start(JACKPOT)
    stand.send(command.VoidRound("sue", "a card on the floor"), actor=SUE)
    assert kinds(manager) == ["void", "round", "line"]
    assert manager.floor.meter("link", "") == SEED
    assert stand.table.phase is Phase.IDLE
    assert manager.floor.kinds["void"] == 1
    assert manager.store.find("T1/1/void").draft.by == ("sue",)
    assert stand.table.money.is_conserved
    stand.play(NOTHING)
    assert manager.floor.meter("link", "") == SEED + RATE


@pytest.mark.parametrize(
    ("is_confirmed", "why"),
    [(False, "a win of this round waits for a supervisor"), (True, "the office backs the win out")],
)
def test_a_void_is_refused_with_what_became_of_the_win(sit_at, manager, is_confirmed, why):
    stand = sit_at(manager)
    stand.start(JACKPOT)
    stand.run(until=Phase.CLOSING)
    if is_confirmed:
        (win,) = manager.floor.open_wins("T1")
        manager.ask(ConfirmWin("on the screen", ("sue",), win.id))
    with pytest.raises(InputError, match=why):
        stand.send(command.VoidRound("sue", "a misdeal"), actor=SUE)


def test_a_round_without_a_progressive_wager_is_passed(sit_at, manager):
    stand = sit_at(manager)
    stand.start("seat 1: ante 5; 2c 7d 9s; fold\ndealer: 2d 4h 6s")
    assert stand.controller.phase is ControllerPhase.PASSED
    assert set(stand.controller.sensors.values()) == {Sensor.DARK}
    stand.run()
    assert stand.controller.phase is ControllerPhase.OPEN
    assert {entry.draft.kind for entry in manager.store.entries(3)} == {"line", "round"}


def test_nobody_but_the_table_counts_wagers_of_a_live_table(sit_at, manager):
    sit_at(manager)
    with pytest.raises(RefusedError, match="T1 is a live table: it counts and posts by itself"):
        manager.ask(CoinIn("by hand", ("dan",), "T1", 1, {1: MICROS}))
