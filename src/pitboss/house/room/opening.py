"""Opens a table of the room from its plan and its log: new, or exactly where it was last dealt."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial

from pitboss.house.approval import check_approved
from pitboss.house.controlled_meters import ControlledMeters, open_controlled_meters
from pitboss.house.entropy import SystemRandomness
from pitboss.house.live_table import LiveTable
from pitboss.house.manager import GameManager
from pitboss.house.opening import BACKUP, MODEL, card_source
from pitboss.house.room.hosted import Hosted
from pitboss.house.room.locker import Locker
from pitboss.house.room.plan import TablePlan
from pitboss.house.room.tape import Tape, TapedMeters, TapedRandomness
from pitboss.jackpot.approval import Approval
from pitboss.jackpot.controller import command as press
from pitboss.ledger.room_store import RoomStore
from pitboss.rules import Game
from pitboss.table import event
from pitboss.table.meter import Meters, TableMeters
from pitboss.table.setup import Setup, is_progressive
from pitboss.table.shuffler import CardSource
from pitboss.table.table import Table


@dataclass(frozen=True)
class Household:
    """What every table of a room shares."""

    store: RoomStore
    manager: GameManager
    locker: Locker
    approvals: Collection[Approval] | None
    """The games that may be dealt; None where nobody asks, as in a demonstration."""
    dealer: str
    floor: str
    """Who stands for the house where it deals by itself."""

    def make_game(self, plan: TablePlan) -> Game:
        """The game of a plan, if it may be dealt here."""
        game = plan.make_game()
        if self.approvals is not None:
            check_approved(game, self.approvals)
        return game


def open_hosted(house: Household, plan: TablePlan) -> Hosted:
    game = house.make_game(plan)
    controlled = open_meters_of(house, plan, game)
    tape = Tape()
    meters: Meters = TapedMeters(controlled or TableMeters(), tape)

    def device(model: str) -> CardSource:
        return card_source(game, TapedRandomness(SystemRandomness(), tape), model)

    setup = make_setup(plan, game, has_meters=controlled is not None)
    table = Table(setup, device(MODEL), meters, device(BACKUP), partial(device, BACKUP))
    hosted = Hosted(plan, table, tape, house.locker)
    snapshot = house.store.snapshot(plan.id)
    hosted.restore(snapshot, house.store.lines(plan.id, snapshot.number if snapshot else 0))
    if controlled:
        hosted.live = resume_live(hosted, controlled)
    return hosted


def make_setup(plan: TablePlan, game: Game, *, has_meters: bool) -> Setup:
    """A wager that wins from a meter is not offered where there is none."""
    closed = {*plan.closed}
    if not has_meters:
        closed |= {wager for wager in game.wagers if is_progressive(game, wager)}
    return Setup(game, plan.opened, plan.seats, plan.spot_limits(), closed=frozenset(closed))


def open_meters_of(house: Household, plan: TablePlan, game: Game) -> ControlledMeters | None:
    if house.manager.floor.progressive_of(plan.id) is None:
        return None
    return open_controlled_meters(
        house.manager, plan.id, game, seats=plan.seats, dealer=house.dealer, floor=house.floor
    )


def resume_live(hosted: Hosted, controlled: ControlledMeters) -> LiveTable:
    """The controller knows from the journal what was counted and won; the rest it is shown again."""
    live = LiveTable(hosted.table, controlled)
    for seat, laid in hosted.table.seating.wagers.items():
        placed = press.PlaceWager(seat, laid.get(live.wager, 0))
        if placed.stake_micros and not live.controller.why_not(placed):
            controlled.side.do(placed)
    live.take_up(events_of_round(hosted))
    return live


def events_of_round(hosted: Hosted) -> list[event.Event]:
    """What has happened since the bets of the round that is going on were opened."""
    happened: list[event.Event] = []
    for _, one in hosted.recent:
        if isinstance(one, event.BetsOpened):
            happened.clear()
        happened.append(one)
    return happened if hosted.table.play else []
