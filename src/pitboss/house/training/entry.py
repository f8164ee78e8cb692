"""Entries: what a trainee says that the dealer does next, read from words.

    7 ante 10        pays ten dollars beside the ante of seat 7
    play push        leaves its play alone; the seat stays until another is named
    5 pair plus take takes the pair plus of seat 5
    5 take           takes whatever comes next at seat 5, bet after bet

Several stand on one line with commas between them. A bet may be called by the beginning of its name or
by its initials.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from pitboss.base.error import InputError, fold_name
from pitboss.base.money import CENT, parse_dollars
from pitboss.house.training.payment import PaymentAction
from pitboss.rules import Game

LONGEST = 200
BETWEEN = re.compile(r";|(?<!\d),|,(?!\d{3}(?!\d))")
"""Entries are parted by a comma, unless it stands in a number such as 1,000."""


@dataclass(frozen=True)
class TypedEntry:
    seat: int
    bet: str
    """Empty for everything that comes next at the seat."""
    action: PaymentAction
    amount_micros: int = 0


def bets_of(game: Game) -> tuple[str, ...]:
    """The bets of a game as they are named in examples: those of the base game first."""
    return tuple(sorted(game.bets, key=lambda bet: bet not in game.deciding))


def name_bets(bets: tuple[str, ...]) -> tuple[str, str]:
    """Two bets of the game, for an example."""
    names = [bet.replace("_", " ") for bet in bets]
    return names[0], names[1 % len(names)]


def example(bets: tuple[str, ...]) -> str:
    one, other = name_bets(bets)
    return f"write the seat, the bet and what you do, as '7 {one} 10', '7 {other} push' or '7 take'"


def read_entries(text: str, bets: Iterable[str]) -> list[TypedEntry]:
    """The entries of a line; one that cannot be read spoils them all."""
    known = tuple(bets)
    if len(text) > LONGEST:
        raise InputError(f"that is too long a line; {example(known)}")
    entries: list[TypedEntry] = []
    for part in filter(None, map(str.split, BETWEEN.split(text))):
        entries.append(read_entry(part, entries[-1].seat if entries else 0, known))
    if not entries:
        raise InputError(example(known))
    return entries


def read_entry(words: list[str], seat: int, bets: tuple[str, ...]) -> TypedEntry:
    if len(words) > 1 and words[0].isascii() and words[0].isdecimal():
        seat, words = int(words[0]), words[1:]
    if not seat:
        raise InputError(f"no seat is named; {example(bets)}")
    action, amount = read_action(words[-1], bets)
    bet = find_bet(" ".join(words[:-1]), bets) if len(words) > 1 else ""
    if action is PaymentAction.PAY and not bet:
        raise InputError(f"which bet of seat {seat} is paid? {example(bets)}")
    return TypedEntry(seat, bet, action, amount)


def read_action(word: str, bets: tuple[str, ...]) -> tuple[PaymentAction, int]:
    for action in (PaymentAction.TAKE, PaymentAction.PUSH):
        if action.value.startswith(word.lower()):
            return action, 0
    try:
        amount = parse_dollars(word)
    except InputError:
        raise InputError(f"{word!r} is no amount, nor take or push; {example(bets)}") from None
    if amount % CENT:
        raise InputError(f"chips are whole cents, not {word!r}")
    return PaymentAction.PAY, amount


def find_bet(text: str, bets: tuple[str, ...]) -> str:
    """A bet by its name, its beginning or its initials."""
    wanted = fold_name(text)
    folded = {fold_name(bet): bet for bet in bets}
    if wanted in folded:
        return folded[wanted]
    found = {bet for name, bet in folded.items() if name.startswith(wanted) or initials(name) == wanted}
    if len(found) == 1:
        return found.pop()
    names = [bet.replace("_", " ") for bet in bets if bet in (found or bets)]
    raise InputError(f"{text!r} is {'more than one bet' if found else 'no bet'} here: {', '.join(names)}")


def initials(name: str) -> str:
    return "".join(word[0] for word in name.split("_"))
