"""Rounds dealt from a sealed shuffle, with the proof that a table would hand out."""

from dataclasses import replace
from random import Random

from dealing import random_seats, records
from pitboss.cards import Card
from pitboss.rules import Blank, Dealt, Game, Record, load_game
from pitboss.rules.irregularity import Voided
from pitboss.rules.notation import check_digits, format_record
from pitboss.table.proof import RoundProof, ShuffleProof
from pitboss.table.randomness import SeededRandomness, shuffle_cards
from pitboss.table.seal import SealedDeck, seal


def seal_deck(game: Game, seed: int) -> SealedDeck:
    randomness = SeededRandomness(seed)
    return seal(shuffle_cards(tuple(game.deck), randomness), randomness)


def prove_round(name: str, seed: int, *, start: int = 0, seats: int = 2, void_after: int | None = None):
    """A round of the game from position `start` of its shuffle; a void one ends after so many moves."""
    game = load_game(name)
    sealed = seal_deck(game, seed)
    random = Random(seed)
    cards = iter(sealed.cards[start:])
    dealt = records(
        game,
        random_seats(game, seats, random),
        draw=lambda _: next(cards),
        choose=lambda step: random.choice(step.options).name,
    )
    *_, record = dealt
    if void_after is not None:
        void = Voided(void_after, "the floor", "for a test")
        record = replace(record, moves=record.moves[:void_after], irregularities=(void,))
    record, count = number_blanks(record, start)
    line = format_record(game, record)
    closed = {
        slot.number
        for hand in game.replay(record)[0].hands.values()
        for slot in hand
        if isinstance(slot, Blank)
    }
    opening = sealed.open(set(range(start, start + count)) - closed)
    return RoundProof(line, sealed.commitment, start, opening), sealed


def prove_rounds(name: str, seed: int, count: int, *, start: int = 0) -> list[RoundProof]:
    """Rounds one after another from one shuffle."""
    proofs = []
    for _ in range(count):
        proofs.append(prove_round(name, seed, start=start)[0])
        start += len(proofs[-1].opening.opened)
    return proofs


def prove_shuffle(name: str, seed: int) -> ShuffleProof:
    sealed = seal_deck(load_game(name), seed)
    return ShuffleProof(sealed.commitment, sealed.open(range(len(sealed.cards))))


def unchecked(line: str) -> str:
    return line.partition(" | check ")[0]


def with_line(proof: RoundProof, line: str) -> RoundProof:
    """The proof with another line, checked anew: a forgery, not a slip."""
    fields = unchecked(line).split(" | ")
    return replace(proof, line=" | ".join([*fields, f"check {check_digits(fields)}"]))


def number_blanks(record: Record, start: int) -> tuple[Record, int]:
    """The record with every blank numbered by its position, and how many cards were dealt."""
    moves, position = [], start
    for move in record.moves:
        if isinstance(move, Dealt):
            slots = [
                slot if isinstance(slot, Card) else Blank(place)
                for place, slot in enumerate(move.cards, start=position)
            ]
            position += len(slots)
            move = Dealt(move.hand, tuple(slots))
        moves.append(move)
    return replace(record, moves=tuple(moves)), position - start
