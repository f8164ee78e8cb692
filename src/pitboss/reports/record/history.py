"""The history of a configuration: every change of terms with before and after, every opening and closing.

A change of a rate is for accounting to know, who reconcile by it (NJ 13:69D-1.52(e)3): it is marked.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from fractions import Fraction

from pitboss.base.figure import format_rate
from pitboss.base.money import format_dollars
from pitboss.jackpot.fact import Switched, TermsSet
from pitboss.jackpot.terms import PPM, Installation, Terms
from pitboss.ledger.entry import Entry
from pitboss.reports.cell import whole
from pitboss.reports.field import Field, count, field_table, words
from pitboss.reports.page import Block, Cell, Column, Heading, Lines, PageTable, Tone, Toned, make_table
from pitboss.reports.record.frame import Sheet
from pitboss.reports.record.inquiry import Inquiry, JournalSource, cut_words, latest
from pitboss.reports.record.row import format_instant, rows_data

TOLD = "a rate was changed: tell accounting"
RATES = ("contribution_ppm", "reserve_ppm")
NONE = "-"


@dataclass(frozen=True)
class RecordedChange:
    """One field of the terms; what was not there before or is not there after is None."""

    name: str
    before: str | None
    after: str | None


@dataclass(frozen=True)
class HistoryLine:
    entry: int
    made_at: int
    by: tuple[str, ...]
    progressive: str
    what: str
    changes: tuple[RecordedChange, ...]
    is_for_accounting: bool


def terms_history(entries: Iterable[Entry], *, progressives: Collection[str] = ()) -> Iterator[HistoryLine]:
    for entry in entries:
        line = history_line(entry)
        if line and (not progressives or line.progressive in progressives):
            yield line


def history_line(entry: Entry) -> HistoryLine | None:
    draft = entry.draft
    match draft.fact:
        case TermsSet(after, before):
            return terms_line(entry, after, before)
        case Switched(name, is_open, stopped):
            what = "opened" if is_open else "closed"
            why = f"{what}: {stopped}" if stopped else what
            return HistoryLine(entry.number, draft.at_micros, draft.by, name, why, (), False)
    return None


def terms_line(entry: Entry, after: Terms, before: Terms | None) -> HistoryLine:
    changes = tuple(find_changes(flatten(before) if before else {}, flatten(after)))
    is_rate = before is not None and any(change.name.endswith(RATES) for change in changes)
    what, draft = "changed" if before else "set up", entry.draft
    return HistoryLine(entry.number, draft.at_micros, draft.by, after.id, what, changes, is_rate)


def find_changes(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[RecordedChange]:
    for name in dict.fromkeys((*before, *after)):
        if before.get(name) != after.get(name):
            yield RecordedChange(name, before.get(name), after.get(name))


def flatten(terms: Terms) -> dict[str, str]:
    """Every field of the terms under a name of its own, its value in words."""
    found: dict[str, str] = {}
    for name, value in sorted(vars(terms).items()):
        if name == "levels":
            for level in terms.levels:
                title = f"level {level.name}".rstrip()
                rest = sorted(vars(level).items())
                found |= {f"{title} {key}": in_words(key, one) for key, one in rest if key != "name"}
        elif isinstance(value, Mapping):
            found |= {f"{name} {key}": in_words(key, one) for key, one in sorted(value.items())}
        else:
            found[name] = in_words(name, value)
    return {name: words for name, words in found.items() if words}


def in_words(name: str, value: object) -> str:
    if name.endswith("_micros") and isinstance(value, int):
        return format_dollars(value)
    if name.endswith("_ppm") and isinstance(value, int):
        return format_rate(Fraction(value, PPM))
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, Installation):
        return ", ".join(f"{key} {one}" for key, one in sorted(vars(value).items()) if one != "")
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


# -- the record ------------------------------------------------------------------------------------


def make_history(source: JournalSource, inquiry: Inquiry) -> Sheet:
    lines = terms_history(source.books.entries(), progressives=inquiry.progressives)
    found = [line for line in lines if inquiry.is_within(line.made_at)]
    shown = latest(found, inquiry)
    cut = cut_words(found, inquiry)
    page = (*history_blocks(shown, inquiry.zone), *((Lines((cut,)),) if cut else ()))
    facts = (("Entries", whole(len(found))),)
    return Sheet("Configuration history", page, rows_data(shown, inquiry.zone), facts)


def history_blocks(found: Sequence[HistoryLine], zone: tzinfo | None) -> Iterator[Block]:
    """What happened at a glance, then every change with before and after."""
    if not found:
        yield Lines(("Nothing was set up or changed in these days.",))
        return
    yield field_table(history_fields(zone), found)
    for line in found:
        if line.changes:
            yield Heading(f"Entry {line.entry:,}: {line.progressive} {line.what}", 2)
            yield change_table(line)


def history_fields(zone: tzinfo | None) -> tuple[Field[HistoryLine], ...]:
    return (
        count("Entry", lambda line: line.entry),
        words("When", lambda line: format_instant(line.made_at, zone)),
        words("Progressive", lambda line: line.progressive),
        words("What", lambda line: line.what),
        words("By", lambda line: ", ".join(line.by)),
        words("Note", told_cell, wraps=True),
    )


def told_cell(line: HistoryLine) -> Cell:
    return Toned(TOLD, Tone.CAREFUL) if line.is_for_accounting else ""


def change_table(line: HistoryLine) -> PageTable:
    """Where nothing was there before, there is no column for it."""
    has_before = any(one.before is not None for one in line.changes)
    columns = ("What", "Before", "After") if has_before else ("What", "Set to")
    rows = [
        (field_words(one.name), *((one.before or NONE,) if has_before else ()), one.after or NONE)
        for one in line.changes
    ]
    return make_table([Column(title) for title in columns], rows)


def field_words(name: str) -> str:
    return name.removesuffix("_micros").removesuffix("_ppm").replace("_", " ")
