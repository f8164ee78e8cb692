"""Hold'em over a shared board: the whole game against a plain enumeration, dealt from a few flops on.

Dealing it all would take the plain loops days. So they deal what can follow some own cards and flops, which
must be worth the same to both; all such situations, up to a renaming of suits, take as many times as long.
"""

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import numpy as np

from benchmarks.check import same
from benchmarks.enumeration import (
    ACE,
    CATEGORY,
    DECK,
    FLUSH,
    FULL_HOUSE,
    HIGH_CARD,
    PAIR,
    QUADS,
    ROYAL,
    STRAIGHT,
    STRAIGHT_FLUSH,
    TRIPS,
    TWO_PAIR,
    inline,
    jit,
    run_of_five,
)
from benchmarks.measure import Line, at_least, at_most, clock, format_time
from pitboss.analysis.board_play import BoardPlay, play_board
from pitboss.analysis.shared_board import read_board
from pitboss.rules import Game, load_game
from pitboss.shape.situations import numbered

SITUATIONS = 1_286_792
"""Two own cards and a flop, up to a renaming of suits."""
SAMPLE = 6
LINES = {
    TRIPS: "three_of_a_kind",
    TWO_PAIR: "two_pair",
    PAIR: "pair_or_less",
    HIGH_CARD: "pair_or_less",
    STRAIGHT: "straight",
    FLUSH: "flush",
    FULL_HOUSE: "full_house",
    QUADS: "four_of_a_kind",
    STRAIGHT_FLUSH: "straight_flush",
    ROYAL: "royal_flush",
}


@inline
def top(mask, count):
    """The highest `count` bits."""
    bits = 0
    rest = mask
    while rest:
        bits += 1
        rest &= rest - 1
    while bits > count:
        mask &= mask - 1
        bits -= 1
    return mask


@inline
def worth_of(cards):
    """Category and deciding ranks of the best five of these cards."""
    once, twice, thrice, four = 0, 0, 0, 0
    suits = 0
    for card in cards:
        rank = 1 << (card >> 2)
        four |= thrice & rank
        thrice |= twice & rank
        twice |= once & rank
        once |= rank
        suits += 1 << (8 * (card & 3))
    flush = 0
    for suit in range(4):
        if (suits >> (8 * suit) & 255) >= 5:
            for card in cards:
                if card & 3 == suit:
                    flush |= 1 << (card >> 2)
    if flush:
        run = top(run_of_five(flush), 1)
        if run:
            return (ROYAL if run == 1 << (ACE - 3) else STRAIGHT_FLUSH) << CATEGORY | run
    if four:
        return QUADS << CATEGORY | four << 13 | top(once ^ four, 1)
    three = top(thrice, 1)
    if three and twice ^ three:
        return FULL_HOUSE << CATEGORY | three << 13 | top(twice ^ three, 1)
    if flush:
        return FLUSH << CATEGORY | top(flush, 5)
    run = top(run_of_five(once), 1)
    if run:
        return STRAIGHT << CATEGORY | run
    if three:
        return TRIPS << CATEGORY | three << 13 | top(once ^ three, 2)
    pairs = top(twice, 2)
    if pairs & (pairs - 1):
        return TWO_PAIR << CATEGORY | pairs << 13 | top(once ^ pairs, 1)
    if pairs:
        return PAIR << CATEGORY | pairs << 13 | top(once ^ pairs, 3)
    return HIGH_CARD << CATEGORY | top(once, 5)


@inline
def worth_of_seven(board, x, y):
    """The same for a board's five cards and two more."""
    return worth_of((board[0], board[1], board[2], board[3], board[4], x, y))


@jit
def after_the_flop(own, flop, blind):
    """Check and raise 2x at a flop, over all that can follow; in half antes, as `blind[category]` is."""
    left = np.zeros(DECK, np.int64)
    board = np.zeros(5, np.int64)
    count = 0
    for card in range(DECK):
        if card not in (own[0], own[1], flop[0], flop[1], flop[2]):
            left[count] = card
            count += 1
    for i in range(3):
        board[i] = flop[i]
    checked, raised = 0, 0
    for t in range(count):
        for r in range(t):
            board[3], board[4] = left[t], left[r]
            mine = worth_of_seven(board, own[0], own[1])
            paid = blind[mine >> CATEGORY]
            once, fold = 0, 0
            for a in range(count):
                if a in (t, r):
                    continue
                for b in range(a):
                    if b in (t, r):
                        continue
                    theirs = worth_of_seven(board, left[a], left[b])
                    opens = 2 if theirs >> CATEGORY >= PAIR else 0
                    fold -= 4
                    if mine > theirs:
                        once += opens + paid + 2
                        raised += opens + paid + 4
                    elif mine < theirs:
                        once -= opens + 4
                        raised -= opens + 6
            checked += max(once, fold)
    return checked, raised


def sample_flops() -> list[tuple[list[int], list[int]]]:
    random = Random(1)
    dealt = [random.sample(range(DECK), 5) for _ in range(SAMPLE)]
    return [(cards[:2], cards[2:]) for cards in dealt]


def deal_flops(game: Game) -> list[Fraction]:
    pays = game.chosen["ante"][0].pays
    blind = np.array([int(2 * pays[LINES[n]].net(Fraction(1), {})) for n in range(ROYAL + 1)], np.int64)
    deals = 47 * 46 // 2 * (45 * 44 // 2)
    found = []
    for own, flop in sample_flops():
        sums = after_the_flop(np.array(own), np.array(flop), blind)
        found += [Fraction(int(value), 2 * deals) for value in sums]
    return found


def solved_flops(play: BoardPlay) -> list[Fraction]:
    tree = play.pricing.plan.tree
    node = next(node for node, _ in tree.decisions if node.question == "after the flop")
    found: list[Fraction] = []
    for own, flop in sample_flops():
        found += play.values(node, tuple(map(numbered, own)), tuple(map(numbered, flop)))
    return found


def ultimate_texas_holdem(*, full: bool) -> Iterator[Line]:
    del full
    game = load_game("ultimate_texas_holdem")
    play = play_board(read_board(game, ("ante",)), game)
    same("Ultimate Texas Hold'em", solved_flops(play), deal_flops(game))
    ours = clock(lambda: play_board(read_board(game, ("ante",)), game))
    theirs = clock(lambda: deal_flops(game)) / SAMPLE * SITUATIONS
    yield Line(
        "Ultimate Texas Hold'em, best play",
        format_time(ours),
        enumeration=f"{format_time(theirs)}, from {SAMPLE} flops",
        **at_least(theirs / ours, 3),
    )
    yield Line("the same", format_time(ours), **at_most(ours, 30))
