"""Commands and events as plain data: for a wire, a log, a program that reads along.

A command is named by its class in small letters, `place_wager`; its values are texts and numbers. An event
is named in the same way; cards are `Qh`, hidden ones `??`, money is micro-dollars. `parse_command` is the
door for commands from outside: it refuses whatever is missing, too much or of another kind, and says what
was expected.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from enum import Enum
from functools import cache
from typing import Any, get_args

from pitboss.base.error import InputError, find_name
from pitboss.base.odds import Pay
from pitboss.cards import Card
from pitboss.rules import Blank
from pitboss.table.command import Command
from pitboss.table.cueing import Call
from pitboss.table.event import Event
from pitboss.table.proof import RoundProof, format_proof
from pitboss.table.seal import Opening

Json = str | int | float | bool | None | Sequence["Json"] | Mapping[str, "Json"]
LONGEST_TEXT = 500
LARGEST_NUMBER = 10**15
KINDS = {str: "a text", int: "a whole number"}


def wire_name(kind: type) -> str:
    return in_small_letters(kind.__name__)


@cache
def in_small_letters(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


COMMANDS: Mapping[str, type[Command]] = {wire_name(kind): kind for kind in get_args(Command)}
FIELDS = {kind: {part.name: part.type for part in fields(kind)} for kind in COMMANDS.values()}


# -- commands --------------------------------------------------------------------------------------


def format_command(asked: Command) -> dict[str, Json]:
    kind = type(asked)
    return {"command": wire_name(kind), **{name: getattr(asked, name) for name in FIELDS[kind]}}


def parse_command(data: Mapping[str, object]) -> Command:
    name = data.get("command")
    if not isinstance(name, str):
        raise InputError("a command has its name under 'command'")
    kind = COMMANDS[find_name("command", name, COMMANDS)]
    wanted = FIELDS[kind]
    for extra in data.keys() - wanted.keys() - {"command"}:
        raise InputError(f"{name} has no {extra!r}; it has {', '.join(wanted) or 'nothing'}")
    return kind(**{part: read_value(data, part, type_, name) for part, type_ in wanted.items()})


def read_value(data: Mapping[str, object], part: str, type_: object, name: str) -> Any:
    wanted = int if type_ is int else str
    if part not in data:
        raise InputError(f"{name} needs {part!r}, {KINDS[wanted]}")
    value = data[part]
    if not isinstance(value, wanted) or isinstance(value, bool):
        raise InputError(f"{name}: {part!r} is {KINDS[wanted]}, not {str(value)[:40]!r}")
    if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
        raise InputError(f"{name}: {part!r} is larger than anything on a table")
    if isinstance(value, str) and not (len(value) <= LONGEST_TEXT and value.isprintable()):
        raise InputError(f"{name}: {part!r} is at most {LONGEST_TEXT} printable characters")
    return value


# -- in words --------------------------------------------------------------------------------------

BETWEEN = "|"
ESCAPES = {"%": "%25", BETWEEN: "%7C"}


def format_words(asked: Command) -> str:
    """The command as one short text: `place_wager|3|ante|5000000`."""
    values = (getattr(asked, name) for name in FIELDS[type(asked)])
    return join_words(wire_name(type(asked)), *values)


def parse_words(text: str) -> Command:
    name, *values = split_words(text)
    kind = COMMANDS[name]
    types = FIELDS[kind].values()
    made: Callable[..., Command] = kind
    return made(*(int(value) if type_ is int else value for value, type_ in zip(values, types, strict=True)))


def join_words(*words: str | int) -> str:
    return BETWEEN.join(str(word).translate(ESCAPED) for word in words)


def split_words(text: str) -> list[str]:
    return [word.replace("%7C", BETWEEN).replace("%25", "%") for word in text.split(BETWEEN)]


ESCAPED = str.maketrans(ESCAPES)

# -- events ----------------------------------------------------------------------------------------


def format_event(happened: Event) -> dict[str, Json]:
    return {part: as_json(value) for part, value in event_parts(happened).items()}


def event_parts(happened: Event) -> dict[str, object]:
    """The name of the event and its values as they are."""
    kind: type = type(happened)
    return {"event": wire_name(kind), **{part: getattr(happened, part) for part in parts_of(kind)}}


@cache
def parts_of(kind: type) -> tuple[str, ...]:
    return tuple(getattr(kind, "__dataclass_fields__", ()))


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
        case Opening():
            return value.as_data()  # type: ignore[return-value]
        case tuple():
            return [as_json(part) for part in value]
        case _:
            raise AssertionError(f"no form on a wire for {value!r}")
