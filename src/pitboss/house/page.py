"""A page of the book while it is written: acts are carried out on it one after another, and make its entries.

An act that is refused, even half way, leaves nothing: its entries are struck out, and the state that acts are
decided on is made again from what is durable and what stands before it on the page.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pitboss.base.error import InputError
from pitboss.jackpot.books import Books
from pitboss.jackpot.decider import decide, is_copy
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import CoinIn, EndGame, PostWin, Request, VoidRound
from pitboss.jackpot.snapshot import copy_books, format_books
from pitboss.ledger.attestation import vouch_for
from pitboss.ledger.book import BooksError
from pitboss.ledger.entry import FIRST_HASH, Draft, Entry, chain
from pitboss.ledger.store import Checkpoint, Store

CHECKPOINT_EVERY = 25_000
"""Entries, which are read again in about a second. To write down the state of hundreds of tables takes a
tenth of it, in which nobody acts."""
AT_A_TABLE = (CoinIn, VoidRound, EndGame, PostWin)

Clock = Callable[[], int]
"""Microseconds since 1970."""
Guard = Callable[[Books, Request], None]
"""Raises if somebody asks who may not; on a floor with people it is `authority.check_authority`."""


def let_everybody(floor: Books, asked: Request) -> None:
    """No guard: for trials, simulations and tests of everything else."""


class RequestAnswer(NamedTuple):
    """What became of a request: the entry it made, now or when it first came."""

    number: int
    draft: Draft


Outcome = RequestAnswer | InputError


class UsedBeforeError(RefusedError):
    """The id of a request is in the journal, for something else; nothing was done."""

    def __init__(self, first: RequestAnswer) -> None:
        super().__init__(
            f"the id {first.draft.id!r} was used before for something else (entry {first.number}): "
            "nothing was done; take a new id"
        )
        self.first = first


class JournalPage:
    durable: Books
    """What the book says before this page."""
    ahead: Books
    """The same with what stands on the page: acts are decided on it."""

    def __init__(self, guard: Guard, clock: Clock, store: Store, *, is_careful: bool = False) -> None:
        self.guard = guard
        self.clock = clock
        self.store = store
        self.is_careful = is_careful
        """Look every id up first. Otherwise only a refusal or the store's own index asks for it."""
        self.entries: list[Entry] = []
        self.made: dict[str, RequestAnswer] = {}
        self.number, self.hash = 0, FIRST_HASH

    def begin(self, durable: Books, ahead: Books, number: int, hash_: str) -> None:
        """In the turn: what is durable, the same to decide on, and where the next entry stands."""
        self.durable, self.ahead = durable, ahead
        self.number, self.hash = number, hash_

    @property
    def now(self) -> int:
        """The time of an entry, which never runs backwards."""
        return max(self.clock(), self.ahead.last_at)

    def carry_out(self, act: "Act") -> object:
        """What the act gives, or what it raised; then nothing of it is on the page."""
        first = len(self.entries)
        try:
            return act(self)
        except BooksError as short:
            self.strike(first)
            return RefusedError(f"{short}; nothing was booked")
        except Exception as problem:
            self.strike(first)
            return problem

    def strike(self, first: int) -> None:
        """Take back the entries from this one on."""
        gone = self.entries[first:]
        if not gone:
            return
        del self.entries[first:]
        self.number, self.hash = gone[0].number - 1, gone[0].before
        self.ahead = copy_books(self.durable)
        for entry in self.entries:
            self.ahead.apply(entry.draft)
        for entry in gone:
            self.made.pop(entry.id, None)

    # -- what acts do ----------------------------------------------------------------------------

    def ask(self, request: Request, place: str = "") -> RequestAnswer:
        """Decide a request here and now, or raise why not; asked again it gets the first answer."""
        first = self.made.get(request.id) or (self.find(request.id) if self.is_careful else None)
        if first:
            return hold_against(first, request)
        try:
            check_place(self.ahead, request, place)
            self.guard(self.ahead, request)
            return self.add(decide(self.ahead, request, self.clock(), place))
        except (InputError, BooksError):
            first = self.find(request.id)
            if first is None:
                raise
            return hold_against(first, request)

    def add(self, draft: Draft) -> RequestAnswer:
        """Write an entry, which has been decided; whose id is taken, that act is refused and no other."""
        first = self.find(draft.id) if self.is_careful else None
        if first:
            raise UsedBeforeError(first)
        self.ahead.apply(draft)
        entry = chain(self.number + 1, self.hash, draft)
        vars(entry)["draft"] = draft  # it need not be read from its text again
        self.number, self.hash = entry.number, entry.hash
        self.entries.append(entry)
        answer = self.made[draft.id] = RequestAnswer(entry.number, draft)
        return answer

    def find(self, id_: str) -> RequestAnswer | None:
        """The entry that was written under an id before this page."""
        found = self.store.find(id_)
        return RequestAnswer(found.number, found.draft) if found else None

    # -- the end ---------------------------------------------------------------------------------

    def finish(self) -> tuple[Sequence[Entry], Checkpoint | None]:
        """What is to be written. Every so often the state is kept, and one more entry vouches for it."""
        before = self.number - len(self.entries)
        if self.number // CHECKPOINT_EVERY == before // CHECKPOINT_EVERY:
            return self.entries, None
        self.ahead.book.check()
        checkpoint = Checkpoint(self.number, self.hash, format_books(self.ahead))
        self.add(vouch_for(checkpoint, self.ahead.last_at))
        return self.entries, checkpoint


def check_place(floor: Books, asked: Request, place: str) -> None:
    """What is counted and won at a live table is asked by that table and by nobody else."""
    if not place and isinstance(asked, AT_A_TABLE) and asked.table in floor.tables:
        raise RefusedError(
            f"{asked.table} is a live table: it counts and posts by itself, with its own rounds"
        )


Act = Callable[[JournalPage], object]
"""Carries something out on a page; raises if it is refused."""


def asking(request: Request) -> Act:
    return lambda page: page.ask(request)


def hold_against(first: RequestAnswer, asked: Request) -> RequestAnswer:
    """The first answer for a copy of a request, a refusal for another one with its id."""
    if not is_copy(first.draft, asked):
        raise UsedBeforeError(first)
    return first
