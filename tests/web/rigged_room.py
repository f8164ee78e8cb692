"""A demonstration room whose shufflers are stacked: for tests of what is too rare to wait for.

The program has no door for this. Here the name under which a table's opening knows the operating system's
generator is bound to a double that says the numbers which bring the cards into order; everything else is the
real server. Seat 2 of Three Card Poker gets the ace, king and queen of spades, and so do the community
cards of Mississippi Stud, where seat 2 makes a royal flush with the jack and the ten. Other cards are
stacked with `--top`; with `--split` the house lets winners of a round share. With `--patience` it waits less
for people.
"""

import sys
from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "table")]

from argon2 import PasswordHasher  # noqa: E402
from stand import StackedRandomness  # noqa: E402

from pitboss.cards import parse_card  # noqa: E402
from pitboss.house.room import opening  # noqa: E402
from pitboss.rules import load_game  # noqa: E402
from pitboss.service import demo, house_dealer, patience  # noqa: E402
from pitboss.service.premises import Premises  # noqa: E402
from pitboss.service.server import listen, serve  # noqa: E402
from pitboss.service.settings import demo_settings  # noqa: E402

DECK = load_game("three_card_poker").deck
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
TOP = "As Ks Qs Js Ts 4h 3d 5c 8d"


class RiggedRandomness(StackedRandomness):
    """Every shuffle of one deck comes out the same. It says that it is live, as no honest one would."""

    is_seeded = False
    top = TOP

    def below(self, bound: int) -> int:
        if bound == DECK.size and not self.picks:
            self.stack(DECK, [parse_card(card) for card in self.top.split()])
        return super().below(bound)


def main(*words: str) -> None:
    parser = ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--top", default=TOP)
    parser.add_argument("--split", action="store_true")
    parser.add_argument("--patience", type=float, help="seconds for a bet or a decision")
    given = parser.parse_args(words)
    RiggedRandomness.top = given.top
    if given.patience:
        patience.BETTING_SECONDS = patience.DECIDING_SECONDS = given.patience
        house_dealer.SELDOM_SECONDS = house_dealer.STUCK_SECONDS = 0.2
    opening.SystemRandomness = RiggedRandomness
    premises = Premises(demo_settings(given.folder, given.port), hasher=CHEAP)
    demo.PROGRESSIVES = tuple(replace(terms, equal_split=given.split) for terms in demo.PROGRESSIVES)
    demo.open_demo(premises)
    serve(premises, listen("127.0.0.1", given.port), lambda: None)


if __name__ == "__main__":
    main(*sys.argv[1:])
