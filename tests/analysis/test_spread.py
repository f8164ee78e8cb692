"""Counting cards over cells equals dealing every hand, on every deck."""

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.analysis.spread import spread
from pitboss.base.error import PlanError
from pitboss.cards import (
    DEUCES_AND_JOKER,
    FIVE,
    FOUR,
    JOKER_COMPLETES,
    LONGEST_FLUSH,
    LONGEST_RUN,
    LONGEST_STRAIGHT_FLUSH,
    NATURAL,
    THREE,
    TWO_AND_TWO,
    Card,
    Deck,
    Readings,
)
from pitboss.cards.deck import make_deck
from pitboss.shape.question import partition


def dealt_out(deck, cells, cards):
    found = Counter(cells.of_atom[cells.ranking.worth(hand).atom] for hand in combinations(deck.cards, cards))
    return [found[cell] for cell in range(len(cells.atoms))]


@given(st.sampled_from([THREE, FOUR, FIVE]), st.integers(0, 2), st.data())
def test_counting_equals_dealing_on_any_toy_deck(ranking, more, data):
    everything = [Card(rank, suit) for rank in (2, 3, 4, 5, 12, 13, 14) for suit in range(4)]
    size = ranking.size + min(more, ranking.size - 1)
    cards = data.draw(st.sets(st.sampled_from(everything), min_size=size, max_size=11))
    deck = Deck(tuple((card, 1) for card in sorted(cards)))
    names = data.draw(st.lists(st.sampled_from(sorted(ranking.lines)), max_size=4, unique=True))
    cells = partition(ranking, [tuple(names), ("straight_flush",)])
    assert spread(deck, cells, size) == dealt_out(deck, cells, size)


@pytest.mark.parametrize(
    ("ranking", "cards", "joker"),
    [
        (LONGEST_FLUSH, 6, False),
        (LONGEST_STRAIGHT_FLUSH, 6, False),
        (LONGEST_RUN, 6, False),
        (DEUCES_AND_JOKER, 5, True),
        (JOKER_COMPLETES, 5, True),
        (JOKER_COMPLETES, 7, True),
        (Readings("both", wild=DEUCES_AND_JOKER, natural=NATURAL), 5, True),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_counting_equals_dealing_for_other_rankings(ranking, cards, joker):
    deck = make_deck(ranks=(2, 3, 13, 14), suits=(0, 1, 3), joker=joker)
    cells = partition(ranking, [(line,) for line in ranking.lines])
    assert spread(deck, cells, cards) == dealt_out(deck, cells, cards)


@pytest.mark.parametrize("decks", [1, 2, 3])
def test_two_and_two_from_a_shoe_equals_dealing_it_in_order(decks):
    deck = make_deck(ranks=(2, 3), suits=(0, 1), decks=decks)
    cells = partition(TWO_AND_TWO, [("suited_four_of_a_kind", "four_of_a_kind", "suited_pair")])
    shoe = list(deck)
    found = Counter(cells.of_atom[TWO_AND_TWO.worth(hand).atom] for hand in permutations(shoe, 4))
    assert spread(deck, cells, 4) == [found[cell] for cell in range(len(cells.atoms))]


def test_a_deck_of_unequal_suits_has_no_pattern():
    deck = Deck(((Card(2, 0), 2), (Card(2, 1), 1), (Card(3, 0), 3)))
    with pytest.raises(PlanError, match="equal suits"):
        spread(deck, partition(TWO_AND_TWO, [("suited_pair",)]), 4)
