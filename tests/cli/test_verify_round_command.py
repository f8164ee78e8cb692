"""`verify-round`: a player's check that the cards were fixed before the bets."""

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.cli.app import NAMED_COMMANDS
from pitboss.rules import load_game
from pitboss.rules.notation import format_record, parse_record
from pitboss.table.proof import RoundProof, ShuffleProof, format_proof, format_shuffle_proof
from proving import prove_round, prove_rounds, prove_shuffle, seal_deck, unchecked

ROOT = Path(__file__).parents[2]
ROUND, _ = prove_round("three_card_poker", 5)
VOID, _ = prove_round("mississippi_stud", 6, void_after=2)
LATER, _ = prove_round("blackjack", 7, start=100)
WRONG = replace(ROUND, start=1)
SHOE = prove_rounds("blackjack", 8, 3)


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
    assert f"Commitment  {ROUND.commitment}\nPosition    0\n" in reply.out
    assert f"Commitment  {LATER.commitment}\nPosition    100\n" in reply.out
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
    assert reply.err == (
        "pitboss: line 3: Three Card Poker is shuffled for every round, which starts at position 0, not 1\n"
    )


def test_rounds_of_one_shoe_must_follow_on_and_its_opening_ends_them(pitboss, write):
    lines = [*map(format_proof, SHOE), format_shuffle_proof(prove_shuffle("blackjack", 8))]
    reply = pitboss("verify-round", "--complete", write(*lines))
    assert (reply.status, reply.err) == (0, "")
    assert "- it is the first round of its shuffle\n" in reply.out
    assert "- it follows on the round of line 2, without a card between them\n" in reply.out
    assert "Line 4: the shuffle is opened\n" in reply.out
    assert "- they are the deck of Blackjack, no card more and none less\n" in reply.out
    gap = pitboss("verify-round", write(lines[0], lines[2]))
    assert gap.status == 1
    assert re.match(r"pitboss: line 2: a gap: positions \d+ to \d+ came after line 1", gap.err)
    assert "line 2: out of order" in pitboss("verify-round", write(lines[1], lines[0])).err
    assert pitboss("verify-round", write(lines[1])).status == 0
    assert "a file that is complete" in pitboss("verify-round", "--complete", write(lines[1])).err


def test_a_line_without_its_check_is_no_proof_and_can_still_be_replayed(pitboss, write):
    bare = replace(ROUND, line=unchecked(ROUND.line))
    reply = pitboss("verify-round", write(format_proof(bare)))
    assert reply.status == 1
    assert "the line has no check" in reply.err
    assert pitboss("replay", write(bare.line)).status == 0


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
    assert "starts at position 0, not 1" in reply.json[1]["why"]


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


def printed(line):
    """A line as a table prints it, with its check."""
    return format_record(*parse_record(line))


def test_the_proof_shown_in_the_docs_is_of_a_round_that_anybody_can_deal_again():
    sealed = seal_deck(load_game("three_card_poker"), 42)
    cards = [str(card) for card in sealed.cards[:6]]
    line = printed(
        f"three_card_poker | seat 1: ante 1 | seat 1 hand < {' '.join(cards[:3])} | dealer < ?3 ?4 ?5 "
        f"| seat 1 play = play | dealer > 0 {cards[3]}, 1 {cards[4]}, 2 {cards[5]} | seat 1 hand >"
    )
    proof = RoundProof(line, sealed.commitment, 0, sealed.open(range(6)))
    whole = ShuffleProof(sealed.commitment, sealed.open(range(52)))
    lines = [format_proof(proof), format_shuffle_proof(whole)]
    assert (ROOT / "docs" / "round-proof.jsonl").read_text() == "".join(f"{line}\n" for line in lines)
