"""Whether all laws hold in a room, read from its book alone: counts, and every difference with its entry.

- Lines of a table follow one another, and what a line asked of its progressive stands right before it.
- Every wager that was counted lay on the felt, every progressive wager that was dealt for was counted, and
  both are of the round that the table says.
- A round that ended leaves nothing on the felt and nothing open on its progressive.
- A win that was confirmed was paid to chips once, and for as much as it says; no other was.
- What came in is there or was paid, in every account, after every entry.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.base.error import PitbossError
from pitboss.base.money import format_dollars
from pitboss.house.room.plan import plan_of
from pitboss.jackpot.books import Books
from pitboss.jackpot.fact import CoinIn, GameOver, RoundVoided, WinPosted
from pitboss.jackpot.layout import progressive_table
from pitboss.jackpot.table_fact import RoundEnded, Stand, TableLine
from pitboss.jackpot.win import WinStatus
from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.transfer import Reason
from pitboss.table.wire import split_words

PAID = (WinStatus.CONFIRMED, WinStatus.BACKED_OUT)
"""Wins whose prizes went to chips: what is backed out later is between the house and the player."""
CLOSED_BY_FLOOR = "close_round"
PROGRESS_EVERY = 10_000


class BookDifference(NamedTuple):
    entry: int
    table: str
    what: str


@dataclass
class Counts:
    entries: int = 0
    lines: int = 0
    rounds: int = 0
    counted_rounds: int = 0
    wagers: int = 0
    wins: int = 0
    prizes_micros: int = 0
    stands: int = 0


@dataclass
class TableCheck:
    """What is known of one table while its entries pass by."""

    line: int = 0
    round: int = 0
    """The last that ended."""
    own: int = 0
    """Entries of the table since its last line."""
    counted: int = 0
    """The round whose wagers are counted and which has not ended."""
    is_over: bool = False
    """A round has ended and the line that ended it comes next."""
    felt: Counter[str] = field(default_factory=Counter)
    """What lies on each spot."""
    wager: str | None = None
    """The progressive one, once somebody has asked."""


@dataclass
class Reconciliation:
    floor: Books = field(default_factory=Books)
    counts: Counts = field(default_factory=Counts)
    differences: list[BookDifference] = field(default_factory=list)
    tables: defaultdict[str, TableCheck] = field(default_factory=lambda: defaultdict(TableCheck))
    closed: list[BookDifference] = field(default_factory=list)
    """Rounds that the floor closed though table and keypad differed: no breach, but to be looked at."""
    prizes: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """Paid to chips, by table, progressive and level."""
    live_wins: set[str] = field(default_factory=set)
    """Won at tables that had their chips in the book then."""

    @property
    def is_right(self) -> bool:
        return not self.differences

    def read(self, entry: Entry) -> None:
        draft = entry.draft
        self.counts.entries += 1
        self._look(entry.number, draft)
        try:
            self.floor.apply(draft)
        except PitbossError as problem:
            self._say(entry.number, draft.place, str(problem))
        self._follow_felt(draft)
        self._look_after(entry.number, draft)

    def _follow_felt(self, draft: Draft) -> None:
        for source, target, micros, _ in draft.transfers:
            for account, change in ((source, -micros), (target, micros)):
                if account.kind is AccountKind.POT:
                    self.tables[account.progressive].felt[account.level] += change

    def _say(self, entry: int, table: str, what: str) -> None:
        self.differences.append(BookDifference(entry, table, what))

    # -- before an entry is applied --------------------------------------------------------------

    def _look(self, number: int, draft: Draft) -> None:
        match draft.fact:
            case TableLine() as line:
                self._look_at_line(number, draft.place, line)
            case CoinIn(is_from_tray=True) as counted:
                self._look_at_wagers(number, counted)
            case _:
                pass
        table = draft.place
        if table in self.floor.tables and not isinstance(draft.fact, TableLine):
            self.tables[table].own += 1

    def _look_at_line(self, number: int, table: str, line: TableLine) -> None:
        known, made = self.tables[table], line.answers.count("")
        if line.line != known.line + 1:
            self._say(number, table, f"line {line.line} does not follow line {known.line}")
        if made != known.own:
            what = f"line {line.line} asked for {made} entries and {known.own} stand before it"
            self._say(number, table, what)
        for words in line.did:
            name, *told = split_words(words)
            if name == CLOSED_BY_FLOOR:
                what = f"round {line.round} was closed by {told[0]}: {told[1]}"
                self.closed.append(BookDifference(number, table, what))
        known.line, known.own = line.line, 0
        self.counts.lines += 1

    def _look_at_wagers(self, number: int, counted: CoinIn) -> None:
        """What was counted is what lies in the pots of the progressive wager, seat by seat."""
        table = counted.table
        lying = self._lying(table)
        for seat in sorted({*lying, *counted.stakes}):
            if lying.get(seat, 0) != counted.stakes.get(seat, 0):
                lies, says = (format_dollars(one.get(seat, 0)) for one in (lying, counted.stakes))
                what = f"round {counted.round}, seat {seat}: {lies} lies on the felt and {says} was counted"
                self._say(number, table, what)
        known = self.tables[table]
        if counted.round <= known.round or known.counted:
            last = known.counted or known.round
            self._say(number, table, f"round {counted.round} was counted after round {last}")
        known.counted = counted.round
        self.counts.counted_rounds += 1
        self.counts.wagers += len(counted.stakes)

    def _lying(self, table: str) -> dict[int, int]:
        """What lies on the spots of the progressive wager, by seat."""
        known = self.tables[table]
        if known.wager is None:
            game = plan_of(self.floor.tables[table]).make_game()
            state = self.floor.progressive_of(table)
            known.wager = progressive_table(game, state.terms).wager if state else ""
        spots = {spot: micros for spot, micros in known.felt.items() if micros}
        own = f" {known.wager}"
        return {int(spot.removesuffix(own)): spots[spot] for spot in spots if spot.endswith(own)}

    # -- after it --------------------------------------------------------------------------------

    def _look_after(self, number: int, draft: Draft) -> None:
        match draft.fact:
            case GameOver(table=table, round=round_) | RoundVoided(table=table, round=round_):
                self._look_at_end(number, table, round_)
            case RoundEnded(round=round_):
                self._look_at_round(number, draft.place.removesuffix("/"), round_)
            case WinPosted(win=win):
                self.counts.wins += 1
                if win.table in self.floor.tables:
                    self.live_wins.add(win.id)
            case Stand():
                self.counts.stands += 1
            case TableLine():
                self._look_at_prizes(draft)
                self._look_at_felt(number, draft.place)
            case _:
                pass

    def _look_at_end(self, number: int, table: str, round_: int) -> None:
        known = self.tables[table]
        if table in self.floor.tables and round_ != known.counted:
            self._say(number, table, f"round {round_} ended and round {known.counted} was counted")
        known.counted = 0

    def _look_at_round(self, number: int, table: str, round_: int) -> None:
        known = self.tables[table]
        if round_ <= known.round:
            self._say(number, table, f"round {round_} ended after round {known.round}")
        if known.counted:
            self._say(number, table, f"round {round_} ended and its wagers are still counted as open")
        known.round, known.is_over = round_, True
        self.counts.rounds += 1

    def _look_at_prizes(self, draft: Draft) -> None:
        for transfer in draft.transfers:
            if transfer.reason is Reason.PRIZE:
                source: Account = transfer.source
                self.prizes[draft.place, source.progressive, source.level] += transfer.micros
                self.counts.prizes_micros += transfer.micros

    def _look_at_felt(self, number: int, table: str) -> None:
        """A line that ended a round has taken everything away."""
        known = self.tables[table]
        for spot, micros in known.felt.items() if known.is_over else ():
            if micros:
                what = f"round {known.round} is over and {format_dollars(micros)} lies on {spot}"
                self._say(number, table, what)
        known.is_over = False

    # -- in the end ------------------------------------------------------------------------------

    def end(self) -> None:
        """What only the whole book can tell."""
        try:
            self.floor.book.check()
        except PitbossError as problem:
            self._say(self.counts.entries, "", str(problem))
        won: Counter[tuple[str, str, str]] = Counter()
        for win in self.floor.wins.values():
            if win.id in self.live_wins and win.status in PAID:
                won[win.table, win.progressive, win.level] += win.micros
        for key in sorted({*won, *self.prizes}):
            if won[key] != self.prizes[key]:
                said, paid = format_dollars(won[key]), format_dollars(self.prizes[key])
                what = f"wins of {' '.join(key[1:]).strip()} come to {said} and {paid} was paid to chips"
                self._say(self.counts.entries, key[0], what)


def reconcile_book(
    entries: Iterable[Entry], progress: Callable[[int], None] = lambda number: None
) -> Reconciliation:
    """Read the whole book, which has been verified, and hold its laws against it."""
    found = Reconciliation()
    for entry in entries:
        found.read(entry)
        if entry.number % PROGRESS_EVERY == 0:
            progress(entry.number)
    found.end()
    return found
