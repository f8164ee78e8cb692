"""Players that the room knows: those that the desk has written down with a PIN, and guests of a browser.

All of them are entries of the journal; this is where a PIN and its hash meet.
"""

from collections.abc import Callable

from pitboss.base.error import InputError
from pitboss.house.credential import Credentials
from pitboss.house.manager import GameManager
from pitboss.jackpot.player import (
    LONGEST_NAME,
    AddPlayer,
    ChangePlayerSecret,
    ClaimName,
    Player,
    PlayerSecretChanged,
    RenewPlayerHash,
    by_player,
    find_player,
)
from pitboss.jackpot.refusal import RefusedError


def check_name(name: str) -> str:
    plain = " ".join(name.split())
    if not (0 < len(plain) <= LONGEST_NAME and plain.isprintable()):
        raise InputError(f"a player's name is 1 to {LONGEST_NAME} printable characters")
    return plain


class PlayerBook:
    def __init__(self, manager: GameManager, credentials: Credentials, make_id: Callable[[], str]) -> None:
        self.manager = manager
        self.credentials = credentials
        self.make_id = make_id

    def add(self, name: str, pin: str, *, by: str) -> str:
        plain = check_name(name)
        self.manager.ask(AddPlayer(self.make_id(), (by,), plain, self.credentials.hash_pin(pin)))
        return plain

    def change_pin(self, name: str, pin: str, *, by: str) -> str:
        """A new PIN for somebody who has shown the desk who he is."""
        asked = ChangePlayerSecret(self.make_id(), (by,), check_name(name), self.credentials.hash_pin(pin))
        return self.manager.ask(asked).draft.fact_as(PlayerSecretChanged).player

    def find(self, name: str, pin: str) -> str | None:
        """The name as it was written down, if the PIN is right; takes as long for a name that nobody has."""
        known = self._known(check_name(name))
        is_right = self.credentials.is_right(pin, known.pin_hash if known else "")
        if known is None or not is_right:
            return None
        if renewed := self.credentials.renew(pin, known.pin_hash):
            by = (by_player(known.name),)
            self.manager.ask(RenewPlayerHash(self.make_id(), by, known.name, renewed))
        return known.name

    def claim(self, name: str, claim: str) -> str:
        """The name for a guest at the browser with this claim: a new one, or the one it had before."""
        plain = check_name(name)
        if mine := self._claimed(plain, claim):
            return mine
        try:
            self.manager.ask(ClaimName(self.make_id(), (by_player(plain),), plain, claim))
        except RefusedError:
            if mine := self._claimed(plain, claim):  # two tabs at the same moment
                return mine
            raise
        return plain

    def _claimed(self, name: str, claim: str) -> str | None:
        known = self._known(name)
        return known.name if known and known.is_guest and known.claim == claim else None

    def _known(self, name: str) -> Player | None:
        return find_player(self.manager.floor, name)
