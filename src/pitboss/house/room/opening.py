"""Opens a table of the room from its plan and its lines: new, or exactly where it was last dealt."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial

from pitboss.house.approval import check_approved
from pitboss.house.entropy import SystemRandomness
from pitboss.house.equipment import check_equipment
from pitboss.house.live_meters import InCharge, LiveMeters
from pitboss.house.manager import GameManager
from pitboss.house.opening import card_source, choose_devices
from pitboss.house.room.fitting import fit_setup, make_setup
from pitboss.house.room.hosted import Hosted
from pitboss.house.room.locker import Locker
from pitboss.house.room.plan import TablePlan
from pitboss.house.room.tape import Tape, TapedRandomness
from pitboss.jackpot.approval import Approval
from pitboss.jackpot.controller import Dialect
from pitboss.jackpot.equipment import parts_at
from pitboss.rules import Game
from pitboss.table.meter import Meters, TableMeters
from pitboss.table.setup import is_progressive
from pitboss.table.shuffler import CardSource
from pitboss.table.table import Table


@dataclass(frozen=True)
class Household:
    """What every table of a room shares."""

    manager: GameManager
    locker: Locker
    approvals: Collection[Approval] | None
    """The games that may be dealt; None where nobody asks, as in a demonstration."""
    dealer: str
    supervisor: str
    """Who stands for the house where it deals by itself."""

    def check_table(self, plan: TablePlan, game: Game) -> None:
        """Raise unless the game may be dealt here, with what stands at the table."""
        if self.approvals is None:
            return
        approval = check_approved(game, self.approvals)
        parts = parts_at(self.manager.floor.equipment, plan.id)
        check_equipment(
            plan.id,
            game,
            plan.device,
            plan.dialect,
            parts,
            closed=plan.closed,
            is_tribal=approval.is_tribal,
        )


def open_hosted(house: Household, plan: TablePlan) -> Hosted:
    """The table as the book has it. What the book has is followed even if the game may be dealt no more."""
    game, tape, manager = plan.make_game(), Tape(), house.manager
    live = open_meters(house, plan, game)
    meters: Meters = live or TableMeters()

    def device(model: str) -> CardSource:
        return card_source(game, TapedRandomness(SystemRandomness(), tape), model)

    setup = make_setup(plan, game, has_meters=False)
    first, second = choose_devices(game, plan.device)
    table = Table(setup, device(first), meters, device(second), partial(device, second))
    table.number = plan.after_round
    if live:
        live.table = table
    hosted = Hosted(plan, table, tape, house.locker, live)
    stand = manager.store.last_of(f"{plan.id}#")
    hosted.restore(stand, manager.store.entries_of(plan.id, stand.number if stand else 0))
    return hosted


def open_meters(house: Household, plan: TablePlan, game: Game) -> LiveMeters | None:
    """A keypad for the game's progressive wager, if it has one in force."""
    if not any(is_progressive(game, wager) for wager in game.wagers):
        return None
    floor = house.manager
    live = LiveMeters(
        plan.id,
        game,
        plan.seats,
        Dialect(plan.dialect),
        shown=lambda progressive, level: floor.floor.shown(progressive, level),
        fit=lambda terms: fit_setup(plan, game, terms),
    )
    live.in_charge = InCharge(house.dealer, house.supervisor)
    return live
