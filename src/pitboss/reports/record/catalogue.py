"""The catalogue of records: what each is called, what can be asked of it, and who makes it.

One list for the commands, the office and whoever files papers: `records.toml`. It is cheap to read: what
makes a record is imported when one is made.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.reports.paper.paper import Paper
    from pitboss.reports.record.frame import Inquiry, JournalSource

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
        from pitboss.reports.record.frame import frame, settle

        module, _, function = self.maker.partition(".")
        make = getattr(import_module(f"{ROOM}.{module}"), function)
        if Ask.TABLE in self.asks:
            paper: Paper = make(source, inquiry)
            return paper
        stamp = source.stamp
        settled = settle(inquiry, stamp, source.books.floor.progressives)
        return frame(make(source, settled), settled, stamp)


def read_record(id_: str, said: Mapping[str, Any]) -> RecordKind:
    return RecordKind(id_, **{**said, "asks": frozenset(map(Ask, said.get("asks", ())))})


RECORDS: Mapping[str, RecordKind] = {
    id_: read_record(id_, said)
    for id_, said in tomllib.loads(Path(__file__).with_name("records.toml").read_text("utf-8")).items()
}
