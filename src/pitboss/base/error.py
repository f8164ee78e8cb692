"""Errors that a person reads: one line that says what is wrong and what to do."""

import difflib
from collections.abc import Callable, Iterable


class PitbossError(Exception):
    """Anything Pitboss refuses, with a message for the person who asked."""

    def spelled(self, spell: Callable[[str], str]) -> str:
        """The message; where it names a parameter, as `spell` writes it."""
        return str(self)


class InputError(PitbossError):
    """The words, numbers or cards that came in cannot be used."""


class Parameter(str):
    """The name of something that can be asked for: `line`, `player-edge`."""

    __slots__ = ()


class ParameterError(InputError):
    """A refusal that names parameters: a command spells them as options, a page as fields of a form."""

    def __init__(self, *parts: str) -> None:
        self.parts = parts
        super().__init__("".join(parts))

    def spelled(self, spell: Callable[[str], str]) -> str:
        return "".join(spell(part) if isinstance(part, Parameter) else part for part in self.parts)


class PlanError(PitbossError):
    """An engine cannot plan this game; another witness must answer."""


def unknown(kind: str, name: str, known: Iterable[str]) -> InputError:
    """The error for a name nobody knows, with the nearest known one; of two, the one spelled alike."""
    names = list(known)

    def likeness(candidate: str) -> tuple[float, float]:
        return alike(fold_name(name), fold_name(candidate)), alike(name.lower(), candidate.lower())

    near = max(names, key=likeness, default="")
    if near and likeness(near)[0] >= LEAST_ALIKE:
        return InputError(f"unknown {kind} {name!r}; did you mean {near!r}?")
    return InputError(f"unknown {kind} {name!r}; known: {', '.join(names)}")


LEAST_ALIKE = 0.4


def alike(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one, other).ratio()


def fold_name(name: str) -> str:
    """One spelling for names that differ only by case, spaces, dashes or number words."""
    words = name.lower().replace("-", " ").replace("_", " ").split()
    return "_".join(NUMBER_WORDS.get(word, word) for word in words)


NUMBER_WORDS = {"three": "3", "five": "5", "six": "6"}


def find_name(kind: str, name: str, known: Iterable[str]) -> str:
    """The known name that `name` spells, however it is cased or spaced."""
    names = list(known)
    if name in names:
        return name
    for candidate in names:
        if fold_name(candidate) == fold_name(name):
            return candidate
    raise unknown(kind, name, names)
