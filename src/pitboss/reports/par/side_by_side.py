"""All paytables of a wager side by side: what each line pays, and what each table comes to."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil

from pitboss.audit.part import SheetPart
from pitboss.audit.request import request_analysis
from pitboss.audit.term import Asked
from pitboss.base.figure import format_percent
from pitboss.cards.hand_name import line_words
from pitboss.reports.assumption import BEFORE_METERS
from pitboss.reports.form import Data
from pitboss.reports.game_sheet import pay_words
from pitboss.reports.page import Cell, Column, Heading, Page, PageTable, Tone, Toned, make_table
from pitboss.reports.wager_page import share
from pitboss.rules import Game
from pitboss.rules.definition import put_defaults_in_force

MOST_ACROSS = 5
"""Paytables beside each other on a page; more of them stand in several tables, about as many in each."""


def priced_tables(part: SheetPart) -> tuple[SheetPart, ...]:
    """Every filed paytable of the part's wager, each analysed; nothing where there is no choice.

    The columns of one table are not alternatives: a par sheet has all of them anyway.
    """
    game, wager = part.analysis.game, part.analysis.wager.id
    tables = game.tables_for(wager)
    if len(tables) < 2 or tables[0].hands:
        return ()
    usual = usual_tables(game, wager)
    return tuple(price_table(usual, table.id) for table in tables)


def usual_tables(game: Game, wager: str) -> Game:
    """With the usual paytables, but the base game's as in force: the same for all sheets of a wager."""
    usual = put_defaults_in_force(replace(game, chosen={}))
    decided = {one: game.chosen[one] for one in game.deciding if one != wager and one in game.chosen}
    return replace(usual, chosen={**usual.chosen, **decided})


@lru_cache(maxsize=256)
def price_table(game: Game, table: str) -> SheetPart:
    request = request_analysis(game, paytables=[table], wagers=(), asked=Asked())
    return SheetPart(request.sheet(request.wagers[0], request.asked))


def side_by_side_section(parts: Sequence[SheetPart]) -> Page:
    if not parts:
        return ()
    across = ceil(len(parts) / ceil(len(parts) / MOST_ACROSS))
    groups = [parts[start : start + across] for start in range(0, len(parts), across)]
    return (Heading("All paytables side by side", 3), *map(side_by_side_table, groups))


def side_by_side_table(parts: Sequence[SheetPart]) -> PageTable:
    tables = [table for part in parts for table in part.analysis.tables]
    shape = parts[0].analysis.wager.shape
    lines = [line for line in (shape.allowed if shape else ()) if any(line in one.pays for one in tables)]
    columns = [Column("Line"), *(Column(table.id, right=True, wraps=True) for table in tables)]
    pays = [[line_words(line), *(pay_words(table, line) for table in tables)] for line in lines]
    return make_table(columns, [*pays, *figure_rows(parts)])


def figure_rows(parts: Sequence[SheetPart]) -> Iterator[list[Cell]]:
    advantages = [
        format_percent(part.analysis.house_advantage) + f" {BEFORE_METERS}" * part.lacks_terms
        for part in parts
    ]
    yield [Toned(cell, Tone.STRONG) for cell in ("House advantage", *advantages)]
    yield ["Hit frequency", *(format_percent(part.sheet.hit.middle) for part in parts)]
    deviations = [part.sheet.standard_deviation if part.variance is not None else None for part in parts]
    if any(one is not None for one in deviations):
        yield ["Standard deviation", *("-" if one is None else f"{one:.4f}" for one in deviations)]


def side_by_side_data(parts: Sequence[SheetPart]) -> list[Data]:
    return [
        {
            "paytable": table.id,
            "is_before_meters": part.lacks_terms,
            **share("house_advantage", part.analysis.house_advantage),
            **share("hit_frequency", part.sheet.hit.middle),
            "standard_deviation": part.sheet.standard_deviation if part.variance is not None else None,
        }
        for part in parts
        for table in part.analysis.tables
    ]
