"""The seal: a shuffle cannot be changed after the bets, and what nobody turned is never told."""

import json
from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.cards import STANDARD, parse_card
from pitboss.rules import Dealt, Opened, game_ids, load_game
from pitboss.rules.notation import parse_record
from pitboss.table.proof import (
    ShuffleProof,
    format_proof,
    format_shuffle_proof,
    parse_any_proof,
    parse_proof,
    verify_round,
    verify_shuffle,
)
from pitboss.table.randomness import SeededRandomness, shuffle_cards
from pitboss.table.seal import OpenedCard, SealError, check_opening, parse_opening, seal
from proving import prove_round, prove_shuffle, seal_deck, unchecked, with_line

TCP = "three_card_poker"


@pytest.fixture(scope="module")
def sealed():
    randomness = SeededRandomness(7)
    return seal(shuffle_cards(tuple(STANDARD), randomness), randomness)


def refusal(call, *values):
    with pytest.raises(SealError) as refused:
        call(*values)
    return str(refused.value)


# -- sealing and opening ---------------------------------------------------------------------------


def test_leaf_and_commitment_can_be_computed_by_anybody(sealed):
    opening = sealed.open(range(52))
    text = ""
    for one in opening.opened:
        words = f"{one.position}:{one.card}"
        text += sha256(bytes.fromhex(one.salt.hex()) + words.encode()).hexdigest()
    assert sealed.commitment == sha256(text.encode()).hexdigest()


def test_every_position_has_a_salt_of_its_own(sealed):
    assert {len(salt) for salt in sealed.salts} == {16}
    assert len(set(sealed.salts)) == 52


def test_one_shuffle_sealed_twice_has_two_commitments():
    randomness = SeededRandomness(1)
    assert seal(tuple(STANDARD), randomness).commitment != seal(tuple(STANDARD), randomness).commitment


def test_an_opening_tells_the_chosen_positions_and_no_others(sealed):
    opening = sealed.open([9, 3, 3, 51])
    assert [(one.position, one.card) for one in opening.opened] == [
        (place, sealed.cards[place]) for place in (3, 9, 51)
    ]
    check_opening(opening)
    wire = json.dumps(opening.as_data())
    for place in set(range(52)) - {3, 9, 51}:
        assert sealed.salts[place].hex() not in wire
        assert f'"{sealed.cards[place]}"' not in wire


def test_a_sealed_deck_prints_no_card(sealed):
    assert repr(sealed) == "SealedDeck()"


@pytest.mark.parametrize("position", [-1, 52])
def test_a_position_outside_the_shuffle_cannot_be_opened(sealed, position):
    assert "positions 0 to 51" in refusal(sealed.open, [0, position])


def test_an_opening_reads_back_from_json_as_it_was(sealed):
    opening = sealed.open([0, 7])
    assert parse_opening(json.loads(json.dumps(opening.as_data()))) == opening


def test_a_changed_opening_is_refused_with_its_position(sealed):
    opening = sealed.open([4, 5])
    four, five = opening.opened
    other_card = five._replace(card=four.card)
    other_salt = five._replace(salt=four.salt)
    other_place = five._replace(position=6)
    for wrong in (other_card, other_salt, other_place):
        says = refusal(check_opening, replace(opening, opened=(four, wrong)))
        assert says.startswith(
            f"position {wrong.position}: {wrong.card} with this salt is not what was sealed"
        )
    assert "position 5: it is opened twice" in refusal(
        check_opening, replace(opening, opened=(five, five, four))
    )
    outside = OpenedCard(52, four.card, four.salt)
    assert "position 52: the shuffle has 52 cards" in refusal(
        check_opening, replace(opening, opened=(outside,))
    )


def test_a_leaf_cannot_be_changed_after_the_commitment(sealed):
    opening = sealed.open([4])
    swapped = (opening.leaves[1], opening.leaves[0], *opening.leaves[2:])
    for leaves in (swapped, opening.leaves[:-1], (*opening.leaves, opening.leaves[0])):
        assert "do not hash to the commitment" in refusal(check_opening, replace(opening, leaves=leaves))


# -- the proof of a round --------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", game_ids())
def test_every_round_of_every_game_can_be_proved(name, seed):
    start = 40 if load_game(name).behind_cut else 0
    proof, _ = prove_round(name, seed, start=start, seats=1 + seed)
    read = parse_proof(format_proof(proof))
    assert read == proof
    assert "\n" not in format_proof(proof)
    checked = verify_round(read)
    assert checked[0] == f"the leaves of all {load_game(name).deck.size} cards hash to the commitment"
    dealt = sum(len(move.cards) for move in parse_record(proof.line)[1].moves if isinstance(move, Dealt))
    assert f"{len(proof.opening.opened)} of {dealt} cards dealt lie open" in checked[1]
    assert f"({start} to {start + dealt - 1})" in checked[1]
    assert checked[-1] == f"the line is a whole round of {load_game(name).name}"


def test_a_void_round_may_end_early_and_what_lay_face_down_stays_sealed():
    proof, _ = prove_round(TCP, 5, seats=2, void_after=3)
    assert "| dealer < ?6 ?7 ?8 | at 3 void by " in proof.line
    assert [one.position for one in proof.opening.opened] == [0, 1, 2, 3, 4, 5]
    assert verify_round(proof) == (
        "the leaves of all 52 cards hash to the commitment",
        "6 of 9 cards dealt lie open, each as sealed at its position (0 to 8)",
        "3 of the cards dealt stayed face down, and stayed sealed",
        "the opened cards are of the deck of Three Card Poker, none there too often",
        "the round was void",
    )


def test_a_void_round_without_a_card_is_proved_too():
    proof, _ = prove_round(TCP, 5, void_after=0)
    assert verify_round(proof)[1:] == ("no card was dealt", "the round was void")


def test_a_line_that_ends_early_and_is_not_void_is_refused():
    proof, _ = prove_round(TCP, 5, void_after=3)
    whole = with_line(proof, proof.line.partition(" | at 3 void")[0])
    assert "the line ends before the round is over" in refusal(verify_round, whole)


def test_the_commitment_of_the_opening_must_be_the_published_one():
    proof, _ = prove_round(TCP, 5)
    other, _ = prove_round(TCP, 6)
    assert "another commitment" in refusal(verify_round, replace(proof, commitment=other.commitment))
    assert "another commitment" in refusal(verify_round, replace(proof, opening=other.opening))


def test_a_card_changed_in_the_line_is_refused_with_its_field_and_position():
    proof, sealed = prove_round(TCP, 5)
    unused = sealed.cards[-1]
    dealt = with_line(proof, proof.line.replace(str(sealed.cards[4]), str(unused)))
    assert refusal(verify_round, dealt) == (
        f"field 5: {unused} was dealt from position 4; {sealed.cards[4]} was sealed there"
    )
    opened = with_line(proof, proof.line.replace(str(sealed.cards[7]), str(unused)))
    field = next(n for n, words in enumerate(proof.line.split(" | "), 1) if words.startswith("dealer >"))
    assert refusal(verify_round, opened) == (
        f"field {field}: {unused} was dealt from position 7; {sealed.cards[7]} was sealed there"
    )


def test_two_cards_that_changed_places_are_noticed():
    proof, sealed = prove_round(TCP, 5)
    one, other = str(sealed.cards[0]), str(sealed.cards[1])
    line = proof.line.replace(one, "XX").replace(other, one).replace("XX", other)
    assert "field 4" in refusal(verify_round, with_line(proof, line))


def test_a_card_that_lies_open_must_be_opened():
    proof, sealed = prove_round(TCP, 5)
    fewer = replace(proof, opening=sealed.open(range(8)))
    assert f"{sealed.cards[8]} lies open but position 8 is not opened" in refusal(verify_round, fewer)


@pytest.mark.parametrize("position", [7, 30])
def test_a_card_that_nobody_saw_must_not_be_opened(position):
    proof, sealed = prove_round(TCP, 5, void_after=3)
    more = replace(proof, opening=sealed.open([0, 1, 2, 3, 4, 5, position]))
    assert refusal(verify_round, more) == (
        f"position {position} is opened, but its card does not lie open in the line"
    )


def test_a_card_face_down_is_known_by_its_position():
    proof, _ = prove_round(TCP, 5, void_after=3)
    wrong = with_line(proof, proof.line.replace("?7", "?9"))
    assert refusal(verify_round, wrong) == "field 6: '?9' is the card at position 7; write '?7'"


def test_the_round_must_start_where_it_says():
    proof, _ = prove_round(TCP, 5)
    assert refusal(verify_round, replace(proof, start=1)) == (
        "Three Card Poker is shuffled for every round, which starts at position 0, not 1"
    )
    assert "position 0 or later" in refusal(verify_round, replace(proof, start=-1))
    blackjack, _ = prove_round("blackjack", 5, start=100)
    verify_round(blackjack)
    assert "field" in refusal(verify_round, replace(blackjack, start=99))


def test_a_line_cannot_deal_more_cards_than_were_sealed():
    proof, _ = prove_round("blackjack", 5, void_after=0)
    assert "deals to position 312; the shuffle ends at 311" in refusal(
        verify_round, replace(proof, start=313)
    )


def test_what_was_sealed_must_be_the_games_own_deck():
    proof, _ = prove_round(TCP, 5)
    six_decks, _ = prove_round("blackjack", 5)
    wrong = replace(proof, commitment=six_decks.commitment, opening=six_decks.opening)
    assert refusal(verify_round, wrong) == "312 cards were sealed; Three Card Poker is dealt from 52"


def test_a_stacked_deck_is_noticed_when_a_card_comes_twice():
    proof, sealed = prove_round(TCP, 5, void_after=3)
    stacked = replace(sealed, cards=(*sealed.cards[:6], sealed.cards[0], *sealed.cards[7:]))
    opening = stacked.open([0, 1, 2, 3, 4, 5, 6])
    wrong = replace(proof, commitment=stacked.commitment, opening=opening)
    card = sealed.cards[0]
    assert refusal(verify_round, wrong) == (
        f"position 0: {card} is opened 2 times; the deck of Three Card Poker holds 1"
    )


def test_a_line_without_its_check_proves_nothing():
    proof, _ = prove_round(TCP, 5)
    parse_record(unchecked(proof.line))
    says = refusal(verify_round, replace(proof, line=unchecked(proof.line)))
    assert says.startswith("the line has no check")
    changed = replace(proof, line=proof.line.replace("seat 1:", "seat 3:"))
    assert "field 2: 'seat 3:" in refusal(verify_round, changed)


def test_a_line_that_the_game_does_not_allow_is_refused_with_its_field():
    proof, _ = prove_round(TCP, 5)
    wrong = with_line(proof, proof.line.replace(" < ", " << ", 1))
    assert refusal(verify_round, wrong).startswith("the line cannot be read: field 4")


# -- the proof of a shuffle ------------------------------------------------------------------------


@pytest.mark.parametrize("name", game_ids())
def test_a_whole_shuffle_is_the_games_deck_card_for_card(name):
    game, proof = load_game(name), prove_shuffle(name, 5)
    assert parse_any_proof(format_shuffle_proof(proof)) == proof
    assert verify_shuffle(proof, game) == (
        f"all {game.deck.size} cards are opened, each as sealed at its position",
        f"they are the deck of {game.name}, no card more and none less",
    )
    assert len(verify_shuffle(proof)) == 1


def test_a_shuffle_that_leaves_out_a_card_or_is_another_is_refused():
    proof, other = prove_shuffle(TCP, 5), prove_shuffle(TCP, 6)
    opening = replace(proof.opening, opened=proof.opening.opened[:-1])
    assert "position 51 is not opened" in refusal(verify_shuffle, replace(proof, opening=opening))
    assert "another commitment" in refusal(verify_shuffle, replace(proof, opening=other.opening))
    assert "Blackjack is dealt from 312" in refusal(verify_shuffle, proof, load_game("blackjack"))


def test_a_stacked_stub_is_noticed_when_the_shuffle_is_opened():
    """Proofs of rounds show what came out; a card sealed twice further down shows only now."""
    sealed = seal_deck(load_game(TCP), 5)
    stacked = replace(sealed, cards=(*sealed.cards[:-1], sealed.cards[30]))
    proof = ShuffleProof(stacked.commitment, stacked.open(range(52)))
    assert verify_shuffle(proof)
    assert "is opened 2 times" in refusal(verify_shuffle, proof, load_game(TCP))


def test_the_proof_of_a_shuffle_is_none_of_a_round():
    assert "'line' is missing" in refusal(parse_proof, format_shuffle_proof(prove_shuffle(TCP, 5)))


# -- what comes in ---------------------------------------------------------------------------------


def changed(path, value):
    """A good proof as JSON with one thing in it changed, or left out."""
    data = json.loads(format_proof(prove_round(TCP, 5)[0]))
    *way, last = path
    inside = data
    for step in way:
        inside = inside[step]
    if value is ...:
        del inside[last]
    else:
        inside[last] = value
    return json.dumps(data)


OPENED = ("opening", "opened", 3)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no JSON at column 1: a proof is one line of JSON"),
        ('{"line": }', "no JSON at column 10"),
        ("[" * 100_000, "no JSON"),
        ("9" * 5000, "no JSON"),
        ("[]", "'line' is missing"),
        ("null", "'line' is missing"),
        (changed(("line",), ...), "'line' is missing"),
        (changed(("line",), 5), "'line' must be text"),
        (changed(("start",), "0"), "'start' must be a whole number"),
        (changed(("start",), True), "'start' must be a whole number"),
        (changed(("start",), 0.5), "'start' must be a whole number"),
        (changed(("commitment",), "AB" * 32), "'commitment' must be 64 digits 0-9a-f"),
        (changed(("commitment",), "ab" * 31), "'commitment' must be 64 digits 0-9a-f"),
        (changed(("opening",), []), "'opening' must be an object"),
        (changed(("opening", "leaves"), {}), "'leaves' must be a list"),
        (changed(("opening", "leaves", 9), "xyz"), "leaf 9 must be 64 digits 0-9a-f"),
        (changed(("opening", "leaves", 9), 7), "leaf 9 must be 64 digits 0-9a-f"),
        (changed(("opening", "opened"), ...), "'opened' is missing"),
        (changed(OPENED, 5), "'position' is missing"),
        (changed((*OPENED, "position"), False), "'position' must be a whole number"),
        (changed((*OPENED, "salt"), "ab"), "'salt' must be 32 digits 0-9a-f"),
        (changed((*OPENED, "card"), "1h"), "position 3: '1h' is not a card"),
    ],
)
def test_what_is_no_proof_is_refused_with_the_reason(text, says):
    assert says in refusal(parse_proof, text)


def test_a_card_may_be_written_as_people_write_it():
    read = parse_opening(
        {
            "commitment": "0" * 64,
            "leaves": [],
            "opened": [{"position": 0, "card": "10♥", "salt": "00" * 16}],
        }
    )
    assert read.opened[0].card == parse_card("Th")


PROOF_TEXT = format_proof(prove_round(TCP, 5)[0])


@given(st.integers(0, len(PROOF_TEXT) - 1), st.characters())
def test_a_proof_with_any_character_changed_holds_no_longer_or_says_the_same(place, character):
    text = PROOF_TEXT[:place] + character + PROOF_TEXT[place + 1 :]
    try:
        proof = parse_proof(text)
        verify_round(proof)
    except SealError:
        return
    good = parse_proof(PROOF_TEXT)
    assert proof.opening == good.opening
    assert proof.commitment == good.commitment
    assert cards_of(proof) == cards_of(good)


def cards_of(proof):
    moves = parse_record(proof.line)[1].moves
    return [move for move in moves if isinstance(move, Dealt | Opened)]
