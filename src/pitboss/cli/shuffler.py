"""`pitboss shuffler test`: statistical evidence that the generator and the shuffle are fair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.option import AsJson, complete_game, read_number
from pitboss.cli.screen import say_sheet, working
from pitboss.rules import load_game

if TYPE_CHECKING:
    from pitboss.table.randomness import Randomness

FAILED = 1

Shuffles = Annotated[str, typer.Option(metavar="N", help="How many shuffles to test, 1,000 to 1,000,000.")]
OfGame = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="GAME",
        help="Test the device that this game is dealt from, instead of a bare deck.",
        autocompletion=complete_game,
    ),
]
TrainingSeed = Annotated[
    str | None,
    typer.Option("--seed", metavar="N", help="Test the training generator with this seed instead."),
]


def shuffler(context: typer.Context) -> None:
    """Test the shuffler's randomness."""
    if context.invoked_subcommand is None:
        print(context.get_help())


def examine_shuffler(
    shuffles: Shuffles = "50000", game: OfGame = None, seed: TrainingSeed = None, json: AsJson = False
) -> None:
    """Test the generator and its shuffles at 99%.

    Ten tests over a fresh stream of shuffles: bits, runs, scaled numbers, serial correlation, cards by
    position, orders, repetition. With --game the cards come out of that game's own shuffler or shoe,
    sealed and packet by packet. The exit status is 1 if they fail, judged together.
    """
    count = read_number("--shuffles", shuffles)
    dealt = load_game(game) if game is not None else None
    with working("Shuffling") as progress:
        from pitboss.house.evidence import examine
        from pitboss.house.sample import gather
        from pitboss.reports.evidence_sheet import evidence_data, evidence_page

        evidence = examine(gather(make_randomness(seed), count, game=dealt, progress=progress))
    say_sheet(evidence_data, evidence_page, evidence, json=json)
    if not evidence.holds:
        raise typer.Exit(FAILED)


def make_randomness(seed: str | None) -> Randomness:
    from pitboss.house.entropy import SystemRandomness
    from pitboss.table.randomness import SeededRandomness

    return SystemRandomness() if seed is None else SeededRandomness(read_number("--seed", seed))
