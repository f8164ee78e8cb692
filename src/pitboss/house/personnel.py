"""The staff's office: people are added, sign in with a PIN or a card, and get a new one.

The only place where a secret and its hash meet. The manager is told whether it was right, never what it was.
"""

from collections.abc import Callable
from typing import NamedTuple

from pitboss.house.credential import Credentials
from pitboss.house.manager import GameManager, RequestAnswer, UsedBeforeError
from pitboss.jackpot.people import check_may_try, check_not_house, find_person
from pitboss.jackpot.person import Person, PersonAdded, PersonSignedIn, Role, same_person
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import AddPerson, ChangeSecret, RenewHash, SignIn

WRONG = "name and secret do not belong together"
"""The same words whether the name or the secret is wrong."""


class WrongSecretError(RefusedError):
    """A name and a secret that do not belong together."""


class SignedIn(NamedTuple):
    person: str
    role: Role
    is_change_due: bool
    """Whether to ask for a new PIN: the old one has served for a quarter."""


class Personnel:
    def __init__(
        self,
        manager: GameManager,
        credentials: Credentials,
        make_id: Callable[[], str],
        count_stranger: Callable[[str], None] | None = None,
    ) -> None:
        self.manager = manager
        self.credentials = credentials
        self.make_id = make_id
        self.count_stranger = count_stranger
        """Told of a wrong try under a name that nobody has ('') or from elsewhere, instead of the journal:
        where anybody can ask, not every try may leave an entry for five years."""

    def add(self, person: str, role: Role, *, pin: str, card: str = "", by: tuple[str, ...]) -> RequestAnswer:
        pin_hash = self.credentials.hash_pin(pin)
        card_hash = self.credentials.hash_card(card) if card else ""
        answer = self.manager.ask(AddPerson(self.make_id(), by, person, role, pin_hash, card_hash))
        added = answer.draft.fact_as(PersonAdded)
        self._check_kept(answer, (pin, pin_hash, added.pin_hash), (card, card_hash, added.card_hash))
        return answer

    def _check_kept(self, answer: RequestAnswer, *secrets: tuple[str, str, str]) -> None:
        """An entry of before, found by its id, is of the same secrets: their hashes are new each time."""
        for secret, made, kept in secrets:
            if kept != made and not (secret and self.credentials.is_right(secret, kept)):
                raise UsedBeforeError(answer)

    def sign_in(
        self,
        person: str,
        *,
        pin: str = "",
        card: str = "",
        where: str = "",
        is_near: bool = True,
        is_own: bool = False,
    ) -> SignedIn:
        """Who has shown the right PIN or card; a wrong one near the person counts towards the lock.

        Near is where the person is likely to be: a keypad, the office, the console, a browser where he is
        signed in. From anywhere else a stranger could lock out whoever he likes. Where it is the person's own
        session, a lock that others have brought about holds nobody up, and wrong tries do not prolong it.
        """
        check_not_house(person)
        known, last_at = self.manager.floor.people.get(person), self.manager.floor.last_at
        if known is not None:
            check_may_try(known, max(self.manager.clock(), last_at), is_own=is_own)
            is_near = is_near and not (is_own and known.is_locked)
        is_right = self._is_right(known, pin, card)
        if not is_right and self.count_stranger and (known is None or not is_near):
            self.count_stranger(person if known else "")
            raise WrongSecretError(WRONG)
        by = (person if known else where or "?",)
        answer = self.manager.ask(SignIn(self.make_id(), by, person, is_right, where, is_near, is_own=is_own))
        if known is None or not is_right:
            raise WrongSecretError(WRONG)
        self._renew(known, pin, card)
        return SignedIn(person, known.role, answer.draft.fact_as(PersonSignedIn).change_due)

    def _renew(self, known: Person, pin: str, card: str) -> None:
        """A hash of before there was a pepper is made anew, as the secret is here just now."""
        pin_hash = self.credentials.renew(pin, known.pin_hash) if pin else ""
        card_hash = self.credentials.renew(card, known.card_hash) if card and not pin else ""
        if pin_hash or card_hash:
            self.manager.ask(RenewHash(self.make_id(), (known.name,), known.name, pin_hash, card_hash))

    def note_strangers(self, person: str, count: int, where: str) -> None:
        """So many wrong tries, under a name or ('') under names that nobody has, as one entry."""
        self.manager.ask(SignIn(self.make_id(), (where,), person, False, where, is_near=False, count=count))

    def _is_right(self, known: Person | None, pin: str, card: str) -> bool:
        kept = "" if known is None else known.pin_hash if pin else known.card_hash
        return self.credentials.is_right(pin or card, kept)

    def change_pin(self, person: str, *, old: str, new: str) -> RequestAnswer:
        """By the person, who knows the old one; a forgotten one is reset by two others."""
        self.sign_in(person, pin=old, where="change of PIN")
        if old == new:
            raise RefusedError("the new PIN is another one")
        pin_hash = self.credentials.hash_pin(new)
        return self.manager.ask(ChangeSecret(self.make_id(), (person,), person, pin_hash))

    def reset(self, person: str, *, pin: str = "", card: str = "", by: tuple[str, ...]) -> RequestAnswer:
        """A new PIN or card for somebody who has lost it, from two others."""
        find_person(self.manager.floor, person)
        if any(same_person(person, one) for one in by):
            raise RefusedError("a lost PIN is replaced by two others; who knows the old one changes it")
        pin_hash = self.credentials.hash_pin(pin) if pin else ""
        card_hash = self.credentials.hash_card(card) if card else ""
        return self.manager.ask(ChangeSecret(self.make_id(), by, person, pin_hash, card_hash))
