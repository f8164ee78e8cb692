"""What is settled before the first round: rules, wagers, seats, strategy, and the exact figures."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

import numpy as np

from pitboss.analysis.analysis import Terms, analyze, bare, count_once, envy, is_highest
from pitboss.analysis.figures import Figures
from pitboss.analysis.meter import line_chances
from pitboss.base.error import InputError, PlanError
from pitboss.rules import Game
from pitboss.rules.paytable import Level
from pitboss.shape.tally import Tally
from pitboss.simulation.chunk import Work
from pitboss.simulation.drawn_program import drawn_wager, write_drawn_program
from pitboss.simulation.estimate import Exact
from pitboss.simulation.hand_machine import DrawnPolicy
from pitboss.simulation.money import Worth, weigh
from pitboss.simulation.plan import make_plan
from pitboss.simulation.policy import BEST_PLAY, Policy
from pitboss.simulation.program import Prepared, write_program
from pitboss.strategy.words import find_strategy
from pitboss.trial.best_play import best_drawn, make_policy, no_meters
from pitboss.trial.drawn_chart import chart_policy
from pitboss.trial.vocabulary import Spoken, parse_rules, questions_of, rules_of

MOST_SEATS = 9


class Way(StrEnum):
    """Where a strategy comes from."""

    BEST = "best"
    WORDS = "words"
    OWN = "own"


@dataclass(frozen=True)
class Strategy:
    way: Way = Way.BEST
    text: str = ""
    """The rules or rows of one's own."""
    where: str = "the rules"
    most_rules: int = 14


@dataclass(frozen=True)
class Table:
    """Who plays what: the same wagers and the same strategy on every seat."""

    game: Game
    wagers: tuple[str, ...]
    seats: int = 1
    strategy: Strategy = Strategy()
    terms: Mapping[str, Terms] = field(default_factory=dict)
    """Of wagers with a meter: its levels, and where they stand."""

    def __post_init__(self) -> None:
        if not 1 <= self.seats <= MOST_SEATS:
            raise InputError(f"a table has 1 to {MOST_SEATS} seats, not {self.seats}")
        if not self.wagers:
            raise InputError(f"{self.game.name}: name at least one wager")

    def terms_of(self, wager: str) -> Terms:
        return replace(self.terms.get(wager, Terms()), players=self.seats)

    def levels(self, wager: str) -> dict[str, Level]:
        names = [name for table in self.game.chosen.get(wager, ()) for name in table.levels]
        given = self.terms_of(wager).levels
        return {name: given.get(name, Level()) for name in dict.fromkeys(names)}

    def meters(self, wager: str) -> dict[str, Fraction]:
        """Where the meters stand still for the advantage: as asked, or at their seeds."""
        standing = self.terms_of(wager).meters or {}
        return {name: standing.get(name, level.seed) for name, level in self.levels(wager).items()}


@dataclass(frozen=True)
class Ready:
    """A table made ready to be dealt."""

    table: Table
    prepared: Prepared
    worths: Mapping[str, Worth]
    exact: Mapping[str, Exact]
    strategy: str
    """What it is called."""

    def work(self, *, seed: int, rounds: int) -> Work:
        cells, seats = self.prepared.program.cell_count, self.table.seats
        watched = np.zeros(cells, np.bool_)
        for worth in self.worths.values():
            watched |= worth.awards
        rows = [worth.pooled(seats) for worth in self.worths.values()] if seats > 1 else []
        worths = np.stack(rows) if rows else np.zeros((0, cells), np.int64)
        return Work(self.prepared.program, seed, rounds, watched, worths)


def place_wagers(game: Game, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """The wagers as a seat places them: with the base game, unless all of them may be placed without it."""
    wanted = chosen or tuple(game.wagers)
    alone = all(game.stands_alone(game.wagers[wager]) for wager in wanted)
    placed = wanted if alone or not game.deciding else (*game.deciding, *wanted)
    return tuple(wager for wager in game.wagers if wager in placed)


def make_ready(table: Table) -> Ready:
    game = table.game
    drawn = drawn_wager(game)
    try:
        if drawn:
            policy = drawn_strategy(table, drawn)
            prepared = write_drawn_program(game, table.wagers, policy, seats=table.seats)
            exact = {wager: exact_drawn(table, wager, policy, drawn) for wager in table.wagers}
            name = policy.name
        else:
            found = counted_strategy(table)
            prepared = write_program(make_plan(game, table.wagers, seats=table.seats), found)
            exact = {wager: exact_counted(table, wager, found) for wager in table.wagers}
            name = found.name
    except PlanError as problem:
        raise InputError(f"{game.name} cannot be simulated: {problem}") from problem
    worths = {
        wager: weigh(game, wager, outcomes, table.meters(wager))
        for wager, outcomes in prepared.outcomes.items()
    }
    return Ready(table, prepared, worths, exact, name)


# -- strategies --------------------------------------------------------------------------------------


def counted_strategy(table: Table) -> Policy:
    """The strategy for every situation, with its exact worth for all wagers that can be counted."""
    game, asked = table.game, table.strategy
    wagers = tuple(w for w in table.wagers if not is_highest(game, game.wagers[w]))
    if not wagers:
        wagers = game.deciding[:1] or table.wagers
    counted = replace(count_once(bare(game), wagers, wagers), game=game)
    questions = tuple(questions_of(counted.tree.root))
    meters = no_meters(game)
    if asked.way is Way.BEST or not questions:
        return make_policy(counted, counted.price(game, meters=meters), BEST_PLAY)
    if asked.way is Way.OWN:
        rules, name = parse_rules(asked.text, questions, where=asked.where), f"the rules of {asked.where}"
    else:
        base = replace(count_once(bare(game), game.deciding, game.deciding), game=game)
        found = find_strategy(game, base, base.price(game), most_rules=asked.most_rules)
        rules, name = rules_of(found), "best play in words"
    return make_policy(counted, counted.price(game, policy=Spoken(counted, rules), meters=meters), name)


def drawn_strategy(table: Table, wager: str) -> DrawnPolicy:
    match table.strategy.way:
        case Way.BEST:
            return best_drawn(table.game, wager)
        case Way.WORDS:
            return chart_policy(table.game, wager)
        case Way.OWN:
            return chart_policy(table.game, wager, table.strategy.text, where=table.strategy.where)


# -- exact figures -----------------------------------------------------------------------------------


def exact_counted(table: Table, wager: str, policy: Policy) -> Exact:
    if wager in policy.tallies:
        return exact_tally(table, wager, policy.tallies[wager])
    found = analyze(table.game, wager, table.terms_of(wager))
    slack = found.interval.half_width if found.interval else Fraction(0)
    return Exact(found.house_advantage, slack, source=found.method)


def exact_tally(table: Table, wager: str, tally: Tally) -> Exact:
    tables = table.game.chosen.get(wager, ())
    more = envy(tables, tally, table.terms_of(wager)) if tables and tables[0].envy_micros else Fraction(0)
    figures = Figures(tally, table.meters(wager), more)
    return Exact(
        figures.house_advantage,
        hit_frequency=figures.hit_frequency,
        deviation=figures.standard_deviation,
        chances=line_chances(tally) if table.levels(wager) else {},
        source="counting engine",
    )


def exact_drawn(table: Table, wager: str, policy: DrawnPolicy, drawn: str) -> Exact:
    if wager == drawn:
        source = "drawing engine" if policy.house_advantage is not None else ""
        return Exact(policy.house_advantage, source=source)
    found = analyze(table.game, wager, table.terms_of(wager))
    assert found.figures
    return exact_tally(table, wager, found.figures.tally)
