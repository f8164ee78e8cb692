"""Two ways to count the same hidden cards: dealing them out, and sweeping hands in order of class."""

import numpy as np
import pytest

from pitboss.analysis.signature import deal_out, sweep
from pitboss.cards import DEUCES_AND_JOKER, FIVE, FOUR, JOKER_COMPLETES, LONGEST_FLUSH, LONGEST_RUN
from pitboss.cards.deck import make_deck
from pitboss.shape.question import partition
from pitboss.shape.situations import extend, make_room, nothing_seen
from pitboss.shape.tables import Sighted, classify

PLAIN = make_deck(ranks=(2, 3, 4, 12, 13, 14), suits=(0, 3))
WITH_JOKER = make_deck(ranks=(2, 3, 13, 14), suits=(0, 1, 3), joker=True)
SEVENS = make_deck(ranks=(2, 3, 4, 5, 14), suits=(0, 1, 2), joker=True)
TWO_SUITS = make_deck(ranks=(5, 6, 7, 8, 9, 12, 13), suits=(1, 2))


@pytest.mark.parametrize(
    ("ranking", "lines", "deck", "own", "opened", "hidden"),
    [
        (FOUR, ("pair",), PLAIN, 4, 0, 5),
        (FOUR, ("pair",), PLAIN, 4, 1, 4),
        (FOUR, (), PLAIN, 4, 2, 3),
        (FIVE, ("two_pair", "straight"), PLAIN, 5, 3, 2),
        (DEUCES_AND_JOKER, ("straight_flush", "full_house"), WITH_JOKER, 5, 0, 5),
        (DEUCES_AND_JOKER, ("five_of_a_kind",), WITH_JOKER, 5, 1, 4),
        (JOKER_COMPLETES, ("pair", "five_of_a_kind"), SEVENS, 7, 0, 7),
        (FIVE, ("pair", "flush"), TWO_SUITS, 6, 3, 3),
        (LONGEST_FLUSH, ("three_card_flush", "four_card_flush"), PLAIN, 5, 0, 5),
        (LONGEST_FLUSH, ("three_card_flush",), PLAIN, 4, 1, 3),
        (LONGEST_RUN, ("run_of_3",), PLAIN, 4, 0, 5),
    ],
)
@pytest.mark.parametrize("is_compared", [True, False])
def test_sweeping_is_dealing_out(ranking, lines, deck, own, opened, hidden, is_compared):
    cells = partition(ranking, [(f"{line}_or_better",) for line in lines])
    mine = tuple(range(own))
    rows = extend(nothing_seen(make_room(deck, named_suits=frozenset())), mine)
    rows = extend(rows, tuple(range(own, own + opened))) if opened else rows
    against = classify(Sighted("own", mine, partition(ranking, ())), rows).classes if is_compared else None
    last = Sighted("other", tuple(range(own, own + opened + hidden)), cells)
    assert np.array_equal(sweep(last, rows, against, hidden), deal_out(last, rows, against, hidden))
