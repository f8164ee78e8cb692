"""What was brought over from an old room, as a page and as data."""

from typing import Any

from pitboss.base.money import format_dollars
from pitboss.house.old_room.bringing import Brought, BroughtTable
from pitboss.reports.page import Column, Facts, Heading, Lines, Page, Tone, Toned, make_table

RIGHT = "Brought over: the room's log and its journal said the same"
DIFFERS = "Brought over, with differences: settle each of them by hand"
MOST_SHOWN = 200


def brought_page(found: Brought) -> Page:
    facts = (
        ("From", found.old),
        ("Entries of its journal", f"{found.entries:,}"),
        ("Lines of its log", f"{found.said.lines:,}"),
        ("Proofs that stay there", f"{found.said.rounds:,}"),
        ("SHA-256 of its log", found.said.digest),
        ("Tables taken down before", ", ".join(found.taken_down) or "none"),
        ("Players", ", ".join(found.players) or "none"),
        ("Sessions and marks left behind", f"{found.dropped:,}"),
        ("Last entry", f"{found.last.number:,} with the hash {found.last.hash}"),
    )
    page: Page = (Heading(found.new), Facts(facts), *tables_of(found))
    if found.to_add:
        columns = (Column("Player"), Column("To be written down by the desk", wraps=True))
        page = (*page, make_table(columns, found.to_add))
    if not found.differences:
        return (*page, Lines((Toned(RIGHT, Tone.GOOD),)))
    columns = (Column("Table"), Column("What differs", wraps=True))
    rows = [(table or "the room", what) for table, what in found.differences[:MOST_SHOWN]]
    return (*page, make_table(columns, rows), Lines((Toned(DIFFERS, Tone.BAD),)))


def tables_of(found: Brought) -> Page:
    if not found.tables:
        return ()
    columns = (
        Column("Table"),
        Column("Game"),
        Column("Round", right=True),
        Column("Open round"),
        Column("Chips", right=True),
        Column("Tray", right=True),
        Column("Tokes", right=True),
        Column("Old shuffler", wraps=True),
    )
    rows = (
        (
            one.table,
            one.game,
            f"{one.round:,}",
            one.said.ended or "none",
            format_dollars(sum(one.chips.values())),
            format_dollars(one.tray_micros),
            format_dollars(one.tokes_micros),
            one.fault or "in order",
        )
        for one in found.tables
    )
    return (make_table(columns, rows),)


def brought_data(found: Brought) -> dict[str, Any]:
    return {
        "old": found.old,
        "new": found.new,
        "is_right": not found.differences,
        "entries": found.entries,
        "lines": found.said.lines,
        "rounds": found.said.rounds,
        "digest": found.said.digest,
        "tables": [table_data(one) for one in found.tables],
        "taken_down": list(found.taken_down),
        "players": list(found.players),
        "to_add": [one._asdict() for one in found.to_add],
        "dropped": found.dropped,
        "last": found.last._asdict(),
        "differences": [{"table": table, "what": what} for table, what in found.differences],
    }


def table_data(one: BroughtTable) -> dict[str, Any]:
    return {
        "table": one.table,
        "game": one.game,
        "round": one.round,
        "ended": one.said.ended,
        "lines": one.said.lines,
        "rounds": one.said.rounds,
        "digest": one.said.digest,
        "chips_micros": dict(one.chips),
        "tray_micros": one.tray_micros,
        "tokes_micros": one.tokes_micros,
        "fault": one.fault,
    }
