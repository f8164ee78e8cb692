from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import ORDER, hands, naive_best, naive_category, naive_value

from pitboss.base.error import InputError
from pitboss.cards import FIVE, FOUR, STANDARD, THREE, Card, parse_cards
from pitboss.cards.deck import make_deck

RANKINGS = [THREE, FOUR, FIVE]
BY_SIZE = {3: THREE, 4: FOUR, 5: FIVE}
SPADED = THREE.with_lines(akq_spades="akq_suited_in_spades")
"""With a line for one hand of one suit."""

# Hands of a 52-card deck. Three and four cards: Wizard of Odds, "Three Card Poker" and "Four Card
# Poker"; five cards: any book of poker probabilities (Wikipedia, "Poker probability"). The three-card
# row also follows by hand: 12 straights of 4**3 suits, 48 of them flushes, and so on.
PUBLISHED = {
    3: {
        "straight_flush": 48,
        "three_of_a_kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high_card": 16_440,
    },
    4: {
        "four_of_a_kind": 13,
        "straight_flush": 44,
        "three_of_a_kind": 2_496,
        "flush": 2_816,
        "straight": 2_772,
        "two_pair": 2_808,
        "pair": 82_368,
        "high_card": 177_408,
    },
    5: {
        "straight_flush": 40,
        "four_of_a_kind": 624,
        "full_house": 3_744,
        "flush": 5_108,
        "straight": 10_200,
        "three_of_a_kind": 54_912,
        "two_pair": 123_552,
        "pair": 1_098_240,
        "high_card": 1_302_540,
    },
}
# Classes of equal hands: 7,462 for five cards is published everywhere. For three cards 2 x 274 flushes
# and high cards, 2 x 12 straights, 156 pairs, 13 triples; for four 2 x 704, 2 x 11, 858 pairs, 78 two
# pairs, 156 triples, 13 quads.
CLASSES = {3: 741, 4: 2_535, 5: 7_462}


def category(ranking, cards):
    return ranking.pick(ranking.worth(cards).atom, ranking.categories)


def hands_with_ways(size):
    """One hand for each multiset of ranks, suited and unsuited, with the number of hands like it."""
    for ranks in combinations_with_replacement(range(2, 15), size):
        copies = Counter(ranks)
        if max(copies.values()) > 4:
            continue
        suits = iter([0] + [1] * size)
        if len(copies) < size:
            seen = Counter()
            cards = []
            for rank in ranks:
                cards.append(Card(rank, seen[rank]))
                seen[rank] += 1
            yield cards, prod(comb(4, count) for count in copies.values())
            continue
        yield [Card(rank, next(suits)) for rank in ranks], 4**size - 4
        for suit in range(4):
            yield [Card(rank, suit) for rank in ranks], 1


def count_lines(ranking, lines):
    counts = Counter()
    for cards, ways in hands_with_ways(ranking.size):
        counts[ranking.pick(ranking.worth(cards).atom, lines)] += ways
    return counts


@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: ranking.name)
def test_categories_hold_the_published_number_of_hands(ranking):
    counts = count_lines(ranking, ranking.categories)
    assert counts == PUBLISHED[ranking.size]
    assert counts.total() == comb(52, ranking.size)


def test_categories_of_all_22100_three_card_hands_one_by_one():
    counts = Counter(category(THREE, cards) for cards in combinations(STANDARD, 3))
    assert counts == PUBLISHED[3]


@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: ranking.name)
def test_classes_are_numbered_without_gaps_up_to_the_published_count(ranking):
    classes = {ranking.worth(cards).klass for cards, _ in hands_with_ways(ranking.size)}
    assert classes == set(range(1, CLASSES[ranking.size] + 1))


@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: ranking.name)
def test_categories_rank_as_the_documents_say(ranking):
    assert list(ranking.categories) == ORDER[ranking.size]


@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: ranking.name)
@pytest.mark.parametrize("ranks", [(2, 3, 4, 5, 14), (9, 10, 11, 12, 13, 14)])
def test_on_a_toy_deck_classes_order_all_hands_as_the_naive_evaluator_does(ranking, ranks):
    toy = make_deck(ranks=ranks, suits=(0, 3))
    seen = {}
    for cards in combinations(toy, ranking.size):
        value = naive_value(list(cards))
        assert category(ranking, cards) == naive_category(list(cards))
        seen.setdefault((value[0], *value[1]), set()).add(ranking.worth(cards).klass)
    ordered = [seen[value] for value in sorted(seen)]
    assert all(len(classes) == 1 for classes in ordered)
    numbers = [classes.pop() for classes in ordered]
    assert numbers == sorted(set(numbers))


@given(st.sampled_from([3, 4, 5]), st.data())
def test_any_two_hands_compare_as_the_naive_evaluator_says(size, data):
    one, other = data.draw(hands(size)), data.draw(hands(size))
    ranking = BY_SIZE[size]
    first, second = naive_value(one), naive_value(other)
    klass, klass_other = ranking.worth(one).klass, ranking.worth(other).klass
    assert (klass > klass_other, klass == klass_other) == (first > second, first == second)


@given(st.sampled_from([(3, 4), (3, 6), (4, 5), (5, 6), (5, 7)]), st.data())
def test_more_cards_than_a_hand_count_as_the_best_of_them(sizes, data):
    size, count = sizes
    cards = data.draw(hands(count))
    ranking = BY_SIZE[size]
    best = naive_best(cards, size)
    assert category(ranking, cards) == ORDER[size][best[0]]
    assert ranking.scores[ranking.worth(cards).klass][0] == best[0]
    worth = ranking.worth(cards)
    assert any(
        naive_value(list(part)) == best and ranking.worth(part) == worth for part in combinations(cards, size)
    )


@given(st.sampled_from([3, 4, 5]), st.data())
def test_neither_the_order_nor_the_names_of_the_suits_change_a_class(size, data):
    cards = data.draw(hands(size))
    suits = data.draw(st.permutations(range(4)))
    moved = data.draw(st.permutations([Card(card.rank, suits[card.suit]) for card in cards]))
    assert BY_SIZE[size].worth(moved).klass == BY_SIZE[size].worth(cards).klass


@pytest.mark.parametrize(
    ("ranking", "wheel", "next_up", "top"),
    [
        (THREE, "Ah 2d 3c", "2h 3d 4c", "Ah Kd Qc"),
        (FOUR, "Ah 2d 3c 4c", "2h 3d 4c 5c", "Ah Kd Qc Jc"),
        (FIVE, "Ah 2d 3c 4c 5c", "2h 3d 4c 5c 6c", "Ah Kd Qc Jc Tc"),
    ],
)
def test_the_wheel_is_the_lowest_straight_and_the_ace_high_one_the_highest(ranking, wheel, next_up, top):
    low, above, high = (ranking.worth(parse_cards(text)).klass for text in (wheel, next_up, top))
    straights = {
        ranking.worth(cards).klass
        for cards, _ in hands_with_ways(ranking.size)
        if naive_category(cards) == "straight"
    }
    assert (low, above, high) == (min(straights), min(straights) + 1, max(straights))


@pytest.mark.parametrize(
    ("ranking", "text"), [(THREE, "Kh Ad 2c"), (FOUR, "Qh Kd Ac 2s"), (FIVE, "Jh Qd Kc As 2h")]
)
def test_a_straight_does_not_go_round_the_corner(ranking, text):
    assert category(ranking, parse_cards(text)) == "high_card"


def test_straight_beats_flush_with_three_cards_and_loses_with_four_and_five():
    assert THREE.worth(parse_cards("Ah 2d 3c")).klass > THREE.worth(parse_cards("Ah Kh Jh")).klass
    assert FOUR.worth(parse_cards("Ah Kd Qc Js")).klass < FOUR.worth(parse_cards("2h 3h 4h 6h")).klass
    assert FIVE.worth(parse_cards("Ah Kd Qc Js Tc")).klass < FIVE.worth(parse_cards("2h 3h 4h 5h 7h")).klass


@pytest.mark.parametrize("suit", "cdh")
def test_ace_king_queen_of_spades_ties_with_the_other_suits_and_is_a_line_of_its_own(suit):
    lines = ("akq_spades", "akq_suited", "straight_flush")
    spades, other = (
        SPADED.worth(parse_cards("As Ks Qs")),
        SPADED.worth(parse_cards(f"A{suit} K{suit} Q{suit}")),
    )
    assert spades.klass == other.klass == CLASSES[3]
    assert SPADED.pick(spades.atom, lines) == "akq_spades"
    assert SPADED.pick(other.atom, lines) == "akq_suited"
    assert SPADED.pick(spades.atom, lines[1:]) == "akq_suited"
    assert SPADED.pick(spades.atom, lines[2:]) == "straight_flush"


def test_king_queen_jack_of_spades_is_a_plain_straight_flush():
    worth = SPADED.worth(parse_cards("Ks Qs Js"))
    assert SPADED.pick(worth.atom, ("akq_spades", "akq_suited", "straight_flush")) == "straight_flush"


def test_one_hand_in_22100_is_the_ace_king_queen_of_spades():
    lines = ("akq_spades", "akq_suited", "straight_flush")
    counts = count_lines(SPADED, lines)
    assert [counts[line] for line in lines] == [1, 3, 44]


# Published: the Three Card Poker dealer plays on 15,380 of 22,100 hands (69.59%); a five-card dealer
# has ace-king high in 167,280 hands of 2,598,960; jacks or better are 337,920 pairs, four ranks of
# thirteen, and so sixes to tens are five of thirteen.
@pytest.mark.parametrize(
    ("ranking", "line", "count"),
    [
        (THREE.with_lines("queen_high_or_better"), "queen_high_or_better", 15_380),
        (FIVE.with_lines("ace_king_high"), "ace_king_high", 167_280),
        (FIVE.with_lines("pair_jacks_or_better"), "pair_jacks_or_better", 337_920),
        (FIVE.with_lines("pair_sixes_to_tens"), "pair_sixes_to_tens", 422_400),
        (FIVE, "royal_flush", 4),
        (FIVE, "three_of_a_kind_or_better", 54_912 + 10_200 + 5_108 + 3_744 + 624 + 40),
        (FIVE, "pair_or_less", 1_098_240 + 1_302_540),
        (FOUR.with_lines("pair_of_aces"), "pair_of_aces", 82_368 // 13),
    ],
)
def test_lines_that_rules_and_paytables_name_hold_the_published_number_of_hands(ranking, line, count):
    assert count_lines(ranking, (line,))[line] == count


def test_the_same_hand_in_a_shoe_of_many_decks_may_hold_a_card_twice():
    assert category(FIVE, [*parse_cards("Ah Ks Qs 2c"), Card(14, 2)]) == "pair"


@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: ranking.name)
def test_too_few_cards_are_refused(ranking):
    with pytest.raises(InputError, match=f"needs {ranking.size} cards, got {ranking.size - 1}"):
        ranking.worth(list(STANDARD)[: ranking.size - 1])


@pytest.mark.parametrize("line", ["royal_flush", "nonsense", "nonsense_or_better"])
def test_a_line_that_a_hand_cannot_make_is_refused_and_named(line):
    with pytest.raises(InputError, match=f"three-card hand cannot be '{line}'"):
        THREE.line(line)


def test_a_hand_has_the_name_of_its_line_where_a_paytable_has_one():
    hearts, spades, low = (parse_cards(text) for text in ("Ah Kh Qh", "As Ks Qs", "Kh Qh Jh"))
    assert THREE.describe(hearts) == "a straight flush to the ace"
    assert THREE.describe(hearts, ("straight_flush", "flush")) == "a straight flush to the ace"
    assert THREE.describe(hearts, ("mini_royal", "straight_flush")) == "a mini royal"
    assert SPADED.describe(hearts, ("akq_spades", "akq_suited")) == "a suited ace-king-queen"
    assert SPADED.describe(spades, ("akq_spades", "akq_suited")) == "the ace-king-queen of spades"
    assert THREE.describe(low, ("mini_royal", "straight_flush")) == "a straight flush to the king"
    line = "pair_sixes_to_tens"
    assert FIVE.with_lines(line).describe(parse_cards("9h 9c 2d 5s 7c"), (line,)) == "a pair of nines"
