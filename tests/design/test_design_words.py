"""What a design is asked for in words, and how it answers."""

import json
from fractions import Fraction

import pytest
from typer.testing import CliRunner

from pitboss.audit.design import make_design
from pitboss.audit.term import Asked
from pitboss.base.error import InputError
from pitboss.cli.app import make_app
from pitboss.design.ladder import TRADE_PAYS, choose_pays, ladder_of
from pitboss.design.target import Span, Targets, parse_span
from pitboss.reports.design_sheet import design_page, design_paper
from pitboss.reports.form import format_text
from pitboss.reports.paper.paper import Form, write_paper
from pitboss.rules import game_ids, load_game


@pytest.mark.parametrize(
    ("text", "low", "high", "is_open"),
    [
        ("5%..7%", "1/20", "7/100", False),
        ("5..7%", "1/20", "7/100", False),
        ("20%..", "1/5", None, False),
        ("..30", None, "30", False),
        ("-2%..1%", "-1/50", "1/100", False),
        ("2.32%", "2315/100000", "2325/100000", True),
    ],
)
def test_ranges_are_read_as_they_are_meant(text, low, high, is_open):
    expected = Span(*(None if end is None else Fraction(end) for end in (low, high)), is_open)
    assert parse_span(text) == expected


@pytest.mark.parametrize("text", ["", "..", "five", "7%..5%", "5%...7%", "1e3"])
def test_ranges_that_mean_nothing_are_refused(text):
    with pytest.raises(InputError):
        parse_span(text)


def test_the_ladder_holds_every_pay_that_the_wager_prints():
    for game_id in game_ids():
        game = load_game(game_id)
        for table in game.paytables.values():
            amounts = {pay.amount for pay in table.pays.values() if pay.kind.value != "meter" and pay.amount}
            assert amounts <= set(ladder_of(game, table))
            for line, tried in choose_pays(game, table, {}).items():
                assert table.pays[line].amount in tried
    assert list(TRADE_PAYS) == sorted(set(TRADE_PAYS))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("flush=5..3", "lower to the higher"),
        ("flush=many", "cannot read"),
        ("flush", "write it as"),
        ("flush=1..1000/0.1", "steps"),
        ("flush=10%", "cannot read"),
        ("pair=none", "cannot go"),
        ("royal=5", "unknown line"),
    ],
)
def test_pays_that_cannot_be_tried_are_refused_in_one_line(line, words):
    with pytest.raises(InputError, match=words):
        make_design(load_game("three_card_poker"), "pair_plus", Targets(), lines=[line])


def test_an_optional_line_can_come_and_go():
    game = load_game("three_card_poker")
    without = make_design(
        game, "bonus", Targets(parse_span("15%..25%")), like="TCPB-02", lines=["straight=none"]
    )
    assert all("straight" not in table.pays for table in without.found)
    back = make_design(
        game, "bonus", Targets(parse_span("15%..25%")), like="TCPB-01", lines=["straight=5..8"]
    )
    assert all("straight" in table.pays for table in back.found)
    assert back.found


def test_a_table_of_ones_own_can_be_held_against():
    found = make_design(
        load_game("three_card_poker"), "pair_plus", Targets(parse_span("5%..6%")), like="40,30,6,4,1"
    )
    assert found.like.id == "your own"
    assert found.now.advantage == Fraction(128, 5525)


def test_the_command_prints_the_same_as_the_library():
    words = ["design", "three card poker", "--wager", "pair plus", "--advantage", "2.32%", "--json"]
    ran = CliRunner().invoke(make_app(), words)
    data = json.loads(ran.stdout)
    assert data["found"][0]["pays"]["straight"] == "6 to 1"
    assert data["found"][0]["house_advantage"] == "128/5525"
    assert data["tables_meeting"] == len(data["found"]) == 1 + len(data["found"][1:])


def test_the_page_says_how_many_and_how_it_knows():
    found = make_design(
        load_game("three_card_poker"), "six_card_bonus", Targets(parse_span("5%..7%")), most=3
    )
    text = format_text(design_page(found))
    assert "110,138; the 3 nearest are listed" in text
    assert "exact" in text
    assert b"110,138" in write_paper(design_paper(found), Form.MARKDOWN)


def test_a_column_is_chosen_by_the_number_of_players():
    found = make_design(load_game("caribbean_stud"), "cover_all", Targets(), most=0, asked=Asked(players=2))
    assert found.like.id == "Cover All 3"
    assert found.now.half_width > 0
