"""The application: routes over the premises, with a guard around it all."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from pitboss.base.error import PitbossError
from pitboss.service.ask import say_malformed, say_problem
from pitboss.service.guard import Guard
from pitboss.service.premises import Premises
from pitboss.service.problem import RESPONSES, say_refusal
from pitboss.service.route import (
    advice,
    clock,
    dealing,
    explorer,
    health,
    office,
    office_equipment,
    office_games,
    office_people,
    office_work,
    pack,
    pages,
    papers,
    people,
    progressives,
    scale,
    spots,
    supervision,
    tables,
    trainer,
    workshop,
)
from pitboss.service.watch import Watch

ROUTERS = (
    people.router,
    tables.router,
    advice.router,
    spots.router,
    dealing.router,
    progressives.router,
    supervision.router,
    clock.router,
    office.router,
    office_work.router,
    office_people.router,
    office_games.router,
    office_equipment.router,
    explorer.router,
    workshop.router,
    scale.router,
    papers.router,
    pack.router,
    trainer.router,
    health.router,
    pages.router,
)


def make_app(premises: Premises) -> FastAPI:
    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        premises.start()
        yield
        await premises.stop()

    app = FastAPI(
        title="Pitboss",
        version="1",
        lifespan=life,
        docs_url=None,
        openapi_url=None,
        responses=RESPONSES,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # `Watch` does that
    )
    app.state.premises = premises
    for router in ROUTERS:
        app.include_router(router)
    app.mount("/static", pages.static)
    app.add_exception_handler(PitbossError, say_problem)
    app.add_exception_handler(RequestValidationError, say_malformed)
    app.add_exception_handler(HTTPException, say_refusal)
    app.add_middleware(tables.PressDoor)
    app.add_middleware(Guard, settings=premises.settings)
    app.add_middleware(Watch)
    return app
