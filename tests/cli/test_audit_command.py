"""`audit`: its forms, its summary and its exit status."""

import csv
import io
import json
import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from program import run

from pitboss.audit import finding as room
from pitboss.rules import load_game
from structure import games_where, takes_long

FIELDS = ["document", "game", "paytable", "figure", "printed", "exact", "percent", "verdict", "note"]
VERDICTS = ("agrees", "rounding", "implied", "disagrees", "not derivable")
QUICK = "three_card_draw_poker"
AUDITED = games_where(lambda game: not takes_long(game))


@pytest.fixture(scope="module")
def whole():
    """The audit of all that is counted soon, by the real program."""
    found = run("audit", *AUDITED, "--json")
    assert (found.returncode, found.stderr) == (0, "")
    return json.loads(found.stdout)


def test_every_printed_figure_is_judged_once(whole):
    printed = [
        (name, table.id, figure, text)
        for name in AUDITED
        for table in load_game(name).paytables.values()
        for figure, text in table.printed.items()
    ]
    judged = [(entry["game"], entry["paytable"], entry["figure"], entry["printed"]) for entry in whole]
    assert sorted(judged) == sorted(printed)


@pytest.mark.slow
def test_published_costs_of_base_games_that_take_long_are_right():
    long = games_where(takes_long)
    found = [one for one in room.audit(long) if one.paytable in base_tables(one.game)]
    assert {one.verdict for one in found} == {room.Verdict.AGREES}


def base_tables(name):
    return {table.id for wager in load_game(name).deciding for table in load_game(name).tables_for(wager)}


def test_there_is_something_of_every_verdict_and_all_is_explained(whole):
    counts = Counter(entry["verdict"] for entry in whole)
    assert counts.keys() == set(VERDICTS)
    assert counts["agrees"] > len(whole) / 2
    assert all(entry["note"] for entry in whole if entry["verdict"] != "agrees")


def test_an_entry_has_a_fraction_and_its_percentage(whole):
    for entry in whole:
        assert list(entry) == FIELDS
        if entry["exact"] is None:
            assert entry["percent"] is None
        elif entry["printed"].endswith("%"):
            assert entry["percent"] == pytest.approx(float(Fraction(entry["exact"]) * 100))
        else:
            assert entry["percent"] is None
            assert re.fullmatch(r"\d+/\d+", entry["exact"])


@pytest.mark.parametrize(
    ("table", "figure", "verdict", "words"),
    [
        ("Ante A", "par_per_ante", "agrees", "also in 001_f8cbc0df5d01a48c.txt"),
        ("TCP-6B1", "house_advantage", "rounding", "rounded up instead of to the nearest"),
        ("TCPB-03E", "house_advantage", "implied", "6 other players"),
        ("TCP Progressive 1", "house_advantage", "implied", "a contribution of 14% and 6 other players"),
        ("Bet the Set 21 Progressive", "top_payout_average", "implied", "a contribution of 16%"),
        ("TCDPPP-01", "house_advantage", "disagrees", "straight at 6 to 1 instead of 5 to 1"),
        (
            "MS-01",
            "house_advantage",
            "disagrees",
            "(dearest ties) with four_of_a_kind at 36 to 1 instead of 40 to 1",
        ),
        (
            "TCDPPP Ante Bonus",
            "house_advantage",
            "disagrees",
            "with akq_suited at 27 to 2 instead of 10 to 1",
        ),
        ("MS-01", "expected_hold", "not derivable", "how long players stay"),
    ],
)
def test_verdicts_that_we_know(whole, table, figure, verdict, words):
    (entry,) = [e for e in whole if (e["paytable"], e["figure"]) == (table, figure)]
    assert entry["verdict"] == verdict
    assert words in entry["note"]


# -- forms -----------------------------------------------------------------------------------------


def test_json_is_a_format_too(pitboss):
    assert pitboss("audit", QUICK, "--format", "json").json == pitboss("audit", QUICK, "--json").json
    assert pitboss("audit", QUICK, "--format", "json", "--json").status == 0


def test_games_may_be_named_and_are_audited_once_each(pitboss):
    entries = pitboss("audit", "blackjack", QUICK, "Blackjack", "--json").json
    assert [entry["game"] for entry in entries] == ["blackjack"] * 5 + [QUICK] * 7


def test_csv_parses_to_the_same_as_json(pitboss):
    entries = pitboss("audit", QUICK, "--json").json
    rows = list(csv.DictReader(io.StringIO(pitboss("audit", QUICK, "--format", "csv").out, newline="")))
    assert list(rows[0]) == FIELDS
    assert rows == [{k: "" if v is None else str(v) for k, v in entry.items()} for entry in entries]


def test_markdown_is_one_table_with_a_cell_for_every_column(pitboss):
    lines = pitboss("audit", QUICK, "--format", "markdown").out.splitlines()
    table = [line for line in lines if line.startswith("|")]
    assert len(table) == 2 + 7
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in table} == {8}
    assert table[1] == "| --- | --- | --- | ---: | ---: | --- | --- |"
    assert r"akq\_suited" in "".join(table)


class Cells(HTMLParser):
    def __init__(self):
        super().__init__()
        self.cells, self.tags, self.row = [], set(), None

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        assert not {"src", "href"} & dict(attrs).keys(), "nothing is loaded from elsewhere"
        if tag == "tr":
            self.cells.append([])
        if tag in ("td", "th"):
            self.cells[-1].append("")
            self.row = True

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.row = None

    def handle_data(self, data):
        if self.row:
            self.cells[-1][-1] += data


def test_html_is_one_page_with_every_row(pitboss):
    text = pitboss("audit", QUICK, "--format", "html").out
    page = Cells()
    page.feed(text)
    assert text.startswith("<!doctype html>")
    assert not page.tags & {"script", "link", "img"}
    assert {"style", "title", "table"} <= page.tags
    assert "url(" not in text
    assert "tabular-nums" in text
    assert page.cells[0] == ["Document", "Paytable", "Figure", "Printed", "Exact", "Verdict", "Note"]
    entries = pitboss("audit", QUICK, "--json").json
    keys = ("document", "paytable", "figure", "printed")
    assert [row[:4] for row in page.cells[1:]] == [[entry[key] for key in keys] for entry in entries]
    assert [row[5:] for row in page.cells[1:]] == [[entry["verdict"], entry["note"]] for entry in entries]


def test_the_summary_counts_every_verdict_the_figures_and_the_seconds(pitboss):
    last = pitboss("audit", QUICK).out.splitlines()[-1]
    counts = "agrees 2, rounding 0, implied 0, disagrees 2, not derivable 3"
    assert re.fullmatch(rf"7 figures: {counts}; \d+\.\d seconds", last)


@pytest.mark.parametrize("form", ["markdown", "html"])
def test_a_filed_report_is_the_same_every_time(pitboss, form):
    first = pitboss("audit", QUICK, "--format", form).out
    assert first == pitboss("audit", QUICK, "--format", form).out
    assert "7 figures: agrees 2" in first


def test_a_figure_that_nothing_explains_is_status_1(pitboss, monkeypatch):
    misprinted = replace(load_game(QUICK).paytables["TCDPPP-02"], printed={"hit_frequency": "9.99%"})
    game = replace(load_game(QUICK), paytables={"TCDPPP-02": misprinted})
    monkeypatch.setattr(room, "load_game", lambda _: game)
    reply = pitboss("audit", QUICK)
    assert reply.status == 1
    assert reply.err == ""
    assert "the exact value is 25.6109%" in reply.out
