"""The plan of a progressive, asked for in words: the terms of a paytable are given, printed or implied."""

from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.analysis.analysis import implied_terms
from pitboss.analysis.meter import printed_levels
from pitboss.audit.term import Asked, take_terms
from pitboss.base.error import InputError, Parameter, ParameterError, find_name
from pitboss.base.money import MICROS
from pitboss.base.progress import Progress
from pitboss.design.plan import ProgressivePlan, Traffic, make_plan
from pitboss.jackpot.chance import game_under_terms, meter_figures, paytable_of
from pitboss.jackpot.hazard import Pace
from pitboss.jackpot.recommendation import Preset, Recommendation, recommend
from pitboss.jackpot.terms import PPM, LevelTerms, Terms
from pitboss.rules import Game, Paytable, game_ids, load_game


def table_terms(
    game: Game,
    table: Paytable,
    asked: Asked,
    *,
    tables: int,
    cap: Fraction | None = None,
    all_from_meter: bool = False,
) -> Terms:
    """The terms of a paytable: what is asked for, else what is printed or implied."""
    levels = take_terms(game.with_table(table), table.wager, asked).terms.levels
    if not any(level.contribution for level in levels.values()):
        if asked.contribution:
            raise InputError(f"{table.id}: a contribution of 0% feeds no meter: give more")
        none = f"{table.id}: no contribution is printed or implied: give one with "
        raise ParameterError(none, Parameter("contribution"))
    return Terms(
        id=table.id,
        paytables={game.id: table.id},
        tables=tuple(f"T{n}" for n in range(1, tables + 1)),
        levels=tuple(
            LevelTerms(
                name,
                as_micros(level.seed, "the seed"),
                as_ppm(level.contribution),
                as_ppm(level.reserve),
                None if cap is None else as_micros(cap, "the cap"),
            )
            for name, level in levels.items()
        ),
        all_from_meter=all_from_meter,
    )


def find_meter_table(name: str) -> tuple[Game, Paytable]:
    """A paytable with a meter, in any game."""
    games = [load_game(game_id) for game_id in game_ids()]
    known = {table.id: (game, table) for game in games for table in game.paytables.values() if table.levels}
    return known[find_name("paytable with a meter", name, known)]


def as_micros(dollars: Fraction, what: str) -> int:
    micros = dollars * MICROS
    if micros.denominator != 1:
        raise InputError(f"{what} is whole micro-dollars, not ${float(dollars)}")
    return micros.numerator


def as_ppm(rate: Fraction) -> int:
    ppm = rate * PPM
    if ppm.denominator != 1:
        raise InputError("a rate has at most four digits after the point of a percentage")
    return ppm.numerator


def plan_for(terms: Terms, traffic: Traffic, progress: Progress | None = None) -> ProgressivePlan:
    """With as many tables as the traffic has: the names of tables mean nothing on paper."""
    return make_plan(replace(terms, installed={}), traffic, progress=progress)


# -- recommendations -------------------------------------------------------------------------------


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
