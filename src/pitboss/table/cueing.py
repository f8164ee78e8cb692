"""Fills the dealer's cues with what lies on this table: the words for the next thing to do."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from pitboss.base.error import InputError
from pitboss.rules import Game, Look, Place, Round
from pitboss.rules.cue import Cue
from pitboss.rules.judge import OpenJudge, UnsettledError

NUMBER = re.compile(r"\s*\b\d+\b")


@dataclass(frozen=True, slots=True)
class Call:
    """What the dealer does, and what the dealer says with it."""

    does: str
    says: str


@cache
def point_of(kind: str, name: str = "") -> str:
    """The name of a point: `deal seat hand` whatever the seat's number."""
    return f"{kind} {NUMBER.sub('', name)}".strip()


def list_seats(seats: list[int]) -> str:
    """Seats as a dealer reads them out: `2`, `2 and 5`, `2, 3 and 5`."""
    words = [str(seat) for seat in seats]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def fill(game: Game, round_: Round, cue: Cue, words: Mapping[str, str], place: Place | None) -> Call | None:
    """The cue in this table's words, if its condition holds."""
    filled = dict(words)
    if cue.without:
        lacking = [other.number for other in round_.places if not other.has(cue.without)]
        if not lacking:
            return None
        filled["seats"] = list_seats(lacking)
    if cue.look:
        hand = describe_look(game, round_, cue, place or round_.places[0])
        if hand is None:
            return None
        filled["hand"] = hand
    return Call(*cue.fill(Words(filled)))


def describe_look(game: Game, round_: Round, cue: Cue, place: Place) -> str | None:
    """The look in words, if it lies open and meets the cue's condition."""
    looks = game.looks(round_, place)
    judge = OpenJudge(looks)
    try:
        if cue.line and judge.line(cue.look, (cue.line,)) is None:
            return None
        if cue.below and judge.line(cue.look, (cue.below,)) is not None:
            return None
        look = looks[cue.look]
        return look.ranking.describe(look.cards) if isinstance(look, Look) else cue.look  # type: ignore[arg-type]
    except UnsettledError:
        return None


class Words(dict[str, str]):
    """Words of a point; a cue that asks for another one was written for another point."""

    def __missing__(self, word: str) -> str:
        raise InputError(f"the dealer's cue needs {{{word}}}, which this point does not know")
