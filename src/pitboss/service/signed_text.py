"""Text that a browser keeps for the server: anybody may read it, nobody else can make or change it."""

import hmac
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import TypeAlias

Plain: TypeAlias = "str | int | list[Plain] | None"
LONGEST = 2_000


class Signer:
    def __init__(self, key: bytes) -> None:
        self._key = key

    def sign(self, said: Plain) -> str:
        body = encode(json.dumps(said, separators=(",", ":")).encode())
        return f"{body}.{self._seal(body)}"

    def read(self, text: str) -> Plain:
        """What was signed; nothing if it was not signed here, or was changed."""
        body, _, seal = text.partition(".")
        if len(text) > LONGEST or not text.isascii() or not hmac.compare_digest(self._seal(body), seal):
            return None
        said: Plain = json.loads(urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        return said

    def _seal(self, body: str) -> str:
        return self.digest(f"sealed {body}")

    def digest(self, text: str) -> str:
        """Of any text, by the key: cannot be made without it."""
        return encode(hmac.new(self._key, text.encode(), sha256).digest())


def encode(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")
