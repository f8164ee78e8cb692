"""Many rounds and errors at the command line: the page, JSON and CSV say the same."""

import csv
import io
import json

import pytest

from pitboss.analysis.seat import analyze_seat
from pitboss.rules import load_game

PAIR_PLUS = ("analyze", "three_card_poker", "--wager", "pair plus")


def test_a_win_and_a_bankroll_on_the_page_in_json_and_in_csv(pitboss):
    asked = (*PAIR_PLUS, "--rounds", "1,000", "--won", "-80.5", "--bankroll", "20", "--goal", "30")
    page = pitboss(*asked).out
    assert "Actual against theoretical" in page
    assert "Ruin of a bankroll" in page
    found = json.loads(pitboss(*asked, "--json").out)["together"]
    seat = analyze_seat(load_game("three_card_poker"), ("pair_plus",))
    assert found["variance_decimal"] == float(seat.variance)
    assert found["actual"]["won"] == "-161/2"
    assert (
        found["actual"]["chance_least"] <= found["actual"]["chance_normal"] <= found["actual"]["chance_most"]
    )
    low, high = found["ruin"]["chance_of_ruin"]
    assert f"{low:.6%}" == f"{high:.6%}"
    assert f"{low:.6%}" in page
    rows = list(csv.DictReader(io.StringIO(pitboss(*asked, "--csv").out)))
    assert float(rows[-1]["probability_percent"]) == pytest.approx(100 * low)
    assert rows[-1]["outcome"] == "ruin of 20.0000"
    assert sum(row["wager"] == "pair_plus" for row in rows) > len(seat.figures.distribution)


def test_a_table_of_several_seats(pitboss):
    asked = ("analyze", "three_card_poker", "--wager", "ante", "--together", "--players", "6")
    table = json.loads(pitboss(*asked, "--json").out)["together"]["table"]
    assert (table["seats"], table["rounds"], table["method"]) == (6, 40, "counted")
    assert table["standard_deviation"] == pytest.approx(35.6021, abs=0.00005)
    assert table["standard_deviation_half_width"] == 0


def test_errors_on_the_page_in_json_and_in_csv(pitboss):
    asked = ("strategy", "three_card_poker", "--errors")
    assert "always play" in pitboss(*asked).out
    errors = json.loads(pitboss(*asked, "--json").out)["errors"]
    rows = list(csv.DictReader(io.StringIO(pitboss(*asked, "--csv").out)))
    assert [(row["error"], row["cost"]) for row in rows] == [(one["error"], one["cost"]) for one in errors]
    assert all(one["cost_percent"] > 0 for one in errors), "a habit that costs nothing is no error"


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ((*PAIR_PLUS, "--goal", "5"), "give --bankroll, too"),
        ((*PAIR_PLUS, "--won", "much"), "--won: write a number"),
        ((*PAIR_PLUS, "--rounds", "0"), "--rounds is a number above 0"),
        ((*PAIR_PLUS, "--bankroll", "0.5"), "does not cover"),
        (("strategy", "three_card_poker", "--csv"), "--csv is for --errors"),
        (("strategy", "three_card_poker", "--errors", "Qh 6d 4c"), "leave the hand out"),
    ],
)
def test_what_makes_no_sense_is_refused(pitboss, asked, words):
    reply = pitboss(*asked)
    assert reply.status == 2
    assert words in reply.err
