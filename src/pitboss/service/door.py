"""The door: how people come in. Every PIN that is shown to the service goes through here.

A stranger who guesses waits longer each time, and only he, also at a browser where the person has signed out.
Somebody of the staff who shows a PIN where somebody is signed in, as at a keypad, is near: five wrong ones
there lock the name for new sign-ins, as the rules want it; who is signed in already works on, and shows the
PIN at that session whatever others have typed elsewhere.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from prometheus_client import Counter

from pitboss.house.personnel import Personnel, SignedIn, WrongSecretError
from pitboss.jackpot.person import same_person
from pitboss.service.browser import Browser
from pitboss.service.hashing import Hashing, Lane
from pitboss.service.player_book import PlayerBook
from pitboss.service.session import PLAYER, STAFF, NotSignedInError
from pitboss.service.throttle import Throttle, TooManyError, place_of

T = TypeVar("T")
WRONG = "name and PIN do not belong together"
FAILURES = Counter("pitboss_sign_in_failures_total", "Wrong PINs, by who was meant", ["kind"])


class Door:
    def __init__(self, personnel: Personnel, players: PlayerBook, hashing: Hashing) -> None:
        self.personnel = personnel
        self.players = players
        self.hashing = hashing
        self.throttle = Throttle()

    async def let_staff(
        self, name: str, *, pin: str, card: str, address: str, browser: Browser, is_near: bool
    ) -> SignedIn:
        """At any browser; near if the person is signed in there. One where the person has been before does
        not wait behind strangers."""
        place, lane = self._way(STAFF, name, address, browser)
        key = f"{STAFF} {name}"
        look = partial(self.personnel.sign_in, name, pin=pin, card=card, where="browser", is_near=is_near)
        try:
            return await self._try(place, key, lane, look)
        except WrongSecretError:
            await self._hold_back(STAFF, key)
            raise

    async def let_player(self, name: str, pin: str, *, address: str, browser: Browser) -> str:
        """The player's name as it was written down."""
        place, lane = self._way(PLAYER, name, address, browser)
        key = f"{PLAYER} {name}"
        found = await self._try(place, key, lane, partial(self.players.find, name, pin))
        if found is None:
            await self._hold_back(PLAYER, key)
            raise NotSignedInError(WRONG)
        return found

    def _way(self, kind: str, name: str, address: str, browser: Browser) -> tuple[str, Lane]:
        """Where tries under the name are counted, and the lane in which they are looked at."""
        if browser.knows(kind, name):
            return browser.place, self.hashing.known
        return place_of(address), self.hashing.door

    async def _try(self, place: str, key: str, lane: Lane, look: Callable[[], T]) -> T:
        """Let a secret be looked at. The try counts from the moment it is made, unless nobody has time to
        look; the right one ends the count. Without a place nothing is counted."""
        if place:
            self.throttle.begin(place, key)
        try:
            found = await lane.run(look)
        except TooManyError:
            self.throttle.withdraw(place, key)
            raise
        if found is not None:
            self.throttle.passed(place, key)
        return found

    async def _hold_back(self, kind: str, key: str) -> None:
        FAILURES.labels(kind).inc()
        await asyncio.sleep(self.throttle.failed(key))

    async def show(self, person: str, *, pin: str, card: str, where: str, at: str) -> SignedIn:
        """A PIN or a card shown at somebody's screen: keypad, office, confirmation.

        The journal says at whose: wrong tries there lock the person, and somebody let them be made. While the
        person is locked, tries at the own session wait longer each time.
        """
        where, is_own = f"{where}, {at} is signed in", same_person(person, at)
        known = self.personnel.manager.floor.people.get(person)
        place = f"session of {at}" if is_own and known and known.is_locked else ""
        look = partial(self.personnel.sign_in, person, pin=pin, card=card, where=where, is_own=is_own)
        return await self._try(place, person, self.hashing.known, look)
