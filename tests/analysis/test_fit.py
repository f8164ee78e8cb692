"""An engine that brings its own picture of a game answers only where the rules are that picture."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest

from mutant import DEALER, change_steps, stop_dealer_at
from pitboss.analysis.analysis import analyze
from pitboss.analysis.counting import count
from pitboss.analysis.fit import CASES, draws, draws_base, misfit, read_cases
from pitboss.base.error import PlanError
from pitboss.cards import Card, Deck
from pitboss.cards.totals import total
from pitboss.design.vulnerability import find_vulnerability
from pitboss.rules import Draw, Game, Looks, Place, Result, Round, Sight, Step, game_ids, load_game
from pitboss.rules.judge import OpenJudge
from pitboss.shape.drawing import drawing_rules
from pitboss.strategy.advice import advise

BLACKJACK = load_game("blackjack")
DIFFERENCE = r"the drawing engine does not fit bet: .*is worth -?\d+/\d+ by the rules, -?\d+/\d+ to the"


def push_bust(game: Game) -> Game:
    """The same game, but a dealer's bust gives every stake back that it would have won."""

    def wrap(settle: Callable[[Sight], Result]) -> Callable[[Sight], Result]:
        def bet(see: Sight) -> Result:
            result = settle(see)
            is_bust = result.stake and see.is_in("dealer", "bust") and result.name == "win"
            return see.push() if is_bust else result

        return bet

    hands = ("bet", "second_hand", "third_hand", "fourth_hand")
    return replace(game, bets={**game.bets, **{name: wrap(game.bets[name]) for name in hands}})


def test_a_dealers_bust_that_pushes_is_not_given_plain_blackjacks_figure() -> None:
    with pytest.raises(PlanError, match=DIFFERENCE):
        analyze(push_bust(BLACKJACK), "bet")


def test_its_strategy_is_its_own() -> None:
    """A 16 that stands wins only by a bust: plainly that is 2p - 1, and p - 1 where a bust pushes."""
    (plain,), (changed,) = (advise(game, "Th 6d / 9c") for game in (BLACKJACK, push_bust(BLACKJACK)))
    assert [choice.option for choice in changed.choices] == ["stand", "hit", "double"]
    assert changed.choices[0].value == (plain.choices[0].value - 1) / 2


@pytest.mark.slow
def test_nor_is_it_given_the_strategy_of_a_pair_or_the_leaks() -> None:
    with pytest.raises(PlanError, match=DIFFERENCE):
        advise(push_bust(BLACKJACK), "2h 2d / 9c")
    with pytest.raises(PlanError, match=DIFFERENCE):
        find_vulnerability(push_bust(BLACKJACK), only="hole card")


@pytest.mark.parametrize(("hard", "soft"), [(12, 13), (16, 16), (17, 19), (18, 18), (20, 20)])
def test_a_dealer_who_stops_elsewhere_is_read_in_the_definition(hard: int, soft: int) -> None:
    game = stop_dealer_at(BLACKJACK, hard, soft)
    rules = drawing_rules(game)
    assert (rules.stands_hard, rules.stands_soft) == (hard, soft)
    assert misfit(game, "bet") == ""


@pytest.mark.slow
def test_a_stop_that_the_dealers_first_two_cards_do_not_show_is_refused() -> None:
    """With three cards the dealer stands on less."""

    def stop(table: Round, step: Step) -> Step | None:
        is_fourth = isinstance(step, Draw) and step.hand == DEALER and len(table.hand(DEALER)) == 3
        return None if is_fourth and total(table.cards(DEALER)) > 13 else step

    with pytest.raises(PlanError, match=DIFFERENCE):
        analyze(change_steps(BLACKJACK, stop), "bet")


def test_the_reason_names_the_shoe_and_both_values() -> None:
    reason = misfit(push_bust(BLACKJACK), "bet")
    assert " left: " in reason
    assert "by the rules" in reason


@pytest.mark.parametrize("name", game_ids())
def test_the_drawing_engine_answers_where_a_natural_is_paid_and_nowhere_else(name: str) -> None:
    game = load_game(name)
    tables = [table for wager in game.deciding for table in game.chosen.get(wager, ())]
    assert draws_base(game) == any("natural" in table.pays for table in tables)
    assert not any(draws(game, wager) for wager in game.wagers if wager not in game.deciding)


def test_every_value_of_a_card_and_every_suit_comes_in_some_case() -> None:
    cards = [card for case in read_cases(CASES) for card in case.deck]
    assert {card.rank for card in cards} == set(range(2, 15))
    assert {card.suit for card in cards} == set(range(4))


def test_where_another_engine_answers_the_difference_is_named() -> None:
    """So few cards that the general engine counts them."""
    deck = Deck(tuple((Card(rank, 0), copies) for rank, copies in ((7, 4), (10, 2), (14, 4))))
    changed = push_bust(BLACKJACK).with_deck(deck).with_settings(most_hands=1)
    found = analyze(changed, "bet")
    assert found.drawn is None
    assert re.search(DIFFERENCE, found.method)
    assert "drawing engine does not fit" not in analyze(changed, "progressive").method


def test_looks_that_read_cards_are_not_counted_as_if_they_did_not() -> None:
    """The house takes the better hand: nobody may count the hands as they were dealt."""
    game = load_game("three_card_poker")

    def looks(table: Round, place: Place) -> Looks:
        found = dict(game.looks(table, place))
        slots = [slot for hand in table.hands.values() for slot in hand]
        if all(isinstance(slot, Card) for slot in slots) and OpenJudge(found).order("player", "dealer") > 0:
            found["player"], found["dealer"] = found["dealer"], found["player"]
        return found

    with pytest.raises(PlanError, match="the looks read cards"):
        count(replace(game, looks=looks), game.deciding)
