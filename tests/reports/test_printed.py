"""What a printed figure claims."""

from fractions import Fraction

import pytest

from pitboss.base.error import InputError
from pitboss.base.printed import parse_print
from pitboss.reports.cell import beside_print, print_cell


@pytest.mark.parametrize(
    ("text", "value", "step", "unit"),
    [
        ("22.33%", Fraction(2233, 10_000), Fraction(1, 10_000), "%"),
        ("7.2798%", Fraction(72_798, 1_000_000), Fraction(1, 1_000_000), "%"),
        ("24%", Fraction(24, 100), Fraction(1, 100), "%"),
        ("$4,000", Fraction(4000), Fraction(1000), "$"),
        ("$89,442", Fraction(89_442), Fraction(1), "$"),
        ("$10,000", Fraction(10_000), Fraction(10_000), "$"),
        ("$1,050", Fraction(1050), Fraction(10), "$"),
        ("$0.50", Fraction(1, 2), Fraction(1, 100), "$"),
        ("22,100 to 1", Fraction(22_100), Fraction(1), ""),
        ("496,512", Fraction(496_512), Fraction(1), ""),
    ],
)
def test_a_print_has_a_value_and_a_last_digit(text, value, step, unit):
    found = parse_print(text)
    assert (found.value, found.step, found.unit) == (value, step, unit)


@pytest.mark.parametrize(
    "text", ["", "%", "3,37 %", "-3.37%", "1 to 22,100", "1e3%", "$", "abc", "3.37% or so"]
)
def test_what_is_no_figure_is_refused(text):
    with pytest.raises(InputError, match="cannot read the printed figure"):
        parse_print(text)


@pytest.mark.parametrize(
    ("text", "exact", "holds", "is_next"),
    [
        ("3.37%", "0.03365", True, True),
        ("3.37%", "0.0337499999", True, True),
        ("3.37%", "0.03375", False, True),
        ("3.37%", "0.0336499999", False, True),
        ("3.37%", "0.0384999999", False, False),
        ("3.37%", "0.03355", False, True),
        ("3.37%", "0.0335499999", False, False),
        ("$4,000", "4094", True, True),
        ("$4,000", "4500", False, True),
        ("$89,442", "89441.84", True, True),
        ("$89,442", "89441.49", False, True),
        ("496,512", "496511.5", True, True),
    ],
)
def test_a_print_claims_what_rounds_to_it_and_no_more(text, exact, holds, is_next):
    found = parse_print(text)
    assert found.holds(Fraction(exact)) is holds
    assert found.is_next(Fraction(exact)) is is_next


def test_an_exact_value_is_shown_in_the_prints_unit_with_two_digits_more():
    third = Fraction(1, 3)
    assert str(beside_print(parse_print("3.37%"), third)) == "33.3333%"
    assert str(beside_print(parse_print("24%"), third)) == "33.33%"
    assert str(beside_print(parse_print("$4,000"), Fraction(8188, 2))).replace(",", "") == "$4094.00"
    assert str(beside_print(parse_print("22,100 to 1"), Fraction(993_023, 2))).replace(",", "") == "496511.5"


def test_a_print_is_a_number_where_it_is_one_and_else_its_words():
    for text in ("3.37%", "$4,000", "496,512"):
        assert str(print_cell(parse_print(text))) == text
        assert not isinstance(print_cell(parse_print(text)), str)
    assert print_cell(parse_print("22,100 to 1")) == "22,100 to 1"
