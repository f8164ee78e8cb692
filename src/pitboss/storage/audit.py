"""Verifying a kept journal: the chain and the books, what lies beside them, and what is known elsewhere.

A chain proves that no entry in it was changed. It cannot prove that its end was not cut off, nor that it
was not made anew from some entry on by somebody who knows how: for that the latest checkpoint and the head,
which are in the same database, the anchor, which is not, and a hash written down are compared with it.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from pitboss.base.error import InputError
from pitboss.ledger.attestation import RESERVED, is_vouched_for
from pitboss.ledger.entry import FIRST_HASH, Entry
from pitboss.ledger.store import Checkpoint, Link, Mark
from pitboss.ledger.verify import ChainFault, ChainVerdict, verify

HASH_LENGTH = 64


@dataclass(frozen=True)
class Audit:
    verdict: ChainVerdict
    checkpoint: Checkpoint | None
    expected: int | None
    """The entry that has the hash that was written down."""
    fault: ChainFault | None
    """The first thing wrong with the chain, else with the checkpoint, the head, the end or the tables."""
    end: Link
    """The last entry when the checkpoint was read; what came after it was written meanwhile."""
    vouched: int
    """The entry of the newest checkpoint that the chain vouches for up to that end; 0 for none."""


@dataclass
class AuditWatch:
    """What to look out for while the entries pass by."""

    head: Link | None
    checkpoint: Checkpoint | None
    expect: str | None
    marks: list[Mark]
    seen: dict[int, str] = field(default_factory=dict)
    """The hashes of the entries that the head, the checkpoint and the marks are of."""
    following: Entry | None = None
    """The entry after the checkpoint, which vouches for it."""
    expected: int | None = None
    vouched: int = 0

    @property
    def end(self) -> int:
        """The last entry of the moment of the checkpoint, which is read after the head; 0 for an export."""
        if self.head is None:
            return 0
        return max(self.head.number, self.checkpoint.number + 1 if self.checkpoint else 0)

    def over(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        place, expect = self.checkpoint.number if self.checkpoint else 0, self.expect
        end = self.end
        known = {place, end, self.head.number if self.head else 0, *(mark.number for mark in self.marks)}
        for entry in entries:
            if entry.number in known:
                self.seen[entry.number] = entry.hash
            if place and entry.number == place + 1:
                self.following = entry
            if entry.hash == expect:
                self.expected = entry.number
            yield entry
            if entry.id.startswith(RESERVED) and entry.number <= end:  # whoever asks for more found it right
                self.vouched = entry.number - 1


def audit(
    entries: Iterable[Entry],
    checkpoint: Callable[[], Checkpoint | None] = lambda: None,
    *,
    head: Callable[[], Link] | None = None,
    marks: Iterable[Mark] = (),
    expect: str | None = None,
    progress: Callable[[int], None] = lambda _: None,
    start: ChainVerdict | None = None,
) -> Audit:
    """Everything again from the journal, or from a state that is known to be right.

    Marks must have been read before the entries; the head is read before the checkpoint and after the
    entries, for others may write meanwhile. An export has none of them.
    """
    known = [mark for mark in marks if mark.number > (start.entries if start else 0)]
    hash_ = parse_hash(expect) if expect is not None else None
    watch = AuditWatch(head() if head else None, checkpoint(), hash_, known)
    verdict = verify(watch.over(entries), progress, start=start)
    fault = (
        verdict.fault
        or find_checkpoint_fault(watch, verdict)
        or find_head_fault(watch, verdict, head)
        or find_mark_fault(watch, verdict)
        or find_end_fault(watch, verdict)
    )
    hash_at_end = watch.seen.get(watch.end)
    end = Link(watch.end, hash_at_end) if hash_at_end else Link(verdict.entries, verdict.hash)
    return Audit(verdict, watch.checkpoint, watch.expected, fault, end, watch.vouched)


def find_checkpoint_fault(watch: AuditWatch, verdict: ChainVerdict) -> ChainFault | None:
    """The checkpoint is of an entry in the chain, which vouches for what it keeps and for none after it."""
    if watch.checkpoint is None:
        return None
    number = watch.checkpoint.number
    if watch.checkpoint.hash == watch.seen.get(number):
        if not is_vouched_for(watch.checkpoint, watch.following):
            return ChainFault(
                number, "the journal does not vouch for the checkpoint of this entry: it was changed"
            )
        if number < watch.vouched:
            why = f"there was a checkpoint of this entry, and that of entry {number} was put in its place"
            return ChainFault(watch.vouched, why)
        return None
    if number > verdict.entries:
        return ChainFault(
            verdict.entries + 1,
            f"it is missing: there is a checkpoint of entry {number}, the end was cut off",
        )
    return ChainFault(
        number, "the checkpoint of this entry has another hash: the chain was made anew before it"
    )


def find_head_fault(
    watch: AuditWatch, verdict: ChainVerdict, again: Callable[[], Link] | None
) -> ChainFault | None:
    """The head names the last entry that was written, and that one is there."""
    head, last = watch.head, verdict.entries
    if head is None or again is None:
        return None
    if head.number > last:
        why = f"it is missing: entry {head.number} was the last that was written, the end was cut off"
        return ChainFault(last + 1, why)
    if head.hash != (watch.seen.get(head.number) if head.number else FIRST_HASH):
        return ChainFault(
            head.number, "it is not as it was written when it was the last: the chain was made anew"
        )
    if head.number < last and again().number < last:
        why = f"it was not written as others are: the head names entry {head.number} as the last"
        return ChainFault(head.number + 1, why)
    return None


def find_mark_fault(watch: AuditWatch, verdict: ChainVerdict) -> ChainFault | None:
    """Every entry that is known elsewhere is there, and the same."""
    wrong = [mark for mark in watch.marks if watch.seen.get(mark.number, mark.hash) != mark.hash]
    if wrong:
        return changed_since(min(wrong, key=lambda mark: mark.number))
    beyond = [mark for mark in watch.marks if mark.number not in watch.seen]
    if not beyond:
        return None
    mark = max(beyond)
    return ChainFault(
        verdict.entries + 1,
        f"it is missing: {mark.by} knows entry {mark.number} and the journal ends at {verdict.entries}: its "
        "end was cut off, or its write-ahead log was lost",
    )


def changed_since(mark: Mark) -> ChainFault:
    return ChainFault(mark.number, f"{mark.by} knows it with another hash: the chain was made anew")


def find_end_fault(watch: AuditWatch, verdict: ChainVerdict) -> ChainFault | None:
    """The hash that was written down is of an entry in the chain."""
    if watch.expect is None or watch.expected is not None:
        return None
    return ChainFault(
        verdict.entries,
        f"the journal ends here, and no entry has the expected hash {watch.expect[:12]}…: "
        "the end was cut off, or the chain was made anew",
    )


def parse_hash(text: str) -> str:
    found = text.strip().lower()
    if len(found) != HASH_LENGTH or not set(found) <= set("0123456789abcdef"):
        raise InputError(f"a hash is {HASH_LENGTH} hexadecimal digits, not {text[:HASH_LENGTH]!r}")
    return found
