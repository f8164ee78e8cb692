"""A nursery of servers with stacked shufflers: `python serve_rigged.py DATABASE KEY`.

Every port on its standard input is answered with the process id of a server on that port, which opens the
room anew from its book. Everything is loaded once, so a server that was killed is back in a moment. Good
hands come often: jackpots, envy and awards from the tray.
"""

import ctypes
import os
import secrets
import signal
import sys
from pathlib import Path
from random import SystemRandom

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "table")]

import uvicorn  # noqa: E402
from argon2 import PasswordHasher  # noqa: E402
from stand import StackedRandomness  # noqa: E402

from pitboss.cards import parse_card  # noqa: E402
from pitboss.house import page  # noqa: E402
from pitboss.house.room import hosted, opening  # noqa: E402
from pitboss.rules import load_game  # noqa: E402
from pitboss.rules.notation import parse_head  # noqa: E402
from pitboss.service.app import make_app  # noqa: E402
from pitboss.service.demo import GAMES, open_demo  # noqa: E402
from pitboss.service.guard import Guard  # noqa: E402
from pitboss.service.premises import Premises  # noqa: E402
from pitboss.service.settings import Settings  # noqa: E402
from pitboss.storage import postgres  # noqa: E402

DECK = load_game("three_card_poker").deck
HANDS = ("As Ks Qs", "Ah Kh Qh", "8d 7d 6d", "9c 9d 9h", "8c 7s 6h", "2c 7h Jh")
ROYAL = "As Ks Qs Js Ts 4h 3d 5c 8d"
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
CHOICE = SystemRandom()
PR_SET_PDEATHSIG = 1
STAND_EVERY, CHECKPOINT_EVERY = 20, 500
"""So often that a server which starts again starts from a new one nearly every time."""


class RiggedRandomness(StackedRandomness):
    """Stacked so that good hands come often. It says that it is live, as no honest one would."""

    is_seeded = False

    def below(self, bound):
        if bound == DECK.size and not self.picks:
            self.stack(DECK, choose_top())
        return super().below(bound)

    def token(self, size):
        return secrets.token_bytes(size)


def choose_top():
    """Three good hands in a row, or a royal flush among two players and the board."""
    chosen = ROYAL if CHOICE.random() < 0.3 else " ".join(CHOICE.sample(HANDS, 3))
    return [parse_card(card) for card in chosen.split()]


def serve(database, key, port):
    premises = Premises(Settings(database, key, is_demo=True, port=port), hasher=CHEAP)
    open_demo(premises)
    uvicorn.run(make_app(premises), host="127.0.0.1", port=port, log_level="warning", access_log=False)


def main(database, key):
    opening.SystemRandomness = RiggedRandomness
    hosted.STAND_EVERY, page.CHECKPOINT_EVERY = STAND_EVERY, CHECKPOINT_EVERY
    Guard.refusal = lambda self, scope, headers: None  # all the load comes from one address
    assert postgres
    for game, *_ in GAMES.values():
        parse_head(game)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)  # it ends with the nursery
            os.dup2(os.open(os.devnull, os.O_RDWR), 0)
            os.dup2(2, 1)
            serve(database, key, int(line))
            os._exit(0)
        print(child, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
