"""The rounds of a table as a paper: seats, wagers, cards, decisions and payments, each round with its proof.

Rounds come from the book, where they are kept with what their proofs are made of, or from lines of notation
that somebody has saved.
"""

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from hashlib import sha256

from pitboss import __version__
from pitboss.base.error import InputError, Parameter, ParameterError, PitbossError
from pitboss.house.room.keeping import KeptRound, Rounds
from pitboss.reports.cell import money, ordinal, whole
from pitboss.reports.form import Json
from pitboss.reports.page import Block, Cell, Column, Facts, Heading, Lines, Page, Tone, Toned, make_table
from pitboss.reports.paper.paper import WIDE, Paper
from pitboss.reports.record.frame import days_words, say_bad
from pitboss.reports.record.inquiry import Inquiry, JournalSource
from pitboss.reports.record.plain import plain_data, plain_page, plain_text
from pitboss.reports.record.played import PlayedRecord, PlayedSeat, play_kept, play_line
from pitboss.reports.record.row import format_instant, row_data
from pitboss.table.proof import ShuffleProof, parse_any_proof

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
        return (Lines((Toned("Saved without proofs: nothing shows what was sealed.", Tone.CAREFUL),)),)
    return (Lines((Toned("Every round is as it was sealed before the bets.", Tone.GOOD),)),)


def sum_facts(rounds: Sequence[PlayedRecord]) -> tuple[tuple[str, Cell], ...]:
    wrong = sum(bool(one.problem) for one in rounds)
    staked = sum(seat.staked_micros for one in rounds for seat in one.seats)
    paid = sum(seat.paid_micros for one in rounds for seat in one.seats)
    return (
        ("Rounds", whole(len(rounds))),
        ("Void", whole(sum(one.is_void for one in rounds))),
        ("Not right", Toned(whole(wrong), Tone.BAD) if wrong else whole(0)),
        ("Staked", money(staked)),
        ("Paid back", money(paid)),
        ("The house", money(staked - paid, has_plus=True)),
    )


COLUMNS = (
    Column("Seat", right=True),
    Column("Cards"),
    Column("Wagers and decisions", wraps=True),
    Column("Settled", wraps=True),
    Column("Staked", right=True),
    Column("Paid back", right=True),
    Column("Net", right=True),
)


def round_blocks(one: PlayedRecord, zone: tzinfo | None) -> Iterator[Block]:
    opened = f", {format_instant(one.opened_at, zone)}" if one.opened_at else ""
    yield Heading(f"Round {one.number}{opened}", 2)
    if one.problem:
        yield Lines((Toned(f"Not right: {one.problem}", Tone.BAD), one.line[:LONGEST_LINE]))
        return
    yield Facts((("Game", one.game), *one.hands))
    yield make_table(COLUMNS, (seat_row(seat) for seat in one.seats))
    void = ("The round was void: every wager went back.",) if one.is_void else ()
    yield Lines((*void, *one.incidents, Toned(proof_words(one), Tone.DIM)))


def seat_row(seat: PlayedSeat) -> tuple[Cell, ...]:
    cards = seat.hands[0][1] if len(seat.hands) == 1 else "; ".join(f"{name} {on}" for name, on in seat.hands)
    return (
        ordinal(seat.seat),
        cards,
        ". ".join(filter(None, (", ".join(seat.wagers), ", ".join(seat.decisions)))),
        "; ".join(seat.payments),
        money(seat.staked_micros),
        money(seat.paid_micros),
        money(seat.net_micros, has_plus=True),
    )


def proof_words(one: PlayedRecord) -> str:
    if not one.commitment:
        return f"No proof was saved with the line. {one.line}"
    return f"As sealed before the bets: {one.commitment}, from position {one.start}. {one.line}"


def round_data(one: PlayedRecord, zone: tzinfo | None) -> Json:
    return {**row_data(one, zone), "house_micros": one.house_micros}
