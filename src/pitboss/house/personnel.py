"""The staff's office: people are added, sign in with a PIN or a card, and get a new one.

The only place where a secret and its hash meet. The manager is told whether it was right, never what it was.
"""

from collections.abc import Callable
from typing import NamedTuple

from pitboss.house.credential import Credentials
from pitboss.house.manager import Answer, GameManager, UsedBeforeError
from pitboss.jackpot.people import check_may_try, find_person
from pitboss.jackpot.person import Person, PersonAdded, PersonSignedIn, Role, same_person
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import AddPerson, ChangeSecret, SignIn

WRONG = "name and secret do not belong together"
"""The same words whether the name or the secret is wrong."""


class SignedIn(NamedTuple):
    person: str
    role: Role
    is_change_due: bool
    """Whether to ask for a new PIN: the old one has served for a quarter."""


class Personnel:
    def __init__(self, manager: GameManager, credentials: Credentials, make_id: Callable[[], str]) -> None:
        self.manager = manager
        self.credentials = credentials
        self.make_id = make_id

    def add(self, person: str, role: Role, *, pin: str, card: str = "", by: tuple[str, ...]) -> Answer:
        pin_hash = self.credentials.hash_pin(pin)
        card_hash = self.credentials.hash_card(card) if card else ""
        answer = self.manager.ask(AddPerson(self.make_id(), by, person, role, pin_hash, card_hash))
        added = answer.draft.fact_as(PersonAdded)
        self._check_kept(answer, (pin, pin_hash, added.pin_hash), (card, card_hash, added.card_hash))
        return answer

    def _check_kept(self, answer: Answer, *secrets: tuple[str, str, str]) -> None:
        """An entry of before, found by its id, is of the same secrets: their hashes are new each time."""
        for secret, made, kept in secrets:
            if kept != made and not (secret and self.credentials.is_right(secret, kept)):
                raise UsedBeforeError(answer)

    def sign_in(self, person: str, *, pin: str = "", card: str = "", where: str = "") -> SignedIn:
        """Who has shown the right PIN or card; a wrong one is written down and counts towards the lock."""
        known = self.manager.floor.people.get(person)
        if known is not None:
            check_may_try(known, max(self.manager.clock(), self.manager.floor.last_at))
        is_right = self._is_right(known, pin, card)
        answer = self.manager.ask(
            SignIn(self.make_id(), (person if known else where or "?",), person, is_right, where)
        )
        if known is None or not is_right:
            raise RefusedError(WRONG)
        return SignedIn(person, known.role, answer.draft.fact_as(PersonSignedIn).change_due)

    def _is_right(self, known: Person | None, pin: str, card: str) -> bool:
        kept = "" if known is None else known.pin_hash if pin else known.card_hash
        return self.credentials.is_right(pin or card, kept)

    def change_pin(self, person: str, *, old: str, new: str) -> Answer:
        """By the person, who knows the old one; a forgotten one is reset by two others."""
        self.sign_in(person, pin=old, where="change of PIN")
        if old == new:
            raise RefusedError("the new PIN is another one")
        pin_hash = self.credentials.hash_pin(new)
        return self.manager.ask(ChangeSecret(self.make_id(), (person,), person, pin_hash))

    def reset(self, person: str, *, pin: str = "", card: str = "", by: tuple[str, ...]) -> Answer:
        """A new PIN or card for somebody who has lost it, from two others."""
        find_person(self.manager.floor, person)
        if any(same_person(person, one) for one in by):
            raise RefusedError("a lost PIN is replaced by two others; who knows the old one changes it")
        pin_hash = self.credentials.hash_pin(pin) if pin else ""
        card_hash = self.credentials.hash_card(card) if card else ""
        return self.manager.ask(ChangeSecret(self.make_id(), by, person, pin_hash, card_hash))
