"""What a round pays by its line: what goes to the tray, what each seat wins, prizes of meters, tokes.

The bets are settled by the rules of the game on the cards as they lay in the end. Meters pay what the line
says they paid. What the pots hold does not matter: what is neither lost nor a toke goes back to its seat.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from pitboss.base.odds import Pay
from pitboss.rules import Game, Record, Round
from pitboss.rules.notation import parse_head
from pitboss.table.meter import Claim, CountedWager, MeterLevel, MeterPayment, meter_of
from pitboss.table.money import METER, PLAYER, TOKES, TRAY, Money, Movement
from pitboss.table.replay import ANY_DAY
from pitboss.table.settlement import ReadySettlement, Settlement, in_micros
from pitboss.table.setup import Setup

PLENTY = 10**18
"""Micro-dollars in every account: more than a round can move."""
POT = "pot "


class ToldWin(NamedTuple):
    """A hand that a meter paid, and how much; nothing where the floor has refused it."""

    seat: int
    line: str
    micros: int


@dataclass(frozen=True)
class ToldMoney:
    """What a round moves in all; of a void one, nothing."""

    lost: Mapping[str, int] = field(default_factory=dict)
    """From each spot to the tray."""
    won: Mapping[int, int] = field(default_factory=dict)
    """From the tray, by seat."""
    tokes: int = 0
    wins: tuple[ToldWin, ...] = ()
    settled: tuple[ReadySettlement, ...] = ()
    """Every bet that was settled, with its result."""
    faults: tuple[str, ...] = ()
    """Awards of meters that only the cards or only the line has."""


NOTHING_MOVED = ToldMoney()


@dataclass
class LineMeters:
    """Meters that pay what the line says, each award once; asked for one bet after another."""

    awards: dict[tuple[int, str], int]
    all_from_meter: str = ""
    """The wager of which the tray pays nothing, where there is one."""
    wins: list[ToldWin] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    asked: tuple[int, str] = (0, "")

    def level_of(self, seat: int, bet: str, wager: str, pay: Pay) -> MeterLevel | None:
        self.asked = (seat, bet)
        return meter_of(wager, pay) or (MeterLevel(wager, "") if wager == self.all_from_meter else None)

    def award(self, level: MeterLevel, share: Fraction, claim: Claim) -> MeterPayment:
        del level, share
        micros = self.awards.pop(self.asked, None)
        if micros is None:
            self.faults.append(f"seat {claim.seat} wins {claim.line} from a meter, and its line has no award")
        self.wins.append(ToldWin(claim.seat, claim.line, micros or 0))
        return MeterPayment(micros or 0, 0)

    def stands(self, seat: int) -> bool:
        return bool(seat)

    def waits(self, seat: int) -> bool:
        return not seat

    def shown_micros(self, level: MeterLevel) -> int:
        raise AssertionError(f"nobody looks at {level} in a line")

    def count(self, wager: str, stakes: Mapping[int, int]) -> CountedWager:
        raise AssertionError(f"{stakes} on {wager} were counted when the round was dealt")

    def reverse(self, wager: str) -> int:
        raise AssertionError(f"{wager} of a void round is not settled")

    def end_round(self) -> None:
        """Nothing waits."""

    def all_faults(self) -> Iterator[str]:
        yield from self.faults
        for seat, bet in self.awards:
            yield f"its line has an award for {bet} of seat {seat}, and no hand of it wins from a meter"


@lru_cache(maxsize=256)
def setup_of(head: str) -> Setup:
    """A table on which the game of a line's first field is settled."""
    return Setup(parse_head(head), ANY_DAY, is_judged=False)


def settle_line(
    line: str, record: Record, round_: Round, collected: Collection[str], all_from_meter: str
) -> ToldMoney:
    """What the round moves; `collected` are wagers that lay in the tray before the cards came."""
    setup = setup_of(line.partition("|")[0].strip())
    meters = LineMeters({(award.seat, award.bet): award.micros for award in record.awards}, all_from_meter)
    money = Money(defaultdict(lambda: PLENTY))
    owners = {place.number: str(place.number) for place in round_.places}
    settlement = Settlement(setup, round_, owners, money, meters)
    settlement.collected = frozenset(collected)
    settlement.tokes = tokes_of(record)
    settled = tuple(settle_all(settlement))
    lost, won, tokes = sum_up(money.movements)
    for wager in collected:
        lost += stakes_on(setup.game, round_, wager)
    return ToldMoney(lost, won, tokes, tuple(meters.wins), settled, tuple(meters.all_faults()))


def tokes_of(record: Record) -> dict[int, dict[str, int]]:
    laid = {seat.number: seat.tokes for seat in record.seats if seat.tokes}
    return {seat: {wager: in_micros(stake) for wager, stake in own.items()} for seat, own in laid.items()}


def stakes_on(game: Game, round_: Round, wager: str) -> Counter[str]:
    """What lay on the spots of a wager before the cards came."""
    times = game.wagers[wager].stakes
    laid = {place.number: place.wagers.get(wager) for place in round_.places}
    return Counter({f"{seat} {wager}": in_micros(stake) * times for seat, stake in laid.items() if stake})


def settle_all(settlement: Settlement) -> Iterator[ReadySettlement]:
    """Settle every bet that the open cards decide, from the dealer's right; a hand that was never shown has
    won nothing."""
    for place in settlement.round.from_right:
        ready, _ = settlement.ready(place)
        for one in ready:
            tuple(settlement.settle([one]))
            yield one


def sum_up(movements: list[Movement]) -> tuple[Counter[str], Counter[int], int]:
    """What went from each spot to the tray, from the tray to each seat, and to the tokes."""
    lost: Counter[str] = Counter()
    won: Counter[int] = Counter()
    tokes = 0
    for source, target, micros in movements:
        if target == TOKES:
            tokes += micros
        elif target == TRAY:
            lost[source.removeprefix(POT)] += micros
        elif source == TRAY:
            won[int(target.removeprefix(PLAYER))] += micros
        else:
            assert source == METER or source.startswith(POT), f"{source} pays nothing to {target}"
    return lost, won, tokes
