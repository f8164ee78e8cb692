"""Law: whatever cards are dealt, the compiled rounds settle every wager as the game's own procedure does."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.analysis.analysis import is_highest
from pitboss.analysis.bestplay import Policy as Choices
from pitboss.analysis.counting import count
from pitboss.base.error import PlanError
from pitboss.cards import Card, Deck
from pitboss.cards.card import LOWEST
from pitboss.cards.deck import STANDARD, make_deck
from pitboss.rules import Choose, Game, Round, load_game
from pitboss.shape.situations import Situations, canonical_suits
from pitboss.shape.unroll import Node
from pitboss.simulation.general import Rulebook
from pitboss.simulation.plan import DealingPlan, make_plan
from pitboss.simulation.planned_program import write_program
from pitboss.simulation.stream import open_stream
from pitboss.trial.best_play import make_policy, no_meters
from structure import QUICK

SMALL = make_deck(ranks=tuple(range(7, 15)))
"""Thirty-two cards: what can be seen at Caribbean Stud fits into a dictionary."""
ROUNDS = 400


def at_random(node: Node, stage: Situations) -> NDArray[np.int8]:
    """A strategy that nobody would play: every corner of the tree comes up."""
    return np.random.default_rng(len(stage)).integers(0, len(node.options), len(stage)).astype(np.int8)


class Oracle:
    """A strategy looked up by situation in plain Python, as the analysis keeps it."""

    def __init__(self, game: Game, wagers: tuple[str, ...], choices: Choices | None) -> None:
        self.counted = count(game, wagers)
        self.solution = self.counted.price(game, policy=choices, meters=no_meters(game))
        self.choice = {id(d.node): d.choice for d in self.solution.decisions}
        self.rows: dict[int, dict[tuple[int, ...], int]] = {}

    def row(self, stage: int, groups: tuple[tuple[Card, ...], ...]) -> int:
        situations = self.counted.stages[stage]
        if stage not in self.rows:
            self.rows[stage] = {tuple(row): n for n, row in enumerate(situations.rows.tolist())}
        rename = canonical_suits(situations.room, groups)
        return self.rows[stage][tuple(number for group in groups for number in rename(group))]

    def decide(self, round_: Round, step: Choose) -> str:
        item, place = self.counted.tree.root, round_.place(step.seat)
        for option in place.choices.values():
            assert isinstance(item, Node)
            item = item.children[item.options.index(option)]
        assert isinstance(item, Node)
        groups = []
        for group in self.counted.tree.groups[: item.stage]:
            slots = [self.counted.tree.slot_of[token] for token in group]
            names = [(hand.replace("seat 1 ", f"seat {step.seat} "), at) for hand, at in slots]
            groups.append(
                tuple(card for hand, at in names if isinstance(card := round_.hand(hand)[at], Card))
            )
        option = item.options[self.choice[id(item)][self.row(item.stage, tuple(groups))]]
        if option.place is None:
            return option.name
        # The card that is meant lies at that place of the canonical hand.
        hand = groups[0]
        rename = canonical_suits(self.counted.stages[item.stage].room, (hand,))
        meant = rename(hand)[option.place]
        place = next(n for n, card in enumerate(hand) if rename((card,))[0] == meant)
        return next(other.name for other in item.options if other.place == place)


def first_cards(count: int) -> Deck:
    return Deck(tuple((card, 1) for card in list(STANDARD)[:count]))


def card_numbered(number: int) -> Card:
    return Card(int(number) // 4 + LOWEST, int(number) % 4)


def dealer_of(plan: DealingPlan, dealt: list[int], deck: Deck) -> Callable[[str, int], Card]:
    """The traced cards by hand and place; whatever no look asks for comes from the rest."""
    at = {
        plan.tree.slot_of[token]: card_numbered(card) for token, card in zip(plan.cards, dealt, strict=True)
    }
    assert len(set(at.values())) == len(at), "no card is dealt twice"
    rest = [card for card in deck.cards if card not in at.values()]
    return lambda hand, place: at[hand, place] if (hand, place) in at else rest.pop()


ALONE = [(name, 1, STANDARD) for name in QUICK]
TABLES = [
    *ALONE,
    ("caribbean_stud", 1, SMALL),
    ("three_card_poker", 6, STANDARD),
    ("three_card_draw_poker", 4, STANDARD),
    ("mississippi_stud", 3, STANDARD),
    ("caribbean_stud", 4, SMALL),
    # Decks that have not all cards.
    ("mississippi_stud", 1, first_cards(33)),
    ("mississippi_stud", 2, first_cards(9)),
    ("three_card_draw_poker", 1, first_cards(17)),
]


@pytest.mark.parametrize(
    ("name", "seats", "deck", "choices"),
    [
        *(
            pytest.param(
                *table,
                at_random,
                id=f"{table[0]}-{table[1]}-{table[2].size}",
                marks=[pytest.mark.slow] * (table[2] == STANDARD and table not in ALONE[:1]),
            )
            for table in TABLES
        ),
        *(
            pytest.param(
                *table,
                None,
                id=f"{table[0]}-{table[1]}-{table[2].size}-best",
                marks=[pytest.mark.slow] * (table not in ALONE),
            )
            for table in TABLES
        ),
    ],
)
def test_every_wager_comes_out_as_the_procedure_settles_it(
    name: str, seats: int, deck: Deck, choices: Choices | None
) -> None:
    game = load_game(name).with_deck(deck)
    wagers = tuple(game.wagers)
    countable = tuple(wager for wager in wagers if not is_highest(game, game.wagers[wager]))
    oracle = Oracle(game, countable, choices)
    policy = make_policy(oracle.counted, oracle.solution, "best")
    plan = make_plan(game, wagers, seats=seats)
    prepared = write_program(plan, policy)
    cells, dealt = prepared.program.trace(open_stream(11, seats), ROUNDS)
    book = Rulebook(game, tuple(game.seat(*wagers, number=n) for n in range(1, seats + 1)))
    for row in range(ROUNDS):
        round_ = book.play(dealer_of(plan, dealt[row].tolist(), deck), oracle.decide)
        for seat in range(1, seats + 1):
            settled = game.settle(round_, seat)
            ours = {wager: prepared.outcomes[wager][cells[row, seat - 1]] for wager in wagers}
            assert ours == settled, (row, seat, round_.hands)


def test_more_seats_than_the_deck_has_cards_for_are_refused() -> None:
    game = load_game("caribbean_stud").with_deck(SMALL)
    with pytest.raises(PlanError, match="7 seats need 40 cards, and the deck has 32"):
        make_plan(game, ("ante",), seats=7)
