"""Who is at the browser: a session in the room's store, known by a secret in a cookie.

The store holds a hash of the secret only. Every sign-in makes a new secret, so that nobody can hand
somebody a session and use it afterwards. A token beside it must come with every request that changes
something: a page from elsewhere cannot read it.
"""

import json
import secrets
from dataclasses import asdict, dataclass
from hashlib import sha256
from hmac import compare_digest
from time import monotonic

from pitboss.base.error import PitbossError
from pitboss.base.money import MICROS
from pitboss.house.manager import Clock
from pitboss.jackpot.person import Role
from pitboss.ledger.room_store import RoomStore

COOKIE = "pitboss_session"
TOKEN_HEADER = "X-Pitboss-Token"
LIFE_SECONDS = 12 * 3600
SECRET_BYTES = 32
PLAYER = "player"
FLOOR = (Role.SUPERVISOR, Role.EXECUTIVE)
DEALERS = (Role.DEALER, *FLOOR)
"""Who may deal, and who of them may decide about irregularities and wins."""
KNOWN_SECONDS = 5.0
"""So long a server goes by what it has read: a session that another server ended may last that long."""
MOST_KNOWN = 10_000


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

    @property
    def is_player(self) -> bool:
        return self.role == PLAYER

    def require(self, *roles: Role) -> None:
        if self.role not in {role.value for role in roles}:
            wanted = " or ".join(role.value for role in roles)
            raise NotAllowedError(f"that is for a {wanted}; {self.person} is signed in as {self.role}")


class Sessions:
    def __init__(self, store: RoomStore, clock: Clock) -> None:
        self.store = store
        self.clock = clock
        self.known: dict[str, tuple[Session | None, float]] = {}

    def begin(self, person: str, role: str, *, is_change_due: bool = False) -> tuple[str, Session]:
        """A new session, and the secret for the cookie."""
        secret = secrets.token_urlsafe(SECRET_BYTES)
        session = Session(person, role, secrets.token_urlsafe(SECRET_BYTES), is_change_due)
        until = self.clock() + LIFE_SECONDS * MICROS
        self.store.keep(name_of(secret), json.dumps(asdict(session)), until_micros=until)
        return secret, session

    def find(self, secret: str) -> Session | None:
        """From memory where it was looked up a moment ago: every request asks."""
        if not secret:
            return None
        name, now = name_of(secret), monotonic()
        known = self.known.get(name)
        if known and known[1] > now:
            return known[0]
        kept = self.store.keepsake(name, now_micros=self.clock())
        session = Session(**json.loads(kept)) if kept else None
        if len(self.known) >= MOST_KNOWN:
            self.known.clear()
        self.known[name] = (session, now + KNOWN_SECONDS)
        return session

    def end(self, secret: str) -> None:
        self.store.forget(name_of(secret))
        self.known.pop(name_of(secret), None)


def name_of(secret: str) -> str:
    return f"session {sha256(secret.encode()).hexdigest()}"


def check_token(session: Session, token: str) -> None:
    if not compare_digest(session.token.encode(), token.encode()):
        raise NotAllowedError(f"the request lacks this session's {TOKEN_HEADER}: load the page again")
