"""What a player types in plain mode, read into what is meant; what cannot be read says what can."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.base.error import InputError
from pitboss.base.money import format_plain, parse_dollars
from pitboss.base.phrase import join_or
from pitboss.reports.wording import wager_label
from pitboss.rules import Game
from pitboss.table.glance import AskedView

ANYTIME = ("history", "pays", "rules", "buy", "quit", "help")
BETTING = ("deal", "rebet", "clear", *ANYTIME)
DECIDING = ("advice", "cards", *ANYTIME)
BUY = "buy"
SIGNS = ("-", "+", "\N{MINUS SIGN}", "\N{EN DASH}")
AMOUNT = re.compile(r"(?P<words>.*?)\s*(?P<amount>\$?\s*\d[\d,]*(?:\.\d+)?)?", re.DOTALL)


@dataclass(frozen=True)
class Wish:
    """A word that asks for something, with an amount if one was typed."""

    word: str
    micros: int | None = None


@dataclass(frozen=True)
class StakeAnswer:
    """So much on a wager."""

    wager: str
    micros: int


@dataclass(frozen=True)
class OptionAnswer:
    """An option of a decision."""

    option: str


def read_bet(game: Game, text: str) -> Wish | StakeAnswer:
    """'ante 5', 'pair plus $10', 'deal', 'buy 100'; an amount alone goes on the first wager."""
    words, micros = split_amount(text)
    if micros is None:
        return Wish(find_word(words, BETTING, "Say a wager and an amount"))
    wager = find_wager(game, words)
    return Wish(BUY, micros) if wager == BUY else StakeAnswer(wager, micros)


def read_choice(asked: AskedView, text: str) -> Wish | OptionAnswer:
    """An option by its name, the beginning of it or its key, or its word and an amount, as 'play 15'.

    Or something that can be asked at any time.
    """
    names = [option.name for option in asked.options]
    keys = {option.key: option.name for option in asked.options}
    if text.strip().lower() in keys:
        return OptionAnswer(keys[text.strip().lower()])
    found = match_names(text, names)
    if len(found) == 1:
        return OptionAnswer(found[0])
    words, micros = split_amount(text)
    if micros is not None and (meant := find_range(asked, words)):
        return OptionAnswer(f"{meant} ${format_plain(micros)}")
    if found or not words:
        raise InputError(f"Say {join_or(found or names)}.")
    return Wish(find_word(words, DECIDING, f"Say {join_or(names)}"), micros)


def find_range(asked: AskedView, words: str) -> str:
    """The word of an option whose amount is the player's to say, as 'play' of 'play 1x'; '' where none is."""
    ranges = [option.name.rpartition(" ")[0] for option in asked.options if option.most_micros]
    return next((word for word in ranges if words and word.startswith(words.lower())), "")


def split_amount(text: str) -> tuple[str, int | None]:
    match = AMOUNT.fullmatch(text.strip())
    assert match, "the pattern fits any text"
    if match["amount"] and match["words"].rstrip(" $").endswith(SIGNS):
        raise InputError("Say an amount without a sign: so much shall lie there, 0 for nothing.")
    return match["words"].strip(), parse_dollars(match["amount"]) if match["amount"] else None


def find_word(text: str, words: Sequence[str], advice: str) -> str:
    """A word or its beginning; a single letter means the first word that begins with it."""
    if text == "?":
        return "help"
    found = match_names(text, words)
    if not found or (len(found) > 1 and len(text) > 1):
        raise InputError(f"{advice}, or {join_or(found or words)}.")
    return found[0]


def find_wager(game: Game, text: str) -> str:
    """A wager by its id or the label of its spot, or the beginning of either; no name means the first."""
    if not text:
        return next(iter(game.wagers))
    names = {**{wager_label(game, wager): wager for wager in game.wagers}, BUY: BUY}
    found = {names.get(name, name) for name in match_names(text, (*names, *game.wagers))}
    if len(found) != 1:
        meant = [name for name, wager in names.items() if wager in found] or list(names)
        raise InputError(f"Say which: {join_or(meant)}, and an amount.")
    return found.pop()


def match_names(text: str, names: Sequence[str]) -> list[str]:
    """The names that a typed word can mean: the very name, else all that begin so, else all that hold it."""
    wanted = fold(text)
    if not wanted:
        return []
    exact = [name for name in names if fold(name) == wanted]
    begun = [name for name in names if fold(name).startswith(wanted)]
    return exact or begun or [name for name in names if wanted in fold(name).split()]


def fold(text: str) -> str:
    return " ".join(text.lower().replace("_", " ").replace("-", " ").split())
