"""`pitboss equipment`: what stands at the tables, against the versions that were approved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

from pitboss.cli.command import Command
from pitboss.cli.desk import ActReport, CommandDesk, act
from pitboss.cli.option import AsJson
from pitboss.cli.screen import say_sheet

ALL_TABLES = "room"
"""What is typed for the register that holds for every table."""
TableName = Annotated[str, typer.Argument(metavar="TABLE", help="The table; 'room' for every table.")]
Component = Annotated[
    str, typer.Argument(metavar="COMPONENT", help="As 'pitboss equipment approved' has it.")
]
Maker = Annotated[str, typer.Option("--maker", metavar="NAME", help="Who made it.")]
Licence = Annotated[
    str, typer.Option("--licence", metavar="NUMBER", help="The maker's licence of the state.")
]
TribalLicence = Annotated[
    str, typer.Option("--tribal-licence", metavar="NUMBER", help="The maker's licence of the Tribe.")
]
Version = Annotated[str, typer.Option("--version", metavar="VERSION", help="Of its software.")]
Plain = Annotated[
    bool, typer.Option("--plain-monitor", help="A monitor without intelligence and without any network.")
]
Note = Annotated[str, typer.Option("--note", metavar="TEXT", help="Whatever else belongs to it.")]


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


COMMANDS: Mapping[str, Command] = {
    "add": act(add, creates=True),
    "approved": approved,
    "remove": act(remove),
}
ABOUT = "What stands at the tables, against the approved versions."
