"""Entries are typed, and their text in the journal is what it always was, to the last byte."""

import json
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

import pytest
from every_entry import BODIES, every_body
from ledger_room import Room, make_terms

from pitboss.base.error import InputError
from pitboss.jackpot.books import Books
from pitboss.jackpot.fact import CoinIn, GameOver, MalfunctionNoted, RoundVoided, Switched, TermsSet
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import Record
from pitboss.jackpot.snapshot import format_books, parse_books
from pitboss.ledger.book import BooksError
from pitboss.ledger.codec import LEFT_OUT, codec_of, decode, encode
from pitboss.ledger.entry import Draft, format_body, parse_body, read_body
from pitboss.ledger.fact import KINDS, Fact, Note, decode_fact, encode_fact
from pitboss.storage.memory import MemoryStore

KEPT = BODIES.read_text().splitlines()
CHECKPOINTS = BODIES.with_name("old_checkpoints.txt").read_text().splitlines()
"""Made of the entries above by the program of before: how many of them, and the state after the last."""


# -- the text --------------------------------------------------------------------------------------


def test_every_kind_of_entry_is_written_as_it_always_was():
    assert every_body() == KEPT


@pytest.mark.parametrize("body", KEPT, ids=lambda body: f"{read_body(body).number} {read_body(body).kind}")
def test_what_was_written_is_read_and_written_the_same(body):
    number, draft = parse_body(body)
    assert format_body(number, draft) == body
    assert type(draft.fact) is KINDS.get(draft.kind, Note)
    assert draft.asked == read_body(body).facts.get("asked", "")


def test_the_texts_above_are_of_every_kind_that_there_is():
    assert {read_body(body).kind for body in KEPT} >= KINDS.keys()
    assert {fact.__dataclass_params__.frozen for fact in KINDS.values()} == {True}


def test_an_entry_says_its_kind_and_is_taken_for_no_other():
    draft = Draft("a", 0, ("dan",), Switched("tcp", open=True))
    assert (draft.kind, draft.fact_as(Switched).open) == ("switch", True)
    with pytest.raises(InputError, match="the entry 'a' is 'switch', not 'coin in'"):
        draft.fact_as(CoinIn)


# -- entries of the first versions -----------------------------------------------------------------

STATUSES = "one of posted, confirmed, withdrawn, backed out is needed"
TERMS = {"id": "tcp", "paytables": {"three_card_poker": "TCP Progressive 1"}, "tables": ["T1"]}
LEVEL = {"name": "", "seed_micros": 10, "contribution_ppm": 20}


@pytest.mark.parametrize(
    ("kind", "told", "meant"),
    [
        ("switch", {"progressive": "tcp", "open": True}, Switched("tcp", True, "")),
        ("void", {"table": "T1", "round": 1, "why": "misdeal"}, RoundVoided("T1", 1, "misdeal", {})),
        ("game over", {"table": "T1", "round": 1}, GameOver("T1", 1)),
        ("record: malfunction", {"what": "a lamp"}, MalfunctionNoted("", "a lamp")),
    ],
)
def test_what_the_first_versions_did_not_say_goes_without_saying(kind, told, meant):
    assert decode_fact(kind, told) == meant


def test_terms_of_the_first_versions_have_what_was_meant_then():
    after = decode_fact("terms", {"after": {**TERMS, "levels": [LEVEL]}}).after
    assert (after.levels[0].reserve_ppm, after.levels[0].cap_micros, after.installed) == (0, None, {})
    assert after.jackpot_kind == "progressive"


def test_a_win_of_the_first_versions_sent_nothing_over_a_cap():
    _, draft = parse_body(next(body for body in KEPT if read_body(body).kind == "win posted"))
    told = encode_fact(draft.fact)
    del told["win"]["over_micros"]
    assert decode_fact("win posted", told).win.over_micros is None


def test_what_a_later_version_says_besides_is_passed_over():
    assert decode_fact("switch", {"progressive": "tcp", "open": True, "colour": "red"}) == Switched(
        "tcp", True
    )


# -- what cannot be read ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "told", "why"),
    [
        ("switch", {"progressive": "tcp"}, "an entry 'switch' cannot be read: 'open' is missing"),
        ("switch", {"progressive": 1, "open": True}, "'progressive': a text is needed, not 1"),
        ("switch", {"progressive": "tcp", "open": 1}, "'open': true or false is needed, not 1"),
        (
            "seized",
            {"progressive": "a", "micros": True, "authority": "b"},
            "whole number is needed, not True",
        ),
        ("void", {"table": "a", "round": 1, "why": "", "rests": {"": [1]}}, "meter, reserve are needed"),
        (
            "void",
            {"table": "a", "round": 1, "why": "", "rests": [1]},
            "names with values are needed",
        ),
        ("void", {"table": "a", "round": 1, "why": "", "rests": {"": 7}}, "a list is needed, not 7"),
        (
            "win settled",
            {"win": "a", "status": "lost"},
            STATUSES,
        ),
        (
            "win settled",
            {"win": "a", "status": ["lost"]},
            STATUSES,
        ),
        ("terms", {"after": {"id": "tcp"}}, "'after': 'paytables' is missing"),
        (
            "coin in",
            {"table": "a", "round": 1, "progressive": "b", "stakes": {"one": 1}, "levels": {}},
            "'stakes': numbers are needed, not one",
        ),
    ],
)
def test_what_does_not_fit_is_said_in_a_sentence(kind, told, why):
    with pytest.raises(InputError, match=why):
        decode_fact(kind, told)


def test_what_was_asked_is_a_text():
    with pytest.raises(InputError, match="what was asked is no text"):
        parse_body('[1,"a","switch",0,["dan"],{"asked":7,"open":true,"progressive":"tcp"},[]]')


def test_an_entry_of_a_kind_that_nobody_knows_loses_nothing():
    body = '[1,"a","from next year",0,["dan"],{"asked":"X 1","deep":{"a":[1,null,true]}},[]]'
    number, draft = parse_body(body)
    assert draft.fact == Note("from next year", {"deep": {"a": [1, None, True]}})
    assert format_body(number, draft) == body


def test_a_record_of_a_known_kind_says_what_its_class_does_and_no_more():
    room = Room(make_terms())
    with pytest.raises(RefusedError, match="a record of a malfunction has no 'text'"):
        room.ask(Record, "malfunction", {"text": "a lamp"})
    with pytest.raises(InputError, match="'what': a text is needed, not 7"):
        room.ask(Record, "malfunction", {"what": 7})
    assert room.ask(Record, "visit", {"text": "an auditor"}).draft.fact == Note(
        "record: visit", {"text": "an auditor"}
    )


# -- classes ---------------------------------------------------------------------------------------


def test_a_kind_of_entry_has_one_class():
    with pytest.raises(TypeError, match="two kinds of entry are called 'coin in'"):

        class Doubled(Fact, kind="coin in"):
            pass

    assert KINDS["coin in"] is CoinIn


class Suit(StrEnum):
    SPADES = "spades"


class Pair(NamedTuple):
    name: str
    is_high: bool


@dataclass(frozen=True)
class Inner:
    suit: Suit
    pairs: tuple[Pair, ...] = ()


@dataclass(frozen=True)
class Outer:
    inner: Inner
    maybe: Inner | None = None
    by_seat: dict | None = field(default=None, metadata=LEFT_OUT)


def test_values_in_values_are_written_and_read():
    inner = Inner(Suit.SPADES, (Pair("aces", True), Pair("twos", False)))
    data = {"suit": "spades", "pairs": [["aces", True], ["twos", False]]}
    assert encode(inner) == data
    assert json.loads(json.dumps(data)) == data
    assert decode(Inner, data) == inner


@dataclass(frozen=True)
class Remembering:
    first: int
    second: tuple[int, ...] = field(default=(), metadata=LEFT_OUT)

    @cached_property
    def total(self):
        return self.first + sum(self.second)


def test_what_a_value_remembers_of_a_question_is_not_written():
    value = Remembering(1, (2, 3))
    assert value.total == 6
    assert encode(value) == {"first": 1, "second": [2, 3]}
    assert encode(Remembering(1)) == {"first": 1}


def test_a_class_that_the_journal_cannot_hold_is_found_when_it_is_first_written():
    with pytest.raises(TypeError, match="the journal has no writing for"):
        codec_of(Outer)


def test_a_draft_of_the_journal_is_the_one_that_was_decided():
    room = Room(make_terms())
    answer = room.coin_in(1, 10, 2)
    assert MemoryStore(room.shelf).find(answer.draft.id).draft == answer.draft
    assert isinstance(room.entries[0].draft.fact, TermsSet)


# -- checkpoints of before -------------------------------------------------------------------------


@pytest.mark.parametrize("line", CHECKPOINTS, ids=lambda line: line.partition(" ")[0])
def test_a_checkpoint_of_before_is_read_as_what_its_entries_say(line):
    number, _, state = line.partition(" ")
    floor = Books()
    for body in KEPT[: int(number)]:
        with suppress(BooksError):  # one is of a table whose chips are in no other entry
            floor.apply(parse_body(body)[1])
    assert parse_books(state) == floor
    assert parse_books(format_books(floor)) == floor
