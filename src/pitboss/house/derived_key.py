"""Keys that come from the room's one key: each for its own purpose, and none tells anything of another.

The room's key is in the environment and in no database; so is whatever comes from it. The pepper goes into
every hash of a PIN: whoever has the database alone cannot try the million PINs there are.
"""

import os
from collections.abc import Mapping

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

KEY_BYTES = 32
SHORTEST_PEPPER = 16


def derive(key: str, purpose: str) -> bytes:
    return HKDF(SHA256(), KEY_BYTES, salt=None, info=f"pitboss {purpose}".encode()).derive(key.encode())


def make_pepper(key: str, own: str = "") -> bytes:
    """From a pepper of its own if there is one, so that it may stay when the room's key is changed."""
    return derive(own, "pepper of its own") if own else derive(key, "pepper") if key else b""


def find_peppers(environment: Mapping[str, str] = os.environ) -> tuple[bytes, tuple[bytes, ...]]:
    """As a server would have it, and the one of before: for commands on the same journal."""
    now = make_pepper(environment.get("PITBOSS_KEY", ""), environment.get("PITBOSS_PEPPER", ""))
    before = make_pepper(environment.get("PITBOSS_OLD_KEY", ""), environment.get("PITBOSS_OLD_PEPPER", ""))
    return now, (before,) if before else ()
