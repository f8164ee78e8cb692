"""The logs: malfunctions, changes of configuration, checks; and the prizes that a bank must hold."""

from __future__ import annotations

import typer

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

LATE = 1


def malfunctions(zone: Zone = None, store: Store = None, json: AsJson = False) -> None:
    """List malfunctions and their reports; the exit status is 1 if a report is late."""
    from pitboss.reports.progressive.malfunction import malfunctions as find_all
    from pitboss.reports.progressive.malfunction import malfunctions_page
    from pitboss.reports.progressive.row import row_data

    place, moment = read_zone(zone), now()
    with open_floor(store) as manager:
        found = find_all(read_journal(manager), zone=place)
    if json:
        say_json([{**row_data(one, place), "is_late": one.is_late(moment)} for one in found])
    else:
        say_page(malfunctions_page(found, moment, place))
    if any(one.is_late(moment) and not one.reported_at for one in found):
        raise typer.Exit(LATE)


def history(
    progressive: OneProgressive = "", zone: Zone = None, store: Store = None, json: AsJson = False
) -> None:
    """List every change of terms with before and after, every opening and closing."""
    from pitboss.reports.progressive.row import rows_data
    from pitboss.reports.progressive.terms_history import history_page, terms_history

    place = read_zone(zone)
    with open_floor(store) as manager:
        name = find_progressive(manager, progressive)
        found = list(terms_history(read_journal(manager), progressive=name))
    if json:
        say_json(rows_data(found, place))
    else:
        say_page(history_page(found, place))


def checks(zone: Zone = None, store: Store = None, json: AsJson = False) -> None:
    """List the checks that winners asked for; the exit status is 1 if one is late."""
    from pitboss.reports.progressive.check_payment import check_payments, checks_page
    from pitboss.reports.progressive.row import row_data

    place, moment = read_zone(zone), now()
    with open_floor(store) as manager:
        found = check_payments(read_journal(manager), manager.floor, zone=place)
    if json:
        say_json([{**row_data(one, place), "is_late": one.is_late(moment)} for one in found])
    else:
        say_page(checks_page(found, moment, place))
    if any(one.is_late(moment) and not one.paid_at for one in found):
        raise typer.Exit(LATE)


def prizes(zone: Zone = None, store: Store = None, json: AsJson = False) -> None:
    """List odds-based prizes above $25,000: the second-highest is held in a bank."""
    from pitboss.reports.progressive.instant import day_of
    from pitboss.reports.progressive.prize import prize_fund, prizes_page
    from pitboss.reports.progressive.row import row_data

    place = read_zone(zone)
    with open_floor(store) as manager:
        terms = [state.terms for state in manager.floor.progressives.values()]
    fund = prize_fund(terms, day_of(now(), place))
    if json:
        say_json(row_data(fund, place))
    else:
        say_page(prizes_page(fund))
