"""Verifying a kept journal: the chain and the books, checkpoint and head, and a hash that was written down.

A chain proves that no entry in it was changed. It cannot prove that its end was not cut off, nor that it
was not made anew from some entry on by somebody who knows how: for that the latest checkpoint and the head,
which are in the same database, and a hash kept elsewhere are compared with it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from pitboss.base.error import InputError
from pitboss.ledger.entry import Entry
from pitboss.ledger.store import START, Checkpoint, Link
from pitboss.ledger.verify import Fault, Reading, Verdict, verify
from pitboss.ledger.vouching import is_vouched_for

HASH_LENGTH = 64


@dataclass(frozen=True)
class Audit:
    verdict: Verdict
    checkpoint: Checkpoint | None
    expected: int | None
    """The entry that has the hash that was written down."""
    fault: Fault | None
    """The first thing wrong with the chain, else with the checkpoint, the head or the end."""


@dataclass
class Watch:
    """What to look out for while the entries pass by."""

    checkpoint: Checkpoint | None
    head: Link
    expect: str | None
    head_hash: str | None = field(default=None, init=False)
    """Of the entry that the head is of."""
    checkpoint_hash: str | None = field(default=None, init=False)
    """Of the entry that the checkpoint is of."""
    following: Entry | None = field(default=None, init=False)
    """The entry after it, which vouches for it."""
    expected: int | None = field(default=None, init=False)

    def over(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        place, expect, head = self.checkpoint.number if self.checkpoint else 0, self.expect, self.head.number
        for entry in entries:
            if entry.number == head:
                self.head_hash = entry.hash
            if entry.number == place:
                self.checkpoint_hash = entry.hash
            if place and entry.number == place + 1:
                self.following = entry
            if entry.hash == expect:
                self.expected = entry.number
            yield entry


def audit(
    entries: Iterable[Entry],
    checkpoint: Checkpoint | None = None,
    *,
    head: Link = START,
    expect: str | None = None,
    progress: Callable[[int], None] = lambda _: None,
    start: Reading | None = None,
) -> Audit:
    """Everything again from the journal, or from a state that is known to be right.

    Checkpoint and head must have been read before the entries. An export has neither.
    """
    watch = Watch(checkpoint, head, parse_hash(expect) if expect is not None else None)
    verdict = verify(watch.over(entries), progress, start=start)
    fault = (
        verdict.fault
        or find_checkpoint_fault(watch, verdict)
        or find_head_fault(watch, verdict)
        or find_end_fault(watch, verdict)
    )
    return Audit(verdict, checkpoint, watch.expected, fault)


def find_checkpoint_fault(watch: Watch, verdict: Verdict) -> Fault | None:
    """The checkpoint is of an entry in the chain, and the chain vouches for what it keeps."""
    if watch.checkpoint is None:
        return None
    number = watch.checkpoint.number
    if watch.checkpoint.hash == watch.checkpoint_hash:
        if is_vouched_for(watch.checkpoint, watch.following):
            return None
        return Fault(number, "the journal does not vouch for the checkpoint of this entry: it was changed")
    if number > verdict.entries:
        return Fault(
            verdict.entries + 1,
            f"it is missing: there is a checkpoint of entry {number}, the end was cut off",
        )
    return Fault(number, "the checkpoint of this entry has another hash: the chain was made anew before it")


def find_head_fault(watch: Watch, verdict: Verdict) -> Fault | None:
    """The last entry that was written is there."""
    head = watch.head
    if head == START or head.hash == watch.head_hash:
        return None
    if head.number > verdict.entries:
        return Fault(
            verdict.entries + 1,
            f"it is missing: entry {head.number} was the last that was written, the end was cut off",
        )
    return Fault(head.number, "it is not as it was written when it was the last: the chain was made anew")


def find_end_fault(watch: Watch, verdict: Verdict) -> Fault | None:
    """The hash that was written down is of an entry in the chain."""
    if watch.expect is None or watch.expected is not None:
        return None
    return Fault(
        verdict.entries,
        f"the journal ends here, and no entry has the expected hash {watch.expect[:12]}…: "
        "the end was cut off, or the chain was made anew",
    )


def parse_hash(text: str) -> str:
    found = text.strip().lower()
    if len(found) != HASH_LENGTH or not set(found) <= set("0123456789abcdef"):
        raise InputError(f"a hash is {HASH_LENGTH} hexadecimal digits, not {text[:HASH_LENGTH]!r}")
    return found
