"""Packet shufflers: a fresh sealed shuffle for each round, whole packets, and faults that stay."""

from collections import Counter
from dataclasses import replace

import pytest

from pitboss.base.error import InputError
from pitboss.cards import STANDARD
from pitboss.table.randomness import RandomnessError, SeededRandomness
from pitboss.table.shoe import Shoe
from pitboss.table.shuffler import (
    ACE,
    I_DEAL,
    I_DEAL_PLUS,
    MODELS,
    PacketShuffler,
    ShufflerFault,
)

BLIND = replace(ACE, name="blind", detects_miscount=False)


def make_shuffler(model=ACE, *, sizes=(3,), seed=1):
    return PacketShuffler(model, STANDARD, sizes, SeededRandomness(seed))


def ready(model=ACE, *, sizes=(3,), seed=1):
    shuffler = make_shuffler(model, sizes=sizes, seed=seed)
    shuffler.shuffle()
    shuffler.start_round()
    return shuffler


DEVICES = {"shuffler": make_shuffler, "shoe": lambda: Shoe(STANDARD, SeededRandomness(1), 10)}


def test_only_the_i_deal_plus_shows_the_number_of_hands():
    assert [name for name, model in MODELS.items() if model.shows_hands] == ["i-Deal Plus"]
    assert list(MODELS) == ["ACE", "i-Deal", "i-Deal Plus", "hand shuffle", "dealing shoe"]
    blind = [name for name, model in MODELS.items() if not model.detects_miscount]
    assert blind == ["hand shuffle", "dealing shoe"]


def test_packets_are_the_shuffle_from_the_top():
    shuffler = ready()
    packets = [shuffler.take(3) for _ in range(17)]
    assert sum(packets, ()) == shuffler.sealed.cards[:51]
    assert Counter(shuffler.sealed.cards) == Counter(STANDARD)
    assert (shuffler.position, shuffler.packets) == (51, 17)


def test_every_round_has_its_own_shuffle_and_its_own_commitment():
    shuffler = make_shuffler()
    seen = set()
    for _ in range(20):
        assert shuffler.needs_shuffle
        seen.add(shuffler.shuffle())
        assert shuffler.commitment in seen
        assert not shuffler.needs_shuffle
        shuffler.start_round()
        assert shuffler.packets == 0
        shuffler.take(3)
        shuffler.end_round()
    assert len(seen) == 20


def test_the_commitment_stands_before_the_first_card_and_does_not_change():
    """Requirement 73: what is dealt and shown was drawn once, before the bets."""
    shuffler = make_shuffler()
    published = shuffler.shuffle()
    shuffler.start_round()
    for _ in range(5):
        shuffler.take(3)
        assert shuffler.commitment == published


def test_the_i_deal_plus_shows_how_many_hands_went_out():
    plus, plain = ready(I_DEAL_PLUS, sizes=(5,)), ready(I_DEAL, sizes=(5,))
    for shuffler in (plus, plain):
        for _ in range(4):
            shuffler.take(5)
    assert plus.hands_shown == plus.packets == 4
    assert plain.hands_shown is None
    assert plain.packets == 4


def test_a_packet_has_one_of_the_sizes_the_shuffler_is_set_for():
    shuffler = ready(sizes=(3, 2))
    assert len(shuffler.take(3)) == 3
    assert len(shuffler.take(2)) == 2
    with pytest.raises(InputError, match="the ACE is set for packets of 3 or 2 cards, not 4"):
        shuffler.take(4)
    assert shuffler.fault is None
    assert shuffler.position == 5


@pytest.mark.parametrize(("cards", "count"), [(-1, 2), (1, 4), (-5, 0)])
def test_a_wrong_count_that_is_detected_ends_all_dealing_from_that_deck(cards, count):
    shuffler = ready()
    shuffler.take(3)
    shuffler.misfeed(cards)
    with pytest.raises(ShufflerFault, match=f"ACE: {count} cards counted in a packet of 3"):
        shuffler.take(3)
    assert shuffler.fault == f"{count} cards counted in a packet of 3"
    for action in (lambda: shuffler.take(3), shuffler.shuffle, shuffler.start_round):
        with pytest.raises(ShufflerFault, match="cards counted"):
            action()


@pytest.mark.parametrize(("cards", "count"), [(-1, 2), (1, 4), (-5, 0)])
def test_a_shuffler_that_does_not_count_hands_out_the_wrong_packet(cards, count):
    shuffler = ready(BLIND)
    shuffler.take(3)
    shuffler.misfeed(cards)
    assert shuffler.take(3) == shuffler.sealed.cards[3 : 3 + count]
    assert shuffler.position == 3 + count
    assert len(shuffler.take(3)) == 3
    assert shuffler.fault is None


def test_a_short_deck_is_a_fault_that_stays():
    shuffler = ready(sizes=(5, 2))
    for _ in range(10):
        shuffler.take(5)
    with pytest.raises(ShufflerFault, match="ACE: a packet of 5 cards was asked for with 2 left"):
        shuffler.take(5)
    with pytest.raises(ShufflerFault, match="2 left"):
        shuffler.take(2)


@pytest.mark.parametrize("make", DEVICES.values(), ids=DEVICES)
def test_who_says_that_it_is_broken_stops_it_and_the_first_reason_stands(make):
    device = make()
    device.shuffle()
    device.start_round()
    device.take(3)
    device.fail("smoke comes out")
    device.fail("and now a noise")
    assert device.fault == "smoke comes out"
    with pytest.raises(ShufflerFault, match=f"{device.name}: smoke comes out"):
        device.take(3)


@pytest.mark.parametrize("make", DEVICES.values(), ids=DEVICES)
def test_cards_leave_only_a_shuffled_device_and_only_in_a_round(make):
    device = make()
    assert device.needs_shuffle
    for action in (device.start_round, lambda: device.commitment, lambda: device.sealed):
        with pytest.raises(InputError, match="shuffle"):
            action()
    device.shuffle()
    with pytest.raises(InputError, match="start one first"):
        device.take(3)
    device.start_round()
    with pytest.raises(InputError, match="at least one card, not 0"):
        device.take(0)
    with pytest.raises(InputError, match="end it before the next starts"):
        device.start_round()
    with pytest.raises(InputError, match="end the round first"):
        device.shuffle()
    assert device.position == 0
    device.take(3)
    device.end_round()
    with pytest.raises(InputError, match="start one first"):
        device.take(3)


@pytest.mark.parametrize("make", DEVICES.values(), ids=DEVICES)
def test_a_void_round_is_ended_and_all_cards_are_shuffled_again(make):
    device = make()
    first = device.shuffle()
    device.start_round()
    device.take(3)
    device.end_round()
    assert device.shuffle() != first
    assert device.position == 0


def test_a_used_shuffle_starts_no_second_round():
    shuffler = ready()
    shuffler.end_round()
    with pytest.raises(InputError, match="the ACE needs a shuffle before the next round"):
        shuffler.start_round()


class Silent:
    source, is_seeded = "silent", False

    def below(self, bound):
        raise RandomnessError("no more numbers")


def test_without_randomness_there_is_no_shuffle():
    """Requirement 73: a generator that fails stops play."""
    shuffler = PacketShuffler(ACE, STANDARD, (3,), Silent())
    with pytest.raises(RandomnessError, match="no more numbers"):
        shuffler.shuffle()
    assert shuffler.needs_shuffle


def test_a_backup_beside_a_broken_shuffler_works_on():
    randomness = SeededRandomness(1)
    broken, backup = (PacketShuffler(model, STANDARD, (3,), randomness) for model in (I_DEAL, ACE))
    published = broken.shuffle()
    broken.fail("jammed")
    assert backup.shuffle() != published
    backup.start_round()
    assert len(backup.take(3)) == 3
    with pytest.raises(ShufflerFault, match="i-Deal: jammed"):
        broken.start_round()
