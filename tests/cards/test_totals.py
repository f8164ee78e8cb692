"""Hands by total: against counts done by hand, and a total reckoned another way."""

from itertools import combinations_with_replacement, product

import pytest

from pitboss.base.error import InputError
from pitboss.cards import SPLIT_TOTALS, TOTALS, Card, parse_card
from pitboss.cards.totals import is_soft, starts_natural, total


def cards(text):
    return tuple(parse_card(word) for word in text.split())


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        ("Ah Kd", "blackjack"),
        ("Td As", "blackjack"),
        ("Ah 6d", "soft 17"),
        ("Ah 6d Tc", "17"),
        ("Ah Ad", "soft 12"),
        ("Ah Ad 9c", "21"),
        ("9h 9d", "18"),
        ("7h 7d 7c", "21"),
        ("Kh Qd 4c", "bust with 24"),
        ("Kh Qd Ac Ad", "bust with 22"),
        ("2h 2d", "4"),
    ],
)
def test_a_hand_in_a_dealers_words(hand, says):
    assert TOTALS.describe(cards(hand)) == says


def test_an_ace_and_a_ten_after_a_split_are_21_and_no_natural():
    assert SPLIT_TOTALS.describe(cards("Ah Kd")) == "21"
    assert SPLIT_TOTALS.worth(cards("Ah Kd")) == SPLIT_TOTALS.worth(cards("7h 7d 7c"))
    assert TOTALS.worth(cards("Ah Kd")).klass > TOTALS.worth(cards("7h 7d 7c")).klass


def test_hands_rank_by_total_with_bust_below_and_natural_above_all():
    order = ["Kh Qd 2c", "2h 2d", "3h 2d", "Th 6d", "Ah 6d", "9h 9d", "7h 7d 7c", "Ah Kd"]
    classes = [TOTALS.worth(cards(hand)).klass for hand in order]
    assert classes == sorted(set(classes))
    assert TOTALS.worth(cards("Kh Qd 2c")) == TOTALS.worth(cards("Kh Qd 9c"))


def test_every_total_is_the_best_over_all_ways_to_count_the_aces():
    for size in (2, 3, 4):
        for ranks in combinations_with_replacement(range(2, 15), size):
            hand = [Card(rank, 0) for rank in ranks]
            ways = product(*((1, 11) if rank == 14 else (min(rank, 10),) for rank in ranks))
            totals = sorted({sum(way) for way in ways})
            best = max((n for n in totals if n <= 21), default=totals[0])
            assert total(hand) == best
            assert is_soft(hand) == (14 in ranks and best != totals[0])


def test_only_an_ace_or_a_ten_can_start_a_natural():
    assert {card for card in "23456789TJQKA" if starts_natural(parse_card(f"{card}s"))} == set("TJQKA")


def test_the_atoms_are_every_total_once():
    assert len(TOTALS.atom_names) == len(set(TOTALS.atom_names)) == 20
    assert TOTALS.line("natural") == {19}
    assert TOTALS.line("total_17_or_better") == set(range(14, 20))


def test_one_card_is_no_hand():
    with pytest.raises(InputError, match="a blackjack hand needs 2 cards, got 1"):
        TOTALS.worth(cards("Ah"))
