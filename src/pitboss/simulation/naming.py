"""Suits by their canonical names, and cards by their places: a strategy is kept for canonical hands alone.

Where an option is about a card, as a discard is, the strategy names it by its place in the canonical hand. In
the hand as it is dealt, two cards of one rank may lie the other way round.
"""

import numpy as np

from pitboss.rules import Option
from pitboss.shape.situations import Room, canonical_names
from pitboss.shape.unroll import Node, Tree, names_of
from pitboss.simulation.piece import Ints


def names_in(room: Room, cards: Ints) -> tuple[int, ...]:
    """The new name of each suit that makes this hand canonical."""
    held = [(sum(1 << (card >> 2) for card in cards.tolist() if card & 3 == suit),) for suit in range(4)]
    return tuple(canonical_names(room, held))


def rename(cards: Ints, names: tuple[int, ...]) -> Ints:
    renamed: Ints = (cards & ~3) | np.array(names, np.int64)[cards & 3]
    return renamed


def move_leaves(tree: Tree, order: tuple[int, ...]) -> list[int]:
    """For each leaf the one that is reached when the card at place n lies at place `order[n]`."""
    number_of = {names_of(path): number for number, path in enumerate(tree.leaf_paths)}
    return [
        number_of[tuple(move_option(node, option, order) for node, option in path)]
        for path in tree.leaf_paths
    ]


def move_option(node: Node, option: Option, order: tuple[int, ...]) -> str:
    if option.place is None:
        return option.name
    return next(other.name for other in node.options if other.place == order[option.place])
