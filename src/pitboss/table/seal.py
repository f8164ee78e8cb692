"""The seal of a shuffle: players can check afterwards that the cards were fixed before they bet.

A shuffle is sealed card by card. Every position has a salt of 16 bytes, which SHAKE-256 makes of 32 random
bytes that nobody is told, and a leaf, the SHA-256 of the salt and the words 'position:card', as `salt ||
b"17:Qh"`. The commitment is the SHA-256 of all leaves, joined as hexadecimal text, and is published before
the bets, with the position at which the round will start. After a round the positions whose cards lie open
are opened: their salts are told, and everybody can hash them again. A card that nobody turned stays sealed,
for a salt cannot be guessed; so a shoe stays secret over its many rounds. When a shuffle is done with, all
of it is opened (`shuffler` says when not).

What a seal cannot say: that the commitment was published in time. Who bets must keep it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256, shake_256
from typing import NamedTuple, TypeVar

from pitboss.base.error import InputError
from pitboss.cards import JOKER, STANDARD, Card, parse_card
from pitboss.table.randomness import Randomness

SALT_BYTES = 16
SEED_BYTES = 32
HASH_DIGITS = 64
CARD_BYTES = {card: str(card).encode() for card in (*STANDARD.copies, JOKER)}
HEXADECIMAL = frozenset("0123456789abcdef")


class SealError(InputError):
    """A seal, or the proof of a round, does not hold."""


class OpenedCard(NamedTuple):
    """One position of a sealed shuffle, told: anybody can compute its leaf."""

    position: int
    card: Card
    salt: bytes

    @property
    def leaf(self) -> str:
        return leaf_of(self.position, self.card, self.salt)


def leaf_of(position: int, card: Card, salt: bytes) -> str:
    return sha256(salt + b"%d:" % position + CARD_BYTES[card]).hexdigest()


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
    seed: bytes = field(repr=False)
    """What the salts are made of: whoever has all of them could not tell it."""

    @cached_property
    def salts(self) -> tuple[bytes, ...]:
        stream = shake_256(self.seed).digest(SALT_BYTES * len(self.cards))
        return tuple(stream[start : start + SALT_BYTES] for start in range(0, len(stream), SALT_BYTES))

    @cached_property
    def leaves(self) -> tuple[str, ...]:
        return tuple(map(leaf_of, range(len(self.cards)), self.cards, self.salts))

    @cached_property
    def commitment(self) -> str:
        return commit(self.leaves)

    def open(self, positions: Iterable[int]) -> Opening:
        """Tell the cards at these positions, and no others."""
        chosen = sorted(set(positions))
        for position in chosen:
            if not 0 <= position < len(self.cards):
                raise SealError(f"the shuffle has positions 0 to {len(self.cards) - 1}, not {position}")
        cards, salts = self.cards, self.salts
        opened = tuple(OpenedCard(position, cards[position], salts[position]) for position in chosen)
        return Opening(self.commitment, self.leaves, opened)


def seal(cards: Iterable[Card], randomness: Randomness) -> SealedDeck:
    """Seal a shuffle with fresh salts."""
    return SealedDeck(tuple(cards), randomness.token(SEED_BYTES))


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


# -- to and from JSON ------------------------------------------------------------------------------


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
