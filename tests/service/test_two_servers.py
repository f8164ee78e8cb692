"""Two servers on one PostgreSQL: each sees at once what the other deals, and one may die at any moment."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

import pytest
from http_player import Player
from websockets.sync.client import connect

from pitboss.house.room.locker import new_key
from pitboss.jackpot.table_fact import TableLine
from pitboss.ledger.verify import verify
from pitboss.service.patience import BETTING_SECONDS
from pitboss.storage.address import open_store
from postgresql import fresh_schema

SCRIPT = Path(__file__).with_name("serve_demo.py")


def free_port():
    import socket

    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Server:
    def __init__(self, database, key):
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.command = [sys.executable, str(SCRIPT), database, key, str(self.port)]
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        for _ in range(600):
            try:
                urllib.request.urlopen(f"{self.url}/ready", timeout=2).close()
                return
            except OSError:
                assert self.process.poll() is None, self.process.stderr.read().decode()
                time.sleep(0.05)
        raise AssertionError("the server did not come up")

    def kill(self):
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()


@pytest.fixture
def pair(server):
    database, key = fresh_schema(server), new_key()
    servers = [Server(database, key)]
    servers.append(Server(database, key))
    yield database, servers
    for server in servers:
        server.process.kill()
        server.process.wait()


class Watcher(threading.Thread):
    """Follows a table as its only player does, over whichever server lives; notes every event's number."""

    def __init__(self, urls, table, cookies=None):
        super().__init__(daemon=True)
        self.urls, self.table = list(urls), table
        self.headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in (cookies or {}).items())}
        self.numbers, self.after, self.is_over, self.whole = [], -1, False, 0
        self.arrived = {}

    def run(self):
        while not self.is_over:
            url = self.urls[0].replace("http", "ws")
            try:
                path = f"{url}/api/tables/{self.table}/live?after={self.after}"
                with connect(path, open_timeout=2, additional_headers=self.headers) as stream:
                    while not self.is_over:
                        self.take(json.loads(stream.recv(timeout=0.5)))
            except TimeoutError:
                continue
            except Exception:
                self.urls.append(self.urls.pop(0))
                time.sleep(0.05)

    def take(self, frame):
        self.whole += bool(frame.get("is_whole"))
        for event in frame["events"]:
            self.numbers.append(event["number"])
            self.arrived[event["number"]] = time.monotonic()
        self.after = frame["number"]


def test_each_server_sees_at_once_what_the_other_deals(pair):
    _, servers = pair
    here, there = servers
    watcher = Watcher([there.url], "T6")
    watcher.start()
    player = Player([here.url], "Ann", "T6")
    waits = []
    for seat in range(1, 4):
        time.sleep(0.3)
        sent = time.monotonic()
        answer = player.press(0, {"command": "buy_in", "micros": 1_000_000 * seat})
        number = answer.json()["number"]
        while number not in watcher.arrived:
            assert time.monotonic() - sent < 60
            time.sleep(0.005)
        waits.append(watcher.arrived[number] - sent)
    watcher.is_over = True
    assert sorted(waits)[1] < 3.0


def test_a_deal_that_is_asked_for_on_one_server_is_dealt_by_the_other(pair):
    """One player is on each server, and the house deals on one of them: it hears both of them at once."""
    _, (here, there) = pair
    watcher = Watcher([there.url], "T1")
    watcher.start()
    ann, ben = Player([here.url], "Ann", "T1"), Player([there.url], "Ben", "T1")
    for seat, player in enumerate((ann, ben), start=1):
        player.sit(seat)
    round_ = until(ann, lambda view: view["phase"] == "betting")["round"]
    for seat, player in enumerate((ann, ben), start=1):
        chip = {"command": "add_chip", "seat": seat, "wager": "ante", "chip_micros": 5_000_000}
        assert player.press(round_, chip).status_code == 200
    assert ben.press(round_, {"command": "deal"}).status_code == 200
    time.sleep(1)
    assert ann.now()["view"]["phase"] == "betting", "Ann has not asked for cards"
    asked = time.monotonic()
    assert ann.press(round_, {"command": "deal"}).status_code == 200
    until(ann, lambda view: view["phase"] != "betting")
    watcher.is_over = True
    assert time.monotonic() - asked < BETTING_SECONDS / 2


def until(player, is_so):
    """What a player sees as soon as it is so."""
    begun = time.monotonic()
    while not is_so(view := player.now()["view"]):
        assert time.monotonic() - begun < 60
        time.sleep(0.02)
    return view


def test_a_server_dies_and_play_goes_on_without_it(pair):
    """Killed in the middle of a round while tables play: within three seconds everybody plays on."""
    database, servers = pair
    doomed, other = servers
    tables = {"T1": "ante", "T2": "ante", "T4": "ante"}
    players = [Player([doomed.url, other.url], f"P{table}", table) for table in tables]
    for player in players:
        player.sit(3)
    watchers = [Watcher([doomed.url, other.url], one.table, one.cookies) for one in players]
    for watcher in watchers:
        watcher.start()
    deadline, is_killed, rounds_at_kill = time.monotonic() + 40, False, {}
    played = dict.fromkeys(tables, 0)
    while time.monotonic() < deadline:
        for player in players:
            played[player.table] = player.play_once(3, tables[player.table])
        if not is_killed and min(played.values()) >= 2:
            doomed.kill()
            is_killed, rounds_at_kill = True, dict(played)
        if is_killed and all(played[table] >= rounds_at_kill[table] + 3 for table in tables):
            break
    assert is_killed
    assert all(played[table] >= rounds_at_kill[table] + 3 for table in tables), played
    gaps = [gap for player in players for gap in player.gaps]
    assert max(gaps, default=0) < 3, gaps
    time.sleep(1)
    for watcher in watchers:
        watcher.is_over = True
        numbers = watcher.numbers
        assert numbers == sorted(set(numbers)), "an event came twice or out of order"
        assert numbers == list(range(numbers[0], numbers[-1] + 1)), "an event was lost"
    check_books(database, tables)


def check_books(database, tables):
    """The journal verifies, every line of the log follows the last, and no money came or went."""
    store = open_store(database)
    assert verify(store.entries()).fault is None
    for table in tables:
        facts = [entry.draft.fact for entry in store.entries_of(table)]
        numbers = [fact.line for fact in facts if isinstance(fact, TableLine)]
        assert numbers == list(range(1, len(numbers) + 1))
    store.close()
