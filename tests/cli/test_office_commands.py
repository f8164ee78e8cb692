"""`pitboss about`, `sign`, `approval` and what the office does with a progressive, from the command line."""

import json
from pathlib import Path

import pytest

from pitboss import __version__
from pitboss.base.money import MICROS
from pitboss.cli import desk
from pitboss.cli.approval import COMMANDS as APPROVAL_COMMANDS
from pitboss.rules import game_ids, load_game
from pitboss.rules.fingerprint import fingerprint
from pitboss.storage.address import open_store

ROOT = Path(__file__).parents[2]
OFFICE = ("--by", "tess", "--by", "ada")
TCP = load_game("three_card_poker")
TERMS = """
id = "tcp"
tables = ["T1", "T2"]
[paytables]
three_card_poker = "TCP Progressive 1"
[[level]]
seed = "$1,000"
contribution = "14%"
reserve = "86%"
cap = "$1,005"
"""


@pytest.fixture
def office(pitboss, tmp_path, monkeypatch):
    monkeypatch.setenv("PITBOSS_STORE", str(tmp_path / "floor.db"))
    (tmp_path / "tcp.toml").write_text(TERMS)
    return pitboss


@pytest.fixture
def floor(office, tmp_path):
    """A progressive that is open, $20.64 in its reserve."""
    for words in (
        ("set-up", str(tmp_path / "tcp.toml"), *OFFICE),
        ("open", "tcp", "--by", "tess"),
        ("coin-in", "T1", "--stake", "1=8", "--stake", "2=8", "--stake", "3=8", "--by", "dan"),
        ("end", "T1", "--by", "dan"),
    ):
        assert office("progressive", *words).status == 0
    return lambda *words: office("progressive", *words)


def done(reply):
    assert (reply.status, reply.err) == (0, "")
    return reply.out


# -- about, and the manifest -----------------------------------------------------------------------


def test_req_64_about_reports_version_hash_and_fingerprints(pitboss):
    data = pitboss("about", "--json").json
    assert data["version"] == __version__
    assert len(data["sha256"]) == 64
    assert data["games"] == {name: fingerprint(load_game(name)) for name in game_ids()}
    page = done(pitboss("about"))
    assert data["sha256"] in page
    assert all(mark in page for mark in data["games"].values())


def test_req_64_about_is_a_paper_too_and_names_the_journal_that_it_is_filed_beside(office, floor, tmp_path):
    words = [word for ending in ("pdf", "json") for word in ("--out", str(tmp_path / f"about.{ending}"))]
    assert done(office("about", *words)).count("What runs here") == 2
    assert json.loads((tmp_path / "about.json").read_text()) == office("about", "-j").json
    beside = office("about", "--store", str(tmp_path / "floor.db"), "-j").json
    assert (beside["journal"]["entry"], beside["found"]) == (4, office("about", "-j").json)


def test_req_46_what_is_not_as_the_manifest_says_does_not_serve(office, tmp_path, monkeypatch):
    manifest = tmp_path / "manifest.json"
    manifest.write_text(office("about", "--json").out)
    monkeypatch.setenv("PITBOSS_MANIFEST", str(manifest))
    assert office("progressive", "set-up", str(tmp_path / "tcp.toml"), *OFFICE).status == 0
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "sha256": "0" * 64}))
    reply = office("progressive", "open", "tcp", "--by", "tess")
    assert (reply.status, reply.out) == (2, "")
    assert reply.err.startswith("pitboss: no service: self-check: the program's hash is")
    monkeypatch.delenv("PITBOSS_MANIFEST")
    assert "self-check: the program's hash is" in office("report", "malfunctions").out


# -- approvals -------------------------------------------------------------------------------------


def test_req_5_a_game_is_put_on_the_list_and_taken_off_again(office):
    mark = fingerprint(TCP)
    words = ("approval", "add", "three card poker", "--approval", "GC-1", "--date", "2024-06-01")
    assert done(office(*words, *OFFICE)) == f"Three Card Poker is approved as {mark} (entry 1)\n"
    other = office(*words, "--paytable", "Pair Plus B", "--note", "for table 7", *OFFICE, "--json").json
    assert other["fingerprint"] == fingerprint(TCP.with_paytable("Pair Plus B"))
    done(office("approval", "withdraw", "three_card_poker", "--why", "recalled", "--by", "sue"))
    listed = office("report", "approvals", "--json").json["found"]
    assert [(one["fingerprint"], one["withdrawn"]) for one in listed] == [
        (mark, "recalled"),
        (other["fingerprint"], ""),
    ]
    page = done(office("report", "approvals"))
    assert "withdrawn: recalled" in page
    assert "for table 7" in page


def test_an_approval_takes_two_people_and_an_empty_list_says_so(office):
    words = ("approval", "add", "blackjack", "--approval", "GC-1", "--date", "2024-06-01", "--by", "tess")
    assert "needs two people" in office(*words).err
    assert "there is no journal" in office("report", "approvals").err, "a refusal makes none"
    done(office(*words, "--by", "ada"))
    assert [one["game"] for one in office("report", "approvals", "--json").json["found"]] == ["blackjack"]


def test_an_empty_list_of_approvals_says_so(office, tmp_path):
    open_store(str(tmp_path / "floor.db")).close()
    assert "No game is approved yet." in done(office("report", "approvals", "--at", "now"))
    assert "there is nothing to report" in office("report", "approvals").err


# -- the sign --------------------------------------------------------------------------------------


def test_req_11_the_sign_of_a_table_with_its_jackpot(floor, office):
    words = ("sign", "three_card_poker", "--limit", "ante=10-200/5", "--table", "T1", "--date", "2024-06-14")
    page = done(office(*words))
    for text in ("$10.00", "$200.00", "40 to 1", "$1,003.36", "This meter stops at $1,005.00.", "Disputes"):
        assert text in page
    data = office(*words, "--fees", "$1 a hand", "--json").json
    assert data["fees"] == "$1 a hand"
    assert data["jackpots"][0]["micros"] == 1_003_360_000


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--limit", "ante=10"), "write it as 'ante=5-100'"),
        (("--limit", "lucky=1-5"), "unknown wager 'lucky'"),
        (("--limit", "ante=5-500"), "above the $400.00 that Washington State allows"),
    ],
)
def test_a_sign_that_could_not_be_posted_is_refused(office, words, why):
    reply = office("sign", "three_card_poker", "--date", "2024-06-14", *words)
    assert (reply.status, reply.out) == (2, "")
    assert why in reply.err


# -- the office of a progressive -------------------------------------------------------------------


def test_req_53_the_display_of_a_table(floor):
    floor("coin-in", "T1", "--stake", "1=1", "--by", "dan")
    floor("post", "T1", "1", "--hand", "akq spades", "--cards", "As Ks Qs", "--by", "dan")
    page = done(floor("display", "T2"))
    assert "$1,003.50 waits to be verified at T1\nNow $1,005.00" in page
    data = floor("display", "T2", "--json").json
    assert data["announcements"] == [["$1,003.50 waits to be verified at T1", "Now $1,005.00"]]
    assert "T9 is on no progressive" in floor("display", "T9").err


def test_req_38_seized_money_is_replaced_before_the_progressive_opens_again(floor):
    assert "is stopped: $5.00 was seized" in done(
        floor("seized", "tcp", "--amount", "$5", "--authority", "the state", "--by", "tess")
    )
    assert "replace $5.00 first" in floor("open", "tcp", *OFFICE).err
    said = done(floor("replaced", "tcp", "--amount", "$5", "--reference", "B-1", *OFFICE))
    assert said.startswith("$5.00 was replaced; $0.00 is lacking")
    assert "open for play" in done(floor("open", "tcp", *OFFICE))


def test_req_40_merchandise_in_place_of_a_fixed_prize(floor, office):
    words = ("merchandise", "tcp", "--hand", "straight", "--what", "a radio", "--consent", "letter", *OFFICE)
    assert "worth $5.00, less than the $6.00" in floor(*words, "--value", "$5").err
    assert "no display shows" in floor(*words, "--value", "$6", "--account", "meter").err
    said = done(floor(*words, "--value", "$7"))
    assert said.startswith("a radio for $7.00 in place of $6.00, out of the reserve")
    assert "a radio" in done(office("report", "reductions"))


def test_req_62_retention_says_since_when_and_until_when(floor, office, tmp_path):
    page = done(office("report", "retention", "--store", str(tmp_path / "floor.db")))
    assert "5 years after the last" in page
    assert "nothing is ever deleted" in page
    data = office("report", "retention", "--store", str(tmp_path / "floor.db"), "--json").json["found"]
    assert (data["entries"], data["is_whole"], data["years"]) == (4, True, 5)


def test_a_journal_with_a_gap_is_status_1(floor, office, tmp_path):
    exported = office("ledger", "export", str(tmp_path / "floor.db")).out.splitlines()
    (tmp_path / "cut.jsonl").write_text("\n".join(exported[1:]) + "\n")
    reply = office("report", "retention", "--store", str(tmp_path / "cut.jsonl"))
    assert reply.status == 1
    assert "Records are missing" in reply.out


@pytest.mark.parametrize("name", APPROVAL_COMMANDS)
def test_every_command_has_help_and_its_place_in_the_docs(pitboss, name):
    assert name in done(pitboss("approval", "--help"))
    assert done(pitboss("approval", name, "--help"))
    assert f"`{name}" in (ROOT / "docs" / "commands.md").read_text().split("## pitboss approval")[1]


def test_a_command_does_not_write_by_a_clock_that_is_a_year_ahead(office, floor, monkeypatch):
    """Its entry would leave the journal in that year for good."""
    ahead = desk.now() + 3652 * 24 * 3600 * MICROS
    monkeypatch.setattr(desk, "now", lambda: ahead)
    words = ("progressive", "coin-in", "T1", "--stake", "1=1", "--by", "dan")
    assert "is 3,652 days after the last entry" in office(*words).err
    assert office("progressive", "display", "T1").status == 0, "reading is not writing"
    monkeypatch.setenv("PITBOSS_CLOCK", "accept")
    done(office(*words))
