"""Rounds of an old room's two books: which are the same, and what differs in them."""

from dataclasses import replace

import pytest

from pitboss.base.money import MICROS
from pitboss.house.old_room.comparing import JournalRound, Pair, TableRound, find_differences, pair_rounds


def times(kind, *seconds):
    made = {
        "table": lambda n, at: TableRound(n, at, 1),
        "journal": lambda n, at: JournalRound(n, n, at, 1, 1),
    }
    return [made[kind](number, at * MICROS) for number, at in enumerate(seconds, start=1)]


@pytest.mark.parametrize(
    ("table", "journal", "said"),
    [
        ({"is_over": True}, {"is_over": True}, []),
        ({}, {}, []),
        ({"fed_micros": 140_000}, {}, ["the table fed $0.14 and the journal (entry 9) got $0.15"]),
        (
            {"is_over": True, "paid_micros": 500 * MICROS},
            {"is_over": True},
            ["the table paid $500.00 from meters, and wins of $0.00 were confirmed"],
        ),
        (
            {"is_over": True},
            {"is_reversed": True},
            ["void in the journal (entry 9) and played to its end at the table"],
        ),
        (
            {"is_reversed": True},
            {"is_over": True},
            ["void at the table, and in the journal (entry 9) it ended"],
        ),
        (
            {"is_reversed": True},
            {},
            ["void at the table, and in the journal (entry 9) still open: it is void there now"],
        ),
    ],
)
def test_what_differs_in_a_round_of_both_books_is_said(table, journal, said):
    here = replace(TableRound(7, 0, 150_000), **table)
    there = replace(JournalRound(7, 9, 0, 150_000, MICROS), **journal)
    assert list(find_differences([Pair(here, there)])) == [f"round 7: {what}" for what in said]


@pytest.mark.parametrize(
    ("table", "journal", "pairs"),
    [
        ((10, 20, 30), (10, 20, 30), [(1, 1), (2, 2), (3, 3)]),
        ((10, 20, 30), (10, 30), [(1, 1), (2, None), (3, 2)]),
        ((10, 30), (10, 20, 30), [(1, 1), (None, 2), (2, 3)]),
        ((10,), (10_000,), [(1, None), (None, 1)]),
        ((10, 20, 30), (99_999, 99_999), [(1, 1), (2, 2), (3, None)]),
        ((), (5,), [(None, 1)]),
    ],
    ids=["alike", "lost in the journal", "lost at the table", "far apart", "clock stood still", "none"],
)
def test_rounds_of_both_books_are_paired(table, journal, pairs):
    found = pair_rounds(times("table", *table), times("journal", *journal))
    assert [(one.table and one.table.number, one.journal and one.journal.number) for one in found] == pairs
