"""A search for the terms of a progressive: in words, as data, as a page and as a paper."""

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from pitboss.base.error import InputError, Parameter, ParameterError
from pitboss.base.money import as_dollars, parse_dollars, parse_rate
from pitboss.design.meter_terms import (
    CONTRIBUTIONS,
    RESERVES,
    SEEDS,
    FoundTerms,
    MeterChoices,
    MeterDesign,
    MeterTargets,
    design_meter,
)
from pitboss.reports.cell import dollars, percent, rate, whole
from pitboss.reports.design_sheet import like_table, span_data, span_words
from pitboss.reports.field import Field, field_table, value
from pitboss.reports.page import (
    Block,
    Cell,
    Facts,
    Heading,
    Page,
    Tone,
    Toned,
    bullets,
)
from pitboss.reports.paper.paper import Paper
from pitboss.reports.terms import Asked, count, take_terms
from pitboss.reports.wager_sheet import Data, number, share
from pitboss.rules import Game

MOST_VALUES = 500
RANGE = re.compile(r"(?P<low>[^./,]+(?:\.\d+)?)\s*\.\.\s*(?P<high>[^./,]+(?:\.\d+)?)\s*/\s*(?P<step>[^/,]+)")


def make_meter_design(
    game: Game,
    wager: str,
    targets: MeterTargets,
    *,
    like: str | None = None,
    seed: str | None = None,
    contribution: str | None = None,
    reserve: str | None = None,
    envy: str | None = None,
    players: int | None = None,
    most: int = 20,
) -> MeterDesign:
    """As a command asks for it: values are '500..2000/500', '10%,12%' or one of them."""
    table = like_table(game, wager, like)
    game = game.with_table(table)
    terms = take_terms(game, wager, Asked(players=players)).terms
    choices = MeterChoices(
        seeds=read_values("meter-seed", seed, read_money) or SEEDS,
        contributions=read_values("contribution", contribution, parse_rate) or CONTRIBUTIONS,
        reserves=read_values("reserve", reserve, parse_rate) or RESERVES,
        envies=read_values("envy", envy, read_factor) or (Fraction(1),),
    )
    return design_meter(game, wager, targets, choices, terms=terms, most=most)


def read_values(about: str, text: str | None, read: Callable[[str], Fraction]) -> tuple[Fraction, ...]:
    if text is None:
        return ()
    try:
        match = RANGE.fullmatch(text.strip())
        if not match:
            if ".." in text:
                raise InputError("a range needs a step, as in '500..2000/500'")
            return tuple(sorted({read(part.strip()) for part in text.split(",")}))
        low, high, step = (read(match[name].strip()) for name in ("low", "high", "step"))
    except InputError as problem:
        raise ParameterError(Parameter(about), f": {problem}") from problem
    if not step:
        raise ParameterError(Parameter(about), f": a step of 0 leads nowhere: {text!r}; take a larger one")
    if low > high or (high - low) / step > MOST_VALUES:
        steps = f"from the lower to the higher end in at most {MOST_VALUES} steps"
        raise ParameterError(Parameter(about), f": {steps}, not {text!r}")
    return tuple(low + n * step for n in range(int((high - low) / step) + 1))


def read_money(text: str) -> Fraction:
    return as_dollars(parse_dollars(text))


def read_factor(text: str) -> Fraction:
    """A percentage of what is printed, which may lie above 100%."""
    digits = text.removesuffix("%").strip()
    if not re.fullmatch(r"\d{1,4}(\.\d{1,2})?", digits, re.ASCII):
        raise InputError(f"write a percentage of the printed envy, as '150%', not {text!r}")
    return Fraction(digits) / 100


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
