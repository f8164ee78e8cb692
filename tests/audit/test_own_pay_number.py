"""Pays that are written as numbers are read as the odds that they are."""

import pytest

from pitboss.audit.own_table import make_own_table
from pitboss.base.error import InputError
from pitboss.base.odds import Kind, parse_pay
from pitboss.rules import load_game

MEANT = {"3.5": "7 to 2", "7/2": "7 to 2", "3½": "7 to 2", "50:1": "50 to 1", "½": "1 to 2", "1.25": "5 to 4"}


@pytest.mark.parametrize(("written", "meant"), MEANT.items())
def test_a_number_is_the_pay_that_it_means(written, meant):
    table = make_own_table(load_game("three_card_poker"), "pair_plus", f"40,30,6,{written},1")
    assert str(table.pays["flush"]) == meant


def test_where_tables_print_for_one_a_number_is_so_too_but_for_odds():
    assert str(parse_pay("3.5", bare=Kind.FOR)) == "7 for 2"
    assert str(parse_pay("7:2", bare=Kind.FOR)) == "7 to 2"


@pytest.mark.parametrize("written", ["x", "", "7/0", "3.", "-1", "½½", "nan", "1e9"])
def test_what_means_nothing_is_refused(written):
    with pytest.raises(InputError, match="cannot read the pay"):
        parse_pay(written)
