"""What a player wants to know of a spot before betting: its exact edge, how often it wins, when it is even.

A few lines in a player's words; the wager's page has the rest.
"""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.analysis.meter import MeterFigures
from pitboss.audit.sheet import WagerSheet
from pitboss.base.figure import format_percent
from pitboss.reports.audit_sheet import say_assumptions
from pitboss.reports.cell import money
from pitboss.reports.form import Json
from pitboss.reports.wager_page import advantage_words, exactly, one_in, with_bounds

NO_OTHERS = "nobody else at the table has this wager"


def spot_data(sheet: WagerSheet) -> Json:
    """Of a wager that the house pays."""
    return {"facts": as_rows(spot_facts(sheet)), "assumes": list(say_assumptions(sheet.assumptions))}


def spot_facts(sheet: WagerSheet) -> Iterator[tuple[str, str]]:
    if sheet.analysis.is_decided:
        yield "House edge, best play", advantage_words(sheet.analysis)
    else:
        yield "House edge", advantage_words(sheet.analysis)
    if sheet.average_total_wager != 1:
        yield "Of all that is bet", format_percent(sheet.element_of_risk)
    yield "Comes out ahead", with_bounds(sheet.hit.middle, sheet.hit)


def meter_spot_data(figures: MeterFigures, wager_micros: int) -> Json:
    """Of a wager that meters pay, under the terms of a progressive; with what one wager costs."""
    assumes = [NO_OTHERS] if figures.table.envy_micros else []
    return {"facts": as_rows(meter_facts(figures, wager_micros)), "assumes": assumes}


def meter_facts(figures: MeterFigures, wager_micros: int) -> Iterator[tuple[str, str]]:
    yield "House edge, in the long run", exactly(figures.house_advantage)
    yield (
        "With all meters empty",
        exactly(figures.advantage_at(dict.fromkeys(figures.table.levels, Fraction(0)))),
    )
    for name in figures.table.levels:
        if top := figures.top_chance(name):
            yield f"{name or 'Whole meter'} is won", one_in(top)
        if (even := figures.break_even(name, seeds_of(figures))) is not None:
            words = str(money(int(even * wager_micros))) if even > 0 else "any amount"
            yield f"Even with {f'the {name} meter' if name else 'the meter'} at", words


def seeds_of(figures: MeterFigures) -> dict[str, Fraction]:
    """The other meters are taken at their seeds."""
    return {name: level.seed for name, level in figures.levels.items()}


def as_rows(facts: Iterator[tuple[str, str]]) -> list[Json]:
    return [{"label": label, "words": words} for label, words in facts]
