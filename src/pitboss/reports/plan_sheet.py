"""A progressive's plan as data, and the maker's recommendations as data and as a page."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from pitboss.analysis.highest import Interval
from pitboss.audit.plan import GameAdvice
from pitboss.base.figure import format_fraction
from pitboss.design.plan import LevelPlan, LinkRow, ProgressivePlan, Quantile
from pitboss.design.ruin import Ruin
from pitboss.jackpot.link import link_kind
from pitboss.jackpot.recommendation import Recommendation
from pitboss.jackpot.terms import Terms
from pitboss.reports.form import Data
from pitboss.reports.page import Cell, Facts, Heading, Lines, Page, Tone, Toned
from pitboss.reports.wager_sheet import number, share

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
