"""Whether the board engine fits a game: it answers only for rules that it agreed with.

The reference walker plays that very definition, its settings in force, on small decks: one
holding to the end of all its rounds, and ends of rounds with more cards. Every option of every decision on
the way must be worth the same fraction to both, and every outcome must come as often. Decks are so large that
the dealer's hand is not known even when the whole board is open, and hold straights, flushes and full houses.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from pitboss.analysis.board_play import BoardPlay, play_board
from pitboss.analysis.board_room import HAND
from pitboss.analysis.shared_board import BoardPlan, read_board
from pitboss.analysis.walker import ME, Branch, Walker, card_count, card_move
from pitboss.base.figure import format_fraction
from pitboss.cards import Card, Deck
from pitboss.cards.card import LOWEST
from pitboss.cards.deck import make_deck
from pitboss.rules import Choose, Chosen, Dealt, Draw, Game, Opened, Record, Reveal
from pitboss.rules.record import Move, passing_move
from pitboss.shape.tally import Outcome
from pitboss.shape.unroll import Node

SPARE = 1
"""Cards that no hand gets in the smallest deck: with them the dealer's last card is not known."""


@dataclass(frozen=True)
class BoardCase:
    """A small deck, and the first cards that are seen in it."""

    deck: Deck
    seen: tuple[Card, ...]


def board_cases(plan: BoardPlan) -> Iterator[BoardCase]:
    """Two suits and as few ranks as serve; then three and four, with the first part of the board open."""
    needed = plan.board + 2 * HAND + SPARE
    first = HAND + sum(map(len, plan.tree.groups[1:2]))
    kinds = ((2, 10, HAND), (3, LOWEST, first), (4, 9, first))
    for suits, low, taken in kinds if plan.tree.decisions else kinds[:1]:
        ranks = -(-(needed + 2 * (suits > HAND)) // suits)
        highest = min(low, 15 - ranks)
        deck = make_deck(ranks=tuple(range(highest, highest + ranks)), suits=tuple(range(suits)))
        cards = sorted(deck.cards, key=lambda card: (card.rank * 7 + card.suit * 3) % 11)
        yield BoardCase(deck, tuple(cards[:taken]))


def board_misfit(game: Game, wagers: tuple[str, ...], meters: Mapping[str, Fraction]) -> str:
    """The first difference between engine and walker, or nothing; a game of another shape is refused."""
    return misfit_once(game, wagers, tuple(meters.items()))


@lru_cache(maxsize=64)
def misfit_once(game: Game, wagers: tuple[str, ...], meters: tuple[tuple[str, Fraction], ...]) -> str:
    plan = read_board(game, wagers)
    found = (compare(plan, case, dict(meters)) for case in board_cases(plan))
    return next((difference for difference in found if difference), "")


def compare(plan: BoardPlan, case: BoardCase, meters: Mapping[str, Fraction]) -> str:
    """The first difference between walker and engine in one case."""
    game = plan.game.with_deck(case.deck)
    own = case.seen[:HAND]
    play = play_board(replace(plan, game=game, kept=[]), game, meters=meters, only=own)
    start = Record((game.seat(*plan.wagers),))
    for record in follow(game, start, case.seen):
        walker = Walker(game, game.deciding, meters)
        branch = walker.walk(record)
        difference = differing_option(plan, play, walker)
        if not difference and len(case.seen) == HAND:
            difference = differing_outcome(plan, play, walker, branch)
        if difference:
            return f"{' '.join(map(str, case.seen))} from {len(case.deck.cards)} cards: {difference}"
    return ""


def follow(game: Game, record: Record, cards: tuple[Card, ...]) -> Iterator[Record]:
    """The round when these cards have been seen, after every choice that leads there."""
    round_, step = game.replay(record)
    if passed := passing_move(round_, step, ME):
        yield from follow(game, record.then(passed), cards)
    elif not cards:
        yield record
    elif isinstance(step, Draw | Reveal):
        count = card_count(round_, step)
        yield from follow(game, record.then(card_move(round_, step, cards[:count])), cards[count:])
    elif isinstance(step, Choose):
        for option in step.options:
            yield from follow(game, record.then(Chosen(step.seat, step.question, option.name)), cards)


def differing_option(plan: BoardPlan, play: BoardPlay, walker: Walker) -> str:
    for moves, walked in walker.decisions.items():
        node, own, seen = situation(plan, moves)
        for (option, value), found in zip(walked.items(), play.values(node, own, seen), strict=True):
            if value != found:
                return (
                    f"{node.question}, {option} is worth {format_fraction(value)} by the rules, "
                    f"{format_fraction(found)} to the engine"
                )
    return ""


def situation(plan: BoardPlan, moves: tuple[Move, ...]) -> tuple[Node, tuple[Card, ...], tuple[Card, ...]]:
    """The decision that these moves lead to, the own cards and those of the board that are open."""
    item, own, seen = plan.tree.root, [], []
    for move in moves:
        if isinstance(move, Dealt):
            own += [slot for slot in move.cards if isinstance(slot, Card)]
        elif isinstance(move, Opened):
            seen += [slot for _, slot in move.cards if isinstance(slot, Card)]
        elif isinstance(move, Chosen) and move.seat == ME:
            assert isinstance(item, Node)
            item = item.children[[option.name for option in item.options].index(move.option)]
    assert isinstance(item, Node)
    return item, tuple(own), tuple(seen)


def differing_outcome(plan: BoardPlan, play: BoardPlay, walker: Walker, branch: Branch) -> str:
    for wager in plan.counted:
        ways: Counter[Outcome] = Counter()
        for number, end in enumerate(walker.ends):
            ways[dict(end)[wager]] += branch.ways[number]
        walked = {outcome: Fraction(count, branch.total) for outcome, count in ways.items() if count}
        if walked != play.solution.tallies[wager].chances():
            return f"outcomes of {wager} come otherwise by the rules"
    return ""
