"""What a way of playing hands drawn to a total is worth, exactly: the very actions that are dealt.

A hand goes on as its table says, and a finished one is counted by the drawing engine. The table looks at the
hand's own cards alone. So what `analysis.splitting` says of best play holds for any table: the hands of a
split pair have the same expectation whichever cards the others took, and that of the round is their sum.
For the same reason the number of seats makes no difference. The shoe is fresh, and larger than any round.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from pitboss.analysis.drawing import Drawing, Measure
from pitboss.analysis.holding import insurance_net
from pitboss.analysis.splitting import Splitting
from pitboss.base.error import InputError
from pitboss.base.odds import Pay
from pitboss.cards.totals import ACES, BEST, TENS, VALUES, Counts, without
from pitboss.shape.drawing import DrawingRules
from pitboss.simulation.blackjack_hand import (
    BUST,
    DOUBLE,
    HIT,
    SPLIT,
    SURRENDER,
    BlackjackPolicy,
    HandMachine,
    make_machine,
)


class Actions(NamedTuple):
    """What is done against one up card: bytes, so that it can be a key."""

    first: bytes
    """By the state of a hand that is not split."""
    split: tuple[bytes, ...]
    """By the pair, then by the state."""
    goals: bytes
    """By the pair: up to how many hands it is split again."""


class UpCardWorth(NamedTuple):
    """A bet of one against one up card."""

    played: Fraction
    """Its net where the player has no natural."""
    natural: Fraction
    """The chance of a player's natural that is paid."""


def policy_advantage(policy: BlackjackPolicy, deck: Counts, rules: DrawingRules, natural: Pay) -> Fraction:
    """The house's advantage on the bet, with insurance where it is taken."""
    found, size = Fraction(0), sum(deck)
    for up in VALUES:
        if not deck[up]:
            continue
        worth = worth_against(deck, rules, up, actions_against(policy, up))
        net = worth.played + worth.natural * natural.net(Fraction(1), {})
        if policy.insures and up == ACES:
            net += insurance_net(Fraction(deck[TENS], size - 1))
        found -= Fraction(deck[up], size) * net
    return found


def actions_against(policy: BlackjackPolicy, up: int) -> Actions:
    split = tuple(policy.split[pair, up].tobytes() for pair in VALUES)
    return Actions(policy.first[up].tobytes(), split, policy.goals[:, up].tobytes())


known_machine = cache(make_machine)


@lru_cache(maxsize=80)
def worth_against(deck: Counts, rules: DrawingRules, up: int, actions: Actions) -> UpCardWorth:
    """Every two cards, out of all orders in which they and the rest of the shoe can lie."""
    drawing, machine = Drawing(deck, rules, up), known_machine()
    size, orders = sum(drawing.deck), drawing.dealer.orders
    playing = Playing(drawing, machine, actions.first, drawing.net)
    played, naturals = Fraction(0), 0
    for one in VALUES:
        for two in range(one, len(VALUES)):
            ways = drawing.deck[one] * without(drawing.deck, one)[two] * (1 if one == two else 2)
            if ways <= 0:
                continue
            state, left = machine.number[one, two], without(without(drawing.deck, one), two)
            ended = drawing.natural_holes(left) * orders[size - 3]
            if machine.totals[state] == BEST:
                naturals += ways * (orders[size - 2] - ended)
            else:
                lost = ended if rules.peeks else 0
                if rules.early_surrender and actions.first[state] == SURRENDER:
                    played -= ways * Fraction(drawing.ways(left) + lost, 2)
                else:
                    played += ways * (first_net(playing, actions, state, left) - lost)
    every = size * (size - 1) * orders[size - 2]
    return UpCardWorth(played / every, Fraction(naturals, every))


def first_net(playing: "Playing", actions: Actions, state: int, left: Counts) -> Fraction:
    """Two cards that are played, out of the ways of `left`."""
    drawing, action = playing.drawing, playing.actions[state]
    if action == SURRENDER:  # a natural that was not looked for takes the whole stake all the same
        return -Fraction(drawing.ways(left) + drawing.naturals(left), 2)
    if action == SPLIT:
        pair = playing.machine.hands[state][0]
        splitting = SplittingBy(drawing, pair, left, machine=playing.machine, actions=actions.split[pair])
        return Fraction(splitting.value(2, 2, actions.goals[pair], drawing.net))
    return Fraction(playing.value(state, left))


@dataclass
class Playing:
    """Hands that go on by a table; all that is left besides a hand's own cards is the same for each."""

    drawing: Drawing
    machine: HandMachine
    actions: bytes
    measure: Measure
    known: dict[int, int] = field(default_factory=dict)

    def value(self, state: int, left: Counts) -> int:
        found = self.known.get(state)
        if found is None:
            action = self.actions[state]
            if action == HIT:
                found = self.drawn(state, left, self.value)
            elif action == DOUBLE:
                found = 2 * self.drawn(state, left, self.stand)
            else:
                found = self.stand(state, left)
            self.known[state] = found
        return found

    def stand(self, state: int, left: Counts) -> int:
        return self.measure(int(self.machine.totals[state]), left)

    def drawn(self, state: int, left: Counts, then: Callable[[int, Counts], int]) -> int:
        if sum(left) < 2:
            raise InputError("a hand can run out of cards; take a larger deck")
        found = 0
        for card in VALUES:
            if left[card]:
                after, rest = self.machine.after(state, card), without(left, card)
                found += left[card] * (self.measure(BEST + 1, rest) if after == BUST else then(after, rest))
        return found


@dataclass
class SplittingBy(Splitting):
    """Hands of a split pair that go on by a table."""

    machine: HandMachine = field(kw_only=True)
    actions: bytes = field(kw_only=True)
    played: dict[tuple[Measure, Counts], Playing] = field(default_factory=dict, kw_only=True)

    def hand(self, card: int, measure: Measure, shoes: int) -> list[int]:
        state = self.machine.number[tuple(sorted((self.pair, card)))]
        rests = self.shoes(without(self.left, card), shoes)
        return [self.playing(without(rest, card, -1), measure).value(state, rest) for rest in rests]

    def playing(self, rest: Counts, measure: Measure) -> Playing:
        fresh = Playing(self.drawing, self.machine, self.actions, measure)
        return self.played.setdefault((measure, rest), fresh)
