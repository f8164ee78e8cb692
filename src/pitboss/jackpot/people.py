"""Who works on the floor: people added, changed, signed in, locked out and unlocked, each as an entry.

A name is unique and never used again. Whoever has left is still in the journal under it.
"""

from collections.abc import Iterable, Mapping

from pitboss.base.error import unknown
from pitboss.base.look_alike import look_alike, skeleton
from pitboss.jackpot.books import Books
from pitboss.jackpot.person import (
    DEPARTMENTS,
    HOUSE_PEOPLE,
    HashRenewed,
    Person,
    PersonAdded,
    PersonChanged,
    PersonSignedIn,
    PersonUnlocked,
    Rank,
    Role,
    SecretChanged,
    SignInFailed,
    UnknownSignedIn,
    WrongElsewhere,
    check_hashes,
    same_person,
)
from pitboss.jackpot.player import BY_PLAYER, HOUSE_NAMES, check_script
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import AddPerson, ChangePerson, ChangeSecret, Decision, RenewHash, SignIn, Unlock

MINUTE_MICROS = 60 * 1_000_000
KEEPERS = frozenset({Role.SUPERVISOR, Role.EXECUTIVE, Role.TECHNICIAN})
"""Who may add and change people: one of them from each of two departments."""


def find_person(books: Books, name: str) -> Person:
    if name not in books.people:
        raise RefusedError(
            str(unknown("person", name, books.people)) if books.people else "nobody is here yet"
        )
    return books.people[name]


def list_roles(books: Books) -> Mapping[Role, tuple[str, ...]]:
    """Who has which role now (req. 65)."""
    active = [person for person in books.people.values() if person.is_active]
    return {role: tuple(sorted(one.name for one in active if one.role is role)) for role in Role}


def add_person(books: Books, asked: AddPerson, at: int) -> Decision:
    name = " ".join(asked.person.split())
    if not name or name != asked.person:
        raise RefusedError(f"a name has words with single spaces between them, unlike {asked.person!r}")
    check_script(name)
    check_not_reserved(name)
    if any(look_alike(name, known) for known in books.people):
        raise RefusedError(f"there is or was a {name!r}: every person has a name of their own, for ever")
    if skeleton(name) in books.players:
        raise RefusedError(f"a player is called {books.players[skeleton(name)].name!r}: take another name")
    check_hashes(asked.pin_hash, asked.card_hash)
    if not asked.pin_hash:
        raise RefusedError(f"{name} needs a PIN")
    return Decision(PersonAdded(name, asked.role, asked.pin_hash, asked.card_hash))


def change_person(books: Books, asked: ChangePerson, at: int) -> Decision:
    person = find_person(books, asked.person)
    if (asked.role, asked.is_active) == (person.role, person.is_active):
        state = f"is {person.role.value}" if person.is_active else "has left"
        raise RefusedError(f"{person.name} {state} already")
    after = [one for one in books.people.values() if one is not person and one.is_active]
    roles = [one.role for one in after] + ([asked.role] if asked.is_active else [])
    if has_two_keys(one.role for one in books.people.values() if one.is_active) and not has_two_keys(roles):
        raise RefusedError(
            f"without {person.name} no two departments could change anything: add somebody first"
        )
    before = Rank(person.role, person.is_active)
    return Decision(PersonChanged(person.name, asked.role, asked.is_active, before))


def has_two_keys(roles: Iterable[Role]) -> bool:
    """Whether two departments are there that together may add and change people."""
    return len({DEPARTMENTS[role] for role in roles if role in KEEPERS}) > 1


def change_secret(books: Books, asked: ChangeSecret, at: int) -> Decision:
    return Decision(SecretChanged(*new_secret(books, asked)))


def renew_hash(books: Books, asked: RenewHash, at: int) -> Decision:
    if not all(same_person(asked.person, one) for one in asked.by):
        raise RefusedError("a hash is renewed when the person shows the secret: nobody else can")
    return Decision(HashRenewed(*new_secret(books, asked)))


def new_secret(books: Books, asked: ChangeSecret | RenewHash) -> tuple[str, str, str]:
    """Whose, and the hashes of the new PIN and card."""
    person = find_person(books, asked.person)
    check_hashes(asked.pin_hash, asked.card_hash)
    if not (asked.pin_hash or asked.card_hash):
        raise RefusedError("a new PIN or a new card: give one of them")
    return person.name, asked.pin_hash, asked.card_hash


def sign_in(books: Books, asked: SignIn, at: int) -> Decision:
    """A name that nobody has is not written down: it may be a PIN typed into the wrong field."""
    if asked.person not in books.people:
        return Decision(UnknownSignedIn(asked.where, asked.count))
    person = books.people[asked.person]
    if not asked.is_near and not asked.is_right:
        return Decision(WrongElsewhere(person.name, asked.where, asked.count))
    check_not_house(person.name)
    check_may_try(person, at, is_own=asked.is_own)
    if asked.is_right:
        return Decision(PersonSignedIn(person.name, asked.where, person.is_change_due(at)))
    after = person.after_failure(at)
    return Decision(
        SignInFailed(person.name, asked.where, after.failures, after.is_locked, after.locked_until)
    )


def check_not_reserved(name: str) -> None:
    """What the journal signs with for players, and for those who are nobody's person, is no person's name."""
    of_nobody = [one for one in HOUSE_NAMES if one not in HOUSE_PEOPLE]
    if look_alike(name.split()[0], BY_PLAYER) or any(look_alike(name, one) for one in of_nobody):
        raise RefusedError(f"{name!r} is what the journal calls others: take another name")


def check_not_house(person: str) -> None:
    """The house's own names have no hands to type with: no try counts, and none gets in."""
    if any(look_alike(person, one) for one in HOUSE_PEOPLE):
        raise RefusedError("nobody signs in as the house")


def check_here(person: Person) -> None:
    if not person.is_active:
        raise RefusedError(f"{person.name} has left: have the role given back first")


def check_may_try(person: Person, at_micros: int, *, is_own: bool = False) -> None:
    """Who is locked out tries again when the time is over, by the journal's clock, or is unlocked before;
    where the person is signed in, at any time."""
    check_here(person)
    left = person.locked_until - at_micros
    if left > 0 and not is_own:
        minutes = -(-left // MINUTE_MICROS)
        raise RefusedError(
            f"{person.name} is locked after {person.failures} wrong tries: wait {minutes} "
            f"minute{'' if minutes == 1 else 's'}, or have somebody else unlock"
        )


def unlock(books: Books, asked: Unlock, at: int) -> Decision:
    person = find_person(books, asked.person)
    if any(same_person(person.name, one) for one in asked.by):
        raise RefusedError(f"{person.name} is unlocked by somebody else")
    if not person.is_locked:
        raise RefusedError(f"{person.name} is not locked")
    return Decision(PersonUnlocked(person.name, person.failures))
