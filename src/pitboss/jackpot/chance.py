"""The chances of a progressive's awards, and what follows in the long run: exact, for every game on it.

The analysis is imported when it is needed: opening a meter or counting a wager does not wait for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from pitboss.base.error import find_name
from pitboss.base.money import MICROS
from pitboss.base.odds import Kind
from pitboss.cards.hand_name import line_words
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.system import read_system, under_system
from pitboss.jackpot.terms import PPM, LevelTerms, Terms
from pitboss.rules import Game, Paytable, load_game

if TYPE_CHECKING:
    from pitboss.analysis.meter import MeterFigures
    from pitboss.rules.paytable import Level


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


def game_under_terms(terms: Terms, game_id: str) -> Game:
    """The game with the progressive's paytable in force and its rule for folded hands."""
    game = under_system(load_game(game_id), terms, read_system(terms.system))
    return game.with_paytable(terms.paytables[game_id])


def paytable_of(terms: Terms, game_id: str) -> Paytable:
    """The paytable with the meters; its levels are those of the terms."""
    game = load_game(game_id)
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


def meter_figures(terms: Terms, game_id: str, *, others: int = 0) -> "MeterFigures":
    """The exact figures of a game's wager under these terms, with n other players who have it."""
    from pitboss.analysis import analysis

    table = paytable_of(terms, game_id)
    levels = {level.name: level_figures(level, terms.wager_micros) for level in terms.levels}
    asked = analysis.Terms(players=others + 1, levels=levels)
    found = analysis.analyze(game_under_terms(terms, game_id), table.wager, asked).meter
    assert found is not None, "a paytable with levels has figures of its meters"
    return found


def meter_awards(terms: Terms, game_id: str) -> tuple[MeterAward, ...]:
    """What wins from the meters in one game, as the paytable has it, the best first."""
    figures = meter_figures(terms, game_id)
    game = load_game(game_id)
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


# -- the long run ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class LevelLaw:
    """What one wager does to a level: feed it, and win all or a part of it."""

    seed: Fraction
    fed: Fraction
    reserved: Fraction
    top: Fraction
    """The chance of the whole meter."""
    parts: tuple[tuple[Fraction, Fraction], ...]
    """Chance and share of every other award."""

    @property
    def drain(self) -> Fraction:
        return self.top + sum((chance * share for chance, share in self.parts), Fraction(0))

    @property
    def mean(self) -> Fraction:
        """In the long run: what goes in comes out, and a part of it with the smaller awards."""
        return (self.top * self.seed + self.fed + self.reserved) / self.drain

    @property
    def variance(self) -> Fraction:
        """Of one award from the seed, without a reserve.

        With m on the meter before a wager, the award to come has E[X] = a m + b and E[X^2] = A m^2 + B m +
        C. Writing down what one wager can do gives each of them.
        """
        quiet = 1 - self.top - sum((chance for chance, _ in self.parts), Fraction(0))
        kept = quiet + sum((chance * (1 - share) for chance, share in self.parts), Fraction(0))
        kept_twice = quiet + sum((chance * (1 - share) ** 2 for chance, share in self.parts), Fraction(0))
        first = self.top / (1 - kept_twice)
        second = 2 * self.fed * first / (1 - kept)
        third = (self.fed**2 * first + second * kept * self.fed) / self.top
        return first * self.seed**2 + second * self.seed + third - self.mean**2


def level_law(level: LevelTerms, awards: Sequence[MeterAward], wager_micros: int) -> LevelLaw:
    """For the progressive's own wager, in dollars."""
    wager = Fraction(wager_micros, MICROS)
    rates = level_figures(level, wager_micros)
    mine = [award for award in awards if award.level == level.name]
    return LevelLaw(
        seed=rates.seed * wager,
        fed=rates.contribution * wager,
        reserved=rates.reserve * wager,
        top=sum((award.chance for award in mine if award.share == 1), Fraction(0)),
        parts=tuple((award.chance, award.share) for award in mine if award.share < 1),
    )
