"""What one act at a table asks: a row of commands, with who asks; and the same in words, for the book.

A row has one id, made up by whoever sent it: sent twice it is done once. The dealer's steps that follow one
another are written as one: `proceed|17..28`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from pitboss.jackpot.controller.dialect import Button, Press
from pitboss.table.command import Command, Proceed
from pitboss.table.wire import format_words, join_words, parse_words, split_words

PLAYER, HOUSE, KEY, STEPS = "player ", "the house", "key", "proceed"
RANGE = ".."

Asked = Command | Press


class Actor(NamedTuple):
    """Who acts: somebody of the staff with a role, a player, or the house by itself."""

    name: str
    role: str = ""
    is_player: bool = False

    @property
    def signature(self) -> str:
        """How the book names him: nobody of the staff is called so if he is a player."""
        return f"{PLAYER}{self.name}" if self.is_player else self.name

    @classmethod
    def signed(cls, signature: str, role: str) -> "Actor":
        is_player = not role and signature.startswith(PLAYER)
        return cls(signature.removeprefix(PLAYER) if is_player else signature, role, is_player)


THE_HOUSE = Actor(HOUSE)


@dataclass(frozen=True)
class Row:
    commands: tuple[Asked, ...]
    round: int
    """The round that the sender saw: the table's last one while none is going on."""
    id: str = ""
    """Empty for what the house does by itself."""
    digest: str = ""
    """What was asked, in a few letters: an id used again is told from a copy."""
    deals_on: bool = False
    """Nobody stands behind the table: the dealer's next steps belong to the act, until somebody else acts."""


def format_row(commands: Sequence[Asked]) -> tuple[str, ...]:
    words: list[str] = []
    for is_step, group in groupby(commands, lambda one: isinstance(one, Proceed)):
        if is_step:
            points = [one.point for one in group if isinstance(one, Proceed)]
            assert points == list(range(points[0], points[-1] + 1)), "the dealer's steps follow one another"
            words.append(join_words(STEPS, f"{points[0]}{RANGE}{points[-1]}"))
        else:
            words += [format_press(one) if isinstance(one, Press) else format_words(one) for one in group]
    return tuple(words)


def format_press(pressed: Press) -> str:
    return join_words(KEY, pressed.button.value, pressed.seat, pressed.line)


def parse_row(words: Sequence[str], by: str) -> tuple[Asked, ...]:
    commands: list[Asked] = []
    for text in words:
        name, *values = split_words(text)
        if name == STEPS:
            first, _, last = values[0].partition(RANGE)
            commands += map(Proceed, range(int(first), int(last) + 1))
        elif name == KEY:
            button, seat, line = values
            commands.append(Press(Button(button), by, int(seat), line))
        else:
            commands.append(parse_words(text))
    return tuple(commands)
