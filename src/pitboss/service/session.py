"""Who is at the browser: a token in a cookie, signed by the room's key and kept in no table.

The token says who, since when, and a random id. What the person may do is read from the journal at every
request: a change of role counts at once, and nobody gets one by editing a database. Signing out is an entry
of the journal that names the id's hash, so it holds on every server; when the token's own time is over,
nothing of it is left anywhere. A second token, made from the first, must come with every request that changes
something: a page from elsewhere cannot read it.
"""

import secrets
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from hmac import compare_digest
from typing import NamedTuple
from uuid import uuid4

from pitboss.base.error import PitbossError
from pitboss.base.money import MICROS
from pitboss.house.derived_key import derive
from pitboss.house.manager import Clock, GameManager
from pitboss.jackpot.books import Books
from pitboss.jackpot.people import check_not_house
from pitboss.jackpot.person import Role
from pitboss.jackpot.player import EndSession, by_player, find_player
from pitboss.jackpot.refusal import RefusedError
from pitboss.service.signed_text import Signer

COOKIE = "pitboss_session"
TOKEN_HEADER = "X-Pitboss-Token"
LIFE_SECONDS = 12 * 3600
ID_BYTES = 18
MOST_READ = 20_000
"""Cookies that are remembered after they were checked."""
PLAYER, STAFF = "player", "staff"
FLOOR = (Role.SUPERVISOR, Role.EXECUTIVE)
DEALERS = (Role.DEALER, *FLOOR)
"""Who may deal, and who of them may decide about irregularities and wins."""

ENDING = ("session ended", "person changed", "person's secret changed", "player's secret changed")
"""Entries that may end a session."""
Leave = Callable[[], None]


class NotSignedInError(PitbossError):
    """Nobody is known at this browser."""


class NotAllowedError(PitbossError):
    """This person may not do that."""


@dataclass(frozen=True)
class Session:
    person: str
    role: str
    """A role of the staff, or player."""
    token: str
    is_change_due: bool = False
    id: str = ""
    until_micros: int = 0

    @property
    def is_player(self) -> bool:
        return self.role == PLAYER

    @property
    def begun_micros(self) -> int:
        return self.until_micros - LIFE_SECONDS * MICROS

    @property
    def by(self) -> str:
        """For the journal, where a player is never taken for a person of the staff."""
        return by_player(self.person) if self.is_player else self.person

    def require(self, *roles: Role) -> None:
        if self.role not in {role.value for role in roles}:
            wanted = " or ".join(role.value for role in roles)
            raise NotAllowedError(f"that is for a {wanted}; {self.person} is signed in as {self.role}")


class Said(NamedTuple):
    """What a cookie says, and the token that belongs to it."""

    kind: str
    person: str
    begun_micros: int
    id: str
    token: str


class Sessions:
    def __init__(self, manager: GameManager, clock: Clock, key: str) -> None:
        self.manager = manager
        self.clock = clock
        self.signer = Signer(derive(key, "sessions"))
        self.read = lru_cache(MOST_READ)(self._read)
        """What a cookie says never changes; who that is now is asked anew each time."""
        self.streams: defaultdict[Session, set[Leave]] = defaultdict(set)
        """What is open for as long as each session lasts."""
        self.swept: tuple[int, ...] = ()

    def begin(self, person: str, *, is_player: bool) -> tuple[str, Session]:
        """A new session, and the text for the cookie."""
        kind = PLAYER if is_player else STAFF
        cookie = self.signer.sign([kind, person, self.clock(), secrets.token_urlsafe(ID_BYTES)])
        session = self.find(cookie)
        if session is None:
            raise NotSignedInError(f"{person} is not known here")
        return cookie, session

    def find(self, cookie: str) -> Session | None:
        """Who is there, as the journal knows the person now."""
        try:
            kind, person, begun, id_, token = self.read(cookie)
        except NotSignedInError:
            return None
        until, floor, now = begun + LIFE_SECONDS * MICROS, self.manager.floor, self.clock()
        found: Session | None = None
        if kind == PLAYER and (player := find_player(floor, person)):
            found = Session(player.name, PLAYER, token, id=id_, until_micros=until)
        elif kind == STAFF and (known := floor.people.get(person)) and not is_house(person):
            found = Session(known.name, known.role.value, token, known.is_change_due(now), id_, until)
        return None if found is None or is_over(floor, found, now) else found

    def _read(self, cookie: str) -> Said:
        said = self.signer.read(cookie)
        if not (isinstance(said, list) and len(said) == 4):
            raise NotSignedInError("the cookie was not signed here")  # raised, it is not remembered
        kind, person, begun, id_ = map(str, said)
        return Said(kind, person, int(begun), id_, self.signer.digest(f"token {cookie}"))

    def end(self, cookie: str) -> None:
        """For every server, and at once for whatever is open here."""
        session = self.find(cookie)
        if session is not None:
            asked = EndSession(uuid4().hex, (session.by,), hash_of(session.id), session.until_micros)
            with suppress(RefusedError):  # somebody signed out at the same moment in another tab
                self.manager.ask(asked)

    # -- streams ---------------------------------------------------------------------------------

    @contextmanager
    def staying(self, session: Session, leave: Leave) -> Iterator[None]:
        """Something is open for this session: when that is over, it is told to leave."""
        self.streams[session].add(leave)
        try:
            yield
        finally:
            self.streams[session].discard(leave)
            if not self.streams[session]:
                del self.streams[session]

    def hear_news(self) -> None:
        """The journal goes on many times a second: only what can end a session is looked at."""
        kinds = self.manager.floor.kinds
        found = tuple(kinds[kind] for kind in ENDING)
        if found != self.swept:
            self.swept = found
            self.sweep()

    def sweep(self) -> None:
        """Close what belongs to sessions that are over."""
        floor, now = self.manager.floor, self.clock()
        for session in tuple(self.streams):
            if is_over(floor, session, now):
                for leave in tuple(self.streams[session]):
                    leave()


def is_over(floor: Books, session: Session, at_micros: int) -> bool:
    """By its time, by signing out, by a new PIN from somebody else, by another role, or by leaving."""
    if at_micros >= session.until_micros or hash_of(session.id) in floor.ended:
        return True
    if session.is_player:
        player = find_player(floor, session.person)
        return player is None or session.begun_micros < player.reset_at
    person = floor.people.get(session.person)
    if person is None or not person.is_active or person.role != session.role:
        return True
    return session.begun_micros < person.reset_at


@lru_cache(MOST_READ)
def hash_of(id_: str) -> str:
    return sha256(id_.encode()).hexdigest()


def is_house(person: str) -> bool:
    try:
        check_not_house(person)
    except RefusedError:
        return True
    return False


def check_token(session: Session, token: str) -> None:
    if not compare_digest(session.token.encode(), token.encode()):
        raise NotAllowedError(f"the request lacks this session's {TOKEN_HEADER}: load the page again")
