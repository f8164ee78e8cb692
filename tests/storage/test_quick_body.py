"""The fast reading of `verify` and the exact one agree, on what is right and on what is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from writing import coin_in, written

from pitboss.base.error import InputError
from pitboss.ledger.entry import format_body, read_body
from pitboss.ledger.verify import read_quickly

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
GOOD = format_body(7, coin_in(7, place="T1"))
PLAIN = format_body(7, coin_in(7))


def told(read, body):
    """What is used of a body, or why it is refused."""
    try:
        number, id_, kind, at_micros, by, _, transfers, place = read(body)
    except InputError as problem:
        return str(problem)
    return number, id_, kind, at_micros, by, transfers, place


@pytest.mark.parametrize(
    "body",
    [
        GOOD,
        PLAIN,
        GOOD + " ",
        " " + GOOD,
        GOOD + "x",
        GOOD[:-1],
        GOOD.replace("[7,", "[7.0,"),
        GOOD.replace("[7,", "[true,"),
        GOOD.replace("[7,", f"[{2**64},"),
        GOOD.replace("980000", "980000.0"),
        GOOD.replace("980000", str(10**30)),
        GOOD.replace("980000", "true"),
        GOOD.replace("1763000000000007", str(10**30)),
        GOOD.replace('"T1"]', "1]"),
        GOOD.replace('"T1"]', '"T1","T2"]'),
        GOOD.replace('"T1"]', "null]"),
        GOOD.replace('"round":7', '"round":NaN'),
        GOOD.replace('"round":7', f'"round":{10**40}'),
        GOOD.replace('"round":7', '"round":"\\ud800"'),
        GOOD.replace("coin in", "\udcff"),
        GOOD.replace('["dealer 7"]', '"dealer 7"'),
        "",
        "null",
        "{}",
        "7",
        '"text"',
        "[]",
        "[" * 100_000,
    ],
)
def test_the_same_is_accepted_and_the_same_refused(body):
    assert told(read_quickly, body) == told(read_body, body)


@given(st.lists(JSON_VALUES, max_size=9))
def test_whatever_stands_in_a_body_both_read_it_alike(values):
    from json import dumps

    assert told(read_quickly, dumps(values)) == told(read_body, dumps(values))


@given(st.text(), st.dictionaries(st.text(max_size=5), JSON_VALUES, max_size=3))
def test_every_draft_is_read_alike(id_, facts):
    body = format_body(7, coin_in(7, id=id_, fact=written(facts)))
    assert told(read_quickly, body) == told(read_body, body)
