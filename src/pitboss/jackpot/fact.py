"""What the journal's entries about progressives say, a class for each kind, and what each changes.

The names of the fields are those in the journal. Where one has a default, entries of the first versions go
without it; where it is marked with LEFT_OUT, it is still left out while there is nothing to say.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from pitboss.jackpot.books import Books, Fed, LevelState, ProgressiveState, RoundState, TrayPaid
from pitboss.jackpot.request import EnvyAward, TrayAward
from pitboss.jackpot.terms import Terms
from pitboss.jackpot.win import Lowered, Restart, Win, WinStatus, restart_heir, restart_holder
from pitboss.ledger.codec import LEFT_OUT
from pitboss.ledger.entry import Draft
from pitboss.ledger.fact import Fact
from pitboss.ledger.transfer import Reason

# -- setting up ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class TermsSet(Fact, kind="terms"):
    after: Terms
    before: Terms | None = field(default=None, metadata=LEFT_OUT)
    """None where the progressive is new."""

    def change(self, books: Books, draft: Draft) -> None:
        state = books.progressives.setdefault(self.after.id, ProgressiveState(self.after))
        state.terms = self.after
        for level in self.after.levels:
            state.levels.setdefault(level.name, LevelState())


@dataclass(frozen=True)
class Switched(Fact, kind="switch"):
    """A progressive was opened for play or closed."""

    progressive: str
    open: bool
    stopped: str = ""
    """Why it must not be opened again by one person alone."""

    def change(self, books: Books, draft: Draft) -> None:
        state = books.progressives[self.progressive]
        state.is_open, state.stopped = self.open, self.stopped


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

    def change(self, books: Books, draft: Draft) -> None:
        levels = books.progressives[self.progressive].levels
        wagers, wagered = len(self.stakes), sum(self.stakes.values())
        fed = {}
        for name, (meter, reserve, over, meter_rest, reserve_rest) in self.levels.items():
            level = levels[name]
            level.wagers += wagers
            level.wagered_micros += wagered
            level.meter_remainder, level.reserve_remainder = meter_rest, reserve_rest
            fed[name] = Fed(meter, reserve, over)
        books.rounds[self.table] = RoundState(
            self.round, self.progressive, self.stakes, fed, is_from_tray=self.is_from_tray
        )
        books.last_round[self.table] = self.round


@dataclass(frozen=True)
class RoundVoided(Fact, kind="void"):
    table: str
    round: int
    why: str
    rests: Mapping[str, Rests] = field(default_factory=dict)
    """By level; entries of the first versions gave whole micro-dollars back and kept the fraction."""

    def change(self, books: Books, draft: Draft) -> None:
        round_ = books.rounds.pop(self.table)
        for name in round_.booked:
            level = books.progressives[round_.progressive].levels[name]
            level.wagers -= len(round_.stakes)
            level.wagered_micros -= sum(round_.stakes.values())
            if name in self.rests:
                level.meter_remainder, level.reserve_remainder = self.rests[name]


@dataclass(frozen=True)
class GameOver(Fact, kind="game over"):
    table: str
    round: int
    progressive: str = field(default="", metadata=LEFT_OUT)
    """Said where the tray has paid something."""
    tray: tuple[TrayAward, ...] = field(default=(), metadata=LEFT_OUT)
    envy: tuple[EnvyAward, ...] = field(default=(), metadata=LEFT_OUT)

    def change(self, books: Books, draft: Draft) -> None:
        books.rounds.pop(self.table, None)
        if self.tray or self.envy:
            state = books.progressives[self.progressive]
            state.tray = add_awards(state.tray, self.tray)
            state.envy = add_awards(state.envy, self.envy)


def add_awards(paid: TrayPaid, awards: Sequence[TrayAward | EnvyAward]) -> TrayPaid:
    return TrayPaid(paid.hits + len(awards), paid.micros + sum(award.micros for award in awards))


# -- wins ------------------------------------------------------------------------------------------


def share_equally(books: Books, shares: Mapping[str, int]) -> None:
    """Where winners share, an entry says what each of them has now."""
    for id_, micros in shares.items():
        books.wins[id_] = replace(books.wins[id_], micros=micros)


@dataclass(frozen=True)
class WinPosted(Fact, kind="win posted"):
    win: Win
    shares: Mapping[str, int] = field(default_factory=dict, metadata=LEFT_OUT)
    """Where winners share: what each of them has now, by the id of the win."""

    def change(self, books: Books, draft: Draft) -> None:
        win = replace(self.win, over_micros=self.win.over_micros or 0)
        books.wins[win.id] = win
        books.rounds[win.table].wins.append(win.id)
        share_equally(books, self.shares)


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

    def change(self, books: Books, draft: Draft) -> None:
        share_equally(books, self.shares)
        self._hand_on_restart(books)
        books.wins[self.win] = win = replace(
            books.wins[self.win],
            status=self.status,
            settled_at=draft.at_micros,
            settled_by=draft.by[0],
            lowered=self.lowered,
            stays_micros=self.stays_micros,
        )
        if win.status is WinStatus.CONFIRMED:
            level = books.progressives[win.progressive].levels[win.level]
            level.hits += 1
            level.paid_micros += win.micros

    def _hand_on_restart(self, books: Books) -> None:
        """Where winners share a meter, its restart is that of one who is still in: of the first confirmed."""
        win = books.wins[self.win]
        holder = restart_holder(books, win)
        if self.status is WinStatus.WITHDRAWN and holder is win and self.shares:
            heir = books.wins[next(iter(self.shares))]
        elif self.status is WinStatus.CONFIRMED and holder is not win:
            heir = win
        else:
            return
        books.wins[holder.id] = holder.with_restart(Restart())
        books.wins[heir.id] = heir.with_restart(holder.restart)


@dataclass(frozen=True)
class WinRecorded(Fact, kind="win recorded"):
    """A supervisor has verified a hand with J-POT; the meter falls when the key is back at Run."""

    win: str

    def change(self, books: Books, draft: Draft) -> None:
        win = books.wins[self.win]
        books.wins[win.id] = replace(win, recorded_at=draft.at_micros, recorded_by=draft.by[0])


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

    def change(self, books: Books, draft: Draft) -> None:
        win = books.wins[self.win]
        if heir := restart_heir(books, win):
            books.wins[heir.id] = heir.with_restart(win.restart)
        books.wins[win.id] = replace(
            win,
            status=WinStatus.BACKED_OUT,
            backed_out_at=draft.at_micros,
            backed_out_by=draft.by,
            backed_out_why=self.text,
        )
        level = books.progressives[win.progressive].levels[win.level]
        level.hits -= 1
        level.paid_micros -= win.micros


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

    def change(self, books: Books, draft: Draft) -> None:
        state = books.progressives[self.progressive]
        state.is_open, state.stopped = False, f"seized by {self.authority}"
        state.seized += self.micros


@dataclass(frozen=True)
class SeizedReplaced(Fact, kind="seized money replaced"):
    progressive: str
    micros: int
    reference: str

    def change(self, books: Books, draft: Draft) -> None:
        books.progressives[self.progressive].seized -= self.micros


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
