"""The records of the office: those of the catalogue, as the screen shows them."""

from pitboss.base.error import InputError
from pitboss.house.reading import BooksCopy
from pitboss.house.room.keeping import Rounds
from pitboss.reports.page import Page, Signatures
from pitboss.reports.record.catalogue import RECORDS, RecordKind
from pitboss.reports.record.frame import Inquiry, JournalSource

MOST_ROWS = 500
"""Of a list that grows for ever, the latest; the paper has the whole of it."""
ZONE = None
"""Days are those of the machine that stands in the room."""
ELSEWHERE = frozenset({"meters", "staff", "approvals", "equipment"})
"""The office has sections of their own for these."""
ON_SCREEN = tuple(one for one in RECORDS.values() if one.is_whole and one.id not in ELSEWHERE)


def find_record(name: str) -> RecordKind:
    if name not in RECORDS:
        raise InputError(f"there is no record {name!r}; there is {', '.join(RECORDS)}")
    return RECORDS[name]


def show_record(record: RecordKind, books: BooksCopy, rounds: Rounds, at_micros: int) -> Page:
    """As of now, without what only paper needs: places to sign."""
    moment = max(at_micros, books.floor.last_at)
    paper = record.make(JournalSource(books, rounds), Inquiry(ZONE, at_micros=moment, last=MOST_ROWS))
    return tuple(block for block in (*paper.banner, *paper.page) if not isinstance(block, Signatures))
