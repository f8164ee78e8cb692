"""A browser that comes back: a long-lived cookie with a secret of its own, and who has signed in there.

A guest's name belongs to the browser that first took it. And a browser where a person has signed in before is
told from a stranger's: wrong PINs elsewhere do not keep the person waiting there.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256

from pitboss.base.look_alike import skeleton
from pitboss.house.derived_key import derive
from pitboss.service.session import STAFF
from pitboss.service.signed_text import Signer

BROWSER_COOKIE = "pitboss_browser"
LIFE_SECONDS = 400 * 24 * 3600
"""As long as browsers keep any cookie."""
SECRET_BYTES = 24
MOST_NAMES = 8


@dataclass(frozen=True)
class Browser:
    secret: str
    names: tuple[str, ...] = ()
    """Who has signed in there, the latest first, as skeletons with their kind."""

    @property
    def claim(self) -> str:
        return sha256(f"guest {self.secret}".encode()).hexdigest()

    @property
    def place(self) -> str:
        return f"browser {self.claim[:16]}"

    @property
    def is_staffs(self) -> bool:
        """Whether somebody of the staff has signed in there."""
        return any(name.startswith(f"{STAFF} ") for name in self.names)

    def knows(self, kind: str, name: str) -> bool:
        return key_of(kind, name) in self.names

    def with_name(self, kind: str, name: str) -> "Browser":
        key = key_of(kind, name)
        return replace(self, names=(key, *(one for one in self.names if one != key))[:MOST_NAMES])


class Browsers:
    def __init__(self, key: str) -> None:
        self.signer = Signer(derive(key, "browsers"))

    def read(self, cookies: Mapping[str, str]) -> Browser:
        """The browser that this is; one that was never here gets a secret."""
        said = self.signer.read(cookies.get(BROWSER_COOKIE, ""))
        if isinstance(said, list) and said:
            secret, *names = map(str, said)
            return Browser(secret, tuple(names))
        return Browser(secrets.token_urlsafe(SECRET_BYTES))

    def write(self, browser: Browser) -> str:
        return self.signer.sign([browser.secret, *browser.names])


def key_of(kind: str, name: str) -> str:
    return f"{kind} {skeleton(name)}"
