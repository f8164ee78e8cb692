"""Plain mode for a program: every event, question and remark as one JSON object on a line.

An event is named as in `pitboss.table.event`, in small letters; its values are texts and numbers, cards as
`Qh` and `??`. The line of a round's end carries the proof that `pitboss verify-round` reads; that of a
shuffle which was opened is one itself.
"""

import json
from collections.abc import Callable, Iterable

from pitboss.cli.terminal.session import Session
from pitboss.reports.form import Json
from pitboss.table.event import Event
from pitboss.table.wire import format_event


class JsonVoice:
    def __init__(self, write: Callable[[str], None]) -> None:
        self.write = write

    def say(self, *sentences: str) -> None:
        for sentence in sentences:
            self.write(json.dumps({"say": sentence}))

    def tell(self, session: Session, events: Iterable[Event]) -> None:
        del session
        for happened in events:
            self.write(json.dumps(format_event(happened)))

    def ask(self, session: Session, question: str) -> None:
        asked = session.asked
        options: list[Json] = [option._asdict() for option in asked.options] if asked else []
        self.write(json.dumps({"ask": question, "options": options}))
