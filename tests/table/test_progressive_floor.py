"""A live table over the controller of its progressive: coin in, a jackpot, envy, a supervisor's word."""

from contextlib import closing
from dataclasses import replace
from itertools import count

import pytest
from pitboss.house.controlled_meters import open_controlled_meters
from pitboss.house.live_table import LiveTable
from stand import of, only, open_stand

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.house.manager import GameManager
from pitboss.jackpot.authority import check_authority
from pitboss.jackpot.controller import Button, Dialect, Keypad, Press, Sensor, view
from pitboss.jackpot.controller import Phase as ControllerPhase
from pitboss.jackpot.controller import command as press
from pitboss.jackpot.person import Role
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import AddPerson, ConfirmWin, SetTerms, Switch, WithdrawWin
from pitboss.jackpot.terms import LevelTerms, Terms
from pitboss.ledger.account import Kind
from pitboss.ledger.store import StoreError, UnsureError
from pitboss.ledger.verify import verify
from pitboss.reports.progressive.malfunction import malfunctions
from pitboss.rules import load_game
from pitboss.storage.address import open_store
from pitboss.storage.memory import MemoryStore
from pitboss.table import command, event
from pitboss.table.meter import MetersAwayError
from pitboss.table.phase import Phase
from pitboss.table.setup import dollars

OFFICE = ("tess", "sue")
PEOPLE = {"tess": Role.TECHNICIAN, "sue": Role.SUPERVISOR, "eve": Role.EXECUTIVE, "dan": Role.DEALER}
SEED, RATE, RESERVE = 1_000 * MICROS, 140_000, 10_000
PAYTABLE = "TCP Progressive 1"
TERMS = Terms(
    "link",
    {"three_card_poker": PAYTABLE},
    ("table 1", "table 2"),
    (LevelTerms("", SEED, RATE, RESERVE),),
)
JACKPOT = """
seat 1: ante 5, progressive 1; 2c 7d 9s; fold
seat 2: ante 5, progressive 1; 3c 8d Ts; fold
seat 3: ante 5, progressive 1; As Ks Qs; play
seat 4: ante 5, progressive 1; 4c 6d Js; fold
seat 5: ante 5, progressive 1; 5c 6h 8s; fold
seat 6: ante 5, progressive 1; 2h 6c 7s; fold
seat 7: ante 5, progressive 1; 3h 7c 9d; fold
dealer: 2d 4h 6s
"""
NOTHING = "seat 1: ante 5, progressive 1; 2c 7d 9s; fold\ndealer: 2d 4h 6s"


def open_floor(store, terms=TERMS, **more):
    ticks = count(1_700_000_000_000_000, MICROS)
    manager = GameManager(store, lambda: next(ticks), **more)
    if more:
        for name, role in PEOPLE.items():
            by = ("installer",) if len(manager.floor.people) < 2 else OFFICE
            manager.ask(AddPerson(f"add {name}", by, name, role, "$argon2id$of a PIN"))
    manager.ask(SetTerms("terms", OFFICE, terms))
    manager.ask(Switch("open", ("sue",), "link", True))
    return manager


@pytest.fixture
def manager():
    return open_floor(MemoryStore())


def sit_at(manager, table="table 1", game="three_card_poker", paytable=PAYTABLE, limits=None, **settings):
    """A stacked table whose commands go through its controller."""
    dealt = load_game(game).with_settings(**settings).with_paytable(paytable)
    meters = open_controlled_meters(manager, table, dealt, dealer="dan", floor="sue")
    stand = open_stand(game, paytable, meters=meters, limits=limits, **settings)
    stand.live = LiveTable(stand.table, meters)
    stand.send = stand.live.handle
    return stand


def settle(stand, dialect, by, seat):
    """A supervisor comes to the keypad and confirms the win of a seat."""
    keypad, side = Keypad(dialect, stand.live.controller), stand.live.meters.side
    presses = {
        Dialect.GAME_MANAGER: (Button.KEY_TO_JACKPOT, Button.JACKPOT, Button.KEY_TO_RUN),
        Dialect.NEXUS: (Button.SEAT, Button.CONFIRM, Button.CARD),
    }
    for button in presses[dialect]:
        side.follow(keypad.press(Press(button, by, seat)))


# -- from the first wager to GAME OVER ---------------------------------------------------------------------


@pytest.mark.parametrize("dialect", list(Dialect), ids=lambda dialect: dialect.name)
def test_seven_seats_a_jackpot_envy_and_a_supervisor_on_sqlite_in_both_dialects(tmp_path, dialect):
    with closing(open_store(f"{tmp_path}/floor.db")) as store:
        manager = open_floor(store, guard=check_authority)
        stand = sit_at(manager)
        keypad = Keypad(dialect, stand.live.controller)
        stand.bet(JACKPOT)
        assert {seat.sensor for seat in view(keypad).seats} == {"placed"}
        stand.do(command.CallNoMoreBets())
        assert {seat.sensor for seat in view(keypad).seats} == {"locked"}
        shown = SEED + 7 * RATE
        assert len(of(event.ProgressiveCounted, stand.events)) == 7
        assert manager.floor.shown("link", "") == shown // 10_000 * 10_000

        stand.run(until=Phase.CLOSING)
        won = next(e for e in of(event.BetSettled, stand.events) if e.bet == "progressive" and e.seat == 3)
        assert won.payout_micros == shown // 10_000 * 10_000
        seed_and_reserve = SEED + 7 * RESERVE
        assert manager.floor.shown("link", "") == seed_and_reserve, "for everybody else, at once"
        (open_win,) = view(keypad).wins
        assert (open_win.seat, open_win.micros, open_win.needs) == (3, won.payout_micros, "a supervisor")
        assert [(one.seat, one.micros) for one in view(keypad).envies] == [
            (seat, 100 * MICROS) for seat in (7, 6, 5, 4, 2, 1)
        ]

        with pytest.raises(InputError, match="a win of seat 3 is neither confirmed nor taken back"):
            stand.step()
        assert stand.table.phase is Phase.CLOSING
        settle(stand, dialect, "sue", 3)
        stand.run()
        assert {(e.seat, e.holder, e.micros) for e in of(event.EnvyPaid, stand.events)} == {
            (seat, 3, 100 * MICROS) for seat in (1, 2, 4, 5, 6, 7)
        }
        (win,) = manager.floor.wins.values()
        assert (win.seat, win.line, win.status, win.settled_by) == (3, "akq_spades", "confirmed", "sue")
        assert win.cards.split() == ["As", "Ks", "Qs"]
        state = manager.floor.progressives["link"]
        assert (state.levels[""].hits, state.envy_hits, state.envy_paid_micros) == (1, 6, 600 * MICROS)
        assert {seat.sensor for seat in view(keypad).seats} == {"invited"}
        assert verify(store.entries()).fault is None
        assert stand.table.money.is_conserved


def test_the_journal_of_a_live_table_is_that_of_a_keypad(manager):
    stand = sit_at(manager)
    stand.start(JACKPOT)
    stand.run(until=Phase.CLOSING)
    settle(stand, Dialect.NEXUS, "sue", 3)
    stand.run()
    assert [entry.id for entry in manager.store.entries(2)] == [
        "table 1/1/coin in",
        "table 1/1/win 1",
        "table 1/1/win 1/confirm",
        "table 1/1/game over",
    ]


def test_hands_that_the_tray_pays_and_hands_without_the_wager_are_pressed_too(manager):
    """AKQ of hearts pays 500 for 1 and $25 of envy, at seat 5 without a wager the envy only."""
    stand = sit_at(manager)
    stand.play("""
        seat 2: ante 5, progressive 1; Ah Kh Qh; play
        seat 4: ante 5, progressive 1; 4c 6d Js; fold
        seat 5: ante 5; Ad Kd Qd; play
        dealer: 2d 4h 6s
        """)
    over = list(manager.store.entries())[-1].draft.fact
    assert over.tray == ((2, "akq_suited", 500 * MICROS),)
    assert set(over.envy) == {
        (4, 2, "akq_suited", 25 * MICROS),
        (4, 5, "akq_suited", 25 * MICROS),
        (2, 5, "akq_suited", 25 * MICROS),
    }
    assert manager.floor.progressives["link"].tray_hits == 1


def test_on_a_link_paytable_table_and_keypad_multiply_envy_by_the_wager():
    levels = tuple(LevelTerms(name, 1_000 * MICROS, 50_000) for name in ("Mega", "Major", "Minor"))
    terms = Terms("link", {"mississippi_stud": "Link ML03"}, ("table 1", "table 2"), levels)
    manager = open_floor(MemoryStore(), terms)
    stand = sit_at(
        manager, game="mississippi_stud", paytable="Link ML03", limits={"progressive": dollars(1, 5)}
    )
    stand.start("""
        seat 1: ante 5, progressive 3; 4h 9d; fold
        seat 2: ante 5, progressive 1; As Ks; bet 1x, bet 1x, bet 1x
        board: Qs Js Ts
        """)
    stand.run(until=Phase.CLOSING)
    stand.live.meters.side.do(press.OpenJackpot())
    stand.live.meters.side.do(press.ConfirmWin("sue"))
    stand.live.meters.side.do(press.CloseJackpot())
    stand.run()
    assert only(event.EnvyPaid, stand.events).micros == 3_000 * MICROS
    assert manager.floor.progressives["link"].envy_paid_micros == 3_000 * MICROS


def test_a_player_on_two_spots_gets_what_the_game_says(manager):
    stand = sit_at(manager, envy_between_own_spots="none")
    stand.play("""
        seat 2 of Ann: ante 5, progressive 1; Ah Kh Qh; play
        seat 3 of Ann: ante 5, progressive 1; 2c 7d 9s; fold
        seat 4 of Bob: ante 5, progressive 1; 4c 6d Js; fold
        dealer: 2d 4h 6s
        """)
    assert [e.seat for e in of(event.EnvyPaid, stand.events)] == [4]
    assert manager.floor.progressives["link"].envy_hits == 1


# -- the floor around it -----------------------------------------------------------------------------------


def test_two_tables_of_a_link_play_on_while_a_win_waits(manager):
    one, other = sit_at(manager), sit_at(manager, "table 2")
    one.start(JACKPOT)
    one.run(until=Phase.CLOSING)
    other.play(NOTHING)
    assert other.table.phase is Phase.IDLE
    (win,) = manager.floor.open_wins("table 1")
    manager.ask(WithdrawWin("no", ("sue",), win.id, "a misread hand"))
    assert manager.floor.meter("link", "") == SEED + 8 * RATE, "as if it had never been posted"


def test_a_win_that_is_confirmed_on_the_floors_screen_lets_the_round_end(manager):
    stand = sit_at(manager)
    stand.start(JACKPOT)
    stand.run(until=Phase.CLOSING)
    (win,) = manager.floor.open_wins("table 1")
    manager.ask(ConfirmWin("on the screen", ("sue",), win.id))
    stand.run()
    assert stand.table.phase is Phase.IDLE
    assert manager.floor.progressives["link"].envy_hits == 6


def test_a_win_that_another_process_confirms_is_heard_too(tmp_path):
    with closing(open_store(f"{tmp_path}/floor.db")) as store:
        manager = open_floor(store)
        stand = sit_at(manager)
        stand.start(JACKPOT)
        stand.run(until=Phase.CLOSING)
        (win,) = manager.floor.open_wins("table 1")
        with closing(open_store(f"{tmp_path}/floor.db")) as same:
            GameManager(same, lambda: 1_700_000_000_000_000).ask(ConfirmWin("elsewhere", ("sue",), win.id))
        stand.run()
        assert stand.table.phase is Phase.IDLE


def test_a_hand_that_was_taken_back_at_the_keypad_is_pressed_again_before_the_round_ends(manager):
    """The table has read the cards and paid: the journal must know it."""
    stand = sit_at(manager)
    stand.start(JACKPOT)
    stand.run(until=Phase.CLOSING)
    side = stand.live.meters.side
    side.do(press.PressHand(3, "akq_spades", "As Ks Qs", "dan"))
    with pytest.raises(RefusedError, match="seat 3 was paid and its hand taken back"):
        stand.step()
    side.do(press.PressHand(3, "akq_spades", "As Ks Qs", "dan"))
    settle(stand, Dialect.GAME_MANAGER, "sue", 3)
    stand.run()


def test_a_hand_of_the_tray_waits_while_a_supervisor_stands_at_the_keypad(manager):
    stand = sit_at(manager)
    stand.start("""
        seat 2: ante 5, progressive 1; Ah Kh Qh; play
        seat 3: ante 5, progressive 1; As Ks Qs; play
        dealer: 2d 4h 6s
        """)
    side = stand.live.meters.side
    while not manager.floor.wins:
        stand.step()
    side.do(press.OpenJackpot())
    stand.run(until=Phase.CLOSING)
    with pytest.raises(RefusedError, match="the hand of seat 2 could not be pressed"):
        stand.step()
    side.do(press.ConfirmWin("sue"))
    side.do(press.CloseJackpot())
    stand.run()
    assert manager.floor.progressives["link"].tray_hits == 1


def test_a_void_round_takes_its_contributions_out_again(manager):
    stand = sit_at(manager)
    stand.start(JACKPOT)
    stand.do(command.VoidRound("sue", "a card on the floor"))
    assert manager.floor.meter("link", "") == SEED
    assert stand.table.phase is Phase.IDLE
    assert manager.floor.kinds["void"] == 1
    stand.play(NOTHING)
    assert manager.floor.meter("link", "") == SEED + RATE


def test_a_round_without_a_progressive_wager_is_passed(manager):
    stand = sit_at(manager)
    stand.start("seat 1: ante 5; 2c 7d 9s; fold\ndealer: 2d 4h 6s")
    assert stand.live.controller.phase is ControllerPhase.PASSED
    assert set(stand.live.controller.sensors.values()) == {Sensor.DARK}
    stand.run()
    assert stand.live.controller.phase is ControllerPhase.OPEN
    assert manager.store.last().number == 2


# -- without the manager -----------------------------------------------------------------------------------


def test_a_closed_progressive_gives_the_wager_back_and_the_game_goes_on(manager):
    stand = sit_at(manager)
    manager.ask(Switch("close", ("sue",), "link", False))
    events = stand.play(NOTHING)
    assert "the progressive is closed" in only(event.ProgressiveClosed, events).why
    assert only(event.WagerTakenBack, events).wager == "progressive"
    assert [e.bet for e in of(event.BetSettled, events)] == ["ante"]
    assert manager.floor.meter("link", "") == SEED
    manager.ask(Switch("open again", ("sue",), "link", True))
    assert len(of(event.ProgressiveCounted, stand.play(NOTHING))) == 1
    assert malfunctions(manager.store.entries(), zone=None) == [], "a refusal is no outage"


class FailingStore(MemoryStore):
    """Fails when it is told so: before it writes, or after."""

    problem = None
    writes_first = False

    def append(self, entries, checkpoint=None):
        if self.problem is None or self.writes_first:
            super().append(entries, checkpoint)
        if self.problem:
            raise self.problem

    def entries(self, after=0, *, upto=None):
        if self.problem:
            raise StoreError("the store does not answer")
        return super().entries(after, upto=upto)


def test_req_63_an_outage_of_the_manager_is_in_the_journal_when_it_is_back():
    store = FailingStore()
    manager = open_floor(store)
    stand = sit_at(manager)
    store.problem = StoreError("the store does not answer")
    for _ in range(2):
        assert "cannot be reached" in only(event.ProgressiveClosed, stand.play(NOTHING)).why
    store.problem = None
    for _ in range(2):
        assert len(of(event.ProgressiveCounted, stand.play(NOTHING))) == 1
    (noted,) = malfunctions(store.entries(), zone=None)
    assert (noted.table, noted.by, noted.what) == ("table 1", ("dan",), "no connection to the game manager")
    assert 0 < noted.since_at < noted.until_at <= noted.noted_at


@pytest.mark.parametrize("is_written", [True, False])
def test_a_coin_in_whose_answer_is_lost_counts_for_nothing_since_the_wagers_went_back(is_written):
    store = FailingStore()
    manager = open_floor(store)
    stand = sit_at(manager)
    stand.bet(NOTHING)
    entries, store.entries = store.entries, MemoryStore.entries.__get__(store)
    store.problem, store.writes_first = UnsureError("no answer"), is_written
    stand.do(command.CallNoMoreBets())
    assert only(event.WagerTakenBack, stand.events).seat == 1
    store.problem, store.entries = None, entries
    stand.run()
    stand.play(NOTHING)
    assert manager.floor.meter("link", "") == SEED + RATE, "the second round only"
    assert manager.floor.progressives["link"].levels[""].wagers == 1
    assert manager.floor.book.balance(Kind.RESERVE, "link", "") == RESERVE


def test_a_hand_that_is_read_while_the_manager_is_lost_is_posted_once_when_it_is_back():
    store = FailingStore()
    manager = open_floor(store)
    stand = sit_at(manager)
    stand.start(JACKPOT)
    store.problem = StoreError("the store does not answer")
    with pytest.raises(MetersAwayError, match="posted when it is back"):
        stand.run()
    assert stand.table.phase is Phase.SETTLING
    store.problem = None
    stand.run(until=Phase.CLOSING)
    assert [win.status.value for win in manager.floor.wins.values()] == ["posted"]
    settle(stand, Dialect.GAME_MANAGER, "sue", 3)
    store.problem = StoreError("the store does not answer")
    stand.run()
    assert stand.table.phase is Phase.IDLE, "the base game goes on"
    assert "table 1" in manager.floor.rounds
    store.problem = None
    stand.play(NOTHING)
    assert manager.floor.progressives["link"].envy_hits == 6
    assert verify(store.entries()).fault is None


# -- what does not fit is refused before anybody plays -------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"paytables": {"three_card_poker": "TCP Progressive 2"}}, "has the paytable 'TCP Progressive 2'"),
        ({"equal_split": True}, "splits between winners"),
        ({"wager_micros": 5 * MICROS}, "for a denomination of"),
        ({"folded_hands_win": False}, "folded hands do not win"),
    ],
)
def test_a_table_that_deals_by_other_rules_than_the_progressive_is_not_opened(changes, why):
    manager = open_floor(MemoryStore(), replace(TERMS, **changes))
    with pytest.raises(RefusedError, match=why):
        sit_at(manager)


def test_terms_that_change_between_rounds_close_the_wager_at_a_table_that_does_not_fit(manager):
    stand = sit_at(manager)
    manager.ask(Switch("close", ("sue",), "link", False))
    manager.ask(SetTerms("other", OFFICE, replace(TERMS, equal_split=True)))
    manager.ask(Switch("open again", ("sue",), "link", True))
    assert "splits" in only(event.ProgressiveClosed, stand.play(NOTHING)).why


def test_a_table_that_starts_anew_takes_no_wager_until_the_floor_has_voided_the_round_that_was_open(manager):
    """The cards of that round are gone with the process; the journal still has its wagers."""
    sit_at(manager).start(JACKPOT)
    stand = sit_at(manager)
    assert "PlaceWager cannot be now" in only(event.ProgressiveClosed, stand.play(NOTHING)).why
    stand.live.meters.side.do(press.VoidRound("sue", "the table has started anew"))
    assert manager.floor.meter("link", "") == SEED
    assert len(of(event.ProgressiveCounted, stand.play(NOTHING))) == 1


def test_a_round_whose_win_was_withdrawn_can_be_void(manager):
    """The supervisor looks at the hand and finds it foul: the value flows back, and every wager does."""
    stand = sit_at(manager)
    before = manager.floor.shown("link", "")
    stand.start(JACKPOT)
    stand.run(until=Phase.CLOSING)
    with pytest.raises(InputError, match="corrected by an adjustment"):
        stand.do(command.VoidRound("sue", "a foul hand"))
    (win,) = manager.floor.wins.values()
    manager.ask(WithdrawWin("foul", ("sue",), win.id, "four cards in the hand"))
    voided = only(event.RoundVoided, stand.do(command.VoidRound("sue", "a foul hand")))
    assert dict(voided.returned)[3] == 11 * MICROS
    assert manager.floor.shown("link", "") == before
    assert stand.table.phase is Phase.IDLE
    assert verify(manager.store.entries()).fault is None
