from collections import Counter
from itertools import combinations, product

import pytest

from pitboss.base.error import InputError
from pitboss.cards import TWO_AND_TWO, Card, parse_cards

LINES = ("suited_four_of_a_kind", "four_of_a_kind", "suited_pair")


def line(cards):
    return TWO_AND_TWO.pick(TWO_AND_TWO.worth(cards).atom, LINES)


def naive_line(player, dealer):
    four = [*player, *dealer]
    if all(card == four[0] for card in four):
        return "suited_four_of_a_kind"
    if all(card.rank == four[0].rank for card in four):
        return "four_of_a_kind"
    return "suited_pair" if player[0] == player[1] else None


def test_all_deals_of_a_toy_shoe_fall_on_the_line_that_the_rule_names():
    kinds = [Card(rank, suit) for rank in (2, 9, 14) for suit in (0, 3)]
    seen = Counter()
    for four in product(kinds, repeat=4):
        assert line(four) == naive_line(four[:2], four[2:])
        seen[line(four)] += 1
    # by hand: 6 cards; 3 ranks of 2 suits; 6 suited pairs with any two cards
    assert seen["suited_four_of_a_kind"] == 6
    assert seen["four_of_a_kind"] == 3 * 2**4 - 6
    assert seen["suited_pair"] == 6 * 6**2 - 3 * 2 * 2**2


def test_the_top_hand_comes_once_in_496512_deals_of_six_decks():
    """The figure printed with the Bet the Set 21 progressive, from the deals of one rank and suit."""
    card = Card(14, 3)
    copies = [(card, number) for number in range(6)]
    top = sum(
        line([one for one, _ in (*player, *dealer)]) == "suited_four_of_a_kind"
        for player in combinations(copies, 2)
        for dealer in combinations([copy for copy in copies if copy not in player], 2)
    )
    deals = (312 * 311 // 2) * (310 * 309 // 2)
    assert round(deals / (52 * top)) == 496_512


def test_the_players_two_come_first_and_a_dealers_pair_alone_is_nothing():
    pair, odd = [Card(9, 2), Card(9, 2)], list(parse_cards("9h 4c"))
    assert line(pair + odd) == "suited_pair"
    assert line(odd + pair) is None


@pytest.mark.parametrize("count", [3, 5])
def test_the_wrong_number_of_cards_is_refused(count):
    with pytest.raises(InputError, match=f"needs 4 cards, got {count}"):
        TWO_AND_TWO.worth([Card(9, 2)] * count)
