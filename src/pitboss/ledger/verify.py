"""Reads the whole journal again and finds the first entry that is not as it was written."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from pitboss.base.error import PitbossError
from pitboss.ledger.book import Book
from pitboss.ledger.entry import FIRST_HASH, Entry, hash_body, parse_body

PROGRESS_EVERY = 10_000


class Fault(NamedTuple):
    """The first thing wrong: which entry, and what about it."""

    number: int
    why: str


@dataclass(frozen=True)
class Verdict:
    entries: int
    hash: str
    """Of the last entry that is right: compare it with one that was written down elsewhere."""
    book: Book
    fault: Fault | None


def verify(entries: Iterable[Entry], progress: Callable[[int], None] = lambda _: None) -> Verdict:
    """Every entry follows the one before, says what was hashed, and keeps the books right."""
    book, before, number = Book(), FIRST_HASH, 0
    ids: set[str] = set()
    for entry in entries:
        fault = find_fault(entry, number + 1, before, book, ids)
        if fault:
            return Verdict(number, before, book, fault)
        number, before = entry.number, entry.hash
        if number % PROGRESS_EVERY == 0:
            progress(number)
    try:
        book.check()
    except PitbossError as problem:
        return Verdict(number, before, book, Fault(number, str(problem)))
    return Verdict(number, before, book, None)


def find_fault(entry: Entry, number: int, before: str, book: Book, ids: set[str]) -> Fault | None:
    if entry.number != number:
        what = "missing" if entry.number > number else "there twice or out of order"
        return Fault(number, f"entry {number} is {what}: {entry.number} stands in its place")
    if entry.before != before:
        return Fault(number, "it does not follow the entry before it: one was changed, put in or taken out")
    if hash_body(before, entry.body) != entry.hash:
        return Fault(number, "its text was changed after it was written")
    try:
        claimed, draft = parse_body(entry.body)
        if claimed != number or draft.id in ids:
            return Fault(
                number, f"its text is of entry {claimed}" if claimed != number else "its id is used twice"
            )
        ids.add(draft.id)
        book.apply(draft.transfers)
    except PitbossError as problem:
        return Fault(number, str(problem))
    return None
