"""What a table of the room is: its game with all that was chosen, its limits, its keypad, its dealer."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import date

from pitboss.base.error import InputError
from pitboss.jackpot.controller.dialect import Dialect
from pitboss.jackpot.table_fact import Limit, TableOpened
from pitboss.ledger.codec import Json, decode, encode
from pitboss.rules import Game
from pitboss.rules.notation import parse_head
from pitboss.table.setup import SpotLimit

LONGEST_NAME = 40


@dataclass(frozen=True)
class TablePlan:
    id: str
    game: str
    """As the head of a round's line says it: game, settings and paytables that are not the defaults."""
    day: str
    """When the table was put up: limits are those of that day."""
    name: str = ""
    seats: int = 7
    limits: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    """Minimum, maximum and step in micro-dollars, by wager, where they are not the usual ones."""
    closed: tuple[str, ...] = ()
    has_house_dealer: bool = False
    """The house deals by itself: nobody needs to stand behind the table."""
    dialect: str = Dialect.GAME_MANAGER.value
    device: str = ""
    """What the cards come from; empty for the game's usual device."""
    after_round: int = 0
    """Rounds of a keypad that stood alone under this name: those of the table go on after them."""

    def __post_init__(self) -> None:
        if not (
            0 < len(self.id) <= LONGEST_NAME and self.id.isascii() and self.id.replace("-", "").isalnum()
        ):
            raise InputError("a table's id is letters, digits and dashes, such as 'T7'")
        assert self.opened
        if len(self.name) > LONGEST_NAME or not (self.name or "x").isprintable():
            raise InputError(f"a table's name is at most {LONGEST_NAME} printable characters")

    @property
    def opened(self) -> date:
        return date.fromisoformat(self.day)

    def make_game(self) -> Game:
        return parse_head(self.game)

    def spot_limits(self) -> dict[str, SpotLimit]:
        return {wager: SpotLimit(*limit) for wager, limit in self.limits.items()}

    @property
    def fact(self) -> TableOpened:
        """The plan as the book keeps it."""
        values = {name: getattr(self, name) for name in SHARED}
        limits = {wager: Limit(*limit) for wager, limit in self.limits.items()}
        return TableOpened(self.id, **{**values, "limits": limits})


SHARED = tuple(one.name for one in fields(TablePlan) if one.name != "id")
"""Fields that a plan and its entry have under the same name."""


def format_plan(plan: TablePlan) -> dict[str, Json]:
    return encode(plan.fact)


def parse_plan(data: Mapping[str, Json]) -> TablePlan:
    return plan_of(decode(TableOpened, dict(data)))


def plan_of(fact: TableOpened) -> TablePlan:
    values = {name: getattr(fact, name) for name in SHARED}
    return TablePlan(fact.table, **values)
