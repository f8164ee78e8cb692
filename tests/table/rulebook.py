"""Approved documents as lists of rules, and the tests that prove each rule, so that a missing one shows.

A document's module has `RULES`, every numbered rule in a few words; `CASES`, whole rounds worked out by
hand from the document; tests marked with `proves`; and `ELSEWHERE`, rules that are not the table's business,
each with the reason.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import TypeVar

import pytest
from stand import lines, open_stand, said, told


@dataclass(frozen=True)
class Case:
    """A round, what must be settled in it in which order, and what the dealer must say."""

    game: str
    rules: tuple[str, ...]
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
        made = Case(game, tuple(lines(rules.replace(",", "\n"))), script, tells, tables, says, house)
        return pytest.param(made, id=f"{document} {rules}: {law}")

    return case


Test = TypeVar("Test", bound=Callable[..., None])


def proves(*rules: str) -> Callable[[Test], Test]:
    def mark(test: Test) -> Test:
        test.rules = rules  # type: ignore[attr-defined]
        return test

    return mark


def proved(module: ModuleType) -> set[str]:
    """Every rule that some test of the module proves."""
    found = {rule for case in module.CASES for rule in case.values[0].rules}
    for thing in vars(module).values():
        found |= set(getattr(thing, "rules", ())) if callable(thing) else set()
    return found


def check_complete(module: ModuleType) -> None:
    """Every rule of the document is proved here or said to be somebody else's; nothing else is claimed."""
    rules, elsewhere, found = set(module.RULES), set(module.ELSEWHERE), proved(module)
    assert not found - rules, "tests of rules that the document does not have"
    assert not elsewhere - rules
    assert not found & elsewhere, "proved after all"
    assert not rules - found - elsewhere, "rules without a test"
    assert all(module.RULES.values())
    assert all(module.ELSEWHERE.values())
