"""The highest of several hands: exact terms by brute force on toy decks, intervals that hold the truth."""

from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from pitboss.analysis import highest as module
from pitboss.analysis.highest import count_highest, sample_sizes
from pitboss.base.error import PlanError
from pitboss.cards import THREE
from pitboss.cards.deck import make_deck
from pitboss.shape.question import partition

LINES = ("straight_flush", "three_of_a_kind", "straight")
PAYOUTS = tuple(map(Fraction, (0, 5, 12, 31)))


@cache
def brute_force(deck, cells, hands):
    """The expected payout by dealing every round."""

    def rest(cards, left):
        if left == 0:
            yield 1, -1
            return
        for hand in combinations(cards, 3):
            cell = cells.of_atom[THREE.worth(hand).atom]
            for ways, best in rest(tuple(card for card in cards if card not in hand), left - 1):
                yield ways, max(cell, best)

    total = paid = 0
    for ways, best in rest(deck.cards, hands):
        total += ways
        paid += ways * PAYOUTS[best]
    return Fraction(paid, total)


DECK = make_deck(ranks=(2, 3, 4, 14), suits=(0, 1, 2))
CELLS = partition(THREE, [LINES])


@pytest.fixture
def coarse(monkeypatch):
    """On a toy deck the remainder is as large as the wager: aim at a coarser interval."""
    monkeypatch.setattr(module, "AIM", 0.05)


def test_two_hands_are_exact():
    found = count_highest(DECK, CELLS, 3, 2).net(PAYOUTS)
    assert found.low == found.high == brute_force(DECK, CELLS, 2)


@pytest.mark.parametrize("seed", range(5))
def test_the_interval_of_three_hands_holds_the_exact_value(seed, coarse):
    found = count_highest(DECK, CELLS, 3, 3).net(PAYOUTS, seed=seed)
    assert found.low <= brute_force(DECK, CELLS, 3) <= found.high
    assert found.half_width <= Fraction(5, 100)


def test_another_seed_gives_another_interval_and_the_same_seed_the_same(coarse):
    terms = count_highest(DECK, CELLS, 3, 3)
    assert terms.net(PAYOUTS, seed=1) == terms.net(PAYOUTS, seed=1) != terms.net(PAYOUTS, seed=2)


def test_half_widths_add_up_to_the_aim():
    weights = {1: Fraction(1, 50), 2: Fraction(1, 900), 3: Fraction(1, 10**6)}
    share = module.MISS / 3
    widths = [
        float(weights[cell]) * (module.log(2 / share) / (2 * size)) ** 0.5
        for cell, size in sample_sizes(weights, share).items()
    ]
    assert sum(widths) <= module.AIM * 1.000001


def test_more_hands_than_the_deck_holds_are_refused():
    with pytest.raises(PlanError, match="need more than"):
        count_highest(DECK, CELLS, 3, 5)
