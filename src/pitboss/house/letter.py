"""The commission's letters of approval as data: which games they name, and the rules those are bound to."""

import tomllib
from dataclasses import dataclass
from datetime import date
from functools import cache
from importlib.resources import files

from pitboss.rules import game_ids


@dataclass(frozen=True)
class ApprovedGame:
    number: int
    """In the letter's list."""
    name: str
    in_catalogue: str = ""
    """The game of the catalogue that deals it; empty where none does."""
    as_what: str = ""
    """What of that game it is, where it is a wager or a variant."""


@dataclass(frozen=True)
class Letter:
    day: date
    about: str
    rules: str
    rules_days: tuple[date, ...]
    """When the rules were handed in; empty where the letter does not say."""
    games: tuple[ApprovedGame, ...]
    note: str = ""


@cache
def letters() -> tuple[Letter, ...]:
    """All of them, the latest last."""
    data = tomllib.loads((files("pitboss.house") / "letters.toml").read_text("utf-8"))
    return tuple(
        Letter(
            one["day"],
            one["about"],
            one["rules"],
            tuple(one["rules_days"]),
            tuple(
                ApprovedGame(game["number"], game["name"], game.get("in_catalogue", ""), game.get("as", ""))
                for game in one["game"]
            ),
            one.get("note", ""),
        )
        for one in data["letter"]
    )


def letter_of(game: str) -> Letter | None:
    """The latest letter that names a game of the catalogue."""
    found = [one for one in letters() if any(listed.in_catalogue == game for listed in one.games)]
    return found[-1] if found else None


def usual_rules(game: str) -> tuple[str, tuple[str, ...]]:
    """The rules of play that the latest letter binds a game to, and the days they were handed in."""
    letter = letter_of(game)
    if letter is None:
        return "", ()
    return f"{letter.rules}, letter of {letter.day}", tuple(day.isoformat() for day in letter.rules_days)


def find_strays() -> tuple[str, ...]:
    """Games that a letter is said to name and the catalogue does not have."""
    named = {game.in_catalogue for letter in letters() for game in letter.games if game.in_catalogue}
    return tuple(sorted(named - set(game_ids())))
