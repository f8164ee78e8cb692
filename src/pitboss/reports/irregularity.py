"""What the procedure does not foresee, in words: on buttons of dealer and floor, and on the dealer's card."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from pitboss.rules import Game
from pitboss.rules.irregularity import Exposed, Faulted, Irregularity, Miscounted
from pitboss.table import command
from pitboss.table.command import Command


class ActWords(NamedTuple):
    """A report or a decision as a button has it."""

    label: str
    means: str
    """What follows from it."""
    reasons: tuple[str, ...]
    """Usual ones, offered beside the field in which the reason is written."""


ACTS: Mapping[type[Command], ActWords] = {
    getattr(command, name): ActWords(said["label"], said["means"], tuple(said["reasons"]))
    for name, said in tomllib.loads(Path(__file__).with_name("irregularity.toml").read_text("utf-8")).items()
}
"""By the command: what a dealer reports, and what the floor does about it."""


# -- on the dealer's card --------------------------------------------------------------------------


class Handling(NamedTuple):
    what: str
    then: str


SHUFFLER_FAULT = Handling(
    "Shuffler fault",
    "Stop, follow the guide on its back. Cured: go on; after a wrong packet the round is void. Else swap: "
    "off, unplug, backup in, power and data, on, call service, resume; a dealt round is void, others stay.",
)
SHOE_FAULT = Handling(
    "Shoe or shuffler fault",
    "Stop. The backup takes over; a round that was being dealt is void, wagers without cards stay.",
)
REPORTED: Mapping[type[Irregularity], Handling] = {
    Miscounted: Handling("Wrong number of cards", "The round is void: all wagers go back, fresh shuffle."),
    Exposed: Handling("Exposed card", "Stop and call the floor, who plays on or voids the round."),
    Faulted: SHUFFLER_FAULT,
}
"""By what the dealer reports; the floor's answers (play on, void, swap, bring) stand in the words."""
DISPUTE = Handling("Dispute", "Leave cards and wagers where they are and call the supervisor.")
ON_METERS = (
    Handling("Meters out of reach", "Progressive wagers go back; the game goes on without them."),
    Handling("A meter has paid", "The round cannot be void any more: settle it to the end."),
)


def handlings(game: Game, *, has_meter: bool) -> Iterator[Handling]:
    for kind, handling in REPORTED.items():
        yield SHOE_FAULT if kind is Faulted and not game.packets else handling
    if has_meter:
        yield from ON_METERS
    yield DISPUTE
