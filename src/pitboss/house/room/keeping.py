"""Finished rounds in the book: the line, and the shuffle; the proof is made of both when it is asked for.

A proof holds a leaf for every card of the shuffle, six times as much as all the rest of a round. The
shuffle and the seed of its salts are enough to make it again, and only what lay open in the round is ever
opened. A shuffle that was opened whole with its round is kept as it is; one that holds a secret is kept
under lock.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from pitboss.base.error import InputError
from pitboss.cards import Card, parse_card
from pitboss.house.room.locker import Locker
from pitboss.jackpot.table_fact import RoundEnded
from pitboss.ledger.store import Store
from pitboss.table import event
from pitboss.table.proof import RoundProof, format_proof
from pitboss.table.seal import SEED_BYTES, SealedDeck

CARD_CHARACTERS = 2


class KeptRound(NamedTuple):
    """A finished round with the text of its proof, and when its bets were opened."""

    round: int
    body: str
    opened_at: int


class Happened(Protocol):
    @property
    def event(self) -> event.Event: ...


def round_facts(
    told: Sequence[Happened], sealed: SealedDeck | None, locker: Locker, *, table: str, opened_at: int
) -> Iterator[RoundEnded]:
    """What the book keeps of the rounds that ended in an act; a round without cards has no proof."""
    whole = {one.event.commitment for one in told if isinstance(one.event, event.ShuffleOpened)}
    for one in told:
        happened = one.event
        if isinstance(happened, event.RoundClosed | event.RoundVoided) and happened.proof:
            assert sealed is not None, "a round with a proof was dealt from a shuffle"
            proof = happened.proof
            opened = format_ranges([card.position for card in proof.opening.opened])
            shuffle = format_sealed(sealed)
            if proof.commitment in whole:
                yield RoundEnded(happened.round, opened_at, proof.line, proof.start, opened, shuffle=shuffle)
            else:
                secret = locker.lock(shuffle.encode(), about(table, happened.round))
                yield RoundEnded(happened.round, opened_at, proof.line, proof.start, opened, secret=secret)


def about(table: str, number: int) -> str:
    return f"round {number} of {table}"


def format_sealed(sealed: SealedDeck) -> str:
    return "".join((sealed.seed.hex(), *map(str, sealed.cards)))


def parse_sealed(text: str) -> SealedDeck:
    seed = 2 * SEED_BYTES
    return SealedDeck(parse_cards(text[seed:]), bytes.fromhex(text[:seed]))


def parse_cards(text: str) -> tuple[Card, ...]:
    return tuple(
        parse_card(text[start : start + CARD_CHARACTERS]) for start in range(0, len(text), CARD_CHARACTERS)
    )


@dataclass(frozen=True)
class Rounds:
    """Where finished rounds are read."""

    store: Store
    locker: Locker | None = None
    """Needed for rounds whose shuffle holds a secret, such as a folded hand."""

    def read(self, table: str, *, before: int | None = None, most: int = 50) -> list[KeptRound]:
        """Of a table, the latest first."""
        last = self.store.last_of(f"{table}/")
        latest = last.draft.fact_as(RoundEnded).round if last else 0
        found: list[KeptRound] = []
        for number in range(min(latest, before - 1) if before else latest, 0, -1):
            if len(found) == most:
                break
            if entry := self.store.find(f"{table}/{number}"):
                kept = entry.draft.fact_as(RoundEnded)
                found.append(KeptRound(number, format_proof(self._prove(kept, table)), kept.opened_at))
        return found

    def _prove(self, kept: RoundEnded, table: str) -> RoundProof:
        sealed = parse_sealed(kept.shuffle or self._unlock(kept, table))
        opening = sealed.open(parse_ranges(kept.opened))
        return RoundProof(kept.record, sealed.commitment, kept.start, opening)

    def _unlock(self, kept: RoundEnded, table: str) -> str:
        if self.locker is None:
            raise InputError(
                f"{about(table, kept.round)} holds a hand that was never shown: its proof is made with the "
                "room's key, in PITBOSS_KEY"
            )
        return self.locker.unlock(kept.secret, about(table, kept.round)).decode()


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
