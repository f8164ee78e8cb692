"""What each option is worth for a hand: exactly, with the best one first to see."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.bestplay import Counted, Decision
from pitboss.analysis.counting import count
from pitboss.analysis.situations import canonical_suits
from pitboss.analysis.unroll import Leaf, Node, unroll
from pitboss.base.error import InputError
from pitboss.base.figure import format_decimal, format_percent
from pitboss.base.notebook import html_table
from pitboss.cards import Card, format_cards, parse_cards
from pitboss.rules import Game


@dataclass(frozen=True)
class Choice:
    option: str
    card: Card | None
    """The card that the option is about, if it is about one."""
    value: Fraction
    """Expected net of the whole round from here, in units of the base wager."""
    cost: Fraction
    """What it loses against the best option."""


@dataclass(frozen=True)
class Advice:
    """A decision at given cards, after the decisions in `history`."""

    question: str
    history: tuple[str, ...]
    cards: tuple[tuple[Card, ...], ...]
    choices: tuple[Choice, ...]

    @property
    def best(self) -> Choice:
        return min(self.choices, key=lambda choice: choice.cost)

    def _repr_html_(self) -> str:
        rows = [(c.option, format_decimal(c.value, 6), format_percent(c.cost)) for c in self.choices]
        cards = " / ".join(format_cards(group) for group in self.cards)
        return html_table(f"{self.question}: {cards}", ("option", "value", "costs"), rows)


def advise(game: Game, text: str) -> tuple[Advice, ...]:
    """Every decision that can come with these cards seen: own cards first, then others as they are opened."""
    cards = parse_cards(text.replace("/", " ").replace("|", " "))
    for card in cards:
        if card not in game.deck.copies:
            raise InputError(f"{str(card)!r} is not in the deck of {game.name}")
    if not game.deciding:
        raise InputError(f"{game.name} has no decision to advise on")
    tree = unroll(game, game.deciding)
    sizes = [len(group) for group in tree.groups]
    ends = {sum(sizes[:stage]): stage for stage in {node.stage for node in nodes_of(tree.root)}}
    if len(cards) not in ends:
        wanted = " or ".join(str(end) for end in sorted(ends))
        raise InputError(
            f"{game.name} decides on {wanted} cards, got {len(cards)}: {format_cards(cards) or 'none'}"
        )
    stage = ends[len(cards)]
    groups = tuple(
        tuple(sorted(cards[sum(sizes[:n]) : sum(sizes[: n + 1])], key=lambda c: (c.rank, c.suit)))
        for n in range(stage)
    )
    counted = count(game, game.deciding, given=groups)
    groups = in_row_order(counted, groups)
    decisions = {id(decision.node): decision for decision in counted.decide(game)}
    return tuple(
        read_decision(decisions[id(node)], history, groups)
        for node, history in paths(counted)
        if node.stage == stage
    )


def in_row_order(counted: Counted, groups: tuple[tuple[Card, ...], ...]) -> tuple[tuple[Card, ...], ...]:
    """The cards in the order of the row that was counted, so that places mean these cards."""
    rename = canonical_suits(counted.stages[0].room, groups)
    return tuple(tuple(sorted(group, key=lambda card: rename((card,)))) for group in groups)


def read_decision(
    decision: Decision, history: tuple[str, ...], groups: tuple[tuple[Card, ...], ...]
) -> Advice:
    values = [Fraction(int(value), decision.denominator) for value in decision.options[0]]
    best = max(values)
    choices = tuple(
        Choice(option.name, None if option.place is None else groups[0][option.place], value, best - value)
        for option, value in zip(decision.node.options, values, strict=True)
    )
    return Advice(decision.node.question, history, groups, choices)


def nodes_of(item: Node | Leaf) -> Iterator[Node]:
    if isinstance(item, Node):
        yield item
        for child in item.children:
            yield from nodes_of(child)


def paths(counted: Counted) -> Iterator[tuple[Node, tuple[str, ...]]]:
    """Every decision with the choices that lead to it."""
    pending: list[tuple[Node | Leaf, tuple[str, ...]]] = [(counted.tree.root, ())]
    while pending:
        item, history = pending.pop()
        if isinstance(item, Node):
            yield item, history
            pending += [
                (child, (*history, option.name))
                for option, child in reversed(list(zip(item.options, item.children, strict=True)))
            ]
