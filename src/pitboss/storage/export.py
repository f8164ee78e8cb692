"""The journal as text: JSON lines, which can be read back to the last byte, and CSV for a spreadsheet.

A line of JSON holds an entry as it is kept, its text as a string: whoever wants to check the chain without
this program hashes `before`, a line feed and `body` with SHA-256 and compares with `hash`.

CSV has one row for every transfer, or one for an entry that moves no money, with the entry's facts in
each.
"""

import csv
import io
import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta

from pitboss.base.error import InputError
from pitboss.base.money import format_plain
from pitboss.ledger.entry import Entry, Parts, read_body
from pitboss.ledger.store import StoreError

FIELDS = ("number", "id", "before", "hash", "body")
COLUMNS = ("number", "time", "id", "kind", "by", "source", "target", "dollars", "reason", "facts", "hash")
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins so is a formula to a spreadsheet, and ids are made by others."""


def format_line(entry: Entry) -> str:
    values = (entry.number, entry.id, entry.before, entry.hash, entry.body)
    return json.dumps(dict(zip(FIELDS, values, strict=True)), separators=(",", ":"))


def parse_line(text: str) -> Entry:
    try:
        values = json.loads(text)
        entry = Entry(**{name: values[name] for name in FIELDS}, place=place_in(values["body"]))
    except (ValueError, KeyError, TypeError, RecursionError) as problem:
        raise StoreError(f"it is no entry of a journal: {problem}") from problem
    kinds = [type(value) for value in values.values()]
    if kinds != [int, str, str, str, str] or format_line(entry) != text:
        raise StoreError("it is not written as 'pitboss ledger export' writes it")
    return entry


def place_in(body: object) -> str:
    """The place that a body names; none where it cannot be read, for `verify` to say so."""
    try:
        return read_body(str(body)).place
    except InputError:
        return ""


def read_lines(lines: Iterable[str]) -> Iterator[Entry]:
    for place, line in enumerate(lines, start=1):
        try:
            yield parse_line(line.removesuffix("\n"))
        except StoreError as problem:
            raise StoreError(f"line {place}: {problem}") from problem


# -- CSV -------------------------------------------------------------------------------------------


def csv_lines(entries: Iterable[Entry]) -> Iterator[str]:
    yield format_row(COLUMNS)
    for entry in entries:
        try:
            rows = list(csv_rows(entry, read_body(entry.body)))
        except (InputError, OverflowError) as problem:
            raise InputError(f"entry {entry.number} fits no table ({problem}): export as jsonl") from problem
        yield from map(format_row, rows)


def csv_rows(entry: Entry, draft: Parts) -> Iterator[tuple[str, ...]]:
    time = (EPOCH + timedelta(microseconds=draft.at_micros)).isoformat(timespec="microseconds")
    by = ", ".join(map(str, draft.by))
    begin = (str(entry.number), time, *map(quote_formula, (draft.id, draft.kind, by)))
    end = (json.dumps(draft.facts, ensure_ascii=False), entry.hash)
    for source, target, micros, reason in draft.transfers:
        yield (*begin, str(source), str(target), format_plain(micros), reason.value, *end)
    if not draft.transfers:
        yield (*begin, "", "", "", "", *end)


def quote_formula(cell: str) -> str:
    return f"'{cell}" if cell.startswith(FORMULA_SIGNS) else cell


def format_row(cells: Iterable[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()
