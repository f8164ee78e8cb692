"""A journal of ten days with everything in it, and what it adds up to by reading the raw entries.

The sums here use nothing of the reports: an entry's body is JSON, and a transfer is [from, to, micros, why].
"""

import json
import random
import sys
from collections import Counter
from datetime import UTC, date, datetime
from hashlib import sha256

from jackpot.ledger_room import DAY, HOUR, METER, Room, make_terms
from pitboss.base.money import MICROS
from pitboss.house.progressive import report_malfunction, request_check
from pitboss.house.reading import read_books
from pitboss.jackpot.record import note_deposit, note_malfunction
from pitboss.jackpot.request import EndGame, TrayAward
from pitboss.jackpot.terms import JackpotKind, LevelTerms
from pitboss.ledger.transfer import Reason
from pitboss.reports.paper.paper import Form, write_paper
from pitboss.reports.record.catalogue import RECORDS
from pitboss.reports.record.frame import Inquiry, JournalSource

HELD = ("meter", "reserve", "overflow")
EVIL = ("=cmd()|' /C calc'!A0", '#import "x"; $1$ *b*', "<script>alert(1)</script>", "+1", "@SUM(A1)")
ODD = "\u202eevil 李 \udcff \x07 | `b` \\"
"""What turns a line round, what no font has, half a character, a bell, and marks of Markdown."""


def make_room(texts=("display 2 ran ahead", "link removed", "sensor 3 stays dark")):
    """Rates that leave fractions of a cent, a cap that overflows, a house jackpot, wins, a void round."""
    capped = LevelTerms("", 500 * MICROS, 145_000, 12_500, cap_micros=501 * MICROS)
    room = Room(make_terms((capped,), id="Three Card"))
    room.set_terms(make_terms(METER, id="Second", tables=("T6", "T7")))
    house = (LevelTerms("", 250 * MICROS, 0),)
    room.set_terms(make_terms(house, id="House", tables=("T9",), jackpot_kind=JackpotKind.HOUSE.value))
    for name in ("Second", "House"):
        room.open(name)
    chance = random.Random(230_15)
    for day in range(10):
        for number in range(6):
            room.wait(2 * HOUR)
            play_some(room, chance, day, number)
        if day == 5:
            room.manager.ask(note_deposit("dep", ("amy",), micros=3 * MICROS, reference="WaFd 2291"))
        room.wait(12 * HOUR)
    return finish(room, texts)


def play_some(room, chance, day, number):
    table = chance.choice(("T1", "T2", "T6", "T7"))
    seats = [seat for seat in range(1, 8) if seat == 1 or chance.random() < 0.5]
    match day, number:
        case ((2 | 6), 3):
            win = room.win(1, table=table)
            if day == 2:
                request_check(room.manager, win, "Ann Smith", id_="check", by=("cass",))
        case 3, 3:
            room.coin_in(*seats, table=table)
            room.void(table, "seven cards")
        case 4, 3:
            room.coin_in(*seats, table=table)
            room.withdraw(room.post(1, table=table), "queen of clubs")
            room.ask(EndGame, table, (TrayAward(1, "straight_flush", 70 * MICROS),))
        case 5, 3:
            room.win(1, table="T9")
        case _:
            room.play(*seats, table=table, dollars=chance.choice((1, 1, 3)))


def finish(room, texts):
    first, second, third = texts
    room.adjust(-1, Reason.DISPLAY_ERROR, id="Three Card", text=first)
    room.adjust(-0.05, Reason.BOOK_RECEIPTS, id="Second", account="reserve", text=second)
    room.manager.ask(note_malfunction("bad", ("dan",), table="T2", what=third))
    room.wait(DAY)
    report_malfunction(room.manager, "bad", "the commission", id_="told", by=("tess",))
    room.close("Second")
    room.set_terms(
        make_terms((LevelTerms("", 1_000 * MICROS, 120_000, 10_000),), id="Second", tables=("T6",))
    )
    room.coin_in(1, 2)
    room.post(2)
    return room


def source_of(room):
    return JournalSource(read_books(room.manager))


def make_paper(room, name, **asked):
    asked = {"zone": UTC, **({"win": "1"} if name == "win" else {}), **asked}
    return RECORDS[name].make(source_of(room), Inquiry(**asked))


FROM_BOOKS = tuple(name for name in RECORDS if name != "rounds")


# -- sums over the raw entries ---------------------------------------------------------------------


def raw_entries(room):
    for entry in room.entries:
        number, _, kind, at, _, facts, transfers = json.loads(entry.body)
        yield number, kind, datetime.fromtimestamp(at / MICROS, UTC).date(), facts, transfers


def accrued_by_day(room):
    """What left 'contribution' accounts, less what went back."""
    sums = Counter()
    for _, _, day, _, transfers in raw_entries(room):
        for source, target, micros, _ in transfers:
            sums[day] += micros * (source.startswith("contribution/") - target.startswith("contribution/"))
    return Counter({day: micros for day, micros in sums.items() if micros})


def moved_into(room, kind, *, since=date.min, until=date.max):
    """What went into accounts of a kind, less what left them."""
    return sum(
        micros * (target.startswith(f"{kind}/") - source.startswith(f"{kind}/"))
        for _, _, day, _, transfers in raw_entries(room)
        for source, target, micros, _ in transfers
        if since <= day <= until
    )


if __name__ == "__main__":
    made = make_room((*EVIL[:2], ODD))
    for name in (name for name in FROM_BOOKS if name != "software"):
        paper = make_paper(made, name)
        marks = [sha256(write_paper(paper, form)).hexdigest()[:16] for form in Form]
        sys.stdout.write(f"{name} {' '.join(marks)}\n")
