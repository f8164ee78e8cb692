"""The value of every option for a hand, and the strategy that the program puts into words."""

from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.analysis.counting import count
from pitboss.analysis.walker import Walker, walk
from pitboss.base.error import InputError
from pitboss.cards import THREE, parse_cards
from pitboss.cards.deck import make_deck
from pitboss.rules import Dealt, Record, load_game
from pitboss.strategy.advice import advise
from pitboss.strategy.words import find_strategy


def test_queen_six_four_is_the_lowest_hand_worth_a_play():
    """WoO, Three Card Poker: play with Q-6-4 or better; Q-6-4 loses 0.993378 if played, folding loses 1."""
    game = load_game("three_card_poker")
    (plays,) = advise(game, "Qh 6d 4c")
    (folds,) = advise(game, "Qs 6d 3c")
    assert plays.best.option == "play"
    assert round(float(plays.best.value), 6) == -0.993378
    assert folds.best.option == "fold"


@pytest.mark.parametrize("hand", ["Ks Qs 2h", "2h 3h Ah", "3s 3h Qc", "Ac Qc Ks"])
def test_advice_is_what_the_walker_finds_on_a_toy_deck(hand):
    game = load_game("three_card_poker").with_deck(make_deck(ranks=(2, 3, 12, 13, 14), suits=(0, 2, 3)))
    cards = tuple(sorted(parse_cards(hand)))
    (advice,) = advise(game, hand)
    found = walk_from(game, cards)
    assert {choice.option: choice.value for choice in advice.choices} == found


def walk_from(game, cards):
    """The walker's values with these cards dealt to seat 1."""
    walker = Walker(game, game.deciding)
    record = Record((game.seat("ante"),)).then(Dealt("seat 1 hand", cards))
    walker.walk(record)
    return next(iter(walker.decisions.values()))


@pytest.mark.parametrize(
    ("game", "hand", "says"),
    [
        ("three_card_poker", "Qh 6d", "decides on 3 cards, got 2"),
        ("three_card_poker", "Qh Qh 4c", "is there twice"),
        ("mississippi_stud", "Qh 6d 5c 3c 2c", "decides on 2 or 3 or 4 cards"),
        ("blackjack", "Qh 6d", "decides on two cards or more and the up card, as 'Th 6d / 9c', got 2"),
        ("blackjack", "Ah Kd / 9c", "Ah Kd is 21: there is nothing left to decide"),
        ("blackjack", "Th 6d 9s / 9c", "Th 6d 9s is 25: there is nothing left to decide"),
        ("blackjack", "Th 6d 9s 2d / 9c", "Th 6d 9s is 25: no card is drawn to that"),
        ("blackjack", "8h 8h 8h 8h 8h 8h / 8h", "is there 7 times"),
    ],
)
def test_hands_that_cannot_be_advised_on_are_refused(game, hand, says):
    with pytest.raises(InputError, match=says):
        advise(load_game(game), hand)


def test_a_card_that_is_not_in_the_deck_is_refused():
    game = load_game("three_card_poker").with_deck(make_deck(ranks=(2, 3, 12, 13, 14), suits=(0, 2, 3)))
    with pytest.raises(InputError, match="'Kd' is not in the deck"):
        advise(game, "Ac Qc Kd")


def test_every_street_after_every_history_is_advised_on():
    """Mississippi Stud: four cards come after nine histories of three bets each."""
    advice = advise(load_game("mississippi_stud"), "Jh 3c / 5d 9s")
    assert len(advice) == 9
    assert all(choice.cost >= 0 for found in advice for choice in found.choices)


@pytest.mark.parametrize("hand", ["Kh Kd 7c", "7c Kh Kd", "Kd 7c Kh"])
def test_a_discard_names_the_card_however_the_hand_is_typed(hand):
    """With a pair of kings the seven goes, whichever place it was typed in."""
    for advice in advise(load_game("three_card_draw_poker"), hand):
        if advice.question == "draw":
            assert str(advice.best.card) == "7c"
            assert {str(choice.card) for choice in advice.choices} == {"None", "7c", "Kd", "Kh"}


def test_each_discard_is_worth_what_dealing_the_rest_says():
    """Suited cards of one rank tell places apart: every discard against an enumeration of its own."""
    game = load_game("three_card_draw_poker").with_deck(make_deck(ranks=(2, 3, 13, 14), suits=(0, 1)))
    hand = ("Kc", "Kd", "Ac")
    draws = {a.history: a for a in advise(game, " ".join(hand)) if a.question == "draw"}
    for choice in draws["play 1x",].choices:
        kept = [card for card in parse_cards(" ".join(hand)) if card != choice.card]
        left = [card for card in game.deck.cards if card not in parse_cards(" ".join(hand))]
        nets = []
        for drawn in left if choice.card else [None]:
            final = THREE.worth([*kept, drawn] if drawn else kept)
            rest = [card for card in left if card != drawn]
            for dealer in combinations(rest, 4):
                order = final.klass - THREE.worth(dealer).klass
                bonus = {5: 5, 6: 7, 7: 10, 8: 10}.get(final.atom, 0)
                nets.append(2 * ((order > 0) - (order < 0)) + bonus)
        assert choice.value == Fraction(sum(nets), len(nets)), choice.option


def strategy_of(name, **kwargs):
    game = load_game(name)
    counted = count(game, game.deciding)
    return find_strategy(game, counted, counted.price(game), **kwargs)


def test_the_program_discovers_the_threshold_of_three_card_poker():
    found = strategy_of("three_card_poker")
    ((rules),) = [words.rules for words in found.words]
    assert rules == ((("Q-6-4 or better",), "play"), ((), "fold"))
    assert found.cost == 0


def test_the_program_finds_a_cheap_strategy_for_mississippi_stud():
    found = strategy_of("mississippi_stud")
    assert 0 < found.cost < Fraction(1, 500)
    text = str(found.words)
    assert "2 for J-A, 1 for 6-10" in text


def test_fewer_rules_cost_more_and_never_less_than_nothing():
    few, many = strategy_of("three_card_draw_poker", most_rules=2), strategy_of("three_card_draw_poker")
    assert few.cost > many.cost > 0


def test_words_on_a_toy_deck_cost_what_playing_them_costs():
    """On ten cards the best threshold is cheap to find; its value can never beat the walker's."""
    game = load_game("three_card_poker").with_deck(make_deck(ranks=(2, 3, 11, 12, 14), suits=(0, 1)))
    counted = count(game, ("ante",))
    found = find_strategy(game, counted, counted.price(game))
    assert found.best == walk(game, ("ante",)).value
    assert found.value <= found.best
