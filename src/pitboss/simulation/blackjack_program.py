"""Blackjack made ready to be dealt: its shoe, its strategy, what cells come to, and rounds read back.

The house's rules come from `shape.drawing`; whether they are all that there is to a definition, `fit` finds
out.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from pitboss.base.error import PlanError
from pitboss.base.odds import EVEN, LOSE, PUSH, Pay, to_one
from pitboss.cards.deck import STANDARD, Deck, make_deck
from pitboss.cards.totals import BEST, TEN, value
from pitboss.rules import Choose, Game, Result
from pitboss.rules.record import Place, Round
from pitboss.shape.drawing import drawing_rules, hand_asked, natural_pay, natural_wager, seat_hands
from pitboss.shape.question import CellJudge
from pitboss.shape.situations import card_number, numbered
from pitboss.shape.tally import Outcome
from pitboss.simulation import blackjack_lockstep
from pitboss.simulation.blackjack_block import MATCHES
from pitboss.simulation.blackjack_hand import DOUBLE, HIT, SPLIT, STAND, SURRENDER, BlackjackPolicy
from pitboss.simulation.blackjack_lockstep import SEEN_BITS
from pitboss.simulation.blackjack_machine import (
    INSURANCE_WON,
    INSURANCES,
    NETS,
    NOT_INSURED,
    OUTCOMES,
    SEVERAL,
    SINGLE,
    BlackjackTables,
    RoundMachine,
    hand_tables,
)
from pitboss.simulation.general import Below, Decide, NextCard
from pitboss.simulation.program import Prepared, Program, write_source

SEAT = 1
INSURANCE = "insurance"
ACTIONS = {STAND: "stand", HIT: "hit", DOUBLE: "double", SPLIT: "split", SURRENDER: "surrender"}
MOST_TRACED = 120
SOURCE = write_source(blackjack_lockstep)
"""Called with those whose numbers it has."""
HALF = Fraction(1, 2)
MOST_HANDS = 4
MOST_DRAWN = (MOST_HANDS + 1) * (BEST + TEN)
"""Four hands and the dealer's cannot hold more, aces as one: of a hand of 21 the next card is the last."""


def write_blackjack_program(
    game: Game, wagers: tuple[str, ...], policy: BlackjackPolicy, *, seats: int = 1
) -> Prepared:
    for wager in wagers:
        shape = game.wagers[wager].shape
        if wager != natural_wager(game) and not (shape and len(shape.ranking.atom_names) == MATCHES):
            raise PlanError(f"the wager {wager!r} looks at other cards than the first four")
    cards = sorted(game.deck, key=lambda card: (value(card), card))
    values = [value(card) - 1 for card in cards]
    places = [value | (place - values.index(value)) << 4 for place, value in enumerate(values)]
    tables = BlackjackTables(
        **RoundMachine(policy, drawing_rules(game)).tables(),
        **hand_tables(policy),
        is_side_by_side=np.array([may_go_side_by_side(game.deck)]),
        order=np.array([card_number(card) for card in cards], np.int16),
        places=np.array(places, np.int16),
        values=np.array([value(card) - 1 for card in STANDARD], np.int8),
    )
    program = Program(SOURCE, tables, seats, OUTCOMES * INSURANCES * MATCHES, MOST_TRACED + 1)
    return Prepared(program, {wager: cell_outcomes(game, wager) for wager in wagers})


def may_go_side_by_side(deck: Deck) -> bool:
    """Whether the shoe is whole decks, no round can empty it, and no value but tens comes 64 times."""
    copies = max(deck.copies.values())
    is_whole = deck == make_deck(decks=copies)
    return is_whole and sum(map(value, deck)) > MOST_DRAWN and 4 * copies < 1 << SEEN_BITS


def cell_outcomes(game: Game, wager: str) -> tuple[Outcome, ...]:
    """What a wager comes to in each cell: outcome of the hands, insurance, and match of the first four
    cards."""
    if wager == natural_wager(game):
        hands = [hand_result(number, natural_pay(game, wager)) for number in range(OUTCOMES)]
        return tuple(
            (result, *insurance_results(insured))
            for result in hands
            for insured in range(INSURANCES)
            for _ in range(MATCHES)
        )
    ranking = game.wagers[wager].shape
    assert ranking is not None
    round_ = Round((Place(SEAT, {wager: Fraction(1)}),), game.house)
    settled = [
        game.settle_wager(
            round_, SEAT, wager, CellJudge({game.wagers[wager].look: (ranking.ranking, atom)}, {})
        )
        for atom in range(MATCHES)
    ]
    return tuple(settled[match] for _ in range(OUTCOMES * INSURANCES) for match in range(MATCHES))


def hand_result(number: int, natural: Pay) -> Result:
    """What becomes of a bet of one; of several hands only the sum is kept."""
    one = Fraction(1)
    if number < SINGLE:
        return (
            Result("natural", one, natural, one),
            Result("two naturals", one, PUSH, one),
            Result("dealer natural", one, LOSE, one),
            Result("surrender", one, LOSE, HALF),
        )[number]
    if number < SEVERAL:
        doubled, kind = divmod(number - SINGLE, 4)
        stake = Fraction(1 + doubled)
        name = ("bust", "lose", "push", "win")[kind] + ", doubled" * doubled
        return Result(name, stake, (LOSE, LOSE, PUSH, EVEN)[kind], stake)
    stakes, net = divmod(number - SEVERAL, NETS)
    return Result("split", Fraction(stakes + 2), to_one(net - NETS // 2), one)


def insurance_results(insured: int) -> tuple[Result, ...]:
    if insured == NOT_INSURED:
        return ()
    is_won = insured == INSURANCE_WON
    return (Result("insured" if is_won else "no natural", HALF, to_one(2) if is_won else LOSE, HALF),)


# -- played by hand ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class BlackjackPlayer:
    """A table of actions, played at a table where hands and questions are named as the machine expects."""

    game: Game
    policy: BlackjackPolicy

    @property
    def name(self) -> str:
        return self.policy.name

    def choose(self, round_: Round, step: Choose, below: Below | None = None) -> str:
        del below  # nothing is left to chance
        if step.question == INSURANCE:
            return step.options[self.policy.insures].name
        own = seat_hands(self.game, round_, round_.place(step.seat))
        is_before = step.question == ACTIONS[SURRENDER]
        cards = [value(card) - 1 for card in own[hand_asked(step.question)]]
        up = value(round_.cards("dealer")[0]) - 1
        state, pair = self.policy.machine.number[tuple(sorted(cards))], cards[0]
        if len(own) == 1:
            action = ACTIONS[int(self.policy.first[up, state])]
            return action if step.find(action) or not is_before else step.options[0].name
        if cards == [pair, pair] and len(own) < self.policy.goals[pair, up]:
            return ACTIONS[SPLIT]
        return ACTIONS[int(self.policy.split[pair, up, state])]


@dataclass(frozen=True)
class BlackjackTrace:
    """Rounds of blackjack, read back."""

    game: Game
    policy: BlackjackPolicy
    prepared: Prepared

    def cards(self, row: NDArray[np.int32]) -> NextCard:
        """As they came; after the first ones a card stands for any of its value that is left."""
        left, first = list(self.game.deck), 2 * self.prepared.program.seats + 2
        found = []
        for place, number in enumerate(row[1 : row[0] + 1].tolist()):
            card = numbered(number)
            if place >= first and card not in left:
                card = next(other for other in left if value(other) == value(card))
            left.remove(card)
            found.append(card)
        found.reverse()
        return lambda *_: found.pop()

    def decide(self, cells: list[int], row: NDArray[np.int32]) -> Decide:
        del cells, row
        return BlackjackPlayer(self.game, self.policy).choose
