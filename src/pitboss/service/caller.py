"""Where a visitor is: the other end of the connection, or what a proxy says that the settings name.

Anybody can write `X-Forwarded-For`. Only what a named proxy has added counts: read from the right, the first
address that is no proxy of ours is the visitor's.
"""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import Scope

from pitboss.base.error import InputError
from pitboss.base.transport import stays_here

FORWARDED = "x-forwarded-for"
LONGEST_CHAIN = 20


class Callers:
    def __init__(self, proxies: Iterable[str] = ()) -> None:
        self.proxies = tuple(map(read_network, proxies))

    def is_proxy(self, address: str) -> bool:
        found = read_address(address)
        return found is not None and any(found in one for one in self.proxies)

    def find(self, peer: str, headers: Headers) -> str:
        """The visitor's address."""
        if not self.proxies:
            return peer
        said = [one.strip() for line in headers.getlist(FORWARDED) for one in line.split(",")]
        found = peer
        for one in reversed(said[-LONGEST_CHAIN:]):
            if not self.is_proxy(found) or read_address(one) is None:
                break
            found = str(read_address(one))
        return found

    def name(self, scope: Scope, headers: Headers) -> str:
        """The visitor's address, which is from here on the connection's own; none is '?'."""
        peer, port = scope.get("client") or ("?", 0)
        found = self.find(peer, headers)
        if found != peer:
            scope["client"] = (found, 0)
        else:
            scope["client"] = (peer, port)
        return found


def is_here(address: str, headers: Headers) -> bool:
    """Whether somebody at this very machine asks, and not through a proxy that nobody has named."""
    host = headers.get("host", "").rpartition(":")[0] or headers.get("host", "")
    return bool(address) and stays_here(address) and stays_here(host) and FORWARDED not in headers


def read_network(text: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(text.strip())
    except ValueError as problem:
        raise InputError(
            f"--proxy names the address of a proxy, such as 10.0.0.5 or 10.0.0.0/24, not {text!r}"
        ) from problem


def read_address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text.strip("[]"))
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found
