"""`pitboss games` and `show`: what is in the catalogue, and everything that a game's definition says."""

from typing import Annotated

from pitboss.cli.option import AsJson, GameName, Settings, choose_game, word
from pitboss.cli.screen import say_json, say_page, say_sheet, working
from pitboss.reports.game_sheet import (
    catalogue_data,
    catalogue_page,
    falling_warnings,
    game_data,
    game_page,
    warning_block,
)
from pitboss.rules import Game, game_ids, load_game

Check = Annotated[
    bool,
    word(
        "Analyse every paytable and warn where the player has the edge. Takes seconds.",
        None,
        "--check/--no-check",
    ),
]


def show(game: GameName, setting: Settings = None, check: Check = False, json: AsJson = False) -> None:
    """Show the rules and paytables of a game.

    Also its wagers, settings and sources, and warnings: a better hand that pays less and, with
    --check, a paytable that favours the player.
    """
    chosen = choose_game(game, setting)
    if json:
        warnings = find_warnings(chosen, check=check)
        say_json(game_data(chosen) | {"warnings": list(warnings)})
    else:
        say_page(game_page(chosen))
        say_page(warning_block(find_warnings(chosen, check=check)), goes_on=True)


def find_warnings(game: Game, *, check: bool) -> list[str]:
    falling = list(falling_warnings(game))
    if not check:
        return falling
    with working("Looking for a player's edge") as progress:
        from pitboss.audit.finding import edge_warnings

        return falling + list(edge_warnings(game, progress=progress))


def games(json: AsJson = False) -> None:
    """List the games of the catalogue."""
    found = [load_game(name) for name in game_ids()]
    say_sheet(catalogue_data, catalogue_page, found, json=json)
