"""What all adapters share: a store that checks what is written, and that can be filled whole.

Every batch is checked before it goes to a database: it is a chain, each text hashes to its hash, and each
id can be kept and found on every adapter. So no adapter holds what another would refuse.
"""

from collections.abc import Iterable, Iterator, Sequence
from json.encoder import encode_basestring_ascii
from typing import TYPE_CHECKING, Protocol

from pitboss.ledger.entry import Entry, hash_body
from pitboss.ledger.store import START, Checkpoint, Link, MovedOnError, SeenBeforeError, Store, StoreError
from pitboss.storage.anchor import Anchor
from pitboss.storage.schema import Upgrade

if TYPE_CHECKING:
    from pitboss.storage.archive_file import Archives

LONGEST_ID = 200
"""Characters: a PostgreSQL index holds no more than 2,700 bytes."""


class CheckedStore(Store, Protocol):
    where: str
    """The address, for people: without a password."""
    upgraded: Upgrade | None
    anchor: Anchor

    def check_writable(self, *, thoroughly: bool = False) -> None:
        """Raise StoreError if nothing can be written now; what is tried leaves nothing behind.

        Thoroughly: in new pages too, where that costs more.
        """

    def fill(self, entries: Iterable[Entry], checkpoint: Checkpoint | None = None) -> None:
        """Write a whole journal, however long, into an empty store in one transaction.

        Raises StoreError, and writes nothing, if the store is not empty or the entries are no chain.
        """

    def archives(self) -> "Archives":
        """What was moved out of the database, and is read all the same."""

    def inspect(self) -> Iterator[str]:
        """What is wrong with the tables themselves, a sentence each; none if they are as they were made."""


def link_of(entry: Entry | None) -> Link:
    return Link(entry.number, entry.hash) if entry else START


def format_head(link: Link) -> str:
    return f"{link.number} {link.hash}"


def parse_head(text: str | None, where: str) -> Link:
    number, found, hash_ = (text or "").partition(" ")
    if not (found and number.isdecimal()):
        raise StoreError(f"{where} does not say which entry is its last: somebody has changed its tables")
    return Link(int(number), hash_)


def link_before(entries: Sequence[Entry]) -> Link:
    """The place that a batch wants to follow."""
    return Link(entries[0].number - 1, entries[0].before)


def check_batch(entries: Sequence[Entry]) -> None:
    if entries:
        for _ in linked(entries, link_before(entries)):
            pass


def check_follows(entries: Sequence[Entry], last: Link, head: Link) -> None:
    """The batch follows the last entry, and that is the one that was written last."""
    if last != link_before(entries):
        raise moved_on(last.number, entries[0].number - 1)
    if last != head:
        raise StoreError(
            f"the end of the journal is not as it was written: its last entry is {last.number}, and the last "
            f"that was written is {head.number}; nothing was added"
        )


def linked(entries: Iterable[Entry], after: Link = START) -> Iterator[Entry]:
    """The same entries, each checked to follow the one before; StoreError at the first that does not."""
    number, hash_ = after
    for entry in entries:
        if entry.number != number + 1 or entry.before != hash_:
            raise StoreError(f"entry {entry.number} does not follow entry {number}: nothing was written")
        check_text(entry)
        yield entry
        number, hash_ = entry.number, entry.hash


def check_text(entry: Entry) -> None:
    """The text is one line of ASCII that begins with number and id, and hashes to the entry's hash."""
    if not (0 < len(entry.id) <= LONGEST_ID and entry.id.isprintable()):
        raise StoreError(
            f"entry {entry.number}: an id is 1 to {LONGEST_ID} printable characters, not {entry.id[:20]!r}"
        )
    body, begins = entry.body, f"[{entry.number},{encode_basestring_ascii(entry.id)},"
    if not (body.isascii() and body.isprintable() and body.startswith(begins)):
        raise StoreError(f"entry {entry.number}: its text is not one line of JSON with its number and id")
    if hash_body(entry.before, body) != entry.hash:
        raise StoreError(f"entry {entry.number}: its text does not hash to {entry.hash[:12]}…")
    if not body.endswith(f",{encode_basestring_ascii(entry.place)}]" if entry.place else "]]"):
        raise StoreError(f"entry {entry.number}: its text is of another place than {entry.place!r}")


def check_checkpoint(checkpoint: Checkpoint, hash_: str | None) -> None:
    """A checkpoint is of an entry that is there; `hash_` is of the entry with its number."""
    if checkpoint.hash != hash_:
        raise StoreError(f"the checkpoint is of an entry {checkpoint.number} that is not in the journal")
    if not checkpoint.state.isascii() or "\0" in checkpoint.state:
        raise StoreError("the state of a checkpoint is ASCII text, as JSON is written by default")


# -- refusals --------------------------------------------------------------------------------------


def moved_on(last: int, expected: int) -> MovedOnError:
    return MovedOnError(f"the journal has moved on: its last entry is {last}, not {expected}")


def seen_before() -> SeenBeforeError:
    return SeenBeforeError("an entry with the same id is in the journal already: look it up")


def closed() -> StoreError:
    return StoreError("this journal was closed: open it again")


def not_empty(where: str) -> StoreError:
    return StoreError(f"{where} is not empty: a journal is restored into an empty one")
