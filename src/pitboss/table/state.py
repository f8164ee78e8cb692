"""What a table is at a moment: its seats, its money, its source of cards and the round that is going on."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pitboss.base.error import InputError
from pitboss.base.money import as_dollars, format_dollars
from pitboss.rules import Choose, Done, Draw, Option, Peek, Place, Reveal, Round, Settle, Step
from pitboss.rules.cue import Cue
from pitboss.table import event
from pitboss.table.cueing import Call, fill
from pitboss.table.deal import Deal
from pitboss.table.highest import BestHand
from pitboss.table.meter import Meters
from pitboss.table.money import Money, chips_of
from pitboss.table.phase import Phase, RefusedError
from pitboss.table.seating import Seating
from pitboss.table.settlement import Ready, Settlement, in_micros
from pitboss.table.setup import Setup
from pitboss.table.shuffler import CardSource

Events = list[event.Event]

PHASE_OF: Mapping[type[Step], Phase] = {
    Draw: Phase.DEALING,
    Choose: Phase.DECIDING,
    Reveal: Phase.OPENING,
    Peek: Phase.OPENING,
    Settle: Phase.SETTLING,
    Done: Phase.CLOSING,
}


@dataclass
class Play:
    """The round that is going on, from "no more bets" to the last payment."""

    deal: Deal
    settlement: Settlement
    best: BestHand
    ready: list[Ready] = field(default_factory=list)
    """What the next settling step pays or takes."""
    waiting: list[str] = field(default_factory=list)
    """What it would settle, were it not for a hidden card."""
    markers: dict[tuple[int, str], str] = field(default_factory=dict)
    """Hands that stay open because others get envy for them, by seat and wager, with their line."""
    point: int = 0
    """How many things the dealer has done in this round."""


@dataclass
class State:
    setup: Setup
    source: CardSource
    meters: Meters
    backup: CardSource | None = None
    phase: Phase = Phase.IDLE
    halted_in: Phase = Phase.IDLE
    """Where the table was when the shuffler failed."""
    number: int = 0
    """Of the round."""
    money: Money = field(default_factory=Money)
    play: Play | None = None

    def __post_init__(self) -> None:
        for source in filter(None, (self.source, self.backup)):
            if self.setup.is_live and source.randomness.is_seeded:
                raise InputError(
                    f"a live table cannot be dealt from {source.randomness.source!r}: its cards can be "
                    "foretold. Use the operating system's generator, or set the table up for training"
                )
        self.seating = Seating(self.setup)
        self.cues: dict[str, list[Cue]] = {}
        for cue in self.setup.game.cues:
            self.cues.setdefault(cue.at, []).append(cue)

    @property
    def running(self) -> Play:
        assert self.play, "no round is going on"
        return self.play

    def chips(self, player: str) -> int:
        return self.money.balances.get(chips_of(player), 0)

    def check_chips(self, player: str, needed: int, advice: str) -> None:
        chips = self.chips(player)
        if needed > chips:
            has = format_dollars(chips)
            raise RefusedError(
                f"{format_dollars(needed)} is needed and {player} has {has} in chips: {advice}"
            )

    def sealed(self) -> event.Event:
        """The order of the cards is fixed; this is the word that it is kept by."""
        return event.ShuffleSealed(self.source.name, self.source.commitment, self.source.position)

    def phase_of_step(self) -> Phase:
        return PHASE_OF[type(self.running.deal.step)]

    def clear(self) -> None:
        """The round is over, one way or the other."""
        self.source.end_round()
        self.seating.clear()
        self.play = None
        self.phase = Phase.IDLE

    # -- decisions -------------------------------------------------------------------------------

    def options(self) -> tuple[Option, ...]:
        """What the seat that is asked may choose: no single wager goes above the jurisdiction's limit."""
        step = self.play.deal.step if self.play else None
        if not isinstance(step, Choose):
            return ()
        limit = self.setup.single_wager_micros
        return tuple(option for option in step.options if self.stake_of(option, step.seat) <= limit)

    def stake_of(self, option: Option, seat: int) -> int:
        """The money that an option adds."""
        if not option.stake:
            return 0
        return in_micros(option.stake * as_dollars(self.seating.stake(seat, self.base_wager(seat))))

    def base_wager(self, seat: int) -> str:
        """The wager that decisions of the seat add to."""
        placed = self.seating.wagers[seat]
        return next((wager for wager in self.setup.game.deciding if wager in placed), next(iter(placed)))

    # -- what the dealer says --------------------------------------------------------------------

    def called(
        self,
        point: str,
        *,
        place: Place | None = None,
        settled: event.BetSettled | None = None,
    ) -> Events:
        """The cues of a point that the table has just reached, as events."""
        return [event.DealerCalled(call.does, call.says) for call in self.calls(point, place, settled)]

    def calls(
        self, point: str, place: Place | None = None, settled: event.BetSettled | None = None
    ) -> list[Call]:
        cues = self.cues.get(point)
        if not cues:
            return []
        play = self.play
        words = {"seat": str(place.number) if place else ""}
        if play:
            words["hands"] = words["column"] = str(len(play.deal.round.places) + 1)
            words["best"], words["holder"] = play.best.words, play.best.hand
        if settled:
            words["bet"], words["result"] = settled.bet.replace("_", " "), settled.result.replace("_", " ")
            words["amount"] = format_dollars(settled.payout_micros)
            words["stake"] = format_dollars(settled.stake_micros)
        round_ = play.deal.round if play else Round((), self.setup.game.house)
        filled = (fill(self.setup.game, round_, cue, words, place) for cue in cues)
        return [call for call in filled if call]
