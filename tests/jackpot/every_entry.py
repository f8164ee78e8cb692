"""A day on which every kind of entry is written, at times and with ids that are always the same.

`every_entry.txt` holds the bodies that it made when each kind was first written: what lies in houses' books.
"""

from itertools import count
from pathlib import Path
from unittest.mock import patch

from ledger_room import NOON, OFFICE, Room, make_terms

from pitboss.base.money import MICROS
from pitboss.jackpot import award, record, request
from pitboss.jackpot.approval import Approval
from pitboss.jackpot.equipment import EquipmentListed, InstalledComponent
from pitboss.jackpot.person import HashRenewed, Role, WrongElsewhere
from pitboss.jackpot.player import (
    NameClaimed,
    PlayerAdded,
    PlayerHashRenewed,
    PlayerSecretChanged,
    SessionEnded,
)
from pitboss.jackpot.request import EnvyAward, TrayAward
from pitboss.jackpot.table_fact import (
    BroughtOver,
    Heard,
    Limit,
    RoundEnded,
    Settled,
    Stand,
    TableClosed,
    TableLine,
    TableOpened,
)
from pitboss.jackpot.terms import Installation, LevelTerms
from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.attestation import CopiesKept, vouch_for
from pitboss.ledger.entry import Draft, format_body
from pitboss.ledger.store import Checkpoint
from pitboss.ledger.transfer import Reason, Transfer

BODIES = Path(__file__).with_name("every_entry.txt")
FINGERPRINT = "0f" * 32
HASH = "$argon2id$v=19$one"
FED = (LevelTerms("", 1_000 * MICROS, 140_001, 900, 1_000_100_000),)


def every_body():
    """The bodies of all entries, in the order of the journal."""
    room = Room(start=NOON)
    with patch.object(award, "waits_in_meter", lambda terms: False):  # as it was when these were written
        set_up(room)
        deal(room)
        share(room)
        keep(room)
        staff(room)
        write_down(room)
    number = len(room.entries)
    drafts = [
        vouch_for(Checkpoint(number, "", '{"a":1}'), room.now),
        *at_a_table(room.now),
        *at_the_door(room.now),
        *dealt_by_hand(room.now),
        *approved(room.now),
    ]
    drafts += wait(room.now)
    drafts += heard_elsewhere(room.now)
    copies = CopiesKept(2, {"entry_version_2": FINGERPRINT})
    drafts.append(Draft("upgrade _version_2", room.now, ("the game manager",), copies))
    bodies = [format_body(place, draft) for place, draft in enumerate(drafts, start=number + 1)]
    return [*(entry.body for entry in room.entries), *bodies]


def wait(now):
    """Wins that wait in their meter until they are confirmed, and one that is backed out."""
    room = Room(start=now)
    room.set_terms(make_terms(FED, id="waiting", meter_falls="confirmed"))
    room.set_terms(make_terms(FED, id="at once", tables=("T9",), meter_falls="posted"))
    room.open("waiting")
    room.coin_in(4, 5)
    first, second = (room.post(seat) for seat in (5, 4))
    room.ask(request.RecordWin, first.id, by=("sue",))
    room.confirm(first)
    room.withdraw(second)
    room.end()
    room.ask(request.BackOutWin, first.id, "the deck was short", by=OFFICE)
    return [entry.draft for entry in room.entries]


SAID = {"executive_above_micros": 10_000 * MICROS, "folded_hands_win": True}
"""What terms always said when these were written."""


def set_up(room):
    installed = {"T2": Installation(maker="Galaxy", has_display=True)}
    room.set_terms(make_terms(FED, installed=installed, wager_micros=MICROS // 2, **SAID))
    two = (LevelTerms("Mega", 10_000 * MICROS, 14, 1), LevelTerms("Major", 500 * MICROS, 3, cap_micros=None))
    stud = {"mississippi_stud": "MS Stud-01"}
    room.set_terms(make_terms(two, id="stud ♠", tables=("S1",), paytables=stud, **SAID))
    room.set_terms(make_terms(FED, equal_split=True, **{**SAID, "folded_hands_win": False}))
    for id_ in ("tcp", "stud ♠"):
        room.open(id_)
    room.close("stud ♠", stopped="display is down")


def deal(room):
    room.coin_in(7, 1, 3, dollars=2)
    room.wait(17)
    room.void(why="mis\ndeal")
    room.coin_in(1, 10, 2)
    awards = (TrayAward(2, "straight", 6 * MICROS), TrayAward(10, "flush", MICROS))
    room.ask(request.EndGame, "T1", awards, (EnvyAward(1, 2, "akq_suited", 25 * MICROS),), 2)
    room.coin_in(1)
    room.ask(request.EndGame, "T1", (), (EnvyAward(1, 2, "akq_suited", 25 * MICROS),))
    room.coin_in(1)
    room.ask(request.EndGame, "T1", (TrayAward(1, "straight", 6 * MICROS),))
    room.coin_in(1)
    room.end()
    for win in ("confirmed", "withdrawn"):
        room.coin_in(4, table="T2")
        posted = room.post(4, table="T2")
        room.confirm(posted) if win == "confirmed" else room.withdraw(posted, "misread")
        room.end("T2")


def share(room):
    room.coin_in(1, 2, 3)
    first, second, third = (room.post(seat) for seat in (3, 2, 1))
    room.withdraw(second)
    room.confirm(first)
    room.withdraw(third)
    room.end()
    room.close()
    room.set_terms(make_terms(FED, all_from_meter=True, **SAID))
    room.open()
    room.coin_in(5)
    room.ask(request.PostWin, "T1", 5, "", 0, "straight_flush", "9s 8s 7s", 7 * MICROS * 10)
    room.withdraw(room.floor.open_wins("T1")[0])
    room.end()


def keep(room):
    room.adjust(1, Reason.CORRECTION)
    room.adjust(-1, Reason.DISPLAY_ERROR, text="the display “jumped”")
    move = ("tcp", "", "stud ♠", "Mega", MICROS, "A-17", "as approved")
    room.ask(request.MoveMoney, *move, by=OFFICE)
    room.ask(request.Seize, "tcp", 5 * MICROS, "the Department of Revenue")
    room.ask(request.ReplaceSeized, "tcp", 5 * MICROS, "B-1", by=OFFICE)
    room.open()
    room.coin_in(1, dollars=100)
    room.end()
    prize = ("tcp", "", "overflow", "straight", MICROS, 2 * MICROS, "a radio", "letter of May")
    room.ask(request.PayMerchandise, *prize, by=OFFICE)
    room.ask(request.ApproveGame, "faro", FINGERPRINT, "WA-1", "2024-06-14", "with a note", by=OFFICE)
    room.ask(request.ApproveGame, "basset", FINGERPRINT, "WA-2", "2024-06-14", by=OFFICE)
    room.ask(request.WithdrawApproval, "faro", FINGERPRINT, "a change")


def staff(room):
    room.ask(request.AddPerson, "dora", Role.DEALER, HASH, HASH, by=OFFICE)
    room.ask(request.AddPerson, "sam", Role.SUPERVISOR, HASH, by=OFFICE)
    room.ask(request.ChangePerson, "dora", Role.SUPERVISOR, by=OFFICE)
    room.ask(request.ChangePerson, "dora", Role.SUPERVISOR, False, by=OFFICE)
    room.ask(request.ChangeSecret, "sam", HASH + "2", by=("sam",))
    room.ask(request.ChangeSecret, "sam", card_hash=HASH + "3", by=OFFICE)
    room.ask(request.SignIn, "sam", True, "table 1", by=("sam",))
    room.ask(request.SignIn, "nobody", False, "table 1", by=("?",))
    for _ in range(5):
        room.ask(request.SignIn, "sam", False, by=("sam",))
    room.ask(request.Unlock, "sam", by=("tess",))
    room.wait(91 * 24 * 3600 * MICROS)
    room.ask(request.SignIn, "sam", True, by=("sam",))


def write_down(room):
    ids, by = map("note {}".format, count(1)), ("abe",)
    win = next(win for win in room.floor.wins.values() if win.status == "confirmed")
    ask = room.manager.ask
    ask(record.note_malfunction(next(ids), by, table="", what=" a lamp "))
    ask(record.note_outage(next(ids), by, table="T1", since_micros=0, until_micros=NOON))
    ask(record.note_report(next(ids), by, malfunction="note 1", to="the commission"))
    ask(record.note_deposit(next(ids), by, micros=3 * MICROS, reference="B-2"))
    ask(record.note_check_request(next(ids), by, win=win.id, payee="Pat"))
    ask(record.note_check(next(ids), by, win=win.id, number="17"))
    ask(request.Record(next(ids), by, "visit", {"who": "an auditor", "people": 2}))
    ask(request.Record(next(ids), by, "note"))


def at_a_table(now):
    """The entries of a live table; what is under lock has another text each time, so it stands for itself."""
    limits = {"ante": Limit(5 * MICROS, 300 * MICROS, MICROS)}
    opened = TableOpened(
        "T9", "three_card_poker", "2026-01-01", "By the bar", 6, limits, ("pair_plus",), True
    )
    plain = TableOpened("T10", "blackjack", "2026-01-01", dialect="Nexus Command / GM Atlas")
    heard = Heard(make_terms(FED, **SAID), settled=(Settled("T9/1/win 1", True, "sam"),))
    counted = TableLine(
        2, 1, ("call_no_more_bets", "proceed|1..3"), "dealer", "bG9ja2Vk", ("", "closed"), heard
    )
    closed = TableLine(3, 1, ("key|CARD|2|",), heard=Heard(closed="the progressive is closed", is_gone=True))
    kept = (now, "three_card_poker | seat 1: ante 5", 0, "0-8,12")
    chips, pot = Account(AccountKind.CHIPS, "T9", "Ann"), Account(AccountKind.POT, "T9", "1 ante")
    moved = (Transfer(chips, pot, 5 * MICROS, Reason.WAGER),)
    yield Draft("T9#opened", now, ("sam",), opened)
    yield Draft("T10#opened", now, ("sam",), plain)
    yield Draft("T9#1", now, ("the house",), TableLine(1, 0, ()), place="T9")
    yield Draft("T9:bet", now, ("player Ann",), counted, moved, "1f", "T9")
    yield Draft("T9:close", now, ("dora",), closed, place="T9")
    yield Draft("T9/1", now, ("dora",), RoundEnded(1, *kept, shuffle="00ffAs"), place="T9/")
    yield Draft("T9/2", now, ("dora",), RoundEnded(2, *kept, secret="bG9ja2Vk"), place="T9/")
    yield Draft("T9#stand 3", now, ("the house",), Stand(3, 17, "bG9ja2Vk"), place="T9#")
    yield Draft("T9#closed 1", now, ("sam",), TableClosed("T9"))


def approved(now):
    """An approval with all that it names, and the register of equipment."""
    whole = Approval(
        "faro",
        FINGERPRINT,
        "WA-3",
        "2024-06-14",
        "",
        "rules of play",
        ("2023-05-05", "2023-06-05"),
        "IC-7",
        is_tribal=True,
        agency="TGA-3",
        concurrence="WSGC-9",
    )
    parts = (
        InstalledComponent("ViPS", "a maker", "L-1", "v1.2.0"),
        InstalledComponent(
            "Progressive display", "the operator", "L-2", tribal_licence="TGA-1", is_plain=True
        ),
    )
    yield Draft("approved 1", now, OFFICE, whole)
    yield Draft("equipment 1", now, OFFICE, EquipmentListed("T1", parts, "new"))


def dealt_by_hand(now):
    by_hand = TableOpened("T11", "caribbean_stud", "2026-01-01", device="hand shuffle")
    yield Draft("T11#opened", now, ("sam",), by_hand)


def heard_elsewhere(now):
    """A share that a win of the table has since another was refused on the phone."""
    heard = Heard(settled=(Settled("T9/1/win 2", False, "sam"),), shares={"T9/1/win 1": 2_500_150_000})
    yield Draft("T9#4", now, ("the house",), TableLine(4, 1, (), heard=heard), place="T9")


def at_the_door(now):
    """Players and sessions, and what is written by itself about somebody's secret."""
    said = (
        PlayerAdded("Ann", HASH),
        NameClaimed("Ben", "0f" * 16),
        PlayerSecretChanged("Ann", HASH + "2"),
        PlayerHashRenewed("Ann", HASH + "3"),
        SessionEnded("0f" * 32, now),
        HashRenewed("sam", HASH, ""),
        WrongElsewhere("sam", "192.0.2.0"),
        WrongElsewhere("sam", "192.0.2.0", 5),
        BroughtOver("T9", 12, 3, "0f" * 32, "round 4 was void", ("round 2 was not counted",)),
    )
    for place, one in enumerate(said, start=1):
        yield Draft(f"door {place}", now, ("the house",), one)
