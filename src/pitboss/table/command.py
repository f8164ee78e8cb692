"""What people ask of a table. A command is one frozen noun; the table answers with events or refuses.

Dealer and floor press buttons twice: `Proceed` says which point of the evening it is meant for and
`Decide` which question it answers, so that a second press finds the table elsewhere and is refused.
`PlaceWager` says how much lies on the spot afterwards, so that a second press changes nothing.

What comes over a wire comes in a `Message`, with an id that its sender made up and the round that the
sender saw: sent twice it is done once, and a press of the last round cannot act in the next.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TakeSeat:
    player: str
    seat: int


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    seat: int


@dataclass(frozen=True, slots=True)
class BuyIn:
    player: str
    micros: int


@dataclass(frozen=True, slots=True)
class CashOut:
    player: str


@dataclass(frozen=True, slots=True)
class OpenBets:
    """The dealer opens the bets; the shuffle is sealed before."""


@dataclass(frozen=True, slots=True)
class PlaceWager:
    """So much lies on the spot from now on."""

    seat: int
    wager: str
    stake_micros: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    seat: int
    wager: str


@dataclass(frozen=True, slots=True)
class PlaceToke:
    """So much lies for the dealer beside the wager from now on."""

    seat: int
    wager: str
    stake_micros: int


@dataclass(frozen=True, slots=True)
class AskForCards:
    """The player has placed his bets and wants cards; who deals knows it from now on."""

    player: str


@dataclass(frozen=True, slots=True)
class CallNoMoreBets:
    """The dealer closes the bets."""


@dataclass(frozen=True, slots=True)
class Proceed:
    """The dealer does what comes next; `point` is the table's count of such things in this round."""

    point: int


@dataclass(frozen=True, slots=True)
class SetColumn:
    """The dealer sets the column for n hands, the dealer's included, where no device shows it."""

    hands: int


@dataclass(frozen=True, slots=True)
class Decide:
    seat: int
    question: str
    option: str


@dataclass(frozen=True, slots=True)
class Irregularity:
    """Something that the procedure does not foresee: who says so, and why."""

    by: str
    why: str


@dataclass(frozen=True, slots=True)
class ReportWrongCount(Irregularity):
    """A hand has the wrong number of cards: every hand is void."""

    hand: str
    count: int


@dataclass(frozen=True, slots=True)
class ExposeCard(Irregularity):
    """A card was seen that should not have been; the floor decides how to go on."""

    hand: str
    place: int


@dataclass(frozen=True, slots=True)
class PlayOn(Irregularity):
    """The floor lets the round go on."""


@dataclass(frozen=True, slots=True)
class VoidRound(Irregularity):
    """The round does not count: every wager goes back."""


@dataclass(frozen=True, slots=True)
class CloseRound(Irregularity):
    """The floor ends a settled round on which the table and its keypad cannot be brought to agree."""


@dataclass(frozen=True, slots=True)
class ReportFault(Irregularity):
    """The shuffler does not work."""


@dataclass(frozen=True, slots=True)
class SwapShuffler(Irregularity):
    """The backup takes the place of the shuffler."""


@dataclass(frozen=True, slots=True)
class CureShuffler(Irregularity):
    """The shuffler works again: a round goes on where it was, unless a packet was wrong."""


@dataclass(frozen=True, slots=True)
class BringBackup(Irregularity):
    """Another shuffler is put by: the one that stood by has taken over, or failed as well."""


Command = (
    TakeSeat
    | LeaveSeat
    | BuyIn
    | CashOut
    | OpenBets
    | PlaceWager
    | TakeBack
    | PlaceToke
    | AskForCards
    | CallNoMoreBets
    | Proceed
    | SetColumn
    | Decide
    | ReportWrongCount
    | ExposeCard
    | PlayOn
    | CloseRound
    | VoidRound
    | ReportFault
    | SwapShuffler
    | CureShuffler
    | BringBackup
)

ANY_ROUND = (TakeSeat, LeaveSeat, BuyIn, CashOut)
"""Commands that mean the same whatever round is going on."""


@dataclass(frozen=True, slots=True)
class Message:
    """A command on its way to the table."""

    id: str
    round: int
    """The round that the sender saw: the table's last one while none is going on."""
    command: Command
