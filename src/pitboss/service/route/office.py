"""The back office, for reading: meters and their charts, the journal, records, people, games, tables."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query
from pydantic import BaseModel, Field

from pitboss.base.error import InputError
from pitboss.base.money import format_dollars
from pitboss.house.adjustment import LOWERS, REASONS
from pitboss.house.reading import BooksCopy, read_books
from pitboss.house.room.plan import TablePlan
from pitboss.jackpot.authority import MAY
from pitboss.jackpot.books import ProgressiveState
from pitboss.jackpot.people import find_person
from pitboss.jackpot.person import Role
from pitboss.jackpot.terms_file import terms_as_file
from pitboss.ledger.transfer import DECREASES
from pitboss.reports.form import page_blocks
from pitboss.reports.page import Heading, Page
from pitboss.reports.record.equipment import approvals_data
from pitboss.reports.record.history import entry_data
from pitboss.reports.record.meter import read_meters
from pitboss.reports.record.row import row_data, rows_data
from pitboss.reports.record.staff import read_staff
from pitboss.reports.record.win import make_win_page, win_blocks, win_title
from pitboss.rules import Game, game_ids, load_game
from pitboss.rules.fingerprint import fingerprint
from pitboss.service.ask import SignedIn, ThePremises
from pitboss.service.office.record import ON_SCREEN, ZONE, find_record, show_record
from pitboss.service.office.signing import HOUSE, READERS, seconds_for
from pitboss.service.premises import Premises
from pitboss.service.session import Session
from pitboss.table.setup import usual_limit

router = APIRouter(prefix="/api/office", tags=["office"])
ProgressiveId = Annotated[str, Path(min_length=1, max_length=80)]
WinId = Annotated[str, Path(max_length=120)]


def reader(session: SignedIn) -> Session:
    session.require(*READERS)
    return session


Reader = Annotated[Session, Depends(reader)]


@router.get("")
async def overview(premises: ThePremises, session: Reader) -> dict[str, Any]:
    """Who is here, what they may do and with whom; the list of records."""
    floor = premises.manager.floor
    role = find_person(floor, session.person).role
    return {
        "name": session.person,
        "role": role.value,
        "may": sorted(kind.__name__ for kind in MAY[role]),
        "seconds": seconds_for(floor, session.person),
        "records": [{"id": record.id, "title": record.title} for record in ON_SCREEN],
        "reasons": [
            {"code": code, "words": reason.value, "rule": LOWERS if reason in DECREASES else ""}
            for code, reason in REASONS.items()
        ],
        "roles": [one.value for one in Role],
        "entries": premises.manager.number,
    }


# -- progressives ----------------------------------------------------------------------------------


@router.get("/progressives")
async def progressives(premises: ThePremises, session: Reader) -> list[dict[str, Any]]:
    """Meters of every level beside its terms."""
    del session
    books = await asyncio.to_thread(read_books, premises.manager)
    return [progressive_row(books, state) for state in books.floor.progressives.values()]


def progressive_row(books: BooksCopy, state: ProgressiveState) -> dict[str, Any]:
    floor, terms = books.floor, state.terms
    return {
        **row_data(read_meters(floor, state), ZONE),
        "terms": terms_as_file(terms),
        "playing": [table for table in terms.tables if table in floor.rounds],
        "can_change": not state.is_open and not any(table in floor.rounds for table in terms.tables),
        "seized_micros": state.seized,
    }


@router.get("/progressives/{progressive}/series")
async def series(progressive: ProgressiveId, premises: ThePremises, session: Reader) -> dict[str, Any]:
    """How the meters went, in a bounded number of points; awards are points of their own."""
    del session
    if progressive not in premises.manager.floor.progressives:
        raise InputError(f"there is no progressive {progressive!r}")
    levels = await asyncio.to_thread(premises.bookkeeper.read_series, progressive)
    return {"progressive": progressive, "now_micros": premises.clock(), "levels": levels}


@router.get("/paytables")
async def paytables(session: Reader) -> list[dict[str, Any]]:
    """Paytables that win from a meter, for new terms."""
    del session
    games = [load_game(game) for game in game_ids()]
    return [
        {"game": game.id, "name": game.name, "paytable": table.id, "levels": list(table.levels)}
        for game in games
        for table in game.paytables.values()
        if table.levels
    ]


# -- records, wins, the journal --------------------------------------------------------------------


@router.get("/records/{name}")
async def record(
    name: Annotated[str, Path(max_length=40)], premises: ThePremises, session: Reader
) -> dict[str, Any]:
    """A record as a page, as of now."""
    del session
    found, at = find_record(name), premises.clock()

    def make() -> Page:
        return show_record(found, read_books(premises.manager), premises.rounds, at)

    page = await asyncio.to_thread(make)
    return {"id": found.id, "title": found.title, "at_micros": at, "page": page_blocks(page)}


@router.get("/wins/{win}")
async def win_page(win: WinId, premises: ThePremises, session: Reader) -> dict[str, Any]:
    """Everything about a win: the hand, the meter, the people, payment and tax."""
    del session

    def make() -> dict[str, Any]:
        books = read_books(premises.manager)
        page = make_win_page(books.entries(), books.floor, win, zone=ZONE)
        return {
            "order": page.win.order,
            "status": page.win.status.value,
            "cards": page.win.cards.split(),
            "page": page_blocks((Heading(win_title(page.win)), *win_blocks(page, ZONE))),
        }

    return await asyncio.to_thread(make)


@router.get("/journal")
async def journal(
    premises: ThePremises,
    session: Reader,
    before: Annotated[int | None, Query(ge=1, le=10**12)] = None,
    most: Annotated[int, Query(ge=1, le=200)] = 50,
) -> dict[str, Any]:
    """Entries, the latest first."""
    del session
    last = premises.manager.number
    upto = min(last, (before or last + 1) - 1)

    def read() -> list[dict[str, Any]]:
        entries = premises.manager.store.entries(max(0, upto - most), upto=upto)
        return [dict(entry_data(entry)) for entry in entries][::-1]

    return {"last": last, "entries": await asyncio.to_thread(read)}


class Verify(BaseModel):
    expect: str = Field(default="", max_length=80)


@router.post("/verification", status_code=202)
async def verify(form: Verify, premises: ThePremises, session: Reader) -> dict[str, Any]:
    """Derive everything again from the journal; with the hash of an entry that was written down elsewhere."""
    job = premises.bookkeeper.begin_verification(session.person, premises.clock(), form.expect)
    return job.data()


@router.get("/verification")
async def verification(premises: ThePremises, session: Reader) -> dict[str, Any] | None:
    """How far the last verification is, and what it found."""
    del session
    job = premises.bookkeeper.verification
    return job.data() if job else None


# -- people, games, tables -------------------------------------------------------------------------


@router.get("/people")
async def people(premises: ThePremises, session: Reader) -> list[Any]:
    """Who works here; no secret and no hash."""
    del session
    staff = read_staff(premises.manager.floor, premises.clock())
    return list(rows_data([one for one in staff if one.name not in HOUSE], ZONE))


@router.get("/approvals")
async def approvals(premises: ThePremises, session: Reader) -> list[Any]:
    """Games that may be dealt, those withdrawn included."""
    del session
    return list(approvals_data(premises.manager.floor.approvals.values()))


@router.get("/games")
async def games(session: Reader) -> list[dict[str, Any]]:
    """Definitions that could be approved: paytables to choose from and settings of the house."""
    del session
    return [game_row(load_game(game)) for game in game_ids()]


def game_row(game: Game) -> dict[str, Any]:
    return {
        "id": game.id,
        "name": game.name,
        "fingerprint": fingerprint(game),
        "wagers": [
            {
                "id": wager.id,
                "label": wager.label,
                "in_force": game.chosen[wager.id][0].id if game.chosen.get(wager.id) else "",
                "paytables": [table.id for table in game.tables_for(wager.id)],
                "limits": limit_words(usual_limit(game, wager)),
                "is_offered": wager.id in game.offered,
            }
            for wager in game.wagers.values()
        ],
        "settings": [
            {
                "name": one.name,
                "value": game.house[one.name],
                "choices": list(one.choices),
                "meaning": one.meaning,
            }
            for one in game.settings.values()
        ],
    }


def limit_words(limit: Any) -> list[str]:
    return [
        format_dollars(micros) for micros in (limit.minimum_micros, limit.maximum_micros, limit.step_micros)
    ]


@router.get("/tables")
async def tables(premises: ThePremises, session: Reader) -> list[dict[str, Any]]:
    """The tables of the room as they were put up."""
    del session
    return [table_row(premises, plan) for _, plan in sorted(premises.room.plans.items())]


def table_row(premises: Premises, plan: TablePlan) -> dict[str, Any]:
    game = plan.make_game()
    state = premises.manager.floor.progressive_of(plan.id)
    return {
        "id": plan.id,
        "name": plan.name,
        "game": plan.game,
        "game_name": game.name,
        "fingerprint": fingerprint(game),
        "day": plan.day,
        "seats": plan.seats,
        "has_house_dealer": plan.has_house_dealer,
        "dialect": plan.dialect,
        "progressive": state.terms.id if state else "",
        "limits": {
            wager: [format_dollars(micros) for micros in limit] for wager, limit in plan.limits.items()
        },
    }
