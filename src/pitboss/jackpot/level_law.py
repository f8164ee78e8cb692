"""What one wager does to a level of a progressive, and what follows of it in the long run: exact."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.base.money import MICROS
from pitboss.jackpot.chance import MeterAward, level_figures
from pitboss.jackpot.terms import LevelTerms


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
