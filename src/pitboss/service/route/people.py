"""Signing in and out: staff by PIN or card, players by name and PIN, guests in a demonstration."""

import asyncio

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from pitboss.service.ask import SignedIn, ThePremises, Visitor
from pitboss.service.player_book import check_name
from pitboss.service.premises import HOUSE_DEALER, HOUSE_FLOOR, Premises
from pitboss.service.session import (
    COOKIE,
    DEALERS,
    LIFE_SECONDS,
    PLAYER,
    NotAllowedError,
    NotSignedInError,
    Session,
)

router = APIRouter(prefix="/api", tags=["people"])
SHORT = Field(min_length=1, max_length=64)
SECRET = Field(default="", max_length=128)


class SignInForm(BaseModel):
    name: str = SHORT
    pin: str = SECRET
    card: str = SECRET


class PlayerForm(BaseModel):
    name: str = SHORT
    pin: str = Field(min_length=1, max_length=12)


class GuestForm(BaseModel):
    name: str = SHORT


class Me(BaseModel):
    """Who is signed in. `token` goes into the header X-Pitboss-Token of requests that change something."""

    name: str
    role: str
    token: str
    is_change_due: bool
    is_demo: bool


def start(response: Response, premises: Premises, name: str, role: str, *, is_change_due: bool = False) -> Me:
    secret, session = premises.sessions.begin(name, role, is_change_due=is_change_due)
    response.set_cookie(
        COOKIE,
        secret,
        max_age=LIFE_SECONDS,
        httponly=True,
        samesite="strict",
        secure=premises.settings.has_secure_cookies,
    )
    return describe(premises, session)


def describe(premises: Premises, session: Session) -> Me:
    return Me(
        name=session.person,
        role=session.role,
        token=session.token,
        is_change_due=session.is_change_due,
        is_demo=premises.settings.is_demo,
    )


@router.post("/sign-in")
async def sign_in(form: SignInForm, response: Response, premises: ThePremises) -> Me:
    """A person of the staff, by PIN or by card."""
    if form.name in (HOUSE_DEALER, HOUSE_FLOOR):
        raise NotAllowedError("nobody signs in as the house")
    found = await asyncio.to_thread(
        premises.personnel.sign_in, form.name, pin=form.pin, card=form.card, where="browser"
    )
    return start(response, premises, found.person, found.role.value, is_change_due=found.is_change_due)


@router.post("/sign-in/player")
async def sign_in_player(form: PlayerForm, response: Response, premises: ThePremises) -> Me:
    """A player that the room knows."""
    if not await asyncio.to_thread(premises.players.is_known, form.name, form.pin):
        raise NotSignedInError("name and PIN do not belong together")
    return start(response, premises, check_name(form.name), PLAYER)


@router.post("/sign-in/guest")
async def sign_in_guest(form: GuestForm, response: Response, premises: ThePremises) -> Me:
    """A guest with play money; in a demonstration only."""
    if not premises.settings.is_demo:
        raise NotAllowedError("guests play in a demonstration only: ask at the desk for a PIN")
    return start(response, premises, check_name(form.name), PLAYER)


@router.post("/sign-out")
async def sign_out(request: Request, response: Response, premises: ThePremises, session: Visitor) -> None:
    """The session is over on every server; its cookie is good for nothing more."""
    del session
    premises.sessions.end(request.cookies.get(COOKIE, ""))
    response.delete_cookie(COOKIE)


@router.get("/me")
async def me(premises: ThePremises, session: Visitor) -> Me | None:
    """Who is signed in at this browser, or nobody."""
    return describe(premises, session) if session else None


@router.post("/players", status_code=201)
async def add_player(form: PlayerForm, premises: ThePremises, session: SignedIn) -> str:
    """The desk writes a player down."""
    session.require(*DEALERS)
    return await asyncio.to_thread(premises.players.add, form.name, form.pin)
