"""A room with so many tables on one core: `python -m benchmarks.serve_room FOLDER PORT TABLES`."""

import os
import sys
from datetime import UTC, datetime

import uvicorn
from argon2 import PasswordHasher

from pitboss.house.room.locker import new_key
from pitboss.house.room.plan import TablePlan
from pitboss.service.app import make_app
from pitboss.service.demo import add_people, approve, equip
from pitboss.service.guard import Guard
from pitboss.service.premises import Premises
from pitboss.service.server import log_as_json, server_options, spare_the_old
from pitboss.service.settings import Settings

GAME = "three_card_poker"


def main(folder: str, port: str, tables: str) -> None:
    os.sched_setaffinity(0, {0})
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    sockets = 10 * int(tables)  # of one address, seven seats a table and their sign-ins
    settings = Settings(
        f"{folder}/room.db",
        new_key(),
        is_demo=True,
        port=int(port),
        most_sockets=sockets,
        most_sockets_each=sockets,
    )
    premises = Premises(settings, hasher=hasher, most_tables=int(tables))
    add_people(premises)
    today = datetime.now(UTC).date().isoformat()
    approve(premises, GAME, today)
    equip(premises)
    for number in range(int(tables)):
        plan = TablePlan(f"B{number}", GAME, today, has_house_dealer=True)
        premises.room.open_table(plan, by="sue")
    Guard.refusal = lambda self, scope, headers: None  # type: ignore[method-assign]  # one address is the crowd
    Guard.may_ask = lambda self, place: True  # type: ignore[method-assign]
    log_as_json()
    spare_the_old()
    uvicorn.run(make_app(premises), **{**server_options(settings), "timeout_keep_alive": 600})


if __name__ == "__main__":
    main(*sys.argv[1:])
