"""A search for the terms of a progressive: what was found as data, as a page and as a paper."""

from collections.abc import Iterator

from pitboss.design.meter_terms import FoundTerms, MeterDesign
from pitboss.reports.assumption import count
from pitboss.reports.cell import dollars, percent, rate, whole
from pitboss.reports.design_sheet import span_data, span_words
from pitboss.reports.field import Field, field_table, value
from pitboss.reports.form import Data
from pitboss.reports.page import Block, Cell, Facts, Heading, Page, Tone, Toned, bullets
from pitboss.reports.paper.paper import Paper
from pitboss.reports.wager_sheet import number, share

# -- data and page ---------------------------------------------------------------------------------


def meter_design_data(design: MeterDesign) -> Data:
    return {
        "game": design.game.id,
        "paytable": design.table.id,
        "level": design.level,
        "other_players": design.others,
        "targets": {
            "advantage": span_data(design.targets.advantage),
            "average_jackpot": span_data(design.targets.jackpot),
        },
        "terms_tried": design.tried,
        "terms_meeting": design.meeting,
        "found": [found_data(one) for one in design.found],
    }


def found_data(one: FoundTerms) -> Data:
    return {
        **number("seed", one.level.seed, "dollars"),
        **share("contribution", one.level.contribution),
        **share("reserve", one.level.reserve),
        **share("envy_of_print", one.envy),
        **share("house_advantage", one.advantage),
        **number("average_jackpot", one.jackpot, "dollars"),
        **number("break_even_meter", one.break_even, "dollars"),
    }


def meter_design_paper(design: MeterDesign) -> Paper:
    return Paper(f"Terms for {design.table.id}", meter_design_page(design), meter_design_data(design))


def meter_design_page(design: MeterDesign) -> Page:
    blocks: list[Block] = [Facts(tuple(facts(design)))]
    if design.found:
        blocks += [Heading("Terms that meet the targets", 2), field_table(FOUND, design.found)]
    return (*blocks, bullets(notes(design)))


def facts(design: MeterDesign) -> Iterator[tuple[str, Cell]]:
    yield "Paytable", f"{design.table.id} of {design.game.name}"
    yield "Advantage asked", span_words(design.targets.advantage, is_share=True)
    yield "Average jackpot asked", span_words(design.targets.jackpot, is_share=False)
    yield "Terms tried", whole(design.tried)
    yield "Meet the targets", Toned(whole(design.meeting), Tone.STRONG)


FOUND: tuple[Field[FoundTerms], ...] = (
    value("Seed", lambda one: dollars(one.level.seed)),
    value("Contribution", lambda one: rate(one.level.contribution)),
    value("Reserve", lambda one: rate(one.level.reserve)),
    value("Envy", lambda one: rate(one.envy)),
    value("Advantage", lambda one: percent(one.advantage)),
    value("Average jackpot", lambda one: dollars(one.jackpot)),
    value("Break-even", lambda one: "-" if one.break_even is None else dollars(one.break_even)),
)


def notes(design: MeterDesign) -> Iterator[str]:
    yield "exact, for a $1 wager in the long run; seed and jackpot grow with the wager"
    yield "the nearest to the middles of both targets come first"
    if design.table.envy_micros:
        yield f"envy is for {count(design.others, 'other player')} with the wager, in percent of the print"
