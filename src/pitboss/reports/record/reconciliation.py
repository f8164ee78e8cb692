"""Reconciliation as a paper: every balance and every count twice, and the verdict in large letters."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pitboss.ledger.account import SEPARATOR, parse_account
from pitboss.reports.cell import exact_money, whole
from pitboss.reports.ledger_sheet import LABELS
from pitboss.reports.page import (
    Block,
    Cell,
    Column,
    Heading,
    Lines,
    Page,
    Signatures,
    Tone,
    Toned,
    make_table,
)
from pitboss.reports.paper.paper import Paper
from pitboss.reports.progressive.reconciliation import (
    Compared,
    Reconciliation,
    reconcile,
    reconciliation_data,
)
from pitboss.reports.record.frame import Facing, frame
from pitboss.reports.record.inquiry import Inquiry, Source

RULE = "WAC 230-15-671(1)(a)(v)"
SIGNED_BY = ("Reconciled by", "Checked by accounting")
SOURCES_NOTE = "Contributions, seeds and adjustments are sources: they stand below zero by what they gave."
COLUMNS = ("Journal", "Floor", "Difference")
COUNTS = {
    "wagers": "Wagers",
    "wagered_micros": "Money wagered",
    "hits": "Wins confirmed",
    "paid_micros": "Money won",
}


def make_reconciliation(source: Source, inquiry: Inquiry) -> Paper:
    found = reconcile(source.books.entries(), source.books.floor)
    return frame(
        source,
        inquiry,
        "Reconciliation",
        (*compared_blocks(found), Signatures(SIGNED_BY)),
        {**reconciliation_data(found, inquiry.zone), "differences": len(found.differences)},
        banner=verdict_of(found),
        facts=sum_facts(found),
        is_right=found.is_zero,
    )


def verdict_of(found: Reconciliation) -> Page:
    if found.is_zero:
        return (Lines((Toned("Reconciled: every difference is zero.", Tone.GOOD),)),)
    number = len(found.differences)
    figures = "one figure differs" if number == 1 else f"{number} figures differ"
    return (Lines((Toned(f"Not reconciled: {figures}.", Tone.BAD),)),)


def sum_facts(found: Reconciliation) -> Facing:
    """What came in is there or was paid; both sides to the last micro-dollar."""
    rest = found.came_in_micros - found.is_there_micros
    return (
        ("Came in", exact_money(found.came_in_micros)),
        ("Is there or was paid", exact_money(found.is_there_micros)),
        ("Difference", Toned(exact_money(rest), Tone.BAD if rest else Tone.GOOD)),
        ("Entries read again", whole(found.entries)),
        ("Rule", RULE),
    )


def compared_blocks(found: Reconciliation) -> Iterator[Block]:
    yield Heading("Balances", 2)
    yield compared_table("Account", found.balances)
    yield Lines((Toned(SOURCES_NOTE, Tone.DIM),))
    yield Heading("Counts", 2)
    yield compared_table("Count", found.counts)


def compared_table(title: str, compared: Sequence[Compared]) -> Block:
    if not compared:
        return Lines(("There is nothing to compare yet.",))
    rows = [(name_parts(one.name), one) for one in compared]
    has_levels = any(parts.level for parts, _ in rows)
    names = (title, "Progressive", *(("Level",) if has_levels else ()))
    columns = (*map(Column, names), *(Column(one, right=True) for one in COLUMNS))
    return make_table(columns, (compared_row(parts, one, has_levels) for parts, one in rows))


class Parts(NamedTuple):
    what: str
    progressive: str
    level: str
    is_money: bool


def compared_row(parts: Parts, one: Compared, has_levels: bool) -> tuple[Cell, ...]:
    say = exact_money if parts.is_money else whole
    difference = Toned(say(one.difference), Tone.BAD if one.difference else Tone.GOOD)
    level = (parts.level,) if has_levels else ()
    return parts.what, parts.progressive, *level, say(one.journal), say(one.floor), difference


def name_parts(name: str) -> Parts:
    """A figure's name taken apart: an account, or a count of a level."""
    where, _, count = name.rpartition(": ")
    if count in COUNTS:
        progressive, _, level = where.partition(SEPARATOR)
        return Parts(COUNTS[count], progressive, level, count.endswith("micros"))
    account = parse_account(name)
    return Parts(LABELS[account.kind], account.progressive, account.level, True)
