"""`price`: a paytable of the user's own."""

import csv
import io
from fractions import Fraction

import pytest

TCP = "three_card_poker"


@pytest.fixture
def price(pitboss):
    def call(game, wager, pays, *words):
        reply = pitboss("price", game, "--wager", wager, "--pays", pays, *words, "--json")
        assert reply.status == 0, reply.err
        return reply.json["wagers"][wager]

    return call


@pytest.mark.parametrize(
    "pays",
    [
        "40,30,6,4,1",
        " 40 to 1, 30 to 1, 6 to 1, 4 to 1, 1 to 1 ",
        "40;30;6;4;1",
        "41 for 1, 31 for 1, 7 for 1, 5 for 1, 2 for 1",
        "80 to 2,30,6,4,1",
        "pair=1, flush=4, straight=6, three of a kind=30, Straight-Flush=40 to 1",
    ],
)
def test_the_ways_to_write_one_table_have_one_price(price, pays):
    assert price(TCP, "pair_plus", pays)["house_advantage"] == "128/5525"


def test_a_priced_table_is_as_good_as_the_same_one_in_the_catalogue(pitboss, price):
    own = price(TCP, "ante", "4,3,1")
    known = pitboss("analyze", TCP, "--paytable", "Ante C", "--wager", "ante", "--json").json["wagers"][
        "ante"
    ]
    assert own.pop("paytable") == "your own"
    assert known.pop("paytable") == "Ante C"
    assert own == known


def test_required_lines_are_enough_and_optional_ones_may_follow(price):
    four = price(TCP, "bonus", "4000,1000,125,100")
    five = price(TCP, "bonus", "4000,1000,60,40,7")
    assert round(four["house_advantage_percent"], 2) == 19.46  # printed for TCPB-01
    assert round(five["house_advantage_percent"], 2) == 20.45  # printed for TCPB-02


def test_an_optional_line_in_the_middle_can_be_named_or_left_out(price):
    without = price("mississippi_stud", "three_card_bonus", "40,30,6,4,1")
    within = price("mississippi_stud", "three_card_bonus", "50,40,30,6,4,1")
    assert without["house_advantage"] == "128/5525"
    # The four mini royals win ten more.
    assert Fraction(within["house_advantage"]) == Fraction(128, 5525) - Fraction(4 * 10, 22100)


def test_a_bare_number_is_meant_as_the_wagers_tables_mean_it(price):
    progressive = price(TCP, "progressive", "100%,500,70,60,6")
    assert [line["pay"] for line in progressive["outcomes"] if line["name"] == "straight"] == ["6 for 1"]
    plus = price(TCP, "pair_plus", "40,30,6,4,1")
    assert [line["pay"] for line in plus["outcomes"] if line["name"] == "straight"] == ["6 to 1"]


def test_thousands_may_be_written_between_semicolons(price):
    assert price(TCP, "six_card_bonus", "1,000;200;50;25;20;10;5")["house_advantage"] == "15306/149695"


def test_a_push_gives_the_wager_back(price):
    lost = price(TCP, "pair_plus", "40,30,6,4,lose")
    pushed = price(TCP, "pair_plus", "40,30,6,4,push")
    won = price(TCP, "pair_plus", "40,30,6,4,1")
    pairs = Fraction(3744, 22100)
    assert Fraction(lost["house_advantage"]) - Fraction(pushed["house_advantage"]) == pairs
    assert Fraction(pushed["house_advantage"]) - Fraction(won["house_advantage"]) == pairs
    assert Fraction(pushed["push_frequency"]) == pairs


def test_envy_and_a_meter_of_ones_own(price):
    words = ("--players", "3", "--meter-seed", "1000", "--contribution", "10%")
    data = price(TCP, "progressive", "100% envy $100,500 envy 25,70,60", *words)
    fixed = Fraction(500 * 3 + 70 * 44 + 60 * 52, 22100)
    envy = 2 * Fraction(100 + 25 * 3, 22100)
    assert Fraction(data["house_advantage"]) == 1 - fixed - envy - Fraction(1000, 22100) - Fraction(1, 10)


def test_the_ante_bonus_is_worth_the_ways_of_its_hands(price):
    poor, rich = price(TCP, "ante", "0 to 1,0 to 1,0 to 1"), price(TCP, "ante", "5,4,1")
    assert Fraction(poor["house_advantage"]) > Fraction(rich["house_advantage"])
    # Straights and better are played anyway, so the bonus is worth just its ways.
    bonus = Fraction(5 * 48 + 4 * 52 + 720, 22100)
    assert Fraction(poor["house_advantage"]) - Fraction(rich["house_advantage"]) == bonus


def test_a_column_of_cover_all_for_the_players_at_the_table(pitboss, price):
    assert price("caribbean_stud", "cover_all", "500,200,60,40,35,25,9")["interval"]["confidence"] == 1
    two = price("caribbean_stud", "cover_all", "300,125,40,30,20,17,6", "--players", "2")
    known = pitboss("analyze", "caribbean_stud", "--paytable", "Cover All 3", "--json").json["wagers"][
        "cover_all"
    ]
    assert two["interval"] == known["interval"]


def test_an_edge_for_the_player_is_warned_of(pitboss, price):
    data = price(TCP, "pair_plus", "40,30,6,4,2")
    assert Fraction(data["house_advantage"]) < 0
    (warning,) = data["warnings"]
    assert "the player has an edge of 14.62" in warning
    text = pitboss("price", TCP, "--wager", "pair_plus", "--pays", "40,30,6,4,2").out
    assert "Warning: your own: the player has an edge of 14.62" in text
    assert price(TCP, "pair_plus", "40,30,6,4,1")["warnings"] == []


def test_a_better_hand_that_pays_less_is_warned_of(price):
    data = price(TCP, "pair_plus", "30,40,6,4,1")
    assert data["warnings"] == ["your own: straight_flush pays 30 to 1, less than three_of_a_kind at 40 to 1"]


def test_a_line_that_no_printed_table_has_is_priced(pitboss):
    """The four suited A-K-Q of 22100 hands at 100 to 1 instead of 40: 240 more of them to the player."""
    pays = "akq suited=100, straight_flush=40, three_of_a_kind=30, straight=6, flush=4, pair=1"
    found = pitboss("price", "three_card_poker", "--wager", "pair_plus", "--pays", pays, "--json").json
    wager = found["wagers"]["pair_plus"]
    assert Fraction(wager["house_advantage"]) == Fraction(512 - 4 * 60, 22_100)
    assert [line["ways"] for line in wager["outcomes"]][:3] == [4, 44, 52]
    reply = pitboss("price", "three_card_poker", "--wager", "pair_plus", "--pays", pays.replace("akq", "aqj"))
    assert reply.status == 2
    assert "line of Pair Plus" in reply.err


def test_decimal_pays_are_read(pitboss):
    """A pair at 1.5 to 1: half a unit more on 3744 of 22100 hands."""
    words = ("price", "three_card_poker", "--wager", "pair_plus", "--pays", "40,30,6,4,1.5", "--json")
    found = pitboss(*words).json["wagers"]["pair_plus"]
    assert Fraction(found["house_advantage"]) == Fraction(512 - 1872, 22_100)


@pytest.mark.parametrize("words", [("price", "--pays", "40,30,6,4,1"), ("analyze",)])
def test_csv_has_a_row_for_every_outcome_with_the_figures_of_the_data(pitboss, words):
    command = (words[0], "three_card_poker", "--wager", "pair_plus", *words[1:])
    rows = list(csv.DictReader(io.StringIO(pitboss(*command, "--csv").out, newline="")))
    data = pitboss(*command, "--json").json["wagers"]["pair_plus"]
    assert [row["outcome"] for row in rows] == [line["name"] for line in data["outcomes"]]
    assert [int(row["ways"]) for row in rows] == [line["ways"] for line in data["outcomes"]]
    assert {row["house_advantage"] for row in rows} == {data["house_advantage"]} == {"128/5525"}
    assert sum(Fraction(row["contribution"]) for row in rows) == -Fraction(data["house_advantage"])
    assert pitboss(*command, "--csv", "--json").status == 2
