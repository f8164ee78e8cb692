"""The seal of a shuffle: players can check afterwards that the cards were fixed before they bet.

A shuffle is sealed card by card. Every position has a salt of 16 random bytes and a leaf, the SHA-256
of the salt and the words 'position:card', as `salt || b"17:Qh"`. The commitment is the SHA-256 of all
leaves, joined as hexadecimal text, and is published before the bets. After a round the positions whose
cards lie open are opened: their salts are told, and everybody can hash them again. A card that nobody
turned stays sealed, for a salt cannot be guessed; so a shoe stays secret over its many rounds.

What a seal cannot say: that the commitment was published in time (who bets must keep it), and what
the cards are that never came out.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import NamedTuple, TypeVar

from pitboss.base.error import InputError
from pitboss.cards import Card, parse_card
from pitboss.rules import Blank, Dealt, Done, Game, Opened, Record
from pitboss.rules.notation import parse_record
from pitboss.table.randomness import Randomness

SALT_BYTES = 16
HASH_DIGITS = 64
HEXADECIMAL = frozenset("0123456789abcdef")


class SealError(InputError):
    """A seal, or the proof of a round, does not hold."""


@dataclass(frozen=True)
class OpenedCard:
    """One position of a sealed shuffle, told: anybody can compute its leaf."""

    position: int
    card: Card
    salt: bytes

    @property
    def leaf(self) -> str:
        return leaf_of(self.position, self.card, self.salt)


def leaf_of(position: int, card: Card, salt: bytes) -> str:
    return sha256(salt + f"{position}:{card}".encode()).hexdigest()


@dataclass(frozen=True)
class Opening:
    """Some cards of a sealed shuffle, with all that is needed to check them against its commitment."""

    commitment: str
    leaves: tuple[str, ...]
    opened: tuple[OpenedCard, ...]

    def as_data(self) -> dict[str, object]:
        """The opening for JSON; `parse_opening` reads it back."""
        return {
            "commitment": self.commitment,
            "leaves": list(self.leaves),
            "opened": [
                {"position": one.position, "card": str(one.card), "salt": one.salt.hex()}
                for one in self.opened
            ],
        }


@dataclass(frozen=True)
class SealedDeck:
    """A shuffle and its salts. Private to the table: even its print shows no card."""

    cards: tuple[Card, ...] = field(repr=False)
    salts: tuple[bytes, ...] = field(repr=False)

    @cached_property
    def leaves(self) -> tuple[str, ...]:
        sealed = zip(self.cards, self.salts, strict=True)
        return tuple(leaf_of(position, *one) for position, one in enumerate(sealed))

    @cached_property
    def commitment(self) -> str:
        return commit(self.leaves)

    def open(self, positions: Iterable[int]) -> Opening:
        """Tell the cards at these positions, and no others."""
        chosen = sorted(set(positions))
        for position in chosen:
            if not 0 <= position < len(self.cards):
                raise SealError(f"the shuffle has positions 0 to {len(self.cards) - 1}, not {position}")
        return Opening(self.commitment, self.leaves, tuple(map(self._opened, chosen)))

    def _opened(self, position: int) -> OpenedCard:
        return OpenedCard(position, self.cards[position], self.salts[position])


def seal(cards: Iterable[Card], randomness: Randomness) -> SealedDeck:
    """Seal a shuffle with fresh salts."""
    shuffled = tuple(cards)
    salts = randomness.token(SALT_BYTES * len(shuffled))
    cut = (salts[start : start + SALT_BYTES] for start in range(0, len(salts), SALT_BYTES))
    return SealedDeck(shuffled, tuple(cut))


def commit(leaves: Iterable[str]) -> str:
    return sha256("".join(leaves).encode()).hexdigest()


def check_opening(opening: Opening) -> None:
    """Every opened card is the one that was sealed at its position; the first that is not is named."""
    if commit(opening.leaves) != opening.commitment:
        raise SealError("the leaves do not hash to the commitment: a leaf or the commitment was changed")
    seen: set[int] = set()
    for one in opening.opened:
        if not 0 <= one.position < len(opening.leaves):
            raise SealError(f"position {one.position}: the shuffle has {len(opening.leaves)} cards")
        if one.position in seen:
            raise SealError(f"position {one.position}: it is opened twice")
        seen.add(one.position)
        if one.leaf != opening.leaves[one.position]:
            raise SealError(
                f"position {one.position}: {one.card} with this salt is not what was sealed there"
            )


# -- the proof of a round --------------------------------------------------------------------------


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


def verify_round(proof: RoundProof) -> tuple[str, ...]:
    """What was checked, in sentences; the first thing that does not hold is raised with its place."""
    if proof.commitment != proof.opening.commitment:
        raise SealError("the opening is of another commitment than the one published before the bets")
    check_opening(proof.opening)
    if proof.start < 0:
        raise SealError(f"a round starts at position 0 or later, not {proof.start}")
    try:
        game, record = parse_record(proof.line)
    except InputError as problem:
        raise SealError(f"the line cannot be read: {problem}") from problem
    if not record.is_void and not isinstance(game.next_step(record), Done):
        raise SealError("the line ends before the round is over: only a void round may, and says 'void'")
    check_deck(game, proof.opening)
    dealt, lying = lay_out(game, record, start=proof.start)
    check_cards(lying, proof.opening, last=proof.start + dealt - 1)
    return tuple(say_checked(proof, game, record, dealt=dealt, face_up=len(lying)))


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


# -- to and from JSON ------------------------------------------------------------------------------


def format_proof(proof: RoundProof) -> str:
    """One line of JSON."""
    data = {"line": proof.line, "commitment": proof.commitment, "start": proof.start}
    return json.dumps({**data, "opening": proof.opening.as_data()})


def parse_proof(text: str) -> RoundProof:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as problem:
        column = getattr(problem, "colno", 1)
        raise SealError(f"no JSON at column {column}: a proof is one line of JSON") from problem
    return RoundProof(
        read(data, "line", str),
        read_hexadecimal(data, "commitment", HASH_DIGITS),
        read(data, "start", int),
        parse_opening(read(data, "opening", dict)),
    )


def parse_opening(data: object) -> Opening:
    leaves = tuple(read(data, "leaves", list))
    for number, leaf in enumerate(leaves):
        check_hexadecimal(leaf, f"leaf {number}", HASH_DIGITS)
    return Opening(
        read_hexadecimal(data, "commitment", HASH_DIGITS),
        leaves,
        tuple(map(parse_opened_card, read(data, "opened", list))),
    )


def parse_opened_card(data: object) -> OpenedCard:
    position = read(data, "position", int)
    salt = read_hexadecimal(data, "salt", 2 * SALT_BYTES)
    try:
        card = parse_card(read(data, "card", str))
    except InputError as problem:
        raise SealError(f"position {position}: {problem}") from problem
    return OpenedCard(position, card, bytes.fromhex(salt))


T = TypeVar("T")
KINDS = {str: "text", int: "a whole number", list: "a list", dict: "an object"}


def read(data: object, name: str, kind: type[T]) -> T:
    if not isinstance(data, dict) or name not in data:
        raise SealError(f"{name!r} is missing")
    value = data[name]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise SealError(f"{name!r} must be {KINDS[kind]}")
    return value


def read_hexadecimal(data: object, name: str, digits: int) -> str:
    text = read(data, name, str)
    check_hexadecimal(text, repr(name), digits)
    return text


def check_hexadecimal(text: object, what: str, digits: int) -> None:
    if not isinstance(text, str) or len(text) != digits or not HEXADECIMAL.issuperset(text):
        raise SealError(f"{what} must be {digits} digits 0-9a-f")
