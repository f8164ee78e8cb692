"""What was asked, in a few letters: its entry keeps them, so that an id used again is told from a copy.

A copy of a request has the same kind, people and facts. Hashes of secrets are left out, for one PIN hashes
differently each time; so are facts at their default, so that one which is added later changes no digest.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import Field, fields
from hashlib import sha256
from typing import Any

import orjson

from pitboss.jackpot import player_request
from pitboss.jackpot.request import Request
from pitboss.ledger import codec
from pitboss.ledger.entry import Draft
from pitboss.ledger.vouching import Vouched

LENGTH = 16
LEFT_OUT = frozenset({"id", "by", "pin_hash", "card_hash"})
PLAIN = frozenset({str, int, bool})


assert player_request  # its requests are among those that there are
FACTS: Mapping[type[Request], tuple[tuple[str, object], ...]] = {
    kind: tuple(sorted((one.name, one.default) for one in fields(kind) if one.name not in LEFT_OUT))
    for kind in Request.__subclasses__()
}
"""The names of a request's facts in their order, with their defaults."""


def digest(asked: Request) -> str:
    kind = type(asked)
    facts = {name: value for name, default in FACTS[kind] if (value := getattr(asked, name)) != default}
    return f"{kind.__name__} {sha256(write(asked.by, facts)).hexdigest()[:LENGTH]}"


def write(by: tuple[str, ...], facts: dict[str, object]) -> bytes:
    """JSON in ASCII with its names in order; what only the slow way writes so is written the slow way."""
    if all(map(is_plain, facts.values())):
        with suppress(TypeError):  # a number that is too large
            quick = orjson.dumps([by, facts], option=orjson.OPT_NON_STR_KEYS)
            if quick.isascii() and b"\x7f" not in quick:
                return quick
    return ENCODER.encode([by, facts]).encode()


def is_plain(value: object) -> bool:
    """Text, a number or stakes by seat, the seats in their order."""
    if type(value) is not dict:
        return type(value) in PLAIN
    seats = list(value)
    return {*map(type, seats), *map(type, value.values())} == {int} and seats == sorted(seats)


def plain(value: Any) -> dict[str, object]:
    """What has come to a value later and says nothing new is left out there too."""
    if isinstance(value, Mapping):
        return dict(value)
    said = {one.name: getattr(value, one.name) for one in fields(value)}
    unsaid = {one.name for one in fields(value) if is_left_out(one) and said[one.name] == one.default}
    return {name: one for name, one in said.items() if name not in unsaid}


def is_left_out(one: Field[Any]) -> bool:
    return one.metadata == codec.LEFT_OUT


ENCODER = json.JSONEncoder(separators=(",", ":"), sort_keys=True, default=plain)


def is_copy(draft: Draft, asked: Request) -> bool:
    """Whether the entry was made by this request; of an old entry that is all that can be said."""
    return draft.asked in ("", digest(asked)) and not isinstance(draft.fact, Vouched)


def is_alike(draft: Draft, asked: Request) -> bool:
    """Whether the entry was made by a request of the same kind, whatever it said."""
    return draft.asked.startswith(f"{type(asked).__name__} ")
