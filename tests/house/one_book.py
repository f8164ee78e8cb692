"""Rooms on one book that fail where they are told to, and all that can be known of them."""

from contextlib import contextmanager
from copy import deepcopy

from house.test_room import seen
from pitboss.house.manager import GameManager
from pitboss.house.room.keeping import Rounds
from pitboss.house.room.plan import TablePlan
from pitboss.jackpot.request import SetTerms, Switch
from pitboss.ledger.store import StoreError, UnsureError
from table.progressive_floor import OFFICE, TERMS
from table.room_stand import make_room

NOW = 1_760_000_000_000_000
PLAN = TablePlan("T1", "three_card_poker; paytable=TCP Progressive 1", "2026-01-01")
FATES = ("refused", "lost", "torn", "unsure", "cut before", "cut after")
"""What may become of a write: refused; not written and nobody knows; given up in the turn after it was
written; written and nobody knows; and the power goes before it or after it."""


class PowerCut(BaseException):
    """The process is gone."""


class FaultyStore:
    """A store whose next write meets its fate."""

    def __init__(self, store):
        self.store, self.fate, self.due, self.is_turn = store, "", "", False

    def __getattr__(self, name):
        return getattr(self.store, name)

    @contextmanager
    def turn(self):
        self.is_turn = True
        try:
            with self.store.turn() as last:
                yield last
        finally:
            self.is_turn = False
        self._meet()

    def _meet(self):
        due, self.due = self.due, ""
        if due == "unsure":
            raise UnsureError("the store has stopped answering")
        if due == "cut after":
            raise PowerCut

    def append(self, entries, checkpoint=None):
        fate, self.fate = self.fate, ""
        if fate == "refused":
            raise StoreError("the disk is full")
        if fate == "lost":
            raise UnsureError("the store has stopped answering")
        if fate == "cut before":
            raise PowerCut
        self.store.append(entries, checkpoint)
        self.due = fate
        if fate == "torn":
            self.due = ""
            raise UnsureError("the store has stopped answering")
        if not self.is_turn:
            self._meet()


def open_room(store):
    """Another process on the book."""
    return make_room(GameManager(store, lambda: NOW))


def set_up(store, plan=PLAN):
    """A room with a progressive that is open, and a table on it."""
    room = open_room(store)
    manager = room.house.manager
    manager.ask(SetTerms("terms", OFFICE, TERMS))
    manager.ask(Switch("open", ("sue",), "link", True))
    room.open_table(plan, by="sue")
    return room


def known(room, *tables):
    """All of it as it is now: tables, keypads, meters, chips, wins, rounds with their proofs."""
    house, floor = room.house, room.house.manager.floor
    rounds = Rounds(house.manager.store, house.locker)
    return {
        "tables": [seen(room.open(table)) for table in tables],
        "money": {str(account): micros for account, micros in floor.book.balances.items() if micros},
        "open rounds": floor.rounds,
        "last rounds": floor.last_round,
        "wins": floor.wins,
        "progressives": floor.progressives,
        "rounds": [rounds.read(table) for table in tables],
        "entries": house.manager.number,
    }


def remembered(room, *tables):
    """The same, to be held against what is known later."""
    return deepcopy(known(room, *tables))
