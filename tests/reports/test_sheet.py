"""Sheets of wagers, games and audits, and the requests that they are made from."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from misprint import invent
from pitboss.analysis.analysis import Terms, analyze
from pitboss.audit.assumption import LevelTerm, TermTaken
from pitboss.audit.finding import Finding, edge_warnings
from pitboss.audit.request import request_analysis
from pitboss.audit.sheet import WagerSheet
from pitboss.audit.term import Asked
from pitboss.audit.verdict import Verdict
from pitboss.base.error import InputError
from pitboss.cards.deck import make_deck
from pitboss.reports.audit_sheet import audit_page, audit_table, finding_data, summarize
from pitboss.reports.form import format_text
from pitboss.reports.game_sheet import deck_words, falling_warnings, game_data, game_page, warning_block
from pitboss.reports.page import Tone, tone_of
from pitboss.reports.wager_page import exactly, net_words, wager_data, wager_page
from pitboss.rules import load_game
from pitboss.rules.paytable import Level

TCP = load_game("three_card_poker")
METERED = [
    ("three_card_poker", "TCP Progressive 1"),
    ("three_card_poker", "TCP Progressive 2"),
    ("mississippi_stud", "MS Stud-01"),
    ("mississippi_stud", "MS Stud Quick Hit 01"),
    ("mississippi_stud", "Link ML03"),
    ("blackjack", "Bet the Set 21 Progressive"),
]


@pytest.mark.parametrize(("name", "table"), METERED)
def test_at_a_meter_the_formula_and_the_outcomes_are_two_ways_to_one_advantage(name, table):
    """Fixed return, drain and envy on one side; the sum over all outcomes on the other."""
    game = load_game(name).with_paytable(table)
    meters = {"": Fraction(7001, 3), "Mega": Fraction(90_001), "Major": Fraction(801), "Minor": Fraction(70)}
    for players in (1, 4):
        found = analyze(game, "progressive", Terms(players=players, meters=meters))
        assert found.house_advantage == found.figures.house_advantage


def test_the_element_of_risk_of_a_progressive_goes_with_its_advantage():
    """One bet, so all the money is the wager: the two cannot differ, whatever the meter's seed."""
    terms = Terms(levels={"": Level(Fraction(1000), Fraction(14, 100))})
    sheet = WagerSheet(analyze(TCP, "progressive", terms))
    assert sheet.element_of_risk == sheet.analysis.house_advantage


def test_the_risk_of_the_ante_is_spread_over_ante_and_play():
    data = wager_data(WagerSheet(analyze(TCP, "ante")))
    assert Fraction(data["element_of_risk"]) == Fraction(data["house_advantage"]) / Fraction(
        data["average_total_wager_exact"]
    )
    assert data["element_of_risk_percent"] < data["house_advantage_percent"]


def test_assumptions_and_warnings_are_on_the_page():
    game, table = invent("three_card_poker", "Pair Plus A", pays="40,30,4,6,2")
    table = replace(table, warnings=("straight pays less",))
    sheet = WagerSheet(analyze(game.with_table(table), "pair_plus"), (TermTaken("Mega", LevelTerm.RESERVE),))
    text = format_text(wager_page(sheet))
    assert "- Mega meter: no reserve rate given: 0%" in text
    assert "Warning: straight pays less" in text
    assert f"Warning: {table.where}: Pair Plus A: the player has an edge" in text
    assert re.fullmatch(r"three_card_poker\.toml:\d+", table.where)
    assert wager_data(sheet)["warnings"] == list(sheet.warnings)


def test_short_fractions_are_shown_and_long_ones_left_to_the_data():
    assert exactly(Fraction(1, 4)) == "25.0000%  = 1/4"
    assert exactly(Fraction(1, 3**100)) == "0.0000%"


def test_nets_have_signs():
    assert [net_words(Fraction(net)) for net in ("1500", "0", "-1", "1/3", "-1/3")] == [
        "+1,500",
        "0",
        "-1",
        "+0.33",
        "-0.33",
    ]


# -- requests --------------------------------------------------------------------------------------


def wagers_of(*, paytables=(), wagers=(), asked=None):
    return request_analysis(TCP, paytables=paytables, wagers=wagers, asked=asked or Asked())


def test_a_wager_named_twice_is_analysed_once():
    assert wagers_of(wagers=["ante", "Ante", "pair plus"]).wagers == ("ante", "pair_plus")


def test_two_tables_for_two_wagers_are_both_put_in_force():
    request = wagers_of(paytables=["Ante B", "Pair Plus D"])
    assert request.wagers == ("ante", "pair_plus")
    assert [request.game.chosen[wager][0].id for wager in request.wagers] == ["Ante B", "Pair Plus D"]


def test_two_tables_for_one_wager_are_refused():
    with pytest.raises(InputError, match="'Pair Plus A' and 'Pair Plus B' both pay pair_plus"):
        wagers_of(paytables=["Pair Plus A", "TCP-02"])


def test_the_same_table_twice_is_no_contradiction():
    assert wagers_of(paytables=["Ante A", "TCP-01"]).wagers == ("ante", "pair_plus")


def test_progress_is_told_wager_by_wager():
    seen = []
    sheets = list(wagers_of(wagers=["pair_plus", "bonus"]).sheets(seen.append))
    assert seen == ["Three Card Poker: Pair Plus", "Three Card Poker: Bonus"]
    assert [sheet.analysis.wager.id for sheet in sheets] == ["pair_plus", "bonus"]


# -- games -----------------------------------------------------------------------------------------


def test_falling_pays_are_warned_of_in_data():
    game, table = invent("three_card_poker", "Pair Plus A")
    table = replace(table, warnings=("file:1: odd",))
    game = replace(game, paytables={table.id: table})
    assert list(falling_warnings(game)) == ["file:1: odd"]
    assert game_data(game)["warnings"] == ["file:1: odd"]


def test_a_table_that_favours_the_player_is_found_by_analysing_all():
    game, _ = invent("three_card_poker", "Pair Plus C", pays="40,30,6,4,2")
    seen = []
    (warning,) = edge_warnings(game, progress=seen.append)
    assert "Pair Plus C: the player has an edge of 14.62" in warning
    assert len(seen) == len(game.paytables)


def test_a_column_is_judged_with_as_many_hands_as_it_is_for():
    game, table = invent("caribbean_stud", "Cover All 3", pays="300,125,40,30,20,17,9")
    (warning,) = edge_warnings(replace(game, paytables={table.id: table}))
    assert "Cover All 3: the player has an edge of 11.2" in warning


def test_no_warnings_make_no_block():
    assert warning_block([]) == ()
    (block,) = warning_block(["look out"])
    assert [str(line) for line in block.lines] == ["Warning: look out"]
    assert tone_of(block.lines[0]) is Tone.CAREFUL


def test_a_deck_is_described():
    assert deck_words(TCP) == "one 52-card deck"
    assert deck_words(TCP.with_deck(make_deck(decks=8))) == "8 decks of 52 cards"
    assert deck_words(TCP.with_deck(make_deck(ranks=(2, 3, 4), suits=(0, 1)))) == "6 cards"


def test_a_line_that_a_table_does_not_pay_is_a_dash():
    text = format_text(game_page(TCP))
    row = next(line for line in text.splitlines() if line.startswith("straight ") and "7 to 1" in line)
    assert row.split() == ["straight", "-", "7", "to", "1", "-", "6", "to", "1"]


# -- the audit -------------------------------------------------------------------------------------

FINDING = Finding("doc", "game", "table", "seed", "$1,000", None, Verdict.NOT_DERIVABLE)


def test_every_verdict_has_a_tone_of_its_own():
    findings = [replace(FINDING, verdict=verdict) for verdict in Verdict]
    tones = {str(row[5]): tone_of(row[5]) for row in audit_table(findings).rows}
    assert tones == {
        "agrees": Tone.GOOD,
        "rounding": Tone.CAREFUL,
        "implied": Tone.INFERRED,
        "disagrees": Tone.BAD,
        "not derivable": Tone.DIM,
        "not printed": Tone.PLAIN,
    }


def test_the_summary_counts_what_is_there_and_what_is_not():
    findings = [FINDING, FINDING, replace(FINDING, verdict=Verdict.AGREES)]
    assert summarize(findings) == ("3 figures: agrees 1, rounding 0, implied 0, disagrees 0, not derivable 2")
    assert str(audit_page(findings, seconds=1.25)[-1].lines[0]).endswith("not derivable 2; 1.2 seconds")


def test_only_a_percentage_has_a_percent():
    assert finding_data(FINDING)["exact"] is None
    share = replace(FINDING, printed="50%", exact=Fraction(1, 2))
    assert (finding_data(share)["exact"], finding_data(share)["percent"]) == ("1/2", 50.0)
    money = replace(FINDING, exact=Fraction(1001))
    assert (finding_data(money)["exact"], finding_data(money)["percent"]) == ("1001/1", None)
