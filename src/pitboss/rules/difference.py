"""Two rounds side by side: the fields of their lines that are not the same."""

from itertools import zip_longest
from typing import NamedTuple

from pitboss.rules.notation import format_record, parse_record


class Difference(NamedTuple):
    """A field of the first line and what the second has in its place; empty where a line has ended."""

    field: int
    one: str
    other: str


def diff_lines(one: str, other: str) -> tuple[Difference, ...]:
    """What differs between two lines, field by field, however they are spaced."""
    fields = [format_record(*parse_record(line)).split(" | ")[:-1] for line in (one, other)]
    pairs = zip_longest(*fields, fillvalue="")
    return tuple(
        Difference(number, left, right)
        for number, (left, right) in enumerate(pairs, start=1)
        if left != right
    )
