"""The history of a configuration: every change of terms with before and after, every opening and closing.

A change of a rate is for accounting to know, who reconcile by it (NJ 13:69D-1.52(e)3): it is marked.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import tzinfo
from fractions import Fraction
from typing import cast

from pitboss.base.figure import format_rate
from pitboss.base.money import format_dollars
from pitboss.jackpot.terms import PPM
from pitboss.ledger.entry import Draft, Entry, Json
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
    if draft.kind == "terms":
        return terms_line(entry.number, draft)
    if draft.kind == "switch":
        what = "opened" if draft.facts["open"] else "closed"
        stopped = draft.facts.get("stopped")
        why = f"{what}: {stopped}" if stopped else what
        name = cast(str, draft.facts["progressive"])
        return HistoryLine(entry.number, draft.at_micros, draft.by, name, why, (), False)
    return None


def terms_line(number: int, draft: Draft) -> HistoryLine:
    after = cast(Mapping[str, Json], draft.facts["after"])
    before = cast(Mapping[str, Json] | None, draft.facts.get("before"))
    changes = tuple(find_changes(flatten(before or {}), flatten(after)))
    is_rate = before is not None and any(change.name.endswith(RATES) for change in changes)
    name, what = cast(str, after["id"]), "changed" if before else "set up"
    return HistoryLine(number, draft.at_micros, draft.by, name, what, changes, is_rate)


def find_changes(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Change]:
    for name in dict.fromkeys((*before, *after)):
        if before.get(name) != after.get(name):
            yield Change(name, before.get(name), after.get(name))


def flatten(facts: Mapping[str, Json]) -> dict[str, str]:
    """Every field of the terms under a name of its own, its value in words."""
    found: dict[str, str] = {}
    for name, value in facts.items():
        if name == "levels":
            for level in cast(list[dict[str, Json]], value):
                title = f"level {level['name']}".rstrip()
                found |= {f"{title} {key}": in_words(key, one) for key, one in level.items() if key != "name"}
        elif isinstance(value, dict):
            found |= {f"{name} {key}": in_words(key, one) for key, one in value.items()}
        else:
            found[name] = in_words(name, value)
    return {name: words for name, words in found.items() if words}


def in_words(name: str, value: Json) -> str:
    if name.endswith("_micros") and isinstance(value, int):
        return format_dollars(value)
    if name.endswith("_ppm") and isinstance(value, int):
        return format_rate(Fraction(value, PPM))
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, dict):
        return ", ".join(f"{key} {one}" for key, one in value.items() if one != "")
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
