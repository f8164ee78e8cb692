"""Secrets as Argon2 hashes: what a person types or swipes goes in here and nowhere further.

A PIN has few possibilities, so each try must cost something: the recommended parameters (RFC 9106)
take 64 MiB and a good part of a second. Tests inject cheaper ones.
"""

import re
from itertools import pairwise

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.profiles import RFC_9106_LOW_MEMORY

from pitboss.base.error import InputError

PIN = re.compile(r"\d{6,12}", re.ASCII)
SHORTEST_CARD = 16
"""Characters that a card's secret has at least: it is read by a machine and need not be remembered."""
SHARED = PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)


class Credentials:
    """Makes hashes of secrets, and says whether a secret is the one that was hashed."""

    def __init__(self, hasher: PasswordHasher = SHARED) -> None:
        self._hasher = hasher
        self._nobody = hasher.hash("nobody's secret")

    def hash_pin(self, pin: str) -> str:
        if not PIN.fullmatch(pin) or is_simple(pin):
            raise InputError("a PIN has 6 to 12 digits, and not one digit repeated or a row such as 123456")
        return self._hasher.hash(pin)

    def hash_card(self, secret: str) -> str:
        if len(secret) < SHORTEST_CARD:
            raise InputError(f"a card carries at least {SHORTEST_CARD} characters")
        return self._hasher.hash(secret)

    def is_right(self, secret: str, text: str) -> bool:
        """Whether the hash is of this secret; without a hash it takes as long, and never is."""
        is_of = self._is_of(secret, text or self._nobody)
        return is_of and bool(text)

    def _is_of(self, secret: str, text: str) -> bool:
        try:
            return self._hasher.verify(text, secret)
        except (VerificationError, InvalidHashError):
            return False


def is_simple(pin: str) -> bool:
    """One digit repeated, or a row up or down."""
    steps = {int(after) - int(before) for before, after in pairwise(pin)}
    return len(steps) == 1 and steps <= {-1, 0, 1}
