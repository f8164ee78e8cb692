"""Drills, and the rounds that are dealt for them."""

from fractions import Fraction
from itertools import product

import pytest

from pitboss.cards import FIVE, STANDARD, THREE, TWO_AND_TWO
from pitboss.cards.deck import make_deck
from pitboss.house.training.deck import StackedDeck, find_hand, stack
from pitboss.house.training.drill import DRILLS
from pitboss.house.training.drill_round import drills_for, find_round
from pitboss.house.training.lesson import stream
from pitboss.house.training.payment import ENVY, PaymentAction
from pitboss.house.training.table import plan_round, play
from pitboss.rules import game_ids, load_game
from structure import envied, games_where

DOLLAR = 1_000_000
POSSIBLE = {
    "blackjack": "side bet of a losing hand, push, held for a hidden card, wager kept, uneven odds, envy",
    "caribbean_stud": "side bet of a losing hand, live bet of a folded hand, push, column by hands, "
    "wager kept, envy",
    "mississippi_stud": "side bet of a losing hand, live bet of a folded hand, straight above flush, push, "
    "wager kept, envy",
    "three_card_draw_poker": "side bet of a losing hand, live bet of a folded hand, bonus of a losing hand, "
    "bonus of a winning hand, straight above flush",
    "three_card_poker": "side bet of a losing hand, live bet of a folded hand, bonus of a losing hand, "
    "bonus of a winning hand, straight above flush, push, wager kept, envy",
}
"""From the rules of each game: only a shared meter has envy, only Cover All has columns, and so on."""


@pytest.mark.parametrize("name", POSSIBLE)
def test_a_game_is_drilled_in_what_its_rules_allow(name):
    assert ", ".join(drill.name for drill in drills_for(load_game(name))) == POSSIBLE[name]


@pytest.mark.parametrize("name", game_ids())
def test_every_possible_drill_is_found_in_time(name):
    game = load_game(name)
    for number, drill in enumerate(drills_for(game)):
        finished = find_round(game, drill, stream(9, number))
        assert finished is not None, drill.name
        assert any(drill.applies(finished, payment) for payment in finished.payments)


def drill_named(name):
    return next(drill for drill in DRILLS if drill.name == name)


@pytest.mark.parametrize("number", range(6))
def test_a_bonus_of_a_losing_hand_is_paid_where_the_ante_goes(number):
    finished = find_round(
        load_game("three_card_poker"), drill_named("bonus of a losing hand"), stream(1, number)
    )
    bonuses = [one for one in finished.payments if one.bet == "ante_bonus"]
    losers = {one.seat for one in finished.payments if one.bet == "ante" and one.action is PaymentAction.TAKE}
    assert losers & {one.seat for one in bonuses}


@pytest.mark.parametrize("name", games_where(envied))
def test_envy_goes_to_every_other_seat_with_the_wager(name):
    game = load_game(name)
    finished = find_round(game, drill_named("envy"), stream(2, 1))
    paid = [one.seat for one in finished.payments if one.bet == ENVY]
    with_wager = {seat for seat, wagers in finished.wagers.items() if set(wagers) & set(envied(game))}
    assert paid
    assert set(paid) <= with_wager
    assert [one.bet for one in finished.payments][-len(paid) :] == [ENVY] * len(paid)


def test_a_bet_is_held_for_the_hole_card_when_the_up_card_matches_the_pair():
    finished = find_round(load_game("blackjack"), drill_named("held for a hidden card"), stream(3, 1))
    (seat, bet) = next(iter(finished.held))
    assert bet == "progressive"
    dealer, own = finished.round.hand("dealer"), finished.round.hand(f"seat {seat} hand")
    assert own[0].rank == own[1].rank == dealer[0].rank


# -- the rounds ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "number"), list(product(game_ids(), range(12))))
def test_the_payments_of_a_round_are_what_the_rules_settle(name, number):
    """Every bet once, and the sum of a seat's wins as the game's own settlement has it."""
    game = load_game(name)
    finished = play(plan_round(game, stream(11, number)))
    bets = [(one.seat, one.bet) for one in finished.payments if one.bet != ENVY]
    assert len(bets) == len(set(bets))
    for place in finished.round.places:
        settled = game.settle(finished.round, place.number)
        meters = {"": Fraction(finished.meters.get("progressive", 0), DOLLAR)}
        wanted = sum(result.net(meters) for results in settled.values() for result in results)
        mine = [one for one in finished.payments if one.seat == place.number and one.bet != ENVY]
        assert sum(Fraction(one.payout_micros - one.stake_micros, DOLLAR) for one in mine) == wanted


def test_a_stacked_deck_is_the_whole_deck_with_the_wanted_cards_where_they_belong():
    deck = tuple(STANDARD)
    order = stack(deck, [(0, deck[51]), (51, deck[0]), (7, deck[7])])
    assert sorted(order) == sorted(deck)
    assert (order[0], order[51], order[7]) == (deck[51], deck[0], deck[7])
    with pytest.raises(AssertionError, match="whole deck"):
        StackedDeck(STANDARD, (*deck[1:], deck[1]), stream(1, 1))


def test_cards_that_a_deck_has_several_times_are_stacked_apart():
    deck = tuple(make_deck(decks=6))
    order = stack(deck, [(position, deck[0]) for position in (0, 9, 99, 200)])
    assert sorted(order) == sorted(deck)
    assert [order[position] for position in (0, 9, 99, 200)] == [deck[0]] * 4


@pytest.mark.parametrize(
    ("ranking", "line", "size", "decks"),
    [
        (FIVE, "royal_flush", 5, 1),
        (FIVE, "four_of_a_kind", 5, 1),
        (THREE.with_lines(akq_spades="akq_suited_in_spades"), "akq_spades", 3, 1),
        (TWO_AND_TWO, "suited_four_of_a_kind", 4, 6),
    ],
)
def test_the_rarest_hands_are_found(ranking, line, size, decks):
    cards = tuple(make_deck(decks=decks)) if decks > 1 else tuple(STANDARD)
    for number in range(5):
        hand = find_hand(cards, ranking, size, ranking.line(line), stream(7, number))
        assert ranking.worth(hand).atom in ranking.line(line)
