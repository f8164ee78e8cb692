"""Everything that a live table of a room knows, as plain data: to say that two are alike.

Left out is what may differ between two that are alike: what is worked out again when it is asked for, what
belongs to the process (functions, generators, the tape), and the setup, which follows from the plan.
"""

from collections.abc import Generator
from enum import Enum
from typing import Any

from pitboss.house.room.hosted import Hosted
from pitboss.house.room.opening import open_hosted
from pitboss.house.room.room import Room

WORKED_OUT = {"kept", "judges", "judge", "envy_wagers", "tried", "answers"}
OF_THE_PROCESS = {"randomness", "tape", "setup", "game", "layout", "terms", "fitted", "prizes", "touched"}
PLAIN = (str, bytes, bytearray, int, float, bool, type(None), Enum)


def deep_state(hosted: Hosted) -> Any:
    return read(hosted.table, ()), read(hosted.live, (id(hosted.table),))


def read(value: Any, above: tuple[int, ...]) -> Any:
    if isinstance(value, PLAIN):
        return value
    if id(value) in above or callable(value) or isinstance(value, Generator):
        return "..."
    above = (*above, id(value))
    if isinstance(value, dict):
        return [(read(key, above), read(one, above)) for key, one in value.items()]
    if isinstance(value, set | frozenset):
        return sorted(repr(read(one, above)) for one in value)
    if isinstance(value, list | tuple):
        return [read(one, above) for one in value]
    known = getattr(value, "__dict__", None)
    if known is None:
        return repr(value)
    told = {name: read(one, above) for name, one in known.items() if name not in WORKED_OUT | OF_THE_PROCESS}
    return type(value).__name__, told


def check_as_in_book(room: Room, table: str = "T1") -> None:
    """The table in memory is the one that whoever reads the book finds."""
    assert deep_state(room.open(table)) == deep_state(open_hosted(room.house, room.plan(table)))
