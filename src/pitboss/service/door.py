"""The door: how people come in. Every PIN that is shown to the service goes through here.

A stranger who guesses waits longer each time, and only he. Somebody of the staff who shows a PIN where
another is signed in, as at a keypad, is near: five wrong ones there lock the name for new sign-ins, as the
rules want it; who is signed in already works on.
"""

import asyncio

from prometheus_client import Counter

from pitboss.house.personnel import Personnel, SignedIn, WrongSecretError
from pitboss.service.browser import Browser
from pitboss.service.hashing import Hashing
from pitboss.service.player_book import PlayerBook
from pitboss.service.session import PLAYER, STAFF, NotSignedInError
from pitboss.service.throttle import Throttle, TooManyError, place_of

WRONG = "name and PIN do not belong together"
FAILURES = Counter("pitboss_sign_in_failures_total", "Wrong PINs, by who was meant", ["kind"])


class Door:
    def __init__(self, personnel: Personnel, players: PlayerBook, hashing: Hashing) -> None:
        self.personnel = personnel
        self.players = players
        self.hashing = hashing
        self.throttle = Throttle()

    async def let_staff(self, name: str, *, pin: str, card: str, address: str, browser: Browser) -> SignedIn:
        """At any browser; near if the person has signed in there before."""
        is_near = browser.knows(STAFF, name)
        place = browser.place if is_near else place_of(address)
        lane = self.hashing.known if is_near else self.hashing.door
        key = f"{STAFF} {name}"
        self.throttle.begin(place, key)
        try:
            found = await lane.run(
                self.personnel.sign_in, name, pin=pin, card=card, where="browser", is_near=is_near
            )
        except TooManyError:
            self.throttle.withdraw(place, key)
            raise
        except WrongSecretError:
            await self._hold_back(STAFF, key)
            raise
        self.throttle.passed(place, key)
        return found

    async def let_player(self, name: str, pin: str, *, address: str, browser: Browser) -> str:
        """The player's name as it was written down."""
        is_near = browser.knows(PLAYER, name)
        place = browser.place if is_near else place_of(address)
        lane = self.hashing.known if is_near else self.hashing.door
        key = f"{PLAYER} {name}"
        self.throttle.begin(place, key)
        try:
            found = await lane.run(self.players.find, name, pin)
        except TooManyError:
            self.throttle.withdraw(place, key)
            raise
        if found is None:
            await self._hold_back(PLAYER, key)
            raise NotSignedInError(WRONG)
        self.throttle.passed(place, key)
        return found

    async def _hold_back(self, kind: str, key: str) -> None:
        FAILURES.labels(kind).inc()
        await asyncio.sleep(self.throttle.failed(key))

    async def show(self, person: str, *, pin: str, card: str, where: str, at: str) -> SignedIn:
        """A PIN or a card shown at somebody's screen: keypad, office, confirmation.

        The journal says at whose: wrong tries there lock the person, and somebody let them be made.
        """
        where = f"{where}, {at} is signed in"
        return await self.hashing.known.run(self.personnel.sign_in, person, pin=pin, card=card, where=where)
