"""The trainer: lessons for players and dealers, from the same code as the terminal's."""

import secrets
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field

from pitboss.house.training.progress import RoleProgress
from pitboss.reports.form import page_blocks
from pitboss.reports.training_sheet import progress_data, progress_page
from pitboss.rules import Game, game_ids, load_game
from pitboss.service.ask import ThePremises, Visitor
from pitboss.service.classroom import Sitting, check_token
from pitboss.service.premises import Premises
from pitboss.service.session import Session

router = APIRouter(prefix="/api/trainer", tags=["trainer"])
Side = Literal["player", "dealer"]
LessonId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{8,40}$")]
Token = Annotated[str, Query(max_length=64)]
LARGEST_SEED = 2**32 - 1


class Begin(BaseModel):
    """`trainee` is the token of somebody who is not signed in; without one a new token is made."""

    game: str = Field(max_length=60)
    side: Side
    seed: int | None = Field(default=None, ge=0, le=LARGEST_SEED)
    trainee: str = Field(default="", max_length=64)


class Answer(BaseModel):
    text: str = Field(min_length=1, max_length=200)
    milliseconds: int = Field(ge=0, le=3_600_000)
    trainee: str = Field(default="", max_length=64)


@router.get("")
async def games() -> list[dict[str, Any]]:
    """What can be trained."""
    found = [load_game(game) for game in game_ids()]
    return [
        {
            "id": game.id,
            "name": game.name,
            "summary": game.summary,
            "felt": game.layout["felt"],
            "sides": ["player", "dealer"] if game.deciding else ["dealer"],
        }
        for game in found
    ]


@router.post("", status_code=201)
async def begin(form: Begin, premises: ThePremises, session: Visitor) -> dict[str, Any]:
    """A new lesson; its first question is dealt meanwhile."""
    game = load_game(form.game)
    token = "" if session else check_token(form.trainee or secrets.token_urlsafe(16))
    seed = form.seed if form.seed is not None else secrets.randbelow(LARGEST_SEED + 1)
    sitting = premises.classroom.begin(name_trainee(session, token), game.id, form.side, seed)
    found = await premises.classroom.question(sitting)
    return {"lesson": sitting.id, "seed": seed, "trainee": token, **found}


@router.get("/{lesson}/question")
async def question(
    lesson: LessonId, premises: ThePremises, session: Visitor, trainee: Token = ""
) -> dict[str, Any]:
    """The question that is asked now."""
    return await premises.classroom.question(find(premises, lesson, session, trainee))


@router.post("/{lesson}/answer")
async def answer(lesson: LessonId, form: Answer, premises: ThePremises, session: Visitor) -> dict[str, Any]:
    """What becomes of an answer; a mistake is told in one sentence with its price."""
    sitting = find(premises, lesson, session, form.trainee)
    found = await premises.classroom.answer(sitting, form.text, form.milliseconds)
    progress = await premises.classroom.progress(sitting.trainee, sitting.game)
    shown = show_progress(load_game(sitting.game), sitting.side, progress.part(sitting.side), sitting)
    return {**found, "progress": shown}


@router.get("/progress/{game}")
async def progress(
    game: Annotated[str, Path(max_length=60)],
    side: Side,
    premises: ThePremises,
    session: Visitor,
    trainee: Token = "",
) -> dict[str, Any]:
    """What is kept of a trainee: weak spots, and how the sittings went."""
    found = load_game(game)
    if session is None and not trainee:
        return show_progress(found, side, RoleProgress(), None)
    who = name_trainee(session, trainee and check_token(trainee))
    kept = await premises.classroom.progress(who, found.id)
    return show_progress(found, side, kept.part(side), None)


def show_progress(game: Game, side: str, part: RoleProgress, sitting: Sitting | None) -> dict[str, Any]:
    session = part.session(sitting.session.id) if sitting else None
    seed = sitting.seed if sitting else 0
    page = progress_page(game, side, part, session)
    return {**progress_data(part, session, seed), "page": page_blocks(page[1:])}


def find(premises: Premises, lesson: str, session: Session | None, token: str) -> Sitting:
    return premises.classroom.find(lesson, name_trainee(session, token and check_token(token)))


def name_trainee(session: Session | None, token: str) -> str:
    """A player and a person of the staff may have the same name: they are two trainees."""
    if session is None:
        return f"token {token}"
    return f"{'player' if session.is_player else 'staff'} {session.person}"
