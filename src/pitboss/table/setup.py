"""How a table stands on the floor: its game, its seats and the limits posted on it.

A setup is checked once, when the table is opened, against the jurisdiction's rules of the day.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from functools import cached_property

from pitboss.base.error import InputError
from pitboss.base.money import CENT, MICROS, format_dollars
from pitboss.base.odds import Kind
from pitboss.rules import Blank, Choose, Dealt, Draw, Face, Game, Option, Record, Wager
from pitboss.rules.envy import denomination_micros
from pitboss.rules.record import ReadsCardsError
from pitboss.table.jurisdiction import Jurisdiction, find_jurisdiction
from pitboss.table.meter import MeterLevel

TOKE_PAYOUT_MICROS = 2_500 * MICROS
"""The most that one toke may win."""
LARGE_ODDS = 50
"""Only prizes of at least so much to one may have an aggregate limit (WAC 230-15-490)."""


@dataclass(frozen=True)
class SpotLimit:
    """What a spot takes: from the minimum to the maximum, in steps."""

    minimum_micros: int
    maximum_micros: int
    step_micros: int

    def check(self, label: str, stake_micros: int) -> None:
        low, high, step = self.minimum_micros, self.maximum_micros, self.step_micros
        if not low <= stake_micros <= high:
            takes = f"{format_dollars(low)} to {format_dollars(high)}"
            raise InputError(f"{label} takes {takes}, not {format_dollars(stake_micros)}")
        if (stake_micros - low) % step:
            raise InputError(f"{label} goes up from {format_dollars(low)} in steps of {format_dollars(step)}")


def dollars(minimum: int, maximum: int, step: int = 1) -> SpotLimit:
    return SpotLimit(minimum * MICROS, maximum * MICROS, step * MICROS)


def is_progressive(game: Game, wager: str) -> bool:
    """Whether a meter pays some hand of the wager."""
    return any(table.levels for table in game.chosen.get(wager, ()))


def usual_limit(game: Game, wager: Wager) -> SpotLimit:
    """What a table posts by itself: the one amount that the rules or a progressive take, little for what
    rides along."""
    if wager.dollars:
        return dollars(wager.dollars, wager.dollars)
    if is_progressive(game, wager.id):
        one = denomination_micros(game)
        return SpotLimit(one, one, one)
    return dollars(5, 100, 1) if wager.alone else dollars(1, 5)


def first_options(game: Game, wager: str) -> tuple[Option, ...]:
    """What a seat is asked first, whatever its cards; nothing if something else comes before.

    Its own cards are blanks, unless the rules read them: options that only some hands have are among them.
    """
    try:
        return asked_first(game, wager, Face.UP)
    except ReadsCardsError:
        return asked_first(game, wager, Face.UP, Face.SEAT)


def asked_first(game: Game, wager: str, *seen: Face) -> tuple[Option, ...]:
    record, cards = Record((game.seat(wager),)), enumerate(game.deck)
    while isinstance(step := game.next_step(record), Draw):
        drawn = [next(cards) for _ in range(step.count)]
        slots = tuple(card if step.face in seen else Blank(n) for n, card in drawn)
        record = record.then(Dealt(step.hand, slots))
    return step.options if isinstance(step, Choose) else ()


@dataclass(frozen=True)
class Setup:
    game: Game
    day: date
    """The day of play; limits of the jurisdiction are those in force on it."""
    seats: int = 7
    limits: Mapping[str, SpotLimit] = field(default_factory=dict)
    """Posted limits that differ from the usual ones, by wager."""
    jurisdiction: Jurisdiction = field(default_factory=lambda: find_jurisdiction("washington"))
    is_live: bool = True
    """A live table takes its cards from a generator that nobody can foretell."""
    is_judged: bool = True
    """Whether limits must be lawful on the day; a replay takes them as they were."""
    most_toke_micros: int = 25 * MICROS
    """The most that one toke may be."""
    closed: frozenset[str] = frozenset()
    """Wagers of the game that this table does not offer."""

    def __post_init__(self) -> None:
        if self.game.most_seats:  # the cards serve no more, however large the table is
            object.__setattr__(self, "seats", min(self.seats, self.game.most_seats))
        self._check_closed()
        if not self.is_judged:
            return
        rule = self.jurisdiction.seat_limit(self.day)
        if not 1 <= self.seats <= rule.most:
            raise InputError(
                f"a table has 1 to {rule.most} seats in {self.jurisdiction.name}, not {self.seats}"
            )
        for wager, limit in self.posted.items():
            self._check_limit(wager, limit)
        for wager in self.game.deciding:
            if wager in self.posted:
                self._check_first_raise(wager)
        self.jurisdiction.check_layout(
            {wager: limit.maximum_micros for wager, limit in self.posted.items()}, self.day
        )
        self._check_aggregate()

    @cached_property
    def posted(self) -> Mapping[str, SpotLimit]:
        limits = {self.game.wager(name).id: limit for name, limit in self.limits.items()}
        return {
            wager.id: limits.get(wager.id, usual_limit(self.game, wager))
            for wager in self.game.wagers.values()
            if wager.id not in self.closed
        }

    @cached_property
    def progressives(self) -> tuple[str, ...]:
        """The wagers that are counted into a meter."""
        return tuple(wager for wager in self.posted if is_progressive(self.game, wager))

    @cached_property
    def by_hands(self) -> tuple[str, ...]:
        """The wagers that are paid by a column for the number of hands."""
        return tuple(
            wager for wager in self.posted if any(table.hands for table in self.game.chosen.get(wager, ()))
        )

    @cached_property
    def levels(self) -> tuple[tuple[str, str], ...]:
        """Every meter of the table, by wager and name."""
        found = [
            (wager, level)
            for wager, tables in self.game.chosen.items()
            if wager in self.posted
            for table in tables
            for level in table.levels
        ]
        return tuple(dict.fromkeys(found))

    @cached_property
    def shown_levels(self) -> Mapping[str, MeterLevel]:
        """The meters by the names that a view shows."""
        return {f"{wager} {name}".strip(): MeterLevel(wager, name) for wager, name in self.levels}

    @cached_property
    def wager_of(self) -> Mapping[str, str]:
        """The wager that each bet belongs to, in the house's order of settling."""
        wagers = {bet: wager.id for wager in self.game.wagers.values() for bet in wager.bets}
        return {bet: wagers[bet] for bet in self.game.house_rules.settlement_order}

    @cached_property
    def single_wager_micros(self) -> int:
        return self.jurisdiction.wager_limit(self.day).micros

    def _check_closed(self) -> None:
        for wager in self.closed:
            if wager not in self.game.wagers:
                raise InputError(f"{self.game.name} has no wager {wager!r} that could be closed")
        if not any(self.game.wagers[wager].alone for wager in self.posted):
            raise InputError("a table offers at least one wager that can stand alone")

    def _check_limit(self, wager: str, limit: SpotLimit) -> None:
        label = self.game.wagers[wager].label
        if not 0 < limit.minimum_micros <= limit.maximum_micros or limit.step_micros < 1:
            raise InputError(f"{label}: post a minimum above zero, a maximum above it and a step")
        if any(micros % CENT for micros in (limit.minimum_micros, limit.step_micros)):
            raise InputError(f"{label}: limits are whole cents")
        if limit.maximum_micros > self.single_wager_micros:
            rule = self.jurisdiction.wager_limit(self.day)
            raise InputError(
                f"{label}: {format_dollars(limit.maximum_micros)} is above the {format_dollars(rule.micros)} "
                f"that {self.jurisdiction.name} allows for one wager since {rule.since}"
            )
        fixed = self.game.wagers[wager].dollars * MICROS
        if fixed and (limit.minimum_micros, limit.maximum_micros) != (fixed, fixed):
            raise InputError(f"{label} is {format_dollars(fixed)} by the rules, no more and no less")

    def _check_first_raise(self, wager: str) -> None:
        """Whoever bets the maximum can do more than the cheapest thing."""
        options = first_options(self.game, wager)
        raised = options[1].stake * self.posted[wager].maximum_micros if len(options) > 1 else 0
        if raised > self.single_wager_micros:
            label, cheapest, next_one = self.game.wagers[wager].label, options[0].name, options[1].name
            raise InputError(
                f"{label}: at the maximum there is nothing left but {cheapest!r}, for {next_one!r} would be "
                f"{format_dollars(int(raised))} on one wager; lower the maximum"
            )

    # -- what one round may pay ------------------------------------------------------------------

    def is_prize(self, wager: str, line: str) -> bool:
        """Whether the line is one of the wager's paytables, and not the outcome of a comparison."""
        return any(line in table.pays for table in self.game.chosen.get(wager, ()))

    def most_micros(self, wager: str) -> int:
        """The most that can come to lie on one bet of the wager."""
        options = first_options(self.game, wager) if wager in self.game.deciding else ()
        times = max([Fraction(1), *(option.stake for option in options)])
        return min(int(self.posted[wager].maximum_micros * times), self.single_wager_micros)

    def best_odds(self, wager: str) -> Fraction:
        """The highest fixed pay of the wager's paytables in force, to one."""
        pays = [pay for table in self.game.chosen.get(wager, ()) for pay in table.pays.values()]
        fixed = [pay.amount - (pay.kind is Kind.FOR) for pay in pays if pay.kind is not Kind.METER]
        return max(fixed, default=Fraction(0))

    def aggregate_micros(self, wager: str) -> int | None:
        """The most that each bet of the wager may win by its paytable in one round, all seats together."""
        limit = self.game.house_rules.aggregate_payout_limit
        return limit * MICROS if limit and self.best_odds(wager) >= LARGE_ODDS else None

    def _check_aggregate(self) -> None:
        """The limit may not be lower than the maximum wager at the best odds, counted up to 50 to 1."""
        limit = self.game.house_rules.aggregate_payout_limit * MICROS
        if not limit:
            return
        capped = [wager for wager in self.posted if self.aggregate_micros(wager) is not None]
        if not capped:
            raise InputError(
                f"no prize of {self.game.name} pays {LARGE_ODDS} to 1: it may have no payout limit"
            )
        for wager in capped:
            floor = self.most_micros(wager) * LARGE_ODDS
            if limit < floor:
                raise InputError(
                    f"the payout limit must be at least {format_dollars(floor)} for "
                    f"{self.game.wagers[wager].label}, not {format_dollars(limit)}"
                )
