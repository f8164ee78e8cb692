"""Mississippi Stud and Caribbean Stud on one link, from the set-up to a confirmed win, at live tables.

The proof that both win the same meters with the same hands at the same chances is part of the set-up.
"""

import re
from contextlib import closing
from itertools import count

import pytest
from progressive_floor import OFFICE
from room_stand import SUE
from stand import of, only
from typer.testing import CliRunner

from documents import proves
from house.test_room import check_money
from pitboss.base.money import CENT, MICROS
from pitboss.cli.app import GROUPS
from pitboss.cli.command import make_group
from pitboss.house.manager import GameManager
from pitboss.house.progressive import set_up
from pitboss.house.reconciliation import reconcile_book
from pitboss.house.tableside import open_tableside
from pitboss.jackpot.controller import Dialect, command, view
from pitboss.jackpot.display import read_display
from pitboss.jackpot.request import ConfirmWin, Switch, WithdrawWin
from pitboss.jackpot.terms import Installation, LevelTerms, Terms
from pitboss.ledger.verify import verify
from pitboss.rules import load_game
from pitboss.storage.address import open_store
from pitboss.storage.memory import MemoryStore
from pitboss.table import event
from pitboss.table.phase import Phase

MISSISSIPPI, CARIBBEAN, PAYTABLE = "mississippi_stud", "caribbean_stud", "Link ML01"
SEEDS = {"Mega": 10_000 * MICROS, "Major": 2_500 * MICROS}
RATE, RESERVE = 60_000, 5_000
ROYAL = {
    MISSISSIPPI: """
        seat 1: ante 5, progressive 1; 4h 9d; fold
        seat 2: ante 5, progressive 1; As Ks; bet 1x, bet 1x, bet 1x
        board: Qs Js Ts
        """,
    CARIBBEAN: """
        seat 1: ante 5, progressive 1; 4h 9d 2c 5c 7s; fold
        seat 2: ante 5, progressive 1; As Ks Qs Js Ts; raise
        dealer: Ac Qd Jh 9s 8c
        """,
}
PLAIN = {
    MISSISSIPPI: "seat 3: ante 5, progressive 1; 4h 9d; fold\nboard: 2s 7d Kc",
    CARIBBEAN: "seat 3: ante 5, progressive 1; 4h 9d 2c 5c 7s; fold\ndealer: Ac Qd Jh 9s 8c",
}
GAMES = {"T1": MISSISSIPPI, "T2": CARIBBEAN}


def make_terms(**changes):
    levels = tuple(LevelTerms(name, seed, RATE, RESERVE) for name, seed in SEEDS.items())
    installed = {table: Installation(game) for table, game in GAMES.items()}
    games = {MISSISSIPPI: PAYTABLE, CARIBBEAN: PAYTABLE}
    return Terms("link", games, tuple(GAMES), levels, installed=installed, **changes)


def open_link(store, **changes):
    ticks = count(1_700_000_000_000_000, MICROS)
    manager = GameManager(store, lambda: next(ticks))
    set_up(manager, make_terms(**changes), id_="terms", by=OFFICE)
    manager.ask(Switch("open", ("sue",), "link", True))
    return manager


@pytest.fixture
def sit_at_both(sit_at):
    """A live table of each game, in one room."""

    def sit(manager, dialect=Dialect.NEXUS):
        more = {"paytable": PAYTABLE, "dialect": dialect.value}
        one = sit_at(manager, "T1", MISSISSIPPI, **more)
        return {"T1": one, "T2": sit_at(manager, "T2", CARIBBEAN, room=one.room, **more)}

    return sit


def shown(manager, table):
    """What hangs over a table: live amount, large amount and what waits, by level."""
    display = read_display(manager.floor, table, manager.floor.last_at)
    return [(one.level, one.micros, one.shown_micros, one.waiting) for one in display.amounts]


def check_book(manager, stand):
    check_money(stand.room)
    assert verify(manager.store.entries()).fault is None
    assert reconcile_book(manager.store.entries()).is_right


@proves("003 link 4")
@pytest.mark.parametrize("dialect", list(Dialect), ids=lambda dialect: dialect.name)
@pytest.mark.parametrize("winner", GAMES)
def test_a_royal_flush_in_either_game_takes_the_meter_of_both(sit_at_both, winner, dialect):
    manager = open_link(MemoryStore())
    stands = sit_at_both(manager, dialect)
    stand, other = stands[winner], next(one for table, one in stands.items() if table != winner)
    other.play(PLAIN[GAMES[other.id]])
    stand.start(ROYAL[GAMES[winner]])
    meter = SEEDS["Mega"] + 3 * RATE
    assert manager.floor.meter("link", "Mega") == meter
    assert shown(manager, "T1") == shown(manager, "T2")
    stand.run(until=Phase.CLOSING)
    (win,) = manager.floor.wins.values()
    assert (win.table, win.seat, win.line) == (winner, 2, "royal_flush")
    assert win.micros == meter // CENT * CENT
    assert [(one.seat, one.micros) for one in view(stand.live.keypad).wins] == [(2, win.micros)]
    assert view(other.live.keypad).wins == ()
    (mega, _) = shown(manager, other.id)
    assert (mega[1], mega[2]) == (SEEDS["Mega"] + 10_000, win.micros), "live amount, and what waits"
    assert shown(manager, "T1") == shown(manager, "T2")
    other.play(PLAIN[GAMES[other.id]])
    assert shown(manager, "T1") == shown(manager, "T2")
    stand.confirm(2)
    stand.run()
    told = [one.event for one in stand.room.open(winner).recent]
    assert only(event.PrizePaid, told).micros == win.micros
    assert [(one.seat, one.micros) for one in of(event.EnvyPaid, stand.events)] == [(1, 1_000 * MICROS)]
    assert shown(manager, "T1") == shown(manager, "T2")
    assert manager.floor.meter("link", "Mega") == SEEDS["Mega"] + 3 * RESERVE + RATE
    check_book(manager, stand)


@pytest.mark.parametrize("winner", GAMES)
def test_refused_it_is_as_if_nobody_had_won_at_both_tables(sit_at_both, winner):
    manager = open_link(MemoryStore())
    stand = sit_at_both(manager)[winner]
    stand.start(ROYAL[GAMES[winner]])
    meter = shown(manager, "T1")
    stand.run(until=Phase.CLOSING)
    (win,) = manager.floor.wins.values()
    assert shown(manager, "T2") != meter
    stand.room.do(stand.room.asking(WithdrawWin("no", ("sue",), win.id, "a misread hand")))
    assert shown(manager, "T1") == shown(manager, "T2") == meter
    stand.run()
    assert only(event.PrizeRefused, stand.events).seat == 2
    assert not of(event.EnvyPaid, stand.events)
    check_book(manager, stand)


def test_both_games_win_at_once_and_the_second_gets_what_the_first_leaves(sit_at_both):
    manager = open_link(MemoryStore())
    stands = sit_at_both(manager)
    for table, stand in stands.items():
        stand.start(ROYAL[GAMES[table]])
        stand.run(until=Phase.CLOSING)
    first, second = manager.floor.wins.values()
    assert (first.table, second.table) == ("T1", "T2")
    assert first.micros == SEEDS["Mega"] + 2 * RATE
    assert second.micros == (SEEDS["Mega"] + 2 * RESERVE + 2 * RATE) // CENT * CENT
    waiting = [one.micros for one in shown(manager, "T1")[0][3]]
    assert waiting == [first.micros, second.micros]
    assert shown(manager, "T1") == shown(manager, "T2")
    for stand, win in zip(stands.values(), (first, second), strict=True):
        stand.room.do(stand.room.asking(ConfirmWin(f"yes {win.id}", ("sue",), win.id)))
        stand.run()
        check_book(manager, stand)
    assert shown(manager, "T1") == shown(manager, "T2")


def test_the_command_says_the_same_as_the_displays(sit_at_both, tmp_path):
    path = f"{tmp_path}/floor.db"
    with closing(open_store(path)) as store:
        manager = open_link(store)
        stand = sit_at_both(manager)["T2"]
        stand.start(ROYAL[CARIBBEAN])
        stand.run(until=Phase.CLOSING)
        (win,) = manager.floor.wins.values()
        ran = [
            CliRunner().invoke(
                make_group("progressive", *GROUPS["progressive"]), ["display", table, "--store", path]
            )
            for table in GAMES
        ]
        assert [one.exit_code for one in ran] == [0, 0]
        amounts = [one.stdout.replace("T1", "T").replace("T2", "T") for one in ran]
        assert amounts[0] == amounts[1]
        assert f"${win.micros / MICROS:,.2f}" in amounts[0]
        now = manager.floor.shown("link", "Mega")
        assert re.search(rf"Mega, played for now +\${now / MICROS:,.2f}\n", amounts[0])
        stand.confirm(2, actor=SUE)


def test_a_keypad_alone_is_on_the_link_beside_a_live_table(sit_at):
    manager = open_link(MemoryStore())
    side = open_tableside(manager, "T2", 7, load_game(CARIBBEAN))
    live = sit_at(manager, "T1", MISSISSIPPI, paytable=PAYTABLE, dialect=Dialect.NEXUS.value)
    live.play(PLAIN[MISSISSIPPI])
    for asked in (command.PlaceWager(2, MICROS), command.CountWagers("dan")):
        side.do(asked)
    side.do(command.PressHand(2, "royal_flush", "", "dan"))
    (win,) = manager.floor.wins.values()
    assert win.micros == SEEDS["Mega"] + 2 * RATE
    assert shown(manager, "T1") == shown(manager, "T2")
    for asked in (command.OpenJackpot(2), command.ConfirmWin("sue"), command.EndRound("dan")):
        side.do(asked)
    assert manager.floor.meter("link", "Mega") == SEEDS["Mega"] + 2 * RESERVE
    check_book(manager, live)


# -- what hand counts at Caribbean Stud ------------------------------------------------------------


@pytest.mark.parametrize("qualifies", [True, False])
def test_the_players_own_five_cards_count_folded_as_the_house_says(sit_at, qualifies):
    """The dealer's four of a kind counts for nobody; a folded full house pays 50 for 1 where it qualifies."""
    levels = (LevelTerms("", 10_000 * MICROS, RATE),)
    manager = GameManager(MemoryStore(), count(1_700_000_000_000_000).__next__)
    terms = Terms("link", {CARIBBEAN: "Link 01"}, ("T1",), levels, folded_hands_win=qualifies)
    set_up(manager, terms, id_="terms", by=OFFICE)
    manager.ask(Switch("open", ("sue",), "link", True))
    stand = sit_at(manager, "T1", CARIBBEAN, paytable="Link 01")
    stand.play("""
        seat 2: ante 5, progressive 1; 3h 3d 3s Kc Kd; fold
        seat 4: ante 5, progressive 1; 2c 5d 7h 9c Js; raise
        dealer: 8c 8d 8h 8s Ac
        """)
    settled = [one for one in of(event.BetSettled, stand.events) if one.bet == "progressive"]
    paid = {one.seat: one.payout_micros for one in settled}
    assert paid == {2: 50 * MICROS if qualifies else 0, 4: 0}
    check_book(manager, stand)
