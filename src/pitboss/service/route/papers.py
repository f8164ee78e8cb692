"""Papers to download: par sheets and cards for everybody, records for the office.

A paper of a game may have to be counted first: the answer is 202 with how far it is, and the same request
again asks after it. A record is read from the books at once.
"""

import asyncio
import re
from base64 import b64decode
from dataclasses import replace
from datetime import UTC, date, datetime
from enum import StrEnum
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from fastapi.responses import JSONResponse, Response

from pitboss.base.error import InputError, find_name
from pitboss.house.reading import read_books
from pitboss.house.room.plan import TablePlan, format_plan
from pitboss.jackpot.terms import Terms
from pitboss.ledger.codec import encode
from pitboss.reports.paper.paper import Form, Size, write_paper
from pitboss.reports.record.catalogue import RECORDS, RecordKind
from pitboss.reports.record.frame import Inquiry, JournalSource
from pitboss.rules import Game, load_game
from pitboss.service.ask import ThePremises
from pitboss.service.office.record import ZONE, find_record
from pitboss.service.premises import Premises
from pitboss.service.route.explorer import GameId, Name, Players, check_pays
from pitboss.service.route.office import Reader

router = APIRouter(tags=["papers"])

KINDS = {
    Form.PDF: "application/pdf",
    Form.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    Form.HTML: "text/html; charset=utf-8",
    Form.MARKDOWN: "text/markdown; charset=utf-8",
    Form.CSV: "text/csv; charset=utf-8",
    Form.JSON: "application/json",
    Form.TEXT: "text/plain; charset=utf-8",
}
FILE: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The file.",
        "content": {kind.partition(";")[0]: {"schema": {"type": "string"}} for kind in KINDS.values()},
    }
}
BEING_MADE: dict[int | str, dict[str, Any]] = {
    202: {"description": "It is being made: `says` what is done and for how many `seconds`. Ask again."}
}
OPEN, OF_NOW, CLOSED = "public, max-age=300", "no-store", "private, no-store"
OWN = "own pays"


class GamePaper(StrEnum):
    PAR = "par"
    RULES = "rules"
    DEALER = "dealer"
    STRATEGY = "strategy"


ABOUT = {
    GamePaper.PAR: ("Par sheet", "Exact figures of every wager, with all that is behind them."),
    GamePaper.RULES: ("Rule card", "One page for the players: wagers, limits, pays, how a round goes."),
    GamePaper.DEALER: ("Dealer's card", "One page for the dealer: procedure, calls, settling, pays."),
    GamePaper.STRATEGY: ("Strategy card", "Best play on one page, and what it costs."),
}


class SheetSize(StrEnum):
    A4 = "a4"
    LETTER = "letter"

    @property
    def page(self) -> Size:
        return Size.A4 if self is SheetSize.A4 else Size.LETTER


Paytable = Annotated[str, Query(max_length=80)]
TableName = Annotated[str, Query(max_length=40)]
OwnPays = Annotated[
    str, Query(max_length=2_000, description="'line=pay;line=pay', each pay as a layout prints it.")
]
OfSize = Annotated[SheetSize, Query(description="Of a PDF's pages.")]


@router.get("/api/papers")
async def papers() -> dict[str, Any]:
    """What papers there are: of every game, and of the office."""
    games = [{"kind": kind.value, "title": title, "about": about} for kind, (title, about) in ABOUT.items()]
    return {
        "games": games,
        "office": [record_row(record) for record in RECORDS.values()],
        "forms": [form.value for form in Form],
        "sizes": [size.value for size in SheetSize],
    }


def record_row(record: RecordKind) -> dict[str, Any]:
    return {"kind": record.id, "title": record.title, "about": record.about, "asks": sorted(record.asks)}


# -- games -----------------------------------------------------------------------------------------


@router.get(
    "/api/explorer/{game}/papers/{kind}.{form}",
    response_class=Response,
    responses={**FILE, **BEING_MADE},
)
async def game_paper(
    game: GameId,
    kind: GamePaper,
    form: Form,
    premises: ThePremises,
    paytable: Paytable = "",
    table: TableName = "",
    size: OfSize = SheetSize.A4,
    wager: Name = "",
    pays: OwnPays = "",
    players: Players = 0,
) -> Response:
    """A par sheet or a card; of a table as it stands, if one is named. 202 until it is made.

    With `pays` it is the par sheet of the wager under pays of the visitor's own; meters and envy are taken as
    the paytable has them.
    """
    found = load_game(game)
    if kind is GamePaper.STRATEGY and not found.deciding:
        raise InputError(f"{found.name} has no decision: there is no strategy to print")
    chosen = find_name("paytable", paytable, [*found.paytables, *found.designators]) if paytable else ""
    given: dict[str, Any] = {
        "kind": kind.value,
        "form": form.value,
        "size": size.page.value,
        "plan": format_plan(plan_of(premises, found, table)),
        "paytable": chosen,
        "has_meters": not table or premises.manager.floor.progressive_of(table) is not None,
    }
    if table and not chosen and (terms := fitted_terms(premises, table)):
        given["terms"] = encode(terms)
    if kind is GamePaper.RULES and table:
        given["jackpots"] = premises.postings.read(table)
    if pays:
        given |= {"paytable": "", "own": read_own(found, kind, wager, pays, chosen, players)}
    made = await premises.counting.find(f"explorer {found.id}", "paper", given)
    if not made["is_ready"]:
        return JSONResponse(made, 202, {"Cache-Control": "no-store", "Retry-After": "1"})
    name = file_name(found.name, table, OWN if pays else chosen, ABOUT[kind][0])
    cached = OF_NOW if given.get("jackpots") else OPEN
    return send_file(b64decode(made["found"]["content"]), name, form, cached)


def read_own(game: Game, kind: GamePaper, wager: str, pays: str, like: str, players: int) -> dict[str, Any]:
    """What the bench needs for pays of the visitor's own; refused here where no sheet could be made."""
    if kind is not GamePaper.PAR:
        raise InputError("pays of your own are for the par sheet: a card is of a table that can be dealt")
    shape = game.wager(wager).shape
    if shape is None:
        raise InputError(f"{game.wager(wager).label} is not paid by a table: there is no pay to change")
    words = [part.partition("=") for part in pays.split(";") if part.strip()]
    read = {find_name("line", line.strip(), shape.allowed): pay.strip() for line, _, pay in words}
    table = game.paytables.get(like)
    return {
        "wager": game.wager(wager).id,
        "pays": check_pays(read),
        "like": table.id if table else "",
        "players": table.hands - 1 if table and table.hands else players,
    }


def fitted_terms(premises: Premises, table: str) -> Terms | None:
    """The terms of the progressive that the table is dealt by, if it is on one."""
    live = premises.room.open(table).live
    return live.fitted if live else None


def plan_of(premises: Premises, game: Game, table: str) -> TablePlan:
    """The table's own, or a table with the game as it is in the catalogue and the usual limits of today."""
    if not table:
        today = datetime.fromtimestamp(premises.clock() / 1_000_000, UTC).date()
        return TablePlan("explorer", game.id, today.isoformat())
    plan = premises.room.plan(table)
    if plan.make_game().id != game.id:
        raise InputError(f"{table} does not deal {game.name}")
    return plan


# -- the office ------------------------------------------------------------------------------------


@router.get("/api/office/papers/{kind}.{form}", response_class=Response, responses=FILE)
async def record_paper(
    kind: Annotated[str, Path(max_length=40)],
    form: Form,
    premises: ThePremises,
    session: Reader,
    since: date | None = None,
    until: date | None = None,
    at: Annotated[int, Query(ge=0, le=10**16, description="As of when, in micros since 1970.")] = 0,
    progressive: Name = "",
    confirmed: Annotated[bool, Query(description="Only wins that were confirmed.")] = False,
    win: Annotated[str, Query(max_length=120)] = "",
    table: TableName = "",
    last: Annotated[int, Query(ge=0, le=100_000)] = 0,
    size: OfSize = SheetSize.A4,
) -> Response:
    """A record as a paper, as of the last entry or a later moment; a win or a table where it is about one."""
    del session
    wanted = (progressive,) if progressive else ()
    inquiry = Inquiry(ZONE, since, until, at, wanted, confirmed, win=win, table=table, last=last)
    return await print_record(premises, kind, form, inquiry, size)


async def print_record(
    premises: Premises, kind: str, form: Form, asked: Inquiry, size: "SheetSize"
) -> Response:
    record = find_record(kind)

    def make() -> tuple[bytes, str]:
        books = read_books(premises.manager)
        inquiry = replace(asked, at_micros=max(asked.at_micros, books.floor.last_at))
        paper = record.make(JournalSource(books, premises.rounds), inquiry)
        name = file_name(record.title, asked.win, asked.table, f"entry {books.number}")
        return write_paper(paper, form, size.page), name

    async with premises.printing:
        content, name = await asyncio.to_thread(make)
    return send_file(content, name, form, CLOSED)


# -- files -----------------------------------------------------------------------------------------


def file_name(*words: str) -> str:
    """'three-card-poker-par-sheet': letters, digits and dashes, which every system takes."""
    return re.sub(r"[^a-z0-9]+", "-", " ".join(words).lower().replace("'", "")).strip("-")


def send_file(content: bytes, name: str, form: Form, cached: str) -> Response:
    """To be saved and not shown: a page that was printed is no page of this site."""
    headers = {
        "Content-Disposition": f'attachment; filename="{name}.{form.value}"',
        "Cache-Control": cached,
    }
    return Response(content, media_type=KINDS[form], headers=headers)
