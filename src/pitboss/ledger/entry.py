"""An entry of the journal: one thing that happened, who did it, and the transfers it made.

Every entry carries the hash of its body together with the hash of the entry before, so that none can be
altered, left out, put in or moved without breaking the chain from there on. The body is kept as the
text that was hashed.
"""

import json
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple, TypeVar

import orjson

from pitboss.base.error import InputError
from pitboss.ledger.account import parse_account
from pitboss.ledger.codec import Json
from pitboss.ledger.fact import Fact, decode_fact, encode_fact
from pitboss.ledger.transfer import Reason, Transfer

Said = TypeVar("Said", bound=Fact)
FIRST_HASH = "0" * 64
"""What stands before the first entry."""
ASKED = "asked"
"""Beside the facts of an entry: what was asked, in a few letters."""


@dataclass(frozen=True)
class Draft:
    """An entry before it has a place in the journal."""

    id: str
    """Made by whoever asks: the same id asked for again gets the first answer."""
    at_micros: int
    """Microseconds since 1970, by the clock of the manager."""
    by: tuple[str, ...]
    fact: Fact
    """What happened."""
    transfers: tuple[Transfer, ...] = ()
    asked: str = ""
    """What was asked, in a few letters; entries of the first versions have none."""
    place: str = ""
    """The table that it belongs to, where it belongs to one."""

    @property
    def kind(self) -> str:
        return self.fact.kind

    def fact_as(self, kind: type[Said]) -> Said:
        """What happened, for who knows which kind it is; raises InputError if it is another."""
        if not isinstance(self.fact, kind):
            raise InputError(f"the entry {self.id!r} is {self.kind!r}, not {kind.kind!r}")
        return self.fact


class EntryRow(NamedTuple):
    """An entry as a store keeps it: a tuple, for `verify` makes a million of them."""

    number: int
    id: str
    """As in the body: a store keeps it beside the body, to find the entry by."""
    body: str
    before: str
    hash: str
    place: str = ""
    """As in the body, too."""


class Entry(EntryRow):
    @cached_property
    def draft(self) -> Draft:
        return parse_body(self.body)[1]


def format_body(number: int, draft: Draft) -> str:
    transfers = [[str(t.source), str(t.target), t.micros, TEXTS[t.reason]] for t in draft.transfers]
    facts = encode_fact(draft.fact)
    if draft.asked:
        facts[ASKED] = draft.asked
    body = [number, draft.id, draft.kind, draft.at_micros, draft.by, facts, transfers]
    return write_json([*body, draft.place] if draft.place else body)


def write_json(body: list[object]) -> str:
    """One line of ASCII with sorted names. What only the slow way writes so is written the slow way."""
    try:
        quick = orjson.dumps(body, option=orjson.OPT_SORT_KEYS)
    except TypeError:
        return ENCODER.encode(body)
    return quick.decode() if quick.isascii() and b"\x7f" not in quick else ENCODER.encode(body)


ENCODER = json.JSONEncoder(separators=(",", ":"), sort_keys=True)
DECODER = json.JSONDecoder()
REASONS = {reason.value: reason for reason in Reason}
TEXTS = {reason: reason.value for reason in Reason}
"""Looked up: asking an enumeration for a value takes five times as long."""


class Parts(NamedTuple):
    """A body taken apart: what a draft says, and the number it was written for."""

    number: int
    id: str
    kind: str
    at_micros: int
    by: list[str]
    facts: dict[str, Json]
    transfers: list[Transfer]
    place: str


def parse_body(body: str) -> tuple[int, Draft]:
    number, id_, kind, at_micros, by, facts, transfers, place = read_body(body)
    asked = facts.pop(ASKED, "")
    if not isinstance(asked, str):
        raise InputError("the body of an entry cannot be read: what was asked is no text")
    fact = decode_fact(kind, facts)
    return number, Draft(id_, at_micros, tuple(by), fact, tuple(transfers), asked, place)


def read_body(body: str) -> Parts:
    try:
        (number, id_, kind, at_micros, by, facts, rows, *more), end = DECODER.raw_decode(body)
        (place,) = more or ("",)
        transfers = [
            Transfer(parse_account(source), parse_account(target), whole(micros), REASONS[reason])
            for source, target, micros, reason in rows
        ]
    except (ValueError, KeyError, TypeError, RecursionError) as problem:
        raise InputError(f"the body of an entry cannot be read: {problem}") from problem
    kinds = (type(number), type(id_), type(kind), type(at_micros), type(by), type(facts), type(place))
    if kinds != (int, str, str, int, list, dict, str) or end != len(body):
        raise InputError("the body of an entry cannot be read: a number, text or list is something else")
    return Parts(number, id_, kind, at_micros, by, facts, transfers, place)


def whole(micros: object) -> int:
    if type(micros) is not int:
        raise TypeError(f"{micros} is no whole number")
    return micros


def hash_body(before: str, body: str) -> str:
    """Of the bytes as they lie: what was damaged until it is no UTF-8 any more can be hashed all the same."""
    return sha256(f"{before}\n{body}".encode(errors="surrogateescape")).hexdigest()


def chain(number: int, before: str, draft: Draft) -> Entry:
    """The draft in its place after the entry whose hash is `before`."""
    body = format_body(number, draft)
    return Entry(number, draft.id, body, before, hash_body(before, body), draft.place)
