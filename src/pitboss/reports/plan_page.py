"""A progressive's plan as data, as a page and as a paper; the maker's recommendations as data and page."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from pitboss.analysis.highest import Interval
from pitboss.audit.plan import GameAdvice
from pitboss.base.figure import format_decimal, format_fraction
from pitboss.cards.hand_name import line_words
from pitboss.design.hit_amount import BoundedAmount
from pitboss.design.plan import SAFE, LevelPlan, LinkRow, Overlay, ProgressivePlan, Quantile
from pitboss.design.ruin import SMALL, Ruin
from pitboss.design.ruin_followed import FollowedAmount
from pitboss.jackpot.link import link_kind
from pitboss.jackpot.recommendation import Recommendation
from pitboss.jackpot.terms import Terms
from pitboss.reports.audit_sheet import count
from pitboss.reports.card.foot import made_from
from pitboss.reports.cell import dollars, figure, percent, rate
from pitboss.reports.field import Field, field_table, value, words
from pitboss.reports.field import count as count_field
from pitboss.reports.field import number as number_field
from pitboss.reports.form import Data
from pitboss.reports.page import Block, Cell, Facts, Heading, Lines, Page, Picture, Tone, Toned, bullets
from pitboss.reports.paper.paper import Paper
from pitboss.reports.wager_page import number, share
from pitboss.rules import load_game

# -- data ------------------------------------------------------------------------------------------


def plan_data(plan: ProgressivePlan) -> Data:
    traffic = plan.traffic
    return {
        "progressive": plan.terms.id,
        "game": plan.game,
        "paytable": plan.terms.paytables[plan.game],
        "traffic": {
            "tables": traffic.tables,
            "rounds_an_hour": traffic.rounds_an_hour,
            "hours_a_day": traffic.hours_a_day,
            "seats": traffic.seats,
            **share("share_of_players", traffic.share),
            **number("wagers_a_day", traffic.wagers_a_day),
        },
        "all_from_meter": plan.terms.all_from_meter,
        "other_players": plan.figures.others,
        **share("house_advantage", plan.advantage),
        **number("house_win_a_day", plan.win_a_day, "dollars"),
        "levels": [level_data(level) for level in plan.levels],
    }


def level_data(plan: LevelPlan) -> Data:
    law = plan.law
    return {
        "level": plan.level.name,
        **number("seed", law.seed, "dollars"),
        **number("fed_a_wager", law.fed, "dollars"),
        **number("reserved_a_wager", law.reserved, "dollars"),
        **number("cap", plan.amount.cap, "dollars"),
        **share("top_chance", law.top),
        **number("average_amount", plan.mean.middle, "dollars"),
        **between_data("average_amount", plan.mean),
        "amount_is_exact": plan.amount.is_closed,
        "quantiles": [quantile_data(one) for one in plan.quantiles],
        "chance_again_within_a_day": plan.again_in_a_day,
        "bound_again_within_a_day": plan.again_bound,
        "chance_before_seed_is_covered": plan.before_covered,
        "chance_at_cap": plan.at_cap,
        **number("hits_a_year", plan.hits_a_year),
        "chance_of_no_hit_in_a_year": plan.none_in_a_year,
        "hits_a_year_at_99_percent": plan.most_hits_a_year,
        **number("seed_cost_a_wager", plan.seed_cost, "dollars"),
        **number("break_even_meter", plan.break_even, "dollars"),
        "share_of_wagers_with_player_edge": None if plan.with_edge is None else list(plan.with_edge),
        "overlay": [
            {
                "at": one.label,
                **number("meter", one.meter, "dollars"),
                **share("house_advantage", one.advantage),
            }
            for one in plan.overlay
        ],
        "running_dry": None if plan.ruin is None else ruin_data(plan.ruin),
        **({} if plan.filled is None else between_data("filled_up_a_hit", plan.filled)),
        "linking": [link_data(row) for row in plan.links],
    }


def quantile_data(one: Quantile) -> Data:
    return {
        **share("chance", one.share),
        **between_data("amount", one.amount),
        "wagers": one.wagers,
        **number("days", one.days),
    }


def between_data(name: str, found: Interval) -> Data:
    return {**number(f"{name}_low", found.low, "dollars"), **number(f"{name}_high", found.high, "dollars")}


def ruin_data(ruin: Ruin) -> Data:
    return {
        "at_least": ruin.low,
        "at_most": ruin.high,
        "lundberg_at_least": ruin.proved_low,
        "lundberg_at_most": ruin.proved_high,
        "unit_for_one_dollar": format_fraction(ruin.unit),
        "cells": ruin.cells,
        "is_exact_lattice": ruin.is_exact_lattice,
    }


def link_data(row: LinkRow) -> Data:
    return {
        "tables": row.tables,
        **number("seeds_apart", row.seeds_apart, "dollars"),
        **number("seeds_linked", row.seeds_linked, "dollars"),
        **number("cash_apart", row.cash_apart, "dollars"),
        **number("cash_linked", row.cash_linked, "dollars"),
        **number("days_between_hits_apart", row.days_apart),
        **number("days_between_hits_linked", row.days_linked),
    }


# -- recommendations -------------------------------------------------------------------------------


# -- data and page ---------------------------------------------------------------------------------


def advice_data(terms: Terms, advice: Iterable[GameAdvice]) -> Data:
    return {
        "progressive": terms.id,
        "kind": link_kind(terms).value,
        "games": [
            {
                "game": one.game,
                "paytable": one.paytable,
                "other_players": one.others,
                "preset_seed": None if one.preset.seed is None else format_fraction(one.preset.seed),
                "preset_contribution": (
                    None if one.preset.contribution is None else format_fraction(one.preset.contribution)
                ),
                "recommendations": [recommendation_data(found) for found in one.found],
            }
            for one in advice
        ],
    }


def recommendation_data(found: Recommendation) -> Data:
    return {
        "topic": found.topic,
        "level": found.level,
        "is_warning": found.is_warning,
        "text": found.text,
        "figures": {
            name: format_fraction(value) if isinstance(value, Fraction) else value
            for name, value in found.figures.items()
        },
    }


def advice_page(terms: Terms, advice: Iterable[GameAdvice]) -> Page:
    blocks: list[Heading | Facts | Lines] = [Heading(f"{terms.id}: {link_kind(terms).value}")]
    for one in advice:
        blocks += [Heading(f"{one.game}, {one.paytable}", 2), Lines(tuple(advice_lines(one)), bullet="- ")]
    return tuple(blocks)


def advice_lines(one: GameAdvice) -> Iterator[Cell]:
    """Warnings first."""
    for found in sorted(one.found, key=lambda found: not found.is_warning):
        level = f"{found.level}: " if found.level else ""
        text = f"{level}{found.text}"
        yield Toned(f"warning: {text}", Tone.CAREFUL) if found.is_warning else text


# -- page and paper --------------------------------------------------------------------------------


def plan_paper(plan: ProgressivePlan, *, with_plots: bool = True) -> Paper:
    title = f"Plan of {plan.terms.id}, {count(plan.traffic.tables, 'table')}"
    game = load_game(plan.game).with_paytable(plan.terms.paytables[plan.game])
    return Paper(title, plan_page(plan, with_plots=with_plots), plan_data(plan), made_from(game))


def plan_page(plan: ProgressivePlan, *, with_plots: bool = False) -> Page:
    blocks: list[Block] = [Facts(tuple(plan_facts(plan)))]
    for level in plan.levels:
        blocks += level_page(plan, level, with_plots=with_plots)
    return (*blocks, Heading("How this is known", 2), bullets(notes(plan)))


def plan_facts(plan: ProgressivePlan) -> Iterator[tuple[str, Cell]]:
    traffic = plan.traffic
    yield "Paytable", f"{plan.terms.paytables[plan.game]} of {load_game(plan.game).name}"
    yield (
        "Played",
        f"{count(traffic.tables, 'table')}, {traffic.rounds_an_hour} rounds an hour, {traffic.hours_a_day} "
        f"hours a day, {count(traffic.seats, 'player')} each, {rate(traffic.share)} of them with the wager",
    )
    yield "Wagers a day", f"{round(traffic.wagers_a_day):,} of {dollars(plan.wager)}"
    yield ("House advantage", Toned(percent(plan.advantage), Tone.STRONG if plan.advantage > 0 else Tone.BAD))
    yield "House win a day", f"{dollars(plan.win_a_day)} on average, seeds paid"


def level_page(plan: ProgressivePlan, level: LevelPlan, *, with_plots: bool) -> Page:
    name = f"{level.level.name} meter" if level.level.name else "The meter"
    blocks: list[Block] = [
        Heading(name, 2),
        Facts(tuple(level_facts(plan, level))),
        Heading("When it is won", 3),
        field_table(QUANTILES, level.quantiles),
        Heading("Who has the edge", 3),
        field_table(OVERLAY, level.overlay),
        Heading("What linking saves", 3),
        field_table(LINKS, level.links),
    ]
    if with_plots:
        blocks[3:3] = [plots(plan, level)[0]]
        blocks += plots(plan, level)[1:]
    return tuple(blocks)


def plots(plan: ProgressivePlan, level: LevelPlan) -> list[Block]:
    from pitboss.reports.plan_plot import amount_plot, overlay_plot, path_plot

    found = [
        Picture(amount_plot(level), "The chance that the meter holds at least so much when it is won"),
        Picture(path_plot(plan, level), "One way that the meter could go, drawn at random with a fixed seed"),
    ]
    if len(level.overlay) > 1:
        words = "The house advantage on the next wager, by where the meter stands"
        found.append(Picture(overlay_plot(level), words))
    return list(found)


def level_facts(plan: ProgressivePlan, level: LevelPlan) -> Iterator[tuple[str, Cell]]:
    law, traffic = level.law, plan.traffic
    often, at_most = days_words(traffic.days(level.wagers_a_hit)), chance_words(level.again_bound)
    a_year = dollars(level.seed_cost * traffic.wagers_a_year)
    reserve = f", {rate(law.reserved / plan.wager)} to the reserve" if law.reserved else ""
    cap = "" if level.amount.cap is None else f", cap {dollars(level.amount.cap)}"
    yield "Terms", f"seed {dollars(law.seed)}, {rate(law.fed / plan.wager)} of a wager feeds it{reserve}{cap}"
    yield ("Won", f"once in {round(level.wagers_a_hit):,} wagers, {often} on average")
    yield "Pays", f"{between_words(level.mean)} on average"
    yield (
        "Won again within a day",
        f"{chance_words(level.again_in_a_day)}; whatever the deck, at most {at_most}",
    )
    yield "Won again before its seed is covered", chance_words(level.before_covered)
    if level.amount.cap is not None:
        yield "At its cap when it is won", chance_words(level.at_cap)
    yield (
        "Hits a year",
        f"{format_decimal(level.hits_a_year, 1)} on average, at most {level.most_hits_a_year} with "
        f"{rate(SAFE)}; none at all with {chance_words(level.none_in_a_year)}",
    )
    yield ("Cost of the seed", f"{percent(level.seed_cost / plan.wager)} of a wager, {a_year} a year")
    yield (
        "Cash for seeds of a year",
        f"{dollars(level.most_hits_a_year * law.seed)} is enough with {rate(SAFE)}",
    )
    enough = next(one for one in level.quantiles if one.share == SAFE)
    yield "Cash for one award", f"{between_words(enough.amount)} is enough with {rate(SAFE)}"
    if level.break_even is not None:
        made = f"; {edge_words(*level.with_edge)} of all wagers are made there" if level.with_edge else ""
        yield "Player's edge", f"from {dollars(level.break_even)} on{made}"
    if level.ruin is not None and level.filled is not None:
        yield "Runs dry before it is won", Toned(ruin_words(level.ruin), Tone.CAREFUL)
        if level.ruin.high >= SMALL:
            most = dollars(level.filled.high * level.hits_a_year)
            yield "Filling it up then", f"costs the house at most {most} a year, beside the seeds after hits"


def edge_words(low: float, high: float) -> Cell:
    return chance_words(high) if abs(high - low) < 1e-6 else f"{chance_words(low)} to {chance_words(high)}"


def ruin_words(ruin: Ruin) -> str:
    """Bounds that agree as far as they are printed are one figure."""
    low, high = (f"{chance:.5%}" for chance in (ruin.low, ruin.high))
    lundberg = f"{ruin.proved_low:.2%} to {ruin.proved_high:.2%}"
    if ruin.high < SMALL:
        return f"less than {SMALL:.6%}"
    found = low if low == high else f"between {low} and {high}"
    return f"{found} (a chain of {ruin.cells:,} amounts); Lundberg's bounds say {lundberg}"


QUANTILES: tuple[Field[Quantile], ...] = (
    value("With a chance of", lambda one: rate(one.share)),
    value("at most", lambda one: between_words(one.amount)),
    count_field("within wagers", lambda one: one.wagers),
    value("within", lambda one: days_words(one.days)),
)
OVERLAY: tuple[Field[Overlay], ...] = (
    words("Meter at", lambda one: one.label),
    value("Amount", lambda one: dollars(one.meter)),
    value(
        "House advantage",
        lambda one: Toned(percent(one.advantage, 2), Tone.CAREFUL if one.advantage < 0 else Tone.PLAIN),
    ),
)
LINKS: tuple[Field[LinkRow], ...] = (
    number_field("Tables", lambda row: row.tables),
    value("Seeds apart", lambda row: dollars(row.seeds_apart)),
    value("linked", lambda row: dollars(row.seeds_linked)),
    value("Cash apart, 99%", lambda row: dollars(row.cash_apart)),
    value("linked", lambda row: dollars(row.cash_linked)),
    value("saves", lambda row: percent(1 - row.cash_linked / row.cash_apart, 1)),
    value("Days between hits apart", lambda row: figure(row.days_apart, 1)),
    value("linked", lambda row: figure(row.days_linked, 1)),
)


def between_words(found: Interval) -> Cell:
    low, high = dollars(found.low), dollars(found.high)
    return low if low == high else f"{low} to {high}"


def days_words(days: Fraction) -> str:
    if days >= 2:
        return f"{format_decimal(days, 1)} days"
    return f"{format_decimal(days * 24, 1)} hours"


def chance_words(chance: float) -> Cell:
    return "less than 0.0001%" if 0 < chance < 1e-6 else percent(chance)


def notes(plan: ProgressivePlan) -> Iterator[str]:
    lines = ", ".join(line_words(line) for line in plan.figures.table.pays)
    yield (
        f"chances of {lines} are counted exactly; hands are taken as independent of each other. Seats of one "
        "table share a deck: averages hold all the same, and what is won again within a day has a bound that "
        "needs no such assumption; other chances of hits could differ by what two hands of one deal tell"
    )
    yield "wagers win whatever the meter holds, so its amount at a hit is distributed as at any wager"
    if any(isinstance(level.amount.lowered, BoundedAmount) for level in plan.levels):
        yield (
            "fixed awards come off the meter, and a meter that one empties is filled up to its seed by the "
            "house: amounts are those of a walk on a lattice, two numbers are bounds, floats included"
        )
    if any(isinstance(level.amount.lowered, FollowedAmount) for level in plan.levels):
        yield (
            "fixed awards come off the meter, and a meter that one empties is filled up to its seed by the "
            "house; with a cap, a reserve or awards of a part, it is followed on a lattice: averages are "
            "kept, and amounts and chances hold to about three digits"
        )
    if any(not level.amount.lowered and (level.law.parts or level.law.reserved) for level in plan.levels):
        yield (
            "amounts with a reserve, or awards of a part, are followed on a lattice, rounded down and up: "
            "two numbers are bounds, certain but for floats that are off by less than a billionth"
        )
    if any(level.amount.is_closed for level in plan.levels):
        yield "amounts and waiting times are geometric, in closed form with 60 digits; quantiles are exact"
        yield "cash apart is for the sum of all meters when each is won: negative binomial, exact"
    if any(not level.amount.is_closed for level in plan.levels):
        yield "cash apart is for the sum of all meters when each is won, added up on a lattice, rounded up"
    if plan.figures.table.envy_micros:
        yield f"envy is counted for {count(plan.figures.others, 'other player')} with the wager"
    if any(level.ruin for level in plan.levels):
        yield (
            "running dry is a Markov chain: an award is due that takes all the meter holds, or more, and the "
            "house fills it up. Two ends are proved, floats included; one figure with a reserve, a cap or "
            "parts is that of the meter as it is followed"
        )
