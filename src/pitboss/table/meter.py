"""The port through which a table reaches its progressive meters, and meters for a table on its own.

The books of a floor stand behind the same port. Amounts are micro-dollars; what is shown and paid is
cut to whole cents and the rest stays in the meter.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, Protocol

from pitboss.base.error import InputError, PitbossError
from pitboss.base.money import CENT, MICROS, parse_dollars
from pitboss.base.odds import Kind, Pay
from pitboss.rules import Game


class MeterLevel(NamedTuple):
    """A meter of a wager: its name is empty where the wager has only one."""

    wager: str
    name: str


class MeterPayment(NamedTuple):
    """What a win took from a meter, and what the house put in to restart it."""

    paid_micros: int
    seeded_micros: int
    is_owed: bool = False
    """Whether it is paid only when somebody has confirmed it: until then no chip moves."""


class Claim(NamedTuple):
    """A hand that wins from a meter."""

    seat: int
    line: str
    cards: str


class CountedWager(NamedTuple):
    """Wagers that were counted in."""

    fed_micros: int
    """What went to the meters."""
    is_collected: bool = True
    """Whether the dealer takes them then, unless the game says that they stay."""


def meter_of(wager: str, pay: Pay) -> MeterLevel | None:
    """The meter that pays a share of itself; none for a fixed award."""
    return MeterLevel(wager, pay.level) if pay.kind is Kind.METER else None


class MetersAwayError(PitbossError):
    """The meters cannot be reached: the table takes no wager for them and plays on without."""


class Meters(Protocol):
    def shown_micros(self, level: MeterLevel) -> int:
        """What the display says."""

    def count(self, wager: str, stakes: Mapping[int, int]) -> CountedWager:
        """Count the seats' wagers in, once for a round.

        Raises MetersAwayError, and counts nothing, where the meters cannot be reached.
        """

    def reverse(self, wager: str) -> int:
        """Count the round's wagers out again, because it was void."""

    def level_of(self, seat: int, bet: str, wager: str, pay: Pay) -> MeterLevel | None:
        """The meter that this award of a bet comes from; none where the tray pays it."""

    def award(self, level: MeterLevel, share: Fraction, claim: Claim) -> MeterPayment:
        """Pay a share of the meter, or a fixed award where the share is nothing; a whole one restarts it."""

    def stands(self, seat: int) -> bool:
        """Whether the seat's win in this round still stands: a withdrawn one does not."""

    def waits(self, seat: int) -> bool:
        """Whether the seat's win of this round is posted, and neither confirmed nor withdrawn."""

    def end_round(self) -> None:
        """The dealer is done; refused while a win is neither confirmed nor withdrawn."""


@dataclass
class Meter:
    seed_micros: int
    contribution: Fraction
    amount_micros: int


@dataclass
class TableMeters:
    """Meters of one table, in memory."""

    levels: dict[MeterLevel, Meter] = field(default_factory=dict)
    counted: dict[str, int] = field(default_factory=dict)
    """What each wager brought in this round."""

    def _of(self, level: MeterLevel) -> Meter:
        if level not in self.levels:
            raise InputError(f"no meter {level.name or 'of its own'!r} for {level.wager!r}; set one up")
        return self.levels[level]

    def shown_micros(self, level: MeterLevel) -> int:
        return self._of(level).amount_micros // CENT * CENT

    def level_of(self, seat: int, bet: str, wager: str, pay: Pay) -> MeterLevel | None:
        del seat, bet
        return meter_of(wager, pay)

    def count(self, wager: str, stakes: Mapping[int, int]) -> CountedWager:
        self.counted[wager] = sum(stakes.values())
        return CountedWager(self._add(wager, self.counted[wager], 1))

    def reverse(self, wager: str) -> int:
        return self._add(wager, self.counted.pop(wager, 0), -1)

    def _add(self, wager: str, stake_micros: int, sign: int) -> int:
        added = 0
        for level, meter in self.levels.items():
            if level.wager == wager:
                part = int(stake_micros * meter.contribution)
                meter.amount_micros += sign * part
                added += part
        return added

    def stands(self, seat: int) -> bool:
        """Nobody withdraws anything here."""
        del seat
        return True

    def waits(self, seat: int) -> bool:
        """Here a win is paid at once."""
        del seat
        return False

    def end_round(self) -> None:
        self.counted.clear()

    def award(self, level: MeterLevel, share: Fraction, claim: Claim) -> MeterPayment:
        del claim
        meter = self._of(level)
        paid = int(self.shown_micros(level) * share) // CENT * CENT
        meter.amount_micros -= paid
        seed = meter.seed_micros if share == 1 else 0
        meter.amount_micros += seed
        return MeterPayment(paid, seed)


DEFAULT_SEED_MICROS = 10_000 * MICROS
DEFAULT_CONTRIBUTION = Fraction(1, 10)


def printed_seeds(game: Game) -> Mapping[str, int]:
    """The seed printed beside each wager's paytable in force, if there is one."""
    return {
        wager: parse_dollars(tables[0].printed["seed"])
        for wager, tables in game.chosen.items()
        if tables and "seed" in tables[0].printed
    }


def open_meters(game: Game, contribution: Fraction = DEFAULT_CONTRIBUTION) -> TableMeters:
    """A meter at its printed seed for every level that a paytable in force names."""
    seeds = printed_seeds(game)
    levels = {}
    for wager, tables in game.chosen.items():
        names = dict.fromkeys(name for table in tables for name in table.levels)
        for name in names:
            seed = seeds.get(wager, DEFAULT_SEED_MICROS)
            levels[MeterLevel(wager, name)] = Meter(seed, contribution / len(names), seed)
    return TableMeters(levels)
