"""`verify-round`: a player's check that the cards were fixed before the bets."""

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.cli.app import NAMED_COMMANDS
from pitboss.rules import load_game
from pitboss.table.proof import RoundProof, format_proof
from proving import prove_round, seal_deck

ROOT = Path(__file__).parents[2]
ROUND, _ = prove_round("three_card_poker", 5)
VOID, _ = prove_round("mississippi_stud", 6, void_after=2)
LATER, _ = prove_round("blackjack", 7, start=100)
WRONG = replace(ROUND, start=1)


@pytest.fixture
def write(tmp_path):
    def call(*lines):
        file = tmp_path / "proofs.jsonl"
        file.write_text("".join(f"{line}\n" for line in lines))
        return str(file)

    return call


def test_what_was_checked_is_said_for_every_proof(pitboss, write):
    reply = pitboss("verify-round", write(*map(format_proof, (ROUND, VOID, LATER))))
    assert (reply.status, reply.err) == (0, "")
    assert re.findall(r"^Line (\d): the proof holds$", reply.out, re.MULTILINE) == ["1", "2", "3"]
    assert f"Commitment  {ROUND.commitment}\n" in reply.out
    assert "- 9 of 9 cards dealt lie open, each as sealed at its position (0 to 8)\n" in reply.out
    assert "stayed face down, and stayed sealed" in reply.out
    assert "- the round was void\n" in reply.out
    assert max(map(len, reply.out.splitlines())) <= 80


def test_proofs_come_from_standard_input_too(pitboss, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(format_proof(ROUND)))
    assert "Line 1: the proof holds" in pitboss("verify-round", "-").out


def test_the_first_that_does_not_hold_stops_with_its_line_and_status_1(pitboss, write):
    file = write(format_proof(ROUND), "", format_proof(WRONG), format_proof(VOID))
    reply = pitboss("verify-round", file)
    assert reply.status == 1
    assert "Line 1: the proof holds" in reply.out
    assert "Line 4" not in reply.out
    assert reply.err == "pitboss: line 3: field 6: '?6' is the card at position 7; write '?7'\n"


@pytest.mark.parametrize("line", ["hello", "{}", "[1]", '{"line": "\\ud800"}'])
def test_a_line_that_is_no_proof_does_not_hold(pitboss, write, line):
    reply = pitboss("verify-round", write(line))
    assert (reply.status, reply.out) == (1, "")
    assert reply.err.startswith("pitboss: line 1: ")


def test_json_holds_what_was_checked(pitboss, write):
    found = pitboss("verify-round", write(format_proof(ROUND)), "--json").json
    assert [(one["line"], one["holds"], one["commitment"]) for one in found] == [(1, True, ROUND.commitment)]
    assert found[0]["checked"][0] == "the leaves of all 52 cards hash to the commitment"


def test_json_holds_what_does_not_hold(pitboss, write):
    reply = pitboss("verify-round", write(format_proof(ROUND), format_proof(WRONG)), "--json")
    assert reply.status == 1
    assert [one["holds"] for one in reply.json] == [True, False]
    assert "position 7" in reply.json[1]["why"]


def test_a_file_that_cannot_be_read_is_one_line(pitboss, write, tmp_path):
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for file, reason in [
        (str(tmp_path / "none"), "No such file or directory"),
        (str(tmp_path), "Is a directory"),
        (str(tmp_path / "binary"), "is not text in UTF-8"),
        (write(), "there is no proof in"),
        ("a\0b", "cannot read"),
    ]:
        reply = pitboss("verify-round", file)
        assert (reply.status, reply.out) == (2, "")
        assert reply.err.count("\n") == 1
        assert reason in reply.err


@pytest.mark.parametrize("name", NAMED_COMMANDS)
def test_a_command_with_a_dash_has_help_a_json_option_and_its_place_in_the_docs(pitboss, name):
    assert re.search(rf"^  {name} +\S.*\.$", pitboss("--help").out, re.MULTILINE)
    assert "--json" in pitboss(name, "--help").out
    assert f"## pitboss {name}" in (ROOT / "docs" / "commands.md").read_text()


def test_the_proof_shown_in_the_docs_is_of_a_round_that_anybody_can_deal_again():
    sealed = seal_deck(load_game("three_card_poker"), 42)
    cards = [str(card) for card in sealed.cards[:6]]
    line = (
        f"three_card_poker | seat 1: ante 1 | seat 1 hand < {' '.join(cards[:3])} | dealer < ?3 ?4 ?5 "
        f"| seat 1 play = play | dealer > 0 {cards[3]}, 1 {cards[4]}, 2 {cards[5]} | seat 1 hand >"
    )
    proof = RoundProof(line, sealed.commitment, 0, sealed.open(range(6)))
    assert (ROOT / "docs" / "round-proof.jsonl").read_text() == format_proof(proof) + "\n"
