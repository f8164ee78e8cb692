"""Events that are told together, put into JSON and words once for every seat that they do not name.

Most of what happens is told to all seats alike. Only what an event says to a seat that it names ("you") is
made for that seat alone.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple

import orjson

from pitboss.house.room.hosted import Hosted, Told
from pitboss.reports.sentence import BYSTANDER, Speaker, seats_named


class ToldLine(NamedTuple):
    event: bytes
    """In JSON; empty where the listener may not know of it."""
    sentence: str


class Telling:
    def __init__(self, hosted: Hosted, told: Sequence[Told], write_event: Callable[[Told], bytes]) -> None:
        self.numbers = numbers_of(told)
        self.hosted = hosted
        self.told = told
        self.write_event = write_event
        self.named: defaultdict[int, list[int]] = defaultdict(list)
        """Which of the events name a seat."""
        for index, one in enumerate(told):
            for seat in seats_named(one.event, hosted.table.seating.players):
                self.named[seat].append(index)
        self.common = self._lines((BYSTANDER,), range(len(told)))
        self.to_bystanders = join(self.common)

    def to(self, seats: tuple[int, ...]) -> bytes:
        """What whoever sits there is told; without a seat, or at several, everything by name."""
        if len(seats) != 1:
            return join(self._lines(seats, range(len(self.told))))
        named = self.named.get(seats[0])
        if not named:
            return self.to_bystanders
        lines = list(self.common)
        for index, line in zip(named, self._lines(seats, named), strict=True):
            lines[index] = line
        return join(lines)

    def _lines(self, seats: tuple[int, ...], indexes: Sequence[int]) -> list[ToldLine]:
        speaker = speaker_to(self.hosted, seats)
        return [self._line(self.told[index], seats, speaker) for index in indexes]

    def _line(self, told: Told, seats: tuple[int, ...], speaker: Speaker) -> ToldLine:
        audience = told.event.audience
        if audience is not None and audience not in seats:
            return ToldLine(b"", "")
        return ToldLine(self.write_event(told), speaker.sentence(told.event))


def numbers_of(told: Sequence[Told]) -> tuple[int, int]:
    """The first and the last of events that follow each other."""
    return (told[0].number, told[-1].number)


def join(lines: Sequence[ToldLine]) -> bytes:
    """The events and the sentences as parts of a frame."""
    events = b",".join([line.event for line in lines if line.event])
    sentences = orjson.dumps([line.sentence for line in lines if line.sentence])
    return b'"events":[%b],"sentences":%b' % (events, sentences)


NOTHING_TOLD = join(())


def speaker_to(hosted: Hosted, seats: Sequence[int]) -> Speaker:
    """Puts events into words for whoever sits there."""
    setup, players = hosted.table.setup, hosted.table.seating.players
    return Speaker(setup.game, seats[0] if len(seats) == 1 else None, players)
