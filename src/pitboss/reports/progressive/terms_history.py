"""The history of a configuration: every change of terms with before and after, every opening and closing.

A change of a rate is for accounting to know, who reconcile by it (NJ 13:69D-1.52(e)3): it is marked.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import tzinfo
from fractions import Fraction

from pitboss.base.figure import format_rate
from pitboss.base.money import format_dollars
from pitboss.jackpot.fact import Switched, TermsSet
from pitboss.jackpot.terms import PPM, Installation, Terms
from pitboss.ledger.entry import Entry
from pitboss.reports.page import Cell, Column, Heading, Lines, Page, Tone, Toned, make_table
from pitboss.reports.progressive.instant import format_instant

RATES = ("contribution_ppm", "reserve_ppm")
NONE = "-"


@dataclass(frozen=True)
class Change:
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
    changes: tuple[Change, ...]
    is_for_accounting: bool


def terms_history(entries: Iterable[Entry], *, progressive: str = "") -> Iterator[HistoryLine]:
    for entry in entries:
        line = history_line(entry)
        if line and progressive in ("", line.progressive):
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


def find_changes(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Change]:
    for name in dict.fromkeys((*before, *after)):
        if before.get(name) != after.get(name):
            yield Change(name, before.get(name), after.get(name))


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


# -- the page --------------------------------------------------------------------------------------

COLUMNS = (
    Column("Entry", right=True),
    Column("When"),
    Column("Progressive"),
    Column("By"),
    Column("What"),
    Column("Before"),
    Column("After"),
)


def history_page(found: list[HistoryLine], zone: tzinfo | None) -> Page:
    if not found:
        return (Heading("History"), Lines(("Nothing has been set up.",)))
    told = [line for line in found if line.is_for_accounting]
    rates = [f"Tell accounting: a rate was changed in entry {line.entry}." for line in told]
    table = make_table(COLUMNS, (row for line in found for row in history_rows(line, zone)))
    notes = (Lines(tuple(Toned(note, Tone.CAREFUL) for note in rates)),) if rates else ()
    return (Heading("History"), table, *notes)


def history_rows(line: HistoryLine, zone: tzinfo | None) -> Iterator[tuple[Cell, ...]]:
    """A row for what happened, and one under it for each field that changed."""
    when = format_instant(line.made_at, zone)
    yield str(line.entry), when, line.progressive, ", ".join(line.by), line.what, "", ""
    for change in line.changes:
        yield "", "", "", "", f"  {field_words(change.name)}", change.before or NONE, change.after or NONE


def field_words(name: str) -> str:
    return name.removesuffix("_micros").removesuffix("_ppm").replace("_", " ")
