"""Whether all laws hold in a room, as a page and as data."""

from typing import Any

from pitboss.house.reconciliation import Reconciliation, say_counts
from pitboss.reports.page import Column, Facts, Heading, Lines, Page, Tone, Toned, make_table
from pitboss.storage.audit import Audit

RIGHT = "All laws hold: every counted wager lay on the felt, every prize was won, and the books balance"
MOST_SHOWN = 100


def reconciled_page(where: str, audit: Audit, found: Reconciliation | None) -> Page:
    """What was read, and what differs; none where the chain itself is not right."""
    if found is None:
        facts = (("Entries that are right", f"{audit.verdict.entries:,}"),)
        return Heading(where), Facts(facts), Lines((Toned("The chain is not right: see below", Tone.BAD),))
    page: Page = (Heading(where), Facts(tuple(say_counts(found.counts))), *closed_lines(found))
    if found.is_right:
        return (*page, Lines((Toned(RIGHT, Tone.GOOD),)))
    columns = (Column("Entry", right=True), Column("Table"), Column("What differs", wraps=True))
    rows = ((f"{one.entry:,}", one.table, one.what) for one in found.differences[:MOST_SHOWN])
    return (*page, make_table(columns, rows), Lines((Toned("Not all laws hold", Tone.BAD),)))


def closed_lines(found: Reconciliation) -> Page:
    """Rounds that the floor closed by hand."""
    said = tuple(Toned(f"Entry {one.entry:,}, {one.table}: {one.what}", Tone.CAREFUL) for one in found.closed)
    return (Lines(said),) if said else ()


def reconciled_data(where: str, audit: Audit, found: Reconciliation | None) -> dict[str, Any]:
    fault = audit.fault._asdict() if audit.fault else None
    return {
        "where": where,
        "is_right": bool(found and found.is_right),
        "hash": audit.verdict.hash,
        "fault": fault,
        "counts": vars(found.counts) if found else None,
        "closed_by_floor": [one._asdict() for one in found.closed] if found else [],
        "differences": [one._asdict() for one in found.differences] if found else [],
    }
