"""The operating system's generator: nothing else goes in, nothing is shared, a broken source stops it."""

import copy
import os
import pickle
from datetime import date
from fractions import Fraction
from hashlib import shake_256
from math import comb

import pytest

from pitboss.base.error import InputError
from pitboss.house import opening
from pitboss.house.entropy import LONGEST_REPETITION, MOST_IN_A_BLOCK, SystemRandomness, find_fault
from pitboss.house.opening import card_source, choose_devices
from pitboss.rules import game_ids, load_game
from pitboss.table.randomness import BLOCK_BYTES, RandomnessError, SeededRandomness


class StandIn(SystemRandomness):
    """The watch over a source that the test chooses."""

    is_seeded = False
    source = "operating system"

    def __init__(self, read):
        super().__init__()
        self._read_bytes = read


RARE = Fraction(1, 2**40)
SOUND = bytes(range(256)) * 2


def reader(*blocks):
    """A source that gives these blocks, then sound ones."""
    given = iter(blocks)
    number = iter(range(10**6))
    return lambda size: next(given, None) or shake_256(f"{next(number)}".encode()).digest(size)


def break_off(size):
    raise OSError(5, "Input/output error")


def test_it_says_where_its_numbers_come_from():
    randomness = SystemRandomness()
    assert randomness.source == "operating system"
    assert not randomness.is_seeded
    assert 0 <= randomness.below(52) < 52


def test_nothing_but_the_sources_bytes_goes_in():
    """Requirement 72: no clock is in the seed."""
    assert StandIn(reader()).token(2000) == StandIn(reader()).token(2000)


def test_no_bytes_but_the_operating_systems_can_be_handed_in():
    with pytest.raises(TypeError):
        SystemRandomness(os.urandom)


def test_a_generator_with_another_source_cannot_pass_for_a_live_one(monkeypatch):
    """It says that it is the operating system's, and the table does not believe it."""
    stand_in = StandIn(reader())
    assert (stand_in.is_seeded, stand_in.source) == (True, "stand-in")
    monkeypatch.setattr(opening, "SystemRandomness", lambda: stand_in)
    with pytest.raises(InputError, match="a live table cannot be dealt from 'stand-in'"):
        opening.open_table(load_game("three_card_poker"), day=date(2026, 1, 1))


@pytest.mark.parametrize(
    ("read", "says"),
    [
        (lambda size: bytes(size), "a byte came more than 5 times in a row"),
        (reader(SOUND, SOUND), "a block came twice"),
        (reader(SOUND, SOUND[:100] + b"\7" * 6 + SOUND[106:]), "in a row"),
        (reader(SOUND[:-3] + b"\7" * 3, b"\7" * 3 + SOUND[3:]), "in a row"),
        (reader(bytes(20) + SOUND[20:], SOUND), "in a row"),
        (reader(b"\1\2" * 256), "a byte came more than 18 times again in 512"),
        (lambda size: SOUND[: size - 1], "gave 511 random bytes of 512"),
        (lambda size: b"", "gave 0 random bytes of 512"),
        (break_off, "gives no random bytes: [Errno 5] Input/output error"),
    ],
)
def test_a_source_that_looks_broken_stops_play_for_good(read, says):
    """Requirement 73: a generator that fails stops play."""
    randomness = StandIn(read)
    with pytest.raises(RandomnessError) as stopped:
        randomness.token(2 * BLOCK_BYTES)
    assert says in str(stopped.value)
    randomness._read_bytes = os.urandom
    for _ in range(3):
        with pytest.raises(RandomnessError) as again:
            randomness.below(52)
        assert str(again.value) == str(stopped.value)


def test_five_equal_bytes_in_a_row_are_chance_and_six_are_not():
    assert LONGEST_REPETITION == 5
    assert Fraction(1, 256) ** LONGEST_REPETITION == RARE
    assert find_fault(b"", SOUND[:100] + b"\7" * 5 + SOUND[105:]) == ""
    assert find_fault(SOUND, b"\xff" * 4 + SOUND[4:]) == ""
    assert find_fault(SOUND, b"\xff" * 5 + SOUND[5:]) != ""
    assert find_fault(b"", bytes(5) + SOUND[5:-5] + bytes(5)) == ""


def test_a_block_may_repeat_its_first_byte_as_often_as_chance_allows():
    def at_least(count):
        share, places = Fraction(1, 256), BLOCK_BYTES - 1
        return sum(comb(places, k) * share**k * (1 - share) ** (places - k) for k in range(count, 60))

    assert at_least(MOST_IN_A_BLOCK + 1) < RARE < at_least(MOST_IN_A_BLOCK)
    fresh = [*range(1, 256), *range(1, 256), 1, 2]
    for times, is_sound in ((MOST_IN_A_BLOCK, True), (MOST_IN_A_BLOCK + 1, False)):
        block = bytearray(fresh)
        for place in range(0, 20 * (times + 1), 20):
            block[place] = 0
        assert (find_fault(b"", bytes(block)) == "") is is_sound


def test_two_generators_share_no_stream():
    """Requirement 72: two instances share no stream."""
    seen = {SystemRandomness().token(16) for _ in range(50)}
    assert len(seen) == 50


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_generator_is_not_copied(duplicate):
    with pytest.raises(TypeError, match="two tables would see the same cards"):
        duplicate(SystemRandomness())


def test_a_forked_process_does_not_see_its_parents_numbers():
    """Requirement 72: nor do two processes."""
    randomness = SystemRandomness()
    randomness.below(52)
    from_child, to_parent = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(to_parent, randomness.token(64))
        os._exit(0)
    ours = randomness.token(64)
    os.waitpid(child, 0)
    theirs = os.read(from_child, 64)
    assert len(theirs) == 64
    assert ours != theirs


def test_a_sound_source_is_never_stopped_by_chance_in_a_long_run():
    randomness = StandIn(reader())
    assert len(randomness.token(1_000_000)) == 1_000_000


class Counting(SeededRandomness):
    """Counts how often anybody draws."""

    draws = 0

    def below(self, bound):
        self.draws += 1
        return super().below(bound)

    def token(self, size):
        self.draws += 1
        return super().token(size)


@pytest.mark.parametrize("name", game_ids())
def test_requirement_73_nothing_is_drawn_a_second_time_to_deal_or_to_show_it(name):
    game, randomness = load_game(name), Counting(1)
    source = card_source(game, randomness, choose_devices(game)[0])
    published = source.shuffle()
    drawn = randomness.draws
    source.start_round()
    for _ in range(4):
        source.take(game.packets[0] if game.packets else 2)
        assert source.commitment == published
    assert randomness.draws == drawn
