"""A card is a rank and a suit, written `Ah` or `10h` (the same card as `Th`), or the joker, written `Jk`."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from pitboss.base.error import InputError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SUIT_SIGNS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
LOWEST, ACE = 2, 14
JOKER_TEXT = "Jk"


class Card(NamedTuple):
    """Rank 2 to 14 (ace high), suit 0 to 3 (clubs, diamonds, hearts, spades); the joker ranks after them."""

    rank: int
    suit: int

    def __str__(self) -> str:
        return JOKER_TEXT if self.is_joker else RANKS[self.rank - LOWEST] + SUITS[self.suit]

    @property
    def is_joker(self) -> bool:
        return self.rank > ACE

    @property
    def sign(self) -> str:
        """With the suit as it is printed: `Q♥`, `10♣`; the joker is `Jkr`."""
        if self.is_joker:
            return "Jkr"
        return RANKS[self.rank - LOWEST].replace("T", "10") + list(SUIT_SIGNS)[self.suit]


JOKER = Card(ACE + 1, 0)
"""The one card without a suit; that it is filed under the first one means nothing."""


@lru_cache(maxsize=1_000)
def parse_card(text: str) -> Card:
    token = text.strip()
    if token.lower() == JOKER_TEXT.lower():
        return JOKER
    if len(token) < 2:
        raise InputError(f"{text!r} is not a card: write a rank and a suit, such as 'Qh' or '10c'")
    sign = token[-1]
    suit = SUIT_SIGNS.get(sign, sign.lower())
    rank = "T" if token[:-1] == "10" else token[:-1].upper()
    if len(rank) != 1 or rank not in RANKS or suit not in SUITS:
        raise InputError(
            f"{text!r} is not a card: ranks are 2-9, 10 or T, J, Q, K, A; suits are c, d, h, s; "
            "the joker is Jk"
        )
    return Card(RANKS.index(rank) + LOWEST, SUITS.index(suit))


TOKEN = re.compile(r"[Jj][Kk]|(?:10|[^\s,10])[cdhsCDHS♣♦♥♠]|[^\s,]+")


def parse_cards(text: str, *, copies: int = 1) -> tuple[Card, ...]:
    """Read 'Qh 6d 4c', 'Qh6d4c' or 'Qh,6d,4c'; a card more often than there are copies is refused."""
    cards = tuple(parse_card(token) for token in TOKEN.findall(text))
    for card, times in Counter(cards).items():
        if times > copies:
            often = "twice" if times == 2 else f"{times} times"
            raise InputError(f"{str(card)!r} is there {often} in {text!r}")
    return cards


def format_cards(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))
