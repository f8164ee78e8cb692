"""A room played straight in its book: two seats of house-dealt Three Card Poker with the progressive wager.

Every act is the one that a server carries out for a press or for the house's dealer, with an id as browsers
make them up; only nobody waits for anybody.
"""

from base64 import urlsafe_b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

from argon2 import PasswordHasher

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.house.page import Act
from pitboss.house.room.hosted import Hosted
from pitboss.house.room.row import THE_HOUSE, Actor, Row
from pitboss.jackpot.request import ConfirmWin
from pitboss.rules import Choose
from pitboss.service.acting import digest_of
from pitboss.service.demo import open_demo
from pitboss.service.premises import Premises
from pitboss.service.settings import Settings
from pitboss.table import command
from pitboss.table.command import Command
from pitboss.table.phase import Phase

TABLE = "T1"
PEOPLE = {2: "Ann", 5: "Ben"}
STAKES = {"ante": 5 * MICROS, "progressive": MICROS}
CHIPS = 1_000_000 * MICROS
KEY = "A" * 43 + "="
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
SEED = 1
ID_BYTES = 12
"""Of a press, as the browser makes it up."""


def open_premises(folder: Path) -> Premises:
    return Premises(Settings(str(folder / "room.db"), KEY, is_demo=True), hasher=CHEAP)


class PlayedRoom:
    def __init__(self, premises: Premises) -> None:
        self.premises = premises
        self.random = Random(SEED)
        for seat, name in PEOPLE.items():
            for asked in (command.TakeSeat(name, seat), command.BuyIn(name, CHIPS)):
                self.carry_out([self.pressing(name, asked)])

    @property
    def rounds(self) -> int:
        return self.premises.room.open(TABLE).table.number

    def play(self, upto: int, *, together: int = 1) -> None:
        """So many rounds in all; some acts share a commit, as they do where many tables play."""
        while not (self.rounds >= upto and self.premises.room.open(TABLE).table.phase is Phase.IDLE):
            self.carry_out([self.next_act(upto)] * together)
            self.confirm()

    def carry_out(self, acts: Sequence[Act]) -> None:
        for given in self.premises.manager.carry_out(acts):
            if isinstance(given, Exception) and not isinstance(given, InputError):
                raise given

    def confirm(self) -> None:
        for win in self.premises.manager.floor.open_wins(TABLE):
            self.carry_out([self.premises.room.asking(ConfirmWin(f"{win.id}/phone", ("sue",), win.id))])

    def next_act(self, upto: int) -> Act:
        """Whatever is to be done at the table when the turn comes."""

        def act(page: object) -> object:
            hosted = self.premises.room.open(TABLE)
            return next(self.acts(hosted, upto), lambda page: None)(page)  # type: ignore[arg-type]

        return act

    def acts(self, hosted: Hosted, upto: int) -> Iterator[Act]:
        table = hosted.table
        match table.phase:
            case Phase.IDLE:
                if table.number < upto:
                    yield self.dealing(command.OpenBets())
            case Phase.BETTING:
                for seat, name in PEOPLE.items():
                    laid = table.seating.wagers.get(seat, {})
                    for wager, stake in STAKES.items():
                        if wager not in laid:
                            yield self.pressing(name, command.PlaceWager(seat, wager, stake))
                for name in PEOPLE.values():
                    if name not in table.seating.ready:
                        yield self.pressing(name, command.AskForCards(name))
                yield self.dealing(command.CallNoMoreBets())
            case Phase.DECIDING:
                step = table.running.deal.step
                assert isinstance(step, Choose)
                option = self.random.choice(table.options()).name
                decision = command.Decide(step.seat, step.question, option)
                yield self.pressing(PEOPLE[step.seat], decision)
            case _:
                yield self.dealing(command.Proceed(table.running.point))

    def pressing(self, name: str, asked: Command) -> Act:
        id_ = urlsafe_b64encode(self.random.randbytes(ID_BYTES)).decode()
        digest = digest_of({"command": type(asked).__name__})
        actor = Actor(name, is_player=True)
        room = self.premises.room
        return room.acting(TABLE, lambda now: Row((asked,), now.table.number), actor, id_=id_, digest=digest)

    def dealing(self, asked: Command) -> Act:
        return self.premises.room.acting(
            TABLE, lambda now: Row((asked,), now.table.number, deals_on=True), THE_HOUSE
        )


@contextmanager
def played_room(folder: Path) -> Iterator[PlayedRoom]:
    premises = open_premises(folder)
    open_demo(premises)
    try:
        yield PlayedRoom(premises)
    finally:
        premises.hashing.close()
        premises.journal.close()
