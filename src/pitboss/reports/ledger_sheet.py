"""What is said of a journal that was read again or brought over: how far it is right, what it adds up to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pitboss.base.money import format_dollars
from pitboss.ledger.account import SOURCES, AccountKind
from pitboss.reports.field import Field, field_table, value, words
from pitboss.reports.page import Cell, Column, Facts, Heading, Lines, Page, Tone, Toned, make_table

if TYPE_CHECKING:
    from pitboss.house.old_room.bringing import BroughtRoom, BroughtTable
    from pitboss.house.reconciliation import Counts, Reconciliation
    from pitboss.ledger.book import Book
    from pitboss.reports.form import Json
    from pitboss.storage.audit import Audit

LABELS = {
    AccountKind.CONTRIBUTION: "Contributions",
    AccountKind.SEED: "Seeds",
    AccountKind.ADJUSTMENT: "Adjustments",
    AccountKind.METER: "Meters",
    AccountKind.RESERVE: "Reserves",
    AccountKind.OVERFLOW: "Overflow",
    AccountKind.PENDING: "Wins not yet confirmed",
    AccountKind.PAID: "Paid",
    AccountKind.RECEIPTS: "Booked as receipts",
}
AT_TABLES = {
    AccountKind.CAGE: "Sold by the cage",
    AccountKind.CHIPS: "Chips of players",
    AccountKind.POT: "On the felt",
    AccountKind.TRAY: "Trays",
    AccountKind.TOKES: "Tokes",
}
"""Said where there is anything to say: a journal of progressives alone has none of it."""
WITH_TABLES = {
    AccountKind.CONTRIBUTION: "Contributions of tables without chips here",
    AccountKind.TRAY: "Trays, less their contributions to meters",
}
"""Where chips are in the book, what a meter rises by comes out of a tray."""


def audit_page(where: str, audit: Audit) -> Page:
    facts: list[tuple[str, Cell]] = [
        ("Entries", f"{audit.verdict.entries:,}"),
        ("Hash of the last", audit.verdict.hash),
        ("Checkpoint", say_checkpoint(audit)),
    ]
    if audit.expected is not None:
        facts.append(("Expected hash", say_expected(audit)))
    if audit.fault:
        return Heading(where), Facts(tuple(facts)), Lines((Toned("Not right: see below", Tone.BAD),))
    return (
        Heading(where),
        Facts(tuple(facts)),
        Facts(tuple(sum_rows(audit.verdict.book))),
        Lines((Toned("Right: every entry is as it was written, and the books balance", Tone.GOOD),)),
    )


def say_checkpoint(audit: Audit) -> str:
    if audit.checkpoint is None:
        return say_no_checkpoint(audit.vouched)
    return f"of entry {audit.checkpoint.number:,}" + ("" if audit.fault else ", as in the chain")


def say_no_checkpoint(vouched: int) -> str:
    if not vouched:
        return "none"
    return f"none: that of entry {vouched:,} was taken out, or is not in the export that this came from"


def say_expected(audit: Audit) -> str:
    since = audit.verdict.entries - (audit.expected or 0)
    return f"of entry {audit.expected:,}, " + (f"{since:,} written since" if since else "the last")


def sum_rows(book: Book) -> list[tuple[str, Cell]]:
    """What came in, then where it is."""
    sums = sum_kinds(book)
    labels = {**LABELS, **AT_TABLES, **(WITH_TABLES if sums.keys() & AT_TABLES.keys() else {})}
    return [(labels[kind], format_dollars(micros)) for kind, micros in sums.items()]


def sum_kinds(book: Book) -> dict[AccountKind, int]:
    """By kind of account, in micro-dollars; what came in counts as positive."""
    sums = dict.fromkeys((*LABELS, *AT_TABLES), 0)
    for account, micros in book.balances.items():
        sums[account.kind] += -micros if account.kind in SOURCES else micros
    return {kind: micros for kind, micros in sums.items() if micros or kind in LABELS}


def audit_data(where: str, audit: Audit) -> dict[str, Json]:
    balances = sorted((str(account), micros) for account, micros in audit.verdict.book.balances.items())
    return {
        "journal": where,
        "right": audit.fault is None,
        "entries": audit.verdict.entries,
        "hash": audit.verdict.hash,
        "checkpoint": audit.checkpoint.number if audit.checkpoint else None,
        "vouched_checkpoint": audit.vouched or None,
        "expected": audit.expected,
        "fault": {"entry": audit.fault.number or None, "why": audit.fault.why} if audit.fault else None,
        "sums_micros": {kind.value: micros for kind, micros in sum_kinds(audit.verdict.book).items()},
        "balances_micros": dict(balances),
    }


# -- whether all laws hold in a room ---------------------------------------------------------------

ALL_HOLD = "All laws hold: every counted wager lay on the felt, every prize was won, and the books balance"
MOST_DIFFERENCES = 100


def reconciled_page(where: str, audit: Audit, found: Reconciliation | None) -> Page:
    """What was read, and what differs; none where the chain itself is not right."""
    if found is None:
        facts = (("Entries that are right", f"{audit.verdict.entries:,}"),)
        return Heading(where), Facts(facts), Lines((Toned("The chain is not right: see below", Tone.BAD),))
    page: Page = (Heading(where), Facts(tuple(say_counts(found.counts))), *closed_lines(found))
    if found.is_right:
        return (*page, Lines((Toned(ALL_HOLD, Tone.GOOD),)))
    columns = (Column("Entry", right=True), Column("Table"), Column("What differs", wraps=True))
    rows = ((f"{one.entry:,}", one.table, one.what) for one in found.differences[:MOST_DIFFERENCES])
    return (*page, make_table(columns, rows), Lines((Toned("Not all laws hold", Tone.BAD),)))


def say_counts(counts: Counts) -> Iterator[tuple[str, str]]:
    yield "Entries", f"{counts.entries:,}"
    yield "Lines of tables", f"{counts.lines:,}"
    yield "Rounds that ended", f"{counts.rounds:,}"
    yield "Rounds with progressive wagers", f"{counts.counted_rounds:,}"
    yield "Progressive wagers", f"{counts.wagers:,}"
    yield "Wins from meters", f"{counts.wins:,}"
    yield "Prizes paid to chips", format_dollars(counts.prizes_micros)


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


# -- what was brought over from an old room --------------------------------------------------------

BROUGHT = "Brought over: the room's log and its journal said the same"
BROUGHT_DIFFERS = "Brought over, with differences: settle each of them by hand"
MOST_BROUGHT = 200


def brought_page(found: BroughtRoom) -> Page:
    facts = (
        ("From", found.old),
        ("Entries of its journal", f"{found.entries:,}"),
        ("Lines of its log", f"{found.said.lines:,}"),
        ("Proofs that stay there", f"{found.said.rounds:,}"),
        ("SHA-256 of its log", found.said.digest),
        ("Tables taken down before", ", ".join(found.taken_down) or "none"),
        ("Players", ", ".join(found.players) or "none"),
        ("Sessions and marks left behind", f"{found.dropped:,}"),
        ("Last entry", f"{found.last.number:,} with the hash {found.last.hash}"),
    )
    page: Page = (
        Heading(found.new),
        Facts(facts),
        *((field_table(TABLES, found.tables),) if found.tables else ()),
    )
    if found.to_add:
        columns = (Column("Player"), Column("To be written down by the desk", wraps=True))
        page = (*page, make_table(columns, found.to_add))
    if not found.differences:
        return (*page, Lines((Toned(BROUGHT, Tone.GOOD),)))
    columns = (Column("Table"), Column("What differs", wraps=True))
    rows = [(table or "the room", what) for table, what in found.differences[:MOST_BROUGHT]]
    return (*page, make_table(columns, rows), Lines((Toned(BROUGHT_DIFFERS, Tone.BAD),)))


TABLES: tuple[Field[BroughtTable], ...] = (
    words("Table", lambda one: one.table),
    words("Game", lambda one: one.game),
    value("Round", lambda one: f"{one.round:,}"),
    words("Open round", lambda one: one.said.ended or "none"),
    value("Chips", lambda one: format_dollars(sum(one.chips.values()))),
    value("Tray", lambda one: format_dollars(one.tray_micros)),
    value("Tokes", lambda one: format_dollars(one.tokes_micros)),
    words("Old shuffler", lambda one: one.fault or "in order", wraps=True),
)


def brought_data(found: BroughtRoom) -> dict[str, Any]:
    return {
        "old": found.old,
        "new": found.new,
        "is_right": not found.differences,
        "entries": found.entries,
        "lines": found.said.lines,
        "rounds": found.said.rounds,
        "digest": found.said.digest,
        "tables": [table_data(one) for one in found.tables],
        "taken_down": list(found.taken_down),
        "players": list(found.players),
        "to_add": [one._asdict() for one in found.to_add],
        "dropped": found.dropped,
        "last": found.last._asdict(),
        "differences": [{"table": table, "what": what} for table, what in found.differences],
    }


def table_data(one: BroughtTable) -> dict[str, Any]:
    return {
        "table": one.table,
        "game": one.game,
        "round": one.round,
        "ended": one.said.ended,
        "lines": one.said.lines,
        "rounds": one.said.rounds,
        "digest": one.said.digest,
        "chips_micros": dict(one.chips),
        "tray_micros": one.tray_micros,
        "tokes_micros": one.tokes_micros,
        "fault": one.fault,
    }
