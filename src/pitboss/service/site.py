"""Under which addresses browsers know this room: nothing else is answered as the room's own.

A page from elsewhere could otherwise have its own name point at this machine, and speak to the room as if
it were one of its pages.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.base.error import InputError
from pitboss.base.transport import stays_here

LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")
EVERYWHERE = ("0.0.0.0", "::", "")
ORIGIN = re.compile(
    r"(?P<scheme>https?)://(?P<name>[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:(?P<port>\d{1,5}))?/?"
)
USUAL_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True)
class Site:
    """Whatever a browser may say in `Host` and `Origin`."""

    hosts: frozenset[str]
    origins: frozenset[str]

    def knows_host(self, host: str) -> bool:
        return host.lower() in self.hosts or (host.rpartition(":")[0] or host).lower() + ":*" in self.hosts

    def knows_origin(self, origin: str) -> bool:
        scheme, _, host = origin.lower().partition("://")
        return origin.lower() in self.origins or f"{scheme}://{host.rpartition(':')[0]}:*" in self.origins


def read_origin(text: str) -> str:
    """'https://host[:port]'; in the clear for names of this machine only."""
    found = ORIGIN.fullmatch(text.strip().lower())
    if found is None:
        raise InputError(
            f"--origin is an address as browsers write it, such as https://room.example, not {text!r}"
        )
    if found["scheme"] == "http" and not stays_here(found["name"]):
        raise InputError(f"{text} would send PINs in the clear: an origin begins with https://")
    return found[0].rstrip("/")


def make_site(host: str, port: int, origins: tuple[str, ...], *, is_encrypted: bool) -> Site:
    """The address listened on, names of this machine where it is this machine's, and what was named."""
    scheme = "https" if is_encrypted else "http"
    own = [] if host in EVERYWHERE else [f"[{host}]" if ":" in host else host.lower()]
    names = [*own, *(LOOPBACK_NAMES if stays_here(host) or host in EVERYWHERE else ())]
    places = [(scheme, one) for name in names for one in with_ports(name, port, scheme)]
    for origin in origins:
        found = ORIGIN.fullmatch(origin)
        assert found
        kind, name, given = found["scheme"], found["name"], found["port"]
        places += [(kind, one) for one in with_ports(name, int(given or USUAL_PORTS[kind]), kind)]
    return Site(frozenset(one for _, one in places), frozenset(f"{kind}://{one}" for kind, one in places))


def with_ports(name: str, port: int, scheme: str) -> Iterator[str]:
    """As a browser may write it; a port that the system chooses is any."""
    yield f"{name}:{port or '*'}"
    if port == USUAL_PORTS[scheme]:
        yield name
