"""How much is played: tables, rounds, seats, and the share of them that bet on the progressive."""

from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.base.error import InputError

DAYS_A_YEAR = 365
MOST_TABLES = 1_000_000


@dataclass(frozen=True)
class Traffic:
    tables: int = 1
    rounds_an_hour: int = 40
    hours_a_day: int = 24
    seats: int = 7
    """Players at each table."""
    share: Fraction = Fraction(1)
    """Of them bet the progressive."""

    def __post_init__(self) -> None:
        if not 1 <= self.tables <= MOST_TABLES:
            raise InputError(f"a plan has 1 to {MOST_TABLES:,} tables, not {self.tables:,}")
        if not (0 < self.rounds_an_hour <= 1000 and 0 < self.hours_a_day <= 24 and 0 < self.seats <= 14):
            raise InputError(
                "a table plays 1 to 1,000 rounds an hour, 1 to 24 hours a day, with 1 to 14 seats"
            )
        if not 0 < self.share <= 1:
            raise InputError("the share of players who bet it lies above 0% and is at most 100%")

    @property
    def wagers_an_hour(self) -> Fraction:
        return self.tables * self.rounds_an_hour * self.seats * self.share

    @property
    def wagers_a_day(self) -> Fraction:
        return self.wagers_an_hour * self.hours_a_day

    @property
    def wagers_a_year(self) -> Fraction:
        return self.wagers_a_day * DAYS_A_YEAR

    def at_one_table(self) -> "Traffic":
        return replace(self, tables=1)

    def days(self, wagers: int | Fraction) -> Fraction:
        return Fraction(wagers) / self.wagers_a_day
