"""Whole rounds worked out by hand from a document, each with the steps that it proves (see `documents`)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import pytest
from stand import lines, open_stand, said, told


@dataclass(frozen=True)
class Case:
    """A round, what must be settled in it in which order, and what the dealer must say."""

    game: str
    script: str
    tells: str
    tables: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    house: Mapping[str, str | bool | int] = field(default_factory=dict)

    def check(self) -> None:
        stand = open_stand(self.game, *self.tables, **self.house)
        events = stand.play(self.script)
        assert told(events) == lines(self.tells)
        heard = iter(said(events))
        for words in self.says:
            assert words in heard, f"{words!r} was not said, or not in this order: {said(events)}"


def book(document: str, game: str) -> Callable[..., object]:
    """A maker of cases for a document: `case("dealing 4", "a fold loses", script, tells)`."""

    def case(
        rules: str, law: str, script: str, tells: str, *tables: str, says: tuple[str, ...] = (), **house
    ) -> object:
        made = Case(game, script, tells, tables, says, house)
        return pytest.param(made, id=f"{document} {rules}: {law}")

    return case
