"""A game manager in a process of its own: requests as JSON lines in, an answer for each once it is durable.

python floor_process.py URL

Requests are decided at a desk, so that whatever waits is written together. The first line out says that the
journal is read; after it comes one line for each request, with the number of its entry or the refusal.
"""

import json
import sys
from concurrent.futures import Future
from dataclasses import fields, replace
from time import time_ns

from simulator import OFFICE, TERMS

from pitboss.base.error import InputError
from pitboss.house.desk import Desk
from pitboss.house.manager import GameManager, RequestAnswer
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


def tell(id_: str, future: "Future[RequestAnswer]") -> None:
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
    desk = Desk(manager)
    say(id=READY, number=manager.number)
    for line in sys.stdin:
        request = parse_request(line)
        desk.ask(request).add_done_callback(lambda future, id_=request.id: tell(id_, future))
    desk.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
