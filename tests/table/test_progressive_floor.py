"""A live table on the progressive system: coin in, a jackpot, envy, a supervisor's word, game over."""

import pytest
from stand import of, only, open_stand

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.house.managed_meters import ManagedMeters
from pitboss.house.manager import GameManager
from pitboss.jackpot.request import ConfirmWin, SetTerms, Switch, WithdrawWin
from pitboss.jackpot.terms import LevelTerms, Terms
from pitboss.ledger.store import StoreError
from pitboss.ledger.verify import verify
from pitboss.reports.progressive.malfunction import malfunctions
from pitboss.storage.memory import MemoryStore
from pitboss.table import command, event
from pitboss.table.phase import Phase

OFFICE = ("technician", "supervisor")
SEED, RATE, RESERVE = 1_000 * MICROS, 140_000, 10_000
TERMS = Terms(
    "link",
    {"three_card_poker": "TCP Progressive 1"},
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


@pytest.fixture
def manager():
    manager = GameManager(MemoryStore(), lambda: 0)
    manager.ask(SetTerms("terms", OFFICE, TERMS))
    manager.ask(Switch("open", OFFICE, "link", True))
    return manager


def sit_at(manager, table="table 1"):
    return open_stand("three_card_poker", "TCP Progressive 1", meters=ManagedMeters(manager, table, "dealer"))


def test_a_jackpot_with_envy_runs_from_coin_in_to_game_over(manager):
    stand = sit_at(manager)
    stand.start(JACKPOT)
    shown = SEED + 7 * RATE
    assert len(of(event.ProgressiveCounted, stand.events)) == 7
    assert manager.floor.shown("link", "") == shown // 10_000 * 10_000
    stand.run(until=Phase.CLOSING)
    won = next(e for e in of(event.BetSettled, stand.events) if e.bet == "progressive" and e.seat == 3)
    assert won.payout_micros == shown // 10_000 * 10_000
    assert manager.floor.shown("link", "") == SEED + 7 * RESERVE, (
        "seed and reserve, for everybody else at once"
    )

    with pytest.raises(InputError, match="neither confirmed nor withdrawn"):
        stand.step()
    assert stand.table.phase is Phase.CLOSING
    (win,) = manager.floor.open_wins("table 1")
    manager.ask(ConfirmWin("yes", ("supervisor",), win.id))
    stand.run()
    assert sorted(e.seat for e in of(event.EnvyPaid, stand.events)) == [1, 2, 4, 5, 6, 7]
    assert (win.seat, win.line, win.cards, win.status) == (3, "akq_spades", "As Ks Qs", "confirmed")
    assert manager.floor.progressives["link"].levels[""].hits == 1
    assert verify(manager.store.entries()).fault is None
    assert stand.table.money.is_conserved


def test_two_tables_of_a_link_play_on_while_a_win_waits(manager):
    one, other = sit_at(manager), sit_at(manager, "table 2")
    one.start(JACKPOT)
    one.run(until=Phase.CLOSING)
    other.play("seat 1: ante 5, progressive 1; 2c 7d 9s; fold\ndealer: 2d 4h 6s")
    assert other.table.phase is Phase.IDLE
    (win,) = manager.floor.open_wins("table 1")
    manager.ask(WithdrawWin("no", ("supervisor",), win.id, "a misread hand"))
    assert manager.floor.meter("link", "") == SEED + 8 * RATE, "as if it had never been posted"


def test_a_void_round_takes_its_contributions_out_again(manager):
    stand = sit_at(manager)
    stand.start(JACKPOT)
    stand.do(command.VoidRound("the floor", "a card on the floor"))
    assert manager.floor.meter("link", "") == SEED
    assert stand.table.phase is Phase.IDLE
    assert manager.floor.kinds["void"] == 1


def test_without_the_manager_the_wager_goes_back_and_the_game_goes_on(manager):
    manager.ask(Switch("close", OFFICE, "link", False))
    stand = sit_at(manager)
    events = stand.play("seat 1: ante 5, progressive 1; 2c 7d 9s; fold\ndealer: 2d 4h 6s")
    assert "closed" in only(event.ProgressiveClosed, events).why
    assert only(event.WagerTakenBack, events).wager == "progressive"
    assert [e.bet for e in of(event.BetSettled, events)] == ["ante"]
    assert manager.floor.meter("link", "") == SEED


class TwoSidedStore(MemoryStore):
    """Out of reach when it is told so."""

    is_away = False

    def append(self, entries, checkpoint=None):
        if self.is_away:
            raise StoreError("the store does not answer")
        super().append(entries, checkpoint)


def test_req_63_an_outage_of_the_manager_is_in_the_journal_when_it_is_back():
    ticks = iter(range(1_700_000_000_000_000, 1_800_000_000_000_000, MICROS))
    store = TwoSidedStore()
    manager = GameManager(store, lambda: next(ticks))
    manager.ask(SetTerms("terms", OFFICE, TERMS))
    manager.ask(Switch("open", OFFICE, "link", True))
    stand = sit_at(manager)
    a_round = "seat 1: ante 5, progressive 1; 2c 7d 9s; fold\ndealer: 2d 4h 6s"
    store.is_away = True
    for _ in range(2):
        assert "does not answer" in only(event.ProgressiveClosed, stand.play(a_round)).why
    assert malfunctions(store.entries(), zone=None) == []
    store.is_away = False
    for _ in range(2):
        assert len(of(event.ProgressiveCounted, stand.play(a_round))) == 1
    (noted,) = malfunctions(store.entries(), zone=None)
    assert (noted.table, noted.by, noted.what) == (
        "table 1",
        ("dealer",),
        "no connection to the game manager",
    )
    assert 0 < noted.since_at < noted.until_at <= noted.noted_at


def test_a_refusal_is_no_outage(manager):
    manager.ask(Switch("close", OFFICE, "link", False))
    stand = sit_at(manager)
    stand.play("seat 1: ante 5, progressive 1; 2c 7d 9s; fold\ndealer: 2d 4h 6s")
    manager.ask(Switch("open again", OFFICE, "link", True))
    stand.play("seat 1: ante 5, progressive 1; 2c 7d 9s; fold\ndealer: 2d 4h 6s")
    assert malfunctions(manager.store.entries(), zone=None) == []
