"""The back office at work on games and tables: approvals by fingerprint, tables put up and taken down."""

import asyncio
from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, Field

from pitboss.base.error import InputError, find_name
from pitboss.base.money import parse_dollars
from pitboss.house.letter import usual_rules
from pitboss.house.room.plan import TablePlan
from pitboss.jackpot import request
from pitboss.jackpot.controller import Dialect
from pitboss.jackpot.refusal import RefusedError
from pitboss.rules import Game, load_game
from pitboss.rules.fingerprint import fingerprint
from pitboss.rules.notation import format_head
from pitboss.service.ask import ThePremises
from pitboss.service.office.form import WORDS, Done, Form, ask
from pitboss.service.office.signing import check_may, sign
from pitboss.service.premises import Premises
from pitboss.service.route.office import Reader
from pitboss.service.route.tables import TableId
from pitboss.service.session import FLOOR, Session

router = APIRouter(prefix="/api/office", tags=["office"])


class Choice(BaseModel):
    """A game as it is to be dealt: paytables that are not the usual ones, and settings of the house."""

    game: str = Field(max_length=60)
    paytables: list[str] = Field(default_factory=list, max_length=20)
    settings: dict[str, str | bool | int] = Field(default_factory=dict, max_length=40)


class ApproveForm(Form):
    choice: Choice
    approval: str = Field(default="", max_length=60)
    day: str = Field(default="", max_length=10)
    note: str = WORDS
    rules: str = Field(default="", max_length=200)
    """Empty for those that the latest letter binds the game to."""
    rules_days: list[str] = Field(default_factory=list, max_length=10)
    controls: str = Field(default="", max_length=60)
    is_tribal: bool = False
    agency: str = Field(default="", max_length=60)
    concurrence: str = Field(default="", max_length=60)


def choose(choice: Choice) -> Game:
    game = load_game(choice.game)
    for name in choice.paytables:
        game = game.with_paytable(find_name("paytable", name, [*game.paytables, *game.designators]))
    return game.with_settings(**choice.settings)


@router.post("/approvals/preview")
async def preview_approval(choice: Choice, premises: ThePremises, session: Reader) -> dict[str, Any]:
    """The fingerprint of a game as chosen, and whether it is on the list."""
    del session
    game = choose(choice)
    mark = fingerprint(game)
    known = premises.manager.floor.approvals.get((game.id, mark))
    is_approved = known is not None and not known.withdrawn
    return {"head": format_head(game), "fingerprint": mark, "is_approved": is_approved}


@router.post("/approvals", status_code=201)
async def approve(form: ApproveForm, premises: ThePremises, session: Reader) -> Done:
    """Put a game on the list as it is defined now. Two people."""
    check_may(premises, session, request.ApproveGame)
    game = choose(form.choice)
    by = await sign(premises, session, form.second)
    head, mark = format_head(game), fingerprint(game)
    note = "; ".join(words for words in (head if head != game.id else "", form.note.strip()) if words)
    rules, days = usual_rules(game.id)
    asked = request.ApproveGame(
        form.id,
        by,
        game.id,
        mark,
        form.approval,
        form.day,
        note,
        rules=form.rules or rules,
        rules_days=tuple(form.rules_days) or days,
        controls=form.controls,
        is_tribal=form.is_tribal,
        agency=form.agency,
        concurrence=form.concurrence,
    )
    return await ask(premises, asked, f"{game.name} is approved as {mark[:16]}…")


class WithdrawForm(Form):
    game: str = Field(max_length=60)
    fingerprint: str = Field(max_length=64)
    why: str = WORDS


@router.post("/approvals/withdraw")
async def withdraw(form: WithdrawForm, premises: ThePremises, session: Reader) -> Done:
    """Take a game off the list. A table that deals it is closed first."""
    check_may(premises, session, request.WithdrawApproval)
    for plan in premises.room.plans.values():
        if fingerprint(plan.make_game()) == form.fingerprint:
            raise RefusedError(f"{plan.id} deals this game: close the table first")
    asked = request.WithdrawApproval(form.id, (session.person,), form.game, form.fingerprint, form.why)
    return await ask(premises, asked, f"The approval of {load_game(form.game).name} is withdrawn")


# -- tables ----------------------------------------------------------------------------------------


class TableForm(BaseModel):
    """Limits by wager: minimum, maximum and step in dollars, where they are not the usual ones."""

    id: str = Field(min_length=1, max_length=40)
    choice: Choice
    name: str = Field(default="", max_length=40)
    seats: int = Field(default=7, ge=1, le=14)
    limits: dict[str, tuple[str, str, str]] = Field(default_factory=dict, max_length=20)
    closed: list[str] = Field(default_factory=list, max_length=40)
    """Wagers of the game that the table does not offer."""
    has_house_dealer: bool = False
    dialect: Dialect = Dialect.GAME_MANAGER
    device: str = Field(default="", max_length=40)
    """What the cards come from; empty for the game's usual device."""


@router.post("/tables", status_code=201)
async def open_table(form: TableForm, premises: ThePremises, session: Reader) -> Done:
    """Put a table up: its game must be approved as it is, its limits lawful, its name new."""
    session.require(*FLOOR)
    game = choose(form.choice)
    limits = {wager: read_limit(wager, texts) for wager, texts in form.limits.items()}
    plan = TablePlan(
        form.id,
        format_head(game),
        premises.today(),
        form.name or game.name,
        seats=form.seats,
        limits=limits,
        closed=tuple(form.closed),
        has_house_dealer=form.has_house_dealer,
        dialect=form.dialect.value,
        device=form.device,
    )
    await asyncio.to_thread(premises.room.open_table, plan, by=session.person)
    premises.floor.writer.follow()
    await premises.floor.hear(plan.id)
    return Done(words=f"{plan.id} is open with {game.name}")


def read_limit(wager: str, texts: tuple[str, str, str]) -> tuple[int, int, int]:
    try:
        minimum, maximum, step = map(parse_dollars, texts)
    except InputError as problem:
        raise InputError(f"limits of {wager.replace('_', ' ')}: {problem}") from problem
    return minimum, maximum, step


@router.post("/tables/{table}/close")
async def close_table(table: TableId, premises: ThePremises, session: Reader) -> Done:
    """Take a table down, between two rounds and with nobody's chips on it."""
    session.require(*FLOOR)
    await close(premises, table, session)
    return Done(words=f"{table} is closed")


async def close(premises: Premises, table: str, session: Session) -> None:
    premises.room.plan(table)
    async with premises.floor.locks[table]:
        await asyncio.to_thread(premises.room.close_table, table, by=session.person)
        premises.room.hosted.pop(table, None)
    premises.floor.writer.follow()
    premises.dealers.pop(table, None)
