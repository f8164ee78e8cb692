"""The money's reports: what accrued, what is to be deposited, whether it reconciles, why it went down."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import typer

from pitboss.base.error import InputError
from pitboss.cli.option import AsJson
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

NOT_RIGHT = 1

Since = Annotated[str | None, typer.Option("--since", metavar="DAY", help="From this day on: 2024-06-14.")]
Until = Annotated[str | None, typer.Option("--until", metavar="DAY", help="Up to this day.")]


def read_day(about: str, text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text is not None else None
    except ValueError as problem:
        raise InputError(f"{about}: write a day as 2024-06-14, not {text!r}") from problem


def accrual(
    since: Since = None, until: Until = None, zone: Zone = None, store: Store = None, json: AsJson = False
) -> None:
    """Report what accrued on each day, for the master games report."""
    from pitboss.reports.progressive.accrual import accrual_page, daily_accrual
    from pitboss.reports.progressive.row import rows_data

    place, first, last = read_zone(zone), read_day("--since", since), read_day("--until", until)
    with open_floor(store) as manager:
        rows = daily_accrual(read_journal(manager), zone=place, since=first, until=last)
    if json:
        say_json(rows_data(rows, place))
    else:
        say_page(accrual_page(rows))


def deposit(zone: Zone = None, store: Store = None, json: AsJson = False) -> None:
    """Report the deposit that is due; the exit status is 1 if it is late."""
    from pitboss.reports.progressive.deposit import deposit_due, deposit_page
    from pitboss.reports.progressive.row import row_data

    place, moment = read_zone(zone), now()
    with open_floor(store) as manager:
        due = deposit_due(read_journal(manager), manager.floor, moment, zone=place)
    if json:
        say_json(row_data(due, place))
    else:
        say_page(deposit_page(due, moment, place))
    if due.is_overdue:
        raise typer.Exit(NOT_RIGHT)


def reconcile(zone: Zone = None, store: Store = None, json: AsJson = False) -> None:
    """Derive every balance and count again from the journal.

    All differences must be zero; the exit status is 1 if one is not.
    """
    from pitboss.reports.progressive.reconciliation import reconcile as compare
    from pitboss.reports.progressive.reconciliation import reconciliation_data, reconciliation_page

    with open_floor(store) as manager:
        found = compare(read_journal(manager), manager.floor)
    if json:
        say_json(reconciliation_data(found, read_zone(zone)))
    else:
        say_page(reconciliation_page(found))
    if not found.is_zero:
        raise typer.Exit(NOT_RIGHT)


def reductions(
    progressive: OneProgressive = "", zone: Zone = None, store: Store = None, json: AsJson = False
) -> None:
    """List every fall of an amount, with its reason, its text and its people."""
    from pitboss.reports.progressive.reduction import reductions as find_all
    from pitboss.reports.progressive.reduction import reductions_page
    from pitboss.reports.progressive.row import rows_data

    place = read_zone(zone)
    with open_floor(store) as manager:
        name = find_progressive(manager, progressive)
        found = list(find_all(read_journal(manager), progressive=name))
    if json:
        say_json(rows_data(found, place))
    else:
        say_page(reductions_page(found, place))
