"""Advice in games that are counted: only what can follow the cards seen is counted, and kept."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import comb

from pitboss.analysis.analysis import find_board, solve_board
from pitboss.analysis.bestplay import Decision
from pitboss.analysis.counting import Counting, ask_bets
from pitboss.base.error import InputError
from pitboss.cards import Card, format_cards
from pitboss.rules import Choose, Game, Option, Place, Round
from pitboss.rules.hand import parse_hand
from pitboss.rules.step import ends_of
from pitboss.shape.situations import SituationRoom, canonical_suits, numbered
from pitboss.shape.unroll import Leaf, Node, Tree, names_of
from pitboss.strategy.choice import Advice, choices_of

Groups = tuple[tuple[Card, ...], ...]
"""The cards seen, as they were seen together."""
FAR = 20_000
"""So many boards still to come: then the whole game is solved, and not what can follow the cards."""


def advise_cards(game: Game, cards: tuple[Card, ...]) -> tuple[Advice, ...]:
    """Every decision with these cards seen, after every history that leads there."""
    tree = asked_once(game).tree
    sizes = [len(group) for group in tree.groups]
    ends = {sum(sizes[:stage]): stage for stage in {node.stage for node, _ in tree.decisions}}
    if len(cards) not in ends:
        wanted = " or ".join(str(end) for end in sorted(ends))
        raise InputError(
            f"{game.name} decides on {wanted} cards, got {len(cards)}: {format_cards(cards) or 'none'}"
        )
    stage = ends[len(cards)]
    groups = tuple(cards[sum(sizes[:n]) : sum(sizes[: n + 1])] for n in range(stage))
    return tuple(advise_groups(game, groups).values())


def advise_seat(game: Game, round_: Round, step: Choose) -> Advice:
    """The decision of a seat, by its own cards, those open to it, and what it chose before."""
    tree, place = asked_once(game).tree, round_.place(step.seat)
    mixture = dict(histories(tree.root, tuple(place.choices.values())))
    node = next(node for node, path in tree.decisions if names_of(path) == next(iter(mixture)))
    if len(mixture) > 1 and any(isinstance(child, Node) for child in node.children):
        raise InputError(f"no advice on {step.question!r} after a stake between two ends: a decision follows")
    stage = node.stage
    groups = tuple(
        tuple(card_at(round_, place, tree, token) for token in group) for group in tree.groups[:stage]
    )
    advice = mix(advise_groups(game, groups), mixture)
    return in_place(advice, round_.hand(place.hand), step)


def histories(item: Node | Leaf, chosen: tuple[Option, ...]) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    """The choices of the tree that those of the seat are made of, with weights.

    A stake between two ends is so much of the one and so much of the other; then the value of an option that
    no further decision follows is the mean of theirs.
    """
    if not chosen:
        yield (), Fraction(1)
        return
    assert isinstance(item, Node), "a choice answers a question"
    for number, weight in ends_of(item.options, chosen[0]):
        for rest, part in histories(item.children[number], chosen[1:]):
            yield (item.options[number].name, *rest), weight * part


def mix(found: Mapping[tuple[str, ...], Advice], mixture: Mapping[tuple[str, ...], Fraction]) -> Advice:
    """The mean of several decisions that ask the same."""
    first = found[next(iter(mixture))]
    if len(mixture) == 1:
        return first
    parts = [(found[history].choices, weight) for history, weight in mixture.items()]
    values = [
        sum((choices[number].value * weight for choices, weight in parts), Fraction(0))
        for number in range(len(first.choices))
    ]
    choices = tuple(
        replace(choice, value=value, cost=max(values) - value)
        for choice, value in zip(first.choices, values, strict=True)
    )
    return replace(first, choices=choices)


def card_at(round_: Round, place: Place, tree: Tree, token: int) -> Card:
    """The card of a token of the tree, which was unrolled for the first seat."""
    hand, number = tree.slot_of[token]
    name = parse_hand(hand).at(place.number)
    slot = round_.hand(name)[number]
    if not isinstance(slot, Card):
        raise InputError(f"the cards of {name!r} are hidden here; advice needs what the seat itself sees")
    return slot


def in_place(advice: Advice, hand: tuple[object, ...], step: Choose) -> Advice:
    """The same advice with options that name a card by its place in the seat's own hand."""
    by_card = {choice.card: choice for choice in advice.choices if choice.card}
    by_name = {choice.option: choice for choice in advice.choices if not choice.card}
    choices = []
    for option in step.options:
        card = hand[option.place] if option.place is not None else None
        found = by_card[card] if isinstance(card, Card) else by_name[option.name]
        choices.append(replace(found, option=option.name))
    return replace(advice, choices=tuple(choices))


# -- kept --------------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def asked_once(game: Game) -> Counting:
    return ask_bets(game, game.deciding)


@lru_cache(maxsize=16)
def room_once(game: Game) -> SituationRoom:
    asked = asked_once(game)
    return asked.room(asked.signatures.values())


def advise_groups(game: Game, groups: Groups) -> Mapping[tuple[str, ...], Advice]:
    """Every decision at these cards by its history; hands that differ in suits alone are counted once."""
    rename = canonical_suits(room_once(game), groups)
    numbers = tuple(rename(group) for group in groups)
    seen = {rename((card,))[0]: card for group in groups for card in group}
    found = values_once(game, tuple(tuple(map(numbered, group)) for group in numbers))
    ordered = tuple(tuple(seen[number] for number in group) for group in numbers)
    return {
        history: Advice(node.question, history, ordered, choices_of(node.options, values, *ordered[:1]))
        for history, (node, values) in found.items()
    }


@lru_cache(maxsize=4096)
def values_once(game: Game, groups: Groups) -> Mapping[tuple[str, ...], tuple[Node, tuple[Fraction, ...]]]:
    """For more hands than a game of three cards has: 1,755 up to a renaming of suits."""
    if is_far(game, groups):
        return board_values(game, groups)
    counted = asked_once(game).count_after(groups)
    decisions = {id(decision.node): decision for decision in counted.decide(game)}
    return {
        names_of(path): open_at_first_row(decisions[id(node)])
        for node, path in counted.tree.decisions
        if node.stage == len(groups)
    }


def open_at_first_row(decision: Decision) -> tuple[Node, tuple[Fraction, ...]]:
    """The decision with the options that are open there, and what they are worth."""
    node, values = decision.node, decision.options[0].tolist()
    kept = range(len(values)) if decision.allowed is None else decision.allowed[0].nonzero()[0].tolist()
    options, children = tuple(node.options[n] for n in kept), tuple(node.children[n] for n in kept)
    worth = tuple(Fraction(values[n], decision.denominator) for n in kept)
    return replace(node, options=options, children=children), worth


def is_far(game: Game, groups: Groups) -> bool:
    """Whether two hands share a board of which little is open."""
    plan = find_board(game, game.deciding)
    if plan is None:
        return False
    seen = sum(map(len, groups))
    return comb(game.deck.size - seen, plan.board - (seen - len(groups[0]))) > FAR


def board_values(game: Game, groups: Groups) -> Mapping[tuple[str, ...], tuple[Node, tuple[Fraction, ...]]]:
    """What the board engine found the options worth."""
    play = solve_board(game, game.deciding)
    opened = tuple(card for group in groups[1:] for card in group)
    return {
        names_of(path): (node, play.values(node, groups[0], opened))
        for node, path in play.pricing.plan.tree.decisions
        if node.stage == len(groups)
    }
