"""The bookkeeper: reads the journal on for the charts, and verifies all of it when somebody asks."""

import asyncio
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from pitboss.base.error import PitbossError
from pitboss.house.manager import GameManager
from pitboss.house.reading import read_books
from pitboss.ledger.entry import Entry
from pitboss.reports.form import page_blocks
from pitboss.reports.ledger_sheet import audit_data, audit_page
from pitboss.reports.record.meter import MeterSeries
from pitboss.storage.audit import audit, parse_hash
from pitboss.table.phase import RefusedError

TELLS_EVERY = 500


@dataclass
class Verification:
    """One reading of the whole journal."""

    by: str
    at_micros: int
    of: int
    """How many entries there were when it began."""
    read: int = 0
    found: dict[str, Any] | None = None
    problem: str = ""

    @property
    def is_over(self) -> bool:
        return self.found is not None or bool(self.problem)

    def data(self) -> dict[str, Any]:
        return {
            "by": self.by,
            "at_micros": self.at_micros,
            "of": self.of,
            "read": self.read,
            "is_over": self.is_over,
            "found": self.found,
            "problem": self.problem,
        }


@dataclass
class Bookkeeper:
    manager: GameManager
    series: MeterSeries = field(default_factory=MeterSeries)
    lock: Lock = field(default_factory=Lock)
    """One thread reads the series on at a time."""
    verification: Verification | None = None
    task: "asyncio.Task[None] | None" = None

    def read_series(self, progressive: str) -> list[dict[str, Any]]:
        books = read_books(self.manager)
        with self.lock:
            self.series.read(self.manager.store.entries(self.series.number, upto=books.number))
            return [dict(one) for one in self.series.data(progressive)]

    def begin_verification(self, by: str, at_micros: int, expect: str) -> Verification:
        """In a thread of its own; one at a time, for it reads everything."""
        if self.verification and not self.verification.is_over:
            raise RefusedError(f"{self.verification.by} has the journal verified already: wait for the end")
        expected = parse_hash(expect) if expect.strip() else None
        self.verification = Verification(by, at_micros, self.manager.number)
        self.task = asyncio.create_task(asyncio.to_thread(self._verify, self.verification, expected))
        return self.verification

    def _verify(self, job: Verification, expect: str | None) -> None:
        store = self.manager.store
        try:
            marks = store.marks()
            found = audit(self._counted(job), store.checkpoint, head=store.head, marks=marks, expect=expect)
        except PitbossError as problem:
            job.problem = str(problem)
            return
        job.read = found.verdict.entries
        where = "The journal of this room"
        data = audit_data(where, found)
        words = found.fault.words if found.fault else ""
        job.found = {**data, "page": page_blocks(audit_page(where, found)), "fault_words": words}

    def _counted(self, job: Verification) -> "Any":
        entry: Entry
        for entry in self.manager.store.entries():
            if entry.number % TELLS_EVERY == 0:
                job.read = entry.number
            yield entry
