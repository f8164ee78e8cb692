"""Waiting for a hit: wagers that win with one small chance each, independent of each other.

Chances over millions of wagers are powers of numbers just below one. They are taken with 60 digits, far more
than is printed, and a number of wagers is certain: where those digits could not tell, whole numbers decide.
"""

from decimal import ROUND_CEILING, Context, Decimal, localcontext
from fractions import Fraction

DIGITS = 60
DOUBT = Decimal("1e-30")
CONTEXT = Context(prec=DIGITS, Emax=999_999_999, Emin=-999_999_999)


def as_decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)


def never_within(chance: Fraction, trials: int) -> Decimal:
    """The chance that none of n wagers wins."""
    with localcontext(CONTEXT):
        if trials <= 0:
            return Decimal(1)
        if chance >= 1:
            return Decimal(0)
        return (as_decimal(1 - chance).ln() * trials).exp()


def within(chance: Fraction, trials: int) -> Decimal:
    """The chance that at least one of n wagers wins."""
    with localcontext(CONTEXT):
        return 1 - never_within(chance, trials)


def waiting_quantile(chance: Fraction, share: Fraction) -> int:
    """The least number of wagers within which a win comes with at least this chance."""
    assert 0 < chance <= 1
    assert 0 <= share < 1
    if chance == 1 or share == 0:
        return 1
    with localcontext(CONTEXT):
        exact = as_decimal(1 - share).ln() / as_decimal(1 - chance).ln()
        found = max(1, int(exact.to_integral_value(ROUND_CEILING)))
        if abs(exact - exact.to_integral_value()) > DOUBT * max(exact, Decimal(1)):
            return found
    near = max(1, round(exact))
    return near if (1 - chance) ** near <= 1 - share else near + 1


def hits_chances(chance: Fraction, trials: int, most: int) -> list[Decimal]:
    """The chances of 0, 1, ... `most` wins in n wagers."""
    with localcontext(CONTEXT):
        if chance >= 1:
            return [Decimal(int(hits == trials)) for hits in range(most + 1)]
        odds = as_decimal(chance / (1 - chance))
        chances = [never_within(chance, trials)]
        for hits in range(1, most + 1):
            chances.append(chances[-1] * odds * (trials - hits + 1) / hits)
        return chances


def hits_quantile(chance: Fraction, trials: int, share: Fraction) -> int:
    """The least number of wins that is not exceeded with at least this chance."""
    with localcontext(CONTEXT):
        wanted = as_decimal(share)
        odds = as_decimal(chance / (1 - chance))
        own = total = never_within(chance, trials)
        hits = 0
        while total < wanted and hits < trials:
            hits += 1
            own = own * odds * (trials - hits + 1) / hits
            total += own
        return hits


def sum_quantile(chance: Fraction, hits: int, share: Fraction) -> int:
    """The least number of wagers within which n wins come with at least this chance.

    That many waiting times added up: a negative binomial distribution, by the binomial one behind it.
    """
    low, high = hits - 1, hits
    while not is_reached(chance, high, hits, share):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_reached(chance, middle, hits, share) else (middle, high)
    return high


def is_reached(chance: Fraction, trials: int, hits: int, share: Fraction) -> bool:
    """Whether n wagers have this many wins with at least this chance."""
    with localcontext(CONTEXT):
        return sum(hits_chances(chance, trials, hits - 1), Decimal(0)) <= as_decimal(1 - share)
