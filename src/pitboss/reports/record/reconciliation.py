"""The reconciliation as a record: every balance and every count of journal and books, side by side."""

from collections.abc import Iterator, Sequence

from pitboss.audit.reconciliation import Compared, CountKind, LevelCount, ReconciliationRecord, reconcile
from pitboss.ledger.account import Account
from pitboss.reports.cell import exact_money, whole
from pitboss.reports.form import Data
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
from pitboss.reports.record.frame import Facing, Sheet, say
from pitboss.reports.record.inquiry import Inquiry, JournalSource

RULE = "WAC 230-15-671(1)(a)(v)"
SIGNED_BY = ("Reconciled by", "Checked by accounting")
SOURCES_NOTE = "Contributions, seeds and adjustments are sources: they stand below zero by what they gave."
COLUMNS = ("Journal", "Books", "Difference")
COUNTS = {
    CountKind.WAGERS: "Wagers",
    CountKind.WAGERED: "Money wagered",
    CountKind.HITS: "Wins confirmed",
    CountKind.PAID: "Money won",
}
MONEY = (CountKind.WAGERED, CountKind.PAID)


# -- the record ------------------------------------------------------------------------------------


def make_reconciliation(source: JournalSource, inquiry: Inquiry) -> Sheet:
    found = reconcile(source.books.entries(), source.books.floor)
    return Sheet(
        "Reconciliation",
        (*compared_blocks(found), Signatures(SIGNED_BY)),
        reconciliation_data(found),
        sum_facts(found),
        verdict_of(found),
        is_right=found.is_zero,
    )


def reconciliation_data(found: ReconciliationRecord) -> Data:
    return {
        "entries": found.entries,
        "balances": [compared_data(one) for one in found.balances],
        "counts": [compared_data(one) for one in found.counts],
        "came_in_micros": found.came_in_micros,
        "is_there_micros": found.is_there_micros,
        "is_zero": found.is_zero,
        "differences": len(found.differences),
    }


def compared_data(one: Compared) -> Data:
    return {"name": one.name, "journal": one.journal, "floor": one.floor}


def verdict_of(found: ReconciliationRecord) -> Page:
    if found.is_zero:
        return say("Reconciled: every difference is zero.", Tone.GOOD)
    number = len(found.differences)
    figures = "one figure differs" if number == 1 else f"{number} figures differ"
    return say(f"Not reconciled: {figures}.", Tone.BAD)


def sum_facts(found: ReconciliationRecord) -> Facing:
    """What came in is there or was paid; both sides to the last micro-dollar."""
    rest = found.came_in_micros - found.is_there_micros
    differing = sum(bool(one.difference) for one in found.counts)
    return (
        ("Came in", exact_money(found.came_in_micros)),
        ("Is there or was paid", exact_money(found.is_there_micros)),
        ("Difference", Toned(exact_money(rest), Tone.BAD if rest else Tone.GOOD)),
        ("Entries read again", whole(found.entries)),
        ("Counts compared", f"{len(found.counts)}, {differing} differ"),
        ("Rule", RULE),
    )


def compared_blocks(found: ReconciliationRecord) -> Iterator[Block]:
    yield Heading("Balances", 2)
    yield compared_table("Account", found.balances)
    yield Lines((Toned(SOURCES_NOTE, Tone.DIM),))
    yield Heading("Counts", 2)
    yield compared_table("Count", found.counts)


def compared_table(title: str, compared: Sequence[Compared]) -> Block:
    if not compared:
        return Lines(("There is nothing to compare yet.",))
    has_levels = any(one.of.level for one in compared)
    names = (title, "Progressive", *(("Level",) if has_levels else ()))
    columns = (*map(Column, names), *(Column(one, right=True) for one in COLUMNS))
    return make_table(columns, (compared_row(one, has_levels=has_levels) for one in compared))


def compared_row(one: Compared, *, has_levels: bool) -> tuple[Cell, ...]:
    say = exact_money if is_money(one.of) else whole
    difference = Toned(say(one.difference), Tone.BAD if one.difference else Tone.GOOD)
    what = LABELS[one.of.kind] if isinstance(one.of, Account) else COUNTS[one.of.kind]
    level = (one.of.level,) if has_levels else ()
    return what, one.of.progressive, *level, say(one.journal), say(one.floor), difference


def is_money(of: Account | LevelCount) -> bool:
    return isinstance(of, Account) or of.kind in MONEY
