"""What the floor is at a moment, derived from the journal's entries and from nothing else.

`apply` is the only way that anything here changes: deciding and recovering go through the same door.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any

from pitboss.base.money import CENT
from pitboss.jackpot import approval, equipment, person, player
from pitboss.jackpot.approval import Approvals, change_approvals
from pitboss.jackpot.equipment import Register
from pitboss.jackpot.fact import (
    CoinIn,
    GameOver,
    RoundVoided,
    Seized,
    SeizedReplaced,
    Switched,
    TermsSet,
    WinBackedOut,
    WinPosted,
    WinRecorded,
    WinSettled,
)
from pitboss.jackpot.person import Person, change_people
from pitboss.jackpot.player import Player, SessionEnded, change_players
from pitboss.jackpot.table_fact import TableClosed, TableOpened
from pitboss.jackpot.terms import Terms
from pitboss.jackpot.win import Win as Win
from pitboss.jackpot.win import WinStatus as WinStatus
from pitboss.ledger.account import Account, Kind
from pitboss.ledger.book import Book
from pitboss.ledger.entry import Draft
from pitboss.ledger.fact import Fact


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


@dataclass
class RoundState:
    """A round at a table whose progressive wagers are locked in."""

    number: int
    progressive: str
    stakes: dict[int, int]
    booked: dict[str, tuple[int, int, int]]
    """By level: what went to the meter, to the reserve and over the cap."""
    wins: list[str] = field(default_factory=list)
    is_from_tray: bool = False


@dataclass
class ProgressiveState:
    terms: Terms
    is_open: bool = False
    stopped: str = ""
    """Why no wager is taken, such as money seized; empty while all is well."""
    levels: dict[str, LevelState] = field(default_factory=dict)
    tray_hits: int = 0
    tray_paid_micros: int = 0
    """Fixed awards that the tables' trays have paid."""
    envy_hits: int = 0
    envy_paid_micros: int = 0
    """What the tables' trays have paid to others at the table of a hand."""
    seized_micros: int = 0
    """What an authority has taken and nobody has replaced yet: until then it stays closed."""


@dataclass
class Floor:
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

    def progressive_of(self, table: str) -> ProgressiveState | None:
        for state in list(self.progressives.values()):  # somebody may add one while another looks
            if table in state.terms.tables:
                return state
        return None

    def meter(self, progressive: str, level: str) -> int:
        """What lies in it, with what waits to be confirmed."""
        return self.book.balance(Kind.METER, progressive, level)

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
        if account.kind is Kind.RESERVE:
            return there - sum(win.reserve_micros for win in claims)
        if account.kind is Kind.METER:
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
        """Book an entry that was decided on a floor like this one."""
        self.book.follow(draft.transfers)
        self._change(draft)

    def _change(self, draft: Draft) -> None:
        self.kinds[draft.kind] += 1
        self.last_at = max(self.last_at, draft.at_micros)
        APPLIERS.get(type(draft.fact), apply_nothing)(self, draft.fact, draft)


Applier = Callable[[Floor, Any, Draft], None]
"""Changes the floor by what the entry says, its fact beside it."""


def apply_nothing(floor: Floor, said: Fact, draft: Draft) -> None:
    """Entries that only record: malfunctions, deposits, movements of money."""
    del floor, said, draft


def apply_terms(floor: Floor, said: TermsSet, draft: Draft) -> None:
    del draft
    state = floor.progressives.setdefault(said.after.id, ProgressiveState(said.after))
    state.terms = said.after
    for level in said.after.levels:
        state.levels.setdefault(level.name, LevelState())


def apply_switch(floor: Floor, said: Switched, draft: Draft) -> None:
    del draft
    state = floor.progressives[said.progressive]
    state.is_open, state.stopped = said.open, said.stopped


def apply_seized(floor: Floor, said: Seized, draft: Draft) -> None:
    del draft
    state = floor.progressives[said.progressive]
    state.is_open, state.stopped = False, f"seized by {said.authority}"
    state.seized_micros += said.micros


def apply_replaced(floor: Floor, said: SeizedReplaced, draft: Draft) -> None:
    del draft
    floor.progressives[said.progressive].seized_micros -= said.micros


def apply_coin_in(floor: Floor, said: CoinIn, draft: Draft) -> None:
    del draft
    levels = floor.progressives[said.progressive].levels
    wagers, wagered = len(said.stakes), sum(said.stakes.values())
    booked = {}
    for name, (meter, reserve, over, meter_rest, reserve_rest) in said.levels.items():
        booked[name] = (meter, reserve, over)
        level = levels[name]
        level.wagers += wagers
        level.wagered_micros += wagered
        level.meter_remainder, level.reserve_remainder = meter_rest, reserve_rest
    floor.rounds[said.table] = RoundState(
        said.round, said.progressive, dict(said.stakes), booked, is_from_tray=said.is_from_tray
    )
    floor.last_round[said.table] = said.round


def apply_reversal(floor: Floor, said: RoundVoided, draft: Draft) -> None:
    del draft
    round_ = floor.rounds.pop(said.table)
    for name in round_.booked:
        level = floor.progressives[round_.progressive].levels[name]
        level.wagers -= len(round_.stakes)
        level.wagered_micros -= sum(round_.stakes.values())
        if name in said.rests:
            level.meter_remainder, level.reserve_remainder = said.rests[name]


def apply_posted(floor: Floor, said: WinPosted, draft: Draft) -> None:
    del draft
    win = replace(said.win, over_micros=said.win.over_micros or 0)
    floor.wins[win.id] = win
    floor.rounds[win.table].wins.append(win.id)
    share_equally(floor, said.shares)


def share_equally(floor: Floor, shares: Mapping[str, int]) -> None:
    """Where winners share, an entry says what each of them has now."""
    for id_, micros in shares.items():
        floor.wins[id_] = replace(floor.wins[id_], micros=micros)


def apply_recorded(floor: Floor, said: WinRecorded, draft: Draft) -> None:
    win = floor.wins[said.win]
    floor.wins[win.id] = replace(win, recorded_at=draft.at_micros, recorded_by=draft.by[0])


def apply_settled(floor: Floor, said: WinSettled, draft: Draft) -> None:
    share_equally(floor, said.shares)
    hand_on_restart(floor, said)
    floor.wins[said.win] = win = replace(
        floor.wins[said.win],
        status=said.status,
        settled_at=draft.at_micros,
        settled_by=draft.by[0],
        lowered=said.lowered,
        stays_micros=said.stays_micros,
    )
    if win.status is WinStatus.CONFIRMED:
        level = floor.progressives[win.progressive].levels[win.level]
        level.hits += 1
        level.paid_micros += win.micros


def hand_on_restart(floor: Floor, said: WinSettled) -> None:
    """Where winners share a meter, its restart is that of one who is still in: of the first confirmed."""
    win = floor.wins[said.win]
    holder = restart_holder(floor, win)
    if said.status is WinStatus.WITHDRAWN and holder is win and said.shares:
        heir = floor.wins[next(iter(said.shares))]
    elif said.status is WinStatus.CONFIRMED and holder is not win:
        heir = win
    else:
        return
    restart = (holder.seeded_micros, holder.reserve_micros, holder.over_micros)
    floor.wins[holder.id] = replace(holder, seeded_micros=0, reserve_micros=0, over_micros=0)
    seed, reserve, over = restart
    floor.wins[heir.id] = replace(heir, seeded_micros=seed, reserve_micros=reserve, over_micros=over)


def restart_holder(floor: Floor, win: Win) -> Win:
    """Whose restart a win that waits comes with: its own, or that of one which waits and shares with it."""
    shared = [] if win.seeded_micros else partners(floor, win)
    return next((one for one in shared if one.is_waiting and one.seeded_micros), win)


def partners(floor: Floor, win: Win) -> list[Win]:
    """The other wins of its round that share one award with it, where winners share, in order of posting.

    Who joins an award takes over what its first winner saw of the meter; a fixed award is nobody else's.
    """
    if not win.share_ppm:
        return []
    round_ = floor.rounds.get(win.table)
    is_going_on = round_ is not None and round_.number == win.round
    wins = [floor.wins[id_] for id_ in round_.wins] if round_ and is_going_on else floor.wins.values()
    return [one for one in wins if one.id != win.id and one.award == win.award]


def apply_backed_out(floor: Floor, said: WinBackedOut, draft: Draft) -> None:
    win = floor.wins[said.win]
    if heir := restart_heir(floor, win):
        floor.wins[heir.id] = replace(
            heir,
            seeded_micros=win.seeded_micros,
            reserve_micros=win.reserve_micros,
            over_micros=win.over_micros,
        )
    floor.wins[win.id] = replace(
        win,
        status=WinStatus.BACKED_OUT,
        backed_out_at=draft.at_micros,
        backed_out_by=draft.by,
        backed_out_why=said.text,
    )
    level = floor.progressives[win.progressive].levels[win.level]
    level.hits -= 1
    level.paid_micros -= win.micros


def restart_heir(floor: Floor, win: Win) -> Win | None:
    """Whose the restart of a win is that is backed out: another's that was confirmed with it."""
    shared = partners(floor, win) if win.seeded_micros else []
    confirmed = (one for one in shared if one.status is WinStatus.CONFIRMED and not one.seeded_micros)
    return next(confirmed, None)


def apply_end(floor: Floor, said: GameOver, draft: Draft) -> None:
    del draft
    floor.rounds.pop(said.table, None)
    if said.tray or said.envy:
        state = floor.progressives[said.progressive]
        state.tray_hits += len(said.tray)
        state.tray_paid_micros += sum(award.micros for award in said.tray)
        state.envy_hits += len(said.envy)
        state.envy_paid_micros += sum(award.micros for award in said.envy)


def apply_person(floor: Floor, said: Fact, draft: Draft) -> None:
    if floor.ended:
        forget_expired(floor)
    change_people(floor.people, said, draft.at_micros, draft.by[0])


def apply_player(floor: Floor, said: Fact, draft: Draft) -> None:
    change_players(floor.players, said, draft.at_micros)


def apply_session_end(floor: Floor, said: SessionEnded, draft: Draft) -> None:
    del draft
    forget_expired(floor)
    floor.ended[said.session] = said.until


def forget_expired(floor: Floor) -> None:
    """A session whose time is over is refused anyway: nothing of it stays."""
    floor.ended = {session: until for session, until in floor.ended.items() if until > floor.last_at}


def apply_approval(floor: Floor, said: Fact, draft: Draft) -> None:
    del draft
    change_approvals(floor.approvals, said)


def apply_equipment(floor: Floor, said: Fact, draft: Draft) -> None:
    del draft
    equipment.CHANGES[type(said)](floor.equipment, said)


def apply_table_opened(floor: Floor, said: TableOpened, draft: Draft) -> None:
    del draft
    floor.tables[said.table] = said
    floor.table_names.add(said.table)


def apply_table_closed(floor: Floor, said: TableClosed, draft: Draft) -> None:
    del draft
    floor.tables.pop(said.table, None)


APPLIERS: Mapping[type[Fact], Applier] = {
    SessionEnded: apply_session_end,
    TableOpened: apply_table_opened,
    TableClosed: apply_table_closed,
    TermsSet: apply_terms,
    Switched: apply_switch,
    Seized: apply_seized,
    SeizedReplaced: apply_replaced,
    CoinIn: apply_coin_in,
    RoundVoided: apply_reversal,
    WinPosted: apply_posted,
    WinRecorded: apply_recorded,
    WinBackedOut: apply_backed_out,
    WinSettled: apply_settled,
    GameOver: apply_end,
    **dict.fromkeys(person.CHANGES, apply_person),
    **dict.fromkeys(player.CHANGES, apply_player),
    **dict.fromkeys(approval.CHANGES, apply_approval),
    **dict.fromkeys(equipment.CHANGES, apply_equipment),
}
