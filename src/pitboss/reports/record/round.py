"""The rounds of a table as a paper: seats, wagers, cards, decisions and payments, each round with its proof.

Rounds come from the book, where they are kept with what their proofs are made of, or from lines of notation
that somebody has saved. Each line is played again. Cards that never lay open are in no line: a folded hand
stays its player's secret here too.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from fractions import Fraction
from hashlib import sha256

from pitboss import __version__
from pitboss.base.error import InputError, Parameter, ParameterError, PitbossError
from pitboss.base.money import MICROS, format_dollars
from pitboss.house.room.keeping import KeptRound, Rounds
from pitboss.reports.cell import money, whole
from pitboss.reports.field import Field, amount, field_table, number, value, words
from pitboss.reports.form import Json
from pitboss.reports.page import Block, Cell, Facts, Heading, Lines, Page, Tone, Toned
from pitboss.reports.paper.paper import WIDE, Paper
from pitboss.reports.record.frame import (
    Inquiry,
    JournalSource,
    bad_count,
    days_words,
    plain_data,
    plain_page,
    plain_text,
    say,
    say_bad,
)
from pitboss.reports.record.row import format_instant, row_data
from pitboss.reports.sentence import Speaker, envy_words, payout_words
from pitboss.reports.wording import wager_label
from pitboss.rules import Blank, Chosen, Game, Record, Slot
from pitboss.rules.hand import parse_hand
from pitboss.rules.notation import parse_record
from pitboss.table import event
from pitboss.table.event import BetSettled, EnvyPaid, Event
from pitboss.table.proof import RoundProof, ShuffleProof, parse_any_proof, parse_proof, verify_round
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


# -- the paper -------------------------------------------------------------------------------------


USUAL = 50
"""Rounds, where neither days nor a number were asked for."""
BATCH = 200
LONGEST_LINE = 400
"""Of a round that cannot be read, as much as somebody may want to see."""


def make_rounds(source: JournalSource, inquiry: Inquiry) -> Paper:
    if source.rounds is None or not inquiry.table:
        raise ParameterError("say which table's rounds: ", Parameter("table"), " T1")
    kept = read_rounds(source.rounds, inquiry)
    if not kept:
        raise InputError(f"no round of {inquiry.table!r} is kept in these days")
    rounds = [play_kept(one.round, one.body, one.opened_at) for one in kept]
    mark = sha256("\n".join(one.body for one in kept).encode()).hexdigest()
    made_from = (
        ("Table", plain_text(inquiry.table)),
        ("Rounds", f"{kept[0].round:,} to {kept[-1].round:,}"),
        *((("Days", days_words(inquiry)),) if inquiry.since or inquiry.until else ()),
        (f"SHA-256 of {len(kept):,} proofs", mark),
        ("Pitboss", __version__),
    )
    return rounds_paper(f"Rounds at {inquiry.table}", rounds, inquiry.zone, made_from)


def make_rounds_of_lines(lines: Sequence[tuple[int, str]]) -> Paper:
    """Lines of notation or proofs, each with its number in the file; the proof of a shuffle is no round."""
    rounds = [
        play_kept(number, text) if text.startswith("{") else play_line(number, text)
        for number, text in lines
        if not is_shuffle(text)
    ]
    mark = sha256("\n".join(text for _, text in lines).encode()).hexdigest()
    made_from = ((f"SHA-256 of {len(lines):,} lines", mark), ("Pitboss", __version__))
    return rounds_paper("Rounds", rounds, None, made_from)


def is_shuffle(text: str) -> bool:
    try:
        return text.startswith("{") and isinstance(parse_any_proof(text), ShuffleProof)
    except PitbossError:
        return False


# -- reading ---------------------------------------------------------------------------------------


def read_rounds(rounds: Rounds, inquiry: Inquiry) -> list[KeptRound]:
    """Rounds in order."""
    has_days = inquiry.since is not None or inquiry.until is not None
    most = inquiry.last or (0 if has_days else USUAL)
    found: list[KeptRound] = []
    before: int | None = None
    while batch := rounds.read(inquiry.table, before=before, most=BATCH):
        before = batch[-1].round
        found += [one for one in batch if not has_days or inquiry.is_within(one.opened_at)]
        is_past = inquiry.since is not None and is_before(batch[-1].opened_at, inquiry)
        if is_past or (most and len(found) >= most):
            break
    return (found[:most] if most else found)[::-1]


def is_before(micros: int, inquiry: Inquiry) -> bool:
    return not Inquiry(zone=inquiry.zone, since=inquiry.since).is_within(micros)


# -- the paper -------------------------------------------------------------------------------------


def rounds_paper(
    title: str, rounds: Sequence[PlayedRecord], zone: tzinfo | None, made_from: tuple[tuple[str, str], ...]
) -> Paper:
    blocks = [block for one in rounds for block in round_blocks(one, zone)]
    data: Json = [round_data(one, zone) for one in rounds]
    page: Page = (Facts(sum_facts(rounds)), *blocks)
    return Paper(
        plain_text(title),
        plain_page(page),
        plain_data(data),
        made_from,
        WIDE,
        verdict_of(rounds),
        is_right=not any(one.problem for one in rounds),
    )


def verdict_of(rounds: Sequence[PlayedRecord]) -> Page:
    wrong = sum(bool(one.problem) for one in rounds)
    if wrong:
        return say_bad(wrong, "One round is not right.", "{count} rounds are not right.")
    if not all(one.commitment for one in rounds):
        return say("Saved without proofs: nothing shows what was sealed.", Tone.CAREFUL)
    return say("Every round is as it was sealed before the bets.", Tone.GOOD)


def sum_facts(rounds: Sequence[PlayedRecord]) -> tuple[tuple[str, Cell], ...]:
    wrong = sum(bool(one.problem) for one in rounds)
    staked = sum(seat.staked_micros for one in rounds for seat in one.seats)
    paid = sum(seat.paid_micros for one in rounds for seat in one.seats)
    return (
        ("Rounds", whole(len(rounds))),
        ("Void", whole(sum(one.is_void for one in rounds))),
        ("Not right", bad_count(wrong)),
        ("Staked", money(staked)),
        ("Paid back", money(paid)),
        ("The house", money(staked - paid, has_plus=True)),
    )


def cards_of(seat: PlayedSeat) -> str:
    return seat.hands[0][1] if len(seat.hands) == 1 else "; ".join(f"{name} {on}" for name, on in seat.hands)


def told_of(seat: PlayedSeat) -> str:
    return ". ".join(filter(None, (", ".join(seat.wagers), ", ".join(seat.decisions))))


SEATS: tuple[Field[PlayedSeat], ...] = (
    number("Seat", lambda seat: seat.seat),
    words("Cards", cards_of),
    words("Wagers and decisions", told_of, wraps=True),
    words("Settled", lambda seat: "; ".join(seat.payments), wraps=True),
    amount("Staked", lambda seat: seat.staked_micros),
    amount("Paid back", lambda seat: seat.paid_micros),
    value("Net", lambda seat: money(seat.net_micros, has_plus=True)),
)


def round_blocks(one: PlayedRecord, zone: tzinfo | None) -> Iterator[Block]:
    opened = f", {format_instant(one.opened_at, zone)}" if one.opened_at else ""
    yield Heading(f"Round {one.number}{opened}", 2)
    if one.problem:
        yield Lines((Toned(f"Not right: {one.problem}", Tone.BAD), one.line[:LONGEST_LINE]))
        return
    yield Facts((("Game", one.game), *one.hands))
    yield field_table(SEATS, one.seats)
    void = ("The round was void: every wager went back.",) if one.is_void else ()
    yield Lines((*void, *one.incidents, Toned(proof_words(one), Tone.DIM)))


def proof_words(one: PlayedRecord) -> str:
    if not one.commitment:
        return f"No proof was saved with the line. {one.line}"
    return f"As sealed before the bets: {one.commitment}, from position {one.start}. {one.line}"


def round_data(one: PlayedRecord, zone: tzinfo | None) -> Json:
    return {**row_data(one, zone), "house_micros": one.house_micros}
