"""Results show themselves as tables in a notebook, with every text escaped."""

from dataclasses import replace
from html.parser import HTMLParser

import pytest

from pitboss.analysis.analysis import Terms, analyze
from pitboss.analysis.counting import count
from pitboss.audit.finding import audit
from pitboss.base.notebook import html_table
from pitboss.reports.audit_sheet import Findings
from pitboss.rules import load_game
from pitboss.strategy.advice import advise
from pitboss.strategy.words import find_strategy


class Rows(HTMLParser):
    def __init__(self):
        super().__init__()
        self.rows, self.text = 0, []

    def handle_starttag(self, tag, attrs):
        self.rows += tag == "tr"

    def handle_data(self, data):
        self.text.append(data)


def read(shown):
    parser = Rows()
    parser.feed(shown)
    return parser


def strategy():
    game = load_game("three_card_poker")
    counted = count(game, ("ante",))
    return find_strategy(game, counted, counted.price(game))


@pytest.mark.parametrize(
    ("make", "rows", "says"),
    [
        (
            lambda: analyze(load_game("three_card_poker"), "pair_plus"),
            7,
            "pair_plus: house advantage 2.3167%",
        ),
        (lambda: analyze(load_game("caribbean_stud"), "cover_all", Terms(players=1)), 2, "8.7145%"),
        (lambda: advise(load_game("three_card_poker"), "Qh 6d 4c")[0], 3, "-0.993378"),
        (strategy, 3, "Q-6-4 or better"),
        (lambda: Findings(audit(["blackjack"])), 6, "implied"),
    ],
)
def test_a_result_is_a_table(make, rows, says):
    shown = read(make()._repr_html_())
    assert shown.rows == rows
    assert says in shown.text


def test_text_is_escaped():
    shown = html_table("<b>", ("a", "b"), [("<script>", "1 & 2")])
    assert "<script>" not in shown
    assert read(shown).text == ["<b>", "a", "b", "<script>", "1 & 2"]


def test_findings_stay_a_list():
    found = audit(["blackjack"])
    assert Findings([replace(found[0])]) == [found[0]]
