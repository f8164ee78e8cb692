"""A player that the room knows: by a PIN, or as the guest of one browser.

Players are entries of the journal like the staff, in a name space of their own. No two names look alike, and
none looks like that of anybody who works here: what an entry says under a name was done by one person.
Signing out is an entry too, so that every server hears of it and none forgets.
"""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pitboss.base.look_alike import is_of_one_script, look_alike, skeleton
from pitboss.jackpot.person import HOUSE_PEOPLE, check_hashes
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import Decision, Request
from pitboss.ledger.entry import Draft
from pitboss.ledger.fact import Fact

if TYPE_CHECKING:
    from pitboss.jackpot.books import Books

HOUSE_NAMES = (*HOUSE_PEOPLE, "the house", "house", "installer", "dealer", "browser")
"""What the journal and the tables call those who are nobody's guest."""
BY_PLAYER = "player "
LONGEST_NAME = 24
HASH_LENGTH = 64


@dataclass(frozen=True)
class Player:
    name: str
    """As it was written down first: whoever signs in under another spelling has this one."""
    pin_hash: str = ""
    claim: str = ""
    """Of a guest: what the secret of his browser hashes to."""
    added_at: int = 0
    reset_at: int = 0
    """When the desk last replaced the PIN: whoever was signed in before is no longer."""

    @property
    def is_guest(self) -> bool:
        return not self.pin_hash


def by_player(name: str) -> str:
    """How an entry says that a player did it, and nobody of the staff."""
    return f"{BY_PLAYER}{name}"


def find_player(books: "Books", name: str) -> Player | None:
    """By any spelling of the name, large or small; a look-alike letter is another name and finds nobody."""
    found = books.players.get(skeleton(name))
    return found if found and found.name.casefold() == name.casefold() else None


# -- what is asked -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class AddPlayer(Request):
    """The desk writes a player down."""

    player: str
    pin_hash: str


@dataclass(frozen=True)
class ChangePlayerSecret(Request):
    """A new PIN for a player who has forgotten the old one."""

    player: str
    pin_hash: str


@dataclass(frozen=True)
class RenewPlayerHash(Request):
    """The same PIN of a player, hashed in a better way."""

    player: str
    pin_hash: str


@dataclass(frozen=True)
class ClaimName(Request):
    """A guest takes a name for the browser that he sits at."""

    player: str
    claim: str
    """What the browser's own secret hashes to."""


@dataclass(frozen=True)
class EndSession(Request):
    """Somebody has signed out: the session is good for nothing more, on any server."""

    session: str
    """What its id hashes to."""
    until_micros: int
    """When it would have ended by itself."""


# -- what entries of the journal say, and what they change -------------------------------------------


@dataclass(frozen=True)
class PlayerAdded(Fact, kind="player added"):
    player: str
    pin_hash: str

    def change(self, books: "Books", draft: Draft) -> None:
        books.players[skeleton(self.player)] = Player(self.player, self.pin_hash, added_at=draft.at_micros)


@dataclass(frozen=True)
class NameClaimed(Fact, kind="name claimed"):
    player: str
    claim: str

    def change(self, books: "Books", draft: Draft) -> None:
        player = Player(self.player, claim=self.claim, added_at=draft.at_micros)
        books.players[skeleton(self.player)] = player


@dataclass(frozen=True)
class PlayerSecretChanged(Fact, kind="player's secret changed"):
    player: str
    pin_hash: str

    def change(self, books: "Books", draft: Draft) -> None:
        key = skeleton(self.player)
        books.players[key] = replace(books.players[key], pin_hash=self.pin_hash, reset_at=draft.at_micros)


@dataclass(frozen=True)
class PlayerHashRenewed(Fact, kind="player's hash renewed"):
    player: str
    pin_hash: str

    def change(self, books: "Books", draft: Draft) -> None:
        key = skeleton(self.player)
        books.players[key] = replace(books.players[key], pin_hash=self.pin_hash)


@dataclass(frozen=True)
class SessionEnded(Fact, kind="session ended"):
    session: str
    """The hash of its id."""
    until: int

    def change(self, books: "Books", draft: Draft) -> None:
        books.forget_expired()
        books.ended[self.session] = self.until


# -- deciding ----------------------------------------------------------------------------------------


def check_script(name: str) -> None:
    if not is_of_one_script(name):
        raise RefusedError(f"{name} mixes letters that could be taken for others: write it in one alphabet")


def check_free(books: "Books", name: str) -> None:
    """Whether a player may have the name: it looks like nobody else's."""
    if name != " ".join(name.split()) or not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
        raise RefusedError(f"a player's name is 1 to {LONGEST_NAME} printable characters")
    if (
        any(look_alike(name, taken) for taken in (*HOUSE_NAMES, *books.people))
        or skeleton(name) in books.players
    ):
        raise RefusedError(f"{name} is taken: choose another name")
    check_script(name)


def add_player(books: "Books", asked: AddPlayer, at: int) -> Decision:
    check_free(books, asked.player)
    check_secret(asked.pin_hash)
    return Decision(PlayerAdded(asked.player, asked.pin_hash))


def change_secret(books: "Books", asked: ChangePlayerSecret, at: int) -> Decision:
    return Decision(PlayerSecretChanged(*new_secret(books, asked)))


def renew_hash(books: "Books", asked: RenewPlayerHash, at: int) -> Decision:
    if asked.by != (by_player(asked.player),):
        raise RefusedError("a hash is renewed when the player shows the PIN: nobody else can")
    return Decision(PlayerHashRenewed(*new_secret(books, asked)))


def new_secret(books: "Books", asked: ChangePlayerSecret | RenewPlayerHash) -> tuple[str, str]:
    """Whose, and the hash of the new PIN."""
    found = find_player(books, asked.player)
    if found is None or found.is_guest:
        raise RefusedError(f"there is no player {asked.player!r} with a PIN: the desk adds players")
    check_secret(asked.pin_hash)
    return found.name, asked.pin_hash


def check_secret(pin_hash: str) -> None:
    check_hashes(pin_hash)
    if not pin_hash:
        raise RefusedError("a player needs a PIN")


def claim_name(books: "Books", asked: ClaimName, at: int) -> Decision:
    check_free(books, asked.player)
    if len(asked.claim) != HASH_LENGTH:
        raise RefusedError("a guest's name belongs to a browser: the hash of its secret is missing")
    return Decision(NameClaimed(asked.player, asked.claim))


def end_session(books: "Books", asked: EndSession, at: int) -> Decision:
    """Its secret is not in the entry: what stands there opens nothing."""
    if len(asked.session) != HASH_LENGTH:
        raise RefusedError("a session is named by the hash of its id")
    if asked.session in books.ended or asked.until_micros <= at:
        raise RefusedError("this session is over already")
    return Decision(SessionEnded(asked.session, asked.until_micros))
