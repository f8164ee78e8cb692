"""Requirement 47: a game manager is killed under load, again and again, and its tables ask again.

Nothing that was answered is lost, and nothing that was asked twice is counted twice.
"""

import json
import signal
from collections import Counter
from contextlib import closing
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from threading import Thread
from time import sleep

import pytest
from floor_process import LINK, READY, TABLES, format_request
from simulator import Dealer

from nursery import Nursery
from pitboss.house.manager import GameManager
from pitboss.jackpot.request import CoinIn, ConfirmWin, VoidRound
from pitboss.jackpot.terms import PPM
from pitboss.ledger.account import AccountKind
from pitboss.ledger.verify import verify
from pitboss.storage.address import open_store
from postgresql import fresh_schema

TESTS = Path(__file__).parents[1]
STARTING_SECONDS = 0.1
"""While it opens the journal, reads it and sets the terms; a journal that has grown takes about as long."""
WITHOUT_END = 10**9
PATIENCE_SECONDS = 60
EXPECTED = ("has a win on this level already", "the meter holds nothing to pay", "there is no win")
"""Refusals that the plan itself brings about; any other would be of something that was done already."""


class Process:
    """One life of the game manager."""

    def __init__(self, child):
        self.child = child
        self.heard = SimpleQueue()
        self.reader = Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.child.stdout:
            if line.endswith("\n"):  # otherwise the kill came in the middle of it
                self.heard.put(json.loads(line))

    def send(self, request):
        self.child.stdin.write(format_request(request) + "\n")
        self.child.stdin.flush()

    def hear(self):
        try:
            return self.heard.get(timeout=PATIENCE_SECONDS)
        except Empty:
            raise AssertionError("the game manager does not answer") from None

    def kill(self):
        """SIGKILL; what it has said until then."""
        self.child.kill()
        assert self.child.wait() == -signal.SIGKILL, "it was alive until it was killed"
        self.reader.join()
        self.child.close()
        return self.rest()

    def rest(self):
        return [self.heard.get() for _ in range(self.heard.qsize())]

    def end(self):
        """Nothing more is asked: what waits is answered."""
        self.child.stdin.close()
        assert self.child.wait() == 0
        self.reader.join()
        self.child.close()
        return self.rest()


class House:
    """Tables that play on whatever happens to the manager, and what they were told."""

    def __init__(self, managers, url, seed):
        self.managers, self.url, self.random = managers, url, Random(seed)
        self.dealers = [Dealer(table, Random(f"{seed} {table}"), WITHOUT_END) for table in TABLES]
        self.asked = {}
        """By id, every request that was ever sent."""
        self.sent = set()
        """Ids under way to the process that lives."""
        self.numbers = {}
        """By id, the entry that was acknowledged."""
        self.read = 0
        """How many entries the process that lives found when it started."""
        self.counts = Counter()

    # -- talking ---------------------------------------------------------------------------------

    def send(self, process, request):
        if request.id in self.asked and request.id not in self.numbers:
            self.counts["retries"] += 1
        self.asked[request.id] = request
        self.sent.add(request.id)
        process.send(request)

    def send_wanted(self, process):
        for dealer in self.dealers:
            if dealer.wanted and dealer.wanted.id not in self.sent:
                self.send(process, dealer.wanted)
        known = sorted(self.numbers)
        if known and self.random.random() < 0.2:
            self.counts["doubles"] += 1
            self.send(process, self.asked[self.random.choice(known)])

    def take(self, answer):
        """An answer, the first to this request or the same again."""
        id_ = answer["id"]
        if id_ == READY:
            self.read = answer["number"]
            return
        assert "failed" not in answer, answer
        self.sent.discard(id_)
        dealer = next(dealer for dealer in self.dealers if id_.startswith(f"{dealer.table} "))
        if "refused" in answer:
            assert any(words in answer["refused"] for words in EXPECTED), answer
            assert id_ not in self.numbers, f"{id_} was acknowledged and is refused now"
            self.counts["refused"] += 1
        else:
            self.counts["durable and not told"] += id_ not in self.numbers and answer["number"] <= self.read
            assert self.numbers.setdefault(id_, answer["number"]) == answer["number"], id_
        if dealer.plan and dealer.plan[0].id == id_:
            dealer.plan.pop(0)

    # -- playing ---------------------------------------------------------------------------------

    def play_and_kill(self):
        """A process plays for a while and is killed with requests under way, or while it starts."""
        self.sent.clear()
        process = Process(self.managers.start(self.url))
        if self.random.random() < 0.1:
            self.counts["killed while starting"] += 1
            sleep(self.random.random() * STARTING_SECONDS)
        else:
            self.take(process.hear())
            for _ in range(self.random.randint(0, 40)):
                self.send_wanted(process)
                self.take(process.hear())
            self.send_wanted(process)
            sleep(self.random.choice((0, 0, 0.0005, 0.002, 0.005)) * self.random.random())
        under_way = len(self.sent)
        for answer in process.kill():
            self.take(answer)
        self.counts["kills"] += 1
        self.counts["kills under load"] += under_way > 0
        self.counts["lost answers"] += len(self.sent - self.numbers.keys())

    def play_out(self):
        """Every table comes to the end of its round."""
        self.sent.clear()
        for dealer in self.dealers:
            dealer.rounds = dealer.round
        process = Process(self.managers.start(self.url))
        self.take(process.hear())
        while self.sent or any(dealer.wanted for dealer in self.dealers):
            self.send_wanted(process)
            self.take(process.hear())
        for id_ in sorted(self.numbers)[:: max(1, len(self.numbers) // 50)]:
            self.send(process, self.asked[id_])
            self.take(process.hear())
        for answer in process.end():
            self.take(answer)


# -- laws ------------------------------------------------------------------------------------------


def check(house):
    with closing(open_store(house.url)) as store:
        entries = list(store.entries())
        floor = GameManager(store, lambda: 0).floor
    check_acknowledged(house, entries)
    assert verify(entries).fault is None
    check_money(house, floor)
    return entries


def check_acknowledged(house, entries):
    """What was acknowledged is there under its number, once; what is there was asked for and is known."""
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    numbers = {entry.id: entry.number for entry in entries}
    assert len(numbers) == len(entries), "an id is in the journal twice"
    assert {id_: numbers.get(id_) for id_ in house.numbers} == house.numbers
    assert numbers.keys() - house.numbers.keys() == {"terms", "open"}
    for entry in entries[2:]:
        assert entry.draft.by == house.asked[entry.id].by


def check_money(house, floor):
    """By the tables' own books: every wager they were told of was counted once, every win paid once."""
    done = [house.asked[id_] for id_ in house.numbers]
    rounds = {one.id.removesuffix(" coin in"): one.stakes for one in done if isinstance(one, CoinIn)}
    for one in done:
        if isinstance(one, VoidRound):
            del rounds[one.id.removesuffix(" void")]
    wagers = sum(len(stakes) for stakes in rounds.values())
    staked = sum(sum(stakes.values()) for stakes in rounds.values())
    confirmed = [floor.wins[one.win] for one in done if isinstance(one, ConfirmWin)]
    assert not floor.rounds
    for terms in LINK.levels:
        level = floor.progressives[LINK.id].levels[terms.name]
        assert (level.wagers, level.wagered_micros) == (wagers, staked)
        wins = [win for win in confirmed if win.level == terms.name]
        balance = {kind: floor.book.balance(kind, LINK.id, terms.name) for kind in AccountKind}
        fed = staked * (terms.contribution_ppm + terms.reserve_ppm) // PPM
        assert -balance[AccountKind.CONTRIBUTION] == fed, (
            "whole dollars leave no fraction, not even when voided"
        )
        assert (level.hits, level.paid_micros) == (len(wins), balance[AccountKind.PAID])
        assert balance[AccountKind.PAID] == sum(win.micros for win in wins)
        assert balance[AccountKind.PENDING] == 0
        seeds = -balance[AccountKind.SEED]
        there = (
            seeds
            + fed
            - balance[AccountKind.PAID]
            - balance[AccountKind.RESERVE]
            - balance[AccountKind.OVERFLOW]
        )
        assert balance[AccountKind.METER] == there > 0
        full = [win for win in wins if win.share_ppm == PPM]
        assert seeds >= terms.seed_micros * (1 + len(full)), "each restart had its seed"


def kill_often(managers, url, kills, seed, rare=()):
    """So many kills with requests under way, and up to four times as many until what is rare has come; those
    of a process that is still starting come on top."""
    house = House(managers, url, seed)

    def is_wanted():
        done = house.counts["kills under load"]
        return done < kills or (done < 4 * kills and not all(house.counts[one] for one in rare))

    while is_wanted():
        house.play_and_kill()
    house.play_out()
    entries = check(house)
    print(f"seed {seed}: {len(entries)} entries, {dict(house.counts)}")
    return house


@pytest.fixture(scope="module")
def managers():
    """Game managers in processes of their own."""
    nursery = Nursery("floor_process", str(TESTS), str(TESTS / "jackpot"))
    yield nursery
    nursery.close()


@pytest.fixture(params=["sqlite", "postgres"])
def url(request, tmp_path):
    if request.param == "sqlite":
        return str(tmp_path / "journal.db")
    return fresh_schema(request.getfixturevalue("server"))


def test_requirement_47_a_killed_floor_loses_nothing_and_counts_nothing_twice(managers, url):
    house = kill_often(managers, url, kills=4, seed=47)
    assert house.counts["doubles"]


@pytest.mark.slow
@pytest.mark.waits
@pytest.mark.parametrize("seed", range(4))
def test_requirement_47_a_hundred_kills_of_a_floor_on_each_store(managers, url, seed):
    rare = ("retries", "durable and not told")
    house = kill_often(managers, url, kills=25, seed=seed, rare=rare)
    assert all(house.counts[one] for one in rare), "no kill came between the commit and the answer"
