"""What the cards must know of a game's procedure and no data file says: found out by dealing it.

A few hundred rounds are dealt with fixed shuffles and every wager down. They show which options the house's
settings leave, which bets are settled before anybody decides and which wait for the end, and which bets of a
wager its paytable pays. A procedure is code, so asking it is the only way that holds for every game.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random

from pitboss.rules import Choose, Game, Paytable, Peek, Result, Reveal, Round, Settle, Step
from pitboss.rules.dealing import SEAT, Dealing
from pitboss.table.cueing import point_of

ROUNDS = 400
"""Enough for a pair to split or an ace to insure against; the same shuffles each time."""


@dataclass(frozen=True)
class Trial:
    options: Mapping[str, tuple[str, ...]]
    """Every option that a seat was offered, and the questions at which it was, in their order."""
    early: tuple[str, ...]
    """Bets that are settled before anybody decides anything."""
    late: tuple[str, ...]
    """Bets that wait until every seat is done."""
    followers: Mapping[str, frozenset[str]]
    """By bet, the points of a round that never come before it is settled, such as 'open seat draw'."""
    reopened: Mapping[str, tuple[str, ...]]
    """Points at which a hand is opened card by card, and the questions that come before each."""
    paid: Mapping[str, Mapping[str, Fraction]]
    """By wager, the bets that its paytable pays, and the least stake of each in units of the wager."""


@lru_cache(maxsize=16)
def try_out(game: Game) -> Trial:
    dealt: list[tuple[Round, list[Step]]] = []
    paid: dict[str, dict[str, Fraction]] = {wager: {} for wager in game.wagers}
    for number in range(ROUNDS):
        table = Dealing(game, Random(number))
        steps = list(table.play())
        dealt.append((table.round, steps))
        add_paid(game, table.round, paid)
    rounds = [steps for _, steps in dealt]
    early, late = always_first(game, rounds), never_named(game, rounds)
    return Trial(find_options(rounds), early, late, find_followers(game, dealt), find_reopened(rounds), paid)


def find_options(rounds: list[list[Step]]) -> dict[str, tuple[str, ...]]:
    """The questions in the order of the round in which an option was offered most often."""
    found: dict[str, tuple[str, ...]] = {}
    for steps in rounds:
        asked: dict[str, dict[str, None]] = {}
        for step in steps:
            for option in step.options if isinstance(step, Choose) else ():
                asked.setdefault(option.name, {})[point_at(step)] = None
        for name, points in asked.items():
            if len(points) > len(found.get(name, ())):
                found[name] = tuple(points)
    return found


def always_first(game: Game, rounds: list[list[Step]]) -> tuple[str, ...]:
    found = [set(settled_first(steps)) for steps in rounds]
    return tuple(bet for bet in game.bets if all(bet in first for first in found))


def settled_first(steps: list[Step]) -> Iterator[str]:
    """Bets that a step names before the first decision, look or opening; nothing where none follows."""
    moments = [n for n, step in enumerate(steps) if isinstance(step, Choose | Reveal | Peek)]
    for step in steps[: moments[0]] if moments else ():
        if isinstance(step, Settle):
            yield from step.bets


def never_named(game: Game, rounds: list[list[Step]]) -> tuple[str, ...]:
    """Nothing where some step settles all that is left of a seat, or none settles anything."""
    settles = [step for steps in rounds for step in steps if isinstance(step, Settle)]
    if not settles or any(not step.bets for step in settles):
        return ()
    named = {bet for step in settles for bet in step.bets}
    return tuple(bet for bet in game.bets if bet not in named)


def find_followers(game: Game, dealt: list[tuple[Round, list[Step]]]) -> dict[str, frozenset[str]]:
    """Of points that came up together with the settling of a bet, those that always came after it."""
    after: dict[str, set[str]] = {bet: set() for bet in game.bets}
    before: dict[str, set[str]] = {bet: set() for bet in game.bets}
    for round_, steps in dealt:
        points = {point: n for n, step in reversed([*enumerate(steps)]) if (point := point_at(step))}
        for bet, moment in settled_at(game, round_, steps).items():
            for point, n in points.items():
                (after if moment < n else before)[bet].add(point)
    return {bet: frozenset(after[bet] - before[bet]) for bet in game.bets}


def find_reopened(rounds: list[list[Step]]) -> dict[str, tuple[str, ...]]:
    """From the rounds with most openings: with a fold there are fewer."""
    found: dict[str, tuple[str, ...]] = {}
    for steps in rounds:
        asked = ""
        after: dict[str, tuple[str, ...]] = {}
        for point in filter(None, map(point_at, steps)):
            if point.startswith("ask "):
                asked = point
            elif asked:
                after[point] = (*after.get(point, ()), asked)
        for point, questions in after.items():
            if len(set(questions)) > max(1, len(found.get(point, ()))):
                found[point] = tuple(dict.fromkeys(questions))
    return found


def point_at(step: Step) -> str:
    match step:
        case Choose():
            return point_of("ask", step.question)
        case Peek():
            return point_of("peek", step.hand)
        case Reveal():
            return point_of("open", step.hand)
        case _:
            return ""


def settled_at(game: Game, round_: Round, steps: list[Step]) -> dict[str, int]:
    """When each bet with money on it is first named; a step that names none is for all that are left."""
    moments: dict[str, int] = {}
    for n, step in enumerate(steps):
        if isinstance(step, Settle):
            for bet in step.bets or game.bets:
                moments.setdefault(bet, n)
    return {bet: n for bet, n in moments.items() if stake_on(game, round_, bet)}


def stake_on(game: Game, round_: Round, bet: str) -> Fraction:
    wager = next(wager.id for wager in game.wagers.values() if bet in wager.bets)
    return game.stake_on(round_.place(SEAT), wager, bet)


# -- what a paytable pays --------------------------------------------------------------------------


@dataclass(frozen=True)
class Obliging:
    """A judge who puts one look on one line, and grants other looks what they are asked for, or nothing."""

    look: str
    on_line: str
    others_have_it: bool

    def line(self, look: str, lines: tuple[str, ...]) -> str | None:
        if look == self.look:
            return self.on_line if self.on_line in lines else None
        return lines[0] if self.others_have_it else None

    def order(self, one: str, other: str) -> int:
        del one, other
        return 1


def add_paid(game: Game, round_: Round, paid: Mapping[str, dict[str, Fraction]]) -> None:
    for wager, found in paid.items():
        for table in game.chosen.get(wager, ())[:1]:
            for bet, result in settle_lines(game, round_, wager, table):
                if table.pays.get(result.name) == result.pay and result.base:
                    found[bet] = min(found.get(bet, result.base), result.base)


def settle_lines(game: Game, round_: Round, wager: str, table: Paytable) -> Iterator[tuple[str, Result]]:
    """Every bet of the wager, with the hand on the table's lowest line and the winner."""
    line = list(table.pays)[-1]
    for others_have_it in (True, False):
        judge = Obliging(game.wagers[wager].look, line, others_have_it)
        place = round_.place(SEAT)
        for bet in game.wagers[wager].bets:
            yield bet, game.settle_bet(round_, place, wager, bet, judge)
