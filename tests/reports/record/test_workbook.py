"""A paper as a spreadsheet: numbers are numbers to the last digit, words are words, and totals are live only
where they are honest."""

from decimal import Decimal
from fractions import Fraction
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from pitboss.reports.cell import (
    Number,
    Unit,
    dollars,
    exact_money,
    figure,
    money,
    ordinal,
    percent,
    rate,
    short_money,
    whole,
)
from pitboss.reports.page import (
    Column,
    Facts,
    Heading,
    Lines,
    Picture,
    Signatures,
    Tone,
    Toned,
    make_table,
    number_of,
)
from pitboss.reports.paper.paper import WIDE, Form, Paper, write_paper

MONEY = (Column("Day"), Column("Paid", right=True))


def open_paper(*blocks, title="A paper", **more):
    return load_workbook(BytesIO(write_paper(Paper(title, blocks, {}, **more), Form.XLSX)))


def cells_of(workbook):
    return {cell.value: cell for sheet in workbook for row in sheet.iter_rows() for cell in row}


# -- numbers ---------------------------------------------------------------------------------------


@given(
    st.decimals(min_value=-(10**8), max_value=10**8, places=4),
    st.booleans(),
    st.sampled_from(Unit),
)
def test_a_cell_is_written_and_counted_to_its_last_digit(value, is_grouped, unit):
    number = Number(value, unit, is_grouped=is_grouped)
    digits = f"{abs(value):,.4f}" if is_grouped else f"{abs(value):.4f}"
    sign = "-" if value.is_signed() else ""
    assert str(number) == (f"{sign}${digits}" if unit is Unit.DOLLARS else f"{sign}{digits}{unit.value}")
    assert number.exact == value / (100 if unit is Unit.PERCENT else 1)
    assert Decimal(repr(float(number.exact))) == number.exact, "a double holds it"


WORDS = ("", "007", "1,23", "2024-06-14", "40 to 1", "=1", "１２", "1e5", "$", "12.", ".5", "$5%", "1 000")
MORE_WORDS = ("0x1", "nan", "1234567890123456", "T1", "3/4", "--1", "1\n", "12", "$1.00", "3%")


@pytest.mark.parametrize("text", [*WORDS, *MORE_WORDS])
def test_words_stay_words_however_much_they_look_like_a_number(text):
    assert number_of(text) is None
    book = open_paper(make_table(MONEY, [["x", text]]), Facts((("Fact", text),)))
    cells = [cell for row in book.worksheets[0].iter_rows() for cell in row if cell.value is not None]
    assert all(cell.data_type == "s" for cell in cells)
    assert not text or [cell.value for cell in cells].count(text) == 2


def test_a_number_with_more_digits_than_a_double_holds_is_written_as_words():
    cells = cells_of(open_paper(make_table(MONEY, [["x", whole(1234567890123456)]])))
    assert cells["1,234,567,890,123,456"].data_type == "s"


@pytest.mark.parametrize(
    ("cell", "text", "value", "pattern"),
    [
        (money(1_234_567_890), "$1,234.56", 1234.56, "$#,##0.00;-$#,##0.00"),
        (money(1_234_000_000), "$1,234.00", 1234, "$#,##0.00;-$#,##0.00"),
        (short_money(1_234_000_000), "$1,234", 1234, "$#,##0;-$#,##0"),
        (exact_money(-145_000), "-$0.145", -0.145, "$#,##0.000;-$#,##0.000"),
        (exact_money(12_500_000), "$12.50", 12.5, "$#,##0.00;-$#,##0.00"),
        (dollars(Fraction(20, 3)), "$6.67", 6.67, "$#,##0.00;-$#,##0.00"),
        (percent(Fraction(3373, 100_000)), "3.3730%", 0.03373, "0.0000%"),
        (rate(Fraction(3, 200)), "1.5%", 0.015, "0.0%"),
        (figure(Fraction(5, 3), 2), "1.67", 1.67, "0.00"),
        (figure(1372.125, 1, is_grouped=True), "1,372.1", 1372.1, "#,##0.0"),
        (whole(1234), "1,234", 1234, "#,##0"),
        (ordinal(1234), "1234", 1234, "0"),
        (money(20 * 10**6, has_plus=True), "+$20.00", 20, "+$#,##0.00;-$#,##0.00;$#,##0.00"),
        (Toned(whole(7), Tone.BAD), "7", 7, "#,##0"),
    ],
)
def test_numbers_are_numbers_with_the_format_of_the_page(cell, text, value, pattern):
    assert str(cell) == text
    cells = cells_of(open_paper(make_table(MONEY, [["x", cell]]), Facts((("Fact", cell),))))
    assert cells[value].data_type == "n"
    assert cells[value].number_format == pattern


# -- totals ----------------------------------------------------------------------------------------


def last_cell(*rows):
    (sheet,) = open_paper(make_table(MONEY, rows)).worksheets
    return next(
        cell for row in sheet.iter_rows() for cell in row if row[0].value == "Total" and cell.column == 2
    )


def test_a_total_is_a_live_sum_where_the_rows_add_up_to_it():
    half = exact_money(145_000)
    cell = last_cell(["a", half], ["b", half], ["Total", exact_money(290_000)])
    assert cell.value.startswith("=SUM(B")


@pytest.mark.parametrize(
    "rows",
    [
        (["a", money(145_000)], ["b", money(145_000)], ["Total", money(290_000)]),
        (["a", money(140_000)], ["b", "none"], ["Total", money(140_000)]),
        (["a", money(140_000)], ["Total", "$0.14 and more"]),
    ],
)
def test_a_total_that_the_shown_rows_do_not_add_up_to_is_what_is_printed(rows):
    assert not str(last_cell(*rows).value).startswith("=")


# -- sheets ----------------------------------------------------------------------------------------


def test_a_long_table_under_a_heading_has_a_sheet_of_its_own_with_a_head_that_stays():
    rows = [[f"day {number}", "$1.00"] for number in range(30)]
    book = open_paper(
        Facts((("Rule", "a"),)),
        Heading("Each day: all/of [them]", 2),
        make_table(MONEY, rows),
        title="History",
    )
    assert book.sheetnames == ["History of it", "Each day all of them"]
    sheet = book.worksheets[1]
    head = next(row for row in sheet.iter_rows() if row[0].value == "Day")[0].row
    assert sheet.freeze_panes == f"A{head + 1}"
    assert sheet.print_title_rows == f"${head}:${head}"
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert sheet.page_setup.fitToHeight == 0


def test_sheets_with_the_same_heading_have_names_of_their_own():
    table = make_table(MONEY, [["a", "$1.00"]] * 30)
    same = (Heading("The same heading which is much longer than a name may be", 2), table)
    assert len(set(open_paper(*same, *same).sheetnames)) == 3


def test_what_a_paper_was_made_from_and_what_a_picture_shows_are_there_as_words():
    book = open_paper(
        Picture("<svg/>", "the felt from above"),
        Signatures(("Dealer",)),
        Lines(("=1+1",), bullet="- "),
        made_from=(("Version", "1"),),
        layout=WIDE,
    )
    cells = cells_of(book)
    assert {"[the felt from above]", "Dealer", "Date", "• =1+1", "Version: 1"} <= cells.keys()
    assert all(cell.data_type != "f" for cell in cells.values())
    assert book.worksheets[0].page_setup.orientation == "landscape"


def test_a_text_longer_than_a_cell_holds_is_cut_and_not_left_out():
    (text,) = (value for value in cells_of(open_paper(Lines(("x" * 40_000,)))) if str(value).startswith("xx"))
    assert 30_000 < len(text) < 32_768
