"""A base game drawn to a total in the reports: what is exact is shown, what is left open is said."""

from fractions import Fraction

import pytest

from pitboss.analysis.analysis import analyze
from pitboss.analysis.figures import Figures
from pitboss.analysis.walker import walk
from pitboss.audit.best_play import game_strategy
from pitboss.audit.finding import audit
from pitboss.audit.request import request_analysis, request_price
from pitboss.audit.term import Asked
from pitboss.audit.verdict import Verdict
from pitboss.cards import Card, Deck
from pitboss.reports.audit_sheet import note_words, say_assumptions
from pitboss.reports.form import format_text
from pitboss.reports.strategy_sheet import strategy_data, strategy_page
from pitboss.reports.wager_page import analysis_data, analysis_page
from pitboss.rules import load_game


@pytest.fixture(scope="module")
def game():
    shoe = {2: 4, 6: 4, 8: 4, 9: 4, 10: 8, 14: 4}
    return load_game("blackjack").with_deck(Deck(tuple((Card(rank, 0), n) for rank, n in shoe.items())))


@pytest.fixture(scope="module")
def sheets(game):
    return list(request_analysis(game, paytables=(), wagers=("bet",), asked=Asked()).sheets())


def test_the_page_has_the_advantage_the_outcomes_and_what_is_not_counted(game, sheets):
    text = format_text(analysis_page(game, sheets))
    for part in (
        "House advantage",
        "Average total wager",
        "drawing engine",
        "win, doubled",
        "split  ",
        "Insurance",
    ):
        assert part in text
    assert "insurance is never taken" in text
    assert "hit frequency and deviation have bounds, which are proved" in text
    assert "units a round, bounds that are proved" in text


def test_the_data_has_null_where_nothing_is_counted(game, sheets):
    data = analysis_data(game, sheets)["wagers"]["bet"]
    assert data["standard_deviation"] is data["volatility_index"] is data["distribution"] is None
    assert sum(Fraction(line["contribution"]) for line in data["outcomes"]) == -Fraction(
        data["house_advantage"]
    )
    assert sum(Fraction(line["probability"]) for line in data["outcomes"]) == 1


def test_the_bounds_of_the_hit_frequency_are_rounds_that_are_split(sheets):
    (sheet,) = sheets
    drawn = sheet.analysis.drawn
    (split,) = [line for line in drawn.lines if line.name == "split"]
    assert 2 * sheet.hit.half_width == split.probability == drawn.split_chance
    assert sheet.hit.miss == 0


def test_a_natural_may_be_priced_at_odds_of_ones_own(game, sheets):
    (sheet,) = request_price(game, wager="bet", pays="2 to 1", asked=Asked()).sheets()
    (natural,) = [line for line in sheet.analysis.drawn.lines if line.name == "natural"]
    gained = sheets[0].analysis.house_advantage - sheet.analysis.house_advantage
    assert gained == natural.probability / 2 > 0


def test_in_a_notebook_it_is_a_table(sheets):
    assert "house advantage" in sheets[0].analysis._repr_html_()


def test_best_play_is_a_chart(game):
    chart = game_strategy(game, 14)
    assert {"hard", "soft", "pair"} == set(strategy_data(chart)["chart"])
    assert "the chart costs" in format_text(strategy_page(chart))


def test_the_audit_of_everything_leaves_the_base_game_to_its_own_command():
    findings = [finding for finding in audit(["blackjack"], everything=True) if not finding.printed]
    assert [(f.paytable, f.verdict, f.exact) for f in findings] == [
        ("Natural 3 to 2", Verdict.NOT_PRINTED, None),
        ("Natural 6 to 5", Verdict.NOT_PRINTED, None),
    ]
    assert all("pitboss analyze" in note_words(finding) for finding in findings)


def test_the_progressive_is_counted_and_needs_no_base_game(game):
    assert analyze(load_game("blackjack"), "progressive").method == "counting engine"


@pytest.mark.parametrize("shoe", [{5: 2, 6: 2, 10: 4}, {5: 2, 7: 2, 9: 3, 10: 2}, {3: 2, 9: 3, 10: 4}])
def test_where_nothing_is_split_the_deviation_is_exact(shoe):
    """Without aces: the walker would take an insurance that is worth it."""
    small = load_game("blackjack").with_deck(Deck(tuple((Card(rank, 0), n) for rank, n in shoe.items())))
    small = small.with_settings(most_hands=1)
    (sheet,) = request_analysis(small, paytables=(), wagers=("bet",), asked=Asked()).sheets()
    walked = Figures(walk(small, ("bet",)).tallies["bet"])
    assert sheet.variance == walked.variance
    assert sheet.hit.middle == walked.hit_frequency
    assert "deviation have bounds" not in "".join(say_assumptions(sheet.assumptions))
