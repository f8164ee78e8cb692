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
from pitboss.analysis.analysis import analyze
from pitboss.audit.part import columns, make_parts
from pitboss.audit.request import request_analysis, request_price
from pitboss.audit.term import Asked
from pitboss.base.error import InputError
from pitboss.cli.report import par
from pitboss.reports.page import Heading, PageTable, Picture
from pitboss.reports.paper.paper import Form, Size, write_paper
from pitboss.reports.par.exposure import find_exposure, nets_of_split_hands
from pitboss.reports.par.sheet import make_par_sheet, par_name, par_requests, par_title
from pitboss.reports.par.submission import BLANK, Submission, make_submission, read_submission
from pitboss.reports.par.wager_section import priced_tables, side_by_side_section
from pitboss.rules import game_ids, load_game
from pitboss.rules.fingerprint import fingerprint
from pitboss.shape.drawing import DrawingRules
from pitboss.table.setup import dollars

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
            rare = 1 / Fraction(line["probability"])
            once = f"{float(rare):,.1f}" if rare < 100 else f"{round(rare):,}"
            pattern = (
                f"{re.escape(words)} {line['ways']:,} {chance} {once} ([12] )?.{{1,12}} [-+]?[0-9,.]+ "
                f"{re.escape(earned)}"
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


def page_words(paper, number):
    return read_page(pypdfium2.PdfDocument(write_paper(paper, Form.PDF))[number])


def read_page(page):
    return " ".join(page.get_textpage().get_text_range().split())


def test_the_first_page_says_how_the_player_plays(papers):
    first = page_words(papers["designator"], 0)
    assert "Strategy the highest expected result at every decision" in first
    assert "of equally good options the cheapest" in first
    assert "no decision of the player changes a figure" in page_words(papers["own"], 0)


def test_a_page_is_headed_by_its_paper_and_the_wager_that_it_begins_with(papers):
    """The first page has the title instead. Sections of a wager go on over pages."""
    paper = papers["designator"]
    pages = [read_page(page) for page in pypdfium2.PdfDocument(write_paper(paper, Form.PDF))]
    headings = [block.text for block in paper.page if isinstance(block, Heading) and block.level == 2]
    assert not pages[0].startswith(f"{paper.title} {headings[0]}")
    for page in pages[1:]:
        assert any(page.startswith(f"{paper.title} {one}") for one in headings), page[:90]
    assert pages[1].startswith(f"{paper.title} {headings[1]} ")


def test_a_long_sheet_lists_its_sections_with_their_pages_and_a_short_one_does_not(papers):
    whole = make_par_sheet(request_of(wagers=["ante", "pair_plus", "six_card_bonus"]))
    pages = [read_page(page) for page in pypdfium2.PdfDocument(write_paper(whole, Form.PDF))]
    assert len(pages) > 3
    contents = pages[0].partition("Contents")[2]
    for heading in (block.text for block in whole.page if isinstance(block, Heading) and block.level == 2):
        number = re.search(rf"{re.escape(heading)} [. ]*([0-9]+)", contents)[1]
        assert heading in pages[int(number) - 1].removeprefix(whole.title)
    assert "Contents" not in page_words(papers["own"], 0)


def test_no_table_of_a_sheet_is_broken(papers):
    """Every head stands on a page as often as it heads a table."""
    for name in ("designator", "progressive"):
        heads = [block.columns for block in papers[name].page if isinstance(block, PageTable)]
        text = read_pdf(write_paper(papers[name], Form.PDF))
        for head in heads:
            words = " ".join(column.title for column in head)
            assert text.count(words) == sum(one == head for one in heads), words


def test_documents_are_named_by_their_titles(papers, printed):
    for file, title in papers["designator"].data["sources"].items():
        assert f"document {file[:3]} {title}" in printed["designator"]
        assert printed["designator"].count(file) == 1


# -- submission, limits, other paytables -----------------------------------------------------------


def test_a_submission_is_printed_as_it_was_said_and_the_rest_is_to_be_filled_in():
    told = make_submission({"applicant": "Some Games, Inc.", "jurisdiction": "Washington", "number": "17-B"})
    paper = make_par_sheet(request_of(wagers=["pair_plus"]), submission=told)
    head, (row,) = paper.page[0].columns, paper.page[0].rows
    fields = dict(zip((column.title for column in head), row, strict=True))
    assert fields == {
        "Applicant": "Some Games, Inc.",
        "Licence": BLANK,
        "Jurisdiction": "Washington",
        "Submission": "17-B",
        "Revision": BLANK,
        "Date": BLANK,
    }
    assert paper.data["submission"]["number"] == "17-B"
    assert paper.data["submission"]["licence"] is None
    assert dict(paper.made_from)["Submission"] == "17-B"
    first = page_words(paper, 0)
    assert "Applicant Licence Jurisdiction Submission Revision Date Some Games, Inc." in first
    summary = read(write_paper(paper, Form.XLSX))["Summary"]
    said = {row[0].value: row[1].value for row in summary.iter_rows(max_row=8)}
    assert (said["Applicant"], said["Submission"], said["Licence"]) == ("Some Games, Inc.", "17-B", None)


def test_nothing_is_made_up_about_a_submission(papers):
    assert set(papers["own"].page[0].rows[0]) == {BLANK}
    assert set(papers["own"].data["submission"].values()) == {None}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("applicant = 5", "applicant is one line of words or a day"),
        ('applicant = "a\\nb"', "applicant is one line of words or a day"),
        ('aplicant = "x"', "unknown field of a submission"),
        ("applicant", "write lines as"),
    ],
)
def test_a_submission_that_cannot_be_read_is_refused(text, complaint, tmp_path):
    path = tmp_path / "submission.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=complaint):
        read_submission(path)
    with pytest.raises(InputError, match="cannot read"):
        read_submission(tmp_path / "none.toml")


def test_a_day_in_a_submission_may_be_written_without_quotes(tmp_path):
    path = tmp_path / "submission.toml"
    path.write_text('date = 2026-11-17\nRevision = "2"')
    assert read_submission(path) == Submission(date="2026-11-17", revision="2")


def test_what_the_house_may_pay_is_in_units_and_with_limits_in_dollars(papers):
    """A straight flush pays 40 to 1 on Pair Plus: at most $4,000 on a wager of $100."""
    sheet = make_par_sheet(request_of(wagers=["pair_plus"]), limits={"pair_plus": dollars(5, 100)})
    (wager,), (plain,) = sheet.data["wagers"], papers["own"].data["wagers"]
    assert (wager["most_won"], wager["most_won_at_maximum_dollars"]) == ("40/1", 4000)
    assert (wager["most_lost"], wager["most_lost_at_maximum_dollars"]) == ("1/1", 100)
    assert Fraction(wager["most_won_by_best_play_probability"]) == Fraction(48, 22_100)
    assert wager["limits"] == {"minimum_dollars": 5, "maximum_dollars": 100, "step_dollars": 1}
    assert wager["hold_of_one_turn"] == wager["house_advantage"]
    assert plain["limits"] is plain["most_won_at_maximum"] is None
    text = page_words(sheet, 0)
    assert "Limits $5.00 to $100.00 in steps of $1.00" in text
    assert "Most won in a round +40 units: $4,000 at the maximum wager; one in 460.4" in text
    assert "Theoretical hold 2.3167% a turn of the drop" in text
    assert dict(sheet.made_from)["Limits"] == "pair_plus $5.00-$100.00"
    with pytest.raises(InputError, match="a minimum above zero"):
        make_par_sheet(request_of(wagers=["pair_plus"]), limits={"pair_plus": dollars(5, 4)})


def test_what_the_house_may_pay_does_not_hang_on_how_well_the_player_plays():
    """An Ante and three streets of three on a royal flush, at 500 to 1; best play bets one ante first."""
    stud = request_analysis(load_game("mississippi_stud"), paytables=(), wagers=("ante",), asked=Asked())
    (part,) = make_parts(stud, {})
    found = find_exposure(part)
    assert (found.most_won, found.by_best_play) == (5000, 4000)
    assert found.most_lost == 10
    (ante,) = make_parts(request_of(wagers=["ante"]), {})
    assert find_exposure(ante).most_won == find_exposure(ante).by_best_play == 1 + 1 + 5
    assert find_exposure(ante).most_lost == 2


def test_a_seat_that_splits_may_have_every_hand_doubled():
    assert nets_of_split_hands(DrawingRules()) == (8, -8)
    assert nets_of_split_hands(DrawingRules(most_hands=3, double_after_split=False)) == (3, -3)


def test_all_paytables_of_a_wager_stand_side_by_side_each_as_its_own_sheet_has_it(papers, printed):
    (wager,) = [one for one in papers["designator"].data["wagers"] if one["wager"] == "pair_plus"]
    found = {one["paytable"]: one["house_advantage"] for one in wager["all_paytables"]}
    assert list(found) == [table.id for table in TCP.tables_for("pair_plus")]
    for name, advantage in found.items():
        game = TCP.with_paytable(name)
        assert Fraction(advantage) == analyze(game, "pair_plus").house_advantage
    assert f"Line {' '.join(found)} straight flush" in printed["designator"]
    assert f"House advantage {' '.join(percent(one, 4) for one in found.values())}" in printed["designator"]


def test_a_wager_that_has_one_paytable_has_nothing_to_compare():
    stud = request_analysis(load_game("mississippi_stud"), paytables=(), wagers=("ante",), asked=Asked())
    (part,) = make_parts(stud, {})
    assert priced_tables(part) == ()
    assert side_by_side_section(()) == ()


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
from pitboss.reports.paper.paper import write_paper
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
        filed = [
            table.id for request in asked for w in request.wagers for table in request.game.chosen.get(w, ())
        ]
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
