"""The back office at work on people: added, changed, unlocked, given a new PIN."""

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from pitboss.jackpot import request
from pitboss.jackpot.people import find_person
from pitboss.jackpot.person import Role
from pitboss.service.ask import SignedIn, ThePremises
from pitboss.service.office.form import Done, Form, ask, done
from pitboss.service.office.signing import HOUSE, check_may, sign
from pitboss.service.route.office import Reader
from pitboss.service.session import NotAllowedError

router = APIRouter(prefix="/api/office", tags=["office"])
Name = Annotated[str, Path(min_length=1, max_length=64)]


class PersonForm(Form):
    person: str = Field(min_length=1, max_length=64)
    role: Role
    pin: str = Field(min_length=1, max_length=12)


@router.post("/people", status_code=201)
async def add_person(form: PersonForm, premises: ThePremises, session: Reader) -> Done:
    """Somebody new, with a PIN of their own. Two people."""
    check_may(premises, session, request.AddPerson)
    by = await sign(premises, session, form.second)
    answer = await premises.hashing.known.run(
        premises.personnel.add, form.person, form.role, pin=form.pin, by=by
    )
    return done(premises, answer, f"{form.person} is here as {form.role.value}")


class ChangeForm(Form):
    """Another role, gone or back; what is left out stays."""

    role: Role | None = None
    is_active: bool = True


@router.post("/people/{person}/change")
async def change_person(person: Name, form: ChangeForm, premises: ThePremises, session: Reader) -> Done:
    """Another role or department, or somebody who leaves. Two people."""
    check_may(premises, session, request.ChangePerson)
    check_not_house(person)
    known = find_person(premises.manager.floor, person)
    by = await sign(premises, session, form.second)
    role = form.role or known.role
    asked = request.ChangePerson(form.id, by, person, role, is_active=form.is_active)
    return await ask(premises, asked, f"{person} is {role.value}" if form.is_active else f"{person} has left")


@router.post("/people/{person}/unlock")
async def unlock(person: Name, form: Form, premises: ThePremises, session: Reader) -> Done:
    """Let somebody try again who was locked after wrong PINs."""
    check_may(premises, session, request.Unlock)
    asked = request.Unlock(form.id, (session.person,), person)
    return await ask(premises, asked, f"{person} may try again")


class ResetForm(Form):
    pin: str = Field(min_length=1, max_length=12)


@router.post("/people/{person}/pin")
async def reset_pin(person: Name, form: ResetForm, premises: ThePremises, session: Reader) -> Done:
    """A new PIN for somebody who has lost it, from two others."""
    check_may(premises, session, request.ChangePerson)
    check_not_house(person)
    by = await sign(premises, session, form.second)
    answer = await premises.hashing.known.run(premises.personnel.reset, person, pin=form.pin, by=by)
    return done(premises, answer, f"{person} has a new PIN")


class OwnPin(BaseModel):
    old: str = Field(min_length=1, max_length=12)
    new: str = Field(min_length=1, max_length=12)


@router.post("/own-pin")
async def change_own_pin(form: OwnPin, premises: ThePremises, session: SignedIn) -> Done:
    """A new PIN of one's own; every person of the staff."""
    if session.is_player:
        raise NotAllowedError("that is for the staff")
    answer = await premises.hashing.known.run(
        premises.personnel.change_pin, session.person, old=form.old, new=form.new
    )
    return done(premises, answer, f"{session.person} has a new PIN")


def check_not_house(person: str) -> None:
    if person in HOUSE:
        raise NotAllowedError("the house's own names stand as they are")
