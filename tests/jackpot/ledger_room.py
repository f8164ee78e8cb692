"""A game manager in memory whose clock the test sets: terms, rounds and wins in a line each."""

from datetime import UTC, datetime
from itertools import count

from pitboss.base.money import MICROS
from pitboss.house.manager import GameManager
from pitboss.jackpot.request import (
    Adjust,
    CoinIn,
    ConfirmWin,
    EndGame,
    PostWin,
    SetTerms,
    Switch,
    VoidRound,
    WithdrawWin,
)
from pitboss.jackpot.terms import PPM, LevelTerms, Terms
from pitboss.storage.memory import MemoryStore, Shelf

HOUR = 3600 * MICROS
DAY = 24 * HOUR
OFFICE = ("tess", "ada")
"""A technician and accounting."""
NOON = int(datetime(2024, 6, 14, 12, tzinfo=UTC).timestamp()) * MICROS
"""14 June 2024."""
METER = (LevelTerms("", 1_000 * MICROS, 140_000, 10_000),)


def make_terms(levels=METER, *, id="tcp", tables=("T1", "T2"), **changes):
    paytables = changes.pop("paytables", {"three_card_poker": "TCP Progressive 1"})
    return Terms(id, paytables, tables, levels, **changes)


class Room:
    def __init__(self, terms=None, *, start=NOON):
        self.now = start
        self.shelf = Shelf()
        self.manager = GameManager(MemoryStore(self.shelf), lambda: self.now)
        self.ids = count(1)
        if terms is not None:
            self.set_terms(terms)
            self.open(terms.id)

    @property
    def floor(self):
        return self.manager.floor

    @property
    def entries(self):
        return list(self.manager.store.entries())

    def next_id(self):
        return f"request {next(self.ids)}"

    def wait(self, micros):
        self.now += micros
        return self

    def ask(self, kind, *words, by=("dan",), **more):
        return self.manager.ask(kind(self.next_id(), by, *words, **more))

    # -- what happens ----------------------------------------------------------------------------

    def set_terms(self, terms, by=OFFICE):
        return self.ask(SetTerms, terms, by=by)

    def open(self, id="tcp"):
        return self.ask(Switch, id, True, by=OFFICE)

    def close(self, id="tcp", stopped=""):
        return self.ask(Switch, id, False, stopped, by=OFFICE)

    def coin_in(self, *seats, table="T1", dollars=1):
        number = self.floor.last_round.get(table, 0) + 1
        return self.ask(CoinIn, table, number, dict.fromkeys(seats or (1,), dollars * MICROS))

    def end(self, table="T1"):
        return self.ask(EndGame, table)

    def play(self, *seats, table="T1", dollars=1):
        self.coin_in(*seats, table=table, dollars=dollars)
        self.end(table)

    def post(self, seat=1, *, table="T1", level="", share=PPM, line="akq_spades", cards="As Ks Qs"):
        answer = self.ask(PostWin, table, seat, level, share, line, cards)
        return self.floor.wins[answer.draft.id]

    def confirm(self, win, by=("sue",)):
        return self.ask(ConfirmWin, win.id, by=by)

    def withdraw(self, win, why="misread", by=("sue",)):
        return self.ask(WithdrawWin, win.id, why, by=by)

    def win(self, seat=1, *, table="T1", **more):
        """A whole round with a confirmed win."""
        self.coin_in(seat, table=table)
        found = self.post(seat, table=table, **more)
        self.confirm(found)
        self.end(table)
        return self.floor.wins[found.id]

    def void(self, table="T1", why="misdeal"):
        return self.ask(VoidRound, table, why)

    def adjust(self, dollars, reason, *, id="tcp", level="", account="meter", text="documented", by=OFFICE):
        return self.ask(Adjust, id, level, int(dollars * MICROS), reason, text, account, by=by)
