"""The game manager: decides requests, writes them to the journal, and answers when they are durable.

Requests of many tables are decided one after another and written together: one commit for all that wait
(`Desk`). Nothing is answered before the store has it. A request that comes again gets the first answer; an
id that comes again with another request is refused.
When the store fails, or another process has written in the meantime, the floor is read anew and the
requests are decided again: what was in memory counts for nothing.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from itertools import islice
from queue import SimpleQueue
from threading import Lock, Thread
from typing import NamedTuple

from pitboss.base.error import InputError, PitbossError
from pitboss.jackpot.decide import decide
from pitboss.jackpot.digest import is_copy
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import Request
from pitboss.jackpot.snapshot import format_floor, parse_floor
from pitboss.jackpot.state import Floor
from pitboss.ledger.book import BooksError
from pitboss.ledger.entry import FIRST_HASH, Draft, Entry, chain
from pitboss.ledger.store import Checkpoint, MovedOnError, SeenBeforeError, Store
from pitboss.ledger.vouching import is_vouched_for, vouch_for

CHECKPOINT_EVERY = 10_000
MOST_TRIES = 100
MOST_IN_A_BATCH = 512

Clock = Callable[[], int]
"""Microseconds since 1970."""


class Answer(NamedTuple):
    """What became of a request: the entry it made, now or when it first came."""

    number: int
    draft: Draft


class UsedBeforeError(RefusedError):
    """The id of a request is in the journal, for something else; nothing was done."""

    def __init__(self, first: Answer) -> None:
        super().__init__(
            f"the id {first.draft.id!r} was used before for something else (entry {first.number}): "
            "nothing was done; take a new id"
        )
        self.first = first


Outcome = Answer | InputError
Ask = Callable[[Sequence[Request]], list[Outcome]]
"""Requests that are decided together, and their outcomes: `GameManager.ask_all`, or that over a network."""
Guard = Callable[[Floor, Request], None]
"""Raises if somebody asks who may not; on a floor with people it is `authority.check_authority`."""


def let_everybody(floor: Floor, asked: Request) -> None:
    """No guard: for trials, simulations and tests of everything else."""


class GameManager:
    def __init__(self, store: Store, clock: Clock, guard: Guard = let_everybody) -> None:
        self.store = store
        self.clock = clock
        self.guard = guard
        self.lock = Lock()
        self.floor = Floor()
        self.number, self.hash = 0, FIRST_HASH
        self.is_stale = True
        """Whether the floor in memory may be ahead of the journal: something went wrong on the way."""
        self.read_all()

    # -- reading ---------------------------------------------------------------------------------

    def read_all(self) -> None:
        """The floor from the latest checkpoint and everything after it."""
        self.is_stale = True
        checkpoint = self.store.checkpoint()
        self.floor, self.number, self.hash = Floor(), 0, FIRST_HASH
        if checkpoint and self._is_right(checkpoint):
            self.floor = parse_floor(checkpoint.state)
            self.number, self.hash = checkpoint.number, checkpoint.hash
        self.read_news()
        self.is_stale = False

    def _is_right(self, checkpoint: Checkpoint) -> bool:
        """A checkpoint that the journal does not vouch for is not used: everything is read instead."""
        following = self.store.entries(checkpoint.number, upto=checkpoint.number + 1)
        return is_vouched_for(checkpoint, next(following, None))

    def read_news(self) -> None:
        """Entries that somebody else has written."""
        for entry in self.store.entries(self.number):
            self.floor.apply(entry.draft)
            self.number, self.hash = entry.number, entry.hash

    # -- deciding --------------------------------------------------------------------------------

    def ask(self, request: Request) -> Answer:
        """One request; raises if it is refused."""
        (outcome,) = self.ask_all([request])
        if isinstance(outcome, InputError):
            raise outcome
        return outcome

    def ask_all(self, requests: Sequence[Request]) -> list[Outcome]:
        """Decide all of them in order and write what they make as one; each gets its own outcome."""
        with self.lock:
            is_careful = False
            for _ in range(MOST_TRIES):
                try:
                    return self._try_all(requests, is_careful=is_careful)
                except MovedOnError:
                    self.read_all()
                except SeenBeforeError:
                    is_careful = True
                    self.read_all()
                except PitbossError:
                    self.read_all()
                    raise
        raise MovedOnError("the journal moves on faster than this process can follow: try again")

    def _try_all(self, requests: Sequence[Request], *, is_careful: bool) -> list[Outcome]:
        """Careful: look every id up first. Otherwise only a refusal or the store's own index asks for it."""
        if self.is_stale:
            self.read_all()
        self.is_stale = True
        entries: list[Entry] = []
        outcomes: list[Outcome] = []
        made: dict[str, Answer] = {}
        for request in requests:
            first = made.get(request.id) or (self._find(request) if is_careful else None)
            outcome = hold_against(first, request) if first else self._decide(request, entries)
            outcomes.append(outcome)
            if isinstance(outcome, Answer):
                made[request.id] = outcome
        if entries:
            self.floor.book.check()
            self.store.append(entries, self._checkpoint(entries))
        self.is_stale = False
        return outcomes

    def _decide(self, request: Request, entries: list[Entry]) -> Outcome:
        try:
            self.guard(self.floor, request)
            return self._add(decide(self.floor, request, self.clock()), entries)
        except InputError as refusal:
            return self._first_answer(request) or refusal
        except BooksError as short:
            return self._first_answer(request) or RefusedError(f"{short}; nothing was booked")

    def _first_answer(self, request: Request) -> Outcome | None:
        first = self._find(request)
        return hold_against(first, request) if first else None

    def _find(self, request: Request) -> Answer | None:
        found = self.store.find(request.id)
        return Answer(found.number, found.draft) if found else None

    def _checkpoint(self, entries: list[Entry]) -> Checkpoint | None:
        """Every so often the floor is kept, and one more entry vouches for it."""
        if self.number // CHECKPOINT_EVERY == (self.number - len(entries)) // CHECKPOINT_EVERY:
            return None
        checkpoint = Checkpoint(self.number, self.hash, format_floor(self.floor))
        self._add(vouch_for(checkpoint, self.floor.last_at), entries)
        return checkpoint

    def _add(self, draft: Draft, entries: list[Entry]) -> Answer:
        self.floor.apply(draft)
        entry = chain(self.number + 1, self.hash, draft)
        self.number, self.hash = entry.number, entry.hash
        entries.append(entry)
        return Answer(entry.number, draft)


def hold_against(first: Answer, asked: Request) -> Outcome:
    """The first answer for a copy of a request, a refusal for another one with its id."""
    return first if is_copy(first.draft, asked) else UsedBeforeError(first)


class Waiting(NamedTuple):
    """Requests that are decided together, and who is told what became of them."""

    requests: tuple[Request, ...]
    future: "Future[list[Outcome]] | Future[Answer]"
    tell: Callable[[list[Outcome]], None]


class Desk:
    """Where many tables hand in requests: whatever waits is written together."""

    def __init__(self, manager: GameManager) -> None:
        self.manager = manager
        self.waiting: SimpleQueue[Waiting | None] = SimpleQueue()
        self.thread = Thread(target=self._work, name="game manager", daemon=True)
        self.thread.start()

    def ask(self, request: Request) -> "Future[Answer]":
        future: Future[Answer] = Future()

        def tell(outcomes: list[Outcome]) -> None:
            (outcome,) = outcomes
            if isinstance(outcome, InputError):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)

        self.waiting.put(Waiting((request,), future, tell))
        return future

    def ask_together(self, requests: Sequence[Request]) -> "Future[list[Outcome]]":
        """All of them in this order, with nobody else's between; each has its own outcome."""
        future: Future[list[Outcome]] = Future()
        self.waiting.put(Waiting(tuple(requests), future, future.set_result))
        return future

    def close(self) -> None:
        """Write what waits, then stop."""
        self.waiting.put(None)
        self.thread.join()

    def _work(self) -> None:
        while (first := self.waiting.get()) is not None:
            batch = [first]
            while len(batch) < MOST_IN_A_BATCH and not self.waiting.empty():
                following = self.waiting.get()
                if following is None:
                    self._answer(batch)
                    return
                batch.append(following)
            self._answer(batch)

    def _answer(self, batch: list[Waiting]) -> None:
        """Whoever has given up waiting is left out, and may ask again with the same id."""
        batch = [one for one in batch if one.future.set_running_or_notify_cancel()]
        try:
            outcomes = iter(self.manager.ask_all([request for one in batch for request in one.requests]))
        except BaseException as problem:
            for one in batch:
                one.future.set_exception(problem)
            return
        for one in batch:
            one.tell(list(islice(outcomes, len(one.requests))))
