"""A round is one line of text: it prints, parses back, and refuses what the game does not allow."""

from random import Random

import pytest

from dealing import random_records, random_seats
from pitboss.base.error import InputError
from pitboss.rules import game_ids, load_game
from pitboss.rules.notation import format_record, parse_record

LINE = (
    "three_card_poker | seat 1: ante 1, pair_plus 1/2 | seat 1 hand < Qh 6d 4c | dealer < ?0 ?1 ?2 "
    "| seat 1 play = play | dealer > 0 Kh, 1 9d, 2 2s | seat 1 hand >"
)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", game_ids())
def test_every_prefix_of_a_round_prints_and_parses_back_to_the_same_record(name, seed):
    game = load_game(name)
    random = Random(seed)
    for record in random_records(game, random_seats(game, random.randint(1, 7), random), random):
        read_game, read = parse_record(format_record(game, record))
        assert read == record
        assert read_game == game


def test_a_line_written_by_hand_is_read_and_printed_as_it_was():
    game, record = parse_record(LINE)
    assert format_record(game, record) == LINE
    assert [str(result.net({})) for result in game.settle(game.replay(record)[0], 1)["ante"]] == [
        "-1",
        "0",
        "-1",
    ]


def test_settings_and_paytables_that_are_not_the_default_are_kept():
    game = load_game("three_card_poker").with_paytable("TCP-06").with_settings(folded_hands_qualify=False)
    _, record = parse_record(LINE)
    text = format_record(game, record)
    assert "folded_hands_qualify=false" in text
    assert "paytable=Ante C" in text
    assert parse_record(text)[0] == game


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (LINE.replace("Qh", "1h"), "field 3"),
        (LINE.replace("= play", "= double"), "field 5: seat 1 cannot 'double'"),
        (LINE.replace("6d 4c", "6d"), "field 3"),
        (LINE.replace("ante 1,", "ante x,"), "field 2: cannot read the wager"),
        (LINE.replace("pair_plus", "pair_minus"), "did you mean 'pair_plus'"),
        (LINE.replace("three_card_poker", "three_card_pokr"), "did you mean 'three_card_poker'"),
        (LINE.replace("0 Kh, 1 9d", "0 Kh"), "field 6"),
        ("three_card_poker", "at least one seat"),
    ],
)
def test_a_tampered_line_is_refused_with_its_place(wrong, says):
    with pytest.raises(InputError) as refused:
        parse_record(wrong)
    assert says in str(refused.value)
