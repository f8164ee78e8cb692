"""The catalogue of records: what each is called, what can be asked of it, and who makes it.

One list for the commands, the office and whoever files papers. It is data, and cheap to read: what makes a
record is imported when one is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.reports.paper.paper import Paper
    from pitboss.reports.record.inquiry import Inquiry, JournalSource

ROOM = "pitboss.reports.record"


class Ask(StrEnum):
    """What a record can be narrowed down by, besides the moment and the time zone."""

    DAYS = "days"
    PROGRESSIVE = "progressive"
    CONFIRMED = "confirmed"
    LAST = "last"
    """Of a list that grows for ever, the latest."""
    WIN = "win"
    TABLE = "table"


DAYS = frozenset({Ask.DAYS})
LISTED = DAYS | {Ask.LAST}
OF_ONE = LISTED | {Ask.PROGRESSIVE}


@dataclass(frozen=True)
class RecordKind:
    id: str
    title: str
    about: str
    """One sentence, for a list of what there is."""
    maker: str
    """'module.function' of this room."""
    asks: frozenset[Ask] = frozenset()

    @property
    def is_whole(self) -> bool:
        """Whether nothing has to be said before it can be made."""
        return not self.asks & {Ask.WIN, Ask.TABLE}

    def make(self, source: JournalSource, inquiry: Inquiry) -> Paper:
        """As of the moment asked for; rounds have a foot of their own."""
        from pitboss.reports.record.frame import frame
        from pitboss.reports.record.inquiry import settle

        module, _, function = self.maker.partition(".")
        make = getattr(import_module(f"{ROOM}.{module}"), function)
        if Ask.TABLE in self.asks:
            paper: Paper = make(source, inquiry)
            return paper
        stamp = source.stamp
        settled = settle(inquiry, stamp, source.books.floor.progressives)
        return frame(make(source, settled), settled, stamp)


ALL = (
    RecordKind(
        "hits",
        "Last hits",
        "Wins from the meters, the latest first.",
        "hit.make_hits",
        OF_ONE | {Ask.CONFIRMED},
    ),
    RecordKind(
        "win",
        "Win page",
        "Everything about one win, with places to sign.",
        "win.make_win",
        frozenset({Ask.WIN}),
    ),
    RecordKind(
        "accrual",
        "Daily accrual",
        "What accrued on each day, and how every level went over the days.",
        "accrual.make_accrual",
        OF_ONE,
    ),
    RecordKind(
        "master",
        "Master games report",
        "What the journal's money changes in the master games report, by day and by table.",
        "master.make_master",
        DAYS,
    ),
    RecordKind(
        "deposit",
        "Deposit due",
        "The deposit that is due, week by week, and the deposits that were made.",
        "deposit.make_deposit",
        DAYS,
    ),
    RecordKind(
        "reconciliation",
        "Reconciliation",
        "Every balance and count derived again from the journal: all differences must be zero.",
        "reconciliation.make_reconciliation",
    ),
    RecordKind(
        "reductions",
        "Reductions",
        "Every fall of an amount, with its reason, its text and its people.",
        "reduction.make_reductions",
        OF_ONE,
    ),
    RecordKind(
        "history",
        "Changes of terms",
        "Every change of terms with before and after, every opening and closing.",
        "history.make_history",
        OF_ONE,
    ),
    RecordKind(
        "malfunctions",
        "Malfunctions",
        "Malfunctions, and whether each was reported in time.",
        "malfunction.make_malfunctions",
        LISTED,
    ),
    RecordKind(
        "checks",
        "Checks",
        "Checks that winners asked for, and when each is due.",
        "check.make_checks",
        LISTED,
    ),
    RecordKind(
        "meters",
        "Meters",
        "The meters of every level, with its terms.",
        "meter.make_meters",
        frozenset({Ask.PROGRESSIVE}),
    ),
    RecordKind(
        "prizes",
        "Prizes in the bank",
        "Odds-based prizes above the amount from which one is held in a bank.",
        "prize.make_prizes",
    ),
    RecordKind(
        "rounds",
        "Rounds of a table",
        "Rounds as they were dealt: wagers, cards, decisions, payments, each with its proof.",
        "round.make_rounds",
        LISTED | {Ask.TABLE},
    ),
    RecordKind(
        "approvals",
        "Approvals",
        "Games that may be dealt, each by the fingerprint of its definition.",
        "approval.make_approvals",
    ),
    RecordKind(
        "equipment",
        "Register of equipment",
        "What stands at the tables, with maker, licence and version, against the approved versions.",
        "equipment.make_equipment",
    ),
    RecordKind("staff", "People", "Who works here, in which role, and whose PIN is due.", "staff.make_staff"),
    RecordKind(
        "retention",
        "Retention",
        "How long the records must be kept, and that all of them are there.",
        "retention.make_retention",
    ),
    RecordKind(
        "software",
        "What runs here",
        "The version, the hash of the program, and the fingerprint of every game.",
        "software.make_software",
    ),
)
RECORDS: Mapping[str, RecordKind] = {record.id: record for record in ALL}
