"""The maker's recommendations for a progressive, with what the printed figures imply as its pre-set terms."""

from dataclasses import dataclass

from pitboss.analysis.analysis import implied_terms
from pitboss.analysis.meter import printed_levels
from pitboss.jackpot.chance import game_under_terms, meter_figures, paytable_of
from pitboss.jackpot.hazard import Pace
from pitboss.jackpot.recommendation import Preset, Recommendation, recommend
from pitboss.jackpot.terms import Terms


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
