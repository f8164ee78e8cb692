"""The workbook of a par sheet: LibreOffice computes it again, and what it finds is the exact advantage."""

from dataclasses import replace
from fractions import Fraction

import pytest
from office_calc import find, read, recalculate, save

from pitboss.analysis.analysis import Terms, analyze
from pitboss.analysis.figures import Figures
from pitboss.analysis.meter import Level
from pitboss.analysis.tally import Tally
from pitboss.base.odds import Pay
from pitboss.cards import Card, Deck
from pitboss.reports.page import Facts
from pitboss.reports.paper.paper import Paper
from pitboss.reports.par.book import write_book
from pitboss.reports.par.check import AGREES, CHANGED, WITHIN
from pitboss.reports.par.data import part_data
from pitboss.reports.par.formula import ROUNDED, SHARED
from pitboss.reports.par.part import Part, columns, draw_at_average
from pitboss.reports.par.term import Ways, fit_ways
from pitboss.reports.request import request_analysis, request_price
from pitboss.reports.terms import Asked
from pitboss.reports.wager_sheet import WagerSheet
from pitboss.rules import load_game

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
HUGE = 3 * 10**17 + 7


def asked_for(game, *, paytables=(), wagers=(), asked=None):
    return request_analysis(game, paytables=paytables, wagers=wagers, asked=asked or Asked())


def requests():
    tables = {table.hands: table for table in STUD.tables_for("cover_all")}
    two = replace(STUD, chosen={**STUD.chosen, "cover_all": (tables[2], tables[3])})
    return {
        "all": asked_for(TCP, asked=Asked(players=3)),
        "at a meter": asked_for(
            TCP, wagers=["progressive"], asked=Asked(players=2, meter={"": Fraction(7001)})
        ),
        "three meters": asked_for(MS, paytables=["Link ML03"], asked=THREE),
        "parts of a meter": asked_for(MS, paytables=["MS Stud-01"], asked=Asked(seed={"": Fraction(9999)})),
        "streets": asked_for(MS, wagers=["ante"]),
        "columns": asked_for(two, wagers=["cover_all"]),
        "drawn": asked_for(BLACKJACK, wagers=["bet"]),
        "own": request_price(
            TCP, wager="bonus", pays="5000,1000 envy $50,7 to 3,40,7", asked=Asked(players=4)
        ),
    }


def parts_of(request):
    """As `make_parts` makes them, without judging what is printed."""
    for wager in request.wagers:
        for asked in columns(request.game.chosen.get(wager, ()), request.asked):
            yield Part(draw_at_average(request.sheet(wager, asked)))


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
    return Part(WagerSheet(replace(analyze(TCP, "pair_plus"), figures=Figures(tally))))


@pytest.fixture(scope="module")
def computed(books, huge, tmp_path_factory):
    changed = {f"changed {name}": change(books["all"], *CHANGES[name]) for name in CHANGES}
    return recalculate({**books, **changed, "huge": write([huge])}, tmp_path_factory.mktemp("office"))


def change(book, sheet, line, pay):
    changed = read(book)
    find(changed[sheet], line).value = pay
    return save(changed)


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
        assert find(sheet, "House advantage").value == pytest.approx(exact, abs=slack + 1e-12)
        assert find(sheet, "The advantage above").value == (WITHIN if slack else AGREES)
        if not slack and wager["total_ways"]:
            assert find(sheet, "Hit frequency").value == pytest.approx(wager["hit_frequency_percent"] / 100)
            assert find(sheet, "Push frequency").value == pytest.approx(wager["push_frequency_percent"] / 100)
            assert find(sheet, "Standard deviation").value == pytest.approx(wager["standard_deviation"])
            assert find(sheet, "Element of risk").value == pytest.approx(
                wager["element_of_risk_percent"] / 100
            )


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
