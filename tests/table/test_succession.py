"""Rounds of one shuffle follow on: no card is dealt between two proofs, none twice."""

from dataclasses import replace

import pytest

from pitboss.table.seal import SealError
from pitboss.table.succession import Succession
from proving import prove_round, prove_rounds, prove_shuffle

SHOE = prove_rounds("blackjack", 5, 4)
ENDS = [proof.start + len(proof.opening.opened) for proof in SHOE]
WHOLE = prove_shuffle("blackjack", 5)


def verify(*proofs, is_complete=False):
    succession = Succession(is_complete=is_complete)
    return [succession.verify(number, proof) for number, proof in enumerate(proofs, start=1)]


def refusal(*proofs, **choices):
    with pytest.raises(SealError) as refused:
        verify(*proofs, **choices)
    return str(refused.value)


def test_rounds_of_a_shoe_follow_on():
    said = [checked[-1] for checked in verify(*SHOE, is_complete=True)]
    assert said == [
        "it is the first round of its shuffle",
        "it follows on the round of line 1, without a card between them",
        "it follows on the round of line 2, without a card between them",
        "it follows on the round of line 3, without a card between them",
    ]


def test_a_round_that_is_left_out_is_a_gap_with_its_positions():
    assert refusal(SHOE[0], SHOE[2]) == (
        f"a gap: positions {ENDS[0]} to {ENDS[1] - 1} came after line 1 and are not here"
    )


def test_rounds_out_of_order_or_twice_are_named():
    for wrong in (SHOE[0], SHOE[1]):
        assert refusal(SHOE[0], SHOE[1], wrong) == (
            f"out of order: the round starts at position {wrong.start}, but line 2 was dealt up to position "
            f"{ENDS[1] - 1}"
        )


def test_a_complete_file_begins_at_the_top_of_the_shuffle():
    assert verify(SHOE[1])[0][-1] == (
        f"what was dealt of the shuffle before position {SHOE[1].start} is not in this file"
    )
    assert refusal(SHOE[1], is_complete=True).startswith(f"a gap: the round starts at position {ENDS[0]}")


def test_shuffles_may_alternate_each_goes_on_by_itself():
    other = prove_rounds("blackjack", 6, 2)
    verify(SHOE[0], other[0], SHOE[1], other[1], is_complete=True)


def test_a_game_that_is_shuffled_for_every_round_has_one_round_of_a_shuffle():
    proof, _ = prove_round("three_card_poker", 5)
    assert "line 1 had this shuffle" in refusal(proof, proof)


def test_an_opened_shuffle_is_the_games_deck_and_ends_its_rounds():
    assert verify(*SHOE, WHOLE)[-1][-1] == "they are the deck of Blackjack, no card more and none less"
    assert refusal(SHOE[0], WHOLE, SHOE[1]) == "the shuffle was opened on line 2: it is over"
    assert refusal(WHOLE, WHOLE) == "the shuffle was opened on line 1: it is over"


def test_a_proof_that_does_not_hold_by_itself_is_refused_in_a_row_too():
    assert "field" in refusal(SHOE[0], replace(SHOE[1], start=SHOE[1].start + 1))
