"""How a number of cards spreads over the cells of one look: counted, not enumerated.

Rank multisets are counted first, as if suits did not matter; then the hands with enough cards of one
suit are moved from the cell of their ranks to the cell of their flush. Where a hand is told by its best
suit alone, suits are counted one by one and multiplied. What fits neither is judged hand by hand, up to a
renaming of suits.
"""

from itertools import product
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import PlanError
from pitboss.cards import JOKER, Card, Deck, Ranking, Readings, SuitRanking, TableRanking
from pitboss.cards.card import LOWEST, SUITS
from pitboss.cards.poker import PokerRanking
from pitboss.shape.question import Cells
from pitboss.shape.situations import extend, make_room, nothing_seen
from pitboss.shape.tables import RANK_COUNT, RankTable, Sighted, classify, rank_table

Int = NDArray[np.int64]
Numbers = NDArray[np.int32]


def spread(deck: Deck, cells: Cells, cards: int) -> list[int]:
    """Ways of each cell among all sets of n cards of the deck."""
    ranking = cells.ranking
    if not deck.is_single or not isinstance(ranking, TableRanking | Readings):
        return spread_pattern(deck, cells, cards)
    if isinstance(ranking, SuitRanking):
        return spread_suits(deck, cells, cards)
    if has_one_flush(ranking, cards):
        return spread_poker(deck, cells, cards)
    return spread_rows(deck, cells, cards)


def spread_suits(deck: Deck, cells: Cells, cards: int) -> list[int]:
    """Of hands below each atom every suit is below it: a polynomial for each suit, by its number of cards."""
    table = rank_table(cells.ranking, cards)
    masks = np.arange(1 << RANK_COUNT)
    sizes = np.bitwise_count(masks)
    atom_of_mask = table.atom_of_class[table.flush]
    below = [0]
    for atom in range(1, len(cells.of_atom) + 1):
        ways = [1]
        for suit in range(len(SUITS)):
            held = sum(1 << (card.rank - LOWEST) for card in deck.cards if card.suit == suit)
            fits = (masks & ~held == 0) & (sizes <= cards) & ((atom_of_mask < atom) | (masks == 0))
            ways = multiply(ways, np.bincount(sizes[fits]).tolist())
        below.append(ways[cards] if cards < len(ways) else 0)
    found = [0] * len(cells.atoms)
    for atom, cell in enumerate(cells.of_atom):
        found[cell] += below[atom + 1] - below[atom]
    assert sum(found) == comb(deck.size, cards), "every hand is in one cell"
    return found


def multiply(one: list[int], other: list[int]) -> list[int]:
    """The product of two polynomials."""
    found = [0] * (len(one) + len(other) - 1)
    for (i, a), (j, b) in product(enumerate(one), enumerate(other)):
        found[i + j] += a * b
    return found


def spread_rows(deck: Deck, cells: Cells, cards: int) -> list[int]:
    """Every hand, up to a renaming of suits."""
    tokens = tuple(range(cards))
    rows = extend(nothing_seen(make_room(deck, named_suits=cells.named_suits)), tokens)
    judged = classify(Sighted("", tokens, cells), rows)
    found = np.zeros(len(cells.atoms), np.int64)
    np.add.at(found, judged.cells, rows.orbit)
    return [int(count) for count in found]


def has_one_flush(ranking: Ranking, cards: int) -> bool:
    """Whether so many cards are a flush in one suit at most, with no wild card but a joker."""
    if not isinstance(ranking, PokerRanking):
        return False
    joker = int(JOKER.rank in ranking.wild)
    return len(ranking.wild) == joker == ranking.judges_joker and cards - joker < 2 * (ranking.size - joker)


def spread_poker(deck: Deck, cells: Cells, cards: int) -> list[int]:
    table = rank_table(cells.ranking, cards)
    numbered = table.cell_of_class(cells), table.flush_cells(cells)
    return [int(count) for count in spread_classes(deck, table, *numbered, len(cells.atoms))]


def class_ways(deck: Deck, ranking: Ranking, cards: int) -> Int:
    """Ways of each class among all sets of n cards of the deck."""
    table = rank_table(ranking, cards)
    classes = np.arange(len(table.atom_of_class), dtype=np.int32)
    return spread_classes(deck, table, classes, np.stack([table.flush] * len(SUITS)), len(classes))


def spread_classes(deck: Deck, table: RankTable, of_class: Numbers, of_flush: Numbers, width: int) -> Int:
    """Ways of each number that a class has, or a flush by its suit and ranks."""
    cards = table.cards
    holds = np.zeros((len(SUITS), RANK_COUNT), np.int64)
    for card in deck.cards:
        if not card.is_joker:
            holds[card.suit, card.rank - LOWEST] = 1
    choose = np.array([[comb(n, k) for k in range(cards + 1)] for n in range(len(SUITS) + 1)], np.int64)
    held = np.append(holds.sum(axis=0), int(deck.has_joker))[: table.counts.shape[1]]
    ways = choose[held[None, :], table.counts].prod(axis=1)
    found = np.zeros(width, np.int64)
    np.add.at(found, of_class[table.plain[table.first :]], ways)
    for suit, wild in product(range(len(SUITS)), range(1 + (deck.has_joker and table.wild > 0))):
        for masks, states, others in flush_hands(table, holds, suit, choose, wild):
            plain, flush = table.plain[states], table.flush[masks]
            was = of_class[plain]
            now = np.where(flush >= plain, of_flush[suit][masks], was)
            np.subtract.at(found, was, others)
            np.add.at(found, now, others)
    assert found.sum() == comb(deck.size, cards), "every hand is in one cell"
    return found


def flush_hands(
    table: RankTable, holds: Int, suit: int, choose: Int, wild: int
) -> list[tuple[Int, Int, Int]]:
    """Hands with enough cards of one suit, with the joker or without: the suit's mask, the state of all
    ranks, the ways of the others."""
    held = sum(1 << rank for rank in range(RANK_COUNT) if holds[suit, rank])
    others_of_rank = holds.sum(axis=0) - holds[suit]
    every = np.arange(1 << RANK_COUNT, dtype=np.int64)
    found = []
    for length in range(table.ranking.size - wild, table.cards - wild + 1):
        masks = every[(np.bitwise_count(every) == length) & (every & ~held == 0)]
        states = walk_rank(table, np.zeros(len(masks), np.int64), RANK_COUNT, wild)
        for rank in range(RANK_COUNT):
            has = (masks >> rank) & 1 == 1
            states[has] = table.step[states[has], rank]
        layers: list[tuple[Int, Int, int]] = [
            (states, np.ones(len(masks), np.int64), table.cards - wild - length)
        ]
        for rank in range(RANK_COUNT):
            layers = [
                (walk_rank(table, s, rank, extra), ways * choose[others_of_rank[rank], extra], left - extra)
                for s, ways, left in layers
                for extra in range(min(int(others_of_rank[rank]), left) + 1)
            ]
        suited = masks | wild << RANK_COUNT
        found += [(suited, s, ways) for s, ways, left in layers if left == 0 and len(masks)]
    return found


def walk_rank(table: RankTable, states: Int, rank: int, times: int) -> Int:
    for _ in range(times):
        states = table.step[states, rank].astype(np.int64)
    return states


def spread_pattern(deck: Deck, cells: Cells, cards: int) -> list[int]:
    """Cards drawn one after another, those alike up to a renaming of suits (and ranks, if alike) drawn once.

    Suits always may be renamed here, so the deck must hold as many of each card.
    """
    ranks = sorted({card.rank for card in deck.cards})
    suits = sorted({card.suit for card in deck.cards})
    copies = {count for _, count in deck.counts}
    if len(copies) != 1 or len(deck.cards) != len(ranks) * len(suits):
        raise PlanError("the deck is not made of equal suits")
    if not cells.ranking.ranks_alike and cards > 4:
        raise PlanError(
            f"{cards} cards of the ranking {cells.ranking.name!r} are too many to lay out in patterns"
        )
    names_suits = cells.names_suits
    found = [0] * len(cells.atoms)
    pending: list[tuple[tuple[Card, ...], int]] = [((), 1)]
    while pending:
        hand, ways = pending.pop()
        if len(hand) == cards:
            found[cells.of_atom[cells.ranking.worth(hand).atom]] += ways
            continue
        new_rank = cells.ranking.ranks_alike
        used_ranks = list(dict.fromkeys(card.rank for card in hand)) if new_rank else ranks
        used_suits = suits if names_suits else list(dict.fromkeys(card.suit for card in hand))
        rank_choices = [(rank, 1) for rank in used_ranks]
        suit_choices = [(suit, 1) for suit in used_suits]
        if new_rank and len(used_ranks) < len(ranks):
            rank_choices.append((next(r for r in ranks if r not in used_ranks), len(ranks) - len(used_ranks)))
        if len(used_suits) < len(suits):
            suit_choices.append((next(s for s in suits if s not in used_suits), len(suits) - len(used_suits)))
        for rank, rank_ways in rank_choices:
            for suit, suit_ways in suit_choices:
                card = Card(rank, suit)
                left = min(copies) - hand.count(card)
                if left > 0:
                    pending.append(((*hand, card), ways * rank_ways * suit_ways * left))
    assert sum(found) == prod(range(deck.size - cards + 1, deck.size + 1)), "every deal is in one cell"
    return found
