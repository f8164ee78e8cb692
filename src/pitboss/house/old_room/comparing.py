"""The two books of an old room held against each other: what a table counted, and what the journal counted.

The table's log says of every round whether the meters took its wagers ("count" on the tape of "no more
bets"), and whether they were reversed or the round ended. The journal has COIN IN, void and GAME OVER under
numbers of the keypad's own. Nothing in either book names the other's, so rounds are paired by their times: a
line is written in the moment in which its COIN IN is entered.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, zip_longest
from typing import NamedTuple

from pitboss.base.money import MICROS, format_dollars
from pitboss.house.old_room.playing import unlock_tape
from pitboss.house.old_room.tape import AWARD, COUNT, END, REVERSE, OldLocker
from pitboss.jackpot.fact import CoinIn, GameOver, RoundVoided, WinPosted, WinSettled
from pitboss.jackpot.win import WinStatus
from pitboss.ledger.entry import Entry
from pitboss.storage.old_room import OldRoom

FAR_MICROS = 600 * MICROS
"""Rounds that lie farther apart are not the same one."""


@dataclass
class TableRound:
    """A round whose wagers the table counted."""

    number: int
    at_micros: int
    fed_micros: int
    paid_micros: int = 0
    """What players got from meters."""
    is_reversed: bool = False
    is_over: bool = False


@dataclass
class JournalRound:
    """A round whose wagers the journal counted."""

    number: int
    entry: int
    at_micros: int
    fed_micros: int
    wagered_micros: int
    paid_micros: int = 0
    """Wins that were confirmed."""
    is_reversed: bool = False
    is_over: bool = False

    @property
    def is_open(self) -> bool:
        return not (self.is_reversed or self.is_over)


class Pair(NamedTuple):
    """The same round in both books, or a round that is in one of them only."""

    table: TableRound | None
    journal: JournalRound | None


@dataclass
class OldRounds:
    """Of the journal, by table."""

    of: dict[str, list[JournalRound]] = field(default_factory=dict)
    won: dict[str, JournalRound] = field(default_factory=dict)
    """The round of each win."""

    def read(self, entry: Entry) -> None:
        match entry.draft.fact:
            case CoinIn() as counted:
                fed = sum(one.meter + one.reserve + one.over for one in counted.levels.values())
                at, wagered = entry.draft.at_micros, sum(counted.stakes.values())
                found = JournalRound(counted.round, entry.number, at, fed, wagered)
                self.of.setdefault(counted.table, []).append(found)
            case WinPosted(win=win) if win.table in self.of:
                self.won[win.id] = self.of[win.table][-1]
            case WinSettled(win=id_, status=WinStatus.CONFIRMED, micros=micros) if id_ in self.won:
                self.won[id_].paid_micros += micros
            case RoundVoided(table=table):
                self.of[table][-1].is_reversed = True
            case GameOver(table=table) if table in self.of:
                self.of[table][-1].is_over = True
            case _:
                pass


def read_table_rounds(old: OldRoom, place: str, locker: OldLocker) -> list[TableRound]:
    """From all lines of a table's log, without playing them, up to one that cannot be read."""
    found: list[TableRound] = []
    for line in old.lines(place):
        try:
            body = json.loads(line.body)
            answers = unlock_tape(line, body, locker)
            number, at_micros = body["round"], body["at"]
        except (ValueError, KeyError, TypeError):  # playing the log names the line
            break
        for kind, answer in answers:
            if kind == COUNT and isinstance(answer, int):
                found.append(TableRound(number, at_micros, answer))
            elif kind == AWARD and found:
                found[-1].paid_micros += answer[0]
            elif kind == REVERSE and found:
                found[-1].is_reversed = True
            elif kind == END and found:
                found[-1].is_over = True
    return found


# -- pairing ---------------------------------------------------------------------------------------


def pair_rounds(table: Sequence[TableRound], journal: Sequence[JournalRound]) -> list[Pair]:
    """In order, each with the nearest in time; by order alone where the journal's clock stood still."""
    if any(one.at_micros >= other.at_micros for one, other in pairwise(journal)):
        return [Pair(*both) for both in zip_longest(table, journal)]
    return list(pair_by_time(table, journal))


def pair_by_time(table: Sequence[TableRound], journal: Sequence[JournalRound]) -> Iterator[Pair]:
    place = other = 0
    while place < len(table) and other < len(journal):
        here, there = table[place], journal[other]
        apart = abs(here.at_micros - there.at_micros)
        if is_nearer(table[place + 1 : place + 2], there.at_micros, apart):
            yield Pair(here, None)
            place += 1
        elif is_nearer(journal[other + 1 : other + 2], here.at_micros, apart):
            yield Pair(None, there)
            other += 1
        elif apart <= FAR_MICROS:
            yield Pair(here, there)
            place, other = place + 1, other + 1
        elif here.at_micros < there.at_micros:
            yield Pair(here, None)
            place += 1
        else:
            yield Pair(None, there)
            other += 1
    yield from (Pair(one, None) for one in table[place:])
    yield from (Pair(None, one) for one in journal[other:])


def is_nearer(following: Sequence[TableRound | JournalRound], at_micros: int, apart: int) -> bool:
    return any(abs(one.at_micros - at_micros) < apart for one in following)


# -- what differs ----------------------------------------------------------------------------------


def find_differences(pairs: Sequence[Pair]) -> Iterator[str]:
    """Each in a sentence that says which book has what."""
    both = [(one.table, one.journal) for one in pairs if one.table and one.journal]
    for here, there in pairs:
        if here and there is None:
            yield (
                f"round {here.number}: the table counted wagers that feed {format_dollars(here.fed_micros)}, "
                "and the journal has no COIN IN: no meter got it"
            )
        elif there and here is None:
            still = "; it was still open when the table had gone on, and is void now" if there.is_open else ""
            yield (
                f"round {there.number} of the journal (entry {there.entry}): COIN IN of "
                f"{format_dollars(there.wagered_micros)}, and the table counted no such round{still}"
            )
        elif here and there:
            yield from find_in_pair(here, there)
    yield from find_other_numbers(both)


def find_in_pair(here: TableRound, there: JournalRound) -> Iterator[str]:
    name = f"round {here.number}"
    if here.fed_micros != there.fed_micros:
        fed, got = format_dollars(here.fed_micros), format_dollars(there.fed_micros)
        yield f"{name}: the table fed {fed} and the journal (entry {there.entry}) got {got}"
    if here.is_over and there.is_over and here.paid_micros != there.paid_micros:
        paid, won = format_dollars(here.paid_micros), format_dollars(there.paid_micros)
        yield f"{name}: the table paid {paid} from meters, and wins of {won} were confirmed"
    if here.is_over and there.is_reversed:
        yield f"{name}: void in the journal (entry {there.entry}) and played to its end at the table"
    if here.is_reversed and there.is_over:
        yield f"{name}: void at the table, and in the journal (entry {there.entry}) it ended"
    if there.is_open and (here.is_over or here.is_reversed):
        was, now = ("over", "ended") if here.is_over else ("void", "void")
        still = f"and in the journal (entry {there.entry}) still open"
        yield f"{name}: {was} at the table, {still}: it is {now} there now"


def find_other_numbers(pairs: Sequence[tuple[TableRound, JournalRound]]) -> Iterator[str]:
    """Rounds that the keypad had under another number, as many in a row as are shifted alike."""
    rows: list[list[tuple[TableRound, JournalRound]]] = []
    for here, there in pairs:
        last = rows[-1][-1] if rows else None
        if last and here.number - there.number == last[0].number - last[1].number:
            rows[-1].append((here, there))
        else:
            rows.append([(here, there)])
    for row in rows:
        (first, keypad), (last_one, last_keypad) = row[0], row[-1]
        if first.number == keypad.number:
            continue
        if len(row) == 1:
            yield f"round {first.number} of the table is round {keypad.number} of the journal"
        else:
            yield (
                f"rounds {first.number} to {last_one.number} of the table are rounds {keypad.number} to "
                f"{last_keypad.number} of the journal"
            )
