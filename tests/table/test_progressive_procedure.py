"""A live table's progressive by the documents: wagers taken when counted, wins refused, all off the meter."""

from dataclasses import replace

import pytest
from progressive_floor import JACKPOT, RATE, RESERVE, TERMS, open_floor
from room_stand import SUE
from stand import done, of, only

from house.test_room import check_money
from pitboss.base.money import MICROS
from pitboss.house.reconciliation import reconcile_book
from pitboss.jackpot.controller import Button, Dialect
from pitboss.jackpot.fact import GameOver
from pitboss.jackpot.layout import make_layout
from pitboss.jackpot.request import WithdrawWin
from pitboss.jackpot.terms import LevelTerms, Terms
from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.verify import verify
from pitboss.rules import load_game
from pitboss.rules.notation import parse_record
from pitboss.storage.memory import MemoryStore
from pitboss.table import command, event
from pitboss.table.phase import Phase
from pitboss.table.replay import replay_round
from pitboss.table.view import view as view_table

STRAIGHT = """
    seat 2: ante 5, progressive 1; 9h 8d 7c; play
    seat 4: ante 5, progressive 1; 4c 6d Js; fold
    dealer: 2d 4h 6s
    """


@pytest.fixture
def manager():
    return open_floor(MemoryStore())


def check_book(manager, stand):
    check_money(stand.room)
    assert verify(manager.store.entries()).fault is None
    assert reconcile_book(manager.store.entries()).is_right


def balance(manager, kind, table="T1", level=""):
    return manager.floor.book.balances[Account(kind, table, level)]


# -- wagers are taken when they are counted --------------------------------------------------------


def test_the_dealer_takes_the_wagers_once_they_are_counted(sit_at, manager):
    stand = sit_at(manager)
    stand.start(STRAIGHT)
    assert "takes the progressive wagers off the sensors of 2 and 4: they are counted" in done(stand.events)
    assert stand.table.money.balances["pot 2 progressive"] == 0
    assert balance(manager, AccountKind.TRAY) == 2 * MICROS - 2 * (RATE + RESERVE)
    assert [seat.in_play_micros for seat in view_table(stand.table).seats if seat.wagers] == [5 * MICROS] * 2
    assert {sensor.name for sensor in stand.controller.sensors.values()} == {"LOCKED", "DARK"}
    stand.run()
    check_book(manager, stand)


def test_a_void_gives_them_back(sit_at, manager):
    stand = sit_at(manager)
    before = stand.table.money.balances.copy()
    stand.start("seat 2: ante 5, progressive 1; Ah Kd 9c; play\ndealer: 2d 4h 6s")
    stand.send(command.VoidRound("sue", "misdeal"), actor=SUE)
    assert balance(manager, AccountKind.TRAY) == 0
    assert {k: v for k, v in stand.table.money.balances.items() if v and "pot" in k} == {}
    assert before["tray"] == stand.table.money.balances["tray"]
    check_book(manager, stand)


def test_on_bet_the_set_they_stay_because_the_game_says_so(sit_at):
    assert load_game("blackjack").wagers["progressive"].stays
    assert not load_game("three_card_poker").wagers["progressive"].stays
    terms = Terms(
        "set",
        {"blackjack": "Bet the Set 21 Progressive"},
        ("T1",),
        (LevelTerms("", 10_000 * MICROS, 160_000),),
    )
    assert not terms.stays_on_table
    assert stays_at_the_keypad("blackjack", terms)
    assert not stays_at_the_keypad("three_card_poker", TERMS)
    assert stays_at_the_keypad("three_card_poker", replace(TERMS, stays_on_table=True))


def stays_at_the_keypad(game, terms):
    return make_layout(load_game(game), terms).stays


# -- a win that nobody verifies --------------------------------------------------------------------


@pytest.mark.parametrize("how", ["phone", "own press", "key"])
def test_a_win_that_a_supervisor_refuses_is_none_and_the_round_ends_for_the_others(sit_at, manager, how):
    stand = sit_at(manager)
    stand.start(JACKPOT)
    stand.run(until=Phase.CLOSING)
    chips = stand.table.chips(stand.table.seating.players[3])
    meter = manager.floor.meter("link", "")
    if how == "phone":
        manager.ask(WithdrawWin("phone", ("sue",), "T1/1/win 1", "a card was misread"))
    elif how == "own press":
        stand.press(Button.HAND, SUE, 3, "akq_spades")
    else:
        stand.press(Button.KEY_TO_JACKPOT, SUE)
        stand.press(Button.HAND, SUE, 3, "akq_spades")
        stand.press(Button.KEY_TO_RUN, SUE)
    stand.run()
    assert only(event.PrizeRefused, stand.events).seat == 3
    assert not of(event.PrizePaid, stand.events)
    assert not of(event.EnvyPaid, stand.events), "and nobody gets envy for it"
    assert stand.table.chips(stand.table.seating.players[3]) == chips
    assert manager.floor.meter("link", "") == meter
    assert manager.floor.progressives["link"].levels[""].hits == 0
    over = only(GameOver, [entry.draft.fact for entry in manager.store.entries()])
    assert over.envy == ()
    check_book(manager, stand)


def test_the_line_of_such_a_round_tells_the_same_again(sit_at, manager):
    stand = sit_at(manager)
    stand.start(JACKPOT)
    stand.run(until=Phase.CLOSING)
    stand.press(Button.HAND, SUE, 3, "akq_spades")
    stand.run()
    line = only(event.RoundClosed, stand.events).proof.line
    assert "award seat 3 progressive = 0" in line
    again = list(replay_round(*parse_record(line)))
    assert not of(event.EnvyPaid, again)
    (won,) = [one for one in of(event.BetSettled, again) if (one.seat, one.bet) == (3, "progressive")]
    assert won.payout_micros == 0


# -- all payouts from the meter --------------------------------------------------------------------


@pytest.mark.parametrize("dialect", list(Dialect), ids=lambda dialect: dialect.name)
def test_where_all_payouts_come_off_the_meter_the_tray_pays_nothing(sit_at, dialect):
    manager = open_floor(MemoryStore(), replace(TERMS, all_from_meter=True))
    stand = sit_at(manager, dialect=dialect.value)
    stand.start(STRAIGHT)
    meter, tray = manager.floor.meter("link", ""), balance(manager, AccountKind.TRAY)
    stand.run(until=Phase.CLOSING)
    (won,) = [one for one in of(event.BetSettled, stand.events) if (one.seat, one.bet) == (2, "progressive")]
    assert (won.payout_micros, won.is_owed) == (6 * MICROS, True)
    assert manager.floor.meter("link", "") == meter
    stand.confirm(2)
    assert manager.floor.meter("link", "") == meter - 6 * MICROS
    assert stand.table.running.settlement.paid_micros[2, "progressive"] == 6 * MICROS
    stand.run()
    over = only(GameOver, [entry.draft.fact for entry in manager.store.entries()])
    assert over.tray == ()
    base = sum(
        one.payout_micros - one.stake_micros
        for one in of(event.BetSettled, stand.events)
        if one.bet != "progressive"
    )
    assert balance(manager, AccountKind.TRAY) == tray - base
    assert manager.floor.progressives["link"].tray.hits == 0
    check_book(manager, stand)
    line = only(event.RoundClosed, stand.events).proof.line
    assert "award seat 2 progressive = 6" in line
    again = of(event.BetSettled, replay_round(*parse_record(line)))
    paid = {one.seat: one.payout_micros for one in again if one.bet == "progressive"}
    assert paid == {2: 6 * MICROS, 4: 0}
