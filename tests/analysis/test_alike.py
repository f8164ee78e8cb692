"""The general engine: games whose rules read cards, from their definitions alone."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.analysis.alike import check_alike, walk_alike
from pitboss.analysis.analysis import analyze
from pitboss.analysis.drawn import draw_game
from pitboss.analysis.walker import walk
from pitboss.base.error import PlanError
from pitboss.cards import Card, Deck
from pitboss.cards.deck import make_deck
from pitboss.cards.totals import value
from pitboss.rules import Game, Result, Sight, load_game
from pitboss.rules.judge import OpenJudge

BLACKJACK = load_game("blackjack").with_settings(most_hands=1)


def shoe(cards: dict[int, int]) -> Deck:
    return Deck(tuple((Card(rank, 0), copies) for rank, copies in sorted(cards.items())))


@pytest.mark.parametrize(
    ("cards", "house"),
    [
        pytest.param({7: 4, 10: 2, 14: 4}, {}, id="aces and sevens"),
        pytest.param({9: 4, 10: 2, 14: 4}, {"dealer_peeks": False, "surrender": True}, id="no peek"),
        pytest.param({6: 6, 10: 4}, {"dealer_hits_soft_17": True}, id="sixes and tens"),
    ],
)
def test_blackjack_without_splits_follows_from_its_definition_alone(
    cards: dict[int, int], house: dict[str, bool]
) -> None:
    """Shoes with so few tens that nobody insures: the drawing engine leaves insurance out."""
    game = BLACKJACK.with_settings(**house).with_deck(shoe(cards))
    found = walk_alike(game, ("bet",))
    assert found.value == -draw_game(game, "bet").house_advantage
    assert found.value == walk(game, ("bet",)).value


def test_splits_too_where_the_shoe_is_small() -> None:
    game = load_game("blackjack").with_settings(most_hands=2).with_deck(shoe({8: 6, 10: 6}))
    found, walked = walk_alike(game, ("bet",)), walk(game, ("bet",))
    assert found.tallies["bet"].chances() == walked.tallies["bet"].chances()


def test_a_changed_rule_is_followed_where_the_drawing_engine_does_not_fit() -> None:
    """A tie that wins, on a shoe that the walker can play out."""

    def bet(see: Sight) -> Result:
        result = BLACKJACK.bets["bet"](see)
        return see.win() if result.name == "tie" else result

    game = replace(BLACKJACK, bets={**BLACKJACK.bets, "bet": bet}).with_deck(shoe({7: 4, 10: 2, 14: 4}))
    found = analyze(game, "bet")
    assert found.method.startswith("general engine")
    assert found.house_advantage == -walk(game, ("bet",)).value
    assert found.house_advantage < draw_game(game, "bet").house_advantage


def test_hands_that_are_said_to_be_alike_and_are_not_are_refused() -> None:
    """A natural of one suit pays double: then suits are no longer alike."""

    def bet(see: Sight) -> Result:
        result = BLACKJACK.bets["bet"](see)
        assert isinstance(see.judge, OpenJudge)
        cards = see.judge.looks["hand 1"].cards
        is_suited = len({card.suit for card in cards if isinstance(card, Card)}) == 1
        return see.win(name="suited") if is_suited else result

    game: Game = replace(BLACKJACK, bets={**BLACKJACK.bets, "bet": bet})
    with pytest.raises(PlanError, match="said to be alike"):
        check_alike(game, ("bet",))


def test_a_round_that_is_taken_for_another_and_goes_on_in_another_way_is_refused() -> None:
    """Hands by their last card alone: an ace and a ten are asked nothing, a seven and a ten are."""
    game = replace(BLACKJACK, alike=lambda cards: value(cards[-1])).with_deck(shoe({7: 4, 10: 2, 14: 4}))
    with pytest.raises(PlanError, match="said to be alike, and are not"):
        walk_alike(game, ("bet",))


def test_a_definition_that_says_nothing_of_alike_hands_is_walked_card_by_card() -> None:
    game = replace(BLACKJACK, alike=None).with_deck(shoe({7: 4, 10: 2, 14: 4}))
    assert walk_alike(game, ("bet",)).value == Fraction(47, 350)


@pytest.mark.slow
def test_what_takes_too_long_is_refused_with_every_reason() -> None:
    game = replace(load_game("blackjack"), bets={**BLACKJACK.bets, "bet": lambda see: see.push()})
    reasons = "the rules read .*; the general engine: .* more than 6,000 states.*; the walker .*; the drawing"
    with pytest.raises(PlanError, match=reasons):
        analyze(game.with_deck(make_deck(decks=6)), "bet")
