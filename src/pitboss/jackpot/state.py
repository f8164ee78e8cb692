"""What the floor is at a moment, derived from the journal's entries and from nothing else.

`apply` is the only way that anything here changes: deciding and recovering go through the same door.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import cast

from pitboss.base.money import CENT
from pitboss.jackpot import approval, person, player
from pitboss.jackpot.approval import Approvals, change_approvals
from pitboss.jackpot.person import Person, change_people
from pitboss.jackpot.player import Player, change_players
from pitboss.jackpot.terms import Terms, parse_terms
from pitboss.ledger.account import Kind
from pitboss.ledger.book import Book
from pitboss.ledger.entry import Draft, Json


class WinStatus(StrEnum):
    POSTED = "posted"
    CONFIRMED = "confirmed"
    WITHDRAWN = "withdrawn"


@dataclass
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
    over_micros: int = 0
    """Of the restart, what went over the cap."""
    status: WinStatus = WinStatus.POSTED
    settled_at: int = 0
    settled_by: str = ""


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
    players: dict[str, Player] = field(default_factory=dict)
    """By the skeleton of the name, so that no two look alike."""
    ended: dict[str, int] = field(default_factory=dict)
    """Sessions that somebody signed out of, and until when each would have lasted: after that it goes."""
    kinds: Counter[str] = field(default_factory=Counter)
    last_at: int = 0

    # -- reading ---------------------------------------------------------------------------------

    def progressive_of(self, table: str) -> ProgressiveState | None:
        for state in self.progressives.values():
            if table in state.terms.tables:
                return state
        return None

    def meter(self, progressive: str, level: str) -> int:
        return self.book.balance(Kind.METER, progressive, level)

    def shown(self, progressive: str, level: str) -> int:
        """Cut to whole cents: what every display of the link says."""
        return self.meter(progressive, level) // CENT * CENT

    def open_wins(self, table: str) -> list[Win]:
        wins = self.rounds[table].wins if table in self.rounds else []
        return [self.wins[id_] for id_ in wins if self.wins[id_].status is WinStatus.POSTED]

    # -- changing --------------------------------------------------------------------------------

    def apply(self, draft: Draft) -> None:
        """Book the entry, all of it or nothing."""
        self.book.apply(draft.transfers)
        self.kinds[draft.kind] += 1
        self.last_at = max(self.last_at, draft.at_micros)
        APPLIERS.get(draft.kind, apply_nothing)(self, draft)


Facts = Mapping[str, Json]
Applier = Callable[[Floor, Draft], None]


def apply_nothing(floor: Floor, draft: Draft) -> None:
    """Entries that only record: malfunctions, deposits, movements of money."""
    del floor, draft


def apply_terms(floor: Floor, draft: Draft) -> None:
    terms = parse_terms(cast(Facts, draft.facts["after"]))
    state = floor.progressives.setdefault(terms.id, ProgressiveState(terms))
    state.terms = terms
    for level in terms.levels:
        state.levels.setdefault(level.name, LevelState())


def apply_switch(floor: Floor, draft: Draft) -> None:
    state = floor.progressives[cast(str, draft.facts["progressive"])]
    state.is_open = cast(bool, draft.facts["open"])
    state.stopped = cast(str, draft.facts.get("stopped", ""))


def apply_seized(floor: Floor, draft: Draft) -> None:
    state = floor.progressives[cast(str, draft.facts["progressive"])]
    state.is_open, state.stopped = False, f"seized by {draft.facts['authority']}"
    state.seized_micros += cast(int, draft.facts["micros"])


def apply_replaced(floor: Floor, draft: Draft) -> None:
    state = floor.progressives[cast(str, draft.facts["progressive"])]
    state.seized_micros -= cast(int, draft.facts["micros"])


def apply_coin_in(floor: Floor, draft: Draft) -> None:
    facts = draft.facts
    table, progressive = cast(str, facts["table"]), cast(str, facts["progressive"])
    stakes = {int(seat): cast(int, stake) for seat, stake in cast(Facts, facts["stakes"]).items()}
    booked = {}
    for name, row in cast(Facts, facts["levels"]).items():
        meter, reserve, over, meter_rest, reserve_rest = cast(list[int], row)
        booked[name] = (meter, reserve, over)
        level = floor.progressives[progressive].levels[name]
        level.wagers += len(stakes)
        level.wagered_micros += sum(stakes.values())
        level.meter_remainder, level.reserve_remainder = meter_rest, reserve_rest
    number = cast(int, facts["round"])
    floor.rounds[table] = RoundState(number, progressive, stakes, booked)
    floor.last_round[table] = number


def apply_reversal(floor: Floor, draft: Draft) -> None:
    table = cast(str, draft.facts["table"])
    round_ = floor.rounds.pop(table)
    rests = cast(Mapping[str, list[int]], draft.facts.get("rests", {}))
    for name in round_.booked:
        level = floor.progressives[round_.progressive].levels[name]
        level.wagers -= len(round_.stakes)
        level.wagered_micros -= sum(round_.stakes.values())
        if name in rests:  # entries of the first versions gave whole micro-dollars back and kept the fraction
            level.meter_remainder, level.reserve_remainder = rests[name]


def apply_posted(floor: Floor, draft: Draft) -> None:
    facts = dict(cast(dict[str, object], draft.facts["win"]))
    win = Win(**facts, status=WinStatus.POSTED)  # type: ignore[arg-type]
    floor.wins[win.id] = win
    floor.rounds[win.table].wins.append(win.id)
    share_equally(floor, draft)


def share_equally(floor: Floor, draft: Draft) -> None:
    """Where winners share, an entry says what each of them has now."""
    for id_, micros in cast(Facts, draft.facts.get("shares", {})).items():
        floor.wins[id_].micros = cast(int, micros)


def apply_settled(floor: Floor, draft: Draft) -> None:
    win = floor.wins[cast(str, draft.facts["win"])]
    win.status = WinStatus(cast(str, draft.facts["status"]))
    win.settled_at, win.settled_by = draft.at_micros, draft.by[0]
    share_equally(floor, draft)
    if win.status is WinStatus.CONFIRMED:
        level = floor.progressives[win.progressive].levels[win.level]
        level.hits += 1
        level.paid_micros += win.micros


def apply_end(floor: Floor, draft: Draft) -> None:
    floor.rounds.pop(cast(str, draft.facts["table"]), None)
    for _, _, micros in cast(list[tuple[int, str, int]], draft.facts.get("tray", [])):
        state = floor.progressives[cast(str, draft.facts["progressive"])]
        state.tray_hits += 1
        state.tray_paid_micros += micros
    for _, _, _, micros in cast(list[tuple[int, int, str, int]], draft.facts.get("envy", [])):
        state = floor.progressives[cast(str, draft.facts["progressive"])]
        state.envy_hits += 1
        state.envy_paid_micros += micros


def apply_person(floor: Floor, draft: Draft) -> None:
    if floor.ended:
        forget_expired(floor)
    change_people(floor.people, draft)


def apply_player(floor: Floor, draft: Draft) -> None:
    change_players(floor.players, draft)


def apply_session_end(floor: Floor, draft: Draft) -> None:
    forget_expired(floor)
    floor.ended[cast(str, draft.facts["session"])] = cast(int, draft.facts["until"])


def forget_expired(floor: Floor) -> None:
    """A session whose time is over is refused anyway: nothing of it stays."""
    floor.ended = {session: until for session, until in floor.ended.items() if until > floor.last_at}


def apply_approval(floor: Floor, draft: Draft) -> None:
    change_approvals(floor.approvals, draft)


APPLIERS: Mapping[str, Applier] = {
    "terms": apply_terms,
    "switch": apply_switch,
    "seized": apply_seized,
    "seized money replaced": apply_replaced,
    "coin in": apply_coin_in,
    "void": apply_reversal,
    "win posted": apply_posted,
    "win settled": apply_settled,
    "game over": apply_end,
    "session ended": apply_session_end,
    **dict.fromkeys(person.CHANGES, apply_person),
    **dict.fromkeys(player.CHANGES, apply_player),
    **dict.fromkeys(approval.CHANGES, apply_approval),
}
