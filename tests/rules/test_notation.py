"""A round is one line of text: it prints, parses back, and refuses what the game does not allow."""

from random import Random

import pytest

from dealing import random_records, random_seats
from pitboss.base.error import InputError
from pitboss.cards import parse_card
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
    assert format_record(game, record).partition(" | check ")[0] == LINE
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


# -- the check ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", game_ids())
def test_any_one_changed_character_is_refused_and_its_field_named(name):
    game, random = load_game(name), Random(7)
    record = random_records(game, random_seats(game, 3, random), random)[-1]
    line = format_record(game, record)
    fields = line.split(" | ")
    for number, field in enumerate(fields[:-1], start=1):
        place = random.randrange(len(field))
        other = random.choice([c for c in "23456789TJQKAcdhs?" if c != field[place]])
        changed = [*fields]
        changed[number - 1] = field[:place] + other + field[place + 1 :]
        with pytest.raises(InputError, match=rf"^field {number}: "):
            parse_record(" | ".join(changed))


def test_a_field_taken_out_put_in_or_moved_is_refused():
    fields = format_record(*parse_record(LINE)).split(" | ")
    for spoiled in (
        [*fields[:3], *fields[4:]],
        [*fields[:3], fields[2], *fields[3:]],
        [*fields[:3], fields[4], fields[3], *fields[5:]],
        [*fields[:-2], fields[-1]],
    ):
        with pytest.raises(InputError, match=r"^field \d+: .*(changed|missing)"):
            parse_record(" | ".join(spoiled))


def test_a_line_with_a_void_an_exposed_card_an_award_and_two_spots_of_one_player_is_kept_whole():
    line = (
        "three_card_poker | seat 1: ante 1, progressive 1 | seat 2 with 1: ante 5/2 | seat 1 hand < ?0 ?1 ?2 "
        '| at 1 exposed ?1 = Kh by "Ann" because "it fell \\u007c, \\"face\\" up" '
        '| at 1 play on by "Flo" because "no harm" '
        '| at 2 wrong count dealer = 2 by "the table" because "2 of 3" '
        '| at 2 fault of ACE by "x" because "y" '
        '| at 2 swap for i-Deal by "x" because "y" | at 2 void by "x" because "ä"'
        " | award seat 1 progressive = 1000.5"
    )
    game, record = parse_record(line)
    assert format_record(game, record).startswith(line)
    assert record.is_void
    assert record.irregularities[0].why == 'it fell |, "face" up'
    assert record.exposed == {1: parse_card("Kh")}
    assert record.owners == {1: "seat 1", 2: "seat 1"}
    assert record.awards[0].micros == 1_000_500_000


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("three_card_poker | seat 2: ante 1 | seat 1: ante 1", "field 3: seat 1: seats go up"),
        ("three_card_poker | seat 2 with 1: ante 1", "field 2: seat 2 with 1: no seat 1"),
        ("three_card_poker | seat 1: ante 1 | void", "field 3: cannot read"),
        (
            'three_card_poker | seat 1: ante 1 | at 0 void by "a" because "b" | at 0 void by "a" because "b"',
            "field 4: .* void",
        ),
        ('three_card_poker | seat 1: ante 1 | at 0 a fire by "a" because "b"', "field 3: no irregularity"),
        ("three_card_poker | seat 1: ante 1 | seat 1 hand < Kh Kh 2c", "field 3: Kh comes 2 times"),
        ("three_card_poker | seat 1: ante 1 | award seat 2 ante = 1", "field 3: .*no such seat or bet"),
        (
            "three_card_poker | seat 1: ante 1 | award seat 1 ante = 1 | seat 1 hand < ?0 ?1 ?2",
            "field 4: .*moves",
        ),
    ],
)
def test_what_cannot_be_in_a_line_is_refused_with_its_field(line, problem):
    with pytest.raises(InputError, match=problem):
        parse_record(line)
