"""The fingerprint of a game: one number for its rules, its data and what the house has chosen of them.

It is the SHA-256 of a canonical text of the whole definition: every field of the game, the source of its
rules, paytables and settings in force. So what is shown is what is run, and whatever changes is another
game to those who approve it. Where a definition stands in a file, and what a reader was warned of, is no
part of it.
"""

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from hashlib import sha256
from types import ModuleType

from pitboss.base.error import InputError
from pitboss.cards import Ranking
from pitboss.rules.cue import Cue
from pitboss.rules.game import Game, Wager
from pitboss.rules.paytable import Paytable, Shape

Canonical = str | int | None | list["Canonical"] | dict[str, "Canonical"]
ELSEWHERE: Mapping[type, frozenset[str]] = {
    Paytable: frozenset({"where", "warnings"}),
    Game: frozenset({"group", "offer", "status"}),
}
"""Fields that say something about the file, the shelf, a table or our engines and not about the game."""
ADDED: Mapping[type, frozenset[str]] = {
    Game: frozenset({"alike", "left_open", "most_seats", "stakes"}),
    Wager: frozenset({"paid", "waits"}),
    Cue: frozenset({"again", "sets", "unless"}),
    Shape: frozenset({"best_paid"}),
}
"""Fields that came later: they count where a game states them, so that the others are what they were."""


def fingerprint(game: Game) -> str:
    """In hexadecimal; equal for two games only if nothing in them differs."""
    definition = {"game": canonical(game), "rules": source_of(game.procedure)}
    return sha256(json.dumps(definition, sort_keys=True).encode()).hexdigest()


def canonical(value: object) -> Canonical:
    """The value as JSON in one way only; kinds that nobody has thought of are refused, not guessed."""
    match value:
        case Enum():
            return canonical(value.value)
        case bool() | float():
            return repr(value)
        case None | str() | int():
            return value
        case Fraction():
            return f"{value.numerator}/{value.denominator}"
        case Ranking():
            return [value.name, value.size, *value.atom_names]
        case Mapping():
            return [[canonical(key), canonical(one)] for key, one in value.items()]
        case tuple() | list():
            return [canonical(one) for one in value]
        case set() | frozenset():
            return sorted((canonical(one) for one in value), key=json.dumps)
    if is_dataclass(value) and not isinstance(value, type):
        hidden, added = (where.get(type(value), frozenset()) for where in (ELSEWHERE, ADDED))
        return {
            one.name: canonical(getattr(value, one.name))
            for one in fields(value)
            if one.name not in hidden and (one.name not in added or getattr(value, one.name))
        }
    if inspect.isfunction(value):
        return f"{value.__module__}.{value.__qualname__}"
    raise InputError(f"a game cannot have a {type(value).__name__} in its definition: {value!r}")


def source_of(procedure: Callable[..., object]) -> str:
    """The text of the module that the rules stand in."""
    module = inspect.getmodule(procedure)
    if module is None:
        raise InputError(f"the rules of {procedure!r} have no text to take a fingerprint of")
    return text_of(module)


@cache
def text_of(module: ModuleType) -> str:
    """Read once, from the file that was imported: what is written there later does not run."""
    try:
        return inspect.getsource(module)
    except OSError as problem:
        raise InputError(f"the text of {module.__name__} cannot be read: {problem}") from problem
