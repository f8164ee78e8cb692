"""A round as it was dealt: its line of notation played again, and what everybody may know of it.

Cards that never lay open are in no line: a folded hand stays its player's secret here too. Whether the round
is the one that was sealed before the bets is checked by its proof.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.base.error import PitbossError
from pitboss.base.money import MICROS, format_dollars
from pitboss.reports.sentence import Speaker, envy_words, payout_words
from pitboss.reports.wording import wager_label
from pitboss.rules import Blank, Chosen, Game, Record, Slot
from pitboss.rules.hand import parse_hand
from pitboss.rules.notation import parse_record
from pitboss.table import event
from pitboss.table.event import BetSettled, EnvyPaid, Event
from pitboss.table.proof import RoundProof, parse_proof, verify_round
from pitboss.table.replay import replay_round


@dataclass(frozen=True)
class PlayedSeat:
    seat: int
    wagers: tuple[str, ...]
    hands: tuple[tuple[str, str], ...]
    """Their names and cards."""
    decisions: tuple[str, ...]
    payments: tuple[str, ...]
    staked_micros: int
    paid_micros: int

    @property
    def net_micros(self) -> int:
        return self.paid_micros - self.staked_micros


@dataclass(frozen=True)
class PlayedRecord:
    number: int
    opened_at: int
    """When the bets were opened; nothing where nobody wrote it down."""
    line: str
    commitment: str = ""
    start: int = 0
    game: str = ""
    hands: tuple[tuple[str, str], ...] = ()
    """Of the house, and those that all share."""
    seats: tuple[PlayedSeat, ...] = ()
    incidents: tuple[str, ...] = ()
    is_void: bool = False
    problem: str = ""
    """Why the line cannot be played again, or its proof does not hold."""

    @property
    def house_micros(self) -> int:
        return -sum(seat.net_micros for seat in self.seats)


def play_kept(number: int, body: str, opened_at: int = 0) -> PlayedRecord:
    """A round that was kept with its proof."""
    try:
        proof = parse_proof(body)
        verify_round(proof)
    except PitbossError as problem:
        return PlayedRecord(number, opened_at, body, problem=str(problem))
    return play_line(number, proof.line, opened_at, proof)


def play_line(number: int, line: str, opened_at: int = 0, proof: RoundProof | None = None) -> PlayedRecord:
    try:
        game, record = parse_record(line)
        events = list(replay_round(game, record))
    except PitbossError as problem:
        return PlayedRecord(number, opened_at, line, problem=str(problem))
    hands = game.replay(record)[0].hands
    told = Speaker(game).tell(one for one in events if isinstance(one, event.Incident))
    return PlayedRecord(
        number,
        opened_at,
        line,
        proof.commitment if proof else "",
        proof.start if proof else 0,
        game.name,
        tuple(
            (name.capitalize(), hand_words(slots))
            for name, slots in hands.items()
            if not parse_hand(name).seat
        ),
        tuple(play_seats(game, record, hands, events)),
        tuple(told),
        record.is_void,
    )


def play_seats(
    game: Game, record: Record, hands: Mapping[str, Sequence[Slot]], events: Sequence[Event]
) -> Iterator[PlayedSeat]:
    for seat in record.seats:
        settled = [one for one in events if isinstance(one, BetSettled) and one.seat == seat.number]
        envy = [one for one in events if isinstance(one, EnvyPaid) and one.seat == seat.number]
        held = [(parse_hand(name), slots) for name, slots in hands.items()]
        yield PlayedSeat(
            seat.number,
            wagers=(*wager_words(game, seat.wagers), *wager_words(game, seat.tokes, "toke on ")),
            hands=tuple((hand.name, hand_words(slots)) for hand, slots in held if hand.seat == seat.number),
            decisions=tuple(decision_words(record, seat.number)),
            payments=(
                *(payout_words(game, one) for one in settled),
                *(envy_words(game, one, f"seat {one.holder}") for one in envy),
            ),
            staked_micros=sum(one.stake_micros for one in settled),
            paid_micros=sum(one.payout_micros for one in settled) + sum(one.micros for one in envy),
        )


def decision_words(record: Record, seat: int) -> Iterator[str]:
    for move in record.moves:
        if isinstance(move, Chosen) and move.seat == seat:
            yield f"{move.question}: {move.option}"


def wager_words(game: Game, stakes: Mapping[str, Fraction], before: str = "") -> tuple[str, ...]:
    return tuple(
        f"{before}{wager_label(game, name)} {format_dollars(int(stake * MICROS))}"
        for name, stake in stakes.items()
    )


def hand_words(slots: Sequence[Slot]) -> str:
    """'A♠ K♠, one face down'."""
    shown = " ".join(slot.sign for slot in slots if not isinstance(slot, Blank))
    hidden = sum(isinstance(slot, Blank) for slot in slots)
    return ", ".join(filter(None, (shown, f"{hidden} face down" if hidden else "")))
