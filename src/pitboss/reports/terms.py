"""The terms of a wager with a meter or envy: what was asked, else what is printed, else what it implies.

Seed and contribution are the house's configuration. The documents print some seeds and never a
contribution, so that is recovered from the printed advantage where it can be. Everything taken for
granted is said in a sentence.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.analysis.analysis import Terms, implied_terms, level_names
from pitboss.analysis.meter import Implied, printed_levels
from pitboss.base.error import InputError, find_name
from pitboss.reports.cell import dollars, rate
from pitboss.rules import Game, Paytable
from pitboss.rules.paytable import Level

MOST_PLAYERS = 14
"""The largest layouts, those of baccarat, have n seats."""

Amounts = Mapping[str, Fraction]
"""By the name of the meter; "" for an amount given without one."""


@dataclass(frozen=True)
class Asked:
    """What somebody chose to say about the table and its meters; dollars for a wager of one dollar."""

    players: int | None = None
    meter: Amounts = field(default_factory=dict)
    seed: Amounts = field(default_factory=dict)
    contribution: Amounts = field(default_factory=dict)
    reserve: Amounts = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.players is not None and not 1 <= self.players <= MOST_PLAYERS:
            raise InputError(f"a table has 1 to {MOST_PLAYERS} players, not {self.players}")

    @property
    def about_meters(self) -> tuple[str, ...]:
        """Which of the meters' terms were given."""
        return tuple(name for name in ("meter", "seed", "contribution", "reserve") if getattr(self, name))


@dataclass(frozen=True)
class TakenTerms:
    """The terms that an analysis is made with, and the sentences about what was taken for granted."""

    terms: Terms
    assumptions: tuple[str, ...]


def take_terms(game: Game, wager_name: str, asked: Asked) -> TakenTerms:
    wager = game.wager(wager_name)
    tables = game.chosen.get(wager.id, ())
    names = level_names(tables)
    given = {
        about: spread_amounts(about, getattr(asked, about), names) for about in asked.about_meters if names
    }
    implied = implied_terms(game, tables[0]) if tables else None
    printed = printed_levels(tables[0]) if tables else {}
    levels = {name: make_level(name, names, given, printed, implied) for name in names}
    meters = given.get("meter")
    missing = [name for name in names if meters is not None and name not in meters]
    if missing:
        raise InputError(f"meter: give an amount for {', '.join(missing)} too, as in '{missing[0]}=5000'")
    terms = Terms(players=asked.players or 1, levels=levels, meters=meters)
    sentences = [*about_players(asked, tables, implied), *about_levels(levels, given, printed, implied)]
    return TakenTerms(terms, tuple(sentences))


def spread_amounts(about: str, amounts: Amounts, names: tuple[str, ...]) -> dict[str, Fraction]:
    """Amounts by the wager's own names for its meters."""
    if names == ("",):
        named = next((name for name in amounts if name), None)
        if named:
            raise InputError(f"{about}: this wager has one meter; leave out '{named}='")
        return dict(amounts)
    if "" in amounts:
        raise InputError(f"{about}: this wager has the meters {', '.join(names)}: write '{names[0]}=...'")
    return {find_name("meter", name, names): amount for name, amount in amounts.items()}


def make_level(
    name: str,
    names: tuple[str, ...],
    given: Mapping[str, Amounts],
    printed: Mapping[str, Level],
    implied: Implied | None,
) -> Level:
    nothing = Fraction(0)
    recovered = implied.contribution if implied and name == names[0] else None
    return Level(
        seed=given.get("seed", {}).get(name, printed.get(name, Level()).seed),
        contribution=given.get("contribution", {}).get(name, recovered or nothing),
        reserve=given.get("reserve", {}).get(name, nothing),
    )


# -- the sentences ---------------------------------------------------------------------------------


def about_players(asked: Asked, tables: tuple[Paytable, ...], implied: Implied | None) -> Iterator[str]:
    players = asked.players or 1
    given = "" if asked.players else " (no number of players given)"
    if any(table.hands for table in tables):
        yield f"{count(players, 'player')} and the dealer: {players + 1} hands{given}"
    elif any(table.envy_micros for table in tables):
        yield f"{count(players, 'player')} with the wager at the table, so envy from {players - 1}{given}"
        if players > 1:
            yield "outcomes and deviation are of the player's own hand: envy is in the advantage only"
        if implied and implied.others + 1 != players:
            printed = tables[0].printed["house_advantage"]
            yield f"the printed advantage of {printed} is for {implied.others + 1} players"
    if any(table.envy_times_wager for table in tables):
        yield "envy is multiplied by the wager; the figures are for a wager of $1"


def about_levels(
    levels: Mapping[str, Level],
    given: Mapping[str, Amounts],
    printed: Mapping[str, Level],
    implied: Implied | None,
) -> Iterator[str]:
    if not levels:
        return
    first = next(iter(levels))
    for name, level in levels.items():
        meter = f"{name} meter: " if name else ""
        if name not in given.get("seed", {}):
            yield meter + (f"seed {dollars(level.seed)} as printed" if name in printed else NO_SEED)
        if name not in given.get("contribution", {}):
            recovered = implied and implied.contribution is not None and name == first
            yield meter + (recovered_words(level) if recovered else NO_CONTRIBUTION)
        if name not in given.get("reserve", {}):
            yield f"{meter}no reserve rate given: 0%"
    if "meter" in given:
        standing = ", ".join(f"{name} {dollars(amount)}".strip() for name, amount in given["meter"].items())
        yield f"the advantage is that of the next wager with the meter at {standing}"
    else:
        yield LONG_RUN
        yield AT_AVERAGE
        if len(levels) > 1:
            yield "each break-even is with the other meters at their seeds"


LONG_RUN = "the advantage is that of the long run, in which everything in the meter is paid out"
AT_AVERAGE = (
    "outcomes and distribution are drawn with each top award at its long-run average; the deviation of one "
    "wager takes in that it varies; over all wagers of a link only seeds do: what was fed is paid anyway"
)
NO_SEED = "no seed is printed or given: $0; seed and contribution are the house's configuration"
NO_CONTRIBUTION = "no contribution is printed, given or implied: 0%; it is the house's configuration"


def recovered_words(level: Level) -> str:
    return f"contribution {rate(level.contribution)}, recovered from the printed figures"


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
