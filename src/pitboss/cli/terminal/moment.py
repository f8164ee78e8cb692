"""Where a session is, and the rounds that it has behind it."""

from dataclasses import dataclass
from enum import Enum

from pitboss.table.event import BetSettled, EnvyPaid
from pitboss.table.felt import FeltView
from pitboss.table.proof import RoundProof


class Moment(Enum):
    """What the player can do now."""

    BETTING = "bets are open"
    DEALING = "the dealer or another seat acts"
    DECIDING = "the player is asked"
    RESULT = "the round is over"
    CLOSED = "the table cannot go on"


@dataclass(frozen=True)
class Past:
    """A round that is over, as the player remembers it."""

    round: int
    felt: FeltView
    settled: tuple[BetSettled, ...]
    envies: tuple[EnvyPaid, ...]
    net_micros: int
    commitment: str
    proof: RoundProof
    is_void: bool = False
