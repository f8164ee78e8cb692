"""Fills the dealer's cues with what lies on this table: the words for the next thing to do."""

import re
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, Protocol

from pitboss.base.error import InputError
from pitboss.base.money import format_dollars
from pitboss.cards import Card
from pitboss.cards.hand_name import line_words
from pitboss.rules import Look, Place, Round
from pitboss.rules.cue import Cue
from pitboss.rules.judge import OpenJudge

NUMBER = re.compile(r"\s*\b\d+\b")


@cache
def point_of(kind: str, name: str = "") -> str:
    """The name of a point: `deal seat hand` whatever the seat's number."""
    return f"{kind} {NUMBER.sub('', name)}".strip()


class SettledBet(Protocol):
    """The part of a settled bet that a cue can speak of."""

    @property
    def bet(self) -> str: ...
    @property
    def result(self) -> str: ...
    @property
    def stake_micros(self) -> int: ...
    @property
    def payout_micros(self) -> int: ...


@dataclass(frozen=True, slots=True)
class CueFinding:
    """What a cue found on the table when its condition was met."""

    hands: int = 0
    """Hands in the round, the dealer's included."""
    look: Look | None = None
    seats: str = ""
    best: str = ""
    holder: str = ""
    lines: tuple[str, ...] = ()
    """Of the paytables in force, which may have a name for the look."""

    @property
    def hand(self) -> str:
        """The look in a dealer's words."""
        if self.look is None:
            return ""
        cards = [slot for slot in self.look.cards if isinstance(slot, Card)]
        return self.look.ranking.describe(cards, self.lines)


NOTHING_SEEN = CueFinding()


class Call(NamedTuple):
    """What the dealer does, and what the dealer says with it; put into words when somebody reads it."""

    cue: Cue
    seen: CueFinding = NOTHING_SEEN
    place: Place | None = None
    settled: SettledBet | None = None

    @property
    def does(self) -> str:
        return self._fill(self.cue.does)

    @property
    def says(self) -> str:
        return self._fill(self.cue.says)

    def _fill(self, text: str) -> str:
        return text.format_map(self._words()) if "{" in text else text

    def _words(self) -> "CueWords":
        words = CueWords(
            seat=str(self.place.number) if self.place else "",
            seats=self.seen.seats,
            hand=self.seen.hand,
            hands=str(self.seen.hands),
            best=self.seen.best,
            holder=self.seen.holder,
        )
        if self.settled:
            words["bet"] = self.settled.bet.replace("_", " ")
            words["result"] = line_words(self.settled.result)
            words["amount"] = format_dollars(self.settled.payout_micros)
            words["stake"] = format_dollars(self.settled.stake_micros)
        return words


class CueWords(dict[str, str]):
    """Words of a point; a cue that asks for another one was written for another point."""

    def __missing__(self, word: str) -> str:
        raise InputError(f"the dealer's cue needs {{{word}}}, which this point does not know")


def is_for(cue: Cue, place: Place | None) -> bool:
    """Whether the cue is for a seat with these wagers."""
    if place is None:
        return not (cue.has or cue.lacks)
    return not (cue.has and not place.has(cue.has)) and not (cue.lacks and place.has(cue.lacks))


def see(round_: Round, cue: Cue, judge: OpenJudge, envy_wagers: tuple[str, ...] = ()) -> CueFinding | None:
    """What the cue speaks of, if its condition holds."""
    hands = len(round_.places) + 1
    if cue.envy:
        having = [other.number for other in round_.places if other.has(cue.envy)]
        return CueFinding(hands, seats=list_seats(having)) if cue.envy in envy_wagers else None
    if cue.without:
        lacking = [other.number for other in round_.places if not other.has(cue.without)]
        return CueFinding(hands, seats=list_seats(lacking)) if lacking else None
    if cue.look:
        look = find_look(cue, judge)
        return CueFinding(hands, look) if look else None
    return CueFinding(hands)


def list_seats(seats: list[int]) -> str:
    """Seats as a dealer reads them out: `2`, `2 and 5`, `2, 3 and 5`."""
    words = [str(seat) for seat in seats]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def find_look(cue: Cue, judge: OpenJudge) -> Look | None:
    """The look that the cue speaks of, if it lies open and meets the cue's condition."""
    look = judge.looks[cue.look]
    if not isinstance(look, Look):
        raise InputError(f"the dealer's cue at {cue.at!r} speaks of {cue.look!r}, which is many hands")
    if not all(isinstance(slot, Card) for slot in look.cards):
        return None
    if cue.line and judge.line(cue.look, (cue.line,)) is None:
        return None
    return None if cue.below and judge.line(cue.look, (cue.below,)) is not None else look
