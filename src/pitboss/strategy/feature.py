"""What a player can say of the cards seen.

Whole hands are told by class, partial ones by pairs, high cards, suits and gaps.

Features know no game. A feature is a whole number for each row; a rule compares it with a bound, and
the feature finds the words for that.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.bestplay import Counted
from pitboss.cards.card import ACE, LOWEST, RANKS
from pitboss.cards.poker import PokerRanking
from pitboss.cards.suit import SuitRanking
from pitboss.rules import Blank, Look, Paytable
from pitboss.shape.kernels import JOKER
from pitboss.shape.question import explore, gather, partition
from pitboss.shape.situations import Situations
from pitboss.shape.tables import Sighted, classify
from pitboss.shape.unroll import ME

Ints = NDArray[np.int64]
DEALER = "dealer"
MOST_DETAILED = 1_000_000
"""With more rows than this, whole hands are told by their class alone."""


@dataclass(frozen=True)
class Feature:
    """Rules ask whether the value is at least some bound; `at_least(bound)` says so in words."""

    name: str
    values: Ints
    at_least: Callable[[int], str]
    is_sought: bool = True
    """Whether the program looks for rules about it; a player's own rules may speak of any."""


def rank_name(rank: int) -> str:
    if rank > ACE:
        return "joker"
    return RANKS[max(rank, LOWEST) - LOWEST].replace("T", "10")


def describe_class(ranking: PokerRanking | SuitRanking, number: int) -> str:
    """The lowest hand of a class in a player's words: 'Q-6-4' or 'a pair of 2s'."""
    if isinstance(ranking, SuitRanking):
        name, ranks = ranking.class_parts(number)
        is_lowest = ranks == tuple(range(len(ranks) + 1, 1, -1))
        return name if is_lowest else f"{name} {'-'.join(map(rank_name, ranks))}"
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
    mine = [n for n, token in enumerate(stage.tokens) if tree.slot_of[token][0] != DEALER]
    theirs = [n for n, token in enumerate(stage.tokens) if tree.slot_of[token][0] == DEALER]
    found = whole_hands(counted, stage)
    if not found or len(stage) <= MOST_DETAILED:
        cards = stage.rows[:, mine].astype(np.int64)
        found += partial_hand(cards, cards_to_come(counted, stage)) + points(counted, cards)
        if counted.tree.names_cards:
            found += odd_cards(cards)
    if theirs:
        found += open_card(stage.rows, mine, theirs[0])
    return found


def whole_hands(counted: Counted, stage: Situations) -> list[Feature]:
    """The class of the look that lies wholly open: of several, one that decides about the base wager."""
    leaf = counted.tree.leaves[-1]
    looks = counted.game.looks(leaf.round, leaf.round.place(ME))
    wholly: dict[str, tuple[PokerRanking | SuitRanking, tuple[int, ...]]] = {}
    for name, look in looks.items():
        if isinstance(look, Look) and isinstance(look.ranking, PokerRanking | SuitRanking):
            tokens = tuple(slot.number for slot in look.cards if isinstance(slot, Blank))
            if set(tokens) <= set(stage.tokens) and tokens:
                wholly[name] = look.ranking, tokens
    name = next((name for name in wholly if name in asked_looks(counted)), next(iter(wholly), ""))
    if not name:
        return []
    ranking, tokens = wholly[name]
    classes = classify(Sighted(name, tokens, partition(ranking, ())), stage).classes
    return [Feature("hand", classes.astype(np.int64), partial(class_or_better, ranking))]


def asked_looks(counted: Counted) -> frozenset[str]:
    """The looks that the bets of the base wager ask about."""
    leaf = counted.tree.leaves[-1]
    found = [explore(partial(counted.game.settle_wager, leaf.round, ME, one)) for one in counted.deciding]
    return frozenset(gather(answers for settled in found for answers, _ in settled)[0])


def class_or_better(ranking: PokerRanking | SuitRanking, bound: int) -> str:
    return f"{describe_class(ranking, bound)} or better"


def cards_to_come(counted: Counted, stage: Situations) -> int:
    """How many cards of the hand to be judged are not seen yet; 0 where cards are exchanged."""
    leaf = counted.tree.leaves[-1]
    looks = counted.game.looks(leaf.round, leaf.round.place(ME)).values()
    sizes = [len(look.cards) for look in looks if isinstance(look, Look)]
    seen = sum(counted.tree.slot_of[token][0] != DEALER for token in stage.tokens)
    return 0 if counted.tree.names_cards else max(0, max(sizes, default=0) - seen)


def partial_hand(cards: Ints, to_come: int = 0) -> list[Feature]:
    """Pairs, high cards, suits and gaps of cards that are not a whole hand yet.

    Where cards are still to come, no rule is sought about gaps that they cannot fill, nor about any high card
    but the highest: the paytable's points say the same in a way that a player can keep in mind.
    """
    ranks = np.sort(cards >> 2, axis=1)[:, ::-1] + LOWEST
    count = ranks.shape[1]
    alike = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    paired = np.where(alike >= 2, ranks, 0).max(axis=1)
    suited = np.stack([((cards & 3 == suit) & (cards < JOKER)).sum(axis=1) for suit in range(4)]).max(axis=0)
    gaps = count - 1 - straight_span(ranks)
    found = [
        Feature("pair", paired, pair_or_better),
        Feature("pairs", pair_count(ranks), lambda bound: "a pair" if bound == 1 else f"{bound} pairs"),
        Feature("alike", alike.max(axis=1), lambda bound: f"{bound} of one rank"),
        Feature("suited", suited, lambda bound: f"{bound} of one suit"),
        Feature("fillable gap", np.maximum(gaps, -to_come - 1), few_gaps, is_sought=to_come > 0),
        Feature("gap", gaps, few_gaps, is_sought=not to_come),
    ]
    for place in range(min(count, 4)):
        found.append(high_card(place, ranks[:, place], is_sought=not (place and to_come)))
    return found


def pair_or_better(bound: int) -> str:
    return "any pair" if bound <= LOWEST else f"a pair of {rank_name(bound)}s or better"


def pair_count(ranks: Ints) -> Ints:
    """How many ranks come at least twice; the ranks descend."""
    repeats = np.diff(ranks, axis=1) == 0
    starts = repeats & ~np.concatenate([np.zeros((len(ranks), 1), np.bool_), repeats[:, :-1]], axis=1)
    counted: Ints = starts.sum(axis=1, dtype=np.int64)
    return counted


def high_card(place: int, ranks: Ints, *, is_sought: bool) -> Feature:
    which = ("highest", "second highest", "third highest", "fourth highest")[place]
    return Feature(f"card {place}", ranks, partial(card_or_higher, which), is_sought)


def card_or_higher(which: str, bound: int) -> str:
    if bound == ACE:
        return "an ace" if which == "highest" else f"the {which} card an ace"
    return f"the {which} card {rank_name(bound)} or higher"


def straight_span(ranks: Ints) -> Ints:
    """Distance from the lowest to the highest card, the ace low where that is nearer; 20 with a pair."""
    low_ace = np.sort(np.where(ranks == 14, 1, ranks), axis=1)
    span = np.minimum(ranks[:, 0] - ranks[:, -1], low_ace[:, -1] - low_ace[:, 0])
    paired = (np.diff(low_ace, axis=1) == 0).any(axis=1)
    return np.where(paired, 20, span)


def few_gaps(bound: int) -> str:
    return "cards in a row" if bound == 0 else f"at most {count_gaps(bound)} for a straight"


PLACES = ("lowest", "second", "third", "fourth")


def odd_cards(cards: Ints) -> list[Feature]:
    """Which card stands apart: not of the pair, not of the suit that the others share, not near them."""
    ordered = np.sort(cards, axis=1)
    count = ordered.shape[1]
    found: list[Feature] = []
    if count <= 2:
        return found
    for place in range(count):
        which = PLACES[place] if place < count - 1 else "highest"
        others = np.delete(ordered, place, axis=1)
        for name, key in (("the pair", ordered >> 2), ("the suit", ordered & 3)):
            same = (key[:, :, None] == key[:, None, :]).sum(axis=2)
            apart = (same[:, place] == 1) & (np.delete(same, place, axis=1) == count - 1).all(axis=1)
            found.append(Feature(f"{name} {place}", apart.astype(np.int64), partial(only_apart, which, name)))
        span = straight_span(np.sort((others >> 2) + LOWEST, axis=1)[:, ::-1])
        found.append(Feature(f"near {place}", count - 2 - span, partial(near, which)))
    return found


def only_apart(which: str, name: str, _: int) -> str:
    return f"only the {which} card is not of {name}"


def near(which: str, bound: int) -> str:
    gaps = "in a row" if bound == 0 else f"within {count_gaps(bound)}"
    return f"the others {gaps} without the {which} card"


def count_gaps(bound: int) -> str:
    """Gaps are kept as negative numbers, so that fewer gaps are more."""
    return f"{-bound} gap{'s' * (bound != -1)}"


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
                return [Feature("points", table[cards >> 2].sum(axis=1), partial(points_at_least, scale))]
    return []


def points_at_least(scale: str, bound: int) -> str:
    return f"at least {bound} point{'s' * (bound != 1)} ({scale})"


def pair_points(ranking: PokerRanking, table: Paytable, rank: int) -> int:
    """One more than what a pair of this rank wins: 0 for a loss, 1 for a push."""
    if "pair" not in ranking.categories:
        return 0
    score = (ranking.categories.index("pair"), (rank, *[r for r in range(ACE, LOWEST - 1, -1) if r != rank]))
    line = ranking.pick(ranking.atom_of(score, None), table.pays)
    return 0 if line is None else int(table.pays[line].amount) + 1


def open_card(rows: NDArray[np.int8], mine: list[int], theirs: int) -> list[Feature]:
    """By columns of small numbers: there are millions of rows where the dealer shows a card."""
    rank = rows[:, theirs] >> 2
    matched = np.zeros(len(rows), np.bool_)
    for column in mine:
        matched |= (rows[:, column] >> 2) == rank
    return [
        Feature(
            "open",
            rank.astype(np.int64) + LOWEST,
            lambda bound: f"the dealer shows {rank_name(bound)} or higher",
        ),
        Feature("match", matched.astype(np.int64), lambda _: "the dealer's open card matches one of yours"),
    ]
