"""The back office at work on progressives: terms, switches, adjustments, and what is only written down."""

import asyncio
from collections.abc import Callable
from typing import Any, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from pitboss.base.error import InputError, PitbossError
from pitboss.base.money import format_dollars, parse_dollars
from pitboss.house import progressive as house
from pitboss.house.adjustment import REASONS, read_amount
from pitboss.house.manager import RequestAnswer
from pitboss.jackpot import request
from pitboss.jackpot.link import check_awards
from pitboss.jackpot.record import note_deposit, note_malfunction
from pitboss.jackpot.regulation import day_of
from pitboss.jackpot.terms import Terms
from pitboss.jackpot.terms_change import check_levels, check_not_in_play, check_tables
from pitboss.jackpot.terms_file import read_terms, terms_as_file
from pitboss.reports.record.malfunction import malfunctions
from pitboss.reports.record.win import find_win
from pitboss.service.ask import ThePremises
from pitboss.service.office.form import WORDS, Done, Form, ask, done
from pitboss.service.office.record import ZONE
from pitboss.service.office.signing import check_may, sign
from pitboss.service.premises import Premises
from pitboss.service.route.office import ProgressiveId, Reader, WinId

router = APIRouter(prefix="/api/office", tags=["office"])


class TermsForm(Form):
    """Terms in the words of a file of terms: money as '$1,000', rates as '14%'."""

    terms: dict[str, Any] = Field(max_length=30)


class PreviewForm(BaseModel):
    terms: dict[str, Any] = Field(max_length=30)


def read(data: dict[str, Any]) -> Terms:
    terms = read_terms(data)
    terms.check()
    return terms


@router.post("/progressives/preview")
async def preview(form: PreviewForm, premises: ThePremises, session: Reader) -> dict[str, Any]:
    """What the maker would say of these terms, and what stands in their way, before anybody signs."""
    del session
    terms = read(form.terms)
    found = await premises.counting.find("office", "advice", {"terms": form.terms})
    known = premises.manager.floor.progressives.get(terms.id)
    if not found["is_ready"] or known is None:
        return {**found, "before": None, "obstacles": obstacles(premises, terms)}
    now = {"terms": terms_as_file(known.terms)}
    before = await premises.counting.find("office", "advice", now)
    return {
        **(found if before["is_ready"] else before),
        "before": before.get("found"),
        "obstacles": obstacles(premises, terms),
    }


def obstacles(premises: Premises, terms: Terms) -> list[str]:
    """Why the terms could not be saved now."""
    floor, found = premises.manager.floor, []
    before = floor.progressives.get(terms.id)
    checks: list[Callable[[], None]] = [lambda: check_tables(floor, terms)]
    if before is not None:
        checks.append(lambda: check_not_in_play(floor, before))
        checks.append(lambda: check_levels(floor, before.terms, terms))
    for check in checks:
        try:
            check()
        except PitbossError as problem:
            found.append(str(problem))
    return found


@router.post("/progressives")
async def set_terms(form: TermsForm, premises: ThePremises, session: Reader) -> Done:
    """Set a progressive up, or change it while it is closed. Two people."""
    check_may(premises, session, request.SetTerms)
    terms = read(form.terms)
    by = await sign(premises, session, form.second)
    is_new = terms.id not in premises.manager.floor.progressives
    await asyncio.to_thread(check_awards, terms, day_of(premises.clock()))
    word = "set up" if is_new else "changed"
    words = f"{terms.id} is {word} by {' and '.join(by)}, and closed: open it for play"
    return await ask(premises, request.SetTerms(form.id, by, terms), words)


class SwitchForm(Form):
    is_open: bool
    stopped: str = WORDS


@router.post("/progressives/{progressive}/switch")
async def switch(
    progressive: ProgressiveId, form: SwitchForm, premises: ThePremises, session: Reader
) -> Done:
    """Open a progressive for play, or close it; one that was stopped is opened by two people."""
    check_may(premises, session, request.Switch)
    by = await sign(premises, session, form.second)
    words = "open for play" if form.is_open else f"stopped: {form.stopped}" if form.stopped else "closed"
    asked = request.Switch(form.id, by, progressive, form.is_open, form.stopped.strip())
    return await ask(premises, asked, f"{progressive} is {words}")


class AdjustForm(Form):
    """`amount` with its sign: '-$12.50' lowers, '$3' raises."""

    level: str = Field(default="", max_length=60)
    account: Literal["meter", "reserve", "overflow"] = "meter"
    amount: str = Field(max_length=40)
    reason: str = Field(max_length=20)
    text: str = WORDS


@router.post("/progressives/{progressive}/adjust")
async def adjust(
    progressive: ProgressiveId, form: AdjustForm, premises: ThePremises, session: Reader
) -> Done:
    """Raise or lower a meter, its reserve or its overflow. Two people, a reason and a text."""
    check_may(premises, session, request.Adjust)
    if form.reason not in REASONS:
        raise InputError(f"choose a reason: {', '.join(REASONS)}")
    micros = read_amount(form.amount)
    by = await sign(premises, session, form.second)
    asked = request.Adjust(
        form.id, by, progressive, form.level, micros, REASONS[form.reason], form.text, form.account
    )
    words = f"The {form.account} of {progressive} was adjusted by {format_dollars(micros)}"
    return await ask(premises, asked, f"{words}, signed by {' and '.join(by)}")


class BackOutForm(Form):
    text: str = WORDS


@router.post("/wins/{win}/back-out")
async def back_out(win: WinId, form: BackOutForm, premises: ThePremises, session: Reader) -> Done:
    """A confirmed win was none: meter, reserve, hits and paid go back. Two people and a text."""
    check_may(premises, session, request.BackOutWin)
    found = find_win(premises.manager.floor, win)
    by = await sign(premises, session, form.second)
    asked = request.BackOutWin(form.id, by, found.id, form.text)
    words = f"Win {found.order} of {format_dollars(found.micros)} is backed out"
    return await ask(premises, asked, f"{words}, signed by {' and '.join(by)}")


class MoveForm(Form):
    level: str = Field(default="", max_length=60)
    to: str = Field(max_length=80)
    to_level: str = Field(default="", max_length=60)
    amount: str = Field(max_length=40)
    approval: str = WORDS
    text: str = WORDS


@router.post("/progressives/{progressive}/move")
async def move(progressive: ProgressiveId, form: MoveForm, premises: ThePremises, session: Reader) -> Done:
    """Move money to another progressive. Two people and an approval."""
    check_may(premises, session, request.MoveMoney)
    micros = parse_dollars(form.amount)
    by = await sign(premises, session, form.second)
    asked = request.MoveMoney(
        form.id, by, progressive, form.level, form.to, form.to_level, micros, form.approval, form.text
    )
    return await ask(premises, asked, f"{format_dollars(micros)} moved from {progressive} to {form.to}")


# -- written down ----------------------------------------------------------------------------------


class NoteForm(Form):
    kind: Literal["malfunction", "report", "deposit", "check request", "check paid"]
    about: str = Field(default="", max_length=80)
    """The table, the malfunction's number, or the win's."""
    amount: str = Field(default="", max_length=40)
    text: str = WORDS


@router.post("/notes")
async def note(form: NoteForm, premises: ThePremises, session: Reader) -> Done:
    """Write down what moves no money: malfunctions and their reports, deposits, checks."""
    answer = await asyncio.to_thread(write_note, premises, form, (session.person,))
    return done(premises, answer, f"Written down: {form.kind}")


def write_note(premises: Premises, form: NoteForm, by: tuple[str, ...]) -> RequestAnswer:
    manager = premises.manager
    match form.kind:
        case "malfunction":
            return manager.ask(note_malfunction(form.id, by, table=form.about, what=form.text))
        case "report":
            log = malfunctions(manager.store.entries(), zone=ZONE)
            found = next((one for one in log if form.about in (str(one.number), one.id)), None)
            if found is None:
                raise InputError(f"there is no malfunction {form.about!r}; the log has {len(log)}")
            return house.report_malfunction(manager, found.id, form.text, id_=form.id, by=by)
        case "deposit":
            micros = parse_dollars(form.amount)
            return manager.ask(note_deposit(form.id, by, micros=micros, reference=form.text))
        case "check request":
            win = find_win(manager.floor, form.about)
            return house.request_check(manager, win, form.text, id_=form.id, by=by)
        case "check paid":
            win = find_win(manager.floor, form.about)
            return house.pay_check(manager, win, form.text, id_=form.id, by=by)
