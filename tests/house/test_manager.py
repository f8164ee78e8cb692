"""The game manager when something fails: what is in memory counts for nothing, and nobody pays for it."""

import pytest

from pitboss.base.money import MICROS
from pitboss.house.manager import Answer, Desk, GameManager
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import CoinIn, MoveMoney, Record, SetTerms, Switch
from pitboss.jackpot.terms import LevelTerms, Terms
from pitboss.ledger.book import BooksError
from pitboss.ledger.store import StoreError
from pitboss.storage.memory import MemoryStore

TERMS = Terms(
    "tcp", {"three_card_poker": "TCP Progressive 1"}, ("table 1",), (LevelTerms("", MICROS, 100_000),)
)


class MoodyStore(MemoryStore):
    """Fails as often as it is told, in the way that it is told."""

    failures: tuple[str, ...] = ()
    problem: BaseException = StoreError("the disk is gone")

    def append(self, entries, checkpoint=None):
        self.fail("append")
        super().append(entries, checkpoint)

    def entries(self, after=0, *, upto=None):
        self.fail("entries")
        return super().entries(after, upto=upto)

    def fail(self, what):
        if what in self.failures:
            raise self.problem


def open_floor():
    store = MoodyStore()
    manager = GameManager(store, lambda: 0)
    manager.ask(SetTerms("terms", ("tess", "sue"), TERMS))
    manager.ask(Switch("open", ("sue",), "tcp", True))
    return store, manager


def coin_in(number):
    return CoinIn(f"round {number}", ("dan",), "table 1", number, {1: MICROS})


def test_a_manager_that_could_not_even_read_does_not_refuse_what_it_has_forgotten():
    """An empty floor in memory would answer that there is no progressive: a refusal that a table believes."""
    store, manager = open_floor()
    store.failures = ("append", "entries")
    for _ in range(2):
        with pytest.raises(StoreError):
            manager.ask(coin_in(1))
    store.failures = ()
    assert isinstance(manager.ask(coin_in(1)), Answer)


@pytest.mark.parametrize("problem", [KeyboardInterrupt(), OSError("broken"), StoreError("full")])
def test_whatever_goes_wrong_before_it_is_durable_has_not_happened(problem):
    store, manager = open_floor()
    store.failures, store.problem = ("append",), problem
    with pytest.raises(type(problem)):
        manager.ask(coin_in(1))
    store.failures = ()
    with pytest.raises(RefusedError, match="say what is recorded"):
        manager.ask(Record("nothing", ("dan",), ""))
    assert "table 1" not in manager.floor.rounds
    assert manager.ask(coin_in(1)).number == 3


def test_books_that_would_be_wrong_refuse_one_request_and_not_its_neighbours(monkeypatch):
    _, manager = open_floor()

    def overdraw(transfers):
        raise BooksError("meter/tcp/ would be $5.00 short")

    monkeypatch.setattr(manager.floor.book, "apply", overdraw)
    (bad,) = manager.ask_all([Record("bad", ("dan",), "note")])
    monkeypatch.undo()
    good, nothing = manager.ask_all(
        [coin_in(1), MoveMoney("none", ("abe", "sue"), "tcp", "", "tcp", "", 0, "A-1", "text")]
    )
    assert isinstance(bad, RefusedError)
    assert isinstance(good, Answer)
    assert isinstance(nothing, Exception)


# -- the desk ------------------------------------------------------------------------------------------


@pytest.fixture
def desk():
    desk = Desk(open_floor()[1])
    yield desk
    desk.close()


def test_requests_of_one_message_are_decided_together(desk):
    asked = [coin_in(1), coin_in(1), coin_in(2), Record("note", ("dan",), "note")]
    first, again, refused, note = desk.ask_together(asked).result(5)
    assert first == again
    assert isinstance(refused, RefusedError)
    assert desk.ask(Record("alone", ("dan",), "note")).result(5).number == note.number + 1


def test_a_table_that_has_given_up_waiting_does_not_stop_the_desk(desk):
    with desk.manager.lock:
        first = desk.ask(Record("first", ("dan",), "note"))
        while not desk.waiting.empty():
            pass
        given_up = desk.ask(Record("given up", ("dan",), "note"))
        assert given_up.cancel()
    after = desk.ask(Record("after", ("dan",), "note"))
    assert after.result(5).number == first.result(5).number + 1
