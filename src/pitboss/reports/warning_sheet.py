"""The maker's recommendations for a progressive, as data and as a page."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from pitboss.audit.advice import GameAdvice
from pitboss.base.figure import format_fraction
from pitboss.jackpot.link import link_kind
from pitboss.jackpot.recommendation import Recommendation
from pitboss.jackpot.terms import Terms
from pitboss.reports.page import Cell, Facts, Heading, Lines, Page, Tone, Toned
from pitboss.reports.record.row import Data

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
