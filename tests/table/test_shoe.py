"""A shoe: one sealed shuffle for many rounds, until the cut card has come out."""

from collections import Counter

import pytest

from pitboss.base.error import InputError
from pitboss.cards import STANDARD
from pitboss.cards.deck import make_deck
from pitboss.table.randomness import SeededRandomness
from pitboss.table.shoe import Shoe
from pitboss.table.shuffler import ShufflerFault

SIX_DECKS = make_deck(decks=6)


def make_shoe(behind_cut=12, *, deck=STANDARD):
    shoe = Shoe(deck, SeededRandomness(1), behind_cut)
    shoe.shuffle()
    return shoe


def play(shoe, *packets):
    shoe.start_round()
    cards = [shoe.take(count) for count in packets]
    shoe.end_round()
    return cards


def test_a_shoe_holds_every_card_of_its_decks():
    assert Counter(make_shoe(deck=SIX_DECKS).sealed.cards) == Counter(SIX_DECKS)


def test_rounds_go_on_from_where_the_last_one_stopped_under_one_commitment():
    shoe = make_shoe(deck=SIX_DECKS)
    published = shoe.commitment
    first = play(shoe, 2, 2, 1)
    assert (shoe.position, shoe.packets, shoe.needs_shuffle) == (5, 3, False)
    second = play(shoe, 2, 1)
    assert (shoe.position, shoe.packets) == (8, 2)
    assert sum(first + second, ()) == shoe.sealed.cards[:8]
    assert shoe.commitment == published


def test_the_cut_card_is_out_when_it_is_the_next_to_be_drawn():
    shoe = make_shoe(behind_cut=12)
    shoe.start_round()
    shoe.take(39)
    assert not shoe.cut_card_out
    shoe.take(1)
    assert shoe.cut_card_out


def test_the_round_in_progress_is_dealt_past_the_cut_card_and_then_the_shoe_is_shuffled():
    shoe = make_shoe(behind_cut=12)
    shoe.start_round()
    shoe.take(45)
    assert shoe.cut_card_out
    assert not shoe.needs_shuffle
    assert len(shoe.take(3)) == 3
    shoe.end_round()
    assert shoe.needs_shuffle
    with pytest.raises(InputError, match="the shoe needs a shuffle before the next round"):
        shoe.start_round()
    before = shoe.commitment
    assert shoe.shuffle() != before
    assert (shoe.position, shoe.cut_card_out, shoe.needs_shuffle) == (0, False, False)


def test_a_shoe_is_not_shuffled_before_its_cut_card_comes_out():
    shoe = make_shoe(behind_cut=12)
    for _ in range(13):
        play(shoe, 2, 1)
    assert not shoe.needs_shuffle
    play(shoe, 1)
    assert shoe.needs_shuffle


def test_a_shoe_that_runs_out_is_a_fault_that_stays():
    shoe = make_shoe(behind_cut=1)
    shoe.start_round()
    shoe.take(51)
    with pytest.raises(ShufflerFault, match="shoe: a packet of 2 cards was asked for with 1 left"):
        shoe.take(2)
    with pytest.raises(ShufflerFault):
        shoe.take(1)


@pytest.mark.parametrize("behind_cut", [-1, 52, 1000])
def test_the_cut_card_lies_inside_the_shoe(behind_cut):
    with pytest.raises(InputError, match="the cut card lies 0 to 51 cards from the end"):
        Shoe(STANDARD, SeededRandomness(1), behind_cut)


def test_a_shoe_has_a_name_for_the_record():
    assert Shoe(STANDARD, SeededRandomness(1), 0).name == "shoe"
    assert Shoe(STANDARD, SeededRandomness(1), 0, name="left shoe").name == "left shoe"
