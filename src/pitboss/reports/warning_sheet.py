"""The maker's recommendations for a progressive, with what the printed figures imply as its pre-set terms."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.analysis import implied_terms
from pitboss.analysis.meter import printed_levels
from pitboss.base.figure import format_fraction
from pitboss.jackpot.chance import game_under_terms, meter_figures, paytable_of
from pitboss.jackpot.hazard import Pace
from pitboss.jackpot.link import link_kind
from pitboss.jackpot.recommendation import Preset, Recommendation, recommend
from pitboss.jackpot.terms import Terms
from pitboss.reports.page import Cell, Facts, Heading, Lines, Page, Tone, Toned
from pitboss.reports.record.row import Data


@dataclass(frozen=True)
class GameAdvice:
    """What is to be said of the progressive in one of its games."""

    game: str
    paytable: str
    others: int
    """Other players with the wager, for envy: as the printed advantage implies, else a full table."""
    preset: Preset
    found: tuple[Recommendation, ...]

    @property
    def warnings(self) -> tuple[Recommendation, ...]:
        return tuple(one for one in self.found if one.is_warning)


def advise_game(terms: Terms, game_id: str, pace: Pace) -> GameAdvice:
    table = paytable_of(terms, game_id)
    implied = implied_terms(game_under_terms(terms, game_id), table)
    printed = printed_levels(table).get(table.levels[0])
    preset = Preset(
        seed=printed.seed if printed else None, contribution=implied.contribution if implied else None
    )
    others = implied.others if implied else pace.seats - 1
    figures = meter_figures(terms, game_id, others=others)
    return GameAdvice(game_id, table.id, others, preset, recommend(terms, figures, preset, pace))


def advise(terms: Terms, pace: Pace | None = None) -> list[GameAdvice]:
    return [advise_game(terms, game_id, pace or Pace()) for game_id in terms.paytables]


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
