"""`pitboss replay`: a round again from one line of text."""

import json
import re

import pytest
from program import run

from pitboss.rules.notation import format_record, parse_record

ROUND = (
    "three_card_poker | seat 1: ante 10, pair_plus 5 | seat 2: ante 5, six_card_bonus 1 "
    "| seat 1 hand < Th Jh Qd | seat 2 hand < 2c 7d 9s | dealer < ?6 ?7 ?8 | seat 1 play = play "
    "| seat 2 play = fold | dealer > 0 Kd, 1 Kc, 2 4s | seat 2 hand > | seat 1 hand >"
)


@pytest.fixture
def rounds(tmp_path):
    def write(*lines, name="rounds.txt"):
        path = tmp_path / name
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return str(path)

    return write


def test_every_event_and_the_arithmetic_of_every_payout_are_printed(rounds):
    done = run("replay", rounds(ROUND))
    assert done.returncode == 0, done.stderr
    assert "Dealer plays with a pair of kings" in done.stdout
    # The straight beats the pair: 10 + 10 at even money, 10 Ante Bonus at 1 to 1, 5 x 6 on Pair Plus.
    assert "Ante Bonus: straight, 1 to 1 on $10.00 = $10.00" in done.stdout
    assert "Pair Plus: straight, 6 to 1 on $5.00 = $30.00, with the wager $35.00 back" in done.stdout
    assert "- Seat 1: +$60.00" in done.stdout
    assert "- Seat 2: -$6.00" in done.stdout
    assert "- The house: -$54.00" in done.stdout


def test_json_has_every_event_and_the_nets(pitboss, rounds):
    (told,) = json.loads(pitboss("replay", rounds(ROUND), "--json").out)
    assert told["net_micros"] == {"1": 60_000_000, "2": -6_000_000}
    assert [one["seat"] for one in told["events"] if one["event"] == "bet_settled"] == [2, 2, 1, 1, 1, 1]


@pytest.mark.parametrize(
    ("spoil", "place"),
    [
        (("seat 1 play = play", "seat 1 play = sit"), "line 2, field 7: .*it can: fold, play"),
        (("Th Jh Qd", "Th Jh Th"), "line 2, field 4: Th comes 2 times"),
        (("seat 2 hand > |", "seat 3 hand > |"), "line 2, field 10: "),
        (("ante 10", "ante ten"), "line 2, field 2: cannot read the wager"),
    ],
)
def test_a_line_that_cannot_be_is_refused_with_its_place(pitboss, rounds, spoil, place):
    done = pitboss("replay", rounds(ROUND, ROUND.replace(*spoil)))
    assert done.status == 2
    assert re.search(place, done.err), done.err


def test_a_line_changed_after_it_was_printed_is_refused_with_its_place(pitboss, rounds):
    (told,) = json.loads(pitboss("replay", rounds(ROUND), "--json").out)
    printed = format_record(*parse_record(told["notation"]))
    assert pitboss("replay", rounds(printed)).status == 0
    done = pitboss("replay", rounds(printed.replace("2c 7d 9s", "2c 7d 9h")))
    assert done.status == 2
    assert "line 1, field 5: 'seat 2 hand < 2c 7d 9h' was changed after the line was printed" in done.err


def test_two_files_are_compared_field_by_field(pitboss, rounds):
    one = rounds(ROUND, ROUND)
    other = rounds(ROUND, ROUND.replace("seat 2 play = fold", "seat 2 play = play"), name="other.txt")
    assert pitboss("replay", one, "--against", one).status == 0
    done = pitboss("replay", one, "--against", other)
    assert done.status == 1
    assert "seat 2 play = fold" in done.out
    assert "seat 2 play = play" in done.out


def test_nothing_to_replay_is_said(pitboss, rounds):
    assert "there is no round" in pitboss("replay", rounds("")).err
    assert pitboss("replay", "no such file").status == 2
