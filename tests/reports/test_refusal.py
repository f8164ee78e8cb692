"""A refusal of the table as people read it: when it can be, why not now, what to do."""

import re

import pytest

from pitboss.base.error import InputError
from pitboss.reports.refusal import refusal_words
from pitboss.table import command
from pitboss.table.phase import TRANSITIONS, LateError, NotNowError, Phase
from pitboss.table.table import HANDLERS


def test_every_command_that_can_be_refused_for_its_time_is_refused_in_plain_words():
    names = re.compile("|".join(kind.__name__ for kind in HANDLERS))
    refused = [(phase, kind) for phase in Phase for kind in HANDLERS if (phase, kind) not in TRANSITIONS]
    assert refused
    for phase, kind in refused:
        said = refusal_words(NotNowError(phase, kind))
        assert not names.search(said), said
        assert "_" not in said
        assert not re.search("[A-Z]", said), "it is put in the middle of a sentence, too"


@pytest.mark.parametrize(
    ("phase", "kind", "said"),
    [
        (
            Phase.DECIDING,
            command.TakeSeat,
            "a seat is taken before the cards are dealt, and now a seat decides: wait for the next bets",
        ),
        (
            Phase.IDLE,
            command.PlaceWager,
            "wagers are placed while bets are open, and now no round is going on: wait until bets are opened",
        ),
        (
            Phase.HALTED,
            command.LeaveSeat,
            "a seat is left before the cards are dealt, and now the shuffler is out of order: "
            "wait for the floor",
        ),
        (Phase.DEALING, command.Decide, "a seat chooses when it is asked, and now the dealer deals"),
    ],
)
def test_a_refusal_says_when_it_can_be_why_not_now_and_what_to_do(phase, kind, said):
    assert refusal_words(NotNowError(phase, kind)) == said


def test_a_press_of_the_last_round_says_that_the_table_has_gone_on():
    assert refusal_words(LateError(3, 4)) == (
        "the table has gone on to round 4 meanwhile: look again, then press"
    )


def test_other_refusals_are_said_as_they_are():
    assert refusal_words(InputError("place Ante first")) == "place Ante first"
