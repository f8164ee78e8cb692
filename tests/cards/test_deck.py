from collections import Counter

import pytest

from pitboss.base.error import InputError
from pitboss.cards import STANDARD, Card, Deck
from pitboss.cards.deck import make_deck


def test_a_shoe_of_six_decks_has_312_cards_and_six_of_each():
    shoe = make_deck(decks=6)
    physical = Counter(shoe)
    assert shoe.size == physical.total() == 312
    assert set(physical.values()) == {6}
    assert set(shoe.cards) == set(STANDARD.cards) == set(physical)


def test_a_toy_deck_has_the_ranks_and_suits_asked_for():
    toy = make_deck(ranks=(2, 14), suits=(0, 3))
    assert set(toy) == {Card(2, 0), Card(2, 3), Card(14, 0), Card(14, 3)}
    assert toy.size == 4


def test_only_a_deck_without_copies_is_single():
    assert STANDARD.is_single
    assert not make_deck(decks=2).is_single
    assert not Deck(((Card(2, 0), 1), (Card(3, 0), 2))).is_single


@pytest.mark.parametrize("counts", [(), ((Card(2, 0), 0),), ((Card(2, 0), 1), (Card(3, 0), -1))])
def test_a_deck_without_cards_is_refused(counts):
    with pytest.raises(InputError, match="at least one"):
        Deck(counts)
