"""`pitboss equipment`: what stands at the tables, against the versions that were approved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pitboss.cli.command import Command
from pitboss.cli.desk import ActReport, CommandDesk, act
from pitboss.cli.option import AsJson, argument, word
from pitboss.cli.screen import say_sheet

ALL_TABLES = "room"
"""What is typed for the register that holds for every table."""
TableName = Annotated[str, argument("The table; 'room' for every table.", "TABLE")]
Component = Annotated[str, argument("As 'pitboss equipment approved' has it.", "COMPONENT")]
Maker = Annotated[str, word("Who made it.", "NAME", "--maker")]
Licence = Annotated[str, word("The maker's licence of the state.", "NUMBER", "--licence")]
TribalLicence = Annotated[str, word("The maker's licence of the Tribe.", "NUMBER", "--tribal-licence")]
Version = Annotated[str, word("Of its software.", "VERSION", "--version")]
Plain = Annotated[
    bool, word("A monitor without intelligence and without any network.", None, "--plain-monitor")
]
Note = Annotated[str, word("Whatever else belongs to it.", "TEXT", "--note")]


def add(
    desk: CommandDesk,
    table: TableName,
    component: Component,
    maker: Maker,
    licence: Licence,
    version: Version = "",
    tribal_licence: TribalLicence = "",
    plain_monitor: Plain = False,
    note: Note = "",
) -> ActReport:
    """Put a component into the register of a table, in place of one of the same name. Two people do it.

    A table whose parts are not all there and approved does not open.
    """
    from pitboss.base.error import InputError, find_name
    from pitboss.house.equipment import approved_equipment, find_fault
    from pitboss.jackpot.equipment import InstalledComponent
    from pitboss.jackpot.request import ListEquipment

    name = find_name("component", component, approved_equipment().components)
    part = InstalledComponent(name, maker, licence, version, tribal_licence, plain_monitor)
    if fault := find_fault(part):
        raise InputError(f"it would not be approved: {fault}")
    where = read_table(table)
    kept = tuple(one for one in desk.manager.floor.equipment.get(where, ()) if one.component != name)
    answer = desk.ask(ListEquipment, where, (*kept, part), note)
    return ActReport(answer, f"{name} stands at {table}", {"table": table, "component": name})


def remove(desk: CommandDesk, table: TableName, component: Component, note: Note = "") -> ActReport:
    """Take a component out of the register of a table. Two people do it."""
    from pitboss.base.error import find_name
    from pitboss.jackpot.request import ListEquipment

    where = read_table(table)
    parts = desk.manager.floor.equipment.get(where, ())
    name = find_name("component", component, [part.component for part in parts])
    answer = desk.ask(ListEquipment, where, tuple(part for part in parts if part.component != name), note)
    return ActReport(answer, f"{name} no longer stands at {table}", {"table": table, "component": name})


def approved(json: AsJson = False) -> None:
    """List the components and versions that the approved documents name, and the condition on displays."""
    from pitboss.reports.record.equipment import versions_data, versions_page

    say_sheet(versions_data, versions_page, json=json)


def read_table(text: str) -> str:
    from pitboss.jackpot.equipment import ROOM

    return ROOM if text == ALL_TABLES else text


COMMANDS: Mapping[str, Command] = {"add": act(add, creates=True), "approved": approved, "remove": act(remove)}
ABOUT = "What stands at the tables, against the approved versions."
