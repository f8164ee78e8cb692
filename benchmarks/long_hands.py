"""Hands of six and seven cards against a dealer: whole games, against a plain enumeration of some situations.

Dealing Six Card Poker out would take the plain loops weeks: twelve billion situations, up to a renaming of
suits, each with twelve thousand hands of the dealer's. So they deal what can follow some situations, which
must be worth the same to both.
"""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import numpy as np

from benchmarks.check import same
from benchmarks.enumeration import CATEGORY, DECK, PAIR, inline, jit
from benchmarks.holdem import worth_of
from benchmarks.measure import Line, at_least, at_most, clock, format_time
from pitboss.analysis.analysis import bare
from pitboss.analysis.counting import count
from pitboss.analysis.up_cards import read_up_cards
from pitboss.analysis.up_play import play_up_cards
from pitboss.rules import Game, load_game
from pitboss.shape.situations import numbered
from pitboss.strategy.advice import advise

SITUATIONS = 12_876_763_900
"""Six own cards and three open ones, up to a renaming of suits."""
SAMPLE = 40
COMPLETIONS = 43 * 42 * 41 // 6
ACE_KING = 3 << 11
REQUIRED = 300


@inline
def worth_of_six(hand, x, y, z):
    return worth_of((hand[0], hand[1], hand[2], x, y, z))


@jit
def raised(own, opened, ace_king):
    """What a raise wins over all completions of the dealer's hand, in antes."""
    left = np.zeros(DECK, np.int64)
    count = 0
    for card in range(DECK):
        is_seen = False
        for one in own:
            is_seen = is_seen or one == card
        for one in opened:
            is_seen = is_seen or one == card
        if not is_seen:
            left[count] = card
            count += 1
    mine = worth_of_six(own[:3], own[3], own[4], own[5])
    won = 0
    for a in range(count):
        for b in range(a):
            for c in range(b):
                theirs = worth_of_six(opened, left[a], left[b], left[c])
                opens = theirs >> CATEGORY >= PAIR or theirs & ace_king == ace_king
                stake = 2 if opens else 1
                if mine > theirs:
                    won += stake
                elif mine < theirs:
                    won -= stake
    return won


def sample_situations() -> list[tuple[list[int], list[int]]]:
    random = Random(1)
    dealt = [random.sample(range(DECK), 9) for _ in range(SAMPLE)]
    return [(cards[:6], cards[6:]) for cards in dealt]


def deal_situations() -> list[Fraction]:
    return [
        Fraction(int(raised(np.array(own), np.array(opened), ACE_KING)), COMPLETIONS)
        for own, opened in sample_situations()
    ]


def advised_situations(game: Game) -> list[Fraction]:
    found = []
    for own, opened in sample_situations():
        mine, theirs = (" ".join(str(numbered(card)) for card in cards) for cards in (own, opened))
        (advice,) = advise(game, f"{mine} / {theirs}")
        found.append(next(choice.value for choice in advice.choices if choice.option == "raise"))
    return found


def long_hands(*, full: bool) -> Iterator[Line]:
    del full
    six, high = load_game("six_card_poker"), load_game("high_five_poker")
    same("Six Card Poker", advised_situations(six), deal_situations())
    ours = clock(lambda: play_up_cards(read_up_cards(six, ("ante",)), six))
    theirs = clock(deal_situations) / SAMPLE * SITUATIONS
    yield Line(
        "Six Card Poker, best play",
        format_time(ours),
        enumeration=f"{format_time(theirs)}, from {SAMPLE} situations",
        **at_least(theirs / ours, 3),
    )
    yield Line("the same", format_time(ours), **at_most(ours, REQUIRED))
    ours = clock(lambda: count(bare(high), ("ante",)).price(high))
    yield Line("High Five Poker, best play", format_time(ours), **at_most(ours, REQUIRED))
