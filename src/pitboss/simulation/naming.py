"""Suits by their canonical names, and cards by their places: a strategy is kept for canonical hands alone.

Where an option is about a card, as a discard is, the strategy names it by its place in the canonical hand. In
the hand as it is dealt, two cards of one rank may lie the other way round.
"""

import numpy as np

from pitboss.rules import Option
from pitboss.shape.unroll import Leaf, Node
from pitboss.simulation.piece import Ints


def canonical_names(cards: Ints, alike: list[int]) -> tuple[int, ...]:
    """The new name of each suit: among suits that are alike, the one with the highest ranks comes first."""
    ranks = [sum(1 << (int(card) >> 2) for card in cards if int(card) & 3 == suit) for suit in range(4)]
    names = list(range(4))
    for start in range(4):
        if start in alike:
            continue
        chain = [start]
        while alike[chain[-1]] >= 0:
            chain.append(alike[chain[-1]])
        for new, old in zip(chain, sorted(chain, key=lambda suit: -ranks[suit]), strict=True):
            names[old] = new
    return tuple(names)


def rename(cards: Ints, names: tuple[int, ...]) -> Ints:
    renamed: Ints = (cards & ~3) | np.array(names, np.int64)[cards & 3]
    return renamed


def names_cards(item: Node | Leaf) -> bool:
    """Whether some option is about one of the cards."""
    if isinstance(item, Leaf):
        return False
    return any(option.place is not None for option in item.options) or any(map(names_cards, item.children))


def move_leaves(root: Node | Leaf, order: tuple[int, ...]) -> list[int]:
    """For each leaf the one that is reached when the card at place n lies at place `order[n]`."""
    number_of = {path: number for number, path in enumerate(option_paths(root))}
    return [
        number_of[tuple(move_option(node, option, order) for node, option in path)]
        for path in full_paths(root)
    ]


def move_option(node: Node, option: Option, order: tuple[int, ...]) -> str:
    if option.place is None:
        return option.name
    return next(other.name for other in node.options if other.place == order[option.place])


def full_paths(item: Node | Leaf) -> list[tuple[tuple[Node, Option], ...]]:
    if isinstance(item, Leaf):
        return [()]
    return [
        ((item, option), *path)
        for option, child in zip(item.options, item.children, strict=True)
        for path in full_paths(child)
    ]


def option_paths(root: Node | Leaf) -> list[tuple[str, ...]]:
    return [tuple(option.name for _, option in path) for path in full_paths(root)]
