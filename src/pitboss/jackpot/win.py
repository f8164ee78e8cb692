"""A win: a hand that takes a share of a meter, or a fixed award where the meter pays it."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from pitboss.base.money import format_dollars
from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.codec import LEFT_OUT
from pitboss.ledger.transfer import Reason, Transfer, moving

if TYPE_CHECKING:
    from pitboss.jackpot.books import Books


class WinStatus(StrEnum):
    POSTED = "posted"
    CONFIRMED = "confirmed"
    WITHDRAWN = "withdrawn"
    BACKED_OUT = "backed out"
    """Confirmed once, and taken off again by the office: it stays in the journal and counts no more."""


class Lowered(NamedTuple):
    """What became of the meter when a win came off it, and what restarted it."""

    before_micros: int
    after_micros: int
    seed_micros: int
    reserve_micros: int
    over_micros: int


class Restart(NamedTuple):
    """What goes into a meter that was won: a seed and the reserve, and of both what goes over the cap."""

    seed: int = 0
    reserve: int = 0
    over: int = 0


@dataclass(frozen=True)
class Win:
    """A hand that wins from a meter: posted by the dealer, then confirmed or withdrawn."""

    id: str
    order: int
    """Across all tables, in the order of posting."""
    progressive: str
    level: str
    table: str
    round: int
    seat: int
    line: str
    cards: str
    stake_micros: int
    share_ppm: int
    micros: int
    before_micros: int
    """What the meter showed before."""
    after_micros: int
    seeded_micros: int
    reserve_micros: int
    posted_at: int
    posted_by: str
    over_micros: int | None = field(default=None, metadata=LEFT_OUT)
    """Of the restart, what went over the cap; not said of a win that shares the restart of another."""
    status: WinStatus = field(default=WinStatus.POSTED, metadata=LEFT_OUT)
    settled_at: int = field(default=0, metadata=LEFT_OUT)
    settled_by: str = field(default="", metadata=LEFT_OUT)
    is_claim: bool = field(default=False, metadata=LEFT_OUT)
    """Whether its money lies in the meter until it is confirmed; otherwise it was taken off when posted."""
    recorded_at: int = field(default=0, metadata=LEFT_OUT)
    recorded_by: str = field(default="", metadata=LEFT_OUT)
    """Who pressed J-POT: from then on it stands, and the meter falls with the key back at Run."""
    lowered: Lowered | None = field(default=None, metadata=LEFT_OUT)
    """Of a claim that was confirmed."""
    backed_out_at: int = field(default=0, metadata=LEFT_OUT)
    backed_out_by: tuple[str, ...] = field(default=(), metadata=LEFT_OUT)
    backed_out_why: str = field(default="", metadata=LEFT_OUT)

    stays_micros: int = field(default=0, metadata=LEFT_OUT)
    """Of a share that was refused after another was confirmed: that one is final, so nobody gets this."""

    @property
    def award(self) -> tuple[object, ...]:
        """What wins have in common that share an award; those that do not share are worth their own."""
        place = (self.table, self.round, self.progressive, self.level)
        return (*place, self.share_ppm, self.before_micros, self.after_micros)

    @property
    def restart(self) -> Restart:
        return Restart(self.seeded_micros, self.reserve_micros, self.over_micros or 0)

    @property
    def change_micros(self) -> int:
        """By how much the meter changes with this win: the award goes, the restart comes."""
        return self.seeded_micros + self.reserve_micros - self.micros - (self.over_micros or 0)

    @property
    def is_waiting(self) -> bool:
        return self.status is WinStatus.POSTED

    def account(self, kind: AccountKind) -> Account:
        """Of the level that it is won from."""
        return Account(kind, self.progressive, self.level)

    def with_restart(self, restart: Restart) -> "Win":
        seed, reserve, over = restart
        return replace(self, seeded_micros=seed, reserve_micros=reserve, over_micros=over)


def say_stays(micros: int) -> str:
    """What everybody is told who refuses a share after another was confirmed; nothing where none stays."""
    return (
        f"A share that is confirmed is final: {format_dollars(micros)} stays in the meter." if micros else ""
    )


# -- money -----------------------------------------------------------------------------------------


def come_off(win: Win, target: AccountKind, reason: Reason, restart: Restart) -> Iterator[Transfer]:
    """The award comes off the meter, and what restarts it is put in."""
    meter = win.account(AccountKind.METER)
    return moving(
        (meter, win.account(target), win.micros, reason),
        (win.account(AccountKind.SEED), meter, restart.seed, Reason.SEED),
        (win.account(AccountKind.RESERVE), meter, restart.reserve, Reason.RESTART),
        (meter, win.account(AccountKind.OVERFLOW), restart.over, Reason.CAP),
    )


def go_back(win: Win, source: AccountKind, reason: Reason, restart: Restart) -> Iterator[Transfer]:
    """The award returns, and from the meter what restarted it; what went over the cap returns first."""
    meter = win.account(AccountKind.METER)
    return moving(
        (win.account(source), meter, win.micros, reason),
        (win.account(AccountKind.OVERFLOW), meter, restart.over, reason),
        (meter, win.account(AccountKind.SEED), restart.seed, reason),
        (meter, win.account(AccountKind.RESERVE), restart.reserve, reason),
    )


# -- winners who share -----------------------------------------------------------------------------


def partners(books: "Books", win: Win) -> list[Win]:
    """The other wins of its round that share one award with it, where winners share, in order of posting.

    Who joins an award takes over what its first winner saw of the meter; a fixed award is nobody else's.
    """
    if not win.share_ppm:
        return []
    round_ = books.rounds.get(win.table)
    is_going_on = round_ is not None and round_.number == win.round
    wins = [books.wins[id_] for id_ in round_.wins] if round_ and is_going_on else books.wins.values()
    return [one for one in wins if one.id != win.id and one.award == win.award]


def restart_holder(books: "Books", win: Win) -> Win:
    """Whose restart a win that waits comes with: its own, or that of one which waits and shares with it."""
    shared = [] if win.seeded_micros else partners(books, win)
    return next((one for one in shared if one.is_waiting and one.seeded_micros), win)


def restart_heir(books: "Books", win: Win) -> Win | None:
    """Whose the restart of a win is that is backed out: another's that was confirmed with it."""
    shared = partners(books, win) if win.seeded_micros else []
    confirmed = (one for one in shared if one.status is WinStatus.CONFIRMED and not one.seeded_micros)
    return next(confirmed, None)
