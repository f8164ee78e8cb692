"""An entry of the journal: one thing that happened, who did it, and the transfers it made.

Every entry carries the hash of its body together with the hash of the entry before, so that none can be
altered, left out, put in or moved without breaking the chain from there on. The body is kept as the
text that was hashed.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import TypeAlias

from pitboss.base.error import InputError
from pitboss.ledger.account import parse_account
from pitboss.ledger.transfer import Reason, Transfer

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"
FIRST_HASH = "0" * 64
"""What stands before the first entry."""


@dataclass(frozen=True)
class Draft:
    """An entry before it has a place in the journal."""

    id: str
    """Made by whoever asks: the same id asked for again gets the first answer."""
    kind: str
    at_micros: int
    """Microseconds since 1970, by the clock of the manager."""
    by: tuple[str, ...]
    facts: Mapping[str, Json] = field(default_factory=dict)
    transfers: tuple[Transfer, ...] = ()


@dataclass(frozen=True)
class Entry:
    number: int
    id: str
    """As in the body: a store keeps it beside the body, to find the entry by."""
    body: str
    before: str
    hash: str

    @cached_property
    def draft(self) -> Draft:
        return parse_body(self.body)[1]


def format_body(number: int, draft: Draft) -> str:
    transfers = [[str(t.source), str(t.target), t.micros, t.reason.value] for t in draft.transfers]
    body = [number, draft.id, draft.kind, draft.at_micros, list(draft.by), dict(draft.facts), transfers]
    return json.dumps(body, separators=(",", ":"), sort_keys=True)


REASONS = {reason.value: reason for reason in Reason}


def parse_body(body: str) -> tuple[int, Draft]:
    try:
        number, id_, kind, at_micros, by, facts, transfers = json.loads(body)
        read = [
            Transfer(parse_account(source), parse_account(target), micros, REASONS[reason])
            for source, target, micros, reason in transfers
        ]
    except (ValueError, KeyError, TypeError, RecursionError) as problem:
        raise InputError(f"the body of an entry cannot be read: {problem}") from problem
    kinds = (type(number), type(id_), type(kind), type(at_micros), type(by), type(facts))
    if kinds != KINDS or any(type(transfer[2]) is not int for transfer in read):
        raise InputError("the body of an entry cannot be read: a number, text or list is something else")
    return number, Draft(id_, kind, at_micros, tuple(by), facts, tuple(read))


KINDS = (int, str, str, int, list, dict)


def hash_body(before: str, body: str) -> str:
    """Of the bytes as they lie: what was damaged until it is no UTF-8 any more can be hashed all the same."""
    return sha256(f"{before}\n{body}".encode(errors="surrogateescape")).hexdigest()


def chain(number: int, before: str, draft: Draft) -> Entry:
    """The draft in its place after the entry whose hash is `before`."""
    body = format_body(number, draft)
    return Entry(number, draft.id, body, before, hash_body(before, body))
