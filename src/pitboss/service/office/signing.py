"""Two keys on one form: who is signed in at the browser, and a second person who shows a PIN or a card.

Nobody is believed by name. The first person is the session's; the second is whoever has shown the secret.
Whether the two together may do it, the manager's guard says.
"""

from collections.abc import Collection

from pydantic import BaseModel, Field

from pitboss.jackpot.authority import MAY, TWO_KEYS
from pitboss.jackpot.books import Books
from pitboss.jackpot.people import find_person
from pitboss.jackpot.person import DEPARTMENTS, Role
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import Request
from pitboss.service.premises import HOUSE_DEALER, HOUSE_FLOOR, Premises
from pitboss.service.session import NotAllowedError, Session

READERS = (Role.SUPERVISOR, Role.EXECUTIVE, Role.TECHNICIAN, Role.ACCOUNTING, Role.AUDITOR)
"""Who reads the books: everybody of the staff but the dealers, whose work is at the tables."""
HOUSE: Collection[str] = (HOUSE_DEALER, HOUSE_FLOOR)


class Second(BaseModel):
    """The second person, who signs on the first one's screen."""

    name: str = Field(default="", max_length=64)
    pin: str = Field(default="", max_length=12)
    card: str = Field(default="", max_length=128)

    @property
    def is_there(self) -> bool:
        return bool(self.name.strip())


def check_may(premises: Premises, session: Session, kind: type[Request]) -> None:
    """Before anything is worked out: whether this person may do such a thing at all."""
    role = find_person(premises.manager.floor, session.person).role
    if kind not in MAY[role]:
        may = " or ".join(one.value for one, kinds in MAY.items() if kind in kinds)
        raise NotAllowedError(f"that is for a {may}; {session.person} is {role.value}")


async def sign(premises: Premises, session: Session, second: Second) -> tuple[str, ...]:
    """The names for the journal: one, or two where a second person has signed."""
    if not second.is_there:
        return (session.person,)
    if second.name in HOUSE:
        raise NotAllowedError("nobody signs as the house")
    if second.name == session.person:
        raise RefusedError(f"{second.name} is signed in already: the second person is somebody else")
    found = await premises.door.show(
        second.name, pin=second.pin, card=second.card, where="office", at=session.person
    )
    return session.person, found.person


def seconds_for(floor: Books, person: str) -> dict[str, list[str]]:
    """By kind of request: who could sign beside this person, from another department."""
    mine = find_person(floor, person).department
    others = [
        one
        for one in floor.people.values()
        if one.is_active and one.name not in HOUSE and DEPARTMENTS[one.role] is not mine
    ]
    return {
        kind.__name__: sorted(one.name for one in others if kind in MAY[one.role])
        for kind in sorted(TWO_KEYS, key=lambda kind: kind.__name__)
    }
