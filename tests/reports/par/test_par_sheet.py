"""Par sheets as papers: what the PDF prints is what the data holds; each paytable has one; the same bytes."""

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pypdfium2
import pytest
import typer
from office_calc import read
from typer.testing import CliRunner

from pitboss import __version__
from pitboss.audit.part import columns
from pitboss.audit.request import request_analysis, request_price
from pitboss.audit.term import Asked
from pitboss.base.error import InputError
from pitboss.cli.report import par
from pitboss.reports.page import Picture
from pitboss.reports.paper.paper import Form, Size
from pitboss.reports.paper.writing import write_paper
from pitboss.reports.par.sheet import make_par_sheet, par_name, par_requests, par_title
from pitboss.rules import game_ids, load_game
from pitboss.rules.fingerprint import fingerprint

TCP = load_game("three_card_poker")
DAY = "2026-11-16"


def request_of(*, paytables=(), wagers=(), **asked):
    return request_analysis(TCP, paytables=paytables, wagers=wagers, asked=Asked(**asked))


@pytest.fixture(scope="module")
def papers():
    return {
        "designator": make_par_sheet(request_of(paytables=["TCP-02"]), day=DAY),
        "progressive": make_par_sheet(request_of(paytables=["TCP Progressive 1"], players=4)),
        "own": make_par_sheet(request_price(TCP, wager="pair_plus", pays="50,30,6,3,1", asked=Asked())),
    }


def read_pdf(content):
    pages = pypdfium2.PdfDocument(content)
    return " ".join(" ".join(page.get_textpage().get_text_range() for page in pages).split())


@pytest.fixture(scope="module", params=[Size.A4, Size.LETTER])
def printed(request, papers):
    return {name: read_pdf(write_paper(paper, Form.PDF, request.param)) for name, paper in papers.items()}


def percent(fraction, digits):
    """Rounded as one rounds by hand, from the fraction that the data holds."""
    value = Fraction(fraction) * 100
    exact = Decimal(value.numerator) / Decimal(value.denominator)
    return f"{exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)}%"


NAMES = ["designator", "progressive", "own"]


@pytest.mark.parametrize("name", NAMES)
def test_the_pdf_prints_the_figures_that_the_data_holds(name, papers, printed):
    data, text = papers[name].data, printed[name]
    for wager in data["wagers"]:
        for figure in ("house_advantage", "hit_frequency", "push_frequency", "return"):
            assert f"{percent(wager[figure], 4)} = {wager[figure]}" in text
        assert f"Standard deviation {wager['standard_deviation']:.6f} units" in text
        assert f"Volatility index {wager['volatility_index']:.6f} " in text
        assert f"Variance {Decimal(wager['variance_decimal']):.6f} square" in text


@pytest.mark.parametrize("name", NAMES)
def test_the_pdf_prints_every_outcome_of_the_data_in_a_row(name, papers, printed):
    for wager in papers[name].data["wagers"]:
        for line in wager["outcomes"]:
            words = line["name"].replace("_", " ").replace("akq", "AKQ")
            chance, earned = percent(line["probability"], 6), percent(line["contribution"], 6)
            pattern = (
                f"{re.escape(words)} {line['ways']:,} {chance} .{{1,12}} [-+]?[0-9,.]+ {re.escape(earned)}"
            )
            assert re.search(pattern, printed[name]), pattern
        chance, earned = (percent(wager[f"total_{what}"], 6) for what in ("probability", "contribution"))
        assert f"Total {wager['total_ways']:,} {chance} {earned}" in printed[name]


@pytest.mark.parametrize("name", NAMES)
def test_the_pdf_prints_the_bands_of_the_data(name, papers, printed):
    for wager in papers[name].data["wagers"]:
        for run in wager["bands"]:
            cells = [f"{run[f'low_{n}_percent']:.4f}% to {run[f'high_{n}_percent']:.4f}%" for n in (95, 99)]
            hits = Fraction(run["best_outcomes"])
            fitness = "poor" if hits < 10 else "fair"
            assert run["is_poor"] == (hits < 10)
            assert re.search(f"{run['rounds']:,} {cells[0]} {cells[1]} [0-9,.]+ {fitness}", printed[name]), (
                run
            )


def test_the_pdf_prints_the_grid_of_the_data(papers, printed):
    (wager,) = papers["progressive"].data["wagers"]
    rows = {}
    for cell in wager["by_meter"]:
        rows.setdefault(cell["meter"], []).append(percent(cell["house_advantage"], 4))
    assert len(rows) >= 5
    for cells in rows.values():
        assert " ".join(cells) in printed["progressive"]


def test_the_pdf_prints_what_is_printed_beside_what_is_exact(papers, printed):
    (wager,) = papers["progressive"].data["wagers"]
    for finding in wager["printed"]:
        words = finding["figure"].removesuffix("_summary").replace("_", " ")
        assert re.search(
            rf"{words}( \(summary\))? {re.escape(finding['printed'])} \S+ {finding['verdict']}",
            printed["progressive"],
        )


@pytest.mark.parametrize("name", NAMES)
def test_a_sheet_says_what_it_was_made_from(name, papers, printed):
    mark = papers[name].data["fingerprint"]
    assert printed[name].count(mark) >= 2  # above, and at the foot of every page
    assert f"Pitboss {__version__}" in printed[name]
    assert (DAY in printed[name]) == (name == "designator")


def test_the_fingerprint_is_that_of_the_game_with_the_paytables_in_force(papers):
    assert papers["designator"].data["fingerprint"] == fingerprint(TCP.with_paytable("TCP-02"))
    assert papers["designator"].data["fingerprint"] != fingerprint(TCP)


def test_best_play_is_on_a_sheet_whose_figures_hang_on_it_and_on_no_other(papers, printed):
    """Queen, six, four: play that or better. The words say it without loss."""
    assert "Q-6-4 or better" in printed["designator"]
    assert Fraction(papers["designator"].data["strategy"]["cost"]) == 0
    assert papers["progressive"].data["strategy"] is papers["own"].data["strategy"] is None
    assert "Best play" not in printed["own"]


def test_pays_of_the_users_own_are_priced(papers):
    """50 and 30, 6, 3, 1 to 1 on 48, 52, 720, 1,096 and 3,744 of 22,100 hands."""
    (wager,) = papers["own"].data["wagers"]
    won = 50 * 48 + 30 * 52 + 6 * 720 + 3 * 1096 + 3744
    assert Fraction(wager["house_advantage"]) == Fraction(16_440 - won, 22_100)
    assert wager["printed"] == []
    assert papers["own"].title == "Par sheet: Three Card Poker, Pair Plus (own pays)"


def test_the_foot_holds_every_term_that_was_asked_for():
    terms = {"seed": Fraction(2000), "contribution": Fraction(1, 8), "reserve": Fraction(1, 100)}
    asked = {about: {"": amount} for about, amount in terms.items()}
    paper = make_par_sheet(request_of(wagers=["progressive"], players=4, **asked), day=DAY)
    foot = dict(paper.made_from)
    assert [foot[name] for name in ("Players", "Seed", "Contribution", "Reserve")] == [
        "4",
        "$2,000",
        "12.5%",
        "1%",
    ]
    at = make_par_sheet(request_of(wagers=["progressive"], meter={"": Fraction(7001)}))
    assert dict(at.made_from)["Meter"] == "$7,001"
    assert set(foot) - {"Players", "Seed", "Contribution", "Reserve"} == {
        "Game",
        "Definition",
        "Pitboss",
        "Day",
    }


@pytest.mark.parametrize("size", [Size.A4, Size.LETTER])
def test_both_drawings_of_a_short_sheet_are_on_its_first_page(size, papers):
    first = pypdfium2.PdfDocument(write_paper(papers["own"], Form.PDF, size))[0]
    assert "The actual return closes in on" in " ".join(first.get_textpage().get_text_range().split())


def test_signatures_are_never_alone_on_a_page():
    pdf = pypdfium2.PdfDocument(write_paper(make_par_sheet(request_of(paytables=["Ante A"])), Form.PDF))
    last = pdf[len(pdf) - 1].get_textpage().get_text_range()
    assert "Sources" in last
    assert "Prepared by" in last


def test_no_name_of_the_program_is_printed_where_words_belong(printed):
    for text in printed.values():
        left = re.sub(r"[0-9]{3}_[0-9a-f]+\.txt|Game: three_card_poker", "", text)
        assert "_" not in left


# -- forms -----------------------------------------------------------------------------------------


def test_every_form_can_be_written(papers):
    paper = papers["progressive"]
    forms = {form: write_paper(paper, form) for form in Form}
    assert json.loads(forms[Form.JSON])["paper"] == "par sheet"
    assert read(forms[Form.XLSX]).sheetnames == ["Summary", "TCP Progressive 1", "Notes"]
    html = forms[Form.HTML].decode()
    assert html.count("data:image/svg+xml") == 2
    assert 'alt="Probability of each of the' in html
    for form in (Form.MARKDOWN, Form.TEXT):
        assert "The actual return closes in on" in forms[form].decode()


def test_a_picture_is_a_drawing_without_a_date_and_letters_of_a_machine(papers):
    pictures = [block for block in papers["designator"].page if isinstance(block, Picture)]
    assert len(pictures) == 4
    for picture in pictures:
        assert picture.svg.startswith("<?xml")
        assert "<text" not in picture.svg  # letters are paths
        assert "date" not in picture.svg.lower()


SAME = """
import hashlib, sys
from pitboss.rules import load_game
from pitboss.reports.page import Picture
from pitboss.reports.paper.paper import Form
from pitboss.reports.paper.writing import write_paper
from pitboss.audit.part import columns
from pitboss.reports.par.sheet import make_par_sheet
from pitboss.audit.request import request_analysis
from pitboss.audit.term import Asked
game, tables = load_game("three_card_poker"), ["TCP Progressive 2", "Ante B"]
asked = request_analysis(game, paytables=tables, wagers=(), asked=Asked())
paper = make_par_sheet(asked, day="2026-11-16")
for form in Form:
    print(form.value, hashlib.sha256(write_paper(paper, form)).hexdigest())
for block in paper.page:
    if isinstance(block, Picture):
        print("svg", hashlib.sha256(block.svg.encode()).hexdigest())
"""


def test_two_processes_make_the_same_bytes():
    """With other hashes in each, so that nothing depends on the order of a set."""
    started = [
        subprocess.Popen(
            [sys.executable, "-c", SAME],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        for seed in ("1", "2")
    ]
    first, second = (process.communicate(timeout=120)[0] for process in started)
    assert len(first.splitlines()) == len(Form) + 4
    assert first == second


# -- which there are -------------------------------------------------------------------------------


def test_every_paytable_of_the_catalogue_has_one_sheet():
    names = []
    for game_id in game_ids():
        game = load_game(game_id)
        asked = par_requests(game)
        filed = [table.id for request in asked for w in request.wagers for table in request.game.chosen[w]]
        assert sorted(filed) == sorted(game.paytables)
        names += [par_name(request) for request in asked]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch("[a-z0-9_]+", name) for name in names)


def test_the_columns_of_one_table_are_on_one_sheet():
    (cover_all,) = [r for r in par_requests(load_game("caribbean_stud")) if r.wagers == ("cover_all",)]
    assert par_title(cover_all) == "Par sheet: Caribbean Stud Poker, Cover All"


def test_a_column_of_the_users_own_is_alone_on_its_sheet():
    pays = "500,200,60,40,35,25,8"
    request = request_price(load_game("caribbean_stud"), wager="cover_all", pays=pays, asked=Asked())
    assert par_title(request) == "Par sheet: Caribbean Stud Poker, Cover All (own pays)"
    assert list(columns(request.game.chosen["cover_all"], request.asked)) == [Asked()]
    asked = list(columns(load_game("caribbean_stud").chosen["cover_all"], Asked()))
    assert [one.players for one in asked] == [1, 2, 3, 4, 5, 6, 7]


def test_titles_name_what_is_in_force():
    assert par_title(request_of()) == "Par sheet: Three Card Poker"
    assert par_title(request_of(paytables=["TCP-02"])) == "Par sheet: Three Card Poker, TCP-02"
    assert par_title(request_of(paytables=["Pair Plus B"])) == "Par sheet: Three Card Poker, Pair Plus B"
    column = request_analysis(
        load_game("caribbean_stud"), paytables=["Cover All 3"], wagers=(), asked=Asked()
    )
    assert par_title(column) == "Par sheet: Caribbean Stud Poker, Cover All 3"


def test_printed_figures_are_judged_by_the_settings_they_were_printed_for():
    game = TCP.with_settings(tie_rule="dearest")
    request = request_analysis(game, paytables=["Ante A"], wagers=(), asked=Asked())
    (wager,) = make_par_sheet(request).data["wagers"]
    assert [finding["verdict"] for finding in wager["printed"]] == ["agrees"]
    assert wager["tie_rule"] == "dearest"


def test_a_table_that_was_changed_is_not_judged_by_what_was_printed_beside_the_other():
    table = replace(TCP.paytables["TCP-6B1"], source="nobody")
    request = request_analysis(TCP.with_table(table), paytables=(), wagers=["six_card_bonus"], asked=Asked())
    (wager,) = make_par_sheet(request).data["wagers"]
    assert wager["printed"] == []


@pytest.mark.parametrize("day", ["today", "16.11.2026", "2026-13-01", "20261116"])
def test_a_day_is_written_as_year_month_day(day):
    with pytest.raises(InputError, match="write the day as 2026-11-16"):
        make_par_sheet(request_of(paytables=["Pair Plus A"]), day=day)


# -- the command -----------------------------------------------------------------------------------


def run(*words):
    app = typer.Typer(rich_markup_mode=None)
    app.command()(par)
    return CliRunner().invoke(app, ["three_card_poker", *words])


def test_the_command_prints_the_page_or_the_data():
    page = run("--paytable", "Pair Plus A")
    assert page.stdout.startswith("Par sheet: Three Card Poker, Pair Plus A\n====")
    data = json.loads(run("--paytable", "Pair Plus A", "--json", "--date", DAY).stdout)
    assert data["wagers"][0]["house_advantage"] == "128/5525"
    assert data["day"] == DAY


def test_a_day_that_is_none_is_refused_by_the_name_of_its_option():
    refused = run("--paytable", "Pair Plus A", "--date", "16.11.2026")
    assert isinstance(refused.exception, InputError)
    assert "--date: write a day as 2024-06-14" in str(refused.exception)


def test_the_command_writes_a_file_by_its_ending(tmp_path):
    out = tmp_path / "sheet.xlsx"
    done = run("--wager", "pair_plus", "--pays", "40,30,5,4,1", "--out", str(out))
    assert (done.exit_code, done.exception) == (0, None)
    assert read(out.read_bytes()).sheetnames == ["Summary", "Pair Plus", "Notes"]


def test_pays_are_for_one_wager_that_is_named():
    for words in ([], ["--wager", "ante", "--wager", "pair_plus"]):
        refused = run("--pays", "40,30,5,4,1", *words)
        assert isinstance(refused.exception, InputError)
        assert "--pays are for one wager" in str(refused.exception)
