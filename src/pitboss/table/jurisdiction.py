"""What a jurisdiction allows on a given day. Limits are dated data, so an old round replays under its own."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files
from typing import TypeVar

from pitboss.base.error import InputError, find_name
from pitboss.base.money import MICROS, format_dollars


@dataclass(frozen=True)
class SingleWager:
    """The most that may lie on one wager."""

    since: date
    dollars: int
    source: str
    strength: str

    @property
    def micros(self) -> int:
        return self.dollars * MICROS


@dataclass(frozen=True)
class GamesOnAHand:
    """How many separate wagers one hand may carry, and how many of those must stay small."""

    since: date
    most: int
    source: str
    strength: str
    small: int = 0
    small_dollars: int = 0


@dataclass(frozen=True)
class Seats:
    since: date
    most: int
    source: str
    strength: str


Dated = TypeVar("Dated", SingleWager, GamesOnAHand, Seats)


@dataclass(frozen=True)
class Jurisdiction:
    id: str
    name: str
    single_wager: tuple[SingleWager, ...]
    games_on_a_hand: tuple[GamesOnAHand, ...]
    seats: tuple[Seats, ...]

    def wager_limit(self, day: date) -> SingleWager:
        return in_force(self.single_wager, day, self.name)

    def seat_limit(self, day: date) -> Seats:
        return in_force(self.seats, day, self.name)

    def check_layout(self, maxima: Mapping[str, int], day: date) -> None:
        """A hand carries no more wagers than allowed, and enough of them stay small."""
        rule = in_force(self.games_on_a_hand, day, self.name)
        if len(maxima) > rule.most:
            raise InputError(
                f"{self.name} allows {rule.most} wagers on one hand from {rule.since}, not {len(maxima)}: "
                f"close one of {', '.join(maxima)}"
            )
        large = [wager for wager, most in maxima.items() if most > rule.small_dollars * MICROS]
        if rule.small and len(large) > rule.most - rule.small:
            raise InputError(
                f"{self.name} allows {rule.most - rule.small} wagers above "
                f"{format_dollars(rule.small_dollars * MICROS)} on one hand, not {', '.join(large)}: "
                "lower the maximum of one"
            )


def in_force(rules: Sequence[Dated], day: date, name: str) -> Dated:
    """The latest rule that had begun by that day."""
    found = [rule for rule in rules if rule.since <= day]
    if not found:
        raise InputError(f"{name} had no rule for this on {day}; the first is from {rules[0].since}")
    return max(found, key=lambda rule: rule.since)


@cache
def jurisdictions() -> Mapping[str, Jurisdiction]:
    data = tomllib.loads((files("pitboss.table") / "jurisdictions.toml").read_text("utf-8"))
    return {
        key: Jurisdiction(
            key,
            entry["name"],
            tuple(SingleWager(**rule) for rule in entry["single_wager"]),
            tuple(GamesOnAHand(**rule) for rule in entry["games_on_a_hand"]),
            tuple(Seats(**rule) for rule in entry["seats"]),
        )
        for key, entry in data.items()
    }


def find_jurisdiction(name: str) -> Jurisdiction:
    return jurisdictions()[find_name("jurisdiction", name, jurisdictions())]
