"""Plain mode for a program: every event, question and remark as one JSON object on a line.

An event is named as in `pitboss.table.event`, in small letters; its values are texts and numbers, cards as
`Qh` and `??`. The line of a round's end carries the proof that `pitboss verify-round` reads.
"""

import json
import re
from collections.abc import Callable, Iterable
from enum import Enum

from pitboss.base.odds import Pay
from pitboss.cards import Card
from pitboss.cli.terminal.session import Session
from pitboss.reports.form import Json
from pitboss.rules import Blank
from pitboss.table.cueing import Call
from pitboss.table.event import Event
from pitboss.table.proof import RoundProof, format_proof


class JsonVoice:
    def __init__(self, write: Callable[[str], None]) -> None:
        self.write = write

    def say(self, *sentences: str) -> None:
        for sentence in sentences:
            self.write(json.dumps({"say": sentence}))

    def tell(self, session: Session, events: Iterable[Event]) -> None:
        del session
        for happened in events:
            self.write(json.dumps(event_data(happened)))

    def ask(self, session: Session, question: str) -> None:
        asked = session.asked
        options: list[Json] = [option._asdict() for option in asked.options] if asked else []
        self.write(json.dumps({"ask": question, "options": options}))


def event_data(happened: Event) -> dict[str, Json]:
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(happened).__name__).lower()
    parts: dict[str, object] = getattr(happened, "__dataclass_fields__", {})
    return {"event": name, **{part: as_json(getattr(happened, part)) for part in parts}}


def as_json(value: object) -> Json:
    match value:
        case None | bool() | int():
            return value
        case Enum():
            return str(value.value)
        case Card() | Blank() | Pay() | str():
            return str(value)
        case Call():
            return {"does": value.does, "says": value.says}
        case RoundProof():
            proof: Json = json.loads(format_proof(value))
            return proof
        case tuple():
            return [as_json(part) for part in value]
        case _:
            raise AssertionError(f"no form on a wire for {value!r}")
