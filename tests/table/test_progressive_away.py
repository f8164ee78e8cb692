"""A live table whose progressive is closed, does not fit, or cannot be written: nothing is half done."""

from contextlib import contextmanager
from copy import deepcopy
from dataclasses import replace

import pytest
from progressive_floor import JACKPOT, NOTHING, OFFICE, RATE, RESERVE, SEED, TERMS, TRAY, open_floor
from room_stand import SUE
from stand import of, only

from house.test_room import check_money, seen
from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.house.manager import GameManager
from pitboss.jackpot.controller import Phase as ControllerPhase
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import SetTerms, Switch, WithdrawWin
from pitboss.ledger.account import AccountKind
from pitboss.ledger.store import StoreError, UnsureError
from pitboss.ledger.verify import verify
from pitboss.reports.record.malfunction import malfunctions
from pitboss.storage.memory import MemoryStore, Shelf
from pitboss.table import command, event
from pitboss.table.phase import Phase

# -- a progressive that is closed ------------------------------------------------------------------


def test_a_closed_progressive_takes_no_wager_and_the_game_goes_on(sit_at, manager):
    stand = sit_at(manager)
    manager.ask(Switch("close", ("sue",), "link", False))
    with pytest.raises(RefusedError, match="the progressive is closed"):
        stand.bet(NOTHING)
    stand.do(command.CallNoMoreBets())
    stand.run()
    assert [e.bet for e in of(event.BetSettled, stand.events)] == ["ante"]
    assert manager.floor.meter("link", "") == SEED
    manager.ask(Switch("open again", ("sue",), "link", True))
    assert len(of(event.ProgressiveCounted, stand.play(NOTHING))) == 1
    assert malfunctions(manager.store.entries(), zone=None) == [], "a refusal is no outage"


def test_a_progressive_that_is_closed_between_placing_and_counting_gives_the_wager_back(sit_at, manager):
    stand = sit_at(manager)
    stand.bet(NOTHING)
    before = stand.chips(1)
    manager.ask(Switch("close", ("sue",), "link", False))
    stand.do(command.CallNoMoreBets())
    assert "the progressive is closed" in only(event.ProgressiveClosed, stand.events).why
    assert only(event.WagerTakenBack, stand.events).wager == "progressive"
    assert stand.chips(1) == before + MICROS
    assert stand.controller.phase is ControllerPhase.PASSED
    stand.run()
    assert [e.bet for e in of(event.BetSettled, stand.events)] == ["ante"]
    assert manager.floor.meter("link", "") == SEED
    assert not manager.floor.kinds["coin in"]
    manager.ask(Switch("open again", ("sue",), "link", True))
    assert len(of(event.ProgressiveCounted, stand.play(NOTHING))) == 1
    assert manager.floor.meter("link", "") == SEED + RATE


def test_a_progressive_that_is_closed_and_opened_again_between_counts_what_lies_there(sit_at, manager):
    """Wagers that still lie on the table are counted, or given back; none lies there uncounted."""
    stand = sit_at(manager)
    stand.bet(NOTHING)
    manager.ask(Switch("close", ("sue",), "link", False))
    stand.send(command.BuyIn("Ann", MICROS))
    manager.ask(Switch("open again", ("sue",), "link", True))
    stand.do(command.CallNoMoreBets())
    counted = len(of(event.ProgressiveCounted, stand.events))
    assert counted + len(of(event.WagerTakenBack, stand.events)) == 1
    stand.run()
    assert manager.floor.meter("link", "") == SEED + counted * RATE


def test_a_progressive_is_not_closed_while_a_round_of_a_live_table_is_counted_in(sit_at, manager):
    stand = sit_at(manager)
    stand.start(NOTHING)
    with pytest.raises(RefusedError, match="a round at T1 is open: end it first"):
        manager.ask(Switch("close", ("sue",), "link", False))
    stand.run()
    manager.ask(Switch("close", ("sue",), "link", False))


# -- a store that cannot be written ----------------------------------------------------------------


class FailingStore(MemoryStore):
    """Fails when it is told so: before it writes, or after."""

    problem = None
    writes_first = False

    @contextmanager
    def turn(self):
        with super().turn() as last:
            yield last
        if self.problem and self.writes_first:
            problem, self.problem = self.problem, None
            raise problem

    def append(self, entries, checkpoint=None):
        if self.problem and not self.writes_first:
            raise self.problem
        super().append(entries, checkpoint)


STATIONS = {
    "coin in": lambda stand: stand.bet(NOTHING),
    "a hand that is read": lambda stand: run_to_a_win(stand),
    "game over": lambda stand: (stand.start(TRAY), stand.run(until=Phase.CLOSING)),
}


def run_to_a_win(stand):
    stand.start(JACKPOT)
    while not stand.table.play.ready or stand.table.phase is not Phase.SETTLING:
        stand.step()


def go_on(stand):
    """The next act of the round."""
    return stand.do(command.CallNoMoreBets()) if stand.table.phase is Phase.BETTING else stand.step()


@pytest.mark.parametrize("station", STATIONS)
def test_when_the_store_cannot_be_written_the_act_is_refused_whole_and_then_play_goes_on(sit_at, station):
    store = FailingStore()
    manager = open_floor(store)
    stand = sit_at(manager)
    STATIONS[station](stand)
    before, number = deepcopy(seen(stand.room.open("T1"))), manager.number
    meter, chips = manager.floor.meter("link", ""), dict(manager.floor.book.balances)
    for problem in (StoreError("the disk is full"), UnsureError("no answer")):
        store.problem = problem
        for _ in range(2):
            with pytest.raises(type(problem)):
                go_on(stand)
        store.problem = None
        assert seen(stand.room.open("T1")) == before
        assert (manager.number, manager.floor.meter("link", "")) == (number, meter)
        assert dict(manager.floor.book.balances) == chips
    go_on(stand)
    assert manager.number > number
    while stand.table.phase is not Phase.IDLE:
        for win in manager.floor.open_wins("T1"):
            stand.confirm(win.seat)
        stand.step()
    stand.play(NOTHING)
    assert manager.floor.kinds["coin in"] == 2
    assert verify(store.entries()).fault is None


def test_a_coin_in_whose_answer_is_lost_counts_once_if_it_was_written(sit_at):
    store = FailingStore()
    manager = open_floor(store)
    stand = sit_at(manager)
    stand.bet(NOTHING)
    store.problem, store.writes_first = UnsureError("no answer"), True
    stand.do(command.CallNoMoreBets())
    store.problem = None
    assert len(of(event.ProgressiveCounted, stand.events)) == 1
    stand.run()
    stand.play(NOTHING)
    assert manager.floor.meter("link", "") == SEED + 2 * RATE
    assert manager.floor.progressives["link"].levels[""].wagers == 2
    assert manager.floor.book.balance(AccountKind.RESERVE, "link", "") == 2 * RESERVE


# -- what does not fit, and what comes late --------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"paytables": {"three_card_poker": "TCP Progressive 2"}}, "has the paytable 'TCP Progressive 2'"),
        ({"wager_micros": 500 * MICROS, "most_wager_micros": 500 * MICROS}, "$500.00 is above the $400.00"),
    ],
)
def test_a_table_that_deals_by_other_rules_than_the_progressive_does_not_offer_its_wager(
    sit_at, changes, why
):
    manager = open_floor(MemoryStore(), replace(TERMS, **changes))
    stand = sit_at(manager)
    with pytest.raises(InputError, match="does not offer Progressive"):
        stand.bet(NOTHING)
    assert why in stand.controller.closed_why
    stand.do(command.CallNoMoreBets())
    stand.run()
    assert manager.floor.meter("link", "") == SEED


def test_terms_that_change_between_rounds_close_the_wager_at_a_table_that_does_not_fit(sit_at, manager):
    stand = sit_at(manager)
    stand.play(NOTHING)
    manager.ask(Switch("close", ("sue",), "link", False))
    other = replace(TERMS, paytables={"three_card_poker": "TCP Progressive 2"})
    manager.ask(SetTerms("other", OFFICE, other))
    manager.ask(Switch("open again", ("sue",), "link", True))
    with pytest.raises(RefusedError, match="put it in force there"):
        stand.bet(NOTHING)


def test_a_table_that_is_opened_anew_goes_on_with_the_round_that_was_open(sit_at):
    """The cards of that round are in the book: nothing has to be void."""
    shelf = Shelf()
    sit_at(open_floor(MemoryStore(shelf))).start(JACKPOT)
    again = GameManager(MemoryStore(shelf), lambda: 1_800_000_000_000_000)
    stand = sit_at(again)
    stand.run(until=Phase.CLOSING)
    stand.confirm(3)
    stand.run()
    assert [win.status for win in again.floor.wins.values()] == ["confirmed"]
    stand.play(NOTHING)
    assert again.store.find("T1/2/coin in")


def test_a_round_whose_win_was_withdrawn_can_be_void(sit_at, manager):
    """The supervisor looks at the hand and finds it foul: the value flows back, and every wager does."""
    stand = sit_at(manager)
    before = manager.floor.shown("link", "")
    stand.start(JACKPOT)
    stand.run(until=Phase.CLOSING)
    with pytest.raises(InputError, match="waits for a supervisor: it must be withdrawn first"):
        stand.send(command.VoidRound("sue", "a foul hand"), actor=SUE)
    (win,) = manager.floor.wins.values()
    manager.ask(WithdrawWin("foul", ("sue",), win.id, "four cards in the hand"))
    voided = only(event.RoundVoided, stand.send(command.VoidRound("sue", "a foul hand"), actor=SUE))
    assert dict(voided.returned)[3] == 11 * MICROS
    assert manager.floor.shown("link", "") == before
    assert stand.table.phase is Phase.IDLE
    check_money(stand.room)
    assert verify(manager.store.entries()).fault is None
