"""Plain mode for a program: one JSON object a line, nothing hidden in it, and proofs that hold."""

import io
import json
import sys

import pytest
from player import tossed

from pitboss.rules import game_ids
from pitboss.table.proof import parse_proof, verify_round


@pytest.fixture
def lines(pitboss, monkeypatch):
    def play(name):
        monkeypatch.setattr(
            sys, "stdin", io.StringIO("".join(f"{line}\n" for line in tossed(name, others=2)))
        )
        found = pitboss("play", name, "--random-seed", "7", "--players", "3", "--json")
        assert (found.status, found.err) == (0, "")
        return [json.loads(line) for line in found.out.splitlines()]

    return play


@pytest.mark.parametrize("name", game_ids())
def test_every_line_is_an_event_a_question_or_a_sentence(lines, name):
    said = lines(name)
    assert {next(iter(line)) for line in said} == {"event", "ask", "say"}
    assert said[-1]["say"].startswith("You brought $500.00 and take home ")


@pytest.mark.parametrize("name", game_ids())
def test_the_proof_of_a_round_holds_and_names_the_commitment_shown_before(lines, name):
    said = lines(name)
    (closed,) = [line for line in said if line.get("event") == "round_closed"]
    (sealed, *_) = [line for line in said if line.get("event") == "shuffle_sealed"]
    proof = parse_proof(json.dumps(closed["proof"]))
    assert verify_round(proof)
    assert proof.commitment == sealed["commitment"]


@pytest.mark.parametrize("name", game_ids())
def test_no_card_is_told_before_the_player_may_see_it(lines, name):
    """Law: whatever others hold face down is `??` in every line until it is opened."""
    for line in lines(name):
        if line.get("event") == "cards_dealt" and line["face"] != "up":
            assert set(line["slots"]) == {"??"}
        if line.get("event") == "cards_looked_at":
            assert line["seat"] == 2


NO_RANGE = {"most_micros": 0, "step_micros": 0}
"""Of an option whose amount is not the player's to say."""


def test_a_question_lists_what_can_be_answered_and_its_price(lines):
    asked = [line for line in lines("three_card_poker") if line.get("options")]
    assert asked[0]["options"] == [
        {"name": "fold", "key": "f", "stake_micros": 0, "can_afford": True, **NO_RANGE},
        {"name": "play", "key": "p", "stake_micros": 5_000_000, "can_afford": True, **NO_RANGE},
    ]
