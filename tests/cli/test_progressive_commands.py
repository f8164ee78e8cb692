"""`pitboss progressive`: a floor worked from the command line, on a real SQLite journal."""

import json
from contextlib import redirect_stdout
from io import StringIO
from shutil import copy
from types import SimpleNamespace

import pytest
from argon2 import PasswordHasher
from program import run_in_terminal

from pitboss.cli import desk, main, record
from pitboss.cli.command import MOVED
from pitboss.cli.progressive.app import COMMANDS
from pitboss.cli.progressive.plan import find_unasked
from pitboss.house.credential import Credentials
from pitboss.house.personnel import Personnel
from pitboss.jackpot.person import Role
from pitboss.reports.record.catalogue import RECORDS

TERMS = """
id = "tcp"
tables = ["T1", "T2"]
[paytables]
three_card_poker = "TCP Progressive 1"
[[level]]
seed = "$6,000"
contribution = "14%"
reserve = "1%"
"""
OFFICE = ("--by", "tess", "--by", "ada")
DAN, SUE = ("--by", "dan"), ("--by", "sue")


OPENING = (("set-up", "FOLDER/tcp.toml", *OFFICE), ("open", "tcp", "--by", "tess"))
WINNING = (
    ("coin-in", "T1", "--stake", "1=1", "--stake", "3=1", *DAN),
    ("post", "T1", "3", "--hand", "akq spades", "--cards", "As Ks Qs", *DAN),
    ("confirm", "1", *SUE),
    ("end", "T1", *DAN),
)


@pytest.fixture(scope="module")
def journals(tmp_path_factory):
    """Journals made once by the program itself: one with a progressive that is open, one with a win."""
    folder = tmp_path_factory.mktemp("journals")
    (folder / "tcp.toml").write_text(TERMS)
    for name, commands in (("open", OPENING), ("won", WINNING)):
        for words in commands:
            with redirect_stdout(StringIO()):
                given = [word.replace("FOLDER", str(folder)) for word in words]
                assert main(["progressive", *given, "--store", str(folder / "floor.db")]) == 0
        copy(folder / "floor.db", folder / f"{name}.db")
    return folder


@pytest.fixture
def floor(pitboss, tmp_path, monkeypatch):
    """The program on a journal of its own; `floor("open")` is `pitboss progressive open`, or a report."""
    monkeypatch.setenv("PITBOSS_STORE", str(tmp_path / "floor.db"))
    (tmp_path / "tcp.toml").write_text(TERMS)

    def call(*words):
        group = "report" if words[:1] and words[0] in RECORDS else "progressive"
        return pitboss(group, *(word.replace("FOLDER", str(tmp_path)) for word in words))

    return call


@pytest.fixture
def open_link(floor, journals, tmp_path):
    copy(journals / "open.db", tmp_path / "floor.db")
    return floor


@pytest.fixture
def won(floor, journals, tmp_path):
    """A confirmed win of $6,000.28 at T1."""
    copy(journals / "won.db", tmp_path / "floor.db")
    return floor


def done(reply):
    assert (reply.status, reply.err) == (0, "")
    return reply.out


# -- from terms to a confirmed win -----------------------------------------------------------------


def test_a_progressive_goes_from_its_file_to_a_confirmed_win(floor):
    said = [done(floor(*words)) for words in (*OPENING, *WINNING)]
    assert said == [
        "tcp is set up, and closed: open it for play (entry 1)\n"
        "warning: the house advantage is -1.2896% with 6 other players who have the wager: "
        "the players have the edge\n"
        "warning: the seed of $6,000.00 is not the pre-set $1,000.00 for a $1.00 wager\n",
        "tcp is open for play (entry 2)\n"
        "not tables of the room, so approval and equipment are the house's to check: T1, T2\n",
        "Round 1 of T1: 2 wagers, $2.00, counted in (entry 3)\n",
        "Win 1: $6,000.28 for seat 3 of T1, posted (entry 4)\n",
        "Win 1: $6,000.28 confirmed by sue (entry 5)\n",
        "T1 is ready for the next round; the tray paid $100.00 of envy to seat 1 (entry 6)\n",
    ]


def test_opening_names_the_tables_that_no_room_asks_about(floor):
    """The room asks about approval and equipment of its own tables with every round."""
    done(floor(*OPENING[0]))
    answer = json.loads(done(floor(*OPENING[1], "--json")))
    assert answer["not_in_room"] == ["T1", "T2"]
    assert "not_in_room" not in json.loads(done(floor("close", "tcp", "--by", "tess", "--json")))
    terms = SimpleNamespace(terms=SimpleNamespace(tables=("T1", "T2", "T3")))
    books = SimpleNamespace(progressives={"tcp": terms}, tables={"T2": None})
    desk = SimpleNamespace(manager=SimpleNamespace(floor=books))
    assert find_unasked(desk, "tcp") == ["T1", "T3"]


def test_setting_up_warns_of_what_the_maker_would_not_recommend(floor, tmp_path):
    (tmp_path / "low.toml").write_text(TERMS.replace("$6,000", "$400").replace("14%", "20%"))
    said = done(floor("set-up", "FOLDER/low.toml", *OFFICE)).splitlines()
    assert said[0] == "tcp is set up, and closed: open it for play (entry 1)"
    assert "warning: the contribution of 20% is above the pre-set 14%" in said[1]
    assert "warning: the seed of $400.00 is below the largest fixed award, $500.00" in said
    again = floor("set-up", "FOLDER/tcp.toml", *OFFICE, "--json").json
    assert again["progressive"] == "tcp"
    assert len(again["warnings"]) == 2
    assert again["warnings"][1].endswith("is not the pre-set $1,000.00 for a $1.00 wager")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("hits", "--progressive", "bj"), "unknown progressive 'bj'"),
        (("set-up", "FOLDER/tcp.toml", "--by", "tess"), "a change of terms needs two people"),
        (("set-up", "FOLDER/tcp.toml", *OFFICE), "tcp is in play, it is open: close it before"),
        (("open", "bj", "--by", "tess"), "there is no progressive 'bj'; there is tcp"),
        (("coin-in", "T1", "--stake", "1=1"), "say who does it: --by NAME"),
        (("coin-in", "T1", *DAN), "no sensor of T1 is lit"),
        (("coin-in", "T1", "--stake", "1", *DAN), "write seat=dollars"),
        (("coin-in", "T1", "--stake", "1=1", "--stake", "1=2", *DAN), "each seat once"),
        (("coin-in", "T1", "--stake", "one=1", *DAN), "--stake: write a whole number"),
        (("coin-in", "T1", "--stake", "1=101", *DAN), "$101.00 is unreasonable"),
        (("coin-in", "T9", "--stake", "1=1", *DAN), "T9 is on no progressive"),
        (("post", "T1", "1", "--hand", "akq spades", *DAN), "T1 has no open round"),
        (("confirm", "1", *SUE), "there is no win '1'"),
        (("void", "T1", "--why", "misdeal", *DAN), "T1 has no open round"),
        (
            ("adjust", "tcp", "--amount", "-1", "--reason", "whim", "--text", "x", *OFFICE),
            "--reason: one of win,",
        ),
        (("adjust", "tcp", "--amount", "-1", "--reason", "display", "--text", " ", *OFFICE), "write why"),
        (("adjust", "tcp", "--amount", "-1", "--reason", "display", "--text", "x", *DAN), "needs two people"),
        (
            ("adjust", "tcp", "--amount", "-9000", "--reason", "display", "--text", "x", *OFFICE),
            "holds $6,000.00",
        ),
        (("meters", "--progressive", "bj"), "unknown progressive 'bj'; known: tcp"),
        (("win", "7"), "there is no win '7'"),
        (("hits", "--last", "many"), "--last: write a whole number"),
        (("accrual", "--since", "yesterday"), "--since: write a day as 2024-06-14"),
        (("accrual", "--zone", "Mars/Olympus"), "there is no time zone 'Mars/Olympus'"),
        (("reported", "1", "--to", "the commission", *SUE), "there is no malfunction '1'; the log has 0"),
        (("warnings", "--players", "99"), "with 1 to 14 seats"),
        (("simulate", "--hits", "1"), "--hits: 2 to 100,000"),
        (("simulate", "Pair Plus A"), "unknown paytable 'Pair Plus A'"),
        (("simulate", "--tables", "16"), "1 to 15 tables"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line_and_nothing_changes(open_link, words, why):
    before = open_link("history", "--json").out
    reply = open_link(*words)
    assert (reply.status, reply.out) == (2, "")
    assert why in reply.err
    assert reply.err.count("\n") == 1
    assert open_link("history", "--json").out == before


def test_nobody_confirms_what_he_posted_and_a_round_does_not_end_before(open_link):
    done(open_link("coin-in", "T1", "--stake", "2=1", *DAN))
    done(open_link("post", "T1", "2", "--hand", "akq spades", *DAN))
    assert "dan posted this win" in open_link("confirm", "1", *DAN).err
    assert "call a supervisor" in open_link("end", "T1", *DAN).err
    assert done(open_link("withdraw", "1", "--why", "queen of clubs", *SUE)) == (
        "Win 1 is withdrawn: queen of clubs (entry 5)\n"
    )
    done(open_link("void", "T1", "--why", "exposed card", *DAN))


def test_a_hand_that_the_tray_pays_touches_no_meter(open_link):
    done(open_link("coin-in", "T1", "--stake", "2=1", *DAN))
    reply = open_link("post", "T1", "2", "--hand", "straight flush", *DAN)
    assert "straight flush pays 70 for 1 from the tray: no meter is touched" in reply.err


def test_of_two_winners_the_one_farther_to_the_right_is_posted_first(open_link):
    """As a keypad has it: the right one gets the meter, the other one the seed and the reserve of $0.02."""
    done(open_link("coin-in", "T1", "--stake", "2=1", "--stake", "5=1", *DAN))
    hand = ("--hand", "akq spades", *DAN)
    done(open_link("post", "T1", "2", *hand))
    reply = open_link("post", "T1", "5", *hand)
    assert reply.status == 2
    assert "withdraw win 1, post seat 5, then seat 2 again" in reply.err
    done(open_link("withdraw", "1", "--why", "seat 5 is paid first", *SUE))
    first = ("post", "T1", "5", *hand, "--id", "right")
    said = done(open_link(*first))
    assert said.startswith("Win 2: $6,000.28 for seat 5 of T1")
    assert done(open_link("post", "T1", "2", *hand)).startswith("Win 3: $6,000.02 for seat 2 of T1")
    assert done(open_link(*first)) == said, "asked twice, done once"


def test_a_winner_to_the_right_of_one_who_was_confirmed_is_second(open_link):
    done(open_link("coin-in", "T1", "--stake", "2=1", "--stake", "5=1", *DAN))
    done(open_link("post", "T1", "2", "--hand", "akq spades", *DAN))
    done(open_link("confirm", "1", *SUE))
    said = done(open_link("post", "T1", "5", "--hand", "akq spades", *DAN))
    assert said.startswith("Win 2: $6,000.02 for seat 5 of T1")


def test_a_wager_that_no_sensor_of_the_game_takes_is_not_counted_by_hand_either(floor, tmp_path):
    """Document 004, step 1: the wager of Bet the Set 21 is a dollar."""
    terms = TERMS.replace("three_card_poker", "blackjack").replace(
        "TCP Progressive 1", "Bet the Set 21 Progressive"
    )
    (tmp_path / "tcp.toml").write_text(terms)
    for words in OPENING:
        done(floor(*words))
    reply = floor("coin-in", "T1", "--stake", "1=5", *DAN)
    assert (reply.status, reply.out) == (2, "")
    assert "the wager of this game is $1.00, no more and no less" in reply.err
    done(floor("coin-in", "T1", "--stake", "1=1", *DAN))


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("nothing", "'nothing' is not a card"),
        ("As Ks", "needs 3 cards, got 2"),
        ("As Ks Ks", "'Ks' is there twice"),
        ("Ah Kh Qh", "Ah Kh Qh is AKQ suited, not AKQ spades"),
        ("As Kd 2c", "As Kd 2c is nothing that pays, not AKQ spades"),
    ],
)
def test_cards_that_do_not_make_the_hand_are_refused(open_link, cards, why):
    done(open_link("coin-in", "T1", "--stake", "2=1", *DAN))
    reply = open_link("post", "T1", "2", "--hand", "akq spades", "--cards", cards, *DAN)
    assert reply.status == 2
    assert why in reply.err
    done(open_link("post", "T1", "2", "--hand", "akq spades", "--cards", "Qs,As,Ks", *DAN))


def test_an_id_that_was_used_for_something_else_is_refused(open_link):
    done(open_link("coin-in", "T1", "--stake", "1=1", *DAN, "--id", "mine"))
    for words in (
        ("coin-in", "T1", "--stake", "1=2", *DAN),
        ("coin-in", "T2", "--stake", "1=1", *DAN),
        ("coin-in", "T1", "--stake", "1=1", *SUE),
        ("end", "T1", *DAN),
    ):
        reply = open_link(*words, "--id", "mine")
        assert (reply.status, reply.out) == (2, "")
        assert "the id 'mine' was used before for something else (entry 3): nothing was done" in reply.err


def test_a_set_up_that_is_refused_leaves_no_journal_behind(floor, tmp_path):
    assert "needs two people" in floor("set-up", "FOLDER/tcp.toml", "--by", "tess").err
    assert [path.name for path in tmp_path.iterdir()] == ["tcp.toml"]
    done(floor("set-up", "FOLDER/tcp.toml", *OFFICE))
    assert (tmp_path / "floor.db").exists()


@pytest.mark.parametrize(
    ("taken", "why"),
    [
        *((taken, "cannot be an id") for taken in ("T1#58", "T1/2/coin in", "T1:x", "\x07")),
        *((taken, "the game manager's own") for taken in ("checkpoint 9", "upgrade 9")),
    ],
)
def test_an_id_that_a_table_or_the_journal_may_need_is_refused(open_link, taken, why):
    reply = open_link("coin-in", "T1", "--stake", "1=1", *DAN, "--id", taken)
    assert (reply.status, reply.out) == (2, "")
    assert why in reply.err


def test_the_same_id_again_does_nothing_again(open_link):
    words = ("coin-in", "T1", "--stake", "1=1", *DAN, "--id", "round-1")
    first, again = open_link(*words, "--json").json, open_link(*words, "--json").json
    assert first["entry"] == again["entry"] == 3
    (meters,) = open_link("meters", "--json").json["found"]
    assert meters["levels"][0]["wagers"] == 1


def test_a_stopped_progressive_takes_no_wager_and_two_people_open_it_again(open_link):
    """Requirements 37 and 38: whatever the reason to stop."""
    assert "tcp is stopped: seized" in done(open_link("close", "tcp", "--stop", "seized", "--by", "ada"))
    assert "tcp is closed: seized" in open_link("coin-in", "T1", "--stake", "1=1", *DAN).err
    assert "two people open it again" in open_link("open", "tcp", "--by", "tess").err
    done(open_link("open", "tcp", *OFFICE))


def test_money_moves_between_progressives_with_an_approval(open_link, tmp_path):
    (tmp_path / "second.toml").write_text(
        TERMS.replace('"tcp"', '"second"').replace('["T1", "T2"]', '["T9"]')
    )
    done(open_link("set-up", "FOLDER/second.toml", *OFFICE))
    words = (
        "move",
        "tcp",
        "second",
        "--amount",
        "$100",
        "--approval",
        "A-7",
        "--text",
        "T1 is replaced",
        *OFFICE,
    )
    assert done(open_link(*words)) == "$100.00 moved from tcp to second (entry 4)\n"
    amounts = {
        one["id"]: one["levels"][0]["shown_micros"] for one in open_link("meters", "--json").json["found"]
    }
    assert amounts == {"tcp": 5_900_000_000, "second": 6_100_000_000}


# -- records ---------------------------------------------------------------------------------------


def test_the_win_page_has_the_hand_the_people_and_the_tax(won):
    text = done(won("win", "1", "--zone", "UTC"))
    for words in (
        "Win 1: $6,000.28",
        "T1, round 1, seat 3",
        "AKQ spades: As Ks Qs",
        "Posted by      dan",
        "Confirmed by   sue",
        "Reported  form W-2G",
        "Withheld  $1,439.83",
        "Paid out  $4,560.45",
    ):
        assert words in text


def test_payees_share_a_win_to_the_cent(won):
    shares = won("win", "1", "--payee", "Ann=2", "--payee", "Bob=1", "--json").json["found"]["payees"]
    assert [(one["payee"], one["win_micros"]) for one in shares] == [
        ("Ann", 4_000_190_000),
        ("Bob", 2_000_090_000),
    ]
    assert "write name=part" in won("win", "1", "--payee", "Ann").err


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (("meters",), "same-game link, tables T1, T2"),
        (("meters", "--progressive", "TCP"), "$6,000.02"),
        (("hits",), "AKQ spades  $6,000.28  confirmed"),
        (("hits", "--confirmed", "--last", "5"), "Wins posted         1"),
        (("accrual",), "Accrued in all  $0.30"),
        (("deposit",), "Due                              $0.30"),
        (("reconciliation",), "Reconciled: every difference is zero."),
        (("reductions",), "AKQ spades at T1, seat 3"),
        (("history",), "tess, ada"),
        (("malfunctions",), "Nothing has been noted."),
        (("checks",), "Nobody has asked for a check."),
        (("prizes",), "To be held in a bank  $400,000.00"),
        (("warnings",), "the seed of $6,000.00 is not the pre-set $1,000.00"),
        (("warnings", "--terms", "FOLDER/tcp.toml"), "the whole meter is won once in 22,100 wagers"),
    ],
)
def test_every_record_is_a_page_and_the_same_as_json(won, words, found):
    assert found in done(won(*words))
    assert won(*words, "--json").json is not None


def test_a_check_and_a_malfunction_and_a_deposit_are_written_down_and_listed(won):
    done(won("check-request", "1", "--payee", "Ann Lee", "--by", "cass"))
    (asked,) = won("checks", "--json").json["found"]
    assert (asked["payee"], asked["micros"], asked["is_late"]) == ("Ann Lee", 6_000_280_000, False)
    done(won("check-paid", "1", "--number", "4711", "--by", "cass"))
    assert "paid, no. 4711" in done(won("checks"))
    done(won("malfunction", "T2", "--what", "sensor 3 stays dark", *DAN))
    done(won("reported", "1", "--to", "the commission by mail", "--by", "tess"))
    assert "to the commission by mail" in done(won("malfunctions"))
    done(won("deposited", "$0.30", "--reference", "slip 12", "--by", "ada"))
    assert "All that has accrued is deposited." in done(won("deposit"))


def test_a_check_for_a_win_that_was_backed_out_is_neither_late_nor_to_be_paid(won, monkeypatch):
    done(won("check-request", "1", "--payee", "Ann Lee", "--by", "cass"))
    done(won("back-out", "1", "--text", "the deck was short", *OFFICE))
    monkeypatch.setattr(record, "now", lambda: desk.now() + 30 * 24 * 3600 * 1_000_000)
    said = done(won("checks", "--at", "now"))
    assert "backed out" in said
    assert "late by" not in said
    (asked,) = won("checks", "--json").json["found"]
    assert (asked["is_late"], bool(asked["backed_out_at"])) == (False, True)
    page = won("win", "1").out
    assert "to Ann Lee, not to be paid: the win is backed out" in " ".join(page.split())


def test_a_late_deposit_and_a_late_report_are_status_1(won, monkeypatch):
    done(won("malfunction", "T2", "--what", "display dark", *DAN))
    later = desk.now() + 30 * 24 * 3600 * 1_000_000
    assert won("deposit", "--at", "now").status == 0
    monkeypatch.setattr(record, "now", lambda: later)
    assert won("deposit", "--at", "now").status == 1
    assert "$0.30 is late by 23 d" in won("deposit", "--at", "now").out
    assert won("malfunctions", "--at", "now").status == 1


def test_an_adjustment_is_in_the_reductions_with_its_text(won):
    words = (
        "adjust",
        "tcp",
        "--amount",
        "-$5.02",
        "--reason",
        "display",
        "--text",
        "display 2 replaced",
        *OFFICE,
    )
    assert (
        done(won(*words)) == "The meter of tcp was adjusted by -$5.02; the meter shows $5,995.00 (entry 7)\n"
    )
    last = won("reductions", "--json").json["found"][-1]
    assert (last["why"], last["by"]) == ("display 2 replaced", ["tess", "ada"])
    done(won("adjust", "tcp", "--amount", "$5", "--reason", "correction", "--text", "counted twice", *OFFICE))


# -- simulation ------------------------------------------------------------------------------------


def test_the_simulation_passes_and_a_seed_repeats_it(floor):
    words = ("simulate", "TCP Progressive 1", "--hits", "50", "--random-seed", "7", "--json")
    first = floor(*words)
    assert first.status == 0
    found = first.json
    assert (found["passes"], found["confidence"]) == (True, 0.999)
    (level,) = found["progressives"][0]["levels"]
    assert (level["exact"], level["printed"], level["hits"]) == ("4094/1", "$4,000", 50)
    assert level["low_dollars"] < level["average_dollars"] < level["high_dollars"]
    assert floor(*words).out == first.out


def test_a_file_of_terms_is_simulated_as_it_stands(floor):
    text = done(floor("simulate", "--terms", "FOLDER/tcp.toml", "--hits", "20", "--random-seed", "1"))
    assert "20 of every level's whole meter" in text
    assert "Every average lies inside its interval, and the ledger holds." in text


def test_in_a_terminal_the_years_are_painted():
    words = ("simulate", "TCP Progressive 1", "--hits", "5", "--random-seed", "1")
    assert "Simulated casino years" in run_in_terminal("progressive", *words)


# -- people ----------------------------------------------------------------------------------------


def test_on_a_floor_with_people_everybody_named_gives_a_pin(open_link, monkeypatch, tmp_path):
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr("pitboss.house.credential.Credentials", lambda **more: Credentials(cheap))
    pins = {"tess": "271828", "ada": "314159", "dan": "161803"}
    roles = {"tess": Role.TECHNICIAN, "ada": Role.SUPERVISOR, "dan": Role.DEALER}
    with desk.open_floor(str(tmp_path / "floor.db")) as manager:
        personnel = Personnel(manager, Credentials(cheap), lambda: desk.make_id(None))
        for name, pin in pins.items():
            personnel.add(name, roles[name], pin=pin, by=("tess", "ada"))
    monkeypatch.setattr("sys.stdin", StringIO("000001\n"))
    assert "do not belong together" in open_link("coin-in", "T1", "--stake", "1=1", *DAN).err
    monkeypatch.setattr("sys.stdin", StringIO("161803\n"))
    done(open_link("coin-in", "T1", "--stake", "1=1", *DAN))
    monkeypatch.setattr("sys.stdin", StringIO("161803\n"))
    assert "dan is dealer and may not" in open_link("close", "tcp", *DAN).err
    assert "Nothing has been noted." in done(open_link("malfunctions"))


# -- the store -------------------------------------------------------------------------------------


def test_a_journal_that_is_not_there_is_not_made_by_looking(pitboss, tmp_path):
    reply = pitboss("report", "meters", "--store", str(tmp_path / "nowhere.db"))
    assert reply.status == 2
    assert "nowhere.db" in reply.err
    assert not (tmp_path / "nowhere.db").exists()


def test_without_a_store_the_journal_lies_in_the_users_data_folder(pitboss, tmp_path, monkeypatch):
    monkeypatch.delenv("PITBOSS_STORE", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "tcp.toml").write_text(TERMS)
    assert pitboss("progressive", "set-up", str(tmp_path / "tcp.toml"), *OFFICE).status == 0
    assert (tmp_path / "pitboss" / "floor.db").exists()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_says_what_it_does(pitboss, name):
    reply = pitboss("progressive", name, "--help")
    assert reply.status == 0
    assert f"Usage: pitboss progressive {name}" in reply.out


def test_help_lists_the_commands_and_answers_are_json(open_link):
    listed = done(open_link("--help"))
    assert all(name in listed for name in COMMANDS)
    answer = json.loads(done(open_link("close", "tcp", "--by", "tess", "--json")))
    assert answer["kind"] == "switch"
    assert answer["by"] == ["tess"]


def test_the_end_of_a_round_by_hand_records_what_the_tray_paid_as_a_keypad_does(open_link):
    open_link("coin-in", "T1", "--stake", "1=1", "--stake", "3=1", "--by", "dan")
    refused = open_link("end", "T1", "--hand", "3=akq spades", "--by", "dan")
    assert "wins from the meter: post it" in refused.err
    words = ("end", "T1", "--hand", "1=straight", "--hand", "3=akq suited", "--by", "dan", "--id", "over")
    said = done(open_link(*words))
    assert said == done(open_link(*words)), "asked twice, done once"
    assert "to seat 1 for straight" in said
    assert "of envy to seat 1" in said
    found = json.loads(done(open_link("meters", "--json")))["found"][0]
    assert found["tray_hits"] == 2


def test_a_confirmed_win_is_backed_out_by_two_people_in_one_act(won):
    refused = won("back-out", "1", "--text", "the deck was short", "--by", "tess")
    assert "needs two people" in refused.err
    people = ("--by", "tess", "--by", "ada")
    said = done(won("back-out", "1", "--text", "the deck was short", *people))
    assert said.startswith("Win 1 of $6,000.28 is backed out; the meter shows $6,000.28")
    assert "backed out" in done(won("hits"))
    page = won("win", "1")
    assert page.status == 1, "it must not be paid"
    assert "Backed out: the deck was short" in page.out
    assert "Reconciled" in done(won("reconciliation"))


@pytest.mark.parametrize(("old", "new"), MOVED.items())
def test_a_second_name_says_in_one_line_what_the_command_is_called_now(pitboss, old, new):
    for more in ((), ("--help",), ("tcp", "--json", "--store", "nowhere.db")):
        reply = pitboss(*old.split(), *more)
        assert (reply.status, reply.out) == (2, "")
        assert reply.err == f"pitboss: 'pitboss {old}' is now 'pitboss {new}'\n"
    *group, name = old.split()
    assert f"\n  {name} " not in done(pitboss(*group, "--help"))
    assert done(pitboss(*new.split(), "--help"))
