"""A plan of the printed progressives: it agrees with the analysis, and says what it knows."""

import json
from fractions import Fraction

import pytest
from typer.testing import CliRunner

from pitboss.audit.plan import find_meter_table, plan_for, table_terms
from pitboss.audit.term import Asked
from pitboss.base.error import InputError
from pitboss.cli.app import make_app
from pitboss.design.plan import Traffic
from pitboss.reports.form import format_text
from pitboss.reports.plan_page import plan_page, plan_paper
from pitboss.reports.plan_plot import amount_plot, overlay_plot, path_plot
from pitboss.rules import load_game
from pitboss.rules.fingerprint import fingerprint

F = Fraction
HALF = Traffic(10, 40, 24, 7, F(1, 2))


def tcp(**words):
    return plan_for(table_terms(*find_meter_table("TCP Progressive 1"), Asked(), tables=10, **words), HALF)


def test_the_average_is_the_analysis_own_and_the_edge_turns_at_break_even():
    plan = tcp()
    (level,) = plan.levels
    assert level.mean.is_exact
    assert level.mean.low == plan.figures.average_top("") == 4094
    at_even = next(one for one in level.overlay if one.label == "break-even")
    assert at_even.advantage == 0
    assert plan.advantage == plan.figures.house_advantage
    assert level.again_in_a_day <= level.again_bound


def test_the_advantage_averaged_over_the_amounts_at_a_hit_is_the_long_run_one():
    """The amount at a hit is the amount at any wager, so the advantage there averages to the house's."""
    plan = tcp()
    (level,) = plan.levels
    assert plan.figures.advantage_at({"": level.mean.middle}) == plan.advantage


def test_linking_saves_seeds_and_cash_and_shortens_the_wait():
    (level,) = tcp().levels
    alone, ten = level.links[0], next(row for row in level.links if row.tables == 10)
    assert alone.cash_apart == alone.cash_linked
    assert ten.seeds_apart == 10 * ten.seeds_linked
    assert ten.cash_linked < ten.cash_apart < 10 * ten.cash_linked
    assert ten.days_linked == ten.days_apart / 10


def test_a_cap_is_never_exceeded():
    (level,) = tcp(cap=F(5000)).levels
    assert all(one.amount.high <= 5000 for one in level.quantiles)
    assert level.at_cap == pytest.approx(float((1 - F(1, 22100)) ** 28571), rel=1e-9)


def test_running_dry_is_said_where_all_awards_come_off_the_meter():
    asked = Asked(contribution={"": F(75, 100)})
    plan = plan_for(
        table_terms(*find_meter_table("TCP Progressive 1"), asked, tables=10, all_from_meter=True), HALF
    )
    ruin = plan.levels[0].ruin
    assert ruin is not None
    assert ruin.proved_low <= ruin.low <= ruin.high <= ruin.proved_high
    assert "Runs dry before it is won" in format_text(plan_page(plan))


def test_what_cannot_be_planned_is_refused():
    with pytest.raises(InputError, match="contribution"):
        table_terms(*find_meter_table("Link 01"), Asked(), tables=1)
    with pytest.raises(InputError, match="share"):
        Traffic(share=F(0))


def test_plots_are_the_same_bytes_each_time():
    plan = tcp()
    (level,) = plan.levels
    assert amount_plot(level) == amount_plot(level)
    assert path_plot(plan, level) == path_plot(plan, level)
    assert overlay_plot(level).startswith("<?xml")
    assert plan_paper(plan).title == "Plan of TCP Progressive 1, 10 tables"
    foot = dict(plan_paper(plan).made_from)
    assert foot["Fingerprint"] == fingerprint(
        load_game("three_card_poker").with_paytable("TCP Progressive 1")
    )


def test_the_command_prints_the_plan_as_data():
    words = ["progressive", "plan", "tcp progressive 1", "--tables", "10", "--share", "50%", "--json"]
    ran = CliRunner().invoke(make_app(), words)
    data = json.loads(ran.stdout)
    assert data["levels"][0]["average_amount"] == "4094/1"
    assert data["levels"][0]["quantiles"][3]["amount_low"] == "157233/50"
    assert data["traffic"]["wagers_a_day"] == "33600/1"
