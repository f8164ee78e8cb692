"""What happened at a table, in the past tense. Events hold no card that their audience may not see.

An event is for everybody, unless `audience` names the one seat that may hear of it.
"""

from dataclasses import dataclass

from pitboss.base.odds import Pay
from pitboss.cards import Card
from pitboss.rules import Face, Slot
from pitboss.table.cueing import Call
from pitboss.table.proof import RoundProof
from pitboss.table.seal import Opening


class Event:
    """Something that happened; `audience` is the only seat that may know, or None for everybody."""

    __slots__ = ()

    @property
    def audience(self) -> int | None:
        return None


@dataclass(frozen=True, slots=True)
class Seated(Event):
    player: str
    seat: int


@dataclass(frozen=True, slots=True)
class SeatLeft(Event):
    player: str
    seat: int


@dataclass(frozen=True, slots=True)
class BoughtIn(Event):
    player: str
    micros: int


@dataclass(frozen=True, slots=True)
class CashedOut(Event):
    player: str
    micros: int


@dataclass(frozen=True, slots=True)
class ShuffleSealed(Event):
    """The order of the cards is fixed from here on; `start` is the first card of the round."""

    source: str
    commitment: str
    start: int


@dataclass(frozen=True, slots=True)
class ShuffleOpened(Event):
    """Nothing is dealt from this shuffle again: every card of it can be checked."""

    commitment: str
    opening: Opening


@dataclass(frozen=True, slots=True)
class BetsOpened(Event):
    round: int


@dataclass(frozen=True, slots=True)
class WagerPlaced(Event):
    seat: int
    wager: str
    stake_micros: int


@dataclass(frozen=True, slots=True)
class WagerTakenBack(Event):
    seat: int
    wager: str
    stake_micros: int


@dataclass(frozen=True, slots=True)
class CardsAskedFor(Event):
    """A player has placed his bets and wants cards."""

    player: str


@dataclass(frozen=True, slots=True)
class KeypadPressed(Event):
    """Somebody pressed a key of the progressive's keypad by hand."""

    button: str
    seat: int
    line: str


@dataclass(frozen=True, slots=True)
class TokePlaced(Event):
    """So much lies for the dealer beside the wager."""

    seat: int
    wager: str
    stake_micros: int


@dataclass(frozen=True, slots=True)
class BetsClosed(Event):
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ProgressiveCounted(Event):
    """A wager was counted into the meters."""

    seat: int
    wager: str
    stake_micros: int


@dataclass(frozen=True, slots=True)
class ProgressiveClosed(Event):
    """The meters of a wager cannot be reached: it goes back and the game goes on without it."""

    wager: str
    why: str


@dataclass(frozen=True, slots=True)
class CardsDealt(Event):
    hand: str
    face: Face
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class CardsLookedAt(Event):
    """A seat looks at its own cards: for its eyes only."""

    seat: int
    hand: str
    cards: tuple[Card, ...]

    @property
    def audience(self) -> int:
        return self.seat


@dataclass(frozen=True, slots=True)
class CutCardOut(Event):
    """The last round of this shoe."""


@dataclass(frozen=True, slots=True)
class ColumnSet(Event):
    """The dealer has set the column of a paytable by the number of hands: no device shows it."""

    hands: int


@dataclass(frozen=True, slots=True)
class CardsOpened(Event):
    hand: str
    cards: tuple[tuple[int, Card], ...]


@dataclass(frozen=True, slots=True)
class HandPeeked(Event):
    hand: str
    found: bool


@dataclass(frozen=True, slots=True)
class BestHandExposed(Event):
    """The best hand so far of those that count for everybody; it stays open on the table."""

    hand: str
    words: str


@dataclass(frozen=True, slots=True)
class DecisionTaken(Event):
    seat: int
    question: str
    option: str
    stake_micros: int


@dataclass(frozen=True, slots=True)
class BetSettled(Event):
    """`payout_micros` goes to the player, the stake included: `pay` on `base_micros`."""

    seat: int
    bet: str
    result: str
    stake_micros: int
    pay: Pay
    base_micros: int
    payout_micros: int
    withheld_micros: int = 0
    """What an aggregate payout limit kept back."""
    is_owed: bool = False
    """A win from a meter that is paid when it is confirmed."""


@dataclass(frozen=True, slots=True)
class TokeSettled(Event):
    """What came of a toke: `payout_micros` goes to the dealers' box."""

    seat: int
    bet: str
    result: str
    stake_micros: int
    pay: Pay
    payout_micros: int
    withheld_micros: int = 0
    """What the cap on tokes kept back."""


@dataclass(frozen=True, slots=True)
class BetHeld(Event):
    """The bet waits for a card that is still hidden."""

    seat: int
    bet: str


@dataclass(frozen=True, slots=True)
class StakeReturned(Event):
    """Money of a wager that no bet needed."""

    seat: int
    wager: str
    micros: int


@dataclass(frozen=True, slots=True)
class EnvyMarkersPlaced(Event):
    """A marker lies beside the wager of each of these seats until all of them are reconciled."""

    wager: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class EnvyHandKept(Event):
    """The hand stays open until envy is paid at the end of the round."""

    seat: int
    wager: str
    line: str


@dataclass(frozen=True, slots=True)
class PrizePaid(Event):
    """A win from a meter was confirmed, and the seat is paid."""

    seat: int
    bet: str
    micros: int


@dataclass(frozen=True, slots=True)
class PrizeShared(Event):
    """A win from a meter is worth this now: winners of the round share equally, by the house's rule."""

    seat: int
    bet: str
    micros: int


@dataclass(frozen=True, slots=True)
class PrizeRefused(Event):
    """A win from a meter was not verified: it is none, and nothing is paid for it."""

    seat: int
    bet: str


@dataclass(frozen=True, slots=True)
class EnvyPaid(Event):
    seat: int
    wager: str
    holder: int
    line: str
    micros: int


@dataclass(frozen=True, slots=True)
class DealerCalled(Event):
    """What the dealer did at a point of the round, and the words for it."""

    call: Call

    @property
    def does(self) -> str:
        return self.call.does

    @property
    def says(self) -> str:
        return self.call.says


@dataclass(frozen=True, slots=True)
class RoundClosed(Event):
    """The round is over: its line of notation, and the proof that the shuffle was fixed before the bets."""

    round: int
    proof: RoundProof

    @property
    def line(self) -> str:
        return self.proof.line


@dataclass(frozen=True, slots=True)
class Incident(Event):
    """An irregularity, with who reported it and why."""

    round: int
    by: str
    why: str


@dataclass(frozen=True, slots=True)
class WrongCountReported(Incident):
    hand: str
    count: int


@dataclass(frozen=True, slots=True)
class CardExposed(Incident):
    hand: str
    place: int
    card: Card


@dataclass(frozen=True, slots=True)
class RoundPlayedOn(Incident):
    pass


@dataclass(frozen=True, slots=True)
class RoundClosedByFloor(Incident):
    """The round ended though table and keypad differed."""


@dataclass(frozen=True, slots=True)
class RoundVoided(Incident):
    """Every wager went back, `returned` by seat; the cards that lay open can still be checked."""

    returned: tuple[tuple[int, int], ...]
    proof: RoundProof | None
    """None where no card had been dealt."""


@dataclass(frozen=True, slots=True)
class FaultReported(Incident):
    source: str


@dataclass(frozen=True, slots=True)
class ShufflerSwapped(Incident):
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class ShufflerCured(Incident):
    """It works again; a round goes on where it was, unless a packet was wrong."""

    source: str


@dataclass(frozen=True, slots=True)
class BackupBrought(Incident):
    source: str
