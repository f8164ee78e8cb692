"""Terms of a progressive by search: what is found prices as promised, and the printed terms are found."""

import json
from fractions import Fraction

import pytest
from typer.testing import CliRunner

from pitboss.analysis.analysis import Terms, analyze
from pitboss.audit.design import make_meter_design, read_money, read_values
from pitboss.base.error import InputError
from pitboss.cli.app import make_app
from pitboss.design.meter_terms import MeterTargets
from pitboss.design.target import ANY, parse_span
from pitboss.reports.design_sheet import meter_design_page
from pitboss.reports.form import format_text
from pitboss.rules import load_game

GAME = load_game("three_card_poker")


def search(advantage: str, jackpot: str, **words):
    targets = MeterTargets(parse_span(advantage), parse_span(jackpot))
    return make_meter_design(GAME, "progressive", targets, like="TCP Progressive 1", **words)


def test_the_terms_found_price_as_promised():
    found = search("20%..25%", "4000..6000", players=7)
    assert found.found
    game = GAME.with_paytable("TCP Progressive 1")
    for one in found.found:
        priced = analyze(game, "progressive", Terms(players=7, levels={"": one.level}))
        assert priced.house_advantage == one.advantage
        assert priced.meter is not None
        assert priced.meter.average_top("") == one.jackpot


def test_the_terms_behind_a_print_are_found():
    """Seed $1,000 and 14% with a table of seven come out as 22.33% and $4,000, as printed."""
    found = search("22.33%", "3500..4500", players=7, seed="500..2000/500", reserve="0%")
    assert [(one.level.seed, one.level.contribution) for one in found.found] == [(1000, Fraction(14, 100))]


def test_every_combination_is_tried_and_counted():
    found = search(
        "0%..100%", "1..100000", seed="500,1000", contribution="10%..20%/5%", reserve="0%,1%", envy="50%,100%"
    )
    assert found.tried == 2 * 3 * 2 * 2
    assert found.meeting == found.tried


def test_the_nearest_to_the_middles_come_first():
    misses = [one.miss for one in search("20%..25%", "4000..6000").found]
    assert misses == sorted(misses)


def test_values_that_cannot_be_tried_are_refused():
    for text in ("500..2000", "2000..500/100", "1..9999/0.1", "many"):
        with pytest.raises(InputError):
            read_values("--meter-seed", text, read_money)
    with pytest.raises(InputError, match="no meter"):
        make_meter_design(GAME, "pair_plus", MeterTargets(ANY, ANY))


def test_the_command_searches_terms():
    words = ["design", "three card poker", "--wager", "progressive", "--advantage", "20%..25%"]
    ran = CliRunner().invoke(
        make_app(), [*words, "--average-jackpot", "4000..6000", "--players", "7", "--json"]
    )
    data = json.loads(ran.stdout)
    assert data["terms_meeting"] > len(data["found"]) == 20
    assert "Terms that meet the targets" in format_text(meter_design_page(search("20%..25%", "4000..6000")))
