"""`pitboss games`: what is in the catalogue."""

from pitboss.cli.option import AsJson
from pitboss.cli.screen import say_json, say_page
from pitboss.reports.game_sheet import catalogue_data, catalogue_page
from pitboss.rules import game_ids, load_game


def games(json: AsJson = False) -> None:
    """List the games of the catalogue."""
    found = [load_game(name) for name in game_ids()]
    if json:
        say_json(catalogue_data(found))
    else:
        say_page(catalogue_page(found))
