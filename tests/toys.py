"""Toy decks: a few ranks in a few suits, small enough for the walker."""

from hypothesis import assume
from hypothesis import strategies as st

from pitboss.cards import Card, Deck
from pitboss.cards.card import ACE, LOWEST, SUITS

CORNERS = ((2, 3, ACE), (12, 13, ACE), (10, 11, 12, 13, ACE), ())
"""Ranks where straights begin and end."""


@st.composite
def toy_decks(draw: st.DrawFn, smallest: int, largest: int) -> Deck:
    """So many cards: all of some ranks in some suits, or a part of them so that the suits are not alike."""
    suits = draw(st.lists(st.sampled_from(range(len(SUITS))), min_size=2, unique=True))
    corner = draw(st.sampled_from(CORNERS))
    others = draw(st.lists(st.sampled_from(range(LOWEST, ACE + 1)), max_size=largest, unique=True))
    ranks = list(dict.fromkeys((*corner, *others)))[: max(2, largest // len(suits) + draw(st.integers(0, 1)))]
    cards = [Card(rank, suit) for rank in ranks for suit in suits]
    assume(len(cards) >= smallest)
    if len(cards) > largest:
        cards = draw(st.permutations(cards))[: draw(st.integers(smallest, largest))]
    return Deck(tuple((card, 1) for card in sorted(cards)))
