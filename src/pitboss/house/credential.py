"""Secrets as Argon2 hashes: what a person types or swipes goes in here and nowhere further.

A PIN has few possibilities, so each try must cost something: the recommended parameters (RFC 9106)
take 64 MiB and a good part of a second. Tests inject cheaper ones. A pepper from outside the database goes in
before that: without it not even a million tries find a PIN. Hashes of before there was one still hold, and
say so, that they may be made anew at the next right sign-in.
"""

import hmac
import re
from collections.abc import Iterable
from hashlib import sha256
from itertools import pairwise

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.profiles import RFC_9106_LOW_MEMORY

from pitboss.base.error import InputError

PIN = re.compile(r"\d{6,12}", re.ASCII)
SHORTEST_CARD = 16
"""Characters that a card's secret has at least: it is read by a machine and need not be remembered."""
SHARED = PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)
MARK = "+pepper-"
"""Behind a hash with pepper, before a few letters that say which pepper."""


class Credentials:
    """Makes hashes of secrets, and says whether a secret is the one that was hashed."""

    def __init__(
        self, hasher: PasswordHasher = SHARED, pepper: bytes = b"", old: Iterable[bytes] = ()
    ) -> None:
        self._hasher = hasher
        self._pepper = pepper
        self._mark = mark_of(pepper) if pepper else ""
        self._known = {mark_of(one): one for one in (pepper, *old) if one}
        """Peppers of before too: a hash with one of them is made anew when its secret is shown."""
        self._nobody = self._hash("nobody's secret")

    def hash_pin(self, pin: str) -> str:
        if not PIN.fullmatch(pin) or is_simple(pin):
            raise InputError("a PIN has 6 to 12 digits, and not one digit repeated or a row such as 123456")
        return self._hash(pin)

    def hash_card(self, secret: str) -> str:
        if len(secret) < SHORTEST_CARD:
            raise InputError(f"a card carries at least {SHORTEST_CARD} characters")
        return self._hash(secret)

    def _hash(self, secret: str) -> str:
        return self._hasher.hash(digest(self._pepper, secret) if self._pepper else secret) + self._mark

    def renew(self, secret: str, text: str) -> str:
        """The hash of a secret that was right, made anew with the pepper; nothing where it has it already."""
        return self._hash(secret) if text and self._pepper and not text.endswith(self._mark) else ""

    def is_right(self, secret: str, text: str) -> bool:
        """Whether the hash is of this secret; without a hash it takes as long, and never is."""
        is_of = self._is_of(secret, text or self._nobody)
        return is_of and bool(text)

    def _is_of(self, secret: str, text: str) -> bool:
        plain, marked, which = text.partition(MARK)
        pepper = self._known.get(MARK + which, b"")
        if marked and not pepper:
            raise InputError(
                "PINs of this room are hashed with another pepper: set PITBOSS_KEY, or PITBOSS_PEPPER where "
                "the room has one, as its server has it"
            )
        try:
            return self._hasher.verify(plain, digest(pepper, secret) if marked else secret)
        except (VerificationError, InvalidHashError):
            return False


def digest(pepper: bytes, secret: str) -> str:
    return hmac.new(pepper, secret.encode(), sha256).hexdigest()


def mark_of(pepper: bytes) -> str:
    return MARK + digest(pepper, "which pepper this is")[:8]


def is_simple(pin: str) -> bool:
    """One digit repeated, or a row up or down."""
    steps = {int(after) - int(before) for before, after in pairwise(pin)}
    return len(steps) == 1 and steps <= {-1, 0, 1}
