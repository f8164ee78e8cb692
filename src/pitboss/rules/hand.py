"""Whose hand it is and what it is called. The name of a hand in a record is written and read here alone."""

import re
from functools import lru_cache
from typing import NamedTuple

OF_SEAT = re.compile(r"seat (\d+) (.+)", re.ASCII)


class Hand(NamedTuple):
    """A hand or pile of cards: of a seat, or of the house where the seat is 0."""

    seat: int
    name: str

    def __str__(self) -> str:
        return f"seat {self.seat} {self.name}" if self.seat else self.name

    def at(self, seat: int) -> str:
        """The name of the same hand of another seat; one of the house is everybody's."""
        return str(Hand(seat, self.name)) if self.seat else self.name


@lru_cache(maxsize=1 << 10)
def name_hand(seat: int, name: str) -> str:
    """The name that a record has for a hand of a seat."""
    return str(Hand(seat, name))


@lru_cache(maxsize=1 << 10)
def parse_hand(text: str) -> Hand:
    """The hand of a name that a record has: `seat 3 draw`, `dealer`."""
    match = OF_SEAT.fullmatch(text)
    return Hand(int(match[1]), match[2]) if match else Hand(0, text)
