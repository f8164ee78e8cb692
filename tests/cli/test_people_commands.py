"""`pitboss progressive people`: roles, PINs and cards from the command line (req. 65), with cheap hashes."""

import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from shutil import copy

import pexpect
import pytest
from argon2 import PasswordHasher
from program import PROGRAM, environment

from pitboss.cli import desk, main, record
from pitboss.cli.progressive.people import COMMANDS
from pitboss.house.credential import Credentials
from pitboss.jackpot.person import MOST_FAILURES, QUARTER_MICROS, Role
from pitboss.storage.address import open_store

ROOT = Path(__file__).parents[2]
PINS = {"tess": "271828", "ada": "314159", "dan": "161803"}
ROLES = {"tess": "technician", "ada": "supervisor", "dan": "dealer"}
NEW_PIN, CARD = "577215", "card 0123456789 of dan"
KEEPERS = ("--by", "tess", "--by", "ada")
KEEPER_PINS = (PINS["tess"], PINS["ada"])


CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
INSTALLER = ("--by", "the installer")
INSTALLING = (
    (("add", "tess", "--role", "technician", *INSTALLER), [PINS["tess"]]),
    (("add", "ada", "--role", "supervisor", *INSTALLER), [PINS["ada"]]),
    (("add", "dan", "--role", "dealer", *KEEPERS), [*KEEPER_PINS, PINS["dan"]]),
)


def typed(pins):
    return StringIO("".join(f"{pin}\n" for pin in pins))


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """A journal with a technician and a supervisor, put in by the installer, and a dealer added by both."""
    store = tmp_path_factory.mktemp("installed") / "floor.db"
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()):
        patch.setattr("pitboss.house.credential.Credentials", lambda **more: Credentials(CHEAP))
        for words, pins in INSTALLING:
            patch.setattr("sys.stdin", typed(pins))
            assert main(["progressive", "people", *words, "--store", str(store)]) == 0
    return store


@pytest.fixture
def people(pitboss, tmp_path, monkeypatch):
    """`people("add", ..., pins=...)` types one line for each PIN into a pipe; "staff" is the record."""
    monkeypatch.setattr("pitboss.house.credential.Credentials", lambda **more: Credentials(CHEAP))
    monkeypatch.setenv("PITBOSS_STORE", str(tmp_path / "floor.db"))

    def call(*words, pins=()):
        monkeypatch.setattr("sys.stdin", typed(pins))
        group = ("report",) if words[0] == "staff" else ("progressive", "people")
        return pitboss(*group, *words)

    return call


@pytest.fixture
def staff(people, installed, tmp_path):
    copy(installed, tmp_path / "floor.db")
    return people


def done(reply):
    assert (reply.status, reply.err) == (0, "")
    return reply.out


def listed(people):
    return {row["name"]: row for row in json.loads(done(people("staff", "--at", "now", "--json")))["found"]}


def journal(tmp_path):
    with desk.open_floor(str(tmp_path / "floor.db")) as manager:
        return list(manager.store.entries())


# -- adding and listing ----------------------------------------------------------------------------


def test_req_65_people_are_listed_by_role_with_the_day_their_pin_is_due(staff):
    page = done(staff("staff", "--zone", "UTC"))
    lines = page.splitlines()
    first = next(place for place, line in enumerate(lines) if line.startswith("---"))
    rows = [line.split()[:2] for line in lines[first + 1 : first + 4]]
    assert rows == [["dealer", "dan"], ["supervisor", "ada"], ["technician", "tess"]]
    assert "New PIN due" in page
    dan = listed(staff)["dan"]
    assert (dan["role"], dan["department"], dan["has_card"]) == ("dealer", "table games", False)
    assert not dan["is_pin_due"]
    assert dan["pin_due_at"] > dan["pin_changed_at"]
    assert "hash" not in page.partition("Made from")[0] + json.dumps(dan), "but for that of the journal"


def test_nobody_is_there_on_a_new_floor(people, tmp_path):
    assert people("staff").status == 2
    open_store(str(tmp_path / "floor.db")).close()
    assert "Nobody is here yet" in done(people("staff", "--at", "now"))


def test_no_entry_of_the_journal_holds_a_pin_or_a_card(staff, tmp_path):
    staff("change-pin", "dan", pins=[PINS["dan"], NEW_PIN])
    staff("change-card", "dan", *KEEPERS, pins=[*KEEPER_PINS, CARD])
    staff("change-pin", "dan", pins=["998877", NEW_PIN])
    text = "\n".join(entry.body for entry in journal(tmp_path))
    assert text.count("person's secret changed") == 2
    for secret in (*PINS.values(), NEW_PIN, CARD, "998877"):
        assert secret not in text


def test_an_id_given_twice_adds_once(staff, tmp_path):
    words = ("add", "sue", "--role", "executive", "--id", "sue comes", *KEEPERS)
    first = done(staff(*words, pins=[*KEEPER_PINS, NEW_PIN]))
    assert done(staff(*words, pins=[*KEEPER_PINS, NEW_PIN])) == first
    assert [entry.draft.id for entry in journal(tmp_path)].count("sue comes") == 1


def test_a_new_pin_may_stand_in_the_environment_and_a_card_too(staff, monkeypatch):
    monkeypatch.setenv("PITBOSS_NEW_PIN", NEW_PIN)
    monkeypatch.setenv("PITBOSS_NEW_CARD", CARD)
    done(staff("add", "sue", "--role", "executive", "--card", *KEEPERS, pins=KEEPER_PINS))
    assert listed(staff)["sue"]["has_card"]


@pytest.mark.parametrize(
    ("words", "pins", "why"),
    [
        (("add", "sue", "--role", "boss", *KEEPERS), (), "unknown role 'boss'"),
        (("add", "sue", "--role", "dealer"), (), "say who does it: --by NAME"),
        (("add", "sue", "--role", "dealer", *KEEPERS), (*KEEPER_PINS, "12"), "a PIN has 6 to 12 digits"),
        (("add", "sue", "--role", "dealer", *KEEPERS), KEEPER_PINS, "a PIN has 6 to 12 digits"),
        (("add", "Dan", "--role", "dealer", *KEEPERS), (*KEEPER_PINS, NEW_PIN), "a name of their own"),
        (
            ("add", "sue", "--role", "dealer", "--by", "ada"),
            (PINS["ada"], NEW_PIN),
            "two people of different",
        ),
        (("add", "sue", "--role", "dealer", "--by", "eve"), (NEW_PIN, NEW_PIN), "do not belong together"),
        (("remove", "sue", *KEEPERS), KEEPER_PINS, "unknown person 'sue'"),
        (("remove", "ada", *KEEPERS), KEEPER_PINS, "without ada no two departments"),
        (("remove", "dan", "--by", "dan"), (PINS["dan"],), "dan is dealer and may not"),
        (("change-role", "dan", "--role", "dealer", *KEEPERS), KEEPER_PINS, "dan is dealer already"),
        (("unlock", "dan", "--by", "ada"), (PINS["ada"],), "dan is not locked"),
        (("change-pin", "dan"), (PINS["dan"], PINS["dan"]), "the new PIN is another one"),
        (("change-pin", "dan"), (NEW_PIN, NEW_PIN), "do not belong together"),
        (("change-pin", "dan", *KEEPERS), KEEPER_PINS, "no new PIN was given"),
        (("change-pin", "ada", *KEEPERS), (*KEEPER_PINS, NEW_PIN), "replaced by two others"),
        (("change-card", "dan", *KEEPERS), (*KEEPER_PINS, "short"), "at least 16 characters"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(staff, words, pins, why):
    reply = staff(*words, pins=pins)
    assert reply.status == 2
    assert why in reply.err
    assert {name: row["role"] for name, row in listed(staff).items()} == ROLES


def test_a_pin_is_no_word_of_any_command(staff):
    for name in COMMANDS:
        assert "No such option: --pin" in staff(name, "dan", "--pin", NEW_PIN).err


# -- changing --------------------------------------------------------------------------------------


def test_somebody_leaves_and_comes_back_in_another_role(staff):
    assert done(staff("remove", "dan", *KEEPERS, pins=KEEPER_PINS)).startswith("dan has left (entry ")
    assert not listed(staff)["dan"]["is_active"]
    assert "has left already" in staff("remove", "dan", *KEEPERS, pins=KEEPER_PINS).err
    assert "has left" in staff("change-pin", "dan", pins=[PINS["dan"], NEW_PIN]).err
    done(staff("change-role", "dan", "--role", "supervisor", *KEEPERS, pins=KEEPER_PINS))
    assert listed(staff)["dan"]["role"] == Role.SUPERVISOR.value


def test_a_lost_pin_is_replaced_by_two_others_and_then_the_old_one_is_wrong(staff):
    done(staff("change-pin", "dan", *KEEPERS, pins=[*KEEPER_PINS, NEW_PIN]))
    assert "do not belong together" in staff("change-pin", "dan", pins=[PINS["dan"], "662607"]).err
    assert done(staff("change-pin", "dan", pins=[NEW_PIN, "662607"])).startswith("dan has a new PIN (entry ")


def test_who_is_locked_out_is_let_in_again_by_somebody_else(staff):
    for _ in range(MOST_FAILURES):
        staff("change-pin", "dan", pins=["998877", NEW_PIN])
    assert listed(staff)["dan"]["is_locked"]
    assert ", 5 wrong tries" in done(staff("staff"))
    assert (
        "wait 15 minutes, or have somebody else unlock"
        in staff("change-pin", "dan", pins=[PINS["dan"], NEW_PIN]).err
    )
    answer = json.loads(done(staff("unlock", "dan", "--by", "ada", "--json", pins=[PINS["ada"]])))
    assert (answer["kind"], answer["by"], answer["person"]) == ("person unlocked", ["ada"], "dan")
    assert not listed(staff)["dan"]["is_locked"]


def test_req_65_after_a_quarter_the_list_and_every_sign_in_ask_for_a_new_pin(staff, monkeypatch):
    later = desk.now() + QUARTER_MICROS
    monkeypatch.setattr(desk, "now", lambda: later)
    monkeypatch.setattr(record, "now", lambda: later)
    assert listed(staff)["dan"]["is_pin_due"]
    reply = staff("unlock", "dan", "--by", "ada", pins=[PINS["ada"]])
    assert "The PIN of ada has served for a quarter: pitboss progressive people change-pin ada" in reply.err
    reply = staff("change-pin", "dan", pins=[PINS["dan"], NEW_PIN])
    assert reply.status == 0
    assert not listed(staff)["dan"]["is_pin_due"]


# -- in a terminal ---------------------------------------------------------------------------------


def test_in_a_terminal_a_pin_is_typed_twice_and_not_seen(tmp_path):
    words = ["progressive", "people", "add", "tess", "--role", "technician", "--by", "the installer"]
    store = str(tmp_path / "floor.db")
    for second, said in (("998877", "is not the first"), (NEW_PIN, "tess is here as technician")):
        program = pexpect.spawn(
            PROGRAM[0],
            [*PROGRAM[1:], *words],
            env=environment(PITBOSS_STORE=store),
            encoding="utf-8",
            timeout=30,
        )
        program.expect("New PIN of tess: ")
        program.sendline(NEW_PIN)
        program.expect("New PIN of tess again: ")
        program.sendline(second)
        program.expect(said)
        seen = program.before + said
        program.expect(pexpect.EOF)
        assert NEW_PIN not in seen + program.before


# -- help and docs ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_help_and_its_place_in_the_docs(people, name):
    assert f"Usage: pitboss progressive people {name}" in done(people(name, "--help"))
    assert name in done(people("--help"))
    for page in ("commands.md", "progressive.md"):
        assert f"`people {name}" in (ROOT / "docs" / page).read_text()
