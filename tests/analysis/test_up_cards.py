"""The up-card engine: one decision on one's own hand, with some of the dealer's cards open."""

from dataclasses import replace
from math import comb

import numpy as np
import pytest

from pitboss.analysis import up_kernel as kernel
from pitboss.analysis.counting import count
from pitboss.analysis.up_cards import read_up_cards
from pitboss.analysis.up_fit import differing_outcome, up_decks, up_misfit
from pitboss.analysis.up_play import play_up_cards
from pitboss.base.error import PlanError
from pitboss.cards import parse_cards
from pitboss.cards.deck import make_deck
from pitboss.rules import Game, load_game
from pitboss.shape.question import partition
from pitboss.shape.situations import card_number
from structure import UP_CARDS

SIX = load_game("six_card_poker")
DECKS = [
    make_deck(ranks=(2, 3, 4, 5, 6, 13, 14), suits=(0, 3)),
    make_deck(ranks=(5, 7, 8, 9, 10, 11, 12, 14), suits=(1, 2)),
    make_deck(ranks=(4, 9, 11, 13, 14), suits=(0, 1, 2)),
    make_deck(ranks=(10, 12, 13, 14), suits=(0, 1, 2, 3)),
]


@pytest.mark.parametrize("tie_rule", ["cheapest", "dearest"])
@pytest.mark.parametrize("deck", DECKS, ids=lambda deck: f"{deck.size} cards")
@pytest.mark.parametrize("name", UP_CARDS)
def test_the_up_card_engine_is_the_counting_engine(name, deck, tie_rule):
    game = load_game(name).with_deck(deck).with_settings(tie_rule=tie_rule)
    assert differing_outcome(game, game.deciding, {}) == ""


@pytest.mark.slow
def test_it_is_the_counting_engine_on_a_whole_deck_that_both_can_count():
    game = load_game("caribbean_stud")
    assert differing_outcome(game, ("ante",), {}) == ""


@pytest.mark.parametrize("opened", ["Ah Kh Qh", "Ah Kh Qd", "2c 2d 9c", "Ah Kd Qc", "7h 7d 7c", "2s 3s 9d"])
def test_patterns_are_all_own_hands_and_each_of_its_class_once(opened):
    """Beside the open cards: so many hands of each class as are dealt out of all that is left."""
    plan = read_up_cards(SIX, ("ante",))
    cards = np.array(sorted(map(card_number, parse_cards(opened))), np.int8)
    live = kernel.find_live(cards, plan.flush - plan.hidden)
    left = kernel.lay_out(cards, live, plan.duel.deck)
    patterns = plan.patterns(live=live >= 0)
    ways = [kernel.pattern_ways(patterns, row, plan.flush, left) for row in range(len(patterns.classes))]
    assert min(ways) >= 0
    assert sum(ways) == comb(49, 6)


def test_an_engine_that_misses_a_line_of_the_dealer_is_found_out():
    """Without ace and king the engine would take every dealer to open."""
    game = SIX.with_deck(DECKS[0])
    plan = read_up_cards(game, ("ante",))
    blind = replace(plan.dealer, cells=partition(plan.hands.ranking, [("royal_flush",)]))
    counted = count(game, ("ante",)).price(game)
    assert play_up_cards(plan, game).value == counted.value
    assert play_up_cards(replace(plan, dealer=blind), game).value != counted.value


def test_it_says_how_far_it_is():
    game = SIX.with_deck(DECKS[3])
    said: list[str] = []
    play_up_cards(read_up_cards(game, ("ante",)), game, progress=said.append)
    assert said[0].endswith("0%")
    assert len(set(said)) > 20


def test_small_decks_leave_a_card_that_nobody_gets():
    plan = read_up_cards(SIX, ("ante",))
    assert all(13 <= deck.size <= 16 for deck in up_decks(plan))
    assert up_misfit(SIX, ("ante",), {}) == ""


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("three_card_poker", "some of the dealer's"),
        ("high_five_poker", "some of the dealer's"),
        ("four_card_poker", "more than one suit"),
        ("let_it_ride", "and not at two"),
        ("ultimate_texas_holdem", "some of the dealer's|more than one decision"),
    ],
)
def test_a_game_of_another_shape_is_refused(name, reason):
    game: Game = load_game(name)
    with pytest.raises(PlanError, match=reason):
        read_up_cards(game, game.deciding)
