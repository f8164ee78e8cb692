"""Pays that are written as numbers are refused with the words to write instead."""

import pytest

from pitboss.base.error import InputError
from pitboss.base.odds import Kind, parse_pay
from pitboss.reports.own_table import make_own_table
from pitboss.rules import load_game

MEANT = {"3.5": "7 to 2", "7/2": "7 to 2", "3½": "7 to 2", "50:1": "50 to 1", "½": "1 to 2", "1.25": "5 to 4"}


@pytest.mark.parametrize(("written", "offered"), MEANT.items())
def test_a_number_is_refused_with_the_pay_that_it_means(written, offered):
    with pytest.raises(InputError, match=f"flush: cannot read the pay .*; here write '{offered}'$"):
        make_own_table(load_game("three_card_poker"), "pair_plus", f"40,30,6,{written},1")
    assert str(parse_pay(offered)) == offered


def test_where_tables_print_for_one_the_offer_says_so_too():
    with pytest.raises(InputError, match="here write '7 for 2'"):
        parse_pay("3.5", bare=Kind.FOR)


@pytest.mark.parametrize("written", ["x", "", "7/0", "3.", "-1", "½½", "nan", "1e9"])
def test_what_means_nothing_gets_no_offer(written):
    with pytest.raises(InputError) as refused:
        parse_pay(written)
    assert "here write" not in str(refused.value)
