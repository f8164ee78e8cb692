"""The workbook of a par sheet: two programs compute it again, and what they find is the exact advantage."""

import io
import re
import zipfile
from dataclasses import fields, replace
from fractions import Fraction

import pytest
from office_calc import find, read, recalculate_in_office, recalculate_in_python, save, says

from pitboss.analysis.analysis import Terms, WagerAnalysis, analyze
from pitboss.analysis.figures import Figures
from pitboss.audit.meter_grid import meter_grids
from pitboss.audit.part import SheetPart, columns, leave_out
from pitboss.audit.request import request_analysis, request_price
from pitboss.audit.sheet import WagerSheet
from pitboss.audit.term import Asked
from pitboss.base.odds import Pay
from pitboss.cards import Card, Deck
from pitboss.reports.page import Facts
from pitboss.reports.paper.paper import Paper
from pitboss.reports.par.book import write_book
from pitboss.reports.par.data import part_data
from pitboss.reports.par.formula import AGREES, CHANGED, OUTSIDE, ROUNDED, SHARED, WITHIN
from pitboss.reports.par.meter_formula import NOT_KNOWN
from pitboss.reports.par.term import Ways, fit_ways
from pitboss.reports.par.wager_section import NO_TERMS
from pitboss.rules import load_game
from pitboss.rules.paytable import Level
from pitboss.shape.tally import Tally

TCP = load_game("three_card_poker")
MS = load_game("mississippi_stud")
STUD = load_game("caribbean_stud")
SHOE = {2: 4, 6: 4, 8: 4, 9: 4, 10: 8, 14: 4}
BLACKJACK = load_game("blackjack").with_deck(Deck(tuple((Card(rank, 0), n) for rank, n in SHOE.items())))
THREE = Asked(
    players=5,
    seed={"Mega": Fraction(50_000), "Major": Fraction(5000), "Minor": Fraction(100)},
    contribution={"Mega": Fraction(1, 10), "Major": Fraction(1, 20), "Minor": Fraction(1, 20)},
    reserve={"Mega": Fraction(1, 100)},
)
CHANGES = {
    # sheet, line, its new pay
    "pair plus": ("Pair Plus A", "straight", 5),
    "ante": ("Ante A", "straight flush", 10),
    "six cards": ("TCP-6B1", "four of a kind", 63),
    "progressive": ("TCP Progressive 1", "AKQ suited", 750),
}
TERMS = ("seed", "contribution", "reserve")
HUGE = 3 * 10**17 + 7


def asked_for(game, *, paytables=(), wagers=(), asked=None):
    return request_analysis(game, paytables=paytables, wagers=wagers, asked=asked or Asked())


def requests():
    return {
        "all": asked_for(TCP, asked=Asked(players=3)),
        "at a meter": asked_for(
            TCP, wagers=["progressive"], asked=Asked(players=2, meter={"": Fraction(7001)})
        ),
        "three meters": asked_for(MS, paytables=["Link ML03"], asked=THREE),
        "parts of a meter": asked_for(MS, paytables=["MS Stud-01"], asked=Asked(seed={"": Fraction(9999)})),
        "streets": asked_for(MS, wagers=["ante"]),
        "columns": asked_for(STUD, wagers=["cover_all"]),
        "no terms": asked_for(MS, paytables=["Link ML01"], asked=Asked(players=4)),
        "drawn": asked_for(BLACKJACK, wagers=["bet"]),
        "own": request_price(
            TCP, wager="bonus", pays="5000,1000 envy $50,7 to 3,40,7", asked=Asked(players=4)
        ),
    }


def parts_of(request):
    """As `make_parts` makes them, without judging what is printed."""
    for wager in request.wagers:
        for asked in columns(request.game.chosen.get(wager, ()), request.asked):
            yield SheetPart(leave_out(request.sheet(wager, asked)))


@pytest.fixture(scope="module")
def parts():
    return {name: list(parts_of(request)) for name, request in requests().items()}


def write(parts):
    return write_book(Paper("Par sheet", (), None), parts, Facts((("Game", "some"),)), ())


@pytest.fixture(scope="module")
def books(parts):
    return {name: write(found) for name, found in parts.items()}


@pytest.fixture(scope="module")
def huge():
    """A wager with more ways than a spreadsheet has digits."""
    figures = analyze(TCP, "pair_plus").figures
    ways = {
        outcome: number * HUGE + place for place, (outcome, number) in enumerate(figures.tally.ways.items())
    }
    tally = Tally("pair_plus", ways, sum(ways.values()))
    return SheetPart(WagerSheet(replace(analyze(TCP, "pair_plus"), figures=Figures(tally))))


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(recalculate_in_python, id="pycel"),
        pytest.param(recalculate_in_office, id="LibreOffice", marks=pytest.mark.slow),
    ],
)
def computed(request, books, huge, tmp_path_factory):
    changed = {f"changed {name}": change(books["all"], *CHANGES[name]) for name in CHANGES}
    more = {"huge": write([huge]), "filled in": fill_in(books["no terms"])}
    return request.param({**books, **changed, **more}, tmp_path_factory.mktemp("office"))


def change(book, sheet, line, pay):
    changed = read(book)
    find(changed[sheet], line).value = pay
    return save(changed)


def fill_in(book):
    """The terms of two meters, into the cells that were left empty for them."""
    filled = read(book)
    for name in ("Mega", "Major"):
        for beside, about in enumerate(("seed", "contribution", "reserve"), 1):
            amount = getattr(THREE, about).get(name, 0)
            find(filled["Link ML01"], f"{name} meter", beside=beside).value = float(amount)
    return save(filled)


NAMES = list(requests())


@pytest.mark.parametrize("name", NAMES)
def test_every_formula_comes_to_the_result_that_is_written_with_it(name, books, computed):
    formulas, written = read(books[name]), read(books[name], results=True)
    seen = 0
    for sheet in formulas:
        for cell in (cell for row in sheet.iter_rows() for cell in row):
            if cell.data_type == "f":
                here, there = (book[sheet.title][cell.coordinate].value for book in (written, computed[name]))
                assert here == (
                    there if isinstance(there, str) else pytest.approx(there, rel=1e-12, abs=1e-14)
                )
                seen += 1
    assert seen > 50


@pytest.mark.parametrize("name", NAMES)
def test_what_is_computed_is_the_exact_advantage(name, parts, computed):
    sheets = [sheet for sheet in computed[name] if sheet.title not in ("Summary", "Notes")]
    for sheet, part in zip(sheets, parts[name], strict=True):
        wager = part_data(part)
        slack = float(Fraction(wager["interval"]["half_width"])) if "interval" in wager else 0
        exact = float(Fraction(wager["house_advantage"]))
        label = "House advantage before meters" if part.lacks_terms else "House advantage"
        assert find(sheet, label).value == pytest.approx(exact, abs=1e-12)
        assert find(sheet, "The advantage above").value == (WITHIN if slack else AGREES)
        if not slack and wager["total_ways"]:
            assert find(sheet, "Hit frequency").value == pytest.approx(wager["hit_frequency_percent"] / 100)
            assert find(sheet, "Push frequency").value == pytest.approx(wager["push_frequency_percent"] / 100)
            assert says(sheet, "Standard deviation") != part.lacks_terms
            if not part.lacks_terms:
                assert find(sheet, "Standard deviation").value == pytest.approx(wager["standard_deviation"])
            assert find(sheet, label.replace("House advantage", "Element of risk")).value == pytest.approx(
                wager["element_of_risk_percent"] / 100
            )


def test_every_column_adds_up_to_its_advantage_and_to_one(computed):
    """Chances of lines and the advantage come from one sample: the judge adds up what they say."""
    sheets = [sheet for sheet in computed["columns"] if sheet.title not in ("Summary", "Notes")]
    assert len(sheets) == 7
    for sheet in sheets:
        assert find(sheet, "Total", beside=2).value == pytest.approx(1, abs=1e-12)
        advantage = find(sheet, "House advantage").value
        assert find(sheet, "Total", beside=4).value == pytest.approx(-advantage, abs=1e-12)
    checks = [row[4].value for row in computed["columns"]["Summary"].iter_rows() if row[4].value]
    assert checks == ["The advantage", AGREES, *[WITHIN] * 6]


@pytest.mark.parametrize("wager", ["pair_plus", "cover_all"])
def test_the_answer_of_a_check_is_computed_not_assumed(wager):
    """An advantage that is not that of the outcomes is found out as the workbook is written."""
    analysis = analyze(TCP if wager == "pair_plus" else STUD, wager, Terms(players=2))
    if analysis.interval:
        lied = replace(analysis.interval, low=analysis.interval.high, high=analysis.interval.high + 1)
        wrong = replace(analysis, interval=lied)
    else:
        wrong = Lying(**{one.name: getattr(analysis, one.name) for one in fields(analysis)})
    book = read(write([SheetPart(WagerSheet(wrong))]), results=True)
    answer = OUTSIDE if analysis.interval else CHANGED
    assert find(book.worksheets[1], "The advantage above").value == answer
    assert answer in [cell.value for cell in book["Summary"]["E"]]


class Lying(WagerAnalysis):
    @property
    def house_advantage(self):
        return Fraction(1, 50)


def test_terms_filled_in_later_make_the_advantage_of_the_long_run(computed):
    asked = {
        about: {n: getattr(THREE, about).get(n, Fraction(0)) for n in ("Mega", "Major")} for about in TERMS
    }
    (part,) = parts_of(asked_for(MS, paytables=["Link ML01"], asked=Asked(players=4, **asked)))
    sheet = computed["filled in"]["Link ML01"]
    exact = float(part.analysis.house_advantage)
    assert find(sheet, "House advantage").value == pytest.approx(exact, rel=1e-12)


def test_a_sheet_without_terms_says_so_and_leaves_their_cells_empty(books):
    sheet = read(books["no terms"], results=True)["Link ML01"]
    words = [cell.value for cell in sheet["A"]]
    assert NO_TERMS in words
    assert "In the long run" not in words
    assert not any("Actual return" in str(word) for word in words)
    assert [find(sheet, "Mega meter", beside=n).value for n in (1, 2, 3, 6)] == [None] * 3 + [NOT_KNOWN]
    summary = read(books["no terms"], results=True)["Summary"]
    assert "Progressive, paytable Link ML01 before meters" in [cell.value for cell in summary["A"]]


def test_the_grid_has_the_names_of_its_rows_and_the_long_run(parts, computed, books):
    (part,) = [part for part in parts["all"] if part.analysis.wager.id == "progressive"]
    sheet = computed["all"]["TCP Progressive 1"]
    long_run = [find(sheet, "In the long run", beside=n).value for n in range(1, 8)]
    data = [row["house_advantage_long_run_percent"] / 100 for row in part_data(part)["by_players"]]
    assert long_run == pytest.approx(data, rel=1e-12)
    grid = next(meter_grids(part.analysis))
    patterns = [cell.number_format for cell in read(books["all"])["TCP Progressive 1"]["A"]]
    for standing in grid.standings:
        assert not standing.point or f'$#,##0.00" ({standing.point.value})"' in patterns


def test_the_figures_stand_above_what_they_are_computed_from(books):
    for name, book in books.items():
        for sheet in (one for one in read(book) if one.title not in ("Summary", "Notes")):
            rows = {}
            for cell in sheet["A"]:
                rows.setdefault(cell.value, cell.row)
            assert rows["Figures"] < rows["Outcomes"], name
            assert rows["Figures"] < 10
            assert "Paytable" not in rows or rows["Figures"] < rows["Paytable"]


def test_formulas_can_be_filled_down_they_do_not_fix_the_cells_of_their_own_row(books):
    for book in books.values():
        for sheet in read(book):
            for cell in (cell for row in sheet.iter_rows() for cell in row if cell.data_type == "f"):
                assert not re.search(rf"(?<!!)\$[A-Z]+\${cell.row}(?![0-9])", cell.value), cell.value
    outcomes = read(books["own"])["Bonus"]
    first = next(cell.row for cell in outcomes["A"] if cell.value == "Outcome") + 1
    for row in (first, first + 1):
        assert outcomes[f"C{row}"].value == f"=B{row}/SUM(Ways)"
        assert outcomes[f"E{row}"].value == f"=C{row}*D{row}"


def test_the_chart_is_drawn_over_the_cells_of_the_outcomes(books):
    with zipfile.ZipFile(io.BytesIO(books["own"])) as book:
        chart = book.read("xl/charts/chart1.xml").decode()
    sheet = read(books["own"])["Bonus"]
    first = next(row[0].row for row in sheet.iter_rows() if row[0].value == "Outcome") + 1
    last = next(row[0].row for row in sheet.iter_rows() if row[0].value == "Total") - 1
    assert re.findall("<c:f>(.*?)</c:f>", chart) == [f"Bonus!${c}${first}:${c}${last}" for c in "AC"]
    assert '<c:logBase val="10"/>' in chart


@pytest.mark.parametrize("name", CHANGES)
def test_after_a_pay_is_changed_the_advantage_is_that_of_the_changed_table(name, computed):
    """As the counting engine has it. Nobody folds a straight, so best play stays as it is."""
    sheet_name, line, pay = CHANGES[name]
    table = TCP.paytables[sheet_name]
    (key,) = (one for one in table.pays if one.replace("_", " ").replace("akq", "AKQ") == line)
    changed = replace(table, pays={**table.pays, key: Pay(table.pays[key].kind, Fraction(pay))})
    terms = Terms(players=3, levels={"": Level(Fraction(1000), Fraction(14, 100))} if table.levels else {})
    exact = analyze(TCP.with_table(changed), table.wager, terms).house_advantage
    sheet = computed[f"changed {name}"][sheet_name]
    assert find(sheet, "House advantage").value == pytest.approx(float(exact), rel=1e-12)
    assert find(sheet, "The advantage above").value == CHANGED
    untouched = {one[0] for other, one in CHANGES.items() if other != name}
    assert all(
        find(computed[f"changed {name}"][one], "The advantage above").value == AGREES for one in untouched
    )


def test_the_summary_follows_the_sheets(computed):
    summary, sheet = (computed["changed pair plus"][name] for name in ("Summary", "Pair Plus A"))
    assert find(summary, "Pair Plus, paytable Pair Plus A").value == find(sheet, "House advantage").value
    assert find(summary, "Pair Plus, paytable Pair Plus A", beside=4).value == CHANGED


# -- digits ----------------------------------------------------------------------------------------


def test_ways_with_too_many_digits_are_rounded_in_the_cell_and_whole_beside_it(huge, computed):
    sheet = computed["huge"]["Pair Plus A"]
    outcomes = {cell.value.replace(",", "") for cell in sheet["J"] if cell.value and cell.value[0].isdigit()}
    assert outcomes == {str(outcome.ways) for outcome in huge.sheet.outcomes}
    assert any(cell.value == ROUNDED for cell in sheet["A"])
    exact = float(huge.analysis.house_advantage)
    assert find(sheet, "House advantage").value == pytest.approx(exact, rel=1e-12)
    assert find(sheet, "The advantage above").value == AGREES


def test_the_exact_advantage_stands_in_two_whole_numbers(computed):
    sheet = computed["all"]["Pair Plus A"]
    assert find(sheet, "Exact house advantage: numerator").value == 128
    assert find(sheet, "Exact house advantage: denominator").value == 5525


def test_a_fraction_too_long_for_cells_stands_as_text_with_every_digit(huge, computed):
    advantage = huge.analysis.house_advantage
    written = find(computed["huge"]["Pair Plus A"], "Exact house advantage", beside=2).value
    assert written == f"{advantage.numerator}/{advantage.denominator}"
    assert len(written) > 2 * 15


def test_ways_are_divided_only_if_they_must_be_and_what_they_share_is_said():
    assert fit_ways((48, 52, 720)) == Ways((48, 52, 720), 1, is_exact=True)
    shared = fit_ways((48 * 10**15, 52 * 10**15))
    assert (shared.numbers, shared.divisor, shared.is_exact) == ((12, 13), 4 * 10**15, True)
    assert "4,000,000,000,000,000" in SHARED.format(divisor=shared.divisor)
    assert not fit_ways((10**16 + 1, 10**16)).is_exact
