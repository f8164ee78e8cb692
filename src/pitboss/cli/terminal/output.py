"""How a session in lines reaches whoever reads it: as sentences, or for a program as JSON.

As JSON every event, question and remark is one object on a line. An event is named as in
`pitboss.table.event`, in small letters; its values are texts and numbers, cards as `Qh` and `??`. The line of
a round's end carries the proof that `pitboss verify-round` reads; that of a shuffle which was opened is one
itself.
"""

import json
import sys
from collections.abc import Callable, Iterable

from pitboss.cli.terminal.session import TerminalSession
from pitboss.reports.form import Json
from pitboss.table.event import Event
from pitboss.table.wire import format_event

Write = Callable[[str], None]
"""Writes a line."""


class SentenceOutput:
    """Sentences, one a line."""

    def __init__(self, write: Write) -> None:
        self.write = write

    def say(self, *sentences: str) -> None:
        for sentence in sentences:
            self.write(sentence)

    def tell(self, session: TerminalSession, events: Iterable[Event]) -> None:
        self.say(*session.speaker.tell(events))

    def ask(self, session: TerminalSession, question: str) -> None:
        del session
        self.write(question)


class JsonOutput(SentenceOutput):
    """Objects, one a line."""

    def say(self, *sentences: str) -> None:
        for sentence in sentences:
            self.write(json.dumps({"say": sentence}))

    def tell(self, session: TerminalSession, events: Iterable[Event]) -> None:
        del session
        for happened in events:
            self.write(json.dumps(format_event(happened)))

    def ask(self, session: TerminalSession, question: str) -> None:
        asked = session.asked
        options: list[Json] = [option._asdict() for option in asked.options] if asked else []
        self.write(json.dumps({"ask": question, "options": options}))


def write_line(text: str) -> None:
    """Whole lines, at once: who reads them may be waiting to answer."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def read_line() -> str | None:
    """The next answer; None when there is no more."""
    line = sys.stdin.readline() if sys.stdin else ""
    return line.rstrip("\n") if line else None
