"""Meters and envy on a par sheet: two ways to each advantage, and the totals of the long run."""

from fractions import Fraction
from itertools import pairwise

import pytest

from pitboss.analysis.analysis import Terms, analyze
from pitboss.audit.assumption import Premise
from pitboss.audit.meter_grid import SEATS, meter_grids, round_amount, seats_of
from pitboss.audit.part import SheetPart, leave_out
from pitboss.audit.request import request_analysis
from pitboss.audit.term import Asked
from pitboss.reports.audit_sheet import say_assumptions
from pitboss.reports.form import format_text
from pitboss.reports.par.data import part_data
from pitboss.reports.par.meter_section import meter_section
from pitboss.reports.par.picture import distribution_picture
from pitboss.reports.par.wager_section import NO_TERMS, OPEN_BANDS, par_outcomes, wager_section
from pitboss.rules import load_game
from pitboss.rules.paytable import Level

TCP = load_game("three_card_poker")
MS = load_game("mississippi_stud")
LEVELS = {
    "": Level(Fraction(1000), Fraction(14, 100), Fraction(1, 100)),
    "Mega": Level(Fraction(50_000), Fraction(1, 10)),
    "Major": Level(Fraction(5000), Fraction(1, 20)),
    "Minor": Level(Fraction(100), Fraction(1, 20)),
}
METERED = [
    (TCP, "TCP Progressive 1"),
    (MS, "MS Stud-01"),
    (MS, "MS Stud Quick Hit 01"),
    (MS, "Link ML01"),
    (MS, "Link ML03"),
]


def part_of(game, table, *, players=1, **asked):
    request = request_analysis(game, paytables=[table], wagers=(), asked=Asked(players=players, **asked))
    return SheetPart(leave_out(request.sheet(game.paytables[table].wager, request.asked)))


def terms_of(table):
    """The same terms in the words of a request."""
    return {
        about: {name: getattr(LEVELS[name], about) for name in table.levels}
        for about in ("seed", "contribution", "reserve")
    }


@pytest.mark.parametrize(("game", "name"), METERED)
def test_outcomes_drawn_at_the_average_add_up_to_the_advantage_of_the_long_run(game, name):
    """One side counts money in and out of the meters, the other adds up every outcome."""
    part = part_of(game, name, players=4, **terms_of(game.paytables[name]))
    contributions = sum(outcome.contribution for outcome in part.sheet.outcomes)
    assert -contributions - part.analysis.meter.envy_return == part.analysis.house_advantage


@pytest.mark.parametrize(("game", "name"), METERED)
def test_the_grid_has_the_advantage_that_the_outcomes_come_to_with_the_meter_there(game, name):
    table = game.paytables[name]
    part = part_of(game, name, **terms_of(table))
    for grid in meter_grids(part.analysis):
        for players in (1, 3, SEATS):
            for standing in grid.standings:
                meters = {level: LEVELS[level].seed for level in table.levels} | {grid.level: standing.amount}
                there = analyze(game.with_paytable(name), table.wager, Terms(players=players, meters=meters))
                assert grid.advantage(standing, players) == there.figures.house_advantage


@pytest.mark.parametrize(("game", "name"), METERED)
def test_at_break_even_the_next_wager_is_even(game, name):
    table = game.paytables[name]
    part = part_of(game, name, **terms_of(table))
    for grid in meter_grids(part.analysis):
        even = grid.break_even(3)
        meters = {level: LEVELS[level].seed for level in table.levels} | {grid.level: even}
        there = analyze(game.with_paytable(name), table.wager, Terms(players=3, meters=meters))
        assert there.figures.house_advantage == 0
        about = {standing.point.value for standing in grid.standings if standing.point}
        assert {"seed", "average top award", "break-even alone"} <= about


def test_more_players_mean_more_envy_and_so_a_lower_advantage():
    data = part_data(part_of(TCP, "TCP Progressive 1"))
    assert [row["players"] for row in data["by_players"]] == list(range(1, SEATS + 1))
    each = Fraction(100, 22_100) + Fraction(
        3 * 25, 22_100
    )  # one ace-king-queen of spades, three of other suits
    advantages = [Fraction(row["house_advantage_long_run"]) for row in data["by_players"]]
    assert all(before - after == each for before, after in pairwise(advantages))


def test_the_printed_advantage_is_that_of_a_full_table():
    """22.33% is printed: one player alone has 27.09%, seven have 22.3348%."""
    text = format_text(meter_section(part_of(TCP, "TCP Progressive 1")))
    (long_run,) = [line for line in text.splitlines() if line.startswith("In the long run  ")]
    assert long_run.split()[-1] == "22.3348%"
    assert long_run.split()[4] == "27.0860%"


def test_a_wager_without_envy_is_the_same_for_all_tables():
    alone = part_of(TCP, "Pair Plus A")
    assert seats_of(alone.analysis) == (1,)
    assert meter_section(alone) == ()
    assert part_data(alone)["by_players"] == part_data(alone)["by_meter"] == []


def test_a_larger_table_than_usual_gets_a_column_too():
    assert seats_of(part_of(TCP, "TCPB-04E", players=12).analysis) == (1, 2, 3, 4, 5, 6, 7, 12)


def test_envy_without_a_meter_is_shown_by_players_and_added_to_the_outcomes():
    part = part_of(TCP, "TCPB-04E", players=7)
    table = par_outcomes(part)
    *_, total, envy, whole = [[str(cell) for cell in row] for row in table.rows]
    assert (total[0], envy[0], whole[0]) == ("Total", "envy from 6 other players", "With envy")
    percents = [float(row[-1].removesuffix("%")) for row in (total, envy, whole)]
    assert percents[0] + percents[1] == pytest.approx(percents[2], abs=2e-6)
    assert percents[2] == pytest.approx(-float(part.analysis.house_advantage) * 100, abs=1e-6)
    assert "Players with the wager" in format_text(meter_section(part))


def test_a_meter_of_which_nothing_is_known_is_pointed_out():
    unknown, known = part_of(MS, "MS Stud-01"), part_of(MS, "MS Stud-01", seed={"": Fraction(5000)})
    assert unknown.lacks_terms
    assert not known.lacks_terms
    assert NO_TERMS in format_text(wager_section(unknown))
    assert NO_TERMS not in format_text(wager_section(known))


def test_without_terms_nothing_is_told_that_hangs_on_the_meter():
    part = part_of(MS, "Link ML01", players=4)
    text, data = format_text(wager_section(part)), part_data(part)
    for words in ("Standard deviation", "Volatility index", "long run", "on average", "fair", "poor  "):
        assert words not in text
    for words in ("House advantage before meters ", OPEN_BANDS, "-1 + meter", "one in 649,740;"):
        assert words in text
    for name in ("variance", "standard_deviation", "volatility_index", "bands", "house_advantage_long_run"):
        assert data[name] is None
    assert {row["house_advantage_long_run"] for row in data["by_players"]} == {None}
    assert {level[name] for level in data["meters"] for name in ("seed", "average_top_payout")} == {None}


def test_what_the_text_warns_of_is_in_the_data_too():
    part = part_of(MS, "Link ML01")
    assert part_data(part)["warnings"] == [NO_TERMS]
    assert part_data(part)["is_before_meters"]
    assert f"Warning: {NO_TERMS}" in format_text(wager_section(part))
    known = part_data(part_of(TCP, "TCP Progressive 1"))
    assert (known["warnings"], known["is_before_meters"]) == ([], False)


def test_an_award_of_an_unknown_size_is_no_loss_in_the_distribution():
    """40 of 2,598,960 hands are royal or straight flushes; 2,524,332 lose."""
    data = part_data(part_of(MS, "Link ML01"))
    ways = {row["net"]: row["ways"] for row in data["distribution"]}
    assert (ways[None], ways["-1/1"]) == (40, 2_524_332)
    assert [row["net"] for row in data["outcomes"]][:2] == [None, None]
    assert "meter" in distribution_picture(part_of(MS, "Link ML01")).words.lower()


def test_with_the_meter_given_its_terms_are_still_not_known():
    part = part_of(MS, "MS Stud-01", meter={"": Fraction(5000)})
    text = format_text(wager_section(part))
    assert part.variance is not None
    assert "House advantage before" not in text
    assert "seed, contribution and reserve are not known, standing at $5,000" in text
    assert "In the long run" not in text


def test_how_rare_an_award_is_has_commas():
    assert "one in 22,100, $4,094 on average" in format_text(meter_section(part_of(TCP, "TCP Progressive 1")))


def test_what_the_outcomes_are_drawn_at_is_said():
    part = part_of(TCP, "TCP Progressive 1")
    assert Premise.AT_AVERAGE in part.sheet.assumptions
    asked = part_of(TCP, "TCP Progressive 1", meter={"": Fraction(7000)})
    assert "the advantage is that of the next wager with the meter at $7,000" in say_assumptions(
        asked.sheet.assumptions
    )
    assert asked.sheet.outcomes[0].net == 6999


def test_round_amounts_have_two_digits():
    assert [round_amount(Fraction(amount)) for amount in ("160530.53", "7600", "12.4")] == [160_000, 7600, 12]
