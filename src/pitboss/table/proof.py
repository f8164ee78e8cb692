"""The proof of a round: its line, what was sealed before the bets, and how both are found to agree.

A shuffle that is done with has a proof of its own: all its cards. What several proofs must have in common
is in `succession`.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from pitboss.base.error import InputError
from pitboss.cards import Card
from pitboss.rules import Blank, Dealt, Done, Game, Opened, Record
from pitboss.rules.irregularity import Exposed
from pitboss.rules.notation import CHECK, FIELD, parse_record
from pitboss.table.seal import (
    HASH_DIGITS,
    Opening,
    SealError,
    check_opening,
    parse_opening,
    read,
    read_hexadecimal,
)


@dataclass(frozen=True)
class RoundProof:
    """A round's line, the commitment published before its bets, and the cards that came to lie open.

    Cards leave the shuffle one after another as the line deals them, the first from position `start`;
    a card that lies face down is written '?n', where n is its position.
    """

    line: str
    commitment: str
    start: int
    opening: Opening


@dataclass(frozen=True)
class ShuffleProof:
    """A whole shuffle, opened when nothing was dealt from it any more."""

    commitment: str
    opening: Opening


class CheckedRound(NamedTuple):
    """A round whose proof holds."""

    game: Game
    dealt: int
    """How many cards left the shuffle."""
    sentences: tuple[str, ...]
    """What was checked."""


def verify_round(proof: RoundProof) -> tuple[str, ...]:
    """What was checked, in sentences; the first thing that does not hold is raised with its place."""
    return check_round(proof).sentences


def check_round(proof: RoundProof) -> CheckedRound:
    if proof.commitment != proof.opening.commitment:
        raise SealError("the opening is of another commitment than the one published before the bets")
    check_opening(proof.opening)
    game, record = read_line(proof.line)
    check_start(game, proof.start)
    if not record.is_void and not isinstance(game.next_step(record), Done):
        raise SealError("the line ends before the round is over: only a void round may, and says 'void'")
    check_deck(game, proof.opening)
    dealt, lying = lay_out(game, record, start=proof.start)
    check_cards(lying, proof.opening, last=proof.start + dealt - 1)
    sentences = say_checked(proof, game, record, dealt=dealt, face_up=len(lying))
    return CheckedRound(game, dealt, tuple(sentences))


def read_line(line: str) -> tuple[Game, Record]:
    """The round of a line that a table printed: by its check a slip is told from a forgery."""
    if not CHECK.fullmatch(line.split(FIELD.strip())[-1].strip()):
        raise SealError("the line has no check: a table prints one at its end, and a proof must have it")
    try:
        return parse_record(line)
    except InputError as problem:
        raise SealError(f"the line cannot be read: {problem}") from problem


def check_start(game: Game, start: int) -> None:
    """A round starts where the last one ended; where every round has a shuffle of its own, at its top."""
    if start < 0:
        raise SealError(f"a round starts at position 0 or later, not {start}")
    if start and not game.behind_cut:
        raise SealError(f"{game.name} is shuffled for every round, which starts at position 0, not {start}")


def verify_shuffle(proof: ShuffleProof, game: Game | None = None) -> tuple[str, ...]:
    """What was checked of a whole shuffle, in sentences; `game` is the one that was dealt from it."""
    if proof.commitment != proof.opening.commitment:
        raise SealError("the opening is of another commitment than the one published before the bets")
    check_opening(proof.opening)
    size = len(proof.opening.leaves)
    opened = {one.position for one in proof.opening.opened}
    for position in range(size):
        if position not in opened:
            raise SealError(f"position {position} is not opened: a shuffle is opened whole")
    sentences = [f"all {size} cards are opened, each as sealed at its position"]
    if game:
        check_deck(game, proof.opening)
        sentences.append(f"they are the deck of {game.name}, no card more and none less")
    return tuple(sentences)


def check_deck(game: Game, opening: Opening) -> None:
    """What was sealed is the game's own deck, as far as it has been opened."""
    if len(opening.leaves) != game.deck.size:
        raise SealError(
            f"{len(opening.leaves)} cards were sealed; {game.name} is dealt from {game.deck.size}"
        )
    found = Counter(one.card for one in opening.opened)
    for one in opening.opened:
        copies = game.deck.copies.get(one.card, 0)
        if found[one.card] > copies:
            raise SealError(
                f"position {one.position}: {one.card} is opened {found[one.card]} times; "
                f"the deck of {game.name} holds {copies}"
            )


class Lying(NamedTuple):
    """A card that lies open, and the field of the line that says so."""

    card: Card
    field: int


def lay_out(game: Game, record: Record, *, start: int) -> tuple[int, dict[int, Lying]]:
    """How many cards the line deals, and those that lie open in the end, by their position."""
    position = start
    lying: dict[int, Lying] = {}
    for number, move in enumerate(record.moves):
        place_in_line = 2 + len(record.seats) + number
        match move:
            case Dealt():
                for slot in move.cards:
                    if isinstance(slot, Card):
                        lying[position] = Lying(slot, place_in_line)
                    elif slot.number != position:
                        raise SealError(
                            f"field {place_in_line}: '?{slot.number}' is the card at position {position}; "
                            f"write '?{position}'"
                        )
                    position += 1
            case Opened():
                # A card may have gone to another hand since it was dealt: its blank knows its position.
                hand = game.replay(Record(record.seats, record.moves[:number]))[0].hand(move.hand)
                for place, card in move.cards:
                    blank = hand[place]
                    if isinstance(blank, Blank) and isinstance(card, Card):
                        lying[blank.number] = Lying(card, place_in_line)
    first = 2 + len(record.seats) + len(record.moves)
    for number, one in enumerate(record.irregularities, start=first):
        if isinstance(one, Exposed):
            if not start <= one.number < position:
                raise SealError(f"field {number}: '?{one.number}' was not dealt in this round")
            lying.setdefault(one.number, Lying(one.card, number))
    return position - start, lying


def check_cards(lying: dict[int, Lying], opening: Opening, *, last: int) -> None:
    """Every card that lies open is opened as that card, and no other position is opened."""
    opened = {one.position: one.card for one in opening.opened}
    if last >= len(opening.leaves):
        raise SealError(f"the line deals to position {last}; the shuffle ends at {len(opening.leaves) - 1}")
    for position, (card, place_in_line) in sorted(lying.items()):
        if position not in opened:
            raise SealError(f"field {place_in_line}: {card} lies open but position {position} is not opened")
        if opened[position] != card:
            raise SealError(
                f"field {place_in_line}: {card} was dealt from position {position}; "
                f"{opened[position]} was sealed there"
            )
    for position in opened:
        if position not in lying:
            raise SealError(f"position {position} is opened, but its card does not lie open in the line")


def say_checked(proof: RoundProof, game: Game, record: Record, *, dealt: int, face_up: int) -> Iterator[str]:
    yield f"the leaves of all {len(proof.opening.leaves)} cards hash to the commitment"
    if dealt:
        where = f"{proof.start} to {proof.start + dealt - 1}"
        yield f"{face_up} of {dealt} cards dealt lie open, each as sealed at its position ({where})"
    else:
        yield "no card was dealt"
    if dealt > face_up:
        yield f"{dealt - face_up} of the cards dealt stayed face down, and stayed sealed"
    if face_up:
        yield f"the opened cards are of the deck of {game.name}, none there too often"
    yield "the round was void" if record.is_void else f"the line is a whole round of {game.name}"


def format_proof(proof: RoundProof) -> str:
    """One line of JSON."""
    data = {"line": proof.line, "commitment": proof.commitment, "start": proof.start}
    return json.dumps({**data, "opening": proof.opening.as_data()})


def format_shuffle_proof(proof: ShuffleProof) -> str:
    """One line of JSON; it tells itself from a round's by having no line."""
    return json.dumps({"commitment": proof.commitment, "opening": proof.opening.as_data()})


def parse_proof(text: str) -> RoundProof:
    proof = parse_any_proof(text)
    if isinstance(proof, ShuffleProof):
        raise SealError("'line' is missing")
    return proof


def parse_any_proof(text: str) -> RoundProof | ShuffleProof:
    """The proof of a round or of a shuffle."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as problem:
        column = getattr(problem, "colno", 1)
        raise SealError(f"no JSON at column {column}: a proof is one line of JSON") from problem
    if isinstance(data, dict) and "opening" in data and not {"line", "start"} & data.keys():
        return ShuffleProof(
            read_hexadecimal(data, "commitment", HASH_DIGITS), parse_opening(read(data, "opening", dict))
        )
    return RoundProof(
        read(data, "line", str),
        read_hexadecimal(data, "commitment", HASH_DIGITS),
        read(data, "start", int),
        parse_opening(read(data, "opening", dict)),
    )
