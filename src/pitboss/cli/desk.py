"""What all these commands share: the store, the clock, who asks, and ids that make a retry harmless."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from datetime import tzinfo
from functools import cached_property
from getpass import getpass
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple
from uuid import uuid4
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import typer

from pitboss.base.error import InputError
from pitboss.base.own_id import check_own_id
from pitboss.cli.command import Command, join, option
from pitboss.cli.option import AsJson, argument, open_text, word
from pitboss.cli.screen import say, say_json

if TYPE_CHECKING:
    from pitboss.house.manager import GameManager, RequestAnswer
    from pitboss.house.personnel import Personnel
    from pitboss.house.software import Software
    from pitboss.jackpot.request import Request
    from pitboss.jackpot.win import Win
    from pitboss.reports.form import Json
    from pitboss.storage.checked_store import CheckedStore

MANIFEST = "PITBOSS_MANIFEST"
"""Names a file that `pitboss about --json` has written: nothing else may run."""
CLOCK = "PITBOSS_CLOCK"
"""Says "accept" where this machine's clock is right although it is a year after the last entry."""

Store = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="URL",
        envvar="PITBOSS_STORE",
        help="The journal: a path, sqlite:///path or postgresql://user@host/database. "
        "Default: floor.db in the user's data directory.",
    ),
]
By = Annotated[list[str] | None, word("Who asks; a second person agrees by another --by.", "NAME", "--by")]
RequestId = Annotated[
    str | None, word("An id of your own: the same id again does nothing again.", "ID", "--id")
]
Zone = Annotated[
    str | None, word("Time zone of the card room, 'America/Los_Angeles'. Default: this machine's.", "ZONE")
]
Progressive = Annotated[str, argument("A progressive.", "ID")]
TableName = Annotated[str, argument("A table.", "TABLE")]
WinName = Annotated[str, argument("A win, by its number or id.", "WIN")]
OFFICE = (
    option("by", By, None),
    option("store", Store, None),
    option("id_", RequestId, None),
    option("json", AsJson, False),
)
"""Of every command that changes something."""


class ActReport(NamedTuple):
    """What an act has done: the entry that says so, a sentence, and what JSON has besides."""

    answer: RequestAnswer
    words: str
    more: Mapping[str, Json] = {}
    notes: Sequence[str] = ()
    """Said after it."""


@dataclass
class CommandDesk:
    """Where an act is done. The journal is opened and people sign in when they are needed, not before."""

    stack: ExitStack
    by: list[str] | None
    store: str | None
    given_id: str | None
    creates: bool
    """Whether a journal that is not there yet is made."""

    @cached_property
    def id(self) -> str:
        return make_id(self.given_id)

    @cached_property
    def manager(self) -> GameManager:
        from pitboss.house.self_check import check_clock

        found = self.stack.enter_context(open_floor(self.store, create=self.creates))
        if os.environ.get(CLOCK) != "accept":
            check_clock(now(), found.floor.last_at)
        return found

    @cached_property
    def people(self) -> tuple[str, ...]:
        return sign_in(self.manager, self.by)

    @property
    def personnel(self) -> Personnel:
        return open_personnel(self.manager, self.given_id)

    def ask(self, request: Callable[..., Request], *facts: object, **named: object) -> RequestAnswer:
        return self.manager.ask(request(self.id, self.people, *facts, **named))

    def find_win(self, name: str) -> Win:
        from pitboss.reports.record.win import find_win

        return find_win(self.manager.floor, name)


def act(work: Callable[..., ActReport], *, creates: bool = False, has_id: bool = True) -> Command:
    """A command that changes something: it has the options of the office, and says what was done.

    What is made of several entries can have no id of its own.
    """
    _, *own = signature(work, eval_str=True).parameters.values()
    office = [one for one in OFFICE if has_id or one.name != "id_"]

    def run(
        by: list[str] | None, store: str | None, json: bool, id_: str | None = None, **words: Any
    ) -> None:
        with ExitStack() as stack:
            done = work(CommandDesk(stack, by, store, id_, creates), **words)
        say_done(done, json=json)

    words = [one.replace(kind=Parameter.KEYWORD_ONLY) for one in (*own, *office)]
    return join(run, words, work.__name__, work.__doc__)


def say_done(done: ActReport, *, json: bool) -> None:
    """What was done, and the entry that says so."""
    if json:
        draft, number = done.answer.draft, done.answer.number
        say_json({"entry": number, "id": draft.id, "kind": draft.kind, "by": list(draft.by), **done.more})
        return
    say(f"{done.words} (entry {done.answer.number})")
    for note in done.notes:
        say(note)


def usual_store(environment: dict[str, str] | None = None) -> str:
    """Where data of users lies: XDG_DATA_HOME, or .local/share at home."""
    base = Path((environment or dict(os.environ)).get("XDG_DATA_HOME", ""))
    home = base if base.is_absolute() else Path.home() / ".local" / "share"
    folder = home / "pitboss"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise InputError(f"cannot use {folder}: {problem.strerror}; say --store") from problem
    return str(folder / "floor.db")


def now() -> int:
    """Microseconds since 1970."""
    return time.time_ns() // 1000


@contextmanager
def open_floor(url: str | None, *, create: bool = False) -> Iterator[GameManager]:
    """The game manager on the journal, as long as the command runs; people guard it once there are any."""
    from pitboss.house.self_check import start_manager
    from pitboss.jackpot.authority import check_authority

    manifest = read_manifest(os.environ.get(MANIFEST))
    with open_journal(url or usual_store(), create=create) as store:
        manager = start_manager(store, now, manifest=manifest)
        if manager.floor.people:
            manager.guard = check_authority
        yield manager


@contextmanager
def open_journal(url: str, *, create: bool) -> Iterator[CheckedStore]:
    """The journal; a new one is made when there is something to write, so that a refusal leaves nothing."""
    from pitboss.ledger.store import NoJournalError
    from pitboss.storage.address import open_store
    from pitboss.storage.memory import MemoryStore

    store: CheckedStore
    try:
        store = open_store(url, create=False)
    except NoJournalError:
        if not create:
            raise
        store = MemoryStore()
    with closing(store):
        yield store
        if isinstance(store, MemoryStore) and store.last() is not None:
            with closing(open_store(url)) as new:
                new.fill(store.entries(), store.checkpoint())


def read_manifest(file: str | None) -> Software | None:
    """What ought to run, if the room has said so."""
    from pitboss.house.software import parse_manifest

    if not file:
        return None
    with open_text(file) as stream:
        return parse_manifest(stream.read(), file)


def open_personnel(manager: GameManager, id_: str | None = None) -> Personnel:
    """The staff's office; what it asks for gets this id, or each a new one."""
    from pitboss.house.credential import Credentials
    from pitboss.house.derived_key import find_peppers
    from pitboss.house.personnel import Personnel

    pepper, old = find_peppers()
    return Personnel(manager, Credentials(pepper=pepper, old=old), lambda: make_id(id_))


def sign_in(
    manager: GameManager, by: Sequence[str] | None, *, lets_strangers: bool = False
) -> tuple[str, ...]:
    """Who asks. On a floor with people each of them gives a PIN; a floor without takes the name alone.

    A stranger, who may only be let in while people are installed, has no PIN to give.
    """
    people = tuple(person.strip() for person in by or () if person.strip())
    if not people:
        raise InputError("say who does it: --by NAME")
    if manager.floor.people:
        personnel = open_personnel(manager)
        for person in people:
            if lets_strangers and person not in manager.floor.people:
                continue
            signed_in = personnel.sign_in(person, pin=ask_pin(person), where="command line")
            if signed_in.is_change_due:
                warn_of_old_pin(person)
    return people


def warn_of_old_pin(person: str) -> None:
    """The quarterly prompt (req. 65), where it disturbs no output."""
    advice = f"pitboss progressive people change-pin {shlex.quote(person)}"
    sys.stderr.write(f"The PIN of {person} has served for a quarter: {advice}\n")


def ask_pin(person: str) -> str:
    """Unseen in a terminal; one line of standard input in a pipe."""
    if sys.stdin.isatty():
        return getpass(f"PIN of {person}: ")
    return sys.stdin.readline().strip()


def make_id(given: str | None) -> str:
    return check_own_id(given) if given else uuid4().hex


def read_zone(name: str | None) -> tzinfo | None:
    if name is None:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as problem:
        raise InputError(f"there is no time zone {name!r}: write it as 'America/Los_Angeles'") from problem
