"""Cards as files: every form, the same bytes in every process, and the commands that write them."""

import json
import os
import subprocess
import sys
from datetime import date

import pytest
import typer
from typer.testing import CliRunner

from pitboss import __version__
from pitboss.base.error import InputError
from pitboss.cli.report import dealer, rules, strategy
from pitboss.reports.card.dealer_card import make_dealer_card
from pitboss.reports.card.rule_card import make_rule_card
from pitboss.reports.card.strategy_card import make_strategy_card
from pitboss.reports.form import format_json
from pitboss.reports.paper.paper import Form, write_paper
from pitboss.rules import load_game
from pitboss.rules.fingerprint import fingerprint
from pitboss.table.setup import Setup

DAY = date(2024, 6, 14)
GAME = load_game("three_card_poker")
HASHES = """
from datetime import date
from hashlib import sha256
from pitboss.reports.card.dealer_card import make_dealer_card
from pitboss.reports.card.rule_card import make_rule_card
from pitboss.reports.card.strategy_card import make_strategy_card
from pitboss.reports.paper.paper import Form
from pitboss.reports.paper.paper import write_paper
from pitboss.rules import load_game
from pitboss.table.setup import Setup

game = load_game("three_card_poker")
makers = (make_rule_card(Setup(game, date(2024, 6, 14))), make_dealer_card(game), make_strategy_card(game, 4))
for paper in makers:
    for form in Form:
        print(form, sha256(write_paper(paper, form)).hexdigest())
"""


@pytest.fixture(scope="module")
def cards():
    return make_rule_card(Setup(GAME, DAY)), make_dealer_card(GAME), make_strategy_card(GAME, 4)


def test_two_processes_with_other_hash_seeds_write_the_same_bytes():
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", HASHES],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("1", "77")
    ]
    first, second = (run.communicate()[0] for run in runs)
    assert first == second
    assert len(first.splitlines()) == 3 * len(Form)


@pytest.mark.parametrize("form", [form for form in Form if form not in (Form.PDF, Form.XLSX, Form.CSV)])
def test_every_form_has_the_words_of_the_card(cards, form):
    for paper in cards:
        text = write_paper(paper, form).decode()
        assert "Three Card Poker" in text
        assert "Q-6-4" in text or paper is not cards[2]


def test_the_foot_and_the_data_tell_game_fingerprint_and_version(cards):
    for paper in cards:
        foot = dict(paper.made_from)
        assert foot["Game"] == "three_card_poker"
        assert foot["Fingerprint"] == paper.data["fingerprint"] == fingerprint(GAME)
        assert foot["Pitboss"] == paper.data["version"] == __version__
        assert json.loads(format_json(paper.data))["paytables"]["Pair Plus A"]["pays"]["pair"] == "1 to 1"


# -- commands --------------------------------------------------------------------------------------


@pytest.fixture
def run():
    app = typer.Typer(rich_markup_mode=None)
    for command in (rules, dealer, strategy):
        app.command()(command)
    return lambda *words: CliRunner().invoke(app, words)


def test_a_card_is_printed_or_written_by_the_ending_of_the_file(run, tmp_path):
    file = tmp_path / "card.pdf"
    done = run("rules", "three_card_poker", "--date", "2024-06-14", "--out", str(file), "--paper", "letter")
    assert done.exit_code == 0
    assert file.read_bytes().startswith(b"%PDF")
    assert "How a round goes" in run("rules", "three_card_poker").stdout


def test_paytables_settings_and_limits_are_those_asked_for(run):
    words = ("--paytable", "TCP-12", "--setting", "ante_mandatory=true", "--limit", "ante=10-200/5")
    text = run("rules", "three_card_poker", *words, "--fees", "$1 a hand").stdout
    for part in ("Ante C; Pair Plus D", "Every seat must have an Ante", "$10 to $200, by $5", "$1 a hand"):
        assert part in text
    text = run("dealer", "three_card_poker", *words).stdout
    assert "Ante $10 to $200" in text


def test_json_is_the_data_of_the_card(run):
    data = json.loads(run("dealer", "mississippi_stud", "--json").stdout)
    assert data["settlement_order"][-1] == "progressive"
    data = json.loads(run("strategy", "three_card_poker", "--rules", "2", "--json").stdout)
    assert data["best_play"]["house_advantage"] == "686689/20358520"


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("strategy", "three_card_poker", "--rules", "1"), "--rules is a number from 2 to 100, not 1"),
        (("rules", "three_card_poker", "--limit", "ante=10"), "write it as 'ante=5-100'"),
        (("rules", "three_card_poker", "--out", "card.doc"), "a paper's file ends with one of"),
        (("dealer", "three_card_pokr"), "did you mean"),
    ],
)
def test_words_that_cannot_be_used_are_refused_with_what_to_do(run, words, problem):
    refused = run(*words).exception
    assert isinstance(refused, InputError)
    assert problem in str(refused)
