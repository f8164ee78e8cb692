"""What is asked for players, and of sessions: names, PINs and claims of guests, and signing out."""

from dataclasses import dataclass

from pitboss.jackpot.request import Request


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
