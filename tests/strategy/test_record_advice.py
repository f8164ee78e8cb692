"""Advice for a seat in a live round: what the seat may see decides, wherever it sits."""

from fractions import Fraction
from random import Random

import pytest

from dealing import random_records
from pitboss.base.error import InputError
from pitboss.cards import Card, parse_card
from pitboss.rules import (
    Blank,
    Choose,
    Chosen,
    Dealt,
    Game,
    Opened,
    Peeked,
    Record,
    Seat,
    game_ids,
    load_game,
)
from pitboss.strategy.advice import Advice, advise, advise_record
from structure import reads_cards, soon

GAMES = game_ids()
FACE_DOWN = [name for name in GAMES if not reads_cards(load_game(name))]


def seats(game: Game, count: int) -> tuple[Seat, ...]:
    return tuple(game.seat(*game.deciding, number=number) for number in range(1, count + 1))


def seen_by(record: Record, seat: int) -> Record:
    """The record with the other seats' cards face down, as far as they are not dealt face up."""
    moves = []
    for number, move in enumerate(record.moves):
        hides = isinstance(move, Dealt) and move.hand.startswith("seat ")
        if hides and not move.hand.startswith(f"seat {seat} "):
            blanks = tuple(Blank(1000 * number + place) for place in range(len(move.cards)))
            moves.append(Dealt(move.hand, blanks))
        else:
            moves.append(move)
    return Record(record.seats, tuple(moves))


def asked(game: Game, count: int, seed: int) -> list[tuple[Record, Choose]]:
    """Every decision of a random round."""
    found = []
    for record in random_records(game, seats(game, count), Random(f"{game.id} {seed}")):
        step = game.next_step(record)
        if isinstance(step, Choose):
            found.append((record, step))
    return found


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", soon(GAMES))
def test_every_decision_of_a_round_is_advised_on_option_by_option(name: str, seed: int) -> None:
    game = load_game(name)
    for record, step in asked(game, 2, seed):
        advice = advise_record(game, record, step.seat)
        assert advice.question == step.question
        assert [choice.option for choice in advice.choices] == [option.name for option in step.options]
        assert min(choice.cost for choice in advice.choices) == 0 == advice.best.cost
        assert all(advice.best.value - choice.value == choice.cost for choice in advice.choices)


@pytest.mark.parametrize("name", soon(FACE_DOWN))
def test_the_other_seats_hidden_cards_make_no_difference(name: str) -> None:
    """Where the rules read cards they lie face up, and are not counted either."""
    game = load_game(name)
    for record, step in asked(game, 3, 7):
        if not any(isinstance(move, Opened) and move.hand.startswith("seat") for move in record.moves):
            assert advise_record(game, seen_by(record, step.seat), step.seat) == advise_record(
                game, record, step.seat
            )


@pytest.mark.parametrize("name", soon(FACE_DOWN))
def test_advice_for_a_seat_is_advice_for_its_cards(name: str) -> None:
    game = load_game(name)
    for record, step in asked(game, 2, 11):
        advice = advise_record(game, record, step.seat)
        cards = " ".join(str(card) for group in advice.cards for card in group)
        (typed,) = [found for found in advise(game, cards) if found.history == advice.history]
        assert {(c.card, c.value) for c in typed.choices} == {(c.card, c.value) for c in advice.choices}


def test_a_discard_is_named_by_its_place_in_the_seats_own_hand() -> None:
    """With a pair of kings the seven goes, wherever it lies."""
    game = load_game("three_card_draw_poker")
    for hand, goes in (("7c Kh Kd", "first"), ("Kh 7c Kd", "second"), ("Kh Kd 7c", "third")):
        record = Record(seats(game, 1)).then(Dealt("seat 1 hand", tuple(map(parse_card, hand.split()))))
        record = record.then(Dealt("seat 1 draw", (Blank(0),)))
        record = record.then(Dealt("dealer", tuple(map(Blank, range(1, 5)))))
        record = record.then(Chosen(1, "play", "play 1x"))
        best = advise_record(game, record, 1).best
        assert (best.option, str(best.card)) == (f"discard {goes}", "7c")


def test_hidden_cards_of_the_seat_itself_are_refused() -> None:
    game = load_game("three_card_poker")
    record = Record(seats(game, 1)).then(Dealt("seat 1 hand", tuple(map(Blank, range(3)))))
    record = record.then(Dealt("dealer", tuple(map(Blank, range(3, 6)))))
    with pytest.raises(
        InputError, match="'seat 1 hand' are hidden here; advice needs what the seat itself sees"
    ):
        advise_record(game, record, 1)


def test_a_seat_that_is_not_asked_is_refused() -> None:
    game = load_game("three_card_poker")
    with pytest.raises(InputError, match="seat 1 has nothing to decide here"):
        advise_record(game, Record(seats(game, 1)), 1)
    (record, step), *_ = asked(game, 2, 1)
    with pytest.raises(InputError, match="seat 2 has nothing to decide here"):
        advise_record(game, record, 3 - step.seat)


# -- blackjack -----------------------------------------------------------------------------------------


def best(text: str, **settings: object) -> str:
    *_, advice = advise(load_game("blackjack").with_settings(**settings), text)  # type: ignore[arg-type]
    return advice.best.option


@pytest.mark.parametrize(
    ("hand", "option"),
    [
        ("Th 6d / 9c", "hit"),
        ("Th 6d / 6c", "stand"),
        ("Th 2d / 4c", "hit"),
        ("9h 3d / 4c", "stand"),
        ("5h 6d / Tc", "double"),
        ("5h 6d / Ac", "hit"),
        ("8h 8h / 8h", "split"),
        ("Ah Ad / Ac", "split"),
        ("Th Kd / 6c", "stand"),
        ("Ah 7d / 9c", "hit"),
        ("Ah 7d / 6c", "double"),
        ("Th 2d 3c / 7c", "hit"),
        ("Th 4d 2c / Tc", "stand"),
    ],
)
def test_best_play_of_six_decks_is_the_known_one(hand: str, option: str) -> None:
    """The chart of every book for six decks, and its exceptions: 10-2 against 4, three-card 16 against 10."""
    assert best(hand) == option


def test_the_last_card_typed_is_the_up_card_with_or_without_a_stroke() -> None:
    game = load_game("blackjack")
    assert advise(game, "Th 6d / 9c") == advise(game, "Th 6d 9c")


def test_insurance_comes_first_and_never_pays() -> None:
    first, second = advise(load_game("blackjack"), "Th 9d / Ac")
    assert (first.question, first.best.option) == ("insurance", "no insurance")
    assert (second.question, second.history) == ("hand 1 on 2", ("no insurance",))
    assert first.choices[1].cost == Fraction(1, 2) * (1 - 3 * Fraction(95, 309))


def test_an_insured_natural_is_worth_exactly_the_bet() -> None:
    (advice,) = advise(load_game("blackjack"), "Ah Kd / Ac")
    assert [choice.value for choice in advice.choices][1] == 1


def split_record(*drawn: tuple[str, str]) -> Record:
    """Eights against a six, split, with more cards and choices as 'pile: card' or 'question: option'."""
    game = load_game("blackjack")
    record = Record((game.seat("bet"),))
    for hand, card in (("seat 1 hand", "8h"), ("dealer", "6c"), ("seat 1 hand", "8d")):
        record = record.then(Dealt(hand, (parse_card(card),)))
    record = record.then(Dealt("dealer", (Blank(0),))).then(Chosen(1, "hand 1 on 2", "split"))
    for name, what in drawn:
        move = Chosen(1, name, what) if " on " in name else Dealt(name, (parse_card(what),))
        record = record.then(move)
    return record


def advice_on(record: Record) -> Advice:
    return advise_record(load_game("blackjack"), record, 1)


def test_a_split_hand_is_advised_on_with_the_hands_beside_it() -> None:
    """The second hand's expectation is in every option alike, so the costs are the hand's own."""
    first = advice_on(split_record(("seat 1 hand", "3c")))
    assert first.best.option == "double"
    assert [str(card) for card in first.cards[0]] == ["8h", "3c"]
    done = (("seat 1 hand", "3c"), ("hand 1 on 3", "double"), ("seat 1 hand", "Tc"), ("seat 1 hand 2", "Kc"))
    second = advice_on(split_record(*done))
    assert second.best.option == "stand"
    assert second.best.value > 1


def test_a_third_card_of_the_pair_is_split_again() -> None:
    again = advice_on(split_record(("seat 1 hand", "8c")))
    assert [choice.option for choice in again.choices] == ["stand", "hit", "double", "split"]
    assert again.best.option == "split"


def test_after_a_peek_the_hole_card_makes_no_natural() -> None:
    game = load_game("blackjack")
    record = Record((game.seat("bet"),))
    for hand, slot in (("seat 1 hand", Card(10, 0)), ("dealer", Card(10, 1)), ("seat 1 hand", Card(6, 0))):
        record = record.then(Dealt(hand, (slot,)))
    record = record.then(Dealt("dealer", (Blank(0),))).then(Peeked("dealer", False))
    assert round(float(advise_record(game, record, 1).best.value), 6) == -0.534676
