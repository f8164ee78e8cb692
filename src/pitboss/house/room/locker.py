"""A locker for what nobody may read in a database: shuffles and salts that are still to come.

Whoever can read the book could otherwise see the cards before the players. The key comes from the environment
and is in no database. A secret is locked for one place in the book: moved to another, it does not open.
"""

import os
from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from pitboss.base.error import InputError

NONCE_BYTES = 12


class Locker:
    def __init__(self, key: str) -> None:
        try:
            self._cipher = ChaCha20Poly1305(urlsafe_b64decode(key.encode()))
        except ValueError as problem:
            raise InputError(
                "the room's key is 32 bytes in URL-safe base64: make one with 'pitboss floor key'"
            ) from problem

    def lock(self, secret: bytes, about: str) -> str:
        nonce = os.urandom(NONCE_BYTES)
        locked = nonce + self._cipher.encrypt(nonce, secret, about.encode())
        return urlsafe_b64encode(locked).decode().rstrip("=")

    def unlock(self, locked: str, about: str) -> bytes:
        try:
            data = urlsafe_b64decode(locked.encode() + b"=" * (-len(locked) % 4))
            return self._cipher.decrypt(data[:NONCE_BYTES], data[NONCE_BYTES:], about.encode())
        except (InvalidTag, ValueError) as problem:
            raise InputError(f"{about} was locked with another key, or changed") from problem


def new_key() -> str:
    return urlsafe_b64encode(ChaCha20Poly1305.generate_key()).decode()
