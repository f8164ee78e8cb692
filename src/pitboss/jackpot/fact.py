"""What the journal's entries about progressives say, a class for each kind: money, rounds, wins and records.

The names of the fields are those in the journal. Where one has a default, entries of the first versions go
without it; where it is marked with LEFT_OUT, it is still left out while there is nothing to say.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.jackpot.request import EnvyAward, TrayAward
from pitboss.jackpot.terms import Terms
from pitboss.jackpot.win import Lowered, Win, WinStatus
from pitboss.ledger.codec import LEFT_OUT
from pitboss.ledger.fact import Fact
from pitboss.ledger.transfer import Reason

# -- setting up ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TermsSet(Fact, kind="terms"):
    after: Terms
    before: Terms | None = field(default=None, metadata=LEFT_OUT)
    """None where the progressive is new."""


@dataclass(frozen=True)
class Switched(Fact, kind="switch"):
    """A progressive was opened for play or closed."""

    progressive: str
    open: bool
    stopped: str = ""
    """Why it must not be opened again by one person alone."""


# -- rounds ----------------------------------------------------------------------------------------


class Booked(NamedTuple):
    """What a round adds to one level, and the fractions it leaves to the next."""

    meter: int
    reserve: int
    over: int
    meter_rest: int
    reserve_rest: int


class Rests(NamedTuple):
    """The fractions that are owed to a level."""

    meter: int
    reserve: int


@dataclass(frozen=True)
class CoinIn(Fact, kind="coin in"):
    table: str
    round: int
    progressive: str
    stakes: Mapping[int, int]
    """By seat."""
    levels: Mapping[str, Booked]
    is_from_tray: bool = field(default=False, metadata=LEFT_OUT)
    """Of a live table: what the wagers feed comes out of its tray."""
    is_collected: bool = field(default=False, metadata=LEFT_OUT)
    """Of a live table: the wagers lie in the tray from now on."""


@dataclass(frozen=True)
class RoundVoided(Fact, kind="void"):
    table: str
    round: int
    why: str
    rests: Mapping[str, Rests] = field(default_factory=dict)
    """By level; entries of the first versions gave whole micro-dollars back and kept the fraction."""


@dataclass(frozen=True)
class GameOver(Fact, kind="game over"):
    table: str
    round: int
    progressive: str = field(default="", metadata=LEFT_OUT)
    """Said where the tray has paid something."""
    tray: tuple[TrayAward, ...] = field(default=(), metadata=LEFT_OUT)
    envy: tuple[EnvyAward, ...] = field(default=(), metadata=LEFT_OUT)


# -- wins ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WinPosted(Fact, kind="win posted"):
    win: Win
    shares: Mapping[str, int] = field(default_factory=dict, metadata=LEFT_OUT)
    """Where winners share: what each of them has now, by the id of the win."""


@dataclass(frozen=True)
class WinSettled(Fact, kind="win settled"):
    win: str
    status: WinStatus
    micros: int = field(default=0, metadata=LEFT_OUT)
    """Of a win that was confirmed."""
    why: str = field(default="", metadata=LEFT_OUT)
    """Of one that was withdrawn."""
    shares: Mapping[str, int] = field(default_factory=dict, metadata=LEFT_OUT)
    lowered: Lowered | None = field(default=None, metadata=LEFT_OUT)
    """What came of the meter, where it falls with this entry."""
    stays_micros: int = field(default=0, metadata=LEFT_OUT)
    """Of a share that was withdrawn after another was confirmed, which is final: what stays in the meter."""


@dataclass(frozen=True)
class WinRecorded(Fact, kind="win recorded"):
    """A supervisor has verified a hand with J-POT; the meter falls when the key is back at Run."""

    win: str


@dataclass(frozen=True)
class WinBackedOut(Fact, kind="win backed out"):
    """A recorded win was none: what it took goes back, and what restarted the meter goes back from there."""

    win: str
    text: str
    micros: int
    seed_micros: int
    reserve_micros: int
    over_micros: int
    before_micros: int
    after_micros: int


# -- money -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Adjusted(Fact, kind="adjustment"):
    progressive: str
    level: str
    account: str
    micros: int
    reason: Reason
    text: str
    before_micros: int


@dataclass(frozen=True)
class MoneyMoved(Fact, kind="move"):
    approval: str
    text: str
    micros: int


@dataclass(frozen=True)
class MerchandisePaid(Fact, kind="merchandise"):
    progressive: str
    level: str
    account: str
    line: str
    fixed_micros: int
    """What the hand would have been paid in money."""
    micros: int
    text: str
    consent: str


@dataclass(frozen=True)
class Seized(Fact, kind="seized"):
    progressive: str
    micros: int
    authority: str


@dataclass(frozen=True)
class SeizedReplaced(Fact, kind="seized money replaced"):
    progressive: str
    micros: int
    reference: str


# -- only written down -----------------------------------------------------------------------------


@dataclass(frozen=True)
class MalfunctionNoted(Fact, kind="record: malfunction"):
    table: str = ""
    what: str = ""
    since: int | None = field(default=None, metadata=LEFT_OUT)
    """An outage has a beginning and an end."""
    until: int | None = field(default=None, metadata=LEFT_OUT)


@dataclass(frozen=True)
class MalfunctionReported(Fact, kind="record: malfunction reported"):
    malfunction: str
    """The id of the entry that noted it."""
    to: str


@dataclass(frozen=True)
class Deposited(Fact, kind="record: deposit"):
    micros: int
    reference: str


@dataclass(frozen=True)
class CheckRequested(Fact, kind="record: check requested"):
    win: str
    payee: str


@dataclass(frozen=True)
class CheckPaid(Fact, kind="record: check paid"):
    win: str
    number: str
