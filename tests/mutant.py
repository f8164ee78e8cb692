"""Changed definitions, made from any game: a rule that is changed must change the answer, or nobody answers.

A mutator wraps what a definition is made of (the results of bets, what bets are told of hands, the steps of
the procedure, looks, settings, paytables) and knows no game. Where a rule does not come up in a game, a
mutant is the game itself; the law that is held against mutants says only that an engine follows the
definition.

There is one list. Analysis and advice are held to it in `analysis/test_mutants.py`, simulation in
`simulation/test_changed_games.py` and `simulation/test_fit_of_rounds.py`: on small decks against the walker.
"""

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import pytest

from pitboss.analysis.walker import Walker, walk
from pitboss.base.odds import PUSH, Kind, to_one
from pitboss.cards import Card, Deck, SuitRanking, parse_cards
from pitboss.cards.totals import is_soft, total
from pitboss.rules import (
    FOLD,
    Choose,
    Draw,
    Face,
    Game,
    Look,
    Looks,
    Place,
    Record,
    Result,
    Round,
    Sight,
    Step,
)
from pitboss.rules.bet import Bet, Judge
from pitboss.rules.catalogue import load_game
from pitboss.rules.game import SettingValue
from pitboss.rules.record import Move
from pitboss.shape.unroll import unroll
from structure import one_of_each_kind, takes_long

Change = Callable[[Sight, Result], Result]
DEALER = "dealer"


# -- results ---------------------------------------------------------------------------------------


def won(result: Result) -> Fraction:
    return Fraction(0) if result.pay.kind is Kind.METER else result.net({})


def ties_win(see: Sight, result: Result) -> Result:
    return see.win() if result.stake and won(result) == 0 else result


def ties_lose(see: Sight, result: Result) -> Result:
    return see.lose() if result.stake and won(result) == 0 else result


def wins_pay_double(see: Sight, result: Result) -> Result:
    return see.win(pay=to_one(2)) if result.stake and won(result) > 0 else result


def wins_push(see: Sight, result: Result) -> Result:
    return see.push() if result.stake and won(result) > 0 else result


def losses_push(see: Sight, result: Result) -> Result:
    return see.push() if won(result) < 0 and result.name != FOLD else result


def losses_cost_half(see: Sight, result: Result) -> Result:
    half = result.stake / 2
    return Result("half", result.stake, result.pay, half) if won(result) < -half else result


def folds_live(see: Sight, result: Result) -> Result:
    return see.push() if see.chose(FOLD) and won(result) < 0 else result


def bonuses_pay_more(see: Sight, result: Result) -> Result:
    is_bonus = result.stake and result.pay.kind is Kind.TO and result.pay.amount > 1
    return result._replace(pay=to_one(result.pay.amount + 1)) if is_bonus else result


def large_losses_push(see: Sight, result: Result) -> Result:
    return see.push() if result.stake > 1 and won(result) < 0 else result


CHANGES: tuple[Change, ...] = (
    ties_win,
    ties_lose,
    wins_pay_double,
    wins_push,
    losses_push,
    losses_cost_half,
    folds_live,
    bonuses_pay_more,
    large_losses_push,
)


def ace_pushes(see: Sight, result: Result) -> Result:
    """A bet that looks at a card behind the back of every look: no rule that a definition may have."""
    looks = getattr(see.judge, "looks", {})
    first = next((look.cards[0] for look in looks.values() if look.cards), None)
    is_ace = isinstance(first, Card) and first.rank == 14
    return result._replace(pay=PUSH) if is_ace and result.stake else result


def dealer_bust_pushes(see: Sight, result: Result) -> Result:
    return see.push() if result.stake and won(result) > 0 and see.is_in(DEALER, "bust") else result


def change_bets(game: Game, bets: tuple[str, ...], change: Change) -> Game:
    def wrap(settle: Bet) -> Bet:
        return lambda see: change(see, settle(see))

    return replace(game, bets={**game.bets, **{bet: wrap(game.bets[bet]) for bet in bets}})


# -- what bets are told ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Teller:
    """A judge that tells something else about other hands than the wager's own, or about orders."""

    judge: Judge
    own: str
    order_of: Callable[[int], int]
    line_of: Callable[[Judge, str, str], bool] | None

    def line(self, look: str, lines: tuple[str, ...]) -> str | None:
        if self.line_of is None or look == self.own or len(lines) != 1:
            return self.judge.line(look, lines)
        return lines[0] if self.line_of(self.judge, look, lines[0]) else None

    def order(self, one: str, other: str) -> int:
        return self.order_of(self.judge.order(one, other))


def is_not_on(judge: Judge, look: str, line: str) -> bool:
    return judge.line(look, (line,)) is None


def is_on_pair(judge: Judge, look: str, line: str) -> bool:
    """What has to be reached is a pair."""
    wanted = "pair_or_better" if line.endswith("_or_better") else line
    return judge.line(look, (wanted,)) is not None


def change_judge(
    game: Game,
    order_of: Callable[[int], int] = lambda order: order,
    line_of: Callable[[Judge, str, str], bool] | None = None,
) -> Game:
    def wrap(settle: Bet) -> Bet:
        return lambda see: settle(see._replace(judge=Teller(see.judge, see.look, order_of, line_of)))

    return replace(game, bets={bet: wrap(settle) for bet, settle in game.bets.items()})


# -- steps -----------------------------------------------------------------------------------------

Steps = Generator[Step, None, None]


def change_steps(game: Game, change: Callable[[Round, Step], Step | None]) -> Game:
    """Every step as changed; the round is over where there is none."""

    def procedure(table: Round) -> Steps:
        for step in game.procedure(table):
            changed = change(table, step)
            if changed is None:
                return
            yield changed

    return replace(game, procedure=procedure)


def raise_twice(_: Round, step: Step) -> Step:
    """Money that is added is twice as much."""
    if not isinstance(step, Choose):
        return step
    return replace(step, options=tuple(replace(one, stake=2 * one.stake) for one in step.options))


def withdraw_last(_: Round, step: Step) -> Step:
    """The dearest option is not offered where there are three; nor, whatever the hand, any that needs one."""
    if not isinstance(step, Choose):
        return step
    plain = tuple(one for one in step.options if not one.needs)
    kept = plain if len(plain) < len(step.options) else plain[: max(2, len(plain) - 1)]
    return replace(step, options=kept)


def open_dealer(_: Round, step: Step) -> Step:
    """The dealer's cards are dealt face up."""
    is_dealers = isinstance(step, Draw) and step.hand == DEALER
    return replace(step, face=Face.UP) if is_dealers else step  # type: ignore[type-var]


def stop_dealer(table: Round, step: Step) -> Step | None:
    """The dealer never takes a third card by itself."""
    is_third = isinstance(step, Draw) and step.hand == DEALER and len(table.hand(DEALER)) == 2
    return None if is_third else step


@dataclass
class OtherStop(Round):
    """A round whose procedure reads the dealer's cards as two deuces while the dealer is to draw, and then as
    two tens."""

    hard: int = field(kw_only=True)
    soft: int = field(kw_only=True)
    """The lowest totals on which the dealer stands, without and with an ace that counts eleven."""

    def cards(self, name: str) -> tuple[Card, ...]:
        cards = super().cards(name)
        if name != DEALER:
            return cards
        stands = total(cards) >= (self.soft if is_soft(cards) else self.hard)
        return parse_cards("Tc Td" if stands else "2c 2d")


def stop_dealer_at(game: Game, hard: int, soft: int) -> Game:
    """The dealer stands from these totals on."""

    def procedure(table: Round) -> Steps:
        yield from game.procedure(
            OtherStop(table.places, table.settings, table.hands, table.found, hard=hard, soft=soft)
        )

    return replace(game, procedure=procedure)


def deal_one_more(game: Game) -> Game:
    """Another card for the first hand that is no seat's, at the end of the round."""

    def procedure(table: Round) -> Steps:
        yield from game.procedure(table)
        common = next((hand for hand in table.hands if not hand.startswith("seat")), None)
        if common:
            yield Draw(common, 1, Face.UP)

    return replace(game, procedure=procedure)


# -- looks and settings ----------------------------------------------------------------------------


def exchange_looks(game: Game) -> Game:
    """Two looks of one ranking are each other's."""

    def looks(table: Round, place: Place) -> Looks:
        found = dict(game.looks(table, place))
        alike = [name for name, look in found.items() if isinstance(look, Look)]
        for one in alike:
            for other in alike:
                if one < other and found[one].ranking == found[other].ranking:
                    found[one], found[other] = found[other], found[one]
                    return found
        return found

    return replace(game, looks=looks)


def other_settings(game: Game) -> dict[str, SettingValue]:
    found: dict[str, SettingValue] = {}
    for name, setting in game.settings.items():
        choices = (True, False) if isinstance(setting.default, bool) else setting.choices
        found[name] = next((value for value in choices if value != game.house[name]), game.house[name])
    return found


# -- all of them -----------------------------------------------------------------------------------


def is_of_suits(game: Game) -> bool:
    """Whether hands are flushes, and no pair counts."""
    shapes = (wager.shape for wager in game.wagers.values() if wager.shape)
    return any(isinstance(shape.ranking, SuitRanking) for shape in shapes)


def mutants(game: Game) -> Iterator[tuple[str, Game]]:
    """Changed definitions, by what was changed."""
    for change in CHANGES:
        yield change.__name__, change_bets(game, tuple(game.bets), change)
    yield "deal_one_more", deal_one_more(game)
    yield "exchange_looks", exchange_looks(game)
    yield "every setting otherwise", game.with_settings(**other_settings(game))
    for bet in (bet for wager in game.deciding for bet in game.wagers[wager].bets):
        for change in (ties_win, wins_push, losses_push):
            yield f"{bet}: {change.__name__}", change_bets(game, (bet,), change)
    yield "the lower hand wins", change_judge(game, lambda order: -order)
    yield "equal hands lose", change_judge(game, lambda order: order or -1)
    yield "equal hands win", change_judge(game, lambda order: order or 1)
    yield "other hands qualify", change_judge(game, line_of=is_not_on)
    if not is_of_suits(game):
        yield "a pair qualifies", change_judge(game, line_of=is_on_pair)
    for change_step in (raise_twice, withdraw_last, open_dealer, stop_dealer):
        yield change_step.__name__, change_steps(game, change_step)
    for name, setting in game.settings.items():
        for value in setting.choices:
            if value != game.house[name]:
                yield f"{name} = {value}", game.with_settings(**{name: value})
    for wager in game.deciding:
        for table in game.tables_for(wager)[1:3]:
            yield table.id, game.with_paytable(table.id)
    for hard, soft in ((16, 16), (18, 18), (17, 19)):
        yield f"the dealer stands on {hard}, soft {soft}", stop_dealer_at(game, hard, soft)


@cache
def mutants_of(name: str) -> dict[str, Game]:
    return dict(mutants(load_game(name)))


EVERY = 5
"""One mutant of so many is tried each time, the others among the slow tests."""


def cases(names: list[str]) -> list[object]:
    """One in a few of a game of each kind; in the soak all, and all of games that no small deck serves."""
    first = one_of_each_kind(name for name in names if not takes_long(load_game(name), most=10))
    return [
        pytest.param(
            name,
            mutant,
            id=f"{name}: {mutant}",
            marks=[pytest.mark.slow] if number % EVERY or name not in first else [],
        )
        for name in names
        for number, mutant in enumerate(mutants_of(name))
    ]


# -- small decks -----------------------------------------------------------------------------------

DECKS = (
    "Jc Kd Kh 6c 2d",
    "Ac Qd 6h 6c Kd Jd",
    "2c 3d 5c Jd Qh Qc Ad",
    "2c 4d 5c Jd Qh Qc Ad 5d",
    "2c 3d 5h 7c 9d Jh Kc Ad Kd",
    "2c 3d 5h 7c 9d Jh Kc Ad Kd 2d",
    "2c 3d 5h 7c 9d Jh Kc Ad Kd 2d 9c",
    "2c 3d 5h 7c 9d Jh Kc Ad Kd 2d 9c Qh",
    "2c 3d 5h 7c 9d Jh Kc Ad Kd 2d 9c Qh 6s",
    "2c 3d 5h 7c 9d Jh Kc Ad Kd 2d 9c Qh 6s 8c",
    "2c 3d 5h 7c 9d Jh Kc Ad Kd 2d 9c Qh 6s 8c 6d",
    "2c 3d 5h 7c 9d Jh Kc Ad Kd 2d 9c Qh 6s 8c 6d 4s",
)
"""With pairs, and with hands that do not qualify: a game takes the first that it can be dealt from."""
SUITED = (
    "2c 3c 4c 5c Kd Qd Jd 9d",
    "2c 3c 4c 5c 9c Tc Kd Qd Jd 9d 3h 4h 5h 6s",
    "2c 3c 4c 5c 9c Tc Kd Qd Jd 9d 3h 4h 5h 6s 7s",
)
"""The same where hands are flushes: long ones, short ones and runs."""
LARGER = DECKS[1]
SHOE = "7c 7c 7c 7c Td Td Ad Ad Ad"
"""So few tens that nobody insures: the drawing engine leaves insurance out of the whole game."""


def deck_of(text: str) -> Deck:
    return Deck(tuple(sorted(Counter(parse_cards(text, copies=9)).items())))


def small(game: Game) -> Game:
    leaves = unroll(game, game.deciding).leaves
    needed = max(sum(map(len, leaf.round.hands.values())) for leaf in leaves)
    decks = SUITED if is_of_suits(game) else DECKS
    return game.with_deck(next(deck for deck in map(deck_of, decks) if deck.size >= needed))


def from_shoe(game: Game) -> Game:
    """One hand, from a small shoe."""
    return game.with_settings(most_hands=1).with_deck(deck_of(SHOE))


# -- walked once for all laws ----------------------------------------------------------------------

WALKS = 400_000
SOME = 3


class WalkedMutant(NamedTuple):
    """What the walker says of a mutant: its worth, and the options at some decisions."""

    game: Game
    value: Fraction
    decisions: dict[tuple[Move, ...], dict[str, Fraction]]


def walk_some(game: Game) -> WalkedMutant:
    walker = Walker(game, game.deciding, budget=WALKS)
    value = walker.walk(Record((game.seat(*game.deciding),))).value
    some = sorted(walker.decisions, key=str)[:: max(1, len(walker.decisions) // SOME)]
    return WalkedMutant(game, value, {moves: walker.decisions[moves] for moves in some})


@cache
def walk_small(name: str, mutant: str) -> WalkedMutant:
    return walk_some(small(mutants_of(name)[mutant]))


@cache
def walk_larger(name: str, mutant: str) -> WalkedMutant:
    return walk_some(mutants_of(name)[mutant].with_deck(deck_of(LARGER)))


@cache
def walk_from_shoe(name: str, mutant: str) -> Fraction:
    game = from_shoe(mutants_of(name)[mutant])
    return walk(game, game.deciding).value
