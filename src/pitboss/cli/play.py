"""`pitboss play`: a seat at a table, in the terminal."""

import sys
from datetime import date
from typing import Annotated

import typer

from pitboss.base.error import InputError
from pitboss.base.money import MICROS, format_dollars, parse_dollars
from pitboss.cli.option import (
    GameName,
    Offer,
    Paytables,
    Settings,
    check_length,
    choose_game,
    read_closed,
    read_day,
    read_number,
    word,
)
from pitboss.cli.screen import can_draw
from pitboss.rules import Game

MOST_PLAYERS = 7
MOST_CHIPS = 10_000_000 * MICROS

Players = Annotated[str, word("Players at the table with you, 1 to 7; the others play by themselves.", "N")]
Bankroll = Annotated[str, word("Chips to buy at the beginning.", "$")]
TableSeed = Annotated[
    str | None,
    word(
        "A training table: the same seed deals the same rounds. Default: a live table.", "N", "--random-seed"
    ),
]
Plainly = Annotated[
    bool, word("Sentences line by line, for a pipe or a screen reader; no full screen.", None, "--plain")
]
AsEvents = Annotated[
    bool, word("Every event as JSON, one object a line; answers as with --plain.", None, "--json")
]
Day = Annotated[
    str | None, word("The day whose limits are in force. Default: today.", "YYYY-MM-DD", "--date")
]


def play(
    game: GameName,
    paytable: Paytables = None,
    setting: Settings = None,
    offer: Offer = None,
    players: Players = "1",
    bankroll: Bankroll = "$500",
    random_seed: TableSeed = None,
    plain: Plainly = False,
    day: Day = None,
    json: AsEvents = False,
) -> None:
    """Play a game at a table in the terminal.

    Full screen, by keyboard; '?' shows the keys and the rules. In a pipe, or with --plain, the table
    speaks in sentences and reads one answer a line; with --json it prints every event.
    """
    chosen = choose_game(game, setting, paytable)
    from pitboss.cli.terminal.session import open_session

    session = open_session(
        chosen,
        day=day_of(day),
        seed=None if random_seed is None else read_number("--random-seed", random_seed),
        others=read_players(players, chosen) - 1,
        closed=read_closed(chosen, offer),
    )
    chips = read_bankroll(bankroll)
    if json or plain or not is_full_screen():
        from pitboss.cli.terminal.plain import play_in_lines

        play_in_lines(session, chips, as_json=json)
        return
    from pitboss.cli.terminal.app import play_on_screen

    raise typer.Exit(play_on_screen(session, chips))


def is_full_screen() -> bool:
    """Whether somebody sits at a terminal that can be drawn on."""
    return sys.stdin is not None and sys.stdin.isatty() and can_draw()


def read_players(text: str, game: Game) -> int:
    players = read_number("--players", text)
    if players > (game.most_seats or players):
        raise InputError(f"--players: the cards of {game.name} serve {game.most_seats} seats, not {players}")
    if not 1 <= players <= MOST_PLAYERS:
        raise InputError(f"--players: 1 to {MOST_PLAYERS} sit at the table, you among them, not {players}")
    return players


def read_bankroll(text: str) -> int:
    check_length(text)
    try:
        micros = parse_dollars(text)
    except InputError as problem:
        raise InputError(f"--bankroll: {problem}") from problem
    if micros > MOST_CHIPS:
        raise InputError(f"--bankroll: a table sells at most {format_dollars(MOST_CHIPS)} in chips")
    return micros


def day_of(text: str | None) -> date:
    return read_day("--date", text) or date.today()
