"""Changed definitions, made from any game: a rule that is changed must change the answer, or nobody answers.

A mutator wraps what a definition is made of (the results of bets, what bets are told of hands, the steps of
the procedure, settings, paytables) and knows no game. Where a rule does not come up in a game, a mutant is
the game itself; the law that is held against mutants says only that an engine follows the definition.
"""

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.base.odds import Kind, to_one
from pitboss.rules import FOLD, Choose, Draw, Face, Game, Result, Round, Sight, Step
from pitboss.rules.bet import Bet, Judge

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


CHANGES: tuple[Change, ...] = (
    ties_win,
    ties_lose,
    wins_pay_double,
    wins_push,
    losses_push,
    losses_cost_half,
    folds_live,
)


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
    """The dearest option is not offered where there are three."""
    is_long = isinstance(step, Choose) and len(step.options) > 2
    return replace(step, options=step.options[:-1]) if is_long else step  # type: ignore[union-attr, type-var]


def open_dealer(_: Round, step: Step) -> Step:
    """The dealer's cards are dealt face up."""
    is_dealers = isinstance(step, Draw) and step.hand == DEALER
    return replace(step, face=Face.UP) if is_dealers else step  # type: ignore[type-var]


def stop_dealer(table: Round, step: Step) -> Step | None:
    """The dealer never takes a third card by itself."""
    is_third = isinstance(step, Draw) and step.hand == DEALER and len(table.hand(DEALER)) == 2
    return None if is_third else step


# -- all of them -----------------------------------------------------------------------------------


def mutants(game: Game) -> Iterator[tuple[str, Game]]:
    """Changed definitions of the base game, by what was changed."""
    bets = tuple(bet for wager in game.deciding for bet in game.wagers[wager].bets)
    for change in CHANGES:
        yield change.__name__, change_bets(game, bets, change)
    for bet in bets:
        for change in (ties_win, wins_push, losses_push):
            yield f"{bet}: {change.__name__}", change_bets(game, (bet,), change)
    yield "the lower hand wins", change_judge(game, lambda order: -order)
    yield "equal hands lose", change_judge(game, lambda order: order or -1)
    yield "equal hands win", change_judge(game, lambda order: order or 1)
    yield "other hands qualify", change_judge(game, line_of=is_not_on)
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
