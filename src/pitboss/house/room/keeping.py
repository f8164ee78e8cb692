"""Finished rounds in the book: the line, and the shuffle under lock; the proof is made of both when it is asked for.

A proof holds a leaf for every card of the shuffle, six times as much as all the rest of a round. The shuffle and the
seed of its salts are enough to make it again, and only what lay open in the round is ever opened.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from pitboss.cards import Card, parse_card
from pitboss.house.room.locker import Locker
from pitboss.jackpot.table_fact import RoundEnded
from pitboss.ledger.store import Store
from pitboss.table import event
from pitboss.table.proof import RoundProof, format_proof
from pitboss.table.seal import SEED_BYTES, SealedDeck

CARD_CHARACTERS = 2


class KeptRound(NamedTuple):
    """A finished round with the text of its proof."""

    round: int
    proof: str


class Happened(Protocol):
    @property
    def event(self) -> event.Event: ...


def round_facts(
    told: Sequence[Happened], sealed: SealedDeck | None, locker: Locker, table: str
) -> Iterator[RoundEnded]:
    """What the book keeps of the rounds that ended in an act; a round without cards has no proof."""
    for one in told:
        happened = one.event
        if isinstance(happened, event.RoundClosed | event.RoundVoided) and happened.proof:
            assert sealed is not None, "a round with a proof was dealt from a shuffle"
            proof = happened.proof
            opened = format_ranges([card.position for card in proof.opening.opened])
            secret = locker.lock(format_sealed(sealed), about(table, happened.round))
            yield RoundEnded(happened.round, proof.line, proof.start, opened, secret)


def about(table: str, number: int) -> str:
    return f"round {number} of {table}"


def format_sealed(sealed: SealedDeck) -> bytes:
    return sealed.seed + "".join(map(str, sealed.cards)).encode()


def parse_sealed(data: bytes) -> SealedDeck:
    return SealedDeck(parse_cards(data[SEED_BYTES:].decode()), data[:SEED_BYTES])


def parse_cards(text: str) -> tuple[Card, ...]:
    return tuple(
        parse_card(text[start : start + CARD_CHARACTERS]) for start in range(0, len(text), CARD_CHARACTERS)
    )


def make_proof(kept: RoundEnded, locker: Locker, table: str) -> RoundProof:
    sealed = parse_sealed(locker.unlock(kept.sealed, about(table, kept.round)))
    opening = sealed.open(parse_ranges(kept.opened))
    return RoundProof(kept.record, sealed.commitment, kept.start, opening)


def read_rounds(
    store: Store, locker: Locker, table: str, *, before: int | None = None, most: int = 50
) -> Iterator[KeptRound]:
    """Finished rounds of a table, the latest first."""
    last = store.last_of(f"{table}/")
    latest = last.draft.fact_as(RoundEnded).round if last else 0
    number = min(latest, before - 1) if before else latest
    while number > 0 and most > 0:
        entry = store.find(f"{table}/{number}")
        if entry:
            most -= 1
            proof = make_proof(entry.draft.fact_as(RoundEnded), locker, table)
            yield KeptRound(number, format_proof(proof))
        number -= 1


# -- positions -------------------------------------------------------------------------------------


def format_ranges(positions: Sequence[int]) -> str:
    """Numbers that go up, as ranges: '0-8,12'."""
    ranges: list[list[int]] = []
    for position in positions:
        if ranges and position == ranges[-1][1] + 1:
            ranges[-1][1] = position
        else:
            ranges.append([position, position])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in ranges)


def parse_ranges(text: str) -> Iterator[int]:
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        yield from range(int(first), int(last or first) + 1)
