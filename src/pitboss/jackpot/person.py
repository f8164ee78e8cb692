"""A person on the floor: the role, the department, what the PIN and the card hash to, and failed tries.

People are entries of the journal like everything else. What stands here of a secret is an Argon2 hash
made elsewhere; a PIN or a card's number never comes this far down.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING
from unicodedata import normalize

from pitboss.jackpot.refusal import RefusedError
from pitboss.ledger.codec import LEFT_OUT
from pitboss.ledger.entry import Draft
from pitboss.ledger.fact import Fact

if TYPE_CHECKING:
    from pitboss.jackpot.books import Books

MOST_FAILURES = 5
"""After n wrong tries in a row nobody gets in under that name for a while."""
FIRST_LOCK_MICROS = 15 * 60 * 1_000_000
LONGEST_LOCK_MICROS = 24 * 3600 * 1_000_000
"""A lock that never ended would let anybody at a keypad shut the whole room; one try a day guesses no PIN."""
HOUSE_PEOPLE = ("house-dealer", "house-floor")
"""Who stands for the house where it deals by itself: nobody signs in as them, so nobody can lock them out."""
QUARTER_MICROS = 90 * 24 * 3600 * 1_000_000
"""A secret that is older ought to be changed (NGCB checklist, req. 65)."""
HASH_MARK = "$argon2"
"""What the text of every Argon2 hash begins with."""


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

    def after_failure(self, at_micros: int) -> "Person":
        """The person after one more wrong try."""
        return replace(self, failures=self.failures + 1, failed_at=at_micros)

    def with_secret(self, pin_hash: str, card_hash: str) -> "Person":
        """The person with a new PIN or card; what is empty stays as it was."""
        return replace(self, pin_hash=pin_hash or self.pin_hash, card_hash=card_hash or self.card_hash)


def check_hashes(*hashes: str) -> None:
    """A PIN or a card's number in the clear never gets into the journal."""
    if any(text and not text.startswith(HASH_MARK) for text in hashes):
        raise RefusedError("a PIN or a card is kept as its Argon2 hash and never as itself: hash it first")


# -- names -------------------------------------------------------------------------------------------


def name_key(name: str) -> str:
    """The same for every spelling of a name: letters large or small, and however many spaces."""
    return " ".join(normalize("NFKC", name).casefold().split())


def same_person(one: str, other: str) -> bool:
    return name_key(one) == name_key(other)


# -- what entries of the journal say, and what they change -------------------------------------------


def put(books: "Books", person: Person) -> None:
    books.forget_expired()
    books.people[person.name] = person


@dataclass(frozen=True)
class PersonAdded(Fact, kind="person added"):
    person: str
    role: Role
    pin_hash: str
    card_hash: str

    def change(self, books: "Books", draft: Draft) -> None:
        put(books, Person(self.person, self.role, self.pin_hash, self.card_hash, changed_at=draft.at_micros))


@dataclass(frozen=True)
class Rank:
    """What a person is in the house."""

    role: Role
    is_active: bool


@dataclass(frozen=True)
class PersonChanged(Fact, kind="person changed"):
    person: str
    role: Role
    is_active: bool
    before: Rank

    def change(self, books: "Books", draft: Draft) -> None:
        put(books, replace(books.people[self.person], role=self.role, is_active=self.is_active))


@dataclass(frozen=True)
class SecretChanged(Fact, kind="person's secret changed"):
    """A new PIN or card; what is empty stays as it was."""

    person: str
    pin_hash: str
    card_hash: str

    def change(self, books: "Books", draft: Draft) -> None:
        """A new card is no new PIN: the quarter runs on. Where others gave the secret, sessions end."""
        person = books.people[self.person].with_secret(self.pin_hash, self.card_hash)
        changed_at = draft.at_micros if self.pin_hash else person.changed_at
        reset_at = person.reset_at if same_person(draft.by[0], person.name) else draft.at_micros
        put(books, replace(person, changed_at=changed_at, reset_at=reset_at))


@dataclass(frozen=True)
class HashRenewed(Fact, kind="person's hash renewed"):
    """The same secret, hashed as secrets are hashed now: the quarter runs on."""

    person: str
    pin_hash: str
    card_hash: str

    def change(self, books: "Books", draft: Draft) -> None:
        put(books, books.people[self.person].with_secret(self.pin_hash, self.card_hash))


@dataclass(frozen=True)
class PersonSignedIn(Fact, kind="person signed in"):
    person: str
    where: str
    change_due: bool
    """Whether a quarter is over and a new PIN is asked for."""

    def change(self, books: "Books", draft: Draft) -> None:
        put(books, replace(books.people[self.person], failures=0, last_seen=draft.at_micros))


@dataclass(frozen=True)
class SignInFailed(Fact, kind="person failed to sign in"):
    person: str
    where: str
    failures: int
    locked: bool
    locked_until: int

    def change(self, books: "Books", draft: Draft) -> None:
        put(books, books.people[self.person].after_failure(draft.at_micros))


@dataclass(frozen=True)
class UnknownSignedIn(Fact, kind="record: unknown name at sign-in"):
    """The name is not written down: it may be a PIN typed into the wrong field."""

    where: str
    count: int = field(default=1, metadata=LEFT_OUT)


@dataclass(frozen=True)
class WrongElsewhere(Fact, kind="record: wrong PIN from elsewhere"):
    """Wrong tries where the person is not likely to be: they lock nobody out."""

    person: str
    where: str
    count: int = field(default=1, metadata=LEFT_OUT)


@dataclass(frozen=True)
class PersonUnlocked(Fact, kind="person unlocked"):
    person: str
    failures: int

    def change(self, books: "Books", draft: Draft) -> None:
        put(books, replace(books.people[self.person], failures=0))
