"""Wrong PINs have to wait: the longer, the more there were from one place under one name.

A place is an address (of IPv6 its network), or a browser where the person has signed in before. A stranger
slows down himself and nobody else: the right PIN from another place works at once, and nothing here ever
locks a name. Many wrong tries under one name from many places make each wrong answer a little later.
"""

from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import TypeVar

from pitboss.base.error import PitbossError
from pitboss.base.look_alike import skeleton

K = TypeVar("K")
FREE_TRIES = 3
LONGEST_SECONDS = 15 * 60.0
FORGOTTEN_SECONDS = 3600.0
"""After so long without a try the count begins anew."""
FREE_FOR_ALL = 10
"""Wrong tries under one name from anywhere before the answers are slowed down."""
SLOWEST_SECONDS = 3.0
MOST_KNOWN = 20_000


class TooManyError(PitbossError):
    """Too many or too fast; `seconds` says when to come again."""

    def __init__(self, words: str, seconds: float) -> None:
        super().__init__(words)
        self.seconds = max(1, -int(-seconds // 1))


@dataclass
class Tries:
    count: int = 0
    at: float = 0.0


class Throttle:
    def __init__(self) -> None:
        self.places: OrderedDict[tuple[str, str], Tries] = OrderedDict()
        self.names: OrderedDict[str, Tries] = OrderedDict()

    def begin(self, place: str, name: str) -> None:
        """Count a try before it is looked at, so that ten at once are ten; raise if it comes too soon."""
        now, key = monotonic(), (place, skeleton(name))
        tries = recall(self.places, key, now)
        left = tries.at + delay(tries.count) - now
        if tries.count and left > 0:
            words = f"too many wrong tries: wait {max(1, round(left))} s"
            raise TooManyError(words, left)
        tries.count, tries.at = tries.count + 1, now

    def withdraw(self, place: str, name: str) -> None:
        """A try that nobody had time to look at does not count."""
        if tries := self.places.get((place, skeleton(name))):
            tries.count -= 1

    def passed(self, place: str, name: str) -> None:
        """The right one was shown: this place has nothing to wait for."""
        self.places.pop((place, skeleton(name)), None)

    def failed(self, name: str) -> float:
        """How long the answer to a wrong try is held back."""
        now = monotonic()
        tries = recall(self.names, skeleton(name), now)
        tries.count, tries.at = tries.count + 1, now
        return min(SLOWEST_SECONDS, max(0, tries.count - FREE_FOR_ALL) * 0.1)


def delay(count: int) -> float:
    """Seconds before the next try: none after two, then 1, 2, 4 … up to a quarter of an hour."""
    return 0.0 if count < FREE_TRIES else min(LONGEST_SECONDS, 2.0 ** min(count - FREE_TRIES, 30))


def recall(known: OrderedDict[K, Tries], key: K, now: float) -> Tries:
    tries = known.pop(key, None)
    if tries is None or now - tries.at > FORGOTTEN_SECONDS:
        tries = Tries(0, now)
    known[key] = tries
    while len(known) > MOST_KNOWN:
        known.popitem(last=False)
    return tries


@lru_cache(MOST_KNOWN)
def place_of(address: str) -> str:
    """The address as limits go by it: who has one IPv6 address has a whole network of them."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        mapped = found.ipv4_mapped
        return str(mapped) if mapped else f"{IPv6Address(int(found) >> 64 << 64)}/64"
    return str(found)
