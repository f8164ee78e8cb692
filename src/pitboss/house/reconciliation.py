"""Whether all laws hold in a room, read from its book alone: counts, and every difference with its entry.

- Lines of a table follow one another, and what a line asked of its progressive stands right before it.
- Every wager that was counted lay on the felt, every progressive wager that was dealt for or went to the tray
  was counted, and both are of the round that the table says.
- What was counted fed the meters by the terms in force, to the last fraction, and a void took as much back.
- What the tray paid by the cards of a round, and its envy, is what GAME OVER says.
- What a meter paid by the cards of a round is a win of that round, of the same seat, hand and amount.
- What went from each spot to the tray, and from tray and meters to each player, is what the line of the round
  settles.
- A round that ended leaves nothing on the felt and nothing open on its progressive.
- A win that was confirmed was paid to chips once, and for as much as it says; no other was.
- What came in is there or was paid, in every account, after every entry.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.base.error import PitbossError
from pitboss.base.money import format_dollars
from pitboss.cards.hand_name import line_words
from pitboss.house.meter_check import look_at_counted, look_at_voided
from pitboss.house.room.plan import plan_of
from pitboss.house.round_money import STANDING, RoundMoney, find_wrong_wins
from pitboss.house.told_round import ToldRound, progressive_wager, read_round
from pitboss.jackpot.books import Books
from pitboss.jackpot.fact import CoinIn, GameOver, RoundVoided, WinPosted
from pitboss.jackpot.request import EnvyAward, TrayAward
from pitboss.jackpot.table_fact import RoundEnded, Stand, TableLine
from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.entry import Draft, Entry
from pitboss.ledger.transfer import Reason
from pitboss.table.wire import split_words

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
    coin: CoinIn | None = None
    """The last that was counted, until the line that ends its round."""
    to_collect: dict[int, int] = field(default_factory=dict)
    """By seat: goes from the felt to the tray with the next line."""
    has_all_from_meter: bool = False
    """By the terms under which it was counted."""
    end: GameOver | RoundVoided | None = None
    """What ended the round on its progressive, until that line."""
    told: ToldRound | None = None
    """The round that has ended, as its own line tells it, until that line."""
    is_over: bool = False
    """A round has ended and the line that ended it comes next."""
    is_by_floor: bool = False
    """The line is one with which the floor closed a round."""
    felt: Counter[str] = field(default_factory=Counter)
    """What lies on each spot."""
    money: RoundMoney = field(default_factory=RoundMoney)
    wins: list[str] = field(default_factory=list)
    """That were posted since the last round."""
    wager: str | None = None
    """The progressive one, once somebody has asked; empty where the game has none."""


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
        except (PitbossError, KeyError) as problem:
            self._say(entry.number, draft.place, f"cannot be booked: {problem}")
        self._follow_felt(draft)
        self._look_after(entry.number, draft)

    def _follow_felt(self, draft: Draft) -> None:
        for transfer in draft.transfers:
            source, target, micros, _ = transfer
            if draft.place in self.floor.tables:
                self.tables[draft.place].money.follow(transfer)
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
            case CoinIn() as counted:
                for what in look_at_counted(self.floor, draft, counted):
                    self._say(number, counted.table, what)
                if counted.is_from_tray:
                    self._look_at_wagers(number, counted)
            case RoundVoided() as voided:
                for what in look_at_voided(self.floor, draft, voided):
                    self._say(number, voided.table, what)
            case _:
                pass
        table = draft.place
        if table in self.floor.tables and not isinstance(draft.fact, TableLine):
            self.tables[table].own += 1

    def _look_at_line(self, number: int, table: str, line: TableLine) -> None:
        known, made = self.tables[table], line.answers.count("")
        known.is_by_floor = False
        if line.line != known.line + 1:
            self._say(number, table, f"line {line.line} does not follow line {known.line}")
        if made != known.own:
            what = f"line {line.line} asked for {made} entries and {known.own} stand before it"
            self._say(number, table, what)
        for words in line.did:
            name, *told = split_words(words)
            if name == CLOSED_BY_FLOOR:
                known.is_by_floor = True
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
        known.counted, known.coin = counted.round, counted
        known.to_collect = dict(counted.stakes) if counted.is_collected else {}
        state = self.floor.progressives.get(counted.progressive)
        known.has_all_from_meter = bool(state and state.terms.all_from_meter)
        self.counts.counted_rounds += 1
        self.counts.wagers += len(counted.stakes)

    def _lying(self, table: str) -> dict[int, int]:
        """What lies on the spots of the progressive wager, by seat."""
        known, wager = self.tables[table], self._wager(table)
        spots = {spot: micros for spot, micros in known.felt.items() if micros}
        return {seat: spots[spot] for spot in spots if (seat := seat_of(spot, wager))}

    def _wager(self, table: str) -> str:
        known = self.tables[table]
        if known.wager is None:
            known.wager = progressive_wager(plan_of(self.floor.tables[table]).make_game())
        return known.wager

    # -- after it --------------------------------------------------------------------------------

    def _look_after(self, number: int, draft: Draft) -> None:
        match draft.fact:
            case GameOver() | RoundVoided() as end:
                self._look_at_end(number, end)
            case RoundEnded() as ended:
                self._look_at_round(number, draft.place.removesuffix("/"), ended)
            case WinPosted(win=win):
                self.counts.wins += 1
                if win.table in self.floor.tables:
                    self.live_wins.add(win.id)
                    self.tables[win.table].wins.append(win.id)
            case Stand():
                self.counts.stands += 1
            case TableLine():
                self._look_at_prizes(draft)
                self._look_at_taken(number, draft)
                self._look_at_awards(number, draft)
                self._look_at_felt(number, draft.place)
            case _:
                pass

    def _look_at_end(self, number: int, end: GameOver | RoundVoided) -> None:
        table = end.table
        known = self.tables[table]
        if table in self.floor.tables:
            if end.round != known.counted:
                self._say(number, table, f"round {end.round} ended and round {known.counted} was counted")
            known.end = end
        known.counted = 0

    def _look_at_round(self, number: int, table: str, ended: RoundEnded) -> None:
        known, round_ = self.tables[table], ended.round
        if round_ <= known.round:
            self._say(number, table, f"round {round_} ended after round {known.round}")
        if known.counted:
            self._say(number, table, f"round {round_} ended and its wagers are still counted as open")
        try:
            coin = known.coin if known.coin and known.coin.round == round_ else None
            is_collected, all_from_meter = bool(coin and coin.is_collected), known.has_all_from_meter
            known.told = read_round(
                ended.record, is_collected=is_collected, all_from_meter=bool(coin) and all_from_meter
            )
        except PitbossError as problem:
            self._say(number, table, f"the line of round {round_} cannot be read: {problem}")
        else:
            self._look_at_told(number, table, round_, known.told)
        known.round, known.is_over = round_, True
        self.counts.rounds += 1

    def _look_at_told(self, number: int, table: str, round_: int, told: ToldRound) -> None:
        """Every stake that the round was dealt for was counted, and the other way round."""
        known = self.tables[table]
        counted = known.coin.stakes if known.coin and known.coin.round == round_ else {}
        for seat in sorted({*told.stakes, *counted}):
            if told.stakes.get(seat, 0) != counted.get(seat, 0):
                dealt, says = (format_dollars(one.get(seat, 0)) for one in (told.stakes, counted))
                what = f"round {round_}, seat {seat}: it was dealt for {dealt} and {says} was counted"
                self._say(number, table, what)
        if known.end and told.is_void is not isinstance(known.end, RoundVoided):
            was, says = ("void", "ended") if told.is_void else ("dealt to its end", "void")
            self._say(number, table, f"round {round_} was {was} at the table and {says} on its progressive")

    def _look_at_taken(self, number: int, draft: Draft) -> None:
        """What goes from the spots of the progressive wager to the tray was counted, and all that was."""
        table, known = draft.place, self.tables[draft.place]
        taken: Counter[int] = Counter()
        for source, target, micros, _ in draft.transfers:
            is_taken = source.kind is AccountKind.POT and target.kind is AccountKind.TRAY
            if is_taken and (seat := seat_of(source.level, self._wager(table))):
                taken[seat] += micros
        stakes = known.coin.stakes if known.coin else {}
        for seat, micros in taken.items():
            if micros > stakes.get(seat, 0):
                amounts = (
                    f"{format_dollars(micros)} went from the progressive wager of seat {seat} to the tray"
                )
                self._say(number, table, f"{amounts} and {format_dollars(stakes.get(seat, 0))} was counted")
        for seat, micros in known.to_collect.items() if not isinstance(known.end, RoundVoided) else ():
            if taken[seat] < micros:
                amounts = f"{format_dollars(micros)} of seat {seat} was counted"
                self._say(number, table, f"{amounts} and {format_dollars(taken[seat])} went to the tray")
        known.to_collect = {}

    def _look_at_awards(self, number: int, draft: Draft) -> None:
        """What the tray paid in a round that has ended is what GAME OVER says, unless the floor has closed it
        because table and keypad differed: such rounds are listed with the reason.
        """
        table, known = draft.place, self.tables[draft.place]
        if known.end and not known.is_over:
            self._say(number, table, f"round {known.end.round} ended on its progressive and at no table")
        if known.told:
            for what in self._wrong_round(known, known.told):
                self._say(number, table, f"round {known.round}: {what}")
        if known.end or known.is_over:
            known.coin = known.end = known.told = None
            known.money, known.wins = RoundMoney(), []

    def _wrong_round(self, known: TableCheck, told: ToldRound) -> Iterator[str]:
        if not (told.is_void or known.is_by_floor):
            yield from self._wrong_awards(known, told)
        yield from find_wrong_wins(told.money, (self.floor.wins[win] for win in known.wins))
        yield from known.money.find_differences(told)

    def _wrong_awards(self, known: TableCheck, told: ToldRound) -> Iterator[str]:
        over = known.end if isinstance(known.end, GameOver) else None
        tray = () if known.has_all_from_meter else told.tray
        yield from say_awards(tray, over.tray if over else ())
        yield from say_awards(told.envy, over.envy if over else ())

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
            if win.id in self.live_wins and win.status in STANDING:
                won[win.table, win.progressive, win.level] += win.micros
        for key in sorted({*won, *self.prizes}):
            if won[key] != self.prizes[key]:
                said, paid = format_dollars(won[key]), format_dollars(self.prizes[key])
                what = f"wins of {' '.join(key[1:]).strip()} come to {said} and {paid} was paid to chips"
                self._say(self.counts.entries, key[0], what)


def seat_of(spot: str, wager: str) -> int:
    """The seat whose wager lies there; none where another lies there."""
    seat, _, name = spot.partition(" ")
    return int(seat) if wager and name == wager else 0


Awards = Iterable[TrayAward | EnvyAward]


def say_awards(by_cards: Awards, in_book: Awards) -> Iterator[str]:
    """Awards of a round that only its cards or only GAME OVER has, one by one."""
    cards, book = Counter(by_cards), Counter(in_book)
    for award in sorted(cards - book):
        yield f"{say_award(award)} by the cards, and GAME OVER does not say so"
    for award in sorted(book - cards):
        yield f"{say_award(award)} by GAME OVER, and the cards do not say so"


def say_award(award: TrayAward | EnvyAward) -> str:
    hand = line_words(award.line)
    if isinstance(award, EnvyAward):
        hand = f"envy for {hand} of seat {award.holder}"
    return f"seat {award.seat} gets {format_dollars(award.micros)} from the tray, {hand},"


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
