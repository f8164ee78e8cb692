"""A table of the room: a function of its lines in the book, which can be played anywhere.

Whoever acts plays commands at the table, asks the book what the keypad asks, draws random numbers, and
writes it all down as a line. Whoever follows plays the same commands with the numbers and the answers of
the line. So a table belongs to no process: it can be closed after any line and opened again elsewhere,
exactly where it was.
"""

import json
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

from pitboss.base.error import InputError
from pitboss.house.agreement import check_decided
from pitboss.house.live_meters import SUPERVISORS, Ask, LiveMeters
from pitboss.house.page import JournalPage, Outcome, RequestAnswer
from pitboss.house.room.chips import transfers_of
from pitboss.house.room.keeping import round_facts
from pitboss.house.room.locker import Locker
from pitboss.house.room.plan import TablePlan
from pitboss.house.room.row import Actor, Asked, Row, format_row, parse_row
from pitboss.house.room.snapshot import can_stand, format_stand, restore_stand
from pitboss.house.room.tape import Tape, TornTapeError
from pitboss.jackpot.controller import Press
from pitboss.jackpot.controller.dialect import OF_A_SUPERVISOR
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import Request
from pitboss.jackpot.table_fact import NOTHING_HEARD, Heard, Stand, TableLine
from pitboss.ledger.entry import Draft, Entry
from pitboss.table import event
from pitboss.table.command import ANY_ROUND, CallNoMoreBets, OpenBets, Proceed, SetColumn
from pitboss.table.event import Event
from pitboss.table.phase import LateError, Phase
from pitboss.table.table import DEALER_ACTS, Table

STAND_EVERY = 200
"""Lines: a table is opened by playing at most about n again."""
MOST_EVENTS = 2_000
"""Events that are kept for whoever has lost the connection."""
DEALING = (OpenBets, CallNoMoreBets, Proceed, SetColumn)
"""What a dealer does in every round: whoever of the staff did it last is in charge."""
MOST_STEPS = 40
"""Of the dealer in one act."""
MOST_IDS = 1_000
"""Messages that a table knows at once; older ones are found in the book."""


class Told(NamedTuple):
    """An event with its number in the table's life."""

    number: int
    event: Event


@dataclass
class Hosted:
    plan: TablePlan
    table: Table
    tape: Tape
    locker: Locker
    live: LiveMeters | None = None
    """With the keypad of its progressive, where its game has a wager for one."""
    number: int = 0
    """Of the last line."""
    stood: int = 0
    """The line after which it was last written down where the table stands."""
    told: int = 0
    """How many events there have been."""
    recent: deque[Told] = field(default_factory=lambda: deque(maxlen=MOST_EVENTS))
    ids: dict[str, str] = field(default_factory=dict)
    """Messages that were carried out lately, with what they asked in a few letters."""
    entry: int = 0
    """The last entry of the book that was followed."""
    pending: list[Draft] = field(default_factory=list)
    """Entries whose line comes next."""
    news: list[Entry] = field(default_factory=list)
    """What others have written and nobody has followed yet."""
    opened_at: int = 0
    """When the bets of the last round were opened."""
    is_torn: bool = False
    """An act was given up half way: the table must be opened again from the book."""

    # -- acting ----------------------------------------------------------------------------------

    def is_done(self, id_: str, digest: str) -> bool:
        """Whether a message was carried out before; raises if it asked for something else then."""
        if self.ids.get(id_, digest) != digest:
            raise say_used(id_)
        return id_ in self.ids

    def act(self, row: Row, actor: Actor, page: JournalPage) -> list[Told]:
        """Carry a row of commands out as one act on the page; what happened.

        Raises if the first is refused; a later one that is refused ends the row before it.
        """
        self._check_round(row)
        check_keys(row, actor)
        assert not (row.deals_on and actor.role), "who of the staff acts deals by himself: he is in charge"
        answers: list[str] = []

        def ask(request: Request) -> Outcome:
            try:
                answer = page.ask(request, self.plan.id)
            except InputError as refusal:
                answers.append(str(refusal) or "refused")
                return refusal
            answers.append("")
            return answer

        heard = self.live.find_news(page.ahead) if self.live else NOTHING_HEARD
        self.is_torn = heard != NOTHING_HEARD
        self.tape.is_recording = True
        in_charge, begun = self.live.in_charge if self.live else None, self._begun
        try:
            self._begin(row.commands, actor, heard, ask)
            events = self._play(row)
        except BaseException as problem:
            self.is_torn |= self._begun > begun or not isinstance(problem, InputError)
            self.tape.take()
            if self.live and in_charge:
                self.live.in_charge = in_charge
            raise
        finally:
            self.tape.is_recording = False
        self.is_torn = True
        told = self._tell(events.happened)
        self._write(Row(events.done, row.round, row.id, row.digest), actor, heard, answers, told, page)
        self.is_torn = False
        return told

    def _check_round(self, row: Row) -> None:
        if row.round != self.table.number and not all(isinstance(one, ANY_ROUND) for one in row.commands):
            raise LateError(row.round, self.table.number)

    def _begin(self, commands: Sequence[Asked], actor: Actor, heard: Heard, ask: Ask) -> None:
        self.table.money.take_down()
        if self.live:
            self.live.ask = ask
            self.live.prizes.clear()
            deals = any(isinstance(one, DEALING) for one in commands)
            self.live.take_charge(actor.name, actor.role, deals=deals)
            self.live.hear(heard)
            self.live.fit_setup(self.table)

    @property
    def _begun(self) -> int:
        """Grows with all that an act does before it may still be refused: it presses, asks, draws numbers.

        A command checks everything before it changes anything, as far as the table itself can say. What is
        refused by the meters or the keypad is refused on the way.
        """
        return (self.live.touched if self.live else 0) + len(self.tape.said)

    def _play(self, row: Row) -> "Played":
        """Play the row up to the first that is refused with nothing begun, or that should begin a row."""
        happened = self._paid()
        commands = self._dealing_on(row.commands) if row.deals_on else iter(row.commands)
        played: list[Asked] = []
        for asked in commands:
            if played and self._begins_row():
                break
            begun = self._begun
            try:
                self._check_decided(asked)
                happened += self._handle(asked)
            except InputError:
                if not played or self._begun > begun:
                    raise
                break
            played.append(asked)
        return Played(happened, tuple(played))

    def _check_decided(self, asked: Asked) -> None:
        if self.live and not isinstance(asked, Press):
            check_decided(self.live, self.table, asked)

    def _dealing_on(self, commands: Sequence[Asked]) -> Iterator[Asked]:
        """The commands, and then what the dealer does at the table as it is then."""
        yield from commands
        for _ in range(MOST_STEPS):
            if self.table.phase not in DEALER_ACTS:
                return
            yield self.table.dealers_act()

    def _handle(self, asked: Asked) -> Sequence[Event]:
        if isinstance(asked, Press):
            if self.live is None:
                raise RefusedError(f"{self.plan.id} has no progressive wager: it has no keypad")
            self.live.press_key(asked)
            return [event.KeypadPressed(asked.button.value, asked.seat, asked.line), *self._paid()]
        if self.live is None:
            return self.table.handle(asked)
        return [*self.live.handle(self.table, asked), *self._paid()]

    def _paid(self) -> list[Event]:
        """Prizes that were paid because a win was confirmed."""
        return self.live.take_happened() if self.live else []

    def _begins_row(self) -> bool:
        """What closes the round, and what takes from a meter, is asked by itself.

        Everybody sees the settled felt before it is cleared, and a refusal leaves nothing half done.
        """
        play = self.table.play
        if self.table.phase is Phase.CLOSING:
            return True
        return play is not None and any(play.settlement.level_of(one) for one in play.ready)

    def _write(
        self,
        row: Row,
        actor: Actor,
        heard: Heard,
        answers: list[str],
        told: Sequence[Told],
        page: JournalPage,
    ) -> None:
        """The rounds that ended, the line, and every so often where the table stands."""
        table, at = self.plan.id, page.now
        self.number += 1
        self._time(told, at)
        sealed, opened_at = self.table.last_sealed, self.opened_at
        for kept in round_facts(told, sealed, self.locker, table=table, opened_at=opened_at):
            page.add(Draft(f"{table}/{kept.round}", at, (actor.signature,), kept, place=f"{table}/"))
        tape = self.tape.take()
        line = TableLine(
            self.number,
            row.round,
            format_row(row.commands),
            actor.role,
            self.locker.lock(tape, self._about(self.number)) if tape else "",
            tuple(answers),
            heard,
        )
        prizes = iter(self.live.prizes) if self.live else iter(())
        moved = transfers_of(table, self.table.money.take_down(), prizes)
        id_ = f"{table}:{row.id}" if row.id else f"{table}#{self.number}"
        page.add(Draft(id_, at, (actor.signature,), line, moved, row.digest, table))
        self._note(row.id, row.digest)
        self._stand(page)
        self.entry = page.number

    def _time(self, told: Sequence[Told], at_micros: int) -> None:
        if any(isinstance(one.event, event.BetsOpened) for one in told):
            self.opened_at = at_micros

    def _about(self, line: int) -> str:
        return f"line {line} of {self.plan.id}"

    def _note(self, id_: str, digest: str) -> None:
        if id_:
            self.ids[id_] = digest
            if len(self.ids) > MOST_IDS:
                del self.ids[next(iter(self.ids))]

    def _stand(self, page: JournalPage) -> None:
        if self.number - self.stood >= STAND_EVERY and can_stand(self.table, self.live):
            self.write_stand(page)

    def write_stand(self, page: JournalPage) -> None:
        """Where the table stands, between two rounds."""
        table, self.stood = self.plan.id, self.number
        secret = json.dumps(format_stand(self.table, self.live), separators=(",", ":")).encode()
        fact = Stand(self.number, self.told, self.locker.lock(secret, f"stand {self.number} of {table}"))
        page.add(Draft(f"{table}#stand {self.number}", page.now, ("the house",), fact, place=f"{table}#"))

    def _tell(self, events: Sequence[Event]) -> list[Told]:
        told = [Told(self.told + place, one) for place, one in enumerate(events, start=1)]
        self.told += len(told)
        self.recent.extend(told)
        return told

    def told_since(self, number: int) -> list[Told]:
        """The events after one, as far as they are kept."""
        found = list(takewhile(lambda one: one.number > number, reversed(self.recent)))
        return found[::-1]

    # -- following -------------------------------------------------------------------------------

    def restore(self, stand: Entry | None, entries: Iterable[Entry]) -> None:
        """Where the table stood last, and everything since."""
        if stand:
            fact = stand.draft.fact_as(Stand)
            about = f"stand {fact.line} of {self.plan.id}"
            restore_stand(self.table, self.live, json.loads(self.locker.unlock(fact.secret, about)))
            if self.live:
                self.live.fit_setup(self.table)
            self.number = self.stood = fact.line
            self.told, self.entry = fact.told, stand.number
        for entry in entries:
            self.follow(entry)

    def catch_up(self) -> list[Told]:
        """Follow what others have written at this table; what happened."""
        told: list[Told] = []
        while self.news:
            told += self.follow(self.news.pop(0))
        return told

    def follow(self, entry: Entry) -> list[Told]:
        """Do again what was done here before, or what another server did at this table."""
        if entry.number <= self.entry:
            return []
        draft, self.is_torn = entry.draft, True
        told: list[Told] = []
        if isinstance(draft.fact, TableLine):
            told = self._follow_line(draft, draft.fact)
            self.pending.clear()
        else:
            self.pending.append(draft)
        self.entry, self.is_torn = entry.number, False
        return told

    def _follow_line(self, draft: Draft, line: TableLine) -> list[Told]:
        if line.line != self.number + 1:
            raise TornTapeError(f"line {line.line} of {self.plan.id} does not follow line {self.number}")
        made = line.answers.count("")
        answers = iter(line.answers)
        drafts = iter(self.pending[len(self.pending) - made :] if made else ())

        def ask(request: Request) -> Outcome:
            refusal = next(answers)
            return RefusedError(refusal) if refusal else RequestAnswer(0, next(drafts))

        actor = Actor.signed(draft.by[0], line.role)
        commands = parse_row(line.did, actor.name)
        self.tape.play(self.locker.unlock(line.tape, self._about(line.line)) if line.tape else b"")
        self._begin(commands, actor, line.heard, ask)
        happened = [*self._paid(), *(one for asked in commands for one in self._handle(asked))]
        self.tape.end()
        if next(answers, None) is not None:
            raise TornTapeError(f"line {line.line} of {self.plan.id} has more answers than were asked for")
        self._check_money(draft)
        self.number = line.line
        self._note(draft.id.removeprefix(f"{self.plan.id}:") if ":" in draft.id else "", draft.asked)
        told = self._tell(happened)
        self._time(told, draft.at_micros)
        return told

    def _check_money(self, draft: Draft) -> None:
        """Whoever follows moves the same chips as whoever acted."""
        prizes = iter(self.live.prizes) if self.live else iter(())
        moved = transfers_of(self.plan.id, self.table.money.take_down(), prizes)
        if moved != draft.transfers:
            raise TornTapeError(f"entry {draft.id!r} moves other chips than its line")


class Played(NamedTuple):
    """What happened, and the commands that were carried out."""

    happened: list[Event]
    done: tuple[Asked, ...]


def check_keys(row: Row, actor: Actor) -> None:
    """A dealer who presses what is a supervisor's is refused; who follows a line does not ask again."""
    for one in row.commands:
        if isinstance(one, Press) and one.button in OF_A_SUPERVISOR and actor.role not in SUPERVISORS:
            raise RefusedError(f"{actor.name} may not press that: a supervisor looks at the win")


def say_used(id_: str) -> RefusedError:
    return RefusedError(f"message {id_!r} was sent before and asked for something else")
