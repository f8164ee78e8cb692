"""The workshop of the explorer, open to all: paytables by search, plans of progressives, leaks, simulations.

Every question is bounded: in what it may ask for, in the seconds it may take, and in how many one visitor may
have in line. All of them are worked out by one process, so that a visitor never has more than one core. What
takes minutes, whoever asks, has another one and keeps nobody from the rest; it is worked out once, and kept.
"""

from base64 import b64decode
from decimal import Decimal
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field

from pitboss.base.error import InputError, find_name
from pitboss.reports.paper.paper import Form
from pitboss.rules import Game, Paytable, Wager, load_game
from pitboss.service.ask import ThePremises
from pitboss.service.route.explorer import MOST_LINES, GameId
from pitboss.service.route.papers import (
    BEING_MADE,
    FILE,
    OF_NOW,
    OfSize,
    SheetSize,
    file_name,
    send_file,
)
from pitboss.service.suggestion import check_leak, meter_tables, suggest, takes_minutes

router = APIRouter(prefix="/api/explorer", tags=["explorer"])
BENCH, LONGEST_SECONDS = "workshop", 60.0
LONG_BENCH, LONGEST_LONG_SECONDS = "workshop, minutes", 1200.0
MOST_ROUNDS = 50_000_000
MOST_SEEDS = 2**32 - 1

Percent = Annotated[Decimal, Field(ge=-100, le=100, decimal_places=6)]
Share = Annotated[Decimal, Field(ge=0, le=100, decimal_places=4)]
Index = Annotated[Decimal, Field(ge=0, le=1_000_000, decimal_places=4)]
Dollars = Annotated[Decimal, Field(ge=0, le=100_000_000, decimal_places=2)]
Whole = Annotated[int, Field(ge=1, le=1_000_000)]
Name = Annotated[str, Field(max_length=80)]


class Advantage(BaseModel):
    """In percent; an end that is left out is open."""

    low: Percent | None = None
    high: Percent | None = None


class Volatility(BaseModel):
    """1.645 deviations of a round with one unit; an end that is left out is open."""

    low: Index | None = None
    high: Index | None = None


class DesignQuestion(BaseModel):
    """`lines` has pays to try: '30..50', '3..5/0.5', '30,40', 'push' or 'none'."""

    wager: Name
    like: Name = ""
    advantage: Advantage = Advantage()
    hit: Advantage = Advantage()
    volatility: Volatility = Volatility()
    lines: dict[Name, Annotated[str, Field(max_length=40)]] = Field(default={}, max_length=MOST_LINES)
    by: Literal["nearest", "advantage", "calmest"] = "nearest"
    most: int = Field(default=20, ge=1, le=50)
    players: int = Field(default=0, ge=0, le=14)
    player_edge: bool = False


class Meter(BaseModel):
    """Of a $1 wager: dollars, and percent. What is left out is as printed or implied."""

    seed: Dollars | None = None
    contribution: Share | None = None
    reserve: Share | None = None
    cap: Dollars | None = None


class PlanQuestion(BaseModel):
    """`levels` by the name of the meter, '' where there is one."""

    paytable: Name
    tables: int = Field(default=1, ge=1, le=500)
    rounds_an_hour: int = Field(default=40, ge=1, le=400)
    hours_a_day: int = Field(default=24, ge=1, le=24)
    seats: int = Field(default=7, ge=1, le=14)
    share: Share = Decimal(100)
    levels: dict[Name, Meter] = Field(default={}, max_length=6)
    all_from_meter: bool = False


class LeakQuestion(BaseModel):
    """`others`: up to n cards of other players are known; `leak`: the only one wanted, by its name."""

    others: int = Field(default=1, ge=0, le=2)
    leak: Name = ""


class Session(BaseModel):
    """A player in whole dollars; `bets` by wager, ahead by `goal` the player leaves."""

    bankroll: Whole = 500
    bet: int = Field(default=10, ge=1, le=1000)
    bets: dict[Name, Annotated[int, Field(ge=1, le=1000)]] = Field(default={}, max_length=20)
    rounds_an_hour: int = Field(default=40, ge=1, le=400)
    hours: Annotated[Decimal, Field(gt=0, le=100, decimal_places=2)] = Decimal(4)
    goal: int = Field(default=0, ge=0, le=1_000_000)
    sessions: int = Field(default=10_000, ge=100, le=50_000)


class SimulationQuestion(BaseModel):
    """`rules` are the player's own where the strategy is 'own': 'play: Q-6-4 or better', a line each."""

    wagers: list[Name] = Field(default=[], max_length=20)
    seats: int = Field(default=1, ge=1, le=7)
    strategy: Literal["best", "words", "own"] = "best"
    rules: str = Field(default="", max_length=4000)
    rounds: int = Field(default=10_000_000, ge=1000, le=MOST_ROUNDS)
    seed: int = Field(default=1, ge=0, le=MOST_SEEDS)
    session: Session | None = None


@router.get("/{game}/workshop")
async def workshop(game: GameId) -> dict[str, Any]:
    """What the workshop's forms start with: wagers, tables, usual targets and terms."""
    return suggest(load_game(game))


async def find(
    premises: ThePremises, request: Request, do: str, given: dict[str, Any], *, is_long: bool = False
) -> dict[str, Any]:
    who = request.client.host if request.client else "?"
    bench, longest = (LONG_BENCH, LONGEST_LONG_SECONDS) if is_long else (BENCH, LONGEST_SECONDS)
    return await premises.counting.find(bench, do, given, who=who, longest=longest)


async def write(
    premises: ThePremises,
    request: Request,
    kind: str,
    given: dict[str, Any],
    form: Form,
    size: SheetSize,
    *,
    is_long: bool = False,
) -> Response:
    """The paper of a question, from what was found where that is still at hand."""
    wanted = wanted_paper(kind, given, form, size)
    return send_paper(await find(premises, request, "workshop paper", wanted, is_long=is_long), form)


def wanted_paper(kind: str, given: dict[str, Any], form: Form, size: SheetSize) -> dict[str, Any]:
    return {"kind": kind, "given": given, "form": form.value, "size": size.page.value}


def send_paper(made: dict[str, Any], form: Form) -> Response:
    """The file, or how far it is."""
    if not made["is_ready"]:
        return JSONResponse(made, 202, {"Cache-Control": "no-store", "Retry-After": "1"})
    found = made["found"]
    return send_file(b64decode(found["content"]), file_name(found["title"]), form, OF_NOW)


@router.post("/{game}/design")
async def design(
    game: GameId, form: DesignQuestion, premises: ThePremises, request: Request
) -> dict[str, Any]:
    """Paytables that meet the targets, or how far the search is; the same question again asks after it."""
    return await find(premises, request, "design", read_design(game, form))


@router.post("/{game}/design.{file}", response_class=Response, responses={**FILE, **BEING_MADE})
async def design_paper(
    game: GameId,
    file: Form,
    form: DesignQuestion,
    premises: ThePremises,
    request: Request,
    size: OfSize = SheetSize.A4,
) -> Response:
    """The same as a file; 202 until it is made."""
    return await write(premises, request, "design", read_design(game, form), file, size)


def read_design(game: str, form: DesignQuestion) -> dict[str, Any]:
    """What the bench is told; refused here where nothing could come of it."""
    found = load_game(game)
    wager = found.wager(form.wager)
    if wager.shape is None or not found.chosen.get(wager.id):
        raise InputError(f"{wager.label} is not paid by a table, so there is nothing to design")
    sent = form.model_dump(mode="json")
    given = {
        "game": found.id,
        "wager": wager.id,
        "like": find_like(found, wager, form.like),
        "targets": {name: sent[name] for name in ("advantage", "hit", "volatility")},
        "lines": read_lines(wager, form.lines),
        **{name: sent[name] for name in ("by", "most", "players", "player_edge")},
    }
    return given


def find_like(game: Game, wager: Wager, name: str) -> str:
    if not name:
        return game.chosen[wager.id][0].id
    return find_name("paytable", name, [table.id for table in game.tables_for(wager.id)])


def read_lines(wager: Wager, lines: dict[str, str]) -> dict[str, str]:
    """An empty field is the usual pays; an equals sign would be read as another line."""
    assert wager.shape
    found = {find_name("line", line, wager.shape.allowed): pays.strip() for line, pays in lines.items()}
    if any("=" in pays for pays in found.values()):
        raise InputError("write the pays to try as '30..50', '3..5/0.5', '30,40', 'push' or 'none'")
    return {line: pays for line, pays in found.items() if pays}


@router.post("/{game}/plan")
async def plan(game: GameId, form: PlanQuestion, premises: ThePremises, request: Request) -> dict[str, Any]:
    """A progressive on paper, or how far the plan is; the same question again asks after it."""
    return await find(premises, request, "plan", read_plan(game, form))


@router.post("/{game}/plan.{file}", response_class=Response, responses={**FILE, **BEING_MADE})
async def plan_paper(
    game: GameId,
    file: Form,
    form: PlanQuestion,
    premises: ThePremises,
    request: Request,
    size: OfSize = SheetSize.A4,
) -> Response:
    """The same as a file; 202 until it is made."""
    return await write(premises, request, "plan", read_plan(game, form), file, size)


def read_plan(game: str, form: PlanQuestion) -> dict[str, Any]:
    """What the bench is told; refused here where nothing could come of it."""
    found = load_game(game)
    tables = {table.id: table for table in meter_tables(found)}
    if not tables:
        raise InputError(f"{found.name} has no progressive wager: there is nothing to plan")
    if not form.share:
        raise InputError("the share of players who bet it lies above 0%")
    table = tables[find_name("paytable", form.paytable, tables)]
    sent = form.model_dump(mode="json")
    names = ("tables", "rounds_an_hour", "hours_a_day", "seats", "share")
    given = {
        "paytable": table.id,
        "traffic": {name: sent[name] for name in names},
        "levels": {find_meter(table, name): meter for name, meter in sent["levels"].items()},
        "all_from_meter": form.all_from_meter,
    }
    return given


def find_meter(table: Paytable, name: str) -> str:
    if table.levels == ("",) and name:
        raise InputError(f"{table.id} has one meter, without a name")
    return find_name("meter", name, table.levels)


@router.post("/{game}/vulnerability")
async def vulnerability(
    game: GameId, form: LeakQuestion, premises: ThePremises, request: Request
) -> dict[str, Any]:
    """What a seen card is worth under each paytable, or how far the count is."""
    given, is_long = read_leak(game, form)
    return await find(premises, request, "vulnerability", given, is_long=is_long)


@router.post("/{game}/vulnerability.{file}", response_class=Response, responses={**FILE, **BEING_MADE})
async def vulnerability_paper(
    game: GameId,
    file: Form,
    form: LeakQuestion,
    premises: ThePremises,
    request: Request,
    size: OfSize = SheetSize.A4,
) -> Response:
    """The same as a file; 202 until it is made."""
    given, is_long = read_leak(game, form)
    return await write(premises, request, "vulnerability", given, file, size, is_long=is_long)


def read_leak(game: str, form: LeakQuestion) -> tuple[dict[str, Any], bool]:
    """What the bench is told, and whether it takes minutes; refused here where nothing could come of it."""
    found = load_game(game)
    check_leak(found)
    is_long = takes_minutes(found)
    return {"game": found.id, "others": 0 if is_long else form.others, "leak": form.leak}, is_long


@router.post("/{game}/simulation")
async def simulation(
    game: GameId, form: SimulationQuestion, premises: ThePremises, request: Request
) -> dict[str, Any]:
    """Rounds at random with intervals beside the exact figures, or how far the dealing is."""
    return await find(premises, request, "simulation", read_simulation(game, form))


@router.post("/{game}/simulation.{file}", response_class=Response, responses={**FILE, **BEING_MADE})
async def simulation_paper(
    game: GameId,
    file: Form,
    form: SimulationQuestion,
    premises: ThePremises,
    request: Request,
    size: OfSize = SheetSize.A4,
) -> Response:
    """The same as a file; 202 until it is made."""
    return await write(premises, request, "simulation", read_simulation(game, form), file, size)


def read_simulation(game: str, form: SimulationQuestion) -> dict[str, Any]:
    """What the bench is told; refused here where nothing could come of it."""
    found = load_game(game)
    if form.strategy == "own" and not form.rules.strip():
        raise InputError("write your own rules, each 'option: condition', or choose another strategy")
    sent = form.model_dump(mode="json")
    wagers = {found.wager(name).id for name in form.wagers}
    session = sent["session"]
    if session:
        session["bets"] = {found.wager(name).id: bet for name, bet in session["bets"].items()}
    given = {
        "game": found.id,
        "wagers": [wager for wager in found.wagers if wager in wagers],
        "rules": form.rules if form.strategy == "own" else "",
        "session": session,
        **{name: sent[name] for name in ("seats", "strategy", "rounds", "seed")},
    }
    return given
