from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.base.error import InputError
from pitboss.base.odds import LOSE, PUSH, Kind, Pay, format_pay, parse_pay

FIXED = st.builds(
    Pay,
    st.sampled_from([Kind.TO, Kind.FOR]),
    st.fractions(min_value=0, max_value=100_000, max_denominator=50),
)
METER = st.builds(
    lambda percent, level: Pay(Kind.METER, Fraction(percent, 100), level),
    st.integers(1, 100),
    st.sampled_from(["", "Mega", "Major", "Minor"]),
)
STAKES = st.fractions(min_value=0, max_value=1000, max_denominator=100)


@given(FIXED | METER)
def test_every_pay_prints_and_parses_back(pay):
    assert parse_pay(format_pay(pay)) == pay


@pytest.mark.parametrize(
    ("text", "pay"),
    [
        ("40 to 1", Pay(Kind.TO, Fraction(40))),
        ("3 to 2", Pay(Kind.TO, Fraction(3, 2))),
        ("1,000 to 1", Pay(Kind.TO, Fraction(1000))),
        ("300 for 1", Pay(Kind.FOR, Fraction(300))),
        ("push", PUSH),
        ("Push", PUSH),
        ("lose", LOSE),
        ("100%", Pay(Kind.METER, Fraction(1))),
        ("10% Mega", Pay(Kind.METER, Fraction(1, 10), "Mega")),
        ("7", Pay(Kind.TO, Fraction(7))),
        ("1.5", Pay(Kind.TO, Fraction(3, 2))),
    ],
)
def test_pays_read_as_they_stand_in_print(text, pay):
    assert parse_pay(text) == pay


def test_a_bare_number_is_what_the_reader_says_it_is():
    assert parse_pay("7", bare=Kind.FOR) == parse_pay("7 for 1")


@pytest.mark.parametrize("text", ["", "x to 1", "5 to 0", "0%", "101%", "-3 to 1", "5 at 1", "4 to", "1.5.2"])
def test_a_pay_that_cannot_be_read_is_refused_and_named(text):
    with pytest.raises(InputError) as refused:
        parse_pay(text)
    assert repr(text) in str(refused.value)


@given(st.integers(1, 10_000), STAKES)
def test_to_one_hands_the_stake_back_and_for_one_keeps_it(amount, stake):
    assert parse_pay(f"{amount} to 1").net(stake, {}) == amount * stake
    assert parse_pay(f"{amount} for 1").net(stake, {}) == amount * stake - stake


@given(STAKES)
def test_a_push_moves_nothing_and_a_loss_is_the_stake(stake):
    assert PUSH.net(stake, {}) == 0
    assert LOSE.net(stake, {}) == -stake


def test_a_percentage_is_of_its_own_meter_and_the_wager_is_kept():
    meters = {"": Fraction(500), "Major": Fraction(2_000)}
    assert parse_pay("10%").net(Fraction(1), meters) == 49
    assert parse_pay("100% Major").net(Fraction(5), meters) == 1_995
    with pytest.raises(InputError, match="no amount given for the meter 'Mega'"):
        parse_pay("100% Mega").net(Fraction(1), meters)
