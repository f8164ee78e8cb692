"""The tape of an old room's line: every answer that the table got from outside, as a locked list.

An answer is a question's kind and what was said: random numbers ("below", "token"), and what the meters said
("count", "award", "stands", "end", "reverse"). Playing a line asks for the same in the same order, and
nobody else is asked: meters here only repeat what the tape has.
"""

import json
from collections import deque
from collections.abc import Iterable, Mapping
from fractions import Fraction

from cryptography.fernet import Fernet, InvalidToken

from pitboss.base.error import InputError
from pitboss.base.odds import Pay
from pitboss.house.room.tape import TornTapeError
from pitboss.ledger.codec import Json
from pitboss.table.meter import Claim, CountedWager, MeterLevel, MeterPayment, MetersAwayError, meter_of

COUNT, AWARD, STANDS, END, REVERSE = "count", "award", "stands", "end", "reverse"
BELOW, TOKEN = "below", "token"


class WrongKeyError(InputError):
    """What was locked does not open: another key, or somebody has changed it."""


class OldLocker:
    """Opens what an old room has locked with the room's key."""

    def __init__(self, key: str) -> None:
        try:
            self._fernet = Fernet(key.encode())
        except ValueError as problem:
            raise InputError(
                "the room's key is 32 bytes in URL-safe base64: set PITBOSS_KEY to it"
            ) from problem

    def unlock(self, locked: str, about: str) -> Json:
        try:
            found: Json = json.loads(self._fernet.decrypt(locked.encode()))
        except InvalidToken as problem:
            raise WrongKeyError(
                f"{about} was locked with another key, or changed: set PITBOSS_KEY to the key that the old "
                "room was served with; nothing was written"
            ) from problem
        return found


class OldTape:
    def __init__(self) -> None:
        self._heard: deque[tuple[str, Json]] = deque()

    def load(self, answers: Json) -> None:
        assert isinstance(answers, list)
        self._heard = deque((str(kind), answer) for kind, answer in map(as_pair, answers))

    def ask(self, kind: str) -> Json:
        if not self._heard:
            raise TornTapeError(f"{kind} was asked for and the tape is at its end")
        found, answer = self._heard.popleft()
        if found != kind:
            raise TornTapeError(f"{kind} was asked for and the tape has an answer to {found}")
        return answer

    def ask_number(self, kind: str) -> int:
        found = self.ask(kind)
        if isinstance(found, str):
            raise MetersAwayError(found)
        return as_number(found)

    def end(self) -> None:
        if self._heard:
            raise TornTapeError(f"{len(self._heard)} answers are left on the tape")


def as_pair(answer: Json) -> Iterable[Json]:
    assert isinstance(answer, list)
    return answer


def as_number(value: Json) -> int:
    if type(value) is not int:
        raise TornTapeError(f"the tape has {value!r} in place of a number")
    return value


class OldRandomness:
    """Random numbers as the tape has them.

    A seal took 16 bytes for every card then and takes 32 in all now: it gets the first of them. No amount
    depends on it, and the shuffle is not dealt from any more.
    """

    source = "the tape of an old room"
    is_seeded = False

    def __init__(self, tape: OldTape) -> None:
        self.tape = tape

    def below(self, bound: int) -> int:
        found = as_number(self.tape.ask(BELOW))
        if not 0 <= found < bound:
            raise TornTapeError(f"{found} from the tape is not below {bound}")
        return found

    def token(self, size: int) -> bytes:
        return bytes.fromhex(str(self.tape.ask(TOKEN)))[:size].ljust(size, b"\0")


class OldMeters:
    """Meters that say what they said then; `is_over` lets a round end of which the tape knows no end."""

    def __init__(self, tape: OldTape) -> None:
        self.tape = tape
        self.is_over = False
        self.fed: dict[str, int] = {}
        """By wager, in the round that is going on: a void gives back what was fed."""

    def shown_micros(self, level: MeterLevel) -> int:
        del level
        return 0

    def level_of(self, seat: int, bet: str, wager: str, pay: Pay) -> MeterLevel | None:
        del seat, bet
        return meter_of(wager, pay)

    def count(self, wager: str, stakes: Mapping[int, int]) -> CountedWager:
        """Wagers lay on the table until they were settled then."""
        del stakes
        self.fed[wager] = self.tape.ask_number(COUNT)
        return CountedWager(self.fed[wager], is_collected=False)

    def reverse(self, wager: str) -> int:
        if not self.is_over:
            self.tape.ask_number(REVERSE)
        return self.fed.pop(wager)

    def stands(self, seat: int) -> bool:
        del seat
        return not self.is_over and bool(self.tape.ask(STANDS))

    def waits(self, seat: int) -> bool:
        """Rooms of before said only that it stands."""
        del seat
        return False

    def end_round(self) -> None:
        if not self.is_over:
            self.tape.ask(END)

    def award(self, level: MeterLevel, share: Fraction, claim: Claim) -> MeterPayment:
        del level, share, claim
        paid, seeded = map(as_number, as_pair(self.tape.ask(AWARD)))
        return MeterPayment(paid, seeded)
