"""A person on the floor: the role, the department, what the PIN and the card hash to, and failed tries.

People are entries of the journal like everything else. What stands here of a secret is an Argon2 hash
made elsewhere; a PIN or a card's number never comes this far down.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import cast

from pitboss.ledger.entry import Draft

MOST_FAILURES = 5
"""After so many wrong tries in a row nobody gets in under that name until somebody else unlocks it."""
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

    @property
    def department(self) -> Department:
        return DEPARTMENTS[self.role]

    @property
    def is_locked(self) -> bool:
        return self.failures >= MOST_FAILURES

    def is_change_due(self, at_micros: int) -> bool:
        """Whether the person is asked for a new PIN: a quarter is over."""
        return at_micros - self.changed_at >= QUARTER_MICROS


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
    return replace(
        person,
        pin_hash=facts["pin_hash"] or person.pin_hash,
        card_hash=facts["card_hash"] or person.card_hash,
        changed_at=changed_at,
    )


def signed_in(people: People, draft: Draft) -> Person:
    person = people[str(draft.facts["person"])]
    return replace(person, failures=0, last_seen=draft.at_micros)


def failed(people: People, draft: Draft) -> Person:
    person = people[str(draft.facts["person"])]
    return replace(person, failures=person.failures + 1)


def unlocked(people: People, draft: Draft) -> Person:
    return replace(people[str(draft.facts["person"])], failures=0)


CHANGES: Mapping[str, Callable[[People, Draft], Person]] = {
    "person added": added,
    "person changed": changed,
    "person's secret changed": secret_changed,
    "person signed in": signed_in,
    "person failed to sign in": failed,
    "person unlocked": unlocked,
}


def change_people(people: People, draft: Draft) -> None:
    person = CHANGES[draft.kind](people, draft)
    people[person.name] = person
