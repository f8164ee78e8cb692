"""Events as sentences: the one place where what happens at a table is put into words.

Plain mode, the full screen and a replay all speak through a `Speaker`. Whoever sits at its seat is "you";
without a seat everybody is spoken of by name. A payment is told with its arithmetic.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.base.money import format_dollars
from pitboss.cards import Card
from pitboss.cards.hand_name import line_words
from pitboss.reports.wording import (
    added_words,
    bet_label,
    cards_words,
    count_words,
    high_to_low,
    is_set_high_to_low,
    laid_words,
    wager_label,
)
from pitboss.rules import Face, Game
from pitboss.rules.hand import parse_hand
from pitboss.table import event
from pitboss.table.event import BetSettled, Event
from pitboss.table.felt import show_slots
from pitboss.table.payment import Ending, ending_of, sum_words

PLAIN_RESULTS = ("win", "lose", "push")
BYSTANDER = 0
"""The seat of a listener whom no event names: what is said there is said to every such seat."""


@dataclass(frozen=True)
class Speaker:
    game: Game
    seat: int | None = None
    names: Mapping[int, str] = field(default_factory=dict)
    """Who sits where, for seats that are not spoken to."""

    def tell(self, events: Iterable[Event]) -> list[str]:
        return [sentence for happened in events if (sentence := self.sentence(happened))]

    def sentence(self, happened: Event) -> str:
        """One event in one sentence, or nothing where a player needs no words for it."""
        match happened:
            case event.DealerCalled():
                return f"Dealer: {happened.says}" if happened.says else ""
            case event.Seated(player=player, seat=seat):
                return (
                    f"{self.does(seat, 'take')} seat {seat}."
                    if self._is_me(seat)
                    else f"{player} takes seat {seat}."
                )
            case event.ShuffleSealed(source=source, commitment=commitment, start=start):
                return f"The {source} has sealed the cards. Commitment: {commitment}, from position {start}."
            case event.ProgressiveClosed(wager=wager, why=why):
                return f"{wager_label(self.game, wager)} is closed for this round: {why}."
            case event.BetsOpened(round=number):
                return f"Round {number}."
            case event.Incident():
                return self.incident(happened)
            case event.CutCardOut():
                return "The cut card is out: this is the last round of the shoe."
            case _:
                return self.money(happened) or self.cards(happened)

    # -- people ----------------------------------------------------------------------------------

    def _is_me(self, seat: int) -> bool:
        return seat == self.seat

    def _concerns(self, seat: int) -> bool:
        """Whether the listener wants every detail of it: of the own seat, of nobody's, of all in a replay."""
        return self.seat is None or seat in (0, self.seat)

    def who(self, seat: int) -> str:
        if self._is_me(seat):
            return "you"
        return self.names.get(seat, f"seat {seat}")

    def whose(self, seat: int) -> str:
        return "Your" if self._is_me(seat) else f"{self.capital(seat)}'s"

    def capital(self, seat: int) -> str:
        name = self.who(seat)
        return name[0].upper() + name[1:]

    def does(self, seat: int, verb: str) -> str:
        """'You put', 'Ada puts'."""
        return f"{self.capital(seat)} {verb}" + ("" if self._is_me(seat) else "s")

    # -- cards -----------------------------------------------------------------------------------

    def cards(self, happened: Event) -> str:
        match happened:
            case event.CardsDealt(hand=hand, face=Face.UP, slots=slots):
                return f"{self.hand_name(hand)}: {cards_words(show_slots(slots))}."
            case event.CardsDealt(hand=hand, face=Face.DOWN, slots=slots):
                down = f"{self.hand_name(hand)}: {count_words(len(slots))} face down."
                return down if self._concerns(parse_hand(hand).seat) else ""
            case event.CardsLookedAt(hand=hand, cards=cards):
                return f"{self.hand_name(hand)}: {cards_words(map(str, cards))}."
            case event.CardsOpened(hand=hand, cards=cards):
                return self.opened(hand, dict(cards))
            case event.HandPeeked(hand=hand, found=found):
                verdict = "that ends it" if found else "the round goes on"
                return f"The dealer looks under the hidden card: {verdict}." if hand == "dealer" else ""
            case event.DecisionTaken(seat=seat, option=option, stake_micros=stake):
                added = f", {added_words(stake)}" if stake else ""
                return f"{self.capital(seat)}: {option}{added}."
            case _:
                return ""

    def opened(self, hand: str, cards: Mapping[int, Card]) -> str:
        whose = parse_hand(hand)
        if whose.seat and whose.seat == self.seat and whose.name.startswith("hand"):
            return ""
        shown = [str(card) for card in cards.values()]
        shown = high_to_low(shown) if is_set_high_to_low(self.game, hand) else shown
        return f"{self.hand_name(hand)} open: {cards_words(shown)}."

    def hand_name(self, hand: str) -> str:
        """'Your cards', "Ada's cards", 'Your draw card', "Dealer's cards", 'Board'."""
        seat, name = parse_hand(hand)
        if not seat:
            return "Dealer's cards" if hand == "dealer" else hand.capitalize()
        what = {"hand": "cards"}.get(name, name if name.startswith("hand ") else f"{name} card")
        return f"{self.whose(seat)} {what}"

    # -- money -----------------------------------------------------------------------------------

    def money(self, happened: Event) -> str:
        match happened:
            case event.BoughtIn(player=player, micros=micros) if self._knows(player):
                return f"{self._named(player, 'buy')} chips for {format_dollars(micros)}."
            case event.CashedOut(player=player, micros=micros) if self._knows(player):
                return f"{self._named(player, 'cash')} out {format_dollars(micros)}."
            case event.WagerPlaced(seat=seat, wager=wager, stake_micros=stake) if self._concerns(seat):
                laid, label = laid_words(self.game, wager, stake), wager_label(self.game, wager)
                return f"{self.does(seat, 'put')} {laid} on {label}."
            case event.WagerTakenBack(seat=seat, wager=wager, stake_micros=stake) if self._concerns(seat):
                label = wager_label(self.game, wager)
                return f"{self.does(seat, 'take')} {format_dollars(stake)} back from {label}."
            case BetSettled(seat=seat) if self._concerns(seat):
                return self._for(seat, payout_words(self.game, happened))
            case event.PrizePaid(seat=seat, micros=micros):
                return f"Seat {seat} is paid {format_dollars(micros)} from the meter."
            case event.PrizeShared(seat=seat, micros=micros):
                return f"Winners of the round share: the part of seat {seat} is {format_dollars(micros)}."
            case event.PrizeRefused(seat=seat):
                return f"The hand of seat {seat} was not verified: it wins nothing from the meter."
            case event.TokePlaced(seat=seat, wager=wager, stake_micros=stake) if self._concerns(seat):
                label = wager_label(self.game, wager)
                return f"{self.does(seat, 'bet')} {format_dollars(stake)} for the dealer beside {label}."
            case event.TokeSettled(seat=seat, payout_micros=payout) if self._concerns(seat):
                return f"{format_dollars(payout)} of the toke on seat {seat} go to the dealers' box."
            case event.BetHeld(seat=seat, bet=bet) if self._concerns(seat):
                return f"{self.whose(seat)} {bet_label(self.game, bet)} waits for the hidden card."
            case event.StakeReturned(seat=seat, wager=wager, micros=micros) if self._concerns(seat):
                return f"{format_dollars(micros)} on {wager_label(self.game, wager)} comes back."
            case event.EnvyHandKept(seat=seat, line=line):
                return f"{self.does(seat, 'hold')} {line_words(line)}: the hand stays open for envy."
            case event.EnvyPaid(seat=seat) if self._concerns(seat):
                return self._for(seat, envy_words(self.game, happened, self.who(happened.holder)))
            case _:
                return ""

    def _knows(self, player: str) -> bool:
        return self.seat is None or self.names.get(self.seat) == player

    def _named(self, player: str, verb: str) -> str:
        if self.seat is not None:
            return f"You {verb}"
        return f"{player} {verb}{'es' if verb.endswith('sh') else 's'}"

    def _for(self, seat: int, words: str) -> str:
        return f"Your {words}." if self._is_me(seat) else f"{self.capital(seat)}, {words}."

    def incident(self, happened: event.Incident) -> str:
        return f"{self._incident(happened)} ({happened.by}: {happened.why})"

    def _incident(self, happened: event.Incident) -> str:
        match happened:
            case event.FaultReported(source=source):
                return f"The {source} is out of order."
            case event.ShufflerSwapped(old=old, new=new):
                return f"The {new} takes the place of the {old}."
            case event.BackupBrought(source=source):
                return f"Another {source} stands by."
            case event.RoundClosedByFloor():
                return "The floor closes the round though table and keypad differ."
            case event.RoundVoided():
                return "The round is void: every wager goes back."
            case event.WrongCountReported(hand=hand, count=count):
                return f"{self.hand_name(hand)}: {count_words(count)}, the wrong number."
            case event.CardExposed(hand=hand, card=card):
                return f"{self.hand_name(hand)}: {cards_words([str(card)])} was exposed."
            case _:
                return "The floor lets the round go on."


def seats_named(happened: Event, players: Mapping[int, str]) -> set[int]:
    """The seats that may be told something else of the event than a bystander."""
    player, hand = getattr(happened, "player", None), getattr(happened, "hand", "")
    named = {getattr(happened, "seat", None), getattr(happened, "holder", None), parse_hand(hand).seat}
    seats = {seat for seat in (*named, happened.audience) if seat}
    return seats if player is None else seats | {seat for seat, name in players.items() if name == player}


# -- payments --------------------------------------------------------------------------------------


class Payment(NamedTuple):
    """A settled bet in parts, so that they can stand in columns."""

    label: str
    outcome: str
    sum: str
    back: str
    is_with_wager: bool = False
    """Whether what comes back is a win together with the wager."""

    @property
    def columns(self) -> tuple[str, ...]:
        return self.label, self.outcome, self.sum, self.back

    @property
    def words(self) -> str:
        """'Pair Plus: flush, 4 to 1 on $5.00 = $20.00, with the wager $25.00 back'."""
        back = f"with the wager {self.back}" if self.is_with_wager else self.back
        return f"{self.label}: {', '.join(filter(None, (self.outcome, self.sum, back)))}"


def payout_words(game: Game, settled: BetSettled) -> str:
    return payment_of(game, settled).words


def envy_words(game: Game, paid: event.EnvyPaid, holder: str) -> str:
    return envy_payment(game, paid, holder).words


def payment_of(game: Game, settled: BetSettled) -> Payment:
    label = bet_label(game, settled.bet)
    outcome = "" if settled.result in PLAIN_RESULTS else line_words(settled.result)
    is_with_wager = ending_of(settled) is Ending.PAID and settled.stake_micros > 0
    return Payment(label, outcome, *sum_words(settled), is_with_wager=is_with_wager)


def envy_payment(game: Game, paid: event.EnvyPaid, holder: str) -> Payment:
    label = wager_label(game, paid.wager)
    return Payment(label, f"envy for {line_words(paid.line)} of {holder}", format_dollars(paid.micros), "")
