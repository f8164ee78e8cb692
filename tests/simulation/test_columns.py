"""Laws of the compiled columns: every deal comes once, every hand has its number, and its class is the best
that its cards make."""

from collections import Counter
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb, perm

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.base.error import PlanError
from pitboss.cards import Card
from pitboss.cards.card import LOWEST
from pitboss.cards.poker import PokerRanking
from pitboss.rules import load_game
from pitboss.shape.question import partition
from pitboss.simulation.column_deal import BLOCK, deal_again, deal_block, draw, go_back
from pitboss.simulation.column_hand import MOST_HAND, number_cards, number_ranks, sort_cards
from pitboss.simulation.column_step import ColumnTables, Step
from pitboss.simulation.lane import look, put
from pitboss.simulation.planned_program import STEPS
from pitboss.simulation.program import Program
from pitboss.simulation.recipe import CLASS_SHIFT, Recipe
from pitboss.simulation.runtime import fresh_jit
from pitboss.simulation.stream import open_stream, word_at

Bytes = NDArray[np.uint8]


def columns(rows: NDArray[np.integer]) -> Bytes:
    """Rows of cards as columns of one block, the rest of it filled with the first row."""
    block = np.repeat(rows[:1], BLOCK, axis=0)
    block[: len(rows)] = rows
    return np.ascontiguousarray(block.T, np.uint8).ravel()


@fresh_jit
def write_then_read(column, one, other):
    before = look(column, one)
    put(column, other, np.int32(7))
    return before, look(column, one)


def test_the_compiler_is_told_nothing_of_columns_that_may_not_hold() -> None:
    """Only tables are said to be apart from what is put: of columns it must see for itself."""
    assert write_then_read(np.array([1, 2], np.int32), 0, 0) == (1, 7)
    assert write_then_read(np.array([1, 2], np.int32), 0, 1) == (1, 1)


# -- dealing -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "dealt"), [(5, 3), (4, 4), (6, 4)])
def test_every_choice_of_places_is_another_deal(size: int, dealt: int) -> None:
    """All that can be drawn, once each, are all ordered deals of the deck, once each."""
    drawn = np.array(list(product(*(range(size - card) for card in range(dealt)))))
    places, cards = columns(drawn), columns(drawn)
    for card in range(dealt):
        go_back(places, card, size, cards)
    found = cards.reshape(dealt, BLOCK).T[: len(drawn)]
    assert sorted(map(tuple, found.tolist())) == sorted(permutations(range(size), dealt))


def test_a_long_deal_is_what_a_deck_in_the_hand_gives() -> None:
    """Thirty cards, so that eight, four, two and one step are gone back at once; a list is the oracle."""
    size, dealt = 52, 30
    chance = np.random.default_rng(5)
    drawn = np.stack([chance.integers(0, size - card, BLOCK) for card in range(dealt)], axis=1)
    places, cards = columns(drawn), columns(drawn)
    for card in range(dealt):
        go_back(places, card, size, cards)
    for row in range(0, BLOCK, 7):
        deck, expected = list(range(size)), []
        for place in drawn[row]:
            expected.append(deck[place])
            deck[place] = deck[-1]
            deck.pop()
        assert cards.reshape(dealt, BLOCK)[:, row].tolist() == expected


@pytest.mark.parametrize("left", [1, 2, 9, 43, 47, 51, 52])
def test_sixteen_bits_fall_evenly_where_they_are_not_flagged(left: int) -> None:
    """Over all 65,536 draws: every place as often as any other."""
    counts: Counter[int] = Counter()
    for start in range(0, 1 << 16, BLOCK):
        draws = np.arange(start, start + BLOCK).astype(np.uint16)
        places, cards, uneven = (
            np.zeros(BLOCK, np.uint8),
            np.zeros(BLOCK, np.uint8),
            np.zeros(BLOCK, np.uint16),
        )
        draw(draws, 0, left, places, cards, uneven)
        assert (places == cards).all()
        counts.update(places[uneven == 0].tolist())
    assert counts == dict.fromkeys(range(left), (1 << 16) // left)


def test_a_flag_once_set_stays() -> None:
    """An uneven first card is not forgiven for an even second."""
    draws = np.zeros(2 * BLOCK, np.uint16)
    draws[BLOCK:] = 1 << 15
    places, cards, uneven = (np.zeros(2 * BLOCK, kind) for kind in (np.uint8, np.uint8, np.uint16))
    draw(draws, 0, 52, places, cards, uneven)
    draw(draws, 1, 51, places, cards, uneven)
    assert uneven[:BLOCK].all()


def test_rounds_that_fell_unevenly_are_dealt_anew() -> None:
    """Card by card: all ordered pairs of a deck of four come alike; seven deviations are allowed."""
    key, counter = open_stream(3, 0)
    deck, cards = np.array([7, 20, 33, 46], np.uint8), np.zeros(2 * BLOCK, np.uint8)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(12):
        for row in range(BLOCK):
            counter = deal_again(key, np.uint64(counter), cards, 2, deck, row)
        counts.update(map(tuple, cards.reshape(2, BLOCK).T.tolist()))
    expected = 12 * BLOCK / perm(4, 2)
    assert set(counts) == set(permutations(deck.tolist(), 2))
    assert all(abs(count - expected) < 7 * expected**0.5 for count in counts.values())


@pytest.mark.parametrize(("deck", "dealt"), [(range(52), 10), (range(3, 52, 2), 20)])
def test_a_block_is_what_its_random_words_say(deck: range, dealt: int) -> None:
    """The same by a list and whole numbers: sixteen bits for a card, column by column; rounds with an uneven
    draw take their cards one by one behind that, from the lower half of a word."""
    size, (key, counter) = len(deck), open_stream(9, 6)
    cards, count = np.zeros(dealt * BLOCK, np.uint8), dealt * BLOCK // 4
    words, places = np.empty(count, np.uint64), np.empty(dealt * BLOCK, np.uint8)
    uneven = np.empty(BLOCK, np.uint16)
    after = deal_block(key, counter, words, places, uneven, cards, dealt, np.array(deck, np.uint8))
    drawn = [word_at(int(key), int(counter) + n // 4) >> n % 4 * 16 & 0xFFFF for n in range(dealt * BLOCK)]
    at, again = int(counter) + count, 0
    for row in range(BLOCK):
        left, hand = list(deck), []
        some = [drawn[card * BLOCK + row] * (size - card) for card in range(dealt)]
        if all(product & 0xFFFF >= 65536 % (size - card) for card, product in enumerate(some)):
            for product in some:
                place = product >> 16
                hand.append(left[place])
                left[place] = left[-1]
                left.pop()
        else:
            again += 1
            while len(hand) < dealt:
                product = (word_at(int(key), at) & 0xFFFFFFFF) * size
                at += 1
                card = deck[product >> 32]
                if product & 0xFFFFFFFF >= (1 << 32) % size and card not in hand:
                    hand.append(card)
        assert cards.reshape(dealt, BLOCK)[:, row].tolist() == hand
    assert again
    assert int(after) == at


# -- numbers -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", range(1, MOST_HAND + 1))
def test_every_multiset_of_ranks_has_a_number_of_its_own(size: int) -> None:
    """In the order of the highest rank, then the next: sorted backwards, they are numbered in a row."""
    ranks = sorted(combinations_with_replacement(range(13), size), key=lambda ranks: ranks[::-1])
    found = []
    for start in range(0, len(ranks), BLOCK):
        some = np.array(ranks[start : start + BLOCK])
        numbers = np.zeros(BLOCK, np.uint16)
        number_ranks(columns(some * 4 + 1), 0, size, numbers)
        found += numbers[: len(some)].tolist()
    assert found == list(range(comb(12 + size, size)))


@pytest.mark.parametrize("size", [1, 2, 3])
def test_every_set_of_cards_has_a_number_of_its_own(size: int) -> None:
    sets = sorted(combinations(range(52), size), key=lambda cards: cards[::-1])
    found = []
    for start in range(0, len(sets), BLOCK):
        some = np.array(sets[start : start + BLOCK])
        numbers = np.zeros(BLOCK, np.uint16)
        number_cards(columns(some), 0, size, numbers)
        found += numbers[: len(some)].tolist()
    assert found == list(range(comb(52, size)))


@pytest.mark.parametrize("size", range(1, MOST_HAND + 1))
def test_networks_sort(size: int) -> None:
    """What sorts every row of noughts and ones sorts everything."""
    rows = np.array(list(product((0, 1), repeat=size)))
    cards = np.concatenate([columns(rows), np.zeros((size + 1) * BLOCK, np.uint8)])
    into = (size + 1) * BLOCK
    sort_cards(cards, np.arange(size)[::-1].copy(), size, into)
    assert (cards[into:].reshape(size, BLOCK).T[: len(rows)] == np.sort(rows, axis=1)).all()
    assert (cards[: size * BLOCK] == columns(rows)).all()
    assert not cards[size * BLOCK : into].any()


# -- hands -------------------------------------------------------------------------------------------


def judged_classes(ranking: PokerRanking, hands: NDArray[np.integer]) -> list[int]:
    """The classes that the columns find for a block of hands: the deck is one hand, dealt in every order."""
    cards = hands.shape[1]
    recipe = Recipe({card: card for card in range(cards)})
    digit = recipe.cell(partition(ranking, ()), [tuple(range(cards))])
    recipe.step(Step.WRITE, 0, digit.value)
    tables = ColumnTables(
        alike=np.zeros(4, np.int64),
        columns=np.array([cards, recipe.all_columns, recipe.values], np.int64),
        deck=np.zeros(0, np.uint8),
        keys=np.zeros(1, np.uint64),
        leaves=np.zeros(1, np.int16),
        lookups=recipe.lookups(),
        steps=np.array(recipe.steps, np.int64),
    )
    programs = (Program(STEPS, tables._replace(deck=hand.astype(np.uint8)), 1, 1, 0) for hand in hands)
    return [int(program.deal(open_stream(1, 0), 1)[0, 0]) >> CLASS_SHIFT for program in programs]


def best_class(ranking: PokerRanking, hand: list[int]) -> int:
    """By the ranking's own scores of every choice of as many cards as count."""
    cards = [Card(number // 4 + LOWEST, number % 4) for number in hand]
    return max(
        ranking.classes[ranking.score([card.rank for card in some], suited=len({c.suit for c in some}) == 1)]
        for some in combinations(cards, ranking.size)
    )


def ranking_of(game: str) -> PokerRanking:
    rankings = [wager.shape.ranking for wager in load_game(game).wagers.values() if wager.shape]
    return next(ranking for ranking in rankings if isinstance(ranking, PokerRanking))


@pytest.mark.parametrize(
    ("game", "cards"),
    [("three_card_poker", 3), ("three_card_poker", 4), ("three_card_poker", 5), ("caribbean_stud", 5),
     ("caribbean_stud", 6), ("caribbean_stud", 7)],
)  # fmt: skip
def test_the_class_is_the_best_that_the_cards_make(game: str, cards: int) -> None:
    """Hands of few suits, so that flushes are common; every choice of cards is the oracle."""
    ranking = ranking_of(game)
    chance = np.random.default_rng(cards)
    narrow = [chance.permutation([n for n in range(52) if n % 4 < 1 + row % 4])[:cards] for row in range(300)]
    hands = np.sort(np.array(narrow), axis=1)
    expected = [best_class(ranking, hand.tolist()) for hand in hands]
    assert len(set(expected)) > 40
    assert judged_classes(ranking, hands) == expected


def test_a_line_that_names_a_suit_keeps_its_cell() -> None:
    """The cell of a named suit may be the highest of all: it must fit into the word as well."""
    ranking = ranking_of("three_card_poker")
    named = [n for n, atom in enumerate(ranking.atoms) if atom.suit is not None]
    assert named
    cells = partition(ranking, [tuple(ranking.atom_names)])
    recipe = Recipe({0: 0, 1: 1, 2: 2})
    digit = recipe.cell(cells, [(0, 1, 2)])
    assert digit.mask >= max(cells.of_atom)
    found = recipe.lookups() >> digit.shift & digit.mask
    assert set(found[recipe.lookups() > 0].tolist()) >= {cells.of_atom[n] for n in named}


def test_hands_of_more_than_seven_cards_are_refused() -> None:
    cells = partition(ranking_of("caribbean_stud"), ())
    with pytest.raises(PlanError, match="8 cards"):
        Recipe({card: card for card in range(8)}).cell(cells, [tuple(range(8))])
