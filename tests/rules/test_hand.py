"""Names of hands in a record: read and written in one place, and every one comes back as it was."""

from random import Random

import pytest

from pitboss.rules import Place, game_ids, load_game
from pitboss.rules.dealing import SEAT, Dealing
from pitboss.rules.hand import Hand, parse_hand


@pytest.mark.parametrize(
    ("text", "seat", "name"),
    [
        ("seat 3 hand", 3, "hand"),
        ("seat 12 hand 2", 12, "hand 2"),
        ("seat 1 draw", 1, "draw"),
        ("dealer", 0, "dealer"),
        ("house high", 0, "house high"),
        ("seat", 0, "seat"),
        ("seated 1 hand", 0, "seated 1 hand"),
    ],
)
def test_a_name_says_whose_hand_it_is(text, seat, name):
    assert parse_hand(text) == Hand(seat, name)
    assert str(parse_hand(text)) == text


def test_the_same_hand_of_another_seat_and_what_is_everybodys():
    assert parse_hand("seat 1 draw").at(4) == Place(4, {}).named("draw") == "seat 4 draw"
    assert parse_hand("board").at(4) == "board"


@pytest.mark.parametrize("name", game_ids())
def test_hands_of_a_round_are_the_seats_or_the_houses(name):
    """Who decides has cards of one's own."""
    table = Dealing(load_game(name), Random(1))
    list(table.play())
    owners = {parse_hand(hand).seat for hand in table.round.hands}
    assert owners <= {0, SEAT}
    assert SEAT in owners or not table.game.deciding
