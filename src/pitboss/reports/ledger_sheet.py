"""What is said of a journal that was read again: how far it is right, and what it adds up to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.base.money import format_dollars
from pitboss.ledger.account import SOURCES, Kind
from pitboss.reports.page import Cell, Facts, Heading, Lines, Page, Tone, Toned

if TYPE_CHECKING:
    from pitboss.ledger.book import Book
    from pitboss.reports.form import Json
    from pitboss.storage.audit import Audit

LABELS = {
    Kind.CONTRIBUTION: "Contributions",
    Kind.SEED: "Seeds",
    Kind.ADJUSTMENT: "Adjustments",
    Kind.METER: "Meters",
    Kind.RESERVE: "Reserves",
    Kind.OVERFLOW: "Overflow",
    Kind.PENDING: "Wins not yet confirmed",
    Kind.PAID: "Paid",
    Kind.RECEIPTS: "Booked as receipts",
}
AT_TABLES = {
    Kind.CAGE: "Sold by the cage",
    Kind.CHIPS: "Chips of players",
    Kind.POT: "On the felt",
    Kind.TRAY: "Trays",
    Kind.TOKES: "Tokes",
}
"""Said where there is anything to say: a journal of progressives alone has none of it."""


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
        return "none"
    return f"of entry {audit.checkpoint.number:,}" + ("" if audit.fault else ", as in the chain")


def say_expected(audit: Audit) -> str:
    since = audit.verdict.entries - (audit.expected or 0)
    return f"of entry {audit.expected:,}, " + (f"{since:,} written since" if since else "the last")


def sum_rows(book: Book) -> list[tuple[str, Cell]]:
    """What came in, then where it is."""
    sums = sum_kinds(book)
    labels = {**LABELS, **AT_TABLES}
    return [(labels[kind], format_dollars(micros)) for kind, micros in sums.items()]


def sum_kinds(book: Book) -> dict[Kind, int]:
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
        "expected": audit.expected,
        "fault": {"entry": audit.fault.number or None, "why": audit.fault.why} if audit.fault else None,
        "sums_micros": {kind.value: micros for kind, micros in sum_kinds(audit.verdict.book).items()},
        "balances_micros": dict(balances),
    }
