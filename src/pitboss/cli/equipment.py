"""`pitboss equipment`: what stands at the tables, against the versions that were approved."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

import typer

from pitboss.cli.group import make_group
from pitboss.cli.option import AsJson
from pitboss.cli.progressive.desk import By, RequestId, Store, make_id, open_floor, say_answer, sign_in
from pitboss.cli.screen import say_json, say_page

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
    table: TableName,
    component: Component,
    maker: Maker,
    licence: Licence,
    version: Version = "",
    tribal_licence: TribalLicence = "",
    plain_monitor: Plain = False,
    note: Note = "",
    by: By = None,
    store: Store = None,
    id_: RequestId = None,
    json: AsJson = False,
) -> None:
    """Put a component into the register of a table, in place of one of the same name. Two people do it.

    A table whose parts are not all there and approved does not open.
    """
    from pitboss.base.error import InputError, find_name
    from pitboss.house.equipment import approved_equipment, find_fault
    from pitboss.jackpot.equipment import Part
    from pitboss.jackpot.request import ListEquipment

    name = find_name("component", component, approved_equipment().components)
    part = Part(name, maker, licence, version, tribal_licence, plain_monitor)
    if fault := find_fault(part):
        raise InputError(f"it would not be approved: {fault}")
    where = read_table(table)
    with open_floor(store, create=True) as manager:
        people = sign_in(manager, by)
        kept = tuple(one for one in manager.floor.equipment.get(where, ()) if one.component != name)
        answer = manager.ask(ListEquipment(make_id(id_), people, where, (*kept, part), note))
    say_answer(answer, f"{name} stands at {table}", json=json, table=table, component=name)


def remove(
    table: TableName,
    component: Component,
    note: Note = "",
    by: By = None,
    store: Store = None,
    id_: RequestId = None,
    json: AsJson = False,
) -> None:
    """Take a component out of the register of a table. Two people do it."""
    from pitboss.base.error import find_name
    from pitboss.jackpot.request import ListEquipment

    where = read_table(table)
    with open_floor(store) as manager:
        people = sign_in(manager, by)
        parts = manager.floor.equipment.get(where, ())
        name = find_name("component", component, [part.component for part in parts])
        kept = tuple(part for part in parts if part.component != name)
        answer = manager.ask(ListEquipment(make_id(id_), people, where, kept, note))
    say_answer(answer, f"{name} no longer stands at {table}", json=json, table=table, component=name)


def list_(store: Store = None, json: AsJson = False) -> None:
    """List the register: every component with maker, licence and version, against what is approved."""
    from pitboss.reports.equipment_sheet import register_data, register_page

    with open_floor(store) as manager:
        found = dict(manager.floor.equipment)
    if json:
        say_json(register_data(found))
    else:
        say_page(register_page(found))


def approved(json: AsJson = False) -> None:
    """List the components and versions that the approved documents name, and the condition on displays."""
    from pitboss.reports.equipment_sheet import versions_data, versions_page

    if json:
        say_json(versions_data())
    else:
        say_page(versions_page())


def read_table(text: str) -> str:
    from pitboss.jackpot.equipment import ROOM

    return ROOM if text == ALL_TABLES else text


COMMANDS: Mapping[str, Callable[..., None]] = {
    "add": add,
    "approved": approved,
    "list": list_,
    "remove": remove,
}


ABOUT = "What stands at the tables, against the approved versions."


def make_equipment_app() -> typer.Typer:
    return make_group(ABOUT, COMMANDS)
