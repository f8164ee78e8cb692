"""What a pack is made from: which games, on which paper, with how many shuffles for evidence.

With the program itself that is all: whoever has both can make the same pack again, byte for byte.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import date

from pitboss.base.error import InputError
from pitboss.reports.form import Json
from pitboss.reports.paper.paper import Size
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


def make_order(games: Sequence[str], day: date, *, size: Size = Size.A4) -> Order:
    """Of the games named, else of all."""
    return Order(
        tuple(dict.fromkeys(load_game(name).id for name in games)) or game_ids(), day.isoformat(), size
    )


def order_data(order: Order) -> dict[str, Json]:
    return asdict(order) | {"games": list(order.games), "size": order.size.value}


def parse_order(data: object) -> Order:
    """As a manifest has it; refused if anything in it is not what it should be."""
    try:
        assert isinstance(data, dict)
        games, size = tuple(map(str, data["games"])), Size(data["size"])
        day = date.fromisoformat(data["day"]).isoformat()
        order = Order(games, day, size, int(data["shuffles"]), int(data["seed"]))
    except (AssertionError, KeyError, TypeError, ValueError) as problem:
        raise InputError("the manifest does not say what the pack was made from; make it again") from problem
    unknown = set(order.games) - set(game_ids())
    if unknown:
        raise InputError(f"the pack is of {', '.join(sorted(unknown))}, which this program does not have")
    return order
