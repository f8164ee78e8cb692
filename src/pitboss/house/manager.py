"""The game manager: the one writer of the book. It carries acts out in its turn, and answers when they are
durable.

An act is whatever is decided and written as one: a request of the office or of a keypad, or a command at a
table with all that follows from it. Acts of many tables are carried out one after another and written
together: one commit for all that wait. Nothing is answered before the store has it. A request that comes
again gets the first answer; an id that comes again with another request is refused.

There are two states. `floor` is what is durable, for everybody to read. Acts are decided on another one,
which is ahead of it during a turn and counts for nothing when anything goes wrong: it is then taken from
`floor` again.

Where others write too, the book is locked while acts are decided. Whoever has been the only writer for some
turns decides without a lock, and what he writes is refused if he no longer is: then the same acts are decided
again, in a turn.
"""

from collections.abc import Callable, Sequence
from threading import Lock
from typing import Protocol

from pitboss.base.error import InputError
from pitboss.house.page import (
    Act,
    Clock,
    Guard,
    JournalPage,
    Outcome,
    RequestAnswer,
    UsedBeforeError,
    asking,
    let_everybody,
)
from pitboss.jackpot.books import Books
from pitboss.jackpot.request import Request
from pitboss.jackpot.snapshot import copy_books, parse_books
from pitboss.ledger.attestation import is_vouched_for
from pitboss.ledger.entry import FIRST_HASH, Entry
from pitboss.ledger.store import (
    Checkpoint,
    Link,
    MovedOnError,
    SeenBeforeError,
    Store,
    StoreError,
    UnsureError,
)

__all__ = [
    "Act",
    "Ask",
    "Clock",
    "GameManager",
    "Guard",
    "Outcome",
    "RequestAnswer",
    "UsedBeforeError",
    "let_everybody",
]

MOST_TRIES = 100
OUTCOMES = (RequestAnswer, InputError)
ALONE_AFTER = 20
"""Whoever was the only one to write for n turns goes on as if there were nobody else."""

Ask = Callable[[Sequence[Request]], list[Outcome]]
"""Requests that are decided together, and their outcomes: `GameManager.ask_all`, or that over a network."""


class Follower(Protocol):
    """Somebody whose state follows the book, as the tables of a room do."""

    def follow(self, entry: Entry) -> None:
        """Another process has written this."""

    def settle(self, number: int) -> None:
        """Everything of this turn is durable; the last number."""

    def forget(self) -> None:
        """What was done in this turn counts for nothing."""


class GameManager:
    def __init__(self, store: Store, clock: Clock, guard: Guard = let_everybody) -> None:
        self.store = store
        self.clock = clock
        self.guard = guard
        self.lock = Lock()
        self.followers: list[Follower] = []
        self.floor = Books()
        """As the book has it: what is only meant to be written is not in it."""
        self.number, self.hash = 0, FIRST_HASH
        self._ahead: Books | None = None
        self.has_failed = False
        """The store could not write the last page that was to be written, and nothing was written since."""
        self._read_all()
        self._own_turns = 0
        """Since somebody else was found to have written."""

    # -- reading ---------------------------------------------------------------------------------

    def _read_all(self) -> None:
        """The books from the latest checkpoint and everything after it."""
        checkpoint = self.store.checkpoint()
        if checkpoint and self._is_right(checkpoint):
            self.floor = parse_books(checkpoint.state)
            self.number, self.hash = checkpoint.number, checkpoint.hash
        self._read_news()

    def _is_right(self, checkpoint: Checkpoint) -> bool:
        """A checkpoint that the journal does not vouch for is not used: everything is read instead."""
        following = self.store.entries(checkpoint.number, upto=checkpoint.number + 1)
        return is_vouched_for(checkpoint, next(following, None))

    def read_news(self) -> None:
        """Follow what somebody else has written."""
        with self.lock:
            self._read_news()

    def _read_news(self) -> None:
        for entry in self.store.entries(self.number):
            if entry.before != self.hash:
                raise StoreError(
                    f"entry {entry.number} does not follow what this process knows: the book was replaced; "
                    "start again"
                )
            self._follow(entry)

    def _follow(self, entry: Entry) -> None:
        self.floor.apply(entry.draft)
        self.number, self.hash = entry.number, entry.hash
        self._ahead, self._own_turns = None, 0
        for follower in self.followers:
            follower.follow(entry)

    # -- acting ----------------------------------------------------------------------------------

    def ask(self, request: Request) -> RequestAnswer:
        """One request; raises if it is refused."""
        (outcome,) = self.ask_all([request])
        if isinstance(outcome, InputError):
            raise outcome
        return outcome

    def ask_all(self, requests: Sequence[Request]) -> list[Outcome]:
        """Decide all of them in order and write what they make as one; each gets its own outcome."""
        return [as_outcome(given) for given in self.carry_out([asking(request) for request in requests])]

    def carry_out(self, acts: Sequence[Act]) -> list[object]:
        """Carry all of them out in order and write what they make as one; what each gave or raised."""
        with self.lock:
            is_careful = False
            for _ in range(MOST_TRIES):
                page = JournalPage(self.guard, self.clock, self.store, is_careful=is_careful)
                try:
                    return self._write(page, acts)
                except MovedOnError:
                    self._own_turns = 0
                    self._forget()
                except SeenBeforeError:
                    is_careful = True
                    self._forget()
                except BaseException as problem:
                    self.has_failed |= isinstance(problem, StoreError)
                    self._forget()
                    raise
        raise MovedOnError("the journal moves on faster than this process can follow: try again")

    def _write(self, page: JournalPage, acts: Sequence[Act]) -> list[object]:
        given: list[object] = []
        try:
            if self._own_turns >= ALONE_AFTER:
                self._decide(page, acts, given)
                self._check_alone(page)
            else:
                self._take_turn(page, acts, given)
        except UnsureError:
            if len(given) < len(acts) or not self._got_in(page):
                raise
        self._settle(page)
        return given

    def _take_turn(self, page: JournalPage, acts: Sequence[Act], given: list[object]) -> None:
        with self.store.turn() as last:
            if last != Link(self.number, self.hash):
                self._read_news()
            self._decide(page, acts, given)

    def _decide(self, page: JournalPage, acts: Sequence[Act], given: list[object]) -> None:
        page.begin(self.floor, self._take_ahead(), self.number, self.hash)
        given += map(page.carry_out, acts)
        if page.entries:
            self.store.append(*page.finish())

    def _check_alone(self, page: JournalPage) -> None:
        """What was written was decided on the end of the book; what was only answered may not have been."""
        if not page.entries and self.store.head() != Link(self.number, self.hash):
            raise MovedOnError("the book has gone on while this was decided")

    def _take_ahead(self) -> Books:
        """The state to decide on, which is nobody's until the turn is over."""
        ahead = self._ahead or copy_books(self.floor)
        self._ahead = None
        return ahead

    def _settle(self, page: JournalPage) -> None:
        for entry in page.entries:
            self.floor.follow(entry.draft)
        self.number, self.hash = page.number, page.hash
        self._ahead = page.ahead
        self.has_failed &= not page.entries
        self._own_turns += 1
        for follower in self.followers:
            follower.settle(self.number)

    def _got_in(self, page: JournalPage) -> bool:
        """Whether a batch got in whose commit was not answered.

        It is looked for in a turn: only then is it certain that the commit is not still under way.
        """
        if not page.entries:
            return True
        last = page.entries[-1]
        with self.store.turn():
            found = next(self.store.entries(last.number - 1, upto=last.number), None)
        return found is not None and found.hash == last.hash

    def _forget(self) -> None:
        self._ahead = None
        for follower in self.followers:
            follower.forget()


def as_outcome(given: object) -> Outcome:
    """What a request got; raises what is no refusal."""
    if isinstance(given, OUTCOMES):
        return given
    assert isinstance(given, Exception)
    raise given
