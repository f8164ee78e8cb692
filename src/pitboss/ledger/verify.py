"""Reads the whole journal again and finds the first entry that is not as it was written."""

from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import orjson

from pitboss.base.error import PitbossError
from pitboss.ledger.account import parse_account
from pitboss.ledger.book import Book
from pitboss.ledger.entry import FIRST_HASH, REASONS, Entry, Parts, hash_body, read_body
from pitboss.ledger.store import StoreError
from pitboss.ledger.transfer import Transfer

PROGRESS_EVERY = 10_000
FEW = 20_000
"""So many ids are compared faster than the library for large numbers of them is loaded."""
KINDS = (int, str, str, int, list, dict, list)
KINDS_WITH_PLACE = (*KINDS, str)
"""Of the values of a body."""


class ChainFault(NamedTuple):
    """The first thing wrong: which entry, and what about it."""

    number: int
    """0 where it is not an entry that is wrong."""
    why: str

    @property
    def words(self) -> str:
        return f"entry {self.number}: {self.why}" if self.number else self.why


@dataclass
class ChainVerdict:
    """What was read so far and is right, and in the end what is not."""

    entries: int = 0
    hash: str = FIRST_HASH
    """Of the last entry that is right: compare it with one that was written down elsewhere."""
    book: Book = field(default_factory=Book)
    fault: ChainFault | None = None
    ids: "array[int]" = field(default_factory=lambda: array("q"))
    """Client ids as eight bytes each, where a million texts would take a hundred megabytes."""

    def end(self, fault: ChainFault | None) -> "ChainVerdict":
        doubled = find_doubled(self.ids)
        if doubled:
            fault = ChainFault(self.entries - len(self.ids) + doubled, "its id is used twice")
        self.fault = fault
        return self


def verify(
    entries: Iterable[Entry],
    progress: Callable[[int], None] = lambda _: None,
    *,
    start: ChainVerdict | None = None,
) -> ChainVerdict:
    """Every entry follows the one before, says what was hashed, and keeps the books right.

    From the first entry on, or from a state that is known to be right.
    """
    found = start or ChainVerdict()
    try:
        for entry in entries:
            fault = find_fault(entry, found)
            if fault:
                return found.end(fault)
            if entry.number % PROGRESS_EVERY == 0:
                progress(entry.number)
    except StoreError as problem:
        return found.end(ChainFault(found.entries + 1, f"it cannot be read: {problem}"))
    try:
        found.book.check()
    except PitbossError as problem:
        return found.end(ChainFault(found.entries, str(problem)))
    return found.end(None)


def find_fault(entry: Entry, found: ChainVerdict) -> ChainFault | None:
    number = found.entries + 1
    if entry.number != number:
        return ChainFault(number, say_place(number, entry.number))
    if entry.before != found.hash:
        return ChainFault(
            number, "it does not follow the entry before it: one was changed, put in or taken out"
        )
    if hash_body(found.hash, entry.body) != entry.hash:
        return ChainFault(number, say_broken(entry))
    try:
        parts = read_quickly(entry.body)  # a draft would cost as much again, a million times
        if parts.number != number:
            return ChainFault(number, f"its text is of entry {parts.number}")
        if parts.id != entry.id:
            return ChainFault(number, f"it is kept under the id {entry.id!r} and its text says {parts.id!r}")
        if parts.place != entry.place:
            return ChainFault(number, f"it is kept as {entry.place!r}'s and its text says {parts.place!r}")
        found.book.apply(parts.transfers)
    except PitbossError as problem:
        return ChainFault(number, str(problem))
    found.ids.append(hash(parts.id))
    found.entries, found.hash = number, entry.hash
    return None


def read_quickly(body: str) -> Parts:
    """A body as fast as can be: the same is accepted and the same refused as by `read_body`.

    A faster decoder reads what is written as every body is; whatever it does not like, or reads as another
    kind than it ought to be, goes the slow way, which has the last word. It takes whole numbers of more than
    64 bits for fractions: the facts of what comes back are not for use.
    """
    try:
        values = orjson.loads(body)
        kinds = tuple(map(type, values))
        if (kinds != KINDS and kinds != KINDS_WITH_PLACE) or body[0] + body[-1] != "[]":
            return read_body(body)
        if kinds == KINDS:
            values.append("")
        transfers = []
        for source, target, micros, reason in values[6]:
            if type(micros) is not int:
                return read_body(body)
            transfers.append(Transfer(parse_account(source), parse_account(target), micros, REASONS[reason]))
    except (ValueError, KeyError, TypeError):
        return read_body(body)
    values[6] = transfers
    return Parts._make(values)


def say_broken(entry: Entry) -> str:
    """Why an entry and its hash do not fit: its text may belong elsewhere, or after another entry."""
    try:
        found = read_body(entry.body).number
    except PitbossError:
        found = entry.number
    if found != entry.number:
        return f"its text is of entry {found}: it was moved, or one before it was put in or taken out"
    return "its text and its hash do not belong together: one of them was changed, or the entry before"


def say_place(number: int, found: int | None) -> str:
    if found is not None and found > number:
        return f"it is missing: entry {found} stands in its place"
    return f"entry {found} stands in its place: it was put in, doubled or moved"


def find_doubled(ids: "array[int]") -> int | None:
    """The first entry whose id an earlier one has.

    No doubled id is missed. Two different ids are taken for one with a chance of 3 in 100 million among a
    million entries; Python hashes text anew in every process, so such an alarm is gone when asked again.
    """
    if len(ids) < FEW and len(set(ids)) == len(ids):
        return None
    import numpy as np

    hashes = np.frombuffer(ids, dtype=np.int64) if ids else np.empty(0, dtype=np.int64)
    order = np.argsort(hashes, kind="stable")
    in_order = hashes[order]
    later = order[1:][in_order[1:] == in_order[:-1]]
    return int(later.min()) + 1 if later.size else None
