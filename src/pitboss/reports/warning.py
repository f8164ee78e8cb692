"""Paytables that favour the player: found by analysing every one of them."""

from collections.abc import Callable, Iterator

from pitboss.analysis.analysis import Terms, analyze, player_edge
from pitboss.rules import Game


def edge_warnings(game: Game, *, progress: Callable[[str], None] | None = None) -> Iterator[str]:
    """One sentence for each paytable of the game on which the player has the edge."""
    for table in game.paytables.values():
        if progress:
            progress(f"{game.name}: {table.id}")
        players = table.hands - 1 if table.hands else 1
        warning = player_edge(analyze(game.with_paytable(table.id), table.wager, Terms(players=players)))
        if warning:
            yield warning
