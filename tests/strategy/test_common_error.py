"""What habits cost: held against the walker that is made to have them, and against published figures."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import pytest

from mutant import change_bets, ties_win
from pitboss.analysis.analysis import analyze
from pitboss.analysis.walker import Branch, Walker, walk
from pitboss.cards import Card, Deck, parse_cards
from pitboss.rules import Choose, Chosen, Dealt, Game, Record, load_game
from pitboss.trial.common_error import common_errors
from structure import QUICK

Takes = Callable[[frozenset[Card], dict[str, Fraction]], str]


@cache
def toy(name: str, cards: str) -> Game:
    return load_game(name).with_deck(Deck(tuple((card, 1) for card in sorted(parse_cards(cards)))))


@dataclass
class Stubborn(Walker):
    """The walker with a habit at one question."""

    question: str = ""
    takes: Takes = lambda own, values: max(values, key=lambda name: values[name])

    def decide(self, record: Record, step: Choose) -> Branch:
        if step.question != self.question:
            return super().decide(record, step)
        branches = {
            option.name: self.walk(record.then(Chosen(step.seat, step.question, option.name)))
            for option in step.options
        }
        own = frozenset(
            card
            for move in record.moves
            if isinstance(move, Dealt) and "seat" in move.hand
            for card in move.cards
        )
        values = {name: branch.value for name, branch in branches.items()}
        return branches[self.takes(own, values)]


def has_pair(own: frozenset[Card]) -> bool:
    return len({card.rank for card in own}) < len(own)


def is_good(own: frozenset[Card]) -> bool:
    """A pair or better in three cards."""
    ranks = sorted(card.rank for card in own)
    in_a_row = ranks[2] - ranks[0] == 2 or ranks == [2, 3, 14]
    return has_pair(own) or len({card.suit for card in own}) == 1 or in_a_row


def best(values: dict[str, Fraction]) -> str:
    return max(values, key=lambda name: values[name])


def best_but(values: dict[str, Fraction], name: str) -> str:
    return best({other: value for other, value in values.items() if other != name})


@cache
def best_value(game: Game) -> Fraction:
    """The same for every habit of one game."""
    return walk(game, game.deciding).value


def stubborn_cost(game: Game, question: str, takes: Takes) -> Fraction:
    wagers = game.deciding
    walker = Stubborn(game, wagers, {}, question=question, takes=takes)
    return best_value(game) - walker.walk(Record((game.seat(*wagers),))).value


errors_of = cache(common_errors)


POKER_CARDS = "2h 2d 3h 4s 5h Qd Kd"
STUD_CARDS = "6h 6d 9h Jh Jd Kd"


@pytest.mark.parametrize(
    ("name", "cards", "question", "habit", "takes"),
    [
        ("three_card_poker", POKER_CARDS, "play", "always play", lambda own, values: "play"),
        (
            "three_card_poker",
            POKER_CARDS,
            "play",
            "never fold a pair",
            lambda own, values: best_but(values, "fold") if is_good(own) else best(values),
        ),
        (
            "three_card_poker",
            POKER_CARDS,
            "play",
            "fold below a pair",
            lambda own, values: best_but(values, "fold") if is_good(own) else "fold",
        ),
        ("mississippi_stud", STUD_CARDS, "3rd street", "always bet 1x", lambda own, values: "bet 1x"),
        pytest.param(
            "mississippi_stud",
            STUD_CARDS,
            "5th street",
            "never bet 3x",
            lambda own, values: best_but(values, "bet 3x"),
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "mississippi_stud",
            STUD_CARDS,
            "4th street",
            "never fold",
            lambda own, values: best_but(values, "fold"),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_habit_costs_what_the_walker_loses_that_has_it(name, cards, question, habit, takes):
    game = toy(name, cards)
    (cost,) = [e.cost for e in errors_of(game) if (e.question, e.name) == (question, habit)]
    assert cost == stubborn_cost(game, question, takes)
    assert cost >= 0


@cache
def shoe_game() -> Game:
    """Ties win, so that only the general engine answers."""
    game = load_game("blackjack").with_settings(most_hands=1)
    deck = Deck(tuple((Card(rank, 0), copies) for rank, copies in ((6, 3), (10, 3), (14, 2))))
    return change_bets(game.with_deck(deck), ("bet",), ties_win)


SHOE_HABITS = [("always hit", "hit"), ("always double", "double"), ("never stand", "")]


@pytest.mark.parametrize(("habit", "option"), SHOE_HABITS, ids=lambda value: value)
def test_a_habit_at_a_game_that_reads_cards_costs_what_the_walker_loses_that_has_it(habit, option):
    """An option that is not offered is not missed."""
    game = shoe_game()

    def takes(own: frozenset[Card], values: dict[str, Fraction]) -> str:
        if option:
            return option if option in values else best(values)
        return best_but(values, "stand")

    (cost,) = [e.cost for e in errors_of(game) if (e.question, e.name) == ("hand 1 on 2", habit)]
    assert cost == stubborn_cost(game, "hand 1 on 2", takes)
    assert cost >= 0


def test_three_card_poker_as_published():
    """Wizard of Odds, Three Card Poker: 7.65% raising blind, 3.45% with the dealer's queen or better."""
    game = load_game("three_card_poker")
    edge = analyze(game, "ante").house_advantage
    costs = {error.name: error.cost for error in common_errors(game)}
    assert float(edge + costs["always play"]) == pytest.approx(0.0765, abs=0.00005)
    like_dealer = next(cost for name, cost in costs.items() if "queen high or better" in name)
    assert float(edge + like_dealer) == pytest.approx(0.0345, abs=0.00005)


@pytest.mark.slow
def test_caribbean_stud_as_published():
    """Wizard of Odds, Caribbean Stud Poker: 16.6% never folding, 5.68% with ace and king or better."""
    game = load_game("caribbean_stud")
    edge = analyze(game, "ante").house_advantage
    costs = {error.name: error.cost for error in common_errors(game)}
    assert float(edge + costs["always raise"]) == pytest.approx(0.1660, abs=0.0005)
    like_dealer = next(cost for name, cost in costs.items() if "ace king high" in name)
    assert float(edge + like_dealer) == pytest.approx(0.0568, abs=0.00005)


def test_every_habit_costs_something_or_nothing_and_the_dearest_is_first():
    for name in QUICK:
        costs = [error.cost for error in common_errors(load_game(name))]
        assert costs == sorted(costs, reverse=True)
        assert costs[-1] >= 0
        assert costs[0] > 0


def test_habits_at_blackjack_as_published():
    """Griffin, The Theory of Blackjack: playing like the dealer loses about 5.5%."""
    game = load_game("blackjack")
    edge = analyze(game, "bet").house_advantage
    costs = {error.name: error.cost for error in common_errors(game)}
    assert float(edge + costs["play like the dealer"]) == pytest.approx(0.055, abs=0.004)
    assert costs["always insurance"] == Fraction(23, 311) / 2 / 13
    assert all(cost > 0 for cost in costs.values())


@dataclass
class HitsBelow(Walker):
    """The walker that looks at its total alone, never takes insurance, and never doubles or splits."""

    hard: int = 17
    soft: int = 17

    def decide(self, record: Record, step: Choose) -> Branch:
        names = [option.name for option in step.options]
        if "hit" not in names:
            return self.walk(record.then(Chosen(step.seat, step.question, names[0])))
        own = [
            min(card.rank, 10) if card.rank < 14 else 1
            for move in record.moves
            if isinstance(move, Dealt) and "seat" in move.hand
            for card in move.cards
        ]
        is_soft = 1 in own and sum(own) <= 11
        total = sum(own) + 10 * is_soft
        option = "stand" if total >= (self.soft if is_soft else self.hard) else "hit"
        return self.walk(record.then(Chosen(step.seat, step.question, option)))


@pytest.mark.parametrize(
    ("habit", "hard", "soft"),
    [("play like the dealer", 17, 17), ("stand on 12 or more, never double or split", 12, 18)],
)
def test_whole_habits_at_blackjack_are_those_of_a_walker(habit, hard, soft):
    shoe = Deck(((Card(5, 0), 3), (Card(6, 0), 2), (Card(10, 0), 3), (Card(14, 0), 1)))
    game = load_game("blackjack").with_deck(shoe).with_settings(dealer_hits_soft_17=False)
    lost = analyze(game, "bet").house_advantage
    walker = HitsBelow(game, ("bet",), {}, hard=hard, soft=soft)
    (cost,) = [error.cost for error in common_errors(game) if error.name == habit]
    assert lost + cost == -walker.walk(Record((game.seat("bet"),))).value
