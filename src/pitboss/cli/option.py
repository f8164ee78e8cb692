"""Arguments and options that several commands share, and how their words are read.

The reports are imported inside the functions: help and the catalogue must not wait for numpy.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from fractions import Fraction
from secrets import randbelow
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from pitboss.base.error import InputError, find_name
from pitboss.base.money import as_dollars, parse_dollars, parse_rate
from pitboss.rules import game_ids, load_game

if TYPE_CHECKING:
    from pitboss.audit.term import Asked
    from pitboss.rules import Game

LONGEST_NUMBER = 20
RANDOM_SEEDS = 2**32
SHORT_NUMBER = re.compile(r"(\d+(?:\.\d+)?)(?:([kmb]?)|e(\d{1,2}))", re.ASCII | re.IGNORECASE)
SCALE = {"": 1, "k": 10**3, "m": 10**6, "b": 10**9}

TRUE, FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")


def word(
    about: str, metavar: str | None = None, *names: str, complete: Callable[..., list[str]] | None = None
) -> Any:
    """An option: what is said of it, what its value is called, its names if it has others than its own."""
    return typer.Option(*names, metavar=metavar, help=about, autocompletion=complete)


def argument(about: str, metavar: str, *, complete: Callable[..., list[str]] | None = None) -> Any:
    return typer.Argument(metavar=metavar, help=about, autocompletion=complete)


def complete_game(incomplete: str) -> list[str]:
    return starting(incomplete, game_ids())


def complete_paytable(context: typer.Context, incomplete: str) -> list[str]:
    """Paytables and designators of the game that is on the line already."""
    game = game_on_line(context)
    return starting(incomplete, (*game.paytables, *game.designators)) if game else []


def complete_wager(context: typer.Context, incomplete: str) -> list[str]:
    game = game_on_line(context)
    return starting(incomplete, game.wagers) if game else []


def game_on_line(context: typer.Context) -> Game | None:
    """The game of a line that is not complete: what follows an option without its value is left unread."""
    for word in (context.params.get("game"), *context.args):
        try:
            if word:
                return load_game(word)
        except InputError:
            continue
    return None


def read_closed(game: Game, offer: list[str] | None) -> frozenset[str]:
    """The wagers that a table does without."""
    if not offer:
        return game.unoffered
    return frozenset(game.wagers) - {find_name("--offer", name, game.wagers) for name in offer}


def starting(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.lower().startswith(incomplete.lower())]


GameName = Annotated[str, argument("A game, by id or name.", "GAME", complete=complete_game)]
Offer = Annotated[
    list[str] | None,
    word(
        "A wager of the table; may be repeated. Default: all, or those that the game names for a table.",
        "WAGER",
        "--offer",
        complete=complete_wager,
    ),
]
Settings = Annotated[
    list[str] | None,
    word("A setting of the house, as 'tie_rule=dearest'; may be repeated.", "NAME=VALUE", "--setting"),
]
Paytables = Annotated[
    list[str] | None,
    word(
        "A paytable or designator to put in force; may be repeated. Default: the first.",
        "ID",
        "--paytable",
        complete=complete_paytable,
    ),
]
PaytableName = Annotated[
    str | None,
    word("A paytable or designator to put in force.", "ID", "--paytable", complete=complete_paytable),
]
Players = Annotated[
    str | None, word("Players at the table, for envy and for wagers on the highest hand. Default 1.", "N")
]
Meter = Annotated[
    list[str] | None,
    word("Where the meter stands now; 'Mega=50000' if there are several. Dollars for a $1 wager.", "$"),
]
MeterSeed = Annotated[
    list[str] | None, word("What the meter restarts at. Default: as printed, else $0.", "$", "--meter-seed")
]
Contribution = Annotated[
    list[str] | None,
    word("Share of each wager that feeds the meter. Default: as the printed figures imply, else 0%.", "%"),
]
Reserve = Annotated[list[str] | None, word("Share of each wager that feeds the next seed. Default 0%.", "%")]
AsCsv = Annotated[bool, word("Print CSV, an outcome or an error a row.", None, "--csv")]
AsJson = Annotated[bool, word("Print JSON; fractions as 'numerator/denominator'.", None, "--json", "-j")]

Since = Annotated[str | None, word("From this day on: 2024-06-14.", "DAY", "--since")]
Until = Annotated[str | None, word("Up to this day.", "DAY", "--until")]


def read_day(about: str, text: str | None) -> date | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError as problem:
        raise InputError(f"{about}: write a day as 2024-06-14, not {text[:LONGEST_NUMBER]!r}") from problem


def read_asked(
    *,
    players: str | None,
    meter: Sequence[str] | None,
    seed: Sequence[str] | None,
    contribution: Sequence[str] | None,
    reserve: Sequence[str] | None,
) -> Asked:
    from pitboss.audit.term import Asked

    return Asked(
        players=read_number("--players", players) if players is not None else None,
        meter=read_amounts("meter", meter, read_dollars),
        seed=read_amounts("meter-seed", seed, read_dollars),
        contribution=read_amounts("contribution", contribution, read_rate),
        reserve=read_amounts("reserve", reserve, read_rate),
    )


def read_number(about: str, text: str) -> int:
    """A whole number: '10,000,000', '10m', '1e7'."""
    digits = text.replace(",", "")
    if len(digits) > LONGEST_NUMBER:
        raise InputError(f"{about}: a number has at most {LONGEST_NUMBER} digits, not {len(digits)}")
    written = SHORT_NUMBER.fullmatch(digits)
    number = Fraction(written[1]) * SCALE[(written[2] or "").lower()] if written else Fraction(1, 2)
    if written and written[3]:
        number *= 10 ** int(written[3])
    if number.denominator != 1:
        raise InputError(f"{about}: write a whole number, not {text!r}")
    return int(number)


def read_random_seed(text: str | None) -> int:
    """As asked, or one that nobody knows."""
    return read_number("--random-seed", text) if text is not None else randbelow(RANDOM_SEEDS)


def read_amounts(
    about: str, texts: Sequence[str] | None, read: Callable[[str], Fraction]
) -> dict[str, Fraction]:
    """Amounts by the meter's name, '' where none is written."""
    amounts: dict[str, Fraction] = {}
    for text in texts or ():
        name, _, amount = text.rpartition("=")
        if name.strip() in amounts:
            raise InputError(f"--{about} is there twice{f' for {name.strip()}' if name.strip() else ''}")
        try:
            amounts[name.strip()] = read(amount)
        except InputError as problem:
            raise InputError(f"--{about}: {problem}") from problem
    return amounts


def read_dollars(text: str) -> Fraction:
    check_length(text)
    return as_dollars(parse_dollars(text))


def read_rate(text: str) -> Fraction:
    check_length(text)
    if not set(text) <= set("0123456789./% "):
        raise InputError(f"cannot read the rate {text!r}: write it as '15%' or '0.15'")
    return parse_rate(text)


def read_units(about: str, text: str | None) -> Fraction | None:
    """A number of wagers, which may be a decimal or below nothing: '-12.5'."""
    if text is None:
        return None
    check_length(text)
    digits = text.replace(",", "").removeprefix("-")
    if not (digits.isascii() and digits.replace(".", "", 1).isdecimal()):
        raise InputError(f"{about}: write a number such as 120 or -12.5, not {text!r}")
    return Fraction(text.replace(",", ""))


def check_length(text: str) -> None:
    if len(text) > LONGEST_NUMBER:
        raise InputError(f"a number has at most {LONGEST_NUMBER} characters, not {len(text)}")


def choose_game(name: str, settings: Sequence[str] | None, paytables: Sequence[str] | None = None) -> Game:
    """A game with the house's choices: settings as typed, paytables or designators by name."""
    game = apply_settings(load_game(name), settings)
    for table in paytables or ():
        game = game.with_paytable(table)
    return game


def apply_settings(game: Game, texts: Sequence[str] | None) -> Game:
    """The game with the house's choices as typed: 'name=value'."""
    given = set()
    for text in texts or ():
        name, sign, value = (part.strip() for part in text.partition("="))
        if not sign:
            raise InputError(f"--setting: write it as name=value, not {text!r}")
        found = find_name("setting", name, game.settings)
        if found in given:
            raise InputError(f"--setting: {found} is there twice; keep one of them")
        given.add(found)
        game = game.with_settings(**{found: read_value(value, game.settings[found].default)})
    return game


def read_value(text: str, default: str | bool | int) -> str | bool | int:
    """The value in the kind of the setting's default; what is not of that kind stays text and is refused."""
    if isinstance(default, bool):
        if text.lower() in (*TRUE, *FALSE):
            return text.lower() in TRUE
    elif isinstance(default, int) and text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER:
        return int(text)
    return text


STANDARD_INPUT = "-"


def read_lines(file: str) -> Iterator[tuple[int, str]]:
    """The lines with something on them, numbered as an editor does."""
    with open_text(file) as stream:
        try:
            for number, text in enumerate(stream, start=1):
                if text.strip():
                    yield number, text
        except UnicodeDecodeError as problem:
            raise InputError(f"{file!r} is not text in UTF-8") from problem


@contextmanager
def open_text(file: str) -> Iterator[TextIO]:
    if file == STANDARD_INPUT:
        yield sys.stdin
        return
    try:
        stream = open(file, encoding="utf-8")  # noqa: SIM115  closed below; only opening may be refused
    except (OSError, ValueError) as problem:
        raise InputError(
            f"cannot read {file!r}: {getattr(problem, 'strerror', None) or problem}"
        ) from problem
    with stream:
        yield stream
