"""Outages as records: when a table lost the manager and when it was back, written down once it is back."""

from dataclasses import dataclass, field

from pitboss.house.manager import Ask, Clock, UsedBeforeError
from pitboss.jackpot.record import note_outage
from pitboss.jackpot.request import Record


@dataclass
class Outages:
    """The outages of one table that the journal does not have yet, by the table's own clock."""

    table: str
    clock: Clock
    since: int | None = None
    """When the outage began that is not over."""
    over: list[tuple[int, int]] = field(default_factory=list)

    def begin(self) -> None:
        if self.since is None:
            self.since = self.clock()

    def end(self) -> None:
        if self.since is not None:
            self.over.append((self.since, max(self.clock(), self.since)))
            self.since = None

    def write_down(self, ask: Ask, by: str) -> None:
        """Write what is over; the id follows from the beginning, so that asking again writes nothing twice.

        Nothing is forgotten before the manager has it: what it refuses, or what nobody is answerable for
        yet, is tried again with the next press. Raises StoreError if the manager is lost again.
        """
        if not self.over or not by:
            return
        spans = list(self.over)
        outcomes = ask([self.record(span, by) for span in spans])
        for span, outcome in zip(spans, outcomes, strict=True):
            self.forget(span, outcome)

    def record(self, span: tuple[int, int], by: str) -> Record:
        since, until = span
        id_ = f"{self.table}/outage/{since}"
        return note_outage(id_, (by,), table=self.table, since_micros=since, until_micros=until)

    def forget(self, span: tuple[int, int], outcome: object) -> None:
        """Whatever became of its record: it is forgotten if the manager has it."""
        if is_written(outcome) and span in self.over:
            self.over.remove(span)


def is_written(outcome: object) -> bool:
    """Where its id stands in the journal it was written, if under another dealer's name."""
    return isinstance(outcome, UsedBeforeError) or not isinstance(outcome, Exception)
