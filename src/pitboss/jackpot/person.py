"""A person on the floor: the role, the department, what the PIN and the card hash to, and failed tries.

People are entries of the journal like everything else. What stands here of a secret is an Argon2 hash
made elsewhere; a PIN or a card's number never comes this far down.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import cast
from unicodedata import normalize

from pitboss.ledger.entry import Draft

MOST_FAILURES = 5
"""After so many wrong tries in a row nobody gets in under that name for a while."""
FIRST_LOCK_MICROS = 15 * 60 * 1_000_000
LONGEST_LOCK_MICROS = 24 * 3600 * 1_000_000
"""A lock that never ended would let anybody at a keypad shut the whole room; one try a day guesses no PIN."""
HOUSE_PEOPLE = ("house-dealer", "house-floor")
"""Who stands for the house where it deals by itself: nobody signs in as them, so nobody can lock them out."""
QUARTER_MICROS = 90 * 24 * 3600 * 1_000_000
"""A secret that is older ought to be changed (NGCB checklist, req. 65)."""


class Department(StrEnum):
    GAMES = "table games"
    SYSTEMS = "systems"
    ACCOUNTING = "accounting"
    AUDIT = "audit"


class Role(StrEnum):
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    EXECUTIVE = "executive"
    TECHNICIAN = "technician"
    ACCOUNTING = "accounting"
    AUDITOR = "auditor"


DEPARTMENTS: Mapping[Role, Department] = {
    Role.DEALER: Department.GAMES,
    Role.SUPERVISOR: Department.GAMES,
    Role.EXECUTIVE: Department.GAMES,
    Role.TECHNICIAN: Department.SYSTEMS,
    Role.ACCOUNTING: Department.ACCOUNTING,
    Role.AUDITOR: Department.AUDIT,
}


@dataclass(frozen=True)
class Person:
    name: str
    role: Role
    pin_hash: str
    card_hash: str = ""
    is_active: bool = True
    changed_at: int = 0
    """When the PIN was last changed."""
    failures: int = 0
    """Wrong tries since the last right one."""
    last_seen: int = 0
    failed_at: int = 0
    """When the last wrong try was."""
    reset_at: int = 0
    """When others last replaced the PIN or the card: whoever was signed in before is no longer."""

    @property
    def department(self) -> Department:
        return DEPARTMENTS[self.role]

    @property
    def is_locked(self) -> bool:
        """Whether nobody may sign in under this name for a while; who is signed in already works on."""
        return self.failures >= MOST_FAILURES

    @property
    def locked_until(self) -> int:
        """When the next try may be: a quarter of an hour after the fifth wrong one, and each doubles it."""
        if not self.is_locked:
            return 0
        doublings = min(self.failures - MOST_FAILURES, 10)
        return self.failed_at + min(FIRST_LOCK_MICROS << doublings, LONGEST_LOCK_MICROS)

    def is_change_due(self, at_micros: int) -> bool:
        """Whether the person is asked for a new PIN: a quarter is over."""
        return at_micros - self.changed_at >= QUARTER_MICROS


# -- names -------------------------------------------------------------------------------------------


def name_key(name: str) -> str:
    """The same for every spelling of a name: letters large or small, and however many spaces."""
    return " ".join(normalize("NFKC", name).casefold().split())


def same_person(one: str, other: str) -> bool:
    return name_key(one) == name_key(other)


# -- what entries of the journal change --------------------------------------------------------------

People = dict[str, Person]


def added(people: People, draft: Draft) -> Person:
    facts = cast(dict[str, str], draft.facts)
    role = Role(facts["role"])
    return Person(facts["person"], role, facts["pin_hash"], facts["card_hash"], changed_at=draft.at_micros)


def changed(people: People, draft: Draft) -> Person:
    person = people[str(draft.facts["person"])]
    return replace(person, role=Role(str(draft.facts["role"])), is_active=bool(draft.facts["is_active"]))


def secret_changed(people: People, draft: Draft) -> Person:
    """A new card is no new PIN: the quarter runs on."""
    facts = cast(dict[str, str], draft.facts)
    person = people[facts["person"]]
    changed_at = draft.at_micros if facts["pin_hash"] else person.changed_at
    is_own = same_person(draft.by[0], person.name)
    return replace(
        person,
        pin_hash=facts["pin_hash"] or person.pin_hash,
        card_hash=facts["card_hash"] or person.card_hash,
        changed_at=changed_at,
        reset_at=person.reset_at if is_own else draft.at_micros,
    )


def hash_renewed(people: People, draft: Draft) -> Person:
    """The same secret: the quarter runs on."""
    return replace(secret_changed(people, draft), changed_at=people[str(draft.facts["person"])].changed_at)


def signed_in(people: People, draft: Draft) -> Person:
    person = people[str(draft.facts["person"])]
    return replace(person, failures=0, last_seen=draft.at_micros)


def failed(people: People, draft: Draft) -> Person:
    person = people[str(draft.facts["person"])]
    return replace(person, failures=person.failures + 1, failed_at=draft.at_micros)


def unlocked(people: People, draft: Draft) -> Person:
    return replace(people[str(draft.facts["person"])], failures=0)


CHANGES: Mapping[str, Callable[[People, Draft], Person]] = {
    "person added": added,
    "person changed": changed,
    "person's secret changed": secret_changed,
    "person's hash renewed": hash_renewed,
    "person signed in": signed_in,
    "person failed to sign in": failed,
    "person unlocked": unlocked,
}


def change_people(people: People, draft: Draft) -> None:
    person = CHANGES[draft.kind](people, draft)
    people[person.name] = person
