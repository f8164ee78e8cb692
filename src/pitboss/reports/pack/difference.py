"""Where two versions of a file differ, in a line that somebody can look up."""

import json
from collections.abc import Iterator

from pitboss.reports.form import Json

LONGEST = 60


def describe_difference(name: str, filed: bytes, made: bytes) -> str:
    """The first place: the value in JSON, the line in text, else the byte."""
    if name.endswith(".json"):
        return describe_json(filed, made)
    try:
        return describe_text(filed.decode(), made.decode())
    except UnicodeDecodeError:
        return describe_bytes(filed, made)


def describe_json(filed: bytes, made: bytes) -> str:
    try:
        old, new = json.loads(filed), json.loads(made)
        place, first, second = next(find_values(old, new), ("", "", ""))
    except (ValueError, RecursionError):
        return "it is no JSON any more"
    if not place:
        return "the same values are written in another way"
    return f"{place} is {first} in the pack and {second} by this program"


def find_values(old: Json, new: Json, place: str = "") -> Iterator[tuple[str, str, str]]:
    if isinstance(old, dict) and isinstance(new, dict) and list(old) == list(new):
        for key in old:
            yield from find_values(old[key], new[key], f"{place}.{key}" if place else str(key))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, (first, second) in enumerate(zip(old, new, strict=True)):
            yield from find_values(first, second, f"{place}[{number}]")
    elif type(old) is not type(new) or old != new:
        yield place or "the whole", short(json.dumps(old)), short(json.dumps(new))


def describe_text(filed: str, made: str) -> str:
    old, new = filed.splitlines(), made.splitlines()
    for number, (first, second) in enumerate(zip(old, new, strict=False), start=1):
        if first != second:
            return f"line {number} is {short(first)!r} in the pack and {short(second)!r} by this program"
    return f"it has {len(old)} lines in the pack and {len(new)} by this program"


def describe_bytes(filed: bytes, made: bytes) -> str:
    pairs = enumerate(zip(filed, made, strict=False))
    place = next((number for number, (old, new) in pairs if old != new), min(len(filed), len(made)))
    return f"byte {place:,} differs ({len(filed):,} bytes in the pack, {len(made):,} by this program)"


def short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
