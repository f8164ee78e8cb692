"""Law: a variance that is dealt and not counted lies where the counted outcomes say that it must."""

from fractions import Fraction

import pytest

from pitboss.analysis.drawn import SPLIT
from pitboss.audit.request import request_analysis
from pitboss.audit.sheet import deal_variance
from pitboss.audit.term import Asked
from pitboss.cards import Card, Deck
from pitboss.reports.form import format_text
from pitboss.reports.par.sheet import make_par_sheet
from pitboss.rules import load_game

SHOE = Deck(tuple((Card(rank, 0), cards) for rank, cards in {2: 8, 6: 8, 8: 8, 9: 8, 10: 16, 14: 8}.items()))
GAME = load_game("blackjack").with_deck(SHOE).with_settings(most_hands=2)
MOST_HANDS = 2
"""A split round ends within four units of where it began: two hands, each doubled."""


@pytest.fixture(scope="module")
def sheet():
    return make_par_sheet(request_analysis(GAME, paytables=["Natural 3 to 2"], wagers=(), asked=Asked()))


@pytest.mark.slow
def test_the_variance_lies_between_what_split_rounds_could_make_of_it(sheet):
    wager = sheet.data["wagers"]["bet"] if "bet" in sheet.data["wagers"] else sheet.data["wagers"][0]
    counted = square = mean = Fraction(0)
    for outcome in wager["outcomes"]:
        chance, net = Fraction(outcome["probability"]), Fraction(outcome["net"])
        mean += chance * net
        square += chance * net**2
        counted += chance * (2 * MOST_HANDS) ** 2 if outcome["name"] == SPLIT else chance * net**2
    variance = Fraction(wager["variance"])
    slack = Fraction(wager["variance_dealt"]["half_width"])
    assert square - mean**2 - slack <= variance <= counted - mean**2 + slack


@pytest.mark.slow
def test_another_seed_deals_a_variance_within_both_intervals(monkeypatch):
    game = GAME.with_paytable("Natural 3 to 2")
    first = deal_variance(game, "bet")
    monkeypatch.setattr("pitboss.audit.sheet.SEED", 7)
    second = deal_variance.__wrapped__(game, "bet")
    assert first.variance != second.variance
    assert abs(first.variance - second.variance) < first.half_width + second.half_width


@pytest.mark.slow
def test_the_page_says_that_it_was_dealt(sheet):
    assert "rounds dealt from the seed" in format_text(sheet.page)
