"""What people and tables ask of the game manager. Every request carries an id of the asker's own making.

A request that comes twice, because an answer was lost on the way, has the same id and gets the same
answer: nothing is counted twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.jackpot.equipment import InstalledComponent
from pitboss.jackpot.person import Role, name_key
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.terms import Terms
from pitboss.ledger.fact import Fact
from pitboss.ledger.transfer import Reason, Transfer


@dataclass(frozen=True)
class Request:
    id: str
    by: tuple[str, ...]
    """Who asks: the first is answerable, a second one agrees."""

    @property
    def has_two_people(self) -> bool:
        return len({name_key(person) for person in self.by if person.strip()}) > 1

    def check_two_people(self, what: str) -> None:
        if not self.has_two_people:
            raise RefusedError(f"{what} needs two people: name both")


class Decision(NamedTuple):
    """What becomes of a request that is not refused: what its entry says, and the money that it moves."""

    fact: Fact
    transfers: tuple[Transfer, ...] = ()


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
class Seize(Request):
    """An authority has taken money of the progressive: play and collection stop."""

    progressive: str
    micros: int
    authority: str


@dataclass(frozen=True)
class ReplaceSeized(Request):
    """Seized money has been paid into the account again."""

    progressive: str
    micros: int
    reference: str


@dataclass(frozen=True)
class CoinIn(Request):
    """The dealer locks the lit sensors in: these seats have wagered."""

    table: str
    round: int
    """By hand 0, for the next."""
    stakes: Mapping[int, int]
    is_from_tray: bool = False
    """Whether the table's own tray is in the book, and pays the contribution."""
    is_collected: bool = False
    """Of such a table: whether the dealer takes the wagers off it once they are counted."""


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
    round: int = 0
    """Which one of the table's, so that a late copy cannot hit the next; by hand 0, for whichever is open."""


@dataclass(frozen=True)
class ConfirmWin(Request):
    win: str


@dataclass(frozen=True)
class RecordWin(Request):
    """J-POT: the hand is verified. It stands, and is confirmed with the key back at Run."""

    win: str


@dataclass(frozen=True)
class WithdrawWin(Request):
    """The hand did not win after all: the meter is as if it had never been pressed."""

    win: str
    why: str


@dataclass(frozen=True)
class BackOutWin(Request):
    """A win that was confirmed was none: meter, reserve, hits and paid go back together."""

    win: str
    text: str


@dataclass(frozen=True)
class VoidRound(Request):
    """The round does not count: its contributions are reversed."""

    table: str
    why: str
    round: int = 0


class TrayAward(NamedTuple):
    """A fixed award that the dealer has paid from the tray."""

    seat: int
    line: str
    micros: int


class EnvyAward(NamedTuple):
    """Envy that the dealer has paid from the tray: to a seat, for the hand of another."""

    seat: int
    holder: int
    line: str
    micros: int


@dataclass(frozen=True)
class EndGame(Request):
    table: str
    tray: tuple[TrayAward, ...] = ()
    """What the round has paid from the tray."""
    envy: tuple[EnvyAward, ...] = ()
    round: int = 0


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
class PayMerchandise(Request):
    """A thing in place of a fixed prize, bought with money that no display shows."""

    progressive: str
    level: str
    account: str
    """The reserve or the overflow."""
    line: str
    fixed_micros: int
    """What the hand is paid in money."""
    value_micros: int
    what: str
    consent: str
    """Where the owner of the game has agreed."""


@dataclass(frozen=True)
class Record(Request):
    """Something that only needs to be written down: a malfunction, a deposit, a sign-in."""

    kind: str
    facts: Mapping[str, str | int] = field(default_factory=dict)


# -- games -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ApproveGame(Request):
    """A game may be dealt as its fingerprint says."""

    game: str
    fingerprint: str
    approval: str
    day: str
    note: str = ""
    rules: str = ""
    rules_days: tuple[str, ...] = ()
    controls: str = ""
    is_tribal: bool = False
    agency: str = ""
    concurrence: str = ""


@dataclass(frozen=True)
class ListEquipment(Request):
    """What stands at a table, all of it; at no table's name what stands in the whole room."""

    table: str
    parts: tuple[InstalledComponent, ...]
    note: str = ""


@dataclass(frozen=True)
class WithdrawApproval(Request):
    game: str
    fingerprint: str
    why: str


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
    is_near: bool = True
    """Where the person is likely to stand; a wrong try from anywhere else never counts towards a lock."""
    count: int = 1
    """Wrong tries that are written down together."""
    is_own: bool = False
    """Where the person is signed in: a lock is for new sign-ins."""


@dataclass(frozen=True)
class Unlock(Request):
    """Somebody else lets a person try again who was locked out."""

    person: str


@dataclass(frozen=True)
class RenewHash(Request):
    """The same PIN or card, hashed in a better way: nothing new for the person to remember."""

    person: str
    pin_hash: str = ""
    card_hash: str = ""
