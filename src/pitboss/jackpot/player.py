"""A player that the room knows: by a PIN, or as the guest of one browser.

Players are entries of the journal like the staff, in a name space of their own. No two names look alike, and
none looks like that of anybody who works here: what an entry says under a name was done by one person.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import cast

from pitboss.base.look_alike import skeleton
from pitboss.jackpot.person import HOUSE_PEOPLE
from pitboss.ledger.entry import Draft

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


def added(players: Players, draft: Draft) -> Player:
    facts = cast(dict[str, str], draft.facts)
    return Player(facts["player"], facts["pin_hash"], added_at=draft.at_micros)


def claimed(players: Players, draft: Draft) -> Player:
    facts = cast(dict[str, str], draft.facts)
    return Player(facts["player"], claim=facts["claim"], added_at=draft.at_micros)


def secret_changed(players: Players, draft: Draft) -> Player:
    return replace(hash_renewed(players, draft), reset_at=draft.at_micros)


def hash_renewed(players: Players, draft: Draft) -> Player:
    facts = cast(dict[str, str], draft.facts)
    return replace(players[skeleton(facts["player"])], pin_hash=facts["pin_hash"])


CHANGES: Mapping[str, Callable[[Players, Draft], Player]] = {
    "player added": added,
    "name claimed": claimed,
    "player's secret changed": secret_changed,
    "player's hash renewed": hash_renewed,
}


def change_players(players: Players, draft: Draft) -> None:
    player = CHANGES[draft.kind](players, draft)
    players[skeleton(player.name)] = player
