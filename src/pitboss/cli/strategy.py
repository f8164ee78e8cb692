"""`pitboss strategy`: best play in words."""

from pitboss.base.error import InputError
from pitboss.cli.option import AsJson, GameName


def strategy(game: GameName, json: AsJson = False) -> None:
    """Best play of a game, in words."""
    raise InputError(f"no strategy in words for {game!r} yet")
