"""What the law asks of progressives on a given day: dated data, so that an old win has its own rule."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cache
from importlib.resources import files
from typing import TypeVar, get_args, get_type_hints

from pitboss.base.error import InputError
from pitboss.base.money import MICROS


@dataclass(frozen=True)
class Rule:
    since: date
    source: str
    strength: str


@dataclass(frozen=True)
class Switched(Rule):
    """A rule that is in force or not."""

    is_on: bool


@dataclass(frozen=True)
class Rarity(Rule):
    """A level may not be rarer than one in n."""

    one_in: int


@dataclass(frozen=True)
class Within(Rule):
    """Something is due within so much time, for amounts from or over n dollars."""

    hours: int = 0
    days: int = 0
    dollars: int = 0

    @property
    def micros(self) -> int:
        return self.dollars * MICROS

    @property
    def time_micros(self) -> int:
        """How long there is, in microseconds."""
        return (self.hours + 24 * self.days) * 3600 * 1_000_000


@dataclass(frozen=True)
class AtMost(Rule):
    """An establishment has no more than n."""

    most: int


@dataclass(frozen=True)
class KeptFor(Rule):
    """Records are kept for n years."""

    years: int


@dataclass(frozen=True)
class Listed(Rule):
    """So many of the last hits are there to be read."""

    hits: int


@dataclass(frozen=True)
class Reportable(Rule):
    """A win is reported on form W-2G from n dollars and n times the wager."""

    dollars: int
    times: int


@dataclass(frozen=True)
class Withheld(Rule):
    """Of a win less its wager, over n dollars and from n times the wager, n percent."""

    percent: int
    over_dollars: int
    times: int


AnyRule = TypeVar("AnyRule", bound=Rule)


@dataclass(frozen=True)
class Regulation:
    one_progressive_per_game: tuple[Switched, ...]
    tables: tuple[AtMost, ...]
    longest_odds: tuple[Rarity, ...]
    deposit: tuple[Within, ...]
    large_prize: tuple[Within, ...]
    check_payment: tuple[Within, ...]
    hand_evidence: tuple[Within, ...]
    malfunction_report: tuple[Within, ...]
    retention: tuple[KeptFor, ...]
    hit_list: tuple[Listed, ...]
    reportable_win: tuple[Reportable, ...]
    withholding: tuple[Withheld, ...]


def day_of(at_micros: int) -> date:
    """The day by which a dated rule is judged where no time zone is known."""
    return datetime.fromtimestamp(at_micros // MICROS, UTC).date()


def find_rule(rules: Sequence[AnyRule], day: date) -> AnyRule | None:
    """The latest rule that had begun by that day; none before the first."""
    return max((rule for rule in rules if rule.since <= day), key=lambda rule: rule.since, default=None)


def in_force(rules: Sequence[AnyRule], day: date) -> AnyRule:
    """The rule of that day, where there must be one."""
    found = find_rule(rules, day)
    if found is None:
        raise InputError(f"no rule is known for {day}; the first is of {min(rule.since for rule in rules)}")
    return found


@cache
def regulation() -> Regulation:
    """The rules that Pitboss comes with."""
    return parse_regulation((files("pitboss.jackpot") / "regulation.toml").read_text("utf-8"))


def parse_regulation(text: str) -> Regulation:
    data = tomllib.loads(text)
    kinds = {name: get_args(rules)[0] for name, rules in get_type_hints(Regulation).items()}
    return Regulation(**{name: tuple(kind(**one) for one in data[name]) for name, kind in kinds.items()})
