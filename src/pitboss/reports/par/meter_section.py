"""Meters and envy of a wager as a section: terms, then the advantage by players and by meter."""

from collections.abc import Iterator

from pitboss.analysis.analysis import WagerAnalysis
from pitboss.analysis.meter import MeterFigures
from pitboss.audit.meter_grid import MeterGrid, MeterStanding, meter_grids, seated, seats_of
from pitboss.audit.part import SheetPart
from pitboss.base.figure import format_percent
from pitboss.base.money import format_dollars
from pitboss.cards.hand_name import line_words
from pitboss.reports.audit_sheet import count
from pitboss.reports.cell import dollars
from pitboss.reports.page import Block, Cell, Column, Facts, Heading, Page, PageTable, Tone, Toned, make_table
from pitboss.reports.wager_page import even_facts, level_facts, meter_facts, one_in, return_facts

IN_THE_LONG_RUN = "In the long run"


def meter_section(part: SheetPart) -> Page:
    analysis = part.analysis
    meter = analysis.meter
    if meter is None:
        return ()
    title = (
        "Meter and envy"
        if meter.table.levels and meter.table.envy_micros
        else "Meter"
        if meter.table.levels
        else "Envy"
    )
    facts = (*level_rows(part, meter), *envy_facts(meter))
    blocks: list[Block] = [Heading(title, 3), Facts(tuple(facts))]
    blocks += [grid_table(part, grid) for grid in meter_grids(analysis)]
    if not meter.table.levels:
        blocks.append(envy_table(meter, seats_of(analysis)))
    return tuple(blocks)


def level_rows(part: SheetPart, meter: MeterFigures) -> Iterator[tuple[str, Cell]]:
    if not part.unknown_levels:
        yield from meter_facts(part.analysis, meter)
        return
    yield from return_facts(meter)
    for name in meter.table.levels:
        known = unknown_facts if name in part.unknown_levels else level_facts
        yield from known(part.analysis, meter, name)


def unknown_facts(analysis: WagerAnalysis, meter: MeterFigures, name: str) -> Iterator[tuple[str, Cell]]:
    """Of a meter without terms: how often it is won, and where it would be even."""
    standing = (analysis.terms.meters or {}).get(name)
    now = f", standing at {dollars(standing)}" if standing is not None else ""
    yield f"{name} meter" if name else "Meter", f"seed, contribution and reserve are not known{now}"
    if top := meter.top_chance(name):
        yield f"{name or 'Top'} award", f"{one_in(top)}; its average depends on these terms"
    yield from even_facts(analysis, meter, name)


def envy_facts(meter: MeterFigures) -> Iterator[tuple[str, Cell]]:
    if meter.table.envy_micros:
        paid = [
            f"{line_words(line)} {format_dollars(micros).removesuffix('.00')}"
            for line, micros in meter.table.envy_micros.items()
        ]
        yield (
            "Envy",
            f"{', '.join(paid)}: {format_percent(meter.envy_each)} of the wager from each other player",
        )


def grid_table(part: SheetPart, grid: MeterGrid) -> PageTable:
    """The house advantage: standings down, players across; then the long run and the break-even of each."""
    name = f"House advantage with the {f'{grid.level} meter' if grid.level else 'meter'} at"
    columns = (Column(name), *(Column(players_words(grid, number), right=True) for number in grid.players))
    rows = [standing_row(grid, standing) for standing in grid.standings]
    if has_long_run(part):
        long_run = [format_percent(grid.at(number).house_advantage) for number in grid.players]
        rows.append([Toned(IN_THE_LONG_RUN, Tone.STRONG), *long_run])
    rows.append(["Break-even meter", *(even_words(grid, number) for number in grid.players)])
    return make_table(columns, rows)


def has_long_run(part: SheetPart) -> bool:
    """Not if the meter's amount was given, and not if its terms were not."""
    return part.analysis.terms.meters is None and not part.unknown_levels


def players_words(grid: MeterGrid, number: int) -> str:
    return "House advantage" if len(grid.players) == 1 else count(number, "player")


def standing_row(grid: MeterGrid, standing: MeterStanding) -> list[Cell]:
    cells = [advantage_cell(grid, standing, number) for number in grid.players]
    return [f"{dollars(standing.amount)}{about_words(standing)}", *cells]


def about_words(standing: MeterStanding) -> str:
    return f" ({standing.point.value})" if standing.point else ""


def advantage_cell(grid: MeterGrid, standing: MeterStanding, number: int) -> Cell:
    """Careful where the player has the edge."""
    advantage = grid.advantage(standing, number)
    return Toned(format_percent(advantage), Tone.CAREFUL if advantage < 0 else Tone.PLAIN)


def even_words(grid: MeterGrid, number: int) -> Cell:
    even = grid.break_even(number)
    if even is None:
        return "-"
    return dollars(even) if even > 0 else "any"


def envy_table(meter: MeterFigures, seats: tuple[int, ...]) -> PageTable:
    columns = (
        Column("Players with the wager", right=True),
        Column("Envy return", right=True),
        Column("House advantage", right=True),
    )
    found = [(number, seated(meter, number)) for number in seats]
    return make_table(
        columns,
        [
            (str(number), format_percent(one.envy_return), format_percent(one.house_advantage))
            for number, one in found
        ],
    )
