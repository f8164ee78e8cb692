"""How things stand, as papers: meters, prizes in the bank, retention, people, the program."""

from pitboss.base.money import format_dollars
from pitboss.house.equipment import find_fault
from pitboss.house.software import read_software
from pitboss.jackpot.approval import Approval
from pitboss.reports.cell import ordinal
from pitboss.reports.equipment_sheet import register_data, register_page
from pitboss.reports.page import Cell, Column, Lines, Signatures, make_table
from pitboss.reports.paper.paper import WIDE, Paper
from pitboss.reports.progressive.instant import day_of
from pitboss.reports.progressive.meter_sheet import meters_data, meters_page, read_meters
from pitboss.reports.progressive.prize import prize_fund, prizes_page
from pitboss.reports.progressive.retention import read_retention, retention_page
from pitboss.reports.progressive.row import row_data, rows_data
from pitboss.reports.progressive.staff import read_staff, staff_page
from pitboss.reports.record.frame import frame, say_bad, step_down, under_title
from pitboss.reports.record.inquiry import Inquiry, Source, moment_of, progressive_of
from pitboss.reports.software_sheet import (
    approval_status,
    approvals_data,
    controls_words,
    game_name,
    software_data,
)

NOT_APPROVED = "{count} parts are not as approved: the tables that they stand at do not open."
SIGNED_BY = ("Read by", "Checked by accounting")


def make_meters(source: Source, inquiry: Inquiry) -> Paper:
    floor, name = source.books.floor, progressive_of(source, inquiry)
    found = [read_meters(floor, state) for id_, state in floor.progressives.items() if name in ("", id_)]
    data = [meters_data(one, inquiry.zone) for one in found]
    page = (*step_down(meters_page(found)), Signatures(SIGNED_BY))
    return frame(source, inquiry, "Meters", page, data)


def make_prizes(source: Source, inquiry: Inquiry) -> Paper:
    day = day_of(moment_of(source, inquiry), inquiry.zone)
    fund = prize_fund([state.terms for state in source.books.floor.progressives.values()], day)
    title = f"Odds-based prizes above {format_dollars(fund.above_micros)}"
    page = under_title(prizes_page(fund))
    return frame(source, inquiry, title, page, row_data(fund, inquiry.zone))


def make_retention(source: Source, inquiry: Inquiry) -> Paper:
    found = read_retention(source.books.entries(), moment_of(source, inquiry), zone=inquiry.zone)
    page = under_title(retention_page(found))
    return frame(source, inquiry, "Records kept", page, row_data(found, inquiry.zone))


def make_staff(source: Source, inquiry: Inquiry) -> Paper:
    found = read_staff(source.books.floor, moment_of(source, inquiry))
    page = under_title(staff_page(found, inquiry.zone))
    return frame(source, inquiry, "People", page, rows_data(found, inquiry.zone))


def make_software(source: Source, inquiry: Inquiry) -> Paper:
    software = read_software()
    facts = (("Version", software.version), ("SHA-256 of the program", software.sha256))
    columns = (Column("Game"), Column("Fingerprint"))
    games = make_table(columns, ((game_name(id_), mark) for id_, mark in software.games.items()))
    return frame(source, inquiry, "What runs here", (games,), software_data(software), facts=facts)


APPROVALS = (
    Column("Game"),
    Column("Approval"),
    Column("Day"),
    Column("Rules of"),
    Column("Controls"),
    Column("Status"),
    Column("Fingerprint"),
    Column("Note", wraps=True),
)


def make_approvals(source: Source, inquiry: Inquiry) -> Paper:
    found = list(source.books.floor.approvals.values())
    page = (
        make_table(APPROVALS, map(approval_cells, found)) if found else Lines(("No game is approved yet.",))
    )
    facts = (("In force", ordinal(sum(not one.withdrawn for one in found))),)
    data = approvals_data(found)
    return frame(source, inquiry, "Approved games", (page,), data, layout=WIDE, facts=facts)


def approval_cells(one: Approval) -> tuple[Cell, ...]:
    days, controls = " ".join(one.rules_days), controls_words(one)
    status = approval_status(one)
    return game_name(one.game), one.approval, one.day, days, controls, status, one.fingerprint, one.note


def make_equipment(source: Source, inquiry: Inquiry) -> Paper:
    register = source.books.floor.equipment
    data = register_data(register)
    faults = sum(bool(find_fault(part)) for parts in register.values() for part in parts)
    one = "A part is not as approved: the tables that it stands at do not open."
    return frame(
        source,
        inquiry,
        "Register of equipment",
        (*under_title(register_page(register)), Signatures(SIGNED_BY)),
        data,
        layout=WIDE,
        banner=say_bad(faults, one, NOT_APPROVED),
        facts=(("Parts", ordinal(len(data))),),
        is_right=not faults,
    )
