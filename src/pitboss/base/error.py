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
    """The error for a name nobody knows, with the nearest known one."""
    names = list(known)
    spelled = {spell(candidate): candidate for candidate in names for spell in (fold_name, plain_name)}
    near = difflib.get_close_matches(fold_name(name), spelled, n=1, cutoff=0.4)
    if near:
        return InputError(f"unknown {kind} {name!r}; did you mean {spelled[near[0]]!r}?")
    return InputError(f"unknown {kind} {name!r}; known: {', '.join(names)}")


def fold_name(name: str) -> str:
    """One spelling for names that differ only by case, spaces, dashes or number words."""
    return "_".join(NUMBER_WORDS.get(word, word) for word in words_of(name))


def plain_name(name: str) -> str:
    """The same with its number words: a slip in one is nearer to the word than to the number."""
    return "_".join(words_of(name))


def words_of(name: str) -> list[str]:
    return name.lower().replace("-", " ").replace("_", " ").split()


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
