"""A game manager in a process of its own: requests as JSON lines in, an answer for each once it is durable.

python floor_process.py URL

Requests go to the writer of a served room, so that whatever waits is written together. The first line out
says that the journal is read; after it comes one line for each request, with the number of its entry or the
refusal.
"""

import asyncio
import json
import sys
from dataclasses import fields, replace
from functools import partial
from time import time_ns

from simulator import OFFICE, TERMS

from pitboss.base.error import InputError
from pitboss.house.manager import GameManager, RequestAnswer
from pitboss.house.page import asking
from pitboss.jackpot.request import (
    CoinIn,
    ConfirmWin,
    EndGame,
    PostWin,
    Record,
    Request,
    SetTerms,
    Switch,
    VoidRound,
    WithdrawWin,
)
from pitboss.service.writer import Writer
from pitboss.storage.address import open_store

TABLES = tuple(f"table {number}" for number in range(1, 9))
LINK = replace(TERMS, tables=TABLES)
ASKED = (CoinIn, ConfirmWin, EndGame, PostWin, Record, VoidRound, WithdrawWin)
KINDS = {kind.__name__: kind for kind in ASKED}
READY = "ready"


def format_request(request: Request) -> str:
    values = {field.name: getattr(request, field.name) for field in fields(request)}
    return json.dumps({"kind of request": type(request).__name__, **values})


def parse_request(line: str) -> Request:
    values = json.loads(line)
    kind = KINDS[values.pop("kind of request")]
    values["by"] = tuple(values["by"])
    if kind is CoinIn:
        values["stakes"] = {int(seat): micros for seat, micros in values["stakes"].items()}
    return kind(**values)


def say(**words: str | int) -> None:
    sys.stdout.write(json.dumps(words) + "\n")
    sys.stdout.flush()


def tell(id_: str, future: "asyncio.Future[RequestAnswer]") -> None:
    """What became of a request. A store that fails is no answer: whoever asked asks again."""
    problem = future.exception()
    if problem is None:
        say(id=id_, number=future.result().number)
    elif isinstance(problem, InputError):
        say(id=id_, refused=str(problem))
    else:
        say(id=id_, failed=str(problem))


def main(url: str) -> None:
    manager = GameManager(open_store(url), lambda: time_ns() // 1_000)
    manager.ask(SetTerms("terms", OFFICE, LINK))
    manager.ask(Switch("open", OFFICE, LINK.id, True))
    asyncio.run(answer_all(manager))


async def answer_all(manager: GameManager) -> None:
    writer, loop = Writer(manager, lambda: None), asyncio.get_running_loop()
    say(id=READY, number=manager.number)
    asked = []
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        request = parse_request(line)
        asked.append(writer.add(asking(request)))
        asked[-1].add_done_callback(partial(tell, request.id))
    await asyncio.gather(*asked, return_exceptions=True)
    writer.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
