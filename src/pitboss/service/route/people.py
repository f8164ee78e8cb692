"""Signing in and out: staff by PIN or card, players by name and PIN, guests in a demonstration."""

import asyncio

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from pitboss.jackpot.person import same_person
from pitboss.service.ask import SignedIn, ThePremises, Visitor, address_of, find_session
from pitboss.service.browser import BROWSER_COOKIE, Browser
from pitboss.service.browser import LIFE_SECONDS as BROWSER_SECONDS
from pitboss.service.premises import Premises
from pitboss.service.session import (
    COOKIE,
    DEALERS,
    LIFE_SECONDS,
    PLAYER,
    STAFF,
    NotAllowedError,
    Session,
    is_house,
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


def start(response: Response, premises: Premises, browser: Browser, name: str, *, is_player: bool) -> Me:
    """A new session at this browser, which is known for the person from now on."""
    cookie, session = premises.sessions.begin(name, is_player=is_player)
    known = browser.with_name(PLAYER if is_player else STAFF, session.person)
    put_cookie(response, premises, COOKIE, cookie, LIFE_SECONDS)
    put_cookie(response, premises, BROWSER_COOKIE, premises.browsers.write(known), BROWSER_SECONDS)
    return describe(premises, session)


def put_cookie(response: Response, premises: Premises, name: str, text: str, seconds: int) -> None:
    response.set_cookie(
        name,
        text,
        max_age=seconds,
        httponly=True,
        samesite="strict",
        secure=premises.settings.has_secure_cookies,
    )


def describe(premises: Premises, session: Session) -> Me:
    return Me(
        name=session.person,
        role=session.role,
        token=session.token,
        is_change_due=session.is_change_due,
        is_demo=premises.settings.is_demo,
    )


@router.post("/sign-in")
async def sign_in(form: SignInForm, request: Request, response: Response, premises: ThePremises) -> Me:
    """A person of the staff, by PIN or by card."""
    if is_house(form.name):
        raise NotAllowedError("nobody signs in as the house")
    browser, session = premises.browsers.read(request.cookies), find_session(request)
    found = await premises.door.let_staff(
        form.name,
        pin=form.pin,
        card=form.card,
        address=address_of(request),
        browser=browser,
        is_near=session is not None and not session.is_player and same_person(session.person, form.name),
    )
    return start(response, premises, browser, found.person, is_player=False)


@router.post("/sign-in/player")
async def sign_in_player(form: PlayerForm, request: Request, response: Response, premises: ThePremises) -> Me:
    """A player that the room knows."""
    browser = premises.browsers.read(request.cookies)
    name = await premises.door.let_player(form.name, form.pin, address=address_of(request), browser=browser)
    return start(response, premises, browser, name, is_player=True)


@router.post("/sign-in/guest")
async def sign_in_guest(form: GuestForm, request: Request, response: Response, premises: ThePremises) -> Me:
    """A guest with play money, under a name that is this browser's own; in a demonstration only."""
    if not premises.settings.is_demo:
        raise NotAllowedError("guests play in a demonstration only: ask at the desk for a PIN")
    browser = premises.browsers.read(request.cookies)
    name = await asyncio.to_thread(premises.players.claim, form.name, browser.claim)
    return start(response, premises, browser, name, is_player=True)


@router.post("/sign-out")
async def sign_out(request: Request, response: Response, premises: ThePremises, session: Visitor) -> None:
    """The session is over on every server; its cookie is good for nothing more."""
    del session
    await asyncio.to_thread(premises.sessions.end, request.cookies.get(COOKIE, ""))
    premises.sessions.sweep()
    response.delete_cookie(COOKIE)


@router.get("/me")
async def me(premises: ThePremises, session: Visitor) -> Me | None:
    """Who is signed in at this browser, or nobody."""
    return describe(premises, session) if session else None


@router.post("/players", status_code=201)
async def add_player(form: PlayerForm, premises: ThePremises, session: SignedIn) -> str:
    """The desk writes a player down."""
    session.require(*DEALERS)
    return await premises.hashing.known.run(premises.players.add, form.name, form.pin, by=session.person)


@router.post("/players/pin")
async def change_player_pin(form: PlayerForm, premises: ThePremises, session: SignedIn) -> str:
    """A new PIN for a player who has forgotten the old one and has shown the desk who he is."""
    session.require(*DEALERS)
    return await premises.hashing.known.run(
        premises.players.change_pin, form.name, form.pin, by=session.person
    )
