"""Players that the room knows: a name and the hash of a PIN, kept with the room and not in the journal."""

import json

from pitboss.base.error import InputError
from pitboss.house.credential import Credentials
from pitboss.ledger.room_store import RoomStore
from pitboss.table.phase import RefusedError

FOR_EVER = 2**62
LONGEST_NAME = 24


def check_name(name: str) -> str:
    plain = " ".join(name.split())
    if not (0 < len(plain) <= LONGEST_NAME and plain.isprintable()):
        raise InputError(f"a player's name is 1 to {LONGEST_NAME} printable characters")
    return plain


class PlayerBook:
    def __init__(self, store: RoomStore, credentials: Credentials) -> None:
        self.store = store
        self.credentials = credentials

    def add(self, name: str, pin: str) -> str:
        plain = check_name(name)
        if self._kept(plain):
            raise RefusedError(f"{plain} is known already")
        self.store.keep(key_of(plain), json.dumps(self.credentials.hash_pin(pin)), until_micros=FOR_EVER)
        return plain

    def is_known(self, name: str, pin: str) -> bool:
        """Takes as long for a name that nobody has."""
        return self.credentials.is_right(pin, self._kept(name))

    def _kept(self, name: str) -> str:
        kept = self.store.keepsake(key_of(name), now_micros=0)
        return str(json.loads(kept)) if kept else ""


def key_of(name: str) -> str:
    return f"player {name.casefold()}"
