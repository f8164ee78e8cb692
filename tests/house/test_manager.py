"""The game manager when something fails: what is in memory counts for nothing, and nobody pays for it."""

import json
from dataclasses import replace
from hashlib import sha256

import pytest

from pitboss.base.money import MICROS
from pitboss.house.manager import GameManager, RequestAnswer, UsedBeforeError
from pitboss.jackpot.decider import digest
from pitboss.jackpot.person import Role
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import (
    AddPerson,
    CoinIn,
    EndGame,
    MoveMoney,
    Record,
    SetTerms,
    Switch,
    TrayAward,
)
from pitboss.jackpot.terms import LevelTerms, Terms
from pitboss.ledger.book import BooksError
from pitboss.ledger.entry import Draft, chain
from pitboss.ledger.fact import Note
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
    assert isinstance(manager.ask(coin_in(1)), RequestAnswer)


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

    manager._ahead = manager._take_ahead()
    monkeypatch.setattr(manager._ahead.book, "apply", overdraw)
    (bad,) = manager.ask_all([Record("bad", ("dan",), "note")])
    monkeypatch.undo()
    good, nothing = manager.ask_all(
        [coin_in(1), MoveMoney("none", ("abe", "sue"), "tcp", "", "tcp", "", 0, "A-1", "text")]
    )
    assert isinstance(bad, RefusedError)
    assert isinstance(good, RequestAnswer)
    assert isinstance(nothing, Exception)


# -- an id that comes again ----------------------------------------------------------------------------

USED = r"the id 'round 1' was used before for something else \(entry 3\): nothing was done"


@pytest.mark.parametrize(
    "other",
    [
        CoinIn("round 1", ("dan",), "table 1", 1, {1: 2 * MICROS}),
        CoinIn("round 1", ("dan",), "table 1", 2, {1: MICROS}),
        CoinIn("round 1", ("eve",), "table 1", 1, {1: MICROS}),
        CoinIn("round 1", ("dan", "eve"), "table 1", 1, {1: MICROS}),
        Record("round 1", ("dan",), "malfunction", {"what": "a lamp"}),
        Switch("round 1", ("dan",), "tcp", False),
    ],
)
def test_an_id_that_was_used_for_something_else_is_refused_and_not_answered_as_done(other):
    """Together with the first, after it, and in a process that has never seen it."""
    store, manager = open_floor()
    first, refused = manager.ask_all([coin_in(1), other])
    with pytest.raises(UsedBeforeError, match=USED):
        raise refused
    assert refused.first == first
    for asks in (manager, GameManager(MemoryStore(store._shelf), lambda: 0)):
        with pytest.raises(UsedBeforeError, match=USED):
            asks.ask(other)
        assert asks.ask(coin_in(1)) == first
        assert len(store._shelf.entries) == first.number


EXAMPLES = (
    SetTerms("id", ("tess", "sue"), TERMS),
    Switch("id", ("sue",), "tcp", True),
    coin_in(1),
    EndGame("id", ("dan",), "table 1", (TrayAward(1, "straight", 6 * MICROS),)),
    Record("id", ("dan",), "malfunction", {"table": "table 1", "what": "a lamp"}),
    AddPerson("id", ("tess", "sue"), "dee", Role.DEALER, "$argon2id$one"),
)


@pytest.mark.parametrize("asked", EXAMPLES, ids=lambda asked: type(asked).__name__)
def test_what_was_asked_is_kept_in_a_few_letters_that_every_fact_changes(asked):
    kept = digest(asked)
    assert kept.startswith(f"{type(asked).__name__} ")
    assert digest(replace(asked, id="another")) == kept
    assert digest(replace(asked, by=("mallory",))) != kept
    for name, changed in {"terms": replace(TERMS, tables=("T9",)), "facts": {}, "tray": ()}.items():
        if hasattr(asked, name):
            assert digest(replace(asked, **{name: changed})) != kept


def test_what_was_asked_is_said_the_same_in_every_process_and_version():
    """By hand: SHA-256 of people and facts as JSON, those at their default left out."""
    text = b'[["dan"],{"round":1,"stakes":{"1":1000000},"table":"table 1"}]'
    assert digest(coin_in(1)) == f"CoinIn {sha256(text).hexdigest()[:16]}"


@pytest.mark.parametrize(
    ("table", "stakes"),
    [
        ("table 1", {1: 5, 10: 5, 2: 5}),
        ("table 1", {2: 5, 10: 5}),
        ("table 1", {3: 5, 1: 5}),
        ("table 1", {}),
        ("table 1", {1: 2**70}),
        ("Tisch \u00fc\x7f", {1: 5}),
        ("table 1", {1: True}),
        ("table 1", {0: 1, 1: 1}),
    ],
)
def test_what_was_asked_is_said_as_the_json_of_the_standard_library(table, stakes):
    """However quickly it is written: with names in order, seats as numbers are, and in ASCII."""
    facts = {"round": 7, "stakes": stakes, "table": table}
    text = json.dumps([["dan"], facts], separators=(",", ":"), sort_keys=True)
    asked = CoinIn("id", ("dan",), table, 7, stakes)
    assert digest(asked) == f"CoinIn {sha256(text.encode()).hexdigest()[:16]}"


def test_an_entry_of_the_first_versions_is_answered_by_its_id():
    store, manager = open_floor()
    old = chain(3, store.last().hash, Draft("old", 0, ("dan",), Note("record: note")))
    store.append([old])
    assert manager.ask(Record("old", ("dan",), "note")) == RequestAnswer(3, old.draft)


@pytest.mark.parametrize("id_", ["checkpoint 10000", "upgrade _version_3"])
def test_nobody_takes_the_id_of_a_checkpoint_or_of_an_upgrade(id_):
    """It would be in the way of the entry that has to have it, and stop the journal."""
    _, manager = open_floor()
    with pytest.raises(RefusedError, match="the game manager's own"):
        manager.ask(Record(id_, ("dan",), "note"))
