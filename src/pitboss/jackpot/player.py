"""A player that the room knows: by a PIN, or as the guest of one browser.

Players are entries of the journal like the staff, in a name space of their own. No two names look alike, and
none looks like that of anybody who works here: what an entry says under a name was done by one person.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from pitboss.base.look_alike import skeleton
from pitboss.jackpot.person import HOUSE_PEOPLE
from pitboss.ledger.fact import Fact

HOUSE_NAMES = (*HOUSE_PEOPLE, "the house", "house", "installer", "dealer", "browser")
"""What the journal and the tables call those who are nobody's guest."""
LONGEST_NAME = 24


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
    return f"player {name}"


Players = dict[str, Player]

# -- what entries of the journal say, and what they change -------------------------------------------


@dataclass(frozen=True)
class PlayerAdded(Fact, kind="player added"):
    player: str
    pin_hash: str


@dataclass(frozen=True)
class NameClaimed(Fact, kind="name claimed"):
    player: str
    claim: str


@dataclass(frozen=True)
class PlayerSecretChanged(Fact, kind="player's secret changed"):
    player: str
    pin_hash: str


@dataclass(frozen=True)
class PlayerHashRenewed(Fact, kind="player's hash renewed"):
    player: str
    pin_hash: str


@dataclass(frozen=True)
class SessionEnded(Fact, kind="session ended"):
    session: str
    """The hash of its id."""
    until: int


def added(players: Players, said: PlayerAdded, at: int) -> Player:
    return Player(said.player, said.pin_hash, added_at=at)


def claimed(players: Players, said: NameClaimed, at: int) -> Player:
    return Player(said.player, claim=said.claim, added_at=at)


def secret_changed(players: Players, said: PlayerSecretChanged, at: int) -> Player:
    return replace(players[skeleton(said.player)], pin_hash=said.pin_hash, reset_at=at)


def hash_renewed(players: Players, said: PlayerHashRenewed, at: int) -> Player:
    return replace(players[skeleton(said.player)], pin_hash=said.pin_hash)


CHANGES: Mapping[type[Fact], Callable[[Players, Any, int], Player]] = {
    PlayerAdded: added,
    NameClaimed: claimed,
    PlayerSecretChanged: secret_changed,
    PlayerHashRenewed: hash_renewed,
}


def change_players(players: Players, said: Fact, at_micros: int) -> None:
    player = CHANGES[type(said)](players, said, at_micros)
    players[skeleton(player.name)] = player
