"""What people and tables ask of the game manager. Every request carries an id of the asker's own making.

A request that comes twice, because an answer was lost on the way, has the same id and gets the same
answer: nothing is counted twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.jackpot.person import Role
from pitboss.jackpot.terms import Terms
from pitboss.ledger.transfer import Reason


@dataclass(frozen=True)
class Request:
    id: str
    by: tuple[str, ...]
    """Who asks: the first is answerable, a second one agrees."""


@dataclass(frozen=True)
class SetTerms(Request):
    """A new progressive, or other terms for one that is closed."""

    terms: Terms


@dataclass(frozen=True)
class Switch(Request):
    """Open a progressive for play or close it; `stopped` says why it must not be opened again."""

    progressive: str
    is_open: bool
    stopped: str = ""


@dataclass(frozen=True)
class CoinIn(Request):
    """The dealer locks the lit sensors in: these seats have wagered."""

    table: str
    round: int
    stakes: Mapping[int, int]


@dataclass(frozen=True)
class PostWin(Request):
    """A hand wins a share of a meter."""

    table: str
    seat: int
    level: str
    share_ppm: int
    """Nothing where the award is fixed."""
    line: str
    cards: str
    fixed_micros: int = 0
    """A fixed award, where the terms let the meter pay it."""


@dataclass(frozen=True)
class ConfirmWin(Request):
    win: str


@dataclass(frozen=True)
class WithdrawWin(Request):
    """The hand did not win after all: what was locked flows back into the meter."""

    win: str
    why: str


@dataclass(frozen=True)
class VoidRound(Request):
    """The round does not count: its contributions are reversed."""

    table: str
    why: str


class TrayAward(NamedTuple):
    """A fixed award that the dealer has paid from the tray."""

    seat: int
    line: str
    micros: int


@dataclass(frozen=True)
class EndGame(Request):
    table: str
    tray: tuple[TrayAward, ...] = ()
    """What the round has paid from the tray."""


@dataclass(frozen=True)
class Adjust(Request):
    """Change what a meter, its reserve or its overflow holds, for a reason and with a text."""

    progressive: str
    level: str
    micros: int
    reason: Reason
    text: str
    account: str = "meter"


@dataclass(frozen=True)
class MoveMoney(Request):
    """Move money from one progressive to another, approved and without a remainder."""

    progressive: str
    level: str
    to_progressive: str
    to_level: str
    micros: int
    approval: str
    text: str


@dataclass(frozen=True)
class Record(Request):
    """Something that only needs to be written down: a malfunction, a deposit, a sign-in."""

    kind: str
    facts: Mapping[str, str | int] = field(default_factory=dict)


# -- people ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AddPerson(Request):
    """Somebody new; hashes only, never what was hashed."""

    person: str
    role: Role
    pin_hash: str
    card_hash: str = ""


@dataclass(frozen=True)
class ChangePerson(Request):
    """Another role, or gone, or back: who has left keeps the name and may do nothing."""

    person: str
    role: Role
    is_active: bool = True


@dataclass(frozen=True)
class ChangeSecret(Request):
    """A new PIN or card; what is left empty stays as it is."""

    person: str
    pin_hash: str = ""
    card_hash: str = ""


@dataclass(frozen=True)
class SignIn(Request):
    """Somebody showed a PIN or a card, and it was the right one or not."""

    person: str
    is_right: bool
    where: str = ""


@dataclass(frozen=True)
class Unlock(Request):
    """Somebody else lets a person try again who was locked out."""

    person: str
