"""A locker for what nobody may read in a database: shuffles and salts that are still to come.

Whoever can read the book could otherwise see the cards before the players. The key comes from the environment
and is in no database. A secret is locked for one place in the book: moved to another, it does not open.
After a change of keys the old one still opens what it has locked.
"""

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from contextlib import suppress

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from pitboss.base.error import InputError

NONCE_BYTES = 12


class Locker:
    def __init__(self, key: str, *old: str) -> None:
        self._cipher = make_cipher(key)
        self._ring = (self._cipher, *map(make_cipher, old))

    def lock(self, secret: bytes, about: str) -> str:
        nonce = os.urandom(NONCE_BYTES)
        locked = nonce + self._cipher.encrypt(nonce, secret, about.encode())
        return urlsafe_b64encode(locked).decode().rstrip("=")

    def unlock(self, locked: str, about: str) -> bytes:
        for cipher in self._ring:
            with suppress(InvalidTag, ValueError):
                data = urlsafe_b64decode(locked.encode() + b"=" * (-len(locked) % 4))
                return cipher.decrypt(data[:NONCE_BYTES], data[NONCE_BYTES:], about.encode())
        raise InputError(f"{about} was locked with another key, or changed")


def make_cipher(key: str) -> ChaCha20Poly1305:
    try:
        return ChaCha20Poly1305(urlsafe_b64decode(key.encode()))
    except ValueError as problem:
        raise InputError(
            "the room's key is 32 bytes in URL-safe base64: make one with 'pitboss floor key'"
        ) from problem


def find_locker(environment: Mapping[str, str] = os.environ) -> Locker | None:
    """As a server would have it, for commands on the same book; none where no key is set."""
    key, old = environment.get("PITBOSS_KEY", ""), environment.get("PITBOSS_OLD_KEY", "")
    return Locker(key, *filter(None, [old])) if key else None


def new_key() -> str:
    return urlsafe_b64encode(ChaCha20Poly1305.generate_key()).decode()
