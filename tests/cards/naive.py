"""What a poker hand is, told a second time and as plainly as can be: the oracle for rankings."""

from itertools import combinations

from hypothesis import strategies as st

from pitboss.cards import Card

ORDER = {
    3: ["high_card", "pair", "flush", "straight", "three_of_a_kind", "straight_flush"],
    4: [
        "high_card",
        "pair",
        "two_pair",
        "straight",
        "flush",
        "three_of_a_kind",
        "straight_flush",
        "four_of_a_kind",
    ],
    5: [
        "high_card",
        "pair",
        "two_pair",
        "three_of_a_kind",
        "straight",
        "flush",
        "full_house",
        "four_of_a_kind",
        "straight_flush",
    ],
}
ALIKE = {
    "4": "four_of_a_kind",
    "41": "four_of_a_kind",
    "32": "full_house",
    "22": "two_pair",
    "221": "two_pair",
    "3": "three_of_a_kind",
    "31": "three_of_a_kind",
    "311": "three_of_a_kind",
    "21": "pair",
    "211": "pair",
    "2111": "pair",
}
LADDER = [14, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]

Value = tuple[int, list[int]]


def naive_category(cards: list[Card]) -> str:
    ranks = [card.rank for card in cards]
    alike = "".join(sorted((str(ranks.count(rank)) for rank in set(ranks)), reverse=True))
    if alike in ALIKE:
        return ALIKE[alike]
    flush = len({card.suit for card in cards}) == 1
    if straight_top(ranks):
        return "straight_flush" if flush else "straight"
    return "flush" if flush else "high_card"


def straight_top(ranks: list[int]) -> int:
    for start in range(len(LADDER) - len(ranks) + 1):
        rungs = LADDER[start : start + len(ranks)]
        if sorted(ranks) == sorted(rungs):
            return rungs[-1]
    return 0


def naive_value(cards: list[Card]) -> Value:
    """Category, then the ranks that break a tie: the most numerous first, then the highest."""
    category = naive_category(cards)
    ranks = [card.rank for card in cards]
    if "straight" in category:
        tiebreak = [straight_top(ranks)]
    else:
        tiebreak = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    return ORDER[len(cards)].index(category), tiebreak


def naive_best(cards: list[Card], size: int) -> Value:
    return max(naive_value(list(part)) for part in combinations(cards, size))


def hands(count: int, *, upto: int | None = None) -> st.SearchStrategy[list[Card]]:
    card = st.builds(Card, st.integers(2, 14), st.integers(0, 3))
    return st.lists(card, min_size=count, max_size=upto or count, unique=True)
