"""A locker for what nobody may read in a database: shuffles and salts that are still to come.

Whoever can read the room's log could otherwise see the cards before the players. The key comes from
the environment and is in no database.
"""

import json

from cryptography.fernet import Fernet, InvalidToken

from pitboss.base.error import InputError
from pitboss.table.wire import Json


class Locker:
    def __init__(self, key: str) -> None:
        try:
            self._fernet = Fernet(key.encode())
        except ValueError as problem:
            raise InputError(
                "the room's key is 32 bytes in URL-safe base64: make one with 'pitboss floor key'"
            ) from problem

    def lock(self, secret: Json) -> str:
        return self._fernet.encrypt(json.dumps(secret, separators=(",", ":")).encode()).decode()

    def unlock(self, locked: str) -> Json:
        try:
            secret: Json = json.loads(self._fernet.decrypt(locked.encode()))
        except InvalidToken as problem:
            raise InputError("the room's log was locked with another key, or changed") from problem
        return secret


def new_key() -> str:
    return Fernet.generate_key().decode()
