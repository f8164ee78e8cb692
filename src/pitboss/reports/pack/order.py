"""What a pack is made from: which games, on which paper, with how many shuffles for evidence.

With the program itself that is all: whoever has both can make the same pack again, byte for byte.
"""

import operator
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any, cast

from pitboss.base.error import InputError
from pitboss.house.sample import FEWEST, MOST
from pitboss.reports.form import Json, format_json
from pitboss.reports.paper.paper import Size
from pitboss.reports.par.submission import NOTHING_SAID, Submission, make_submission
from pitboss.rules import game_ids, load_game

SHUFFLES = 20_000
SEED = 230_15
"""Of the evidence's stream: anybody can shuffle it again. A live table never takes a seed."""


@dataclass(frozen=True)
class Order:
    games: tuple[str, ...]
    day: str
    """Printed on the papers; limits are posted as the rules of that day allow."""
    size: Size = Size.A4
    shuffles: int = SHUFFLES
    seed: int = SEED
    submission: Submission = NOTHING_SAID
    """What the user said about the submission, for the par sheets."""


def make_order(
    games: Sequence[str], day: date, *, size: Size = Size.A4, submission: Submission = NOTHING_SAID
) -> Order:
    """Of the games named, else of all."""
    named = tuple(dict.fromkeys(load_game(name).id for name in games)) or game_ids()
    return Order(named, day.isoformat(), size, submission=submission)


def order_data(order: Order) -> dict[str, Json]:
    """A submission only as far as it was told."""
    data = asdict(order) | {"games": list(order.games), "size": order.size.value}
    del data["submission"]
    return data | ({"submission": dict(order.submission.said)} if order.submission.said else {})


def parse_order(data: object) -> Order:
    """As a manifest has it; refused if anything in it is not what it should be."""
    try:
        order = read_order(cast(Mapping[str, Any], data))
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        raise InputError("the manifest does not say what the pack was made from; make it again") from problem
    unknown = set(order.games) - set(game_ids())
    if unknown:
        raise InputError(f"the pack is of {', '.join(sorted(unknown))}, which this program does not have")
    if format_json(order_data(order)) != format_json(cast(Json, data)):
        raise InputError("the manifest's order is not written as this program writes it; make the pack again")
    return order


def read_order(data: Mapping[str, Any]) -> Order:
    shuffles, seed = operator.index(data["shuffles"]), operator.index(data["seed"])
    if not FEWEST <= shuffles <= MOST:
        raise ValueError(shuffles)
    day = date.fromisoformat(data["day"]).isoformat()
    submission = make_submission(data.get("submission", {}))
    return Order(tuple(map(str, data["games"])), day, Size(data["size"]), shuffles, seed, submission)
