"""The chances of a progressive's awards: every game on it, analysed exactly under the terms.

The analysis is imported when it is needed: opening a meter or counting a wager does not wait for it.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from pitboss.base.error import find_name
from pitboss.base.odds import Kind
from pitboss.cards.hand_name import line_words
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.system import read_system, under_system
from pitboss.jackpot.terms import PPM, LevelTerms, Terms
from pitboss.rules import Game, Paytable, load_game

if TYPE_CHECKING:
    from pitboss.analysis.meter import MeterFigures
    from pitboss.rules.paytable import Level

Catalogue = Callable[[str], Game]
"""The setting of a game that says whether a folded hand still wins."""


class MeterAward(NamedTuple):
    """A hand that wins from a meter."""

    game: str
    line: str
    hand: str
    """The line and the ranking it belongs to: three cards and five have straight flushes that differ."""
    level: str
    share: Fraction
    chance: Fraction

    @property
    def name(self) -> str:
        return line_words(self.line)


def game_under_terms(terms: Terms, game_id: str, catalogue: Catalogue = load_game) -> Game:
    """The game with the progressive's paytable in force and its rule for folded hands."""
    game = under_system(catalogue(game_id), terms, read_system(terms.system))
    return game.with_paytable(terms.paytables[game_id])


def paytable_of(terms: Terms, game_id: str, catalogue: Catalogue = load_game) -> Paytable:
    """The paytable with the meters; its levels are those of the terms."""
    game = catalogue(game_id)
    table = game.paytables[find_name("paytable", terms.paytables[game_id], game.paytables)]
    if not table.levels:
        raise RefusedError(f"{game.name}: {table.id!r} pays nothing from a meter")
    check_level_names(terms, table)
    return table


def check_level_names(terms: Terms, table: Paytable) -> None:
    asked = tuple(level.name for level in terms.levels)
    if sorted(asked) != sorted(table.levels):
        wanted, found = (", ".join(name or "one without a name" for name in n) for n in (table.levels, asked))
        raise RefusedError(f"{table.id} has the levels {wanted}; the terms have {found}")


def level_figures(level: LevelTerms, wager_micros: int) -> "Level":
    """A level as the analysis has it, for a wager of one dollar."""
    from pitboss.rules.paytable import Level

    return Level(
        seed=Fraction(level.seed_micros, wager_micros),
        contribution=Fraction(level.contribution_ppm, PPM),
        reserve=Fraction(level.reserve_ppm, PPM),
    )


def meter_figures(
    terms: Terms, game_id: str, *, others: int = 0, catalogue: Catalogue = load_game
) -> "MeterFigures":
    """The exact figures of a game's wager under these terms, with so many other players who have it."""
    from pitboss.analysis import analysis

    table = paytable_of(terms, game_id, catalogue)
    levels = {level.name: level_figures(level, terms.wager_micros) for level in terms.levels}
    asked = analysis.Terms(players=others + 1, levels=levels)
    found = analysis.analyze(game_under_terms(terms, game_id, catalogue), table.wager, asked).meter
    assert found is not None, "a paytable with levels has figures of its meters"
    return found


def meter_awards(terms: Terms, game_id: str, *, catalogue: Catalogue = load_game) -> tuple[MeterAward, ...]:
    """What wins from the meters in one game, as the paytable has it, the best first."""
    figures = meter_figures(terms, game_id, catalogue=catalogue)
    game = catalogue(game_id)
    shape = game.wagers[figures.table.wager].shape
    assert shape is not None, "a wager with a paytable has lines"
    return tuple(
        MeterAward(
            game=game.name,
            line=line,
            hand=f"{line} of {shape.ranking.name}",
            level=pay.level,
            share=pay.amount,
            chance=figures.chances.get(line, Fraction(0)),
        )
        for line, pay in figures.table.pays.items()
        if pay.kind is Kind.METER
    )
