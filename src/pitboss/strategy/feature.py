"""What a player can say of the cards seen.

Whole hands are told by class, partial ones by pairs, high cards, suits and gaps.

Features know no game. A feature is a whole number for each row; a rule compares it with a bound, and
the feature finds the words for that.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.bestplay import Counted
from pitboss.analysis.question import partition
from pitboss.analysis.signature import Sighted, classify
from pitboss.analysis.situations import Situations
from pitboss.analysis.unroll import ME
from pitboss.cards.card import ACE, LOWEST, RANKS
from pitboss.cards.poker import PokerRanking
from pitboss.rules import Blank, Look, Paytable

Ints = NDArray[np.int64]
DEALER = "dealer"
MOST_DETAILED = 1_000_000
"""With more rows than this, whole hands are told by their class alone."""


@dataclass(frozen=True)
class Feature:
    """`at_least(bound)` and `below(bound)` say in words what a rule asks."""

    name: str
    values: Ints
    at_least: Callable[[int], str]
    below: Callable[[int], str]


def rank_name(rank: int) -> str:
    return RANKS[max(rank, LOWEST) - LOWEST].replace("T", "10")


def describe_class(ranking: PokerRanking, number: int) -> str:
    """The lowest hand of a class in a player's words: 'Q-6-4' or 'a pair of 2s'."""
    category, ranks = ranking.scores[number]
    name = ranking.categories[category]
    shown = "-".join(rank_name(rank) for rank in ranks)
    if name == "high_card":
        return shown
    if name == "pair":
        return f"a pair of {rank_name(ranks[0])}s" + (
            f" with {'-'.join(map(rank_name, ranks[1:]))}" if ranks[1:] else ""
        )
    return f"{name.replace('_', ' ')} {shown}"


def features_at(counted: Counted, stage: Situations) -> list[Feature]:
    """Every feature of the rows at a decision."""
    tree = counted.tree
    mine = [n for n, token in enumerate(stage.tokens) if tree.hand_of[token] != DEALER]
    theirs = [n for n, token in enumerate(stage.tokens) if tree.hand_of[token] == DEALER]
    cards = stage.rows[:, mine].astype(np.int64)
    found = whole_hands(counted, stage)
    if not found or len(stage) <= MOST_DETAILED:
        found += partial_hand(cards) + odd_cards(cards) + points(counted, cards)
    if theirs:
        found += open_card(cards, stage.rows[:, theirs[0]].astype(np.int64))
    return found


def whole_hands(counted: Counted, stage: Situations) -> list[Feature]:
    """The class of every look that lies wholly open."""
    leaf = counted.tree.leaves[-1]
    looks = counted.game.looks(leaf.round, leaf.round.place(ME))
    found = []
    for name, look in looks.items():
        if not isinstance(look, Look) or not isinstance(look.ranking, PokerRanking):
            continue
        tokens = tuple(slot.number for slot in look.cards if isinstance(slot, Blank))
        if set(tokens) <= set(stage.tokens) and tokens:
            ranking = look.ranking
            classes = classify(Sighted(name, tokens, partition(ranking, ())), stage).classes.astype(np.int64)
            found.append(
                Feature(
                    "hand",
                    classes,
                    lambda bound, r=ranking: f"{describe_class(r, bound)} or better",  # type: ignore[misc]
                    lambda bound, r=ranking: f"less than {describe_class(r, bound)}",  # type: ignore[misc]
                )
            )
    return found


def partial_hand(cards: Ints) -> list[Feature]:
    """Pairs, high cards, suits and gaps of cards that are not a whole hand yet."""
    ranks = np.sort(cards >> 2, axis=1)[:, ::-1] + LOWEST
    count = ranks.shape[1]
    alike = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    paired = np.where(alike >= 2, ranks, 0).max(axis=1)
    suited = np.stack([((cards & 3) == suit).sum(axis=1) for suit in range(4)]).max(axis=0)
    found = [
        Feature("pair", paired, lambda b: f"a pair of {rank_name(b)}s or better", lambda b: no_pair(b)),
        Feature(
            "alike", alike.max(axis=1), lambda b: f"{b} of one rank", lambda b: f"fewer than {b} of one rank"
        ),
        Feature("suited", suited, lambda b: f"{b} of one suit", lambda b: f"fewer than {b} of one suit"),
        Feature("gap", count - 1 - straight_span(ranks), gap_words(at_most=True), gap_words(at_most=False)),
    ]
    for place in range(min(count, 4)):
        found.append(high_card(place, ranks[:, place]))
    return found


def no_pair(bound: int) -> str:
    return "no pair" if bound <= LOWEST else f"no pair of {rank_name(bound)}s or better"


def high_card(place: int, ranks: Ints) -> Feature:
    which = (
        "the highest card",
        "the second highest card",
        "the third highest card",
        "the fourth highest card",
    )[place]
    return Feature(
        f"card {place}",
        ranks,
        lambda bound: f"{which} {rank_name(bound)} or higher",
        lambda bound: f"{which} below {rank_name(bound)}",
    )


def straight_span(ranks: Ints) -> Ints:
    """Distance from the lowest to the highest card, the ace low where that is nearer; 20 with a pair."""
    low_ace = np.sort(np.where(ranks == 14, 1, ranks), axis=1)
    span = np.minimum(ranks[:, 0] - ranks[:, -1], low_ace[:, -1] - low_ace[:, 0])
    paired = (np.diff(low_ace, axis=1) == 0).any(axis=1)
    return np.where(paired, 20, span)


def gap_words(*, at_most: bool) -> Callable[[int], str]:
    """Gaps are kept as negative numbers, so that fewer gaps are more."""
    if at_most:
        return lambda bound: (
            "cards in a row" if bound == 0 else f"at most {-bound} gap{'s' * (bound < -1)} for a straight"
        )
    return lambda bound: (
        "cards not in a row" if bound == 0 else f"more than {-bound} gap{'s' * (bound < -1)} for a straight"
    )


def odd_cards(cards: Ints) -> list[Feature]:
    """Which card stands apart: not of the pair, not of the suit that the others share."""
    ordered = np.sort(cards, axis=1)
    count = ordered.shape[1]
    places = ("lowest", "second", "third", "fourth", "highest")
    found = []
    for name, key in (("the pair", ordered >> 2), ("the suit", ordered & 3)):
        same = (key[:, :, None] == key[:, None, :]).sum(axis=2)
        for place in range(count):
            others = np.delete(same, place, axis=1)
            apart = (same[:, place] == 1) & (others == count - 1).all(axis=1) & (count > 2)
            which = places[place] if place < count - 1 else "highest"
            found.append(
                Feature(
                    f"{name} {place}",
                    apart.astype(np.int64),
                    lambda _, w=which, n=name: f"only the {w} card is not of {n}",  # type: ignore[misc]
                    lambda _, w=which, n=name: f"not just the {w} card apart from {n}",  # type: ignore[misc]
                )
            )
    return found


def points(counted: Counted, cards: Ints) -> list[Feature]:
    """Cards weighed by what a pair of them would win: read off the paytable in force."""
    game = counted.game
    for wager in counted.deciding:
        shape, tables = game.wagers[wager].shape, game.chosen.get(wager, ())
        if shape and tables and isinstance(shape.ranking, PokerRanking):
            worth = {rank: pair_points(shape.ranking, tables[0], rank) for rank in range(LOWEST, ACE + 1)}
            if len(set(worth.values())) > 1:
                table = np.array([worth[rank] for rank in sorted(worth)], np.int64)
                scale = ", ".join(
                    f"{value} for {rank_name(min(ranks))}-{rank_name(max(ranks))}"
                    for value in sorted(set(worth.values()), reverse=True)
                    if value and (ranks := [rank for rank in worth if worth[rank] == value])
                )
                return [
                    Feature(
                        "points",
                        table[cards >> 2].sum(axis=1),
                        lambda bound, scale=scale: f"at least {points_words(bound)} ({scale})",  # type: ignore[misc]
                        lambda bound, scale=scale: f"fewer than {points_words(bound)} ({scale})",  # type: ignore[misc]
                    )
                ]
    return []


def points_words(count: int) -> str:
    return f"{count} point{'s' * (count != 1)}"


def pair_points(ranking: PokerRanking, table: Paytable, rank: int) -> int:
    """One more than what a pair of this rank wins: 0 for a loss, 1 for a push."""
    if "pair" not in ranking.categories:
        return 0
    score = (ranking.categories.index("pair"), (rank, *[r for r in range(ACE, LOWEST - 1, -1) if r != rank]))
    line = ranking.pick(ranking.atom_of(score, None), table.pays)
    return 0 if line is None else int(table.pays[line].amount) + 1


def open_card(mine: Ints, theirs: Ints) -> list[Feature]:
    rank = (theirs >> 2) + LOWEST
    matched = ((mine >> 2) == (theirs >> 2)[:, None]).any(axis=1).astype(np.int64)
    return [
        Feature(
            "open",
            rank,
            lambda b: f"the dealer shows {rank_name(b)} or higher",
            lambda b: f"the dealer shows less than {rank_name(b)}",
        ),
        Feature(
            "match",
            matched,
            lambda _: "the dealer's open card matches one of yours",
            lambda _: "the dealer's open card matches none of yours",
        ),
    ]
