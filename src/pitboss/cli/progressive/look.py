"""Looking at the meters, the hits and a win."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.base.error import InputError, find_name
from pitboss.cli.option import AsJson, read_number
from pitboss.cli.progressive.by_hand import TableName, WinName
from pitboss.cli.progressive.desk import (
    OneProgressive,
    Store,
    Zone,
    find_progressive,
    now,
    open_floor,
    read_journal,
    read_zone,
)
from pitboss.cli.screen import say_json, say_page

Names = Annotated[list[str] | None, typer.Argument(metavar="ID", help="Progressives. Default: all.")]
Last = Annotated[
    str | None, typer.Option("--last", metavar="N", help="So many, the latest first. Default: 25.")
]
Confirmed = Annotated[bool, typer.Option("--confirmed", help="Only wins that were confirmed.")]
Together = Annotated[
    list[str] | None,
    typer.Option(
        "--together", metavar="WIN", help="Another win of the same player in the round: taxed as one with it."
    ),
]
Payees = Annotated[
    list[str] | None,
    typer.Option(
        "--payee", metavar="NAME=PART", help="Winners who share, with their parts: 'Ann=2', 'Bob=1'."
    ),
]


def meters(names: Names = None, store: Store = None, json: AsJson = False) -> None:
    """Show the meters of every level, with its terms."""
    from pitboss.reports.progressive.meter_sheet import meters_data, meters_page, read_meters

    with open_floor(store) as manager:
        wanted = [find_name("progressive", name, manager.floor.progressives) for name in names or ()]
        found = [
            read_meters(manager.floor, manager.floor.progressives[name])
            for name in wanted or manager.floor.progressives
        ]
    if json:
        say_json([meters_data(one, None) for one in found])
    else:
        say_page(meters_page(found))


def display(table: TableName, store: Store = None, json: AsJson = False) -> None:
    """Show what the display at a table says: amounts, notices and wins."""
    from pitboss.jackpot.display import read_display
    from pitboss.reports.progressive.display_page import display_data, display_page

    with open_floor(store) as manager:
        found = read_display(manager.floor, table, now())
    if json:
        say_json(display_data(found, None))
    else:
        say_page(display_page(found))


def hits(
    last: Last = None,
    confirmed: Confirmed = False,
    progressive: OneProgressive = "",
    zone: Zone = None,
    store: Store = None,
    json: AsJson = False,
) -> None:
    """List the last wins from the meters."""
    from pitboss.jackpot.regulation import in_force, regulation
    from pitboss.reports.progressive.hit import hits_page, last_hits
    from pitboss.reports.progressive.instant import day_of
    from pitboss.reports.progressive.row import rows_data

    place = read_zone(zone)
    usual = in_force(regulation().hit_list, day_of(now(), place)).hits
    most = read_number("--last", last) if last is not None else usual
    with open_floor(store) as manager:
        name = find_progressive(manager, progressive)
        found = last_hits(manager.floor, most, progressive=name, is_confirmed=confirmed)
    if json:
        say_json(rows_data(found, place))
    else:
        say_page(hits_page(found, place))


def win_page(
    win: WinName,
    together: Together = None,
    payee: Payees = None,
    zone: Zone = None,
    store: Store = None,
    json: AsJson = False,
) -> None:
    """Show everything about a win: the hand, the meter, the people, payment and tax."""
    from pitboss.reports.progressive.win_page import make_win_page, win_blocks, win_data

    place, payees = read_zone(zone), read_payees(payee)
    with open_floor(store) as manager:
        page = make_win_page(
            read_journal(manager), manager.floor, win, zone=place, together=together or (), payees=payees
        )
    if json:
        say_json(win_data(page, place))
    else:
        say_page(win_blocks(page, place))


def read_payees(texts: list[str] | None) -> dict[str, int]:
    payees: dict[str, int] = {}
    for text in texts or ():
        name, sign, part = text.rpartition("=")
        if not sign or not name.strip() or name.strip() in payees:
            raise InputError(f"--payee: write name=part, each name once, not {text!r}")
        payees[name.strip()] = read_number("--payee", part.strip())
    return payees
