"""The terms of a wager with a meter or envy: what was asked, else what is printed, else what it implies.

Seed and contribution are the house's configuration. The documents print some seeds and never a
contribution, so that is recovered from the printed advantage where it can be. Everything taken for
granted is an assumption.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from pitboss.analysis.analysis import Terms, implied_terms, level_names, usual_levels
from pitboss.analysis.meter import Implied, printed_levels
from pitboss.audit.assumption import (
    Assumption,
    LevelTerm,
    MetersStandAt,
    PlayersTaken,
    Premise,
    PrintIsFor,
    TermTaken,
)
from pitboss.base.error import InputError, find_name
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
        return tuple(name for name in ("meter", *LevelTerm) if getattr(self, name))


@dataclass(frozen=True)
class TakenTerms:
    """The terms that an analysis is made with, and what was taken for granted."""

    terms: Terms
    assumptions: tuple[Assumption, ...]


def take_terms(game: Game, wager_name: str, asked: Asked) -> TakenTerms:
    wager = game.wager(wager_name)
    tables = game.chosen.get(wager.id, ())
    names = level_names(tables)
    given = {
        about: spread_amounts(about, getattr(asked, about), names) for about in asked.about_meters if names
    }
    implied = implied_terms(game, tables[0]) if tables else None
    printed = printed_levels(tables[0]) if tables else {}
    levels = usual_levels(tables, implied)
    for about in LevelTerm:
        for name, amount in given.get(about, {}).items():
            levels[name] = replace(levels[name], **{about: amount})
    meters = given.get("meter")
    missing = [name for name in names if meters is not None and name not in meters]
    if missing:
        raise InputError(f"meter: give an amount for {', '.join(missing)} too, as in '{missing[0]}=5000'")
    terms = Terms(players=asked.players or 1, levels=levels, meters=meters)
    taken = (*about_players(asked, tables, implied), *about_levels(levels, given, printed, implied))
    return TakenTerms(terms, taken)


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


# -- what was taken for granted --------------------------------------------------------------------


def about_players(
    asked: Asked, tables: tuple[Paytable, ...], implied: Implied | None
) -> Iterator[Assumption]:
    players, is_given = asked.players or 1, asked.players is not None
    if any(table.hands for table in tables):
        yield PlayersTaken(players, is_given, with_dealer=True)
    elif any(table.envy_micros for table in tables):
        yield PlayersTaken(players, is_given, with_dealer=False)
        if players > 1:
            yield Premise.OWN_HAND_ONLY
        if implied and implied.others + 1 != players:
            yield PrintIsFor(tables[0].printed["house_advantage"], implied.others + 1)
    if any(table.envy_times_wager for table in tables):
        yield Premise.ENVY_TIMES_WAGER


def about_levels(
    levels: Mapping[str, Level],
    given: Mapping[str, Amounts],
    printed: Mapping[str, Level],
    implied: Implied | None,
) -> Iterator[Assumption]:
    if not levels:
        return
    first = next(iter(levels))
    for name, level in levels.items():
        if name not in given.get("seed", {}):
            yield TermTaken(name, LevelTerm.SEED, level.seed if name in printed else None)
        if name not in given.get("contribution", {}):
            recovered = implied and implied.contribution is not None and name == first
            yield TermTaken(name, LevelTerm.CONTRIBUTION, level.contribution if recovered else None)
        if name not in given.get("reserve", {}):
            yield TermTaken(name, LevelTerm.RESERVE)
    if "meter" in given:
        yield MetersStandAt(tuple(given["meter"].items()))
    else:
        yield Premise.LONG_RUN
        yield Premise.AT_AVERAGE
        if len(levels) > 1:
            yield Premise.OTHERS_AT_SEED
