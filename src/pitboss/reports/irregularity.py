"""What the procedure does not foresee, in words: on buttons of dealer and floor, and on the dealer's card."""

from collections.abc import Iterator, Mapping
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
    command.ReportWrongCount: ActWords(
        "Wrong count",
        "A hand has the wrong number of cards. The round is void: every wager goes back.",
        ("Counted again on the table", "Two cards stuck together"),
    ),
    command.ExposeCard: ActWords(
        "Exposed card",
        "Everybody has seen a card that should be hidden. The floor decides how to go on.",
        ("Flashed while it was dealt", "Turned over by mistake", "Fell off the table"),
    ),
    command.ReportFault: ActWords(
        "Shuffler fault",
        "The shuffler does not work. The table stops until the floor says that it is cured or swaps it.",
        ("Cards are jammed", "The red light is on", "The door is open"),
    ),
    command.PlayOn: ActWords(
        "Play on", "The round goes on as the cards lie.", ("The card changes nothing", "All players agree")
    ),
    command.CloseRound: ActWords(
        "Close the round",
        "The round ends though table and keypad differ. The book says who closed it and why.",
        ("The keypad cannot be made to agree",),
    ),
    command.VoidRound: ActWords(
        "Void the round",
        "The round does not count: every wager goes back and the cards are shuffled again.",
        ("Misdeal", "Exposed card", "Wrong count"),
    ),
    command.CureShuffler: ActWords(
        "Cured",
        "The shuffler works again. The round goes on where it was; after a wrong packet it is void.",
        ("The jam is cleared", "The door is closed", "It passed its test"),
    ),
    command.SwapShuffler: ActWords(
        "Swap the shuffler",
        "The backup takes over. Hands already dealt are void; wagers not dealt for stay.",
        ("The shuffler is out of order",),
    ),
    command.BringBackup: ActWords(
        "Bring a backup",
        "Another shuffler is put by the table, to take over when it must.",
        ("The backup is in use", "The backup failed too"),
    ),
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
