"""What usual errors of players cost, exactly: simple habits, found from the structure of a game.

A habit is a choice at one question, with best play at all others: to take an option always or never, never
to fold a pair or to fold all else, to play what the dealer needs to qualify, to look at own cards only.
The whole game is priced again with the habit in place of best play; where rules read cards, the general
engine walks it again with an option taken always or never. Hands drawn to a total have habits of
their own: options never taken on two cards, insurance, and two ways to play every hand.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.alike import AlikeWalker, Position
from pitboss.analysis.analysis import bare, count_once
from pitboss.analysis.bestplay import Counted, Decision
from pitboss.analysis.drawn import DrawnGame, draw_game
from pitboss.analysis.fit import draws
from pitboss.analysis.holding import INSURED
from pitboss.analysis.walker import Branch
from pitboss.base.error import InputError
from pitboss.cards.poker import PokerRanking
from pitboss.cards.totals import ACES, BEST, VALUES, count_values
from pitboss.rules import Blank, Choose, Game, Look
from pitboss.rules.bet import FOLD
from pitboss.shape.drawing import drawing_rules, natural_pay
from pitboss.shape.question import explore, partition
from pitboss.shape.situations import Situations
from pitboss.shape.tables import Sighted, classify
from pitboss.shape.unroll import ME, Node
from pitboss.simulation.blackjack_hand import HIT, STAND
from pitboss.strategy.advice import counted_or_alike
from pitboss.strategy.alike_advice import make_engine
from pitboss.strategy.feature import DEALER, partial_hand
from pitboss.trial.blackjack_chart import HARD, SOFT, ChartRows, rows_policy
from pitboss.trial.blackjack_worth import policy_advantage

Choice = NDArray[np.int8]
Habit = Callable[[Decision, Situations], Choice | None]
"""A choice for every row of a decision; nothing where the habit has no meaning."""
STIFF, STIFF_SOFT = 12, 18


@dataclass(frozen=True)
class CommonError:
    """A habit, the question it is about ("" for all), and what it costs of the base wager."""

    name: str
    question: str
    cost: Fraction


@lru_cache(maxsize=8)
def common_errors(game: Game) -> tuple[CommonError, ...]:
    """The dearest first."""
    if not game.deciding:
        raise InputError(f"{game.name} has no decision to get wrong")
    wager = next((wager for wager in game.deciding if draws(game, wager)), None)
    if wager:
        found = list(drawn_errors(game, draw_game(game, wager), wager))
    else:
        found = counted_or_alike(
            game, lambda: list(counted_errors(game)), lambda: list(walked_errors(make_engine(game)))
        )
    return tuple(sorted(found, key=lambda error: -error.cost))


# -- counted -------------------------------------------------------------------------------------------


def counted_errors(game: Game) -> Iterator[CommonError]:
    counted = replace(count_once(bare(game), game.deciding, game.deciding), game=game)
    best = counted.price(game)
    solved = {id(decision.node): decision for decision in best.decisions}
    if not solved:
        raise InputError(f"{game.name} has no decision to get wrong")
    for question in dict.fromkeys(node.question for node, _ in counted.tree.decisions):
        nodes = [node for node, _ in counted.tree.decisions if node.question == question]
        for name, habit in habits(counted, nodes[0]):
            choices = {id(node): habit(solved[id(node)], counted.stages[node.stage]) for node in nodes}
            if any(choice is None for choice in choices.values()):
                continue

            def policy(node: Node, _: Situations, choices: dict[int, Choice | None] = choices) -> Choice:
                choice = choices.get(id(node))
                return solved[id(node)].choice if choice is None else choice

            yield CommonError(name, question, best.value - counted.price(game, policy=policy).value)


def habits(counted: Counted, node: Node) -> Iterator[tuple[str, Habit]]:
    """Names and habits at a question."""
    plain = [option.name for option in node.options if option.place is None]
    for name in plain:
        if name != FOLD:
            yield f"always {name}", partial(always, name)
    if len(node.options) > 2:
        for name in plain:
            yield f"never {name}", partial(never, name)
    if FOLD in plain:
        yield "never fold a pair", partial(keep_pairs, counted, folds_rest=False)
        yield "fold below a pair", partial(keep_pairs, counted, folds_rest=True)
        for look, line in qualifying(counted):
            yield f"play {line.replace('_', ' ')}, as {look} must", partial(like_dealer, counted, look, line)
    yield "not looking at the dealer's open card", partial(blind, counted)


def place_of(decision: Decision, name: str) -> int | None:
    return next((n for n, option in enumerate(decision.node.options) if option.name == name), None)


def best_without(decision: Decision, place: int) -> Choice:
    """The best option but this one."""
    others = [number for number in range(decision.options.shape[1]) if number != place]
    best: Choice = np.array(others, np.int8)[decision.options[:, others].argmax(axis=1)]
    return best


def always(name: str, decision: Decision, stage: Situations) -> Choice | None:
    place = place_of(decision, name)
    return None if place is None else np.full(len(stage), place, np.int8)


def never(name: str, decision: Decision, _: Situations) -> Choice | None:
    place = place_of(decision, name)
    return (
        None
        if place is None
        else np.where(decision.choice == place, best_without(decision, place), decision.choice)
    )


def keep_pairs(counted: Counted, decision: Decision, stage: Situations, *, folds_rest: bool) -> Choice | None:
    """With a pair or better among the cards seen but the dealer's, no fold; the rest as is best or folded."""
    mine = [n for n, token in enumerate(stage.tokens) if counted.tree.slot_of[token][0] != DEALER]
    fold = place_of(decision, FOLD)
    if fold is None or len(mine) < 2:
        return None
    features = partial_hand(stage.rows[:, mine].astype(np.int64))
    is_good = next(feature.values > 0 for feature in features if feature.name == "pairs")
    for name, look, tokens in whole_looks(counted, stage):
        if isinstance(look.ranking, PokerRanking) and "pair" in look.ranking.categories:
            pair = look.ranking.categories.index("pair")
            least = min(number for number, score in look.ranking.scores.items() if score[0] >= pair)
            is_good |= classify(Sighted(name, tokens, partition(look.ranking, ())), stage).classes >= least
    rest = np.full(len(stage), fold, np.int8) if folds_rest else decision.choice
    return np.where(is_good, unfolded(decision, fold), rest).astype(np.int8)


def unfolded(decision: Decision, fold: int) -> Choice:
    """Best play, and the best other option where that is to fold."""
    return np.where(decision.choice == fold, best_without(decision, fold), decision.choice)


def whole_looks(counted: Counted, stage: Situations) -> Iterator[tuple[str, Look, tuple[int, ...]]]:
    """The looks that lie wholly open at a stage, with their tokens."""
    leaf = counted.tree.leaves[-1]
    for name, look in counted.game.looks(leaf.round, leaf.round.place(ME)).items():
        if isinstance(look, Look):
            tokens = tuple(slot.number for slot in look.cards if isinstance(slot, Blank))
            if tokens and set(tokens) <= set(stage.tokens):
                yield name, look, tokens


def qualifying(counted: Counted) -> list[tuple[str, str]]:
    """Looks of which a bet asks whether they are on one line, and that line: what a dealer needs."""
    found = {}
    for leaf in counted.tree.leaves:
        for wager in counted.wagers:
            for answers, _ in explore(partial(counted.game.settle_wager, leaf.round, ME, wager)):
                for look, lines in answers:
                    if isinstance(lines, tuple) and len(lines) == 1:
                        found[look, lines[0]] = True
    return list(found)


def like_dealer(
    counted: Counted, look: str, line: str, decision: Decision, stage: Situations
) -> Choice | None:
    """Fold what would not qualify, and raise all else; by a whole hand of the same ranking."""
    leaf = counted.tree.leaves[-1]
    ranking = counted.game.looks(leaf.round, leaf.round.place(ME))[look].ranking
    fold = place_of(decision, FOLD)
    for name, mine, tokens in whole_looks(counted, stage):
        if name != look and mine.ranking is ranking and fold is not None:
            cells = partition(ranking, [(line,)])
            on_line = np.array([ranking.pick(atom, (line,)) is not None for atom in cells.atoms])
            qualifies = on_line[classify(Sighted(name, tokens, cells), stage).cells]
            return np.where(qualifies, unfolded(decision, fold), fold).astype(np.int8)
    return None


def blind(counted: Counted, decision: Decision, stage: Situations) -> Choice | None:
    """Best on average over the dealer's open card, if that came last and there is one."""
    fresh = {counted.tree.slot_of[token][0] for token in stage.tokens[len(stage.tokens) - stage.fresh :]}
    if fresh != {DEALER}:
        return None
    weighed = decision.options * stage.orbit[:, None].astype(np.float64)
    worth = np.zeros((int(stage.parent.max()) + 1, weighed.shape[1]))
    np.add.at(worth, stage.parent, weighed)
    found: Choice = worth.argmax(axis=1).astype(np.int8)[stage.parent]
    return found


# -- walked ----------------------------------------------------------------------------------------------


@dataclass
class Habitual(AlikeWalker):
    """The general engine with a habit at one question: an option that is always taken, or never."""

    question: str = ""
    option: str = ""
    is_taken: bool = True

    def decide(self, stand: Position, step: Choose) -> Branch:
        if step.question != self.question or not step.find(self.option) or len(step.options) == 1:
            return super().decide(stand, step)
        kept = [one for one in step.options if (one.name == self.option) is self.is_taken]
        return super().decide(stand, replace(step, options=tuple(kept)))


def walked_errors(engine: AlikeWalker) -> Iterator[CommonError]:
    """Habits at every question that the general engine meets; it asks the rules nothing again."""
    game = engine.game
    best = engine.walk(engine.start(game.deciding)).value
    asked: dict[tuple[str, str], int] = {}
    for state in engine.states.values():
        if isinstance(state.step, Choose):
            for one in state.step.options:
                key = state.step.question, one.name
                asked[key] = max(asked.get(key, 0), len(state.step.options))
    for (question, name), most in asked.items():
        for when, is_taken, has_meaning in (("always", True, name != FOLD), ("never", False, most > 2)):
            if has_meaning:
                habit = Habitual(game, game.deciding, question=question, option=name, is_taken=is_taken)
                habit.states = engine.states
                value = habit.walk(habit.start(game.deciding)).value
                yield CommonError(f"{when} {name}", question, best - value)


# -- drawn to a total ------------------------------------------------------------------------------------


def drawn_errors(game: Game, drawn: DrawnGame, wager: str) -> Iterator[CommonError]:
    rules, deck = drawing_rules(game), count_values(game.deck)
    offered = dict.fromkeys(option for start in drawn.starts for option in start.values)
    for option in offered:
        if option not in ("stand", "hit"):
            lost = [
                start.chance * (1 - start.natural) * (start.value - max(others))
                for start in drawn.starts
                if (others := [worth for name, worth in start.values.items() if name != option])
            ]
            yield CommonError(f"never {option} on two cards", "", sum(lost, Fraction(0)))
    if drawn.insurance is not None:
        cost = drawn.insurance * INSURED * Fraction(deck[ACES], sum(deck))
        yield CommonError("always insurance", "", cost)
    natural = natural_pay(game, wager)
    for name, rows in (
        ("play like the dealer", total_rows(rules.stands_hard, rules.stands_soft)),
        (f"stand on {STIFF} or more, never double or split", total_rows(STIFF, STIFF_SOFT)),
    ):
        policy = rows_policy(rows, rules, name)
        yield CommonError(name, "", policy_advantage(policy, deck, rules, natural) - drawn.house_advantage)


def total_rows(hard: int, soft: int) -> ChartRows:
    """Hit below these totals, stand on all others, and nothing else."""
    return ChartRows(
        {
            (section, total): (((STAND, STAND) if total >= least else (HIT, HIT)),) * len(VALUES)
            for section, least in ((HARD, hard), (SOFT, soft))
            for total in range(BEST)
        }
    )
