"""The malfunction log: what did not work, and whether the commission was told in time (WAC 230-06-054)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import tzinfo

from pitboss.jackpot.fact import MalfunctionNoted, MalfunctionReported
from pitboss.jackpot.regulation import Regulation, find_rule, regulation
from pitboss.ledger.entry import Entry
from pitboss.reports.cell import whole
from pitboss.reports.field import Field, number, words
from pitboss.reports.page import Cell, Tone, Toned
from pitboss.reports.record.frame import (
    Inquiry,
    JournalSource,
    Sheet,
    bad_count,
    cut_words,
    latest,
    listed,
    say_bad,
)
from pitboss.reports.record.row import day_of, format_instant, format_span, row_data


@dataclass(frozen=True)
class Malfunction:
    id: str
    number: int
    """In the order of the log."""
    noted_at: int
    by: tuple[str, ...]
    table: str
    what: str
    due_at: int
    reported_at: int = 0
    reported_to: str = ""
    since_at: int = 0
    """An outage has a beginning and an end."""
    until_at: int = 0

    def is_late(self, now: int) -> bool:
        return bool(self.due_at) and (self.reported_at or now) > self.due_at


def malfunctions(
    entries: Iterable[Entry], *, zone: tzinfo | None, rules: Regulation | None = None
) -> list[Malfunction]:
    found: dict[str, Malfunction] = {}
    for entry in entries:
        draft = entry.draft
        if isinstance(said := draft.fact, MalfunctionNoted):
            rule = find_rule((rules or regulation()).malfunction_report, day_of(draft.at_micros, zone))
            due = draft.at_micros + rule.time_micros if rule else 0
            noted = Malfunction(
                draft.id, len(found) + 1, draft.at_micros, draft.by, said.table, said.what, due
            )
            found[draft.id] = replace(noted, since_at=said.since or 0, until_at=said.until or 0)
        elif isinstance(said, MalfunctionReported):
            noted = found[said.malfunction]
            found[noted.id] = replace(noted, reported_at=draft.at_micros, reported_to=said.to)
    return list(found.values())


def make_malfunctions(source: JournalSource, inquiry: Inquiry) -> Sheet:
    now, log = inquiry.at_micros, malfunctions(source.books.entries(), zone=inquiry.zone)
    found = [one for one in log if inquiry.is_within(one.noted_at)]
    shown, late = latest(found, inquiry), [one for one in found if one.is_late(now)]
    waiting = sum(not one.reported_at for one in late)
    fields = malfunction_fields(now, inquiry.zone)
    return Sheet(
        "Malfunctions",
        listed(fields, shown, "Nothing has been noted.", cut_words(found, inquiry)),
        [{**row_data(one, inquiry.zone), "is_late": one.is_late(now)} for one in shown],
        (("Noted", whole(len(found))), ("Reported late or not in time", bad_count(len(late)))),
        say_bad(waiting, "A report is late.", "{count} reports are late."),
        is_right=not waiting,
    )


def malfunction_fields(now: int, zone: tzinfo | None) -> tuple[Field[Malfunction], ...]:
    return (
        number("No.", lambda one: one.number),
        words("When", lambda one: format_instant(one.noted_at, zone)),
        words("Table", lambda one: one.table),
        words("By", lambda one: ", ".join(one.by)),
        words("Report", lambda one: report_status(one, now, zone)),
        words("What", lambda one: describe(one, zone), wraps=True),
    )


def describe(one: Malfunction, zone: tzinfo | None) -> str:
    if not one.until_at:
        return one.what
    return f"{one.what} from {format_instant(one.since_at, zone)} to {format_instant(one.until_at, zone)}"


def report_status(one: Malfunction, now: int, zone: tzinfo | None) -> Cell:
    if one.is_late(now):
        late = format_span((one.reported_at or now) - one.due_at)
        return Toned(f"late by {late}", Tone.BAD)
    if one.reported_at:
        return Toned(f"to {one.reported_to}, {format_instant(one.reported_at, zone)}", Tone.GOOD)
    return Toned(f"{format_span(one.due_at - now)} left" if one.due_at else "open", Tone.CAREFUL)
