"""Both witnesses on one game: the walker and the counting engine must agree as fractions.

Compared are the value of best play, the whole distribution of every wager, and the value of every
option in every situation that the walker met.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, pairwise, permutations, product

from pitboss.analysis.bestplay import Counted, Solution
from pitboss.analysis.counting import count
from pitboss.analysis.walker import ME, Walk, walk
from pitboss.cards import Card
from pitboss.rules import Chosen, Dealt, Game, Opened
from pitboss.rules.record import Move
from pitboss.shape.situations import SituationRoom, Situations, card_number
from pitboss.shape.unroll import Node

METERS = {level: Fraction(100) for level in ("", "Mega", "Major", "Minor")}
Seen = tuple[frozenset[int], ...]
"""What lies open at a decision: sets of cards, in the order in which they were opened."""


def assert_alike(game: Game, wagers: tuple[str, ...], *, counted: Counted | None = None) -> int:
    """Both witnesses say the same; returns how many decisions were compared."""
    counted = counted or count(game, wagers)
    solution = counted.price(game, meters=METERS)
    walked = walk_once(game, wagers)
    assert solution.value == walked.value
    for wager in compared_wagers(game, wagers, walked):
        assert solution.tallies[wager].chances() == walked.tallies[wager].chances(), wager
    return compare_decisions(counted, solution, walked)


@lru_cache(maxsize=2)
def walk_once(game: Game, wagers: tuple[str, ...]) -> Walk:
    """One game is asked for under both rules for ties, one after the other."""
    return walk(game, wagers, meters=METERS)


def compared_wagers(game: Game, wagers: tuple[str, ...], walked: Walk) -> tuple[str, ...]:
    """All of them, unless two best options name cards by their place.

    Which of these is taken depends on the order in which a set of cards was written down, and means
    nothing. Then only such wagers can be compared as come out alike whichever is taken.
    """
    if not any(map(is_torn, walked.decisions.values())):
        return wagers
    other_rule = "cheapest" if game.house["tie_rule"] == "dearest" else "dearest"
    other = walk_once(game.with_settings(tie_rule=other_rule), wagers)
    return tuple(w for w in wagers if other.tallies[w].chances() == walked.tallies[w].chances())


def is_torn(values: Mapping[str, Fraction]) -> bool:
    named = [name for name in values if name.startswith(("discard ", "throw "))]
    best = max(values.values())
    return sum(values[name] == best for name in named) > 1


def compare_decisions(counted: Counted, solution: Solution, walked: Walk) -> int:
    solved = {id(decision.node): decision for decision in solution.decisions}
    rows = [situation_rows(counted, stage) for stage in counted.stages]
    compared = 0
    for moves, values in walked.decisions.items():
        if not solved:
            assert len(set(values.values())) == 1, "a decision that decides nothing"
            continue
        decision = solved[id(find_node(counted, moves))]
        row = rows[decision.node.stage].get(seen(moves))
        if row is not None:
            compared += 1
            names = [option.name for option in decision.node.options]
            found = [Fraction(int(value), decision.denominator) for value in decision.options[row]]
            is_open = [True] * len(names) if decision.allowed is None else decision.allowed[row].tolist()
            opened = {name: value for name, value, is_in in zip(names, found, is_open, strict=True) if is_in}
            assert opened == values, moves
    return compared


def find_node(counted: Counted, moves: tuple[Move, ...]) -> Node:
    """Where these moves lead in the tree of decisions."""
    item = counted.tree.root
    for move in moves:
        if isinstance(move, Chosen) and move.seat == ME:
            assert isinstance(item, Node)
            assert item.question == move.question
            names = [option.name for option in item.options]
            item = item.children[names.index(move.option)]
    assert isinstance(item, Node)
    return item


def seen(moves: tuple[Move, ...]) -> Seen:
    found = []
    for move in moves:
        slots: tuple[object, ...] = ()
        if isinstance(move, Dealt):
            slots = move.cards
        elif isinstance(move, Opened):
            slots = tuple(card for _, card in move.cards)
        cards = frozenset(card_number(slot) for slot in slots if isinstance(slot, Card))
        if cards:
            found.append(cards)
    return tuple(found)


def situation_rows(counted: Counted, stage: Situations) -> Mapping[Seen, int]:
    """The row of every deal: each row under every renaming of suits.

    Where cards of a group are told apart, options name them by their place; then only renamings that
    leave the cards in order are of use, and some deals have none.
    """
    sizes = [len(group) for group in counted.tree.groups]
    spans = [span for span in pairwise(accumulate(sizes, initial=0)) if span[1] <= len(stage.tokens)]
    told_apart = len(stage.ends) > len(spans)
    rows: dict[Seen, int] = {}
    for renaming in renamings(stage.room):
        for number, row in enumerate(stage.rows.tolist()):
            cards = [card if card == 52 else card // 4 * 4 + renaming[card % 4] for card in row]
            groups = [cards[start:end] for start, end in spans]
            if not told_apart or all(group == sorted(group) for group in groups):
                rows[tuple(map(frozenset, groups))] = number
    assert told_apart or len(rows) == stage.deals, "every deal has a row"
    return rows


def renamings(room: SituationRoom) -> Iterator[dict[int, int]]:
    """Every way to exchange suits that are alike."""
    following = {suit: int(other) for suit, other in enumerate(room.alike) if other >= 0}
    chains = []
    for first in set(range(4)) - set(following.values()):
        chain = [first]
        while chain[-1] in following:
            chain.append(following[chain[-1]])
        chains.append(chain)
    for images in product(*(permutations(chain) for chain in chains)):
        yield {
            suit: other
            for chain, image in zip(chains, images, strict=True)
            for suit, other in zip(chain, image, strict=True)
        }
