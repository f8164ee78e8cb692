"""Randomness: an even scale, every word used once, a failure that is final, and a shuffle that is fair."""

import itertools
from collections import Counter
from hashlib import shake_256

import pytest

from pitboss.base.error import InputError
from pitboss.cards import STANDARD
from pitboss.table.randomness import (
    BLOCK_BYTES,
    WORDS,
    BlockRandomness,
    RandomnessError,
    SeededRandomness,
    shuffle_cards,
)

DECK = tuple(STANDARD)


class Scripted(BlockRandomness):
    """Says these words first, then zeros."""

    source, is_seeded = "script", True

    def __init__(self, *words):
        super().__init__()
        self.words = list(words)

    def _read_block(self):
        count = BLOCK_BYTES // 4
        words, self.words = self.words[:count], self.words[count:]
        return b"".join(word.to_bytes(4, "big") for word in words + [0] * (count - len(words)))


class Breaking(BlockRandomness):
    """Gives one block and then fails once; a second reading would work again."""

    source, is_seeded = "broken", True
    reads = 0

    def _read_block(self):
        self.reads += 1
        if self.reads == 2:
            self._stop("the source broke")
        return bytes(BLOCK_BYTES)


class Listed:
    """Draws a given list of numbers."""

    source, is_seeded = "list", True

    def __init__(self, numbers):
        self.numbers = iter(numbers)

    def below(self, bound):
        return next(self.numbers)


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 10, 51, 52, 312, 65_537, WORDS // 2 + 1, WORDS - 1, WORDS])
def test_the_words_that_are_accepted_are_a_whole_multiple_of_the_bound(bound):
    """Requirement 72: no modulo bias."""
    accepted = bound * (WORDS // bound)
    assert Scripted(accepted - 1, 5).below(bound) == bound - 1
    if accepted < WORDS:
        assert Scripted(accepted, WORDS - 1, 5).below(bound) == 5 % bound


def test_every_number_below_a_bound_comes_from_equally_many_words():
    """Requirement 72: no modulo bias."""
    words = range(1000, 1000 + 7 * 40)
    assert set(Counter(Scripted(word).below(7) for word in words).values()) == {40}


@pytest.mark.parametrize("bound", [0, -1, WORDS + 1])
def test_a_bound_that_no_word_can_serve_is_refused(bound):
    with pytest.raises(InputError, match="a number is drawn below a bound of 1 to 4294967296"):
        SeededRandomness(1).below(bound)


def test_every_word_is_used_once_whatever_it_is_used_for():
    stream = b"".join(shake_256(f"pitboss seed 42 block {n}".encode()).digest(512) for n in range(3))
    randomness = SeededRandomness(42)
    assert randomness.token(6) == stream[:6]
    assert randomness.below(WORDS) == int.from_bytes(stream[8:12], "big")
    assert randomness.token(1024) == stream[12:1036]


def test_a_seed_gives_the_same_numbers_everywhere():
    randomness = SeededRandomness(42)
    assert randomness.token(8).hex() == "0aec74dda38fd066"
    assert [randomness.below(52) for _ in range(10)] == [34, 11, 32, 48, 14, 28, 34, 17, 3, 32]
    assert " ".join(map(str, shuffle_cards(DECK, SeededRandomness(42))[:7])) == "7d Jh 5s 9s 2c 9h Qc"


def test_seeds_differ_and_say_so():
    assert SeededRandomness(1).token(16) != SeededRandomness(2).token(16)
    assert SeededRandomness(-1).token(16) != SeededRandomness(1).token(16)
    assert SeededRandomness(7).source == "seed 7"
    assert SeededRandomness(7).is_seeded


def test_a_token_has_the_size_that_was_asked_for():
    randomness = SeededRandomness(3)
    assert [len(randomness.token(size)) for size in (0, 1, 4, 5, 16, 5000)] == [0, 1, 4, 5, 16, 5000]
    with pytest.raises(InputError, match="0 bytes or more"):
        randomness.token(-1)


def test_a_failure_is_final_and_nothing_drawn_before_is_used_after_it():
    """Requirement 73: a generator that fails stops play."""
    randomness = Breaking()
    randomness.token(BLOCK_BYTES - 4)
    with pytest.raises(RandomnessError, match="the source broke"):
        randomness.token(8)
    for draw in (lambda: randomness.below(2), lambda: randomness.token(1), lambda: randomness.below(52)):
        with pytest.raises(RandomnessError, match="the source broke"):
            draw()
    assert randomness.reads == 2


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5])
def test_every_order_comes_from_exactly_one_way_to_draw(size):
    ways = itertools.product(*(range(bound) for bound in range(size, 1, -1)))
    orders = Counter(shuffle_cards(DECK[:size], Listed(way)) for way in ways)
    assert orders == Counter(itertools.permutations(DECK[:size]))


def test_a_shuffle_keeps_every_card_and_leaves_the_deck_alone():
    six_decks = DECK * 6
    shuffled = shuffle_cards(six_decks, SeededRandomness(5))
    assert shuffled != six_decks
    assert Counter(shuffled) == Counter(six_decks)
    assert six_decks == DECK * 6


def test_no_cards_are_shuffled_without_a_word():
    assert shuffle_cards((), Listed([])) == ()
