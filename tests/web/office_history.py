"""A room with some days behind it: wagers, hits, a deposit, by the requests that a real room makes."""

import random
import time
from unittest.mock import patch

from argon2 import PasswordHasher

from pitboss.house.manager import GameManager
from pitboss.house.room.room import Room
from pitboss.jackpot.authority import check_authority
from pitboss.jackpot.record import note_deposit
from pitboss.jackpot.request import CoinIn, ConfirmWin, EndGame, PostWin
from pitboss.service.demo import open_demo
from pitboss.service.premises import Premises
from pitboss.service.settings import demo_settings
from pitboss.storage.address import open_store

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
DAYS, ROUNDS = 3, 90
MICROS = 1_000_000
WINS = {
    30: ("T7", "Minor", "four_of_a_kind", "9h 9d 9c 9s 2d"),
    60: ("T6", "", "akq_spades", "As Ks Qs"),
}


class Past:
    """A clock that starts some days ago and comes to now with the last round."""

    def __init__(self) -> None:
        self.now = time.time_ns() // 1_000 - DAYS * 86_400 * MICROS

    def __call__(self) -> int:
        self.now += 1_000
        return self.now


def write_history(folder) -> None:
    clock = Past()
    settings = demo_settings(folder, 0)
    with patch.object(Room, "open_table"):  # the keypads stood alone in those days
        open_room(settings, clock)
    store = open_store(settings.database)
    manager = GameManager(store, clock, check_authority)
    chance = random.Random(240614)
    last = {"T6": 0, "T7": 0}
    for number in range(ROUNDS):
        clock.now += (DAYS * 86_400 - 600) * MICROS // ROUNDS
        table, *hand = WINS.get(number) or (chance.choice(list(last)),)
        last[table] += 1
        stakes = {seat: MICROS for seat in range(1, 8) if seat == 1 or chance.random() < 0.7}
        manager.ask(CoinIn(f"in {number}", ("dan",), table, last[table], stakes))
        if hand:
            level, line, cards = hand
            manager.ask(PostWin(f"win {number}", ("dan",), table, 1, level, 1_000_000, line, cards))
            manager.ask(ConfirmWin(f"sure {number}", ("sue",), f"win {number}"))
        manager.ask(EndGame(f"out {number}", ("dan",), table))
    manager.ask(note_deposit("deposit", ("amy",), micros=10 * MICROS, reference="WaFd 2291"))
    store.close()
    open_room(settings, clock)


def open_room(settings, clock) -> None:
    """The demonstration as it was opened days ago; PINs hashed cheaply, for many sign-ins are to come."""
    premises = Premises(settings, hasher=CHEAP)
    premises.clock = premises.manager.clock = clock
    open_demo(premises)
    premises.journal.close()
