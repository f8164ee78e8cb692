"""Pai Gow Poker: one hand set into two, against a house that sets by its own way."""

from fractions import Fraction

import pai_gow
import pytest
from definition import define

from dealing import nets, play_script
from pitboss.analysis.walker import Walker, walk
from pitboss.cards import Card, Deck, parse_cards
from pitboss.cards.deck import make_deck
from pitboss.rules import Dealt, Record

GAME = define(pai_gow)
WIN = Fraction(19, 20)


@pytest.mark.parametrize(
    ("hand", "dealer", "setting", "expected"),
    [
        pytest.param("As Ad Ks Kd 9c 4s 2d", "Qs Qd Js Td 8c 4h 2h", "low 3-4", WIN, id="both hands win"),
        pytest.param("As Ad Ks Kd 9c 4s 2d", "Qs Qd Js Td 8c 4h 2h", "low 1-2", -1, id="foul"),
        pytest.param("As Ad Ks Kd 9c 4s 2d", "Qs Qd Js Td 8c 4h 2h", "low 6-7", 0, id="one hand each pushes"),
        pytest.param("Qs Qd Jh Tc 8d 3s 2d", "Qh Qc Js Td 8c 3h 2h", "low 3-4", -1, id="copies lose"),
        pytest.param("Qs Qd Kh Tc 8d 3s 2d", "Qh Qc Js Td 8c 3h 2h", "low 3-4", 0, id="copy and win push"),
    ],
)
def test_settlements(hand: str, dealer: str, setting: str, expected: Fraction | int) -> None:
    hands = {"seat 1 hand": hand, "dealer": dealer}
    round_ = play_script(GAME, hands, {"1 setting": setting}, wagers={1: ("bet",)})
    assert nets(GAME, round_)["bet"] == expected


@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("As Kd Js 9d 7c 4s 2d", "Kd Js"),
        ("As Kd Js 9d 7c 2s 2d", "As Kd"),
        ("As Ad Ks Kd 7c 4s 2d", "7c 4s"),
        ("As Ad Ac Kd 7c 4s 2d", "Kd 7c"),
        ("9s 9d 9c 4d 4c As 2d", "As 2d"),
        ("9s 8s 7s 6s 5s 5d 5c", "5d 5c"),
    ],
)
def test_the_house_keeps_its_best_five_and_sets_the_best_two_beside_it(cards: str, low: str) -> None:
    dealt = parse_cards(cards)
    placed = pai_gow.house_way(dealt)
    assert {dealt[place].rank for place in placed} == {card.rank for card in parse_cards(low)}


def test_the_walker_sets_a_hand_best() -> None:
    """Aces up against nine cards: kings to the low hand, and no other setting comes near."""
    game = GAME.with_deck(make_deck(ranks=(2, 3, 9, 10, 11, 12, 13, 14), suits=(0, 1)))
    walker = Walker(game, game.deciding)
    dealt = Dealt("seat 1 hand", parse_cards("Ac Ad Kc Kd 9c 2d 3c"))
    branch = walker.walk(Record((game.seat("bet"),)).then(dealt))
    (values,) = walker.decisions.values()
    best = max(values, key=lambda name: values[name])
    assert (best, len(values)) == ("low 3-4", 21)
    assert branch.value == values[best]
    assert values["low 1-2"] == -1, "aces as the low hand are foul"


def test_the_walker_answers_for_a_whole_toy_deck() -> None:
    """Of fourteen cards the house holds what the player does not: a fair game but for copies."""
    deck = Deck(((Card(2, 3), 3), (Card(9, 2), 3), (Card(13, 1), 4), (Card(14, 0), 4)))
    found = walk(GAME.with_deck(deck), ("bet",))
    assert found.value < 0
    assert len(found.decisions) == len({moves[0] for moves in found.decisions})
