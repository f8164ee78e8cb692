"""What a table is at a moment: its seats, its money, its source of cards and the round that is going on."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from pitboss.base.error import InputError
from pitboss.base.money import format_dollars
from pitboss.rules import Choose, Done, Draw, Option, Peek, Place, Reveal, Settle, Step
from pitboss.rules.cue import Cue
from pitboss.table import event
from pitboss.table.cueing import NOTHING_SEEN, Call, CueFinding, is_for, see
from pitboss.table.deal import Deal
from pitboss.table.glance import Kept
from pitboss.table.highest import BestHand
from pitboss.table.meter import Meters
from pitboss.table.money import Money, chips_of
from pitboss.table.offer import Offer, make_offers
from pitboss.table.phase import Phase, RefusedError
from pitboss.table.seal import SealedDeck
from pitboss.table.seating import Seating
from pitboss.table.settlement import ReadySettlement, Settlement
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


@dataclass(repr=False)
class Play:
    """The round that is going on, from "no more bets" to the last payment.

    It does not print: a traceback must show no card.
    """

    deal: Deal
    settlement: Settlement
    best: BestHand
    ready: list[ReadySettlement] = field(default_factory=list)
    """What the next settling step pays or takes."""
    waiting: list[str] = field(default_factory=list)
    """What it would settle, were it not for a hidden card."""
    markers: tuple[int, ...] = ()
    """Seats with an envy marker beside their wager, until the last bonus bet is reconciled."""
    kept: dict[tuple[int, str], str] = field(default_factory=dict)
    """Hands that stay open because others get envy for them, by seat and wager, with their line."""
    counted: tuple[str, ...] = ()
    """Wagers that were counted into meters."""
    owed: dict[int, int] = field(default_factory=dict)
    """Wins from a meter that nobody has confirmed yet, by seat: which of the round's awards each is."""
    fed_micros: int = 0
    """What they brought the meters."""
    raised: Counter[int] = field(default_factory=Counter)
    """What each seat has added to its wagers by its decisions."""
    offers: dict[str, Offer] = field(default_factory=dict)
    """What the seat that is asked may choose, by name."""
    seen: CueFinding = NOTHING_SEEN
    """What every cue of the round can speak of."""
    has_column: bool = False
    """Whether a wager that is down is paid by a column for the number of hands."""
    column: int = 0
    """That column, once the device has shown it or the dealer has set it."""
    point: int = 0
    """How many things the dealer has done at this table."""
    acts: int = 0
    """What has been done in this round since "no more bets": the dealer's steps and the decisions."""


@dataclass
class State:
    setup: Setup
    source: CardSource
    meters: Meters
    backup: CardSource | None = None
    new_backup: Callable[[], CardSource] | None = None
    """Where another device comes from when the one that stood by is used up."""
    phase: Phase = Phase.IDLE
    halted_in: Phase = Phase.IDLE
    """Where the table was when the shuffler failed."""
    number: int = 0
    """Of the round."""
    points: int = 0
    """Where the next round goes on to count what the dealer does, so that a late press is known as one."""
    money: Money = field(default_factory=Money)
    play: Play | None = None
    last_sealed: SealedDeck | None = field(default=None, repr=False)
    """The shuffle of the last round that ended with a proof."""
    kept: Kept = field(default_factory=Kept)

    def __post_init__(self) -> None:
        self.first_source = self.source.name
        for source in filter(None, (self.source, self.backup)):
            self.check_source(source)
        self.seating = Seating(self.setup)
        self.cues: dict[str, list[Cue]] = {}
        for cue in self.setup.game.manual:
            self.cues.setdefault(cue.at, []).append(cue)

    def check_source(self, source: CardSource) -> None:
        """Nobody can foretell the cards of a live table."""
        if self.setup.is_live and source.randomness.is_seeded:
            raise InputError(
                f"a live table cannot be dealt from {source.randomness.source!r}: its cards can be "
                "foretold. Use the operating system's generator, or set the table up for training"
            )

    @property
    def running(self) -> Play:
        assert self.play, "no round is going on"
        return self.play

    def chips(self, player: str) -> int:
        return self.money.balances.get(chips_of(player), 0)

    def player_chips(self) -> dict[str, int]:
        """The chips of everybody who has any at this table."""
        return {name: micros for name in self.money.owners() if (micros := self.chips(name))}

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
        return Phase.COLUMN if self.waits_for_column else PHASE_OF[type(self.running.deal.step)]

    @property
    def waits_for_column(self) -> bool:
        """Whether the hands are dealt, a paytable has a column for their number, and nobody has shown it."""
        play = self.running
        return play.has_column and not play.column and not isinstance(play.deal.step, Draw)

    def clear(self, *, is_void: bool = False) -> None:
        """The round is over, one way or the other; the cards of a void one are shuffled again."""
        assert self.money.is_conserved, f"money came or went in round {self.number}"
        self.source.end_round(spoiled=is_void, shown=self.play.deal.told_positions() if self.play else ())
        self.seating.clear()
        if self.play:
            self.points = self.play.point + 1
        self.play = None
        self.phase = Phase.IDLE

    # -- decisions -------------------------------------------------------------------------------

    def offers_of(self, step: Choose) -> dict[str, Offer]:
        """What the seat may choose: no single wager goes above the jurisdiction's limit."""
        wager = self.base_wager(step.seat)
        return make_offers(
            step,
            base_micros=self.seating.stake(step.seat, wager),
            limit_micros=self.setup.single_wager_micros,
            step_micros=self.setup.posted[wager].step_micros,
        )

    def options(self) -> tuple[Option, ...]:
        """What the seat that is asked may choose."""
        return tuple(offer.option for offer in self.play.offers.values()) if self.play else ()

    def base_wager(self, seat: int) -> str:
        """The wager that decisions of the seat add to."""
        placed = self.seating.wagers[seat]
        for wager in self.setup.game.deciding:
            if wager in placed:
                return wager
        return next(iter(placed))

    # -- what the dealer says --------------------------------------------------------------------

    def called(
        self,
        point: str,
        *,
        place: Place | None = None,
        settled: event.BetSettled | None = None,
    ) -> Events:
        """The cues of a point that the table has just reached, as events."""
        return [event.DealerCalled(call) for call in self.calls(point, place, settled)]

    def calls(
        self, point: str, place: Place | None = None, settled: event.BetSettled | None = None
    ) -> list[Call]:
        cues, play = self.cues.get(point), self.play
        if not cues or not play:
            return [Call(cue) for cue in cues or ()]
        found = []
        for cue in cues:
            if cue.is_plain:
                found.append(Call(cue, play.seen, place, settled))
                continue
            if not is_for(cue, place):
                continue
            judge = play.settlement.judge(place or play.deal.round.places[0])
            if seen := see(play.deal.round, cue, judge, play.settlement.envy_wagers):
                if seen.look:
                    seen = replace(seen, lines=self.setup.game.lines.get(seen.look.ranking.name, ()))
                found.append(Call(cue, seen, place, settled))
        return found
