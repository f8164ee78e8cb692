"""The books: what follows at a moment from the journal's entries and from nothing else.

`apply` is the only way that anything here changes: deciding and recovering go through the same door. What an
entry changes, its fact says (`Fact.change`).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple

from pitboss.base.money import CENT
from pitboss.jackpot.approval import Approvals
from pitboss.jackpot.equipment import Register
from pitboss.jackpot.person import Person
from pitboss.jackpot.player import Player
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.table_fact import TableOpened
from pitboss.jackpot.terms import Terms
from pitboss.jackpot.win import Win
from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.book import Book
from pitboss.ledger.entry import Draft


@dataclass
class LevelState:
    """The meters of a level besides its money."""

    wagers: int = 0
    wagered_micros: int = 0
    hits: int = 0
    paid_micros: int = 0
    meter_remainder: int = 0
    """Millionths of a micro-dollar that are owed to the meter."""
    reserve_remainder: int = 0


class Fed(NamedTuple):
    """What a round adds to one level."""

    meter: int
    reserve: int
    over: int
    """Over the cap."""


@dataclass
class RoundState:
    """A round at a table whose progressive wagers are locked in."""

    number: int
    progressive: str
    stakes: Mapping[int, int]
    booked: Mapping[str, Fed]
    """By level."""
    wins: list[str] = field(default_factory=list)
    is_from_tray: bool = False


class TrayPaid(NamedTuple):
    """What the tables' trays have paid."""

    hits: int = 0
    micros: int = 0


NOTHING_PAID = TrayPaid()


@dataclass
class ProgressiveState:
    terms: Terms
    is_open: bool = False
    stopped: str = ""
    """Why no wager is taken, such as money seized; empty while all is well."""
    levels: dict[str, LevelState] = field(default_factory=dict)
    tray: TrayPaid = NOTHING_PAID
    """Fixed awards."""
    envy: TrayPaid = NOTHING_PAID
    """To others at the table of a hand."""
    seized: int = 0
    """What an authority has taken and nobody has replaced yet: until then it stays closed."""


@dataclass
class Books:
    book: Book = field(default_factory=Book)
    progressives: dict[str, ProgressiveState] = field(default_factory=dict)
    rounds: dict[str, RoundState] = field(default_factory=dict)
    """The open round of each table."""
    last_round: dict[str, int] = field(default_factory=dict)
    wins: dict[str, Win] = field(default_factory=dict)
    people: dict[str, Person] = field(default_factory=dict)
    """By name, those who have left included: a name in the journal means one person for ever."""
    approvals: Approvals = field(default_factory=dict)
    """Games that may be dealt, by the fingerprint of their definition."""
    equipment: Register = field(default_factory=dict)
    """What stands at each table, and in the room."""
    tables: dict[str, TableOpened] = field(default_factory=dict)
    """The live tables of the room."""
    table_names: set[str] = field(default_factory=set)
    """Of all that there ever were: a name in the book means one table."""
    players: dict[str, Player] = field(default_factory=dict)
    """By the skeleton of the name, so that no two look alike."""
    ended: dict[str, int] = field(default_factory=dict)
    """Sessions that somebody signed out of, and until when each would have lasted: after that it goes."""
    kinds: Counter[str] = field(default_factory=Counter)
    last_at: int = 0

    # -- reading ---------------------------------------------------------------------------------

    def find_progressive(self, name: str) -> ProgressiveState:
        """By its name, or a refusal."""
        if name not in self.progressives:
            known = ", ".join(self.progressives) or "none yet"
            raise RefusedError(f"there is no progressive {name!r}; there is {known}")
        return self.progressives[name]

    def find_win(self, id_: str) -> Win:
        """By its id, or a refusal."""
        if id_ not in self.wins:
            raise RefusedError(f"there is no win {id_!r}")
        return self.wins[id_]

    def progressive_of(self, table: str) -> ProgressiveState | None:
        for state in list(self.progressives.values()):  # somebody may add one while another looks
            if table in state.terms.tables:
                return state
        return None

    def playing_tables(self, terms: Terms) -> list[str]:
        """Tables of a progressive at which a round is open."""
        return [table for table in terms.tables if table in self.rounds]

    def meter(self, progressive: str, level: str) -> int:
        """What lies in it, with what waits to be confirmed."""
        return self.book.balance(AccountKind.METER, progressive, level)

    def playing(self, progressive: str, level: str) -> int:
        """What is played for now: the meter as it will stand when all that waits has come off it."""
        claims = self.claims(progressive, level)
        return self.meter(progressive, level) + sum(win.change_micros for win in claims)

    def shown(self, progressive: str, level: str) -> int:
        """What is played for now, cut to whole cents: what every display of the link says."""
        return self.playing(progressive, level) // CENT * CENT

    def spare(self, account: Account) -> int:
        """What can be taken from an account without taking it from a win that waits."""
        there, claims = self.book.balances[account], self.claims(account.progressive, account.level)
        if account.kind is AccountKind.RESERVE:
            return there - sum(win.reserve_micros for win in claims)
        if account.kind is AccountKind.METER:
            return min(accumulate((win.change_micros for win in claims), initial=there))
        return there

    def waiting(self, progressive: str, level: str) -> list[Win]:
        """Wins from a meter that are neither confirmed nor withdrawn, at all tables, in order of posting."""
        rounds = list(self.rounds.values())  # somebody may begin one while another looks
        wins = [self.wins[id_] for round_ in rounds for id_ in round_.wins]
        found = (
            win for win in wins if win.is_waiting and (win.progressive, win.level) == (progressive, level)
        )
        return sorted(found, key=lambda win: win.order)

    def claims(self, progressive: str, level: str) -> list[Win]:
        """Those of them whose money still lies in the meter."""
        return [win for win in self.waiting(progressive, level) if win.is_claim]

    def open_wins(self, table: str) -> list[Win]:
        round_ = self.rounds.get(table)
        return [self.wins[id_] for id_ in round_.wins if self.wins[id_].is_waiting] if round_ else []

    # -- changing --------------------------------------------------------------------------------

    def apply(self, draft: Draft) -> None:
        """Book the entry, all of it or nothing."""
        self.book.apply(draft.transfers)
        self._change(draft)

    def follow(self, draft: Draft) -> None:
        """Book an entry that was decided on books like these."""
        self.book.follow(draft.transfers)
        self._change(draft)

    def _change(self, draft: Draft) -> None:
        fact = draft.fact
        self.kinds[fact.kind] += 1
        if draft.at_micros > self.last_at:
            self.last_at = draft.at_micros
        fact.change(self, draft)

    def forget_expired(self) -> None:
        """A session whose time is over is refused anyway: nothing of it stays."""
        if self.ended:
            self.ended = {session: until for session, until in self.ended.items() if until > self.last_at}
