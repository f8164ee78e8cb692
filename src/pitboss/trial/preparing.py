"""What is settled before the first round: rules, wagers, seats, strategy, and the exact figures."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

import numpy as np

from pitboss.analysis.analysis import Terms, analyze, bare, count_once, envy, is_highest
from pitboss.analysis.figures import Figures
from pitboss.analysis.fit import misfit
from pitboss.analysis.meter import line_chances
from pitboss.base.error import InputError, PlanError
from pitboss.rules import Game
from pitboss.rules.paytable import Level
from pitboss.shape.drawing import natural_wager
from pitboss.shape.tally import Tally
from pitboss.simulation.blackjack_hand import BlackjackPolicy
from pitboss.simulation.blackjack_program import (
    BlackjackPlayer,
    BlackjackTrace,
    write_blackjack_program,
)
from pitboss.simulation.chunk import Gathered, Work
from pitboss.simulation.estimate import Exact
from pitboss.simulation.fit import check_fit
from pitboss.simulation.general import Cheapest, CoinTosser, DealtPlayer, General
from pitboss.simulation.money import WagerMoney, weigh
from pitboss.simulation.plan import make_plan
from pitboss.simulation.planned_program import PlannedTrace, write_program
from pitboss.simulation.policy import BEST_PLAY, Policy
from pitboss.simulation.program import Prepared, Program
from pitboss.simulation.stream import open_stream
from pitboss.strategy.words import find_strategy
from pitboss.trial.best_play import best_drawn, make_policy, no_meters
from pitboss.trial.blackjack_chart import chart_policy
from pitboss.trial.vocabulary import Spoken, parse_rules, rules_of

MOST_SEATS = 9
MANY_ROUNDS, FEW_ROUNDS = 10_000_000, 100_000


class Way(StrEnum):
    """Where a strategy comes from."""

    BEST = "best"
    WORDS = "words"
    OWN = "own"
    COIN = "coin"
    CHEAPEST = "cheapest"


SIMPLE: Mapping[Way, DealtPlayer] = {Way.COIN: CoinTosser(), Way.CHEAPEST: Cheapest()}
"""Play that needs no table of decisions: rounds are dealt by the definition's own procedure."""


@dataclass(frozen=True)
class ChosenStrategy:
    way: Way = Way.BEST
    text: str = ""
    """The rules or rows of one's own."""
    where: str = "the rules"
    most_rules: int = 14


@dataclass(frozen=True)
class TrialTable:
    """Who plays what: the same wagers and the same strategy on every seat."""

    game: Game
    wagers: tuple[str, ...]
    seats: int = 1
    strategy: ChosenStrategy = ChosenStrategy()
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

    table: TrialTable
    prepared: Prepared
    worths: Mapping[str, WagerMoney]
    exact: Mapping[str, Exact]
    strategy: str
    """What it is called."""
    by_rules: str = ""
    """Why the general dealer deals; nothing where compiled rounds fit."""

    @property
    def usual_rounds(self) -> int:
        """How many are dealt where nobody says; fewer where the definition's own procedure deals."""
        return FEW_ROUNDS if self.by_rules else MANY_ROUNDS

    def seen(self, gathered: Gathered) -> "Ready":
        """With the cells that were met, where they are not known before."""
        general = self.prepared.program
        if isinstance(general, Program):
            return self
        outcomes = {
            wager: tuple(joint[place] for joint in gathered.met) for place, wager in enumerate(general.wagers)
        }
        return replace(self, prepared=Prepared(general, outcomes), worths=general.worths(gathered.met))

    def work(self, *, seed: int, rounds: int) -> Work:
        cells, seats = self.prepared.program.cell_count, self.table.seats
        watched = np.zeros(cells, np.bool_)
        for worth in self.worths.values():
            watched |= worth.awards
        rows = [worth.pooled(seats) for worth in self.worths.values()] if seats > 1 else []
        worths = np.stack(rows) if rows else np.zeros((0, cells), np.int64)
        return Work(self.prepared.program, seed, rounds, watched, worths)


def place_wagers(game: Game, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """The wagers that are named and no other, all where none is; the house must let them be placed so."""
    placed = tuple(wager for wager in game.wagers if wager in (chosen or game.wagers))
    rides = [game.wagers[wager] for wager in placed if not game.stands_alone(game.wagers[wager])]
    if rides and game.deciding and not set(placed) & set(game.deciding):
        base = " or ".join(game.wagers[wager].label for wager in game.deciding)
        raise InputError(f"{rides[0].label} is not placed alone: name {base}, too")
    return placed


def make_ready(table: TrialTable) -> Ready:
    """Compiled rounds where they fit the definition; otherwise its own procedure."""
    if table.strategy.way in SIMPLE:
        return make_general(table, SIMPLE[table.strategy.way], "as asked for")
    try:
        plan = make_plan(table.game, table.wagers, seats=table.seats)
    except PlanError as problem:
        drawn = natural_wager(table.game)
        return make_drawn(table, drawn) if drawn else make_general(table, None, str(problem))
    try:
        policy = counted_strategy(table)
        prepared = write_program(plan, policy)
        check_fit(table.game, PlannedTrace(plan, prepared))
    except PlanError as problem:
        return make_general(table, None, str(problem))
    exact = {wager: exact_counted(table, wager, policy) for wager in table.wagers}
    return Ready(table, prepared, weigh_all(table, prepared), exact, policy.name)


def make_drawn(table: TrialTable, drawn: str) -> Ready:
    """Hands drawn to a total."""
    game, player = table.game, None
    try:
        policy = drawn_strategy(table, drawn)
        player = BlackjackPlayer(game, policy)
        prepared = write_blackjack_program(game, table.wagers, policy, seats=table.seats)
        check_fit(game, BlackjackTrace(game, policy, prepared))
    except PlanError as problem:
        return make_general(table, None if table.strategy.way is Way.BEST else player, str(problem))
    source = "drawing engine" if policy.house_advantage is not None else ""
    exact = {
        wager: Exact(policy.house_advantage, source=source)
        if wager == drawn
        else exact_apart(table, wager, asks=False)
        for wager in table.wagers
    }
    return Ready(table, prepared, weigh_all(table, prepared), exact, policy.name)


def weigh_all(table: TrialTable, prepared: Prepared) -> dict[str, WagerMoney]:
    return {
        wager: weigh(table.game, wager, outcomes, table.meters(wager))
        for wager, outcomes in prepared.outcomes.items()
    }


def make_general(table: TrialTable, player: DealtPlayer | None, reason: str) -> Ready:
    """The definition's own procedure; where best play is not known, everything is left to a coin."""
    game = table.game
    if player is None and table.strategy.way is not Way.BEST:
        raise InputError(
            f"{game.name} is dealt by its own procedure ({reason}), for which there are no rules in words; "
            f"the strategy can be {' or '.join(SIMPLE)}"
        )
    meters = {wager: table.meters(wager) for wager in table.wagers}
    general = General(game, table.wagers, table.seats, player or CoinTosser(), meters)
    asks = general.asks(open_stream(0, 0))
    name = general.player.name if asks else "nothing to decide"
    exact = {wager: exact_apart(table, wager, asks=asks) for wager in table.wagers}
    prepared = Prepared(general, dict.fromkeys(table.wagers, ()))
    return Ready(table, prepared, general.worths(()), exact, name, reason)


# -- strategies --------------------------------------------------------------------------------------


def counted_strategy(table: TrialTable) -> Policy:
    """The strategy for every situation, with its exact worth for all wagers that can be counted."""
    game, asked = table.game, table.strategy
    wagers = tuple(w for w in table.wagers if not is_highest(game, game.wagers[w]))
    if not wagers:
        wagers = game.deciding[:1] or table.wagers
    counted = replace(count_once(bare(game), wagers, wagers), game=game)
    questions = tuple(dict.fromkeys(node.question for node, _ in counted.tree.decisions))
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


def drawn_strategy(table: TrialTable, wager: str) -> BlackjackPolicy:
    match table.strategy.way:
        case Way.BEST:
            if reason := misfit(table.game, wager):  # found out in a second; best play takes many
                label = table.game.wagers[wager].label
                raise PlanError(f"compiled rounds do not fit this definition: {label}: {reason}")
            return best_drawn(table.game, wager)
        case Way.WORDS:
            return chart_policy(table.game, wager)
        case _:
            return chart_policy(table.game, wager, table.strategy.text, where=table.strategy.where)


# -- exact figures -----------------------------------------------------------------------------------


def exact_counted(table: TrialTable, wager: str, policy: Policy) -> Exact:
    if wager in policy.tallies:
        return exact_tally(table, wager, policy.tallies[wager])
    found = analyze(table.game, wager, table.terms_of(wager))
    slack = found.interval.half_width if found.interval else Fraction(0)
    return Exact(found.house_advantage, slack, source=found.method)


def exact_tally(table: TrialTable, wager: str, tally: Tally) -> Exact:
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


def exact_apart(table: TrialTable, wager: str, *, asks: bool) -> Exact:
    """The exact figure of a wager that no decision can change, where it is counted."""
    if asks and not table.game.wagers[wager].independent:
        return Exact()
    try:
        found = analyze(table.game, wager, table.terms_of(wager))
    except (InputError, PlanError):
        return Exact()
    if found.figures:
        return exact_tally(table, wager, found.figures.tally)
    return Exact(found.house_advantage, source=found.method)
