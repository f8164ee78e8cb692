"""Wild cards: every hand is the best of all that its wild cards may stand for."""

from itertools import combinations, pairwise, product
from random import Random

import pytest
from naive import naive_value, straight_top

from pitboss.cards import DEUCES_AND_JOKER, JOKER, JOKER_COMPLETES, NATURAL, Card, Readings, parse_cards
from pitboss.cards.deck import make_deck

DECK = list(make_deck(joker=True).cards)
EVERY = [card for card in DECK if card != JOKER]


def read(cards: list[Card]) -> tuple[str, list[int]]:
    """Five plain cards, of which some may be alike, by name and by what breaks ties."""
    ranks = [card.rank for card in cards]
    if len(set(ranks)) == 1:
        return "five_of_a_kind", ranks[:1]
    number, tiebreak = naive_value(cards)
    names = ["high_card", "pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house"]
    name = [*names, "four_of_a_kind", "straight_flush"][number]
    return ("royal_flush" if name == "straight_flush" and straight_top(ranks) == 14 else name), tiebreak


DEUCES = [
    *[
        "high_card",
        "pair",
        "two_pair",
        "three_of_a_kind",
        "straight",
        "flush",
        "full_house",
        "four_of_a_kind",
    ],
    *["straight_flush", "five_of_a_kind", "royal_flush", "five_wilds"],
]


def naive_deuces(cards: list[Card]) -> tuple[int, list[int]]:
    """Each wild card stands for any of 52 cards; two cards of one suit and rank make no flush."""
    plain = [card for card in cards if card != JOKER and card.rank != 2]
    if not plain:
        return DEUCES.index("five_wilds"), []
    found = []
    for others in product(EVERY, repeat=len(cards) - len(plain)):
        hand = [*plain, *others]
        if len(set(hand)) < 5:
            continue
        name, tiebreak = read(hand)
        found.append((DEUCES.index(name), tiebreak))
    alike = {card.rank for card in plain}
    if len(alike) == 1:
        found.append((DEUCES.index("five_of_a_kind"), [*alike]))
    return max(found)


BUG = [
    *[
        "high_card",
        "pair",
        "two_pair",
        "three_of_a_kind",
        "straight",
        "flush",
        "full_house",
        "four_of_a_kind",
    ],
    *["straight_flush", "royal_flush", "five_of_a_kind"],
]


def naive_bug(cards: list[Card]) -> tuple[int, list[int]]:
    if JOKER not in cards:
        name, tiebreak = read(cards)
        return BUG.index(name), tiebreak
    plain = [card for card in cards if card != JOKER]
    found = []
    for other in EVERY:
        if other in plain:
            continue
        name, tiebreak = read([*plain, other])
        if other.rank == 14 or name in ("straight", "flush", "straight_flush", "royal_flush"):
            found.append((BUG.index(name), tiebreak))
    if {card.rank for card in plain} == {14}:
        found.append((BUG.index("five_of_a_kind"), [14]))
    return max(found)


def assert_same_order(ranking, value, hands):
    """Classes order hands as the values do."""
    judged = sorted((value(list(hand)), ranking.worth(hand).klass) for hand in hands)
    for (low, one), (high, other) in pairwise(judged):
        assert (low < high) == (one < other), (low, high)


@pytest.mark.parametrize(
    ("ranking", "value"), [(DEUCES_AND_JOKER, naive_deuces), (JOKER_COMPLETES, naive_bug)]
)
def test_wild_hands_are_the_best_that_they_can_stand_for(ranking, value):
    random = Random(53)
    hands = [tuple(random.sample(DECK, 5)) for _ in range(120)]
    hands = [hand for hand in hands if sum(card == JOKER or card.rank == 2 for card in hand) <= 1]
    assert_same_order(ranking, value, [*hands, *((JOKER, *random.sample(EVERY, 4)) for _ in range(30))][:110])


@pytest.mark.slow
def test_two_and_more_wild_cards_too():
    random = Random(5)
    wild = [card for card in DECK if card == JOKER or card.rank == 2]
    hands = [(*random.sample(wild, 2), *random.sample(EVERY[4:], 3)) for _ in range(60)]
    hands += [(*random.sample(wild, 3), *random.sample(EVERY[4:], 2)) for _ in range(4)]
    assert_same_order(DEUCES_AND_JOKER, naive_deuces, hands)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ranking", "value"), [(DEUCES_AND_JOKER, naive_deuces), (JOKER_COMPLETES, naive_bug)]
)
def test_every_hand_of_a_small_deck(ranking, value):
    deck = make_deck(ranks=(2, 12, 13, 14), suits=(0, 3), joker=True)
    hands = [
        hand for hand in combinations(deck.cards, 5) if sum(c == JOKER or c.rank == 2 for c in hand) <= 2
    ]
    assert_same_order(ranking, value, hands)


@pytest.mark.parametrize(
    ("cards", "deuces", "bug", "natural"),
    [
        ("Jk 2c 2d 2h 2s", "five_wilds", "four_of_a_kind", "high_card"),
        ("2c 2d Kc Qc Jc", "royal_flush", "pair", "pair"),
        ("Jk Ac Ad Ah As", "five_of_a_kind", "five_aces", "high_card"),
        ("Jk Kc Kd Kh Ks", "five_of_a_kind", "four_of_a_kind", "high_card"),
        ("Jk 3c 4c 5c 6d", "straight", "straight", "high_card"),
        ("Jk 3c 4c 5c 7c", "straight_flush", "straight_flush", "high_card"),
        ("Jk 9c 9d 5c 7c", "three_of_a_kind", "pair", "high_card"),
        ("2c 3c 4c 5c 6c", "straight_flush", "straight_flush", "straight_flush"),
        ("2c 2d 2h 2s 9d", "five_of_a_kind", "four_of_a_kind", "four_of_a_kind"),
    ],
)
def test_hands_by_name(cards, deuces, bug, natural):
    hand = parse_cards(cards)
    for ranking, line in ((DEUCES_AND_JOKER, deuces), (JOKER_COMPLETES, bug), (NATURAL, natural)):
        assert ranking.pick(ranking.worth(hand).atom, (line,)) == line


def test_readings_name_the_way_and_the_line():
    both = Readings("both", wild=DEUCES_AND_JOKER, natural=NATURAL)
    atom = both.worth(parse_cards("2c 2d 2h 2s 9d")).atom
    held = {line for line in both.lines if atom in both.line(line)}
    assert {"wild_five_of_a_kind", "five_of_a_kind", "natural_four_of_a_kind"} <= held
    assert not held & {"four_of_a_kind", "wild_four_of_a_kind", "natural_full_house"}
