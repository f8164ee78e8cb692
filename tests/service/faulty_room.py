"""A room whose servers are killed, and the people in it: every press is sent until it is answered.

What was answered is held against the book in the end: it is there once, and nothing else is.
"""

import os
import random
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections import Counter
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import httpx
from http_player import Player
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from pitboss.base.money import MICROS
from pitboss.house.reconciliation import reconcile_book
from pitboss.house.room.locker import new_key
from pitboss.jackpot.fact import CoinIn, GameOver, RoundVoided, WinPosted, WinSettled
from pitboss.jackpot.table_fact import TableLine
from pitboss.jackpot.win import WinStatus
from pitboss.ledger.account import AccountKind
from pitboss.ledger.transfer import Reason
from pitboss.ledger.verify import verify
from pitboss.service.demo import PIN
from pitboss.storage.address import open_store

SCRIPT = Path(__file__).with_name("serve_rigged.py")
SEATS = {"T1": {1: "Ann", 2: "Ben", 4: "Cid"}, "T3": {1: "Dot", 2: "Eli"}}
BUY_IN, POOR = 500 * MICROS, 100 * MICROS
LEAVING = 0.2
"""How often somebody between two rounds cashes out, and buys in anew."""
PAUSE_SECONDS = 0.02
START_SECONDS, FINISH_SECONDS = 120.0, 300.0
SERVED_SECONDS = 3.0
"""Who waits longer is answered before anything else is broken: a slow machine may need longer for an answer
than passes between two kills."""


def free_port():
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


# -- servers ---------------------------------------------------------------------------------------


class Nursery:
    """Starts servers of one room, each a process of its own."""

    def __init__(self, database, folder):
        self.database, self.servers = database, []
        command = [sys.executable, str(SCRIPT), database, new_key()]
        self.log = (folder / "servers.log").open("ab")
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, text=True
        )

    def server(self):
        self.servers.append(Server(self, free_port()))
        return self.servers[-1]

    def fork(self, port):
        self.process.stdin.write(f"{port}\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())

    def close(self):
        for server in self.servers:
            server.kill()
        self.process.kill()
        self.process.wait()
        self.log.close()


class Server:
    def __init__(self, nursery, port):
        self.nursery, self.port = nursery, port
        self.url = f"http://127.0.0.1:{port}"
        self.start()

    def start(self):
        self.pid = self.nursery.fork(self.port)
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            with suppress(OSError):
                urllib.request.urlopen(f"{self.url}/ready", timeout=2).close()
                return
            assert self.is_alive, f"the server did not start: see {self.nursery.log.name}"
            time.sleep(0.01)
        raise AssertionError("the server did not come up")

    @property
    def is_alive(self):
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def kill(self):
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        while self.is_alive:
            time.sleep(0.001)


# -- people ----------------------------------------------------------------------------------------


class Person(Player):
    """Somebody whose presses are all answered in the end, and who remembers the answers."""

    def __init__(self, room, name, table, form=None):
        self.room, self.form = room, form
        self.random = random.Random(f"{room.seed} {name}")
        self.answers = {}
        """By table and id of a press: status and what was asked."""
        super().__init__(room.urls, name, table)

    def _ask(self, method, path, **more):
        if path != "/api/sign-in/guest":
            return super()._ask(method, path, **more)
        if self.form:
            return super()._ask(method, "/api/sign-in", json=self.form)
        answer = super()._ask(method, path, json={"name": self.name})
        if answer.status_code == 409:  # the answer to the first try was lost, and with it the guest
            self.name += "i"
            return self._ask(method, path)
        return answer

    def press_at(self, table, round_, asked):
        id_ = uuid4().hex
        body = {"id": id_, "round": round_, "command": asked}
        answer = self._ask("POST", f"/api/tables/{table}/press", json=body)
        self.answers[table, id_] = answer.status_code, asked
        if answer.status_code == 200:
            self.room.done[table] = time.monotonic()
        return answer.status_code == 200


class Guest(Person):
    def __init__(self, room, name, table, seat):
        super().__init__(room, name, table)
        self.seat = seat
        self.is_leaving = False
        self.dealt = -1
        """The last round for which cards were asked."""

    def step(self):
        view = self.now()["view"]
        mine = next((one for one in view["seats"] if one["number"] == self.seat), None)
        if mine is None:
            return self.press_at(self.table, view["round"], {"command": "take_seat", "seat": self.seat})
        if view["asked"] and view["asked"]["seat"] == self.seat:
            return self.decide(view)
        if view["phase"] == "betting":
            return self.bet(view, mine)
        return False

    def decide(self, view):
        asked = view["asked"]
        option = self.random.choice(asked["options"])["name"]
        decision = {"seat": self.seat, "question": asked["question"], "option": option}
        return self.press_at(self.table, view["round"], {"command": "decide", **decision})

    def bet(self, view, mine):
        round_, chips = view["round"], mine["chips_micros"]
        laid = mine["wagers"]
        if not laid and (self.is_leaving or (chips and self.random.random() < LEAVING)):
            return bool(chips) and self.press_at(self.table, round_, {"command": "cash_out"})
        if chips < POOR and not self.is_leaving:
            return self.press_at(self.table, round_, {"command": "buy_in", "micros": BUY_IN})
        for wager, micros in (("ante", 5 * MICROS), ("progressive", MICROS)):
            if wager not in laid and (wager == "ante" or self.random.random() < 0.9):
                asked = {"command": "place_wager", "seat": self.seat, "wager": wager, "stake_micros": micros}
                if self.press_at(self.table, round_, asked):
                    return True
        if self.dealt != round_ and self.press_at(self.table, round_, {"command": "deal"}):
            self.dealt = round_
        return True


class Supervisor(Person):
    """Confirms what is posted, and now and then has a round void."""

    def __init__(self, room, name):
        super().__init__(room, name, "T1", {"name": name, "pin": PIN})
        self.confirmed = set()
        self.is_leaving = False

    def step(self):
        for win in self._ask("GET", "/api/wins").json():
            if win["status"] == "posted":
                self.confirm(win["id"])
        if not self.is_leaving and self.random.random() < 0.015:
            table = self.random.choice(list(SEATS))
            self.press_at(table, self.see(table)["round"], {"command": "void_round", "why": "misdeal"})

    def see(self, table):
        return self._ask("GET", f"/api/tables/{table}/now").json()["view"]

    def confirm(self, win):
        id_ = f"{self.name}-{win}".replace("/", "-").replace(" ", "-")[:80]
        answer = self._ask("POST", f"/api/wins/{win}/confirm", json={"id": id_, "pin": PIN})
        if answer.status_code == 200:
            self.confirmed.add(id_)


class Presence(threading.Thread):
    """Looks at a table on one server, so that the house deals there."""

    def __init__(self, room, url, table):
        super().__init__(daemon=True)
        self.room, self.table = room, table
        self.url = f"{url.replace('http', 'ws')}/api/tables/{table}/live"

    def run(self):
        while not self.room.is_over:
            with (
                suppress(OSError, WebSocketException, TimeoutError),
                connect(self.url, open_timeout=2) as one,
            ):
                while not self.room.is_over:
                    with suppress(TimeoutError):
                        one.recv(timeout=0.5)
            time.sleep(0.02)


class Life(threading.Thread):
    """What one person does, step after step."""

    def __init__(self, room, person):
        super().__init__(daemon=True)
        self.room, self.person, self.problem = room, person, None

    def run(self):
        try:
            while not self.room.is_over:
                if not self.person.step():
                    time.sleep(PAUSE_SECONDS)
        except Exception as problem:
            self.problem = problem


# -- the room --------------------------------------------------------------------------------------


class FaultyRoom:
    def __init__(self, database, folder, servers=1, seed=1):
        self.seed, self.is_over = seed, False
        self.broken_until = 0
        """When the last thing was broken, in the book's own time."""
        self.happened = Counter()
        """What the book says of the time before that."""
        self.done = dict.fromkeys(SEATS, 0.0)
        """When a press at each table was last answered."""
        self.nursery = Nursery(database, folder)
        try:
            self.come_in(servers)
        except BaseException:
            self.nursery.close()
            raise

    def come_in(self, servers):
        """Servers start, everybody arrives and begins to play."""
        self.servers = [self.nursery.server() for _ in range(servers)]
        self.urls = [server.url for server in self.servers]
        self.guests = [
            Guest(self, name, table, seat) for table, seats in SEATS.items() for seat, name in seats.items()
        ]
        self.staff = [Supervisor(self, name) for name in ("sue", "eve")]
        self.people = [*self.guests, *self.staff]
        self.lives = [Life(self, person) for person in self.people]
        self.presences = [Presence(self, url, table) for url in self.urls for table in SEATS]
        for thread in (*self.lives, *self.presences):
            thread.start()

    def close(self):
        self.is_over = True
        self.nursery.close()

    def check_alive(self):
        for life in self.lives:
            if life.problem:
                raise life.problem

    def wait_for(self, is_so, what, seconds=FINISH_SECONDS):
        until = time.monotonic() + seconds
        while not is_so():
            self.check_alive()
            assert time.monotonic() < until, f"{what}: {self.describe()}"
            time.sleep(0.02)

    def pressed(self):
        """How many presses were answered so far."""
        return sum(len(one.answers) for one in self.people)

    def let_them_press(self, presses):
        """Until so many more were answered: a slow machine plays as much as a fast one."""
        enough = self.pressed() + presses
        self.wait_for(lambda: self.pressed() >= enough, "nobody plays")

    def let_everybody_be_served(self):
        self.wait_for(
            lambda: all(one.waited() < SERVED_SECONDS for one in self.people), "somebody is not answered"
        )

    def rounds(self):
        return {table: self.see(table)["view"]["round"] for table in SEATS}

    def see(self, table, url=None):
        return httpx.get(f"{url or self.urls[0]}/api/tables/{table}/now", timeout=5).json()

    def describe(self):
        return {
            table: (self.see(table)["view"]["phase"], self.see(table)["view"]["round"]) for table in SEATS
        }

    # -- the end ---------------------------------------------------------------------------------

    def finish(self):
        """Every table is played on to the end of another round, and everybody cashes out."""
        self.broken_until = time.time_ns() // 1_000
        begun = self.rounds()
        self.wait_for(
            lambda: all(number > begun[table] + 1 for table, number in self.rounds().items()),
            "a table is stuck",
        )
        for person in self.people:
            person.is_leaving = True
        self.wait_for(lambda: not any(self.chips()), "somebody cannot cash out")
        self.is_over = True
        for thread in (*self.lives, *self.presences):
            thread.join(20)
        self.check_alive()

    def chips(self):
        for table in SEATS:
            for seat in self.see(table)["view"]["seats"]:
                yield seat["chips_micros"] or seat["wagers"] or seat["in_play_micros"]

    def check_same_everywhere(self):
        for table in SEATS:
            until = time.monotonic() + 5
            while len(seen := {str(self.see(table, url)) for url in self.urls}) > 1:
                assert time.monotonic() < until, f"{table} differs: {seen}"
                time.sleep(0.05)

    def check_book(self):
        """Every law of the book, and that it has what was answered and nothing else; the counts."""
        store = open_store(self.nursery.database)
        try:
            entries = list(store.entries())
            assert verify(iter(entries)).fault is None
            found = reconcile_book(entries)
        finally:
            store.close()
        assert not found.differences, found.differences[:5]
        check_answers(entries, self.people)
        self.happened = count_happened(entries, self.broken_until)
        return found.counts


HAPPENINGS = (
    "wagers counted",
    "wins posted",
    "wins confirmed",
    "awards from the tray",
    "envy",
    "voids",
    "cash-outs",
)


def count_happened(entries, until):
    """How often each of them happened while things were broken: a room that does little proves little."""
    found = Counter(dict.fromkeys(HAPPENINGS, 0))
    for draft in (entry.draft for entry in entries if entry.draft.at_micros <= until):
        match draft.fact:
            case CoinIn(stakes=stakes):
                found["wagers counted"] += len(stakes)
            case WinPosted():
                found["wins posted"] += 1
            case WinSettled(status=WinStatus.CONFIRMED):
                found["wins confirmed"] += 1
            case GameOver(tray=tray, envy=envy):
                found["awards from the tray"] += len(tray)
                found["envy"] += len(envy)
            case RoundVoided():
                found["voids"] += 1
        found["cash-outs"] += sum(one.reason is Reason.CASH_OUT for one in draft.transfers)
    return found


def check_answers(entries, people):
    """A press that was answered is a line, one that was refused is none, and no press is a line twice."""
    answers = {f"{table}:{id_}": got for one in people for (table, id_), got in one.answers.items()}
    lines = Counter(entry.id for entry in entries if isinstance(entry.draft.fact, TableLine))
    assert max(lines.values()) == 1
    written = {id_ for id_ in lines if ":" in id_}
    done = {id_ for id_, (status, _) in answers.items() if status == 200}
    lost, unasked = done - written, written - done
    assert not lost, [answers[id_] for id_ in lost]
    assert not unasked, [answers.get(id_, id_) for id_ in unasked]
    check_chips(entries, {id_: asked for id_, (status, asked) in answers.items() if status == 200})
    confirmed = {id_ for one in people for id_ in getattr(one, "confirmed", ())}
    assert confirmed <= {entry.id for entry in entries}


def check_chips(entries, answered):
    """Chips that were answered for were sold once, and no others; in the end all of them are cashed."""
    sold = Counter()
    for entry in entries:
        for source, target, micros, reason in entry.draft.transfers:
            if reason is Reason.BUY_IN:
                assert (source.kind, target.kind) == (AccountKind.CAGE, AccountKind.CHIPS)
                sold[entry.id] += micros
    asked = {id_: one["micros"] for id_, one in answered.items() if one["command"] == "buy_in"}
    assert dict(sold) == asked
