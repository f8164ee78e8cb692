"""The general engine for games whose rules read cards: the walker, remembering what it has met before.

A definition says which hands are alike (`alike` in its module): the cards of a hand, in the order in which
they came, as far as its rules can tell them apart. A lone card's answer is the class by which cards are
counted. Rounds in which alike hands lie, and the same was chosen, are one *state*: the rules are asked
about a state once, with one of its rounds, whatever is left in the shoe. What can follow is found once
for each state and each number of cards left by class.

What a definition says of itself is not taken on trust: see `likeness`. A definition that says nothing of
alike hands has every card of a class of its own: the engine is right, and soon at its limit.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from pitboss.analysis.walker import (
    ME,
    Branch,
    Walk,
    Walking,
    card_count,
    card_move,
    check_end,
    multisets,
)
from pitboss.base.error import PlanError
from pitboss.cards import Card
from pitboss.rules import Done, Draw, Game, Record, Reveal, Round, Slot, Step
from pitboss.rules.record import Move, Place, apply

Left = tuple[int, ...]
"""Unseen cards by class."""
AUDITED = 50
"""The first rounds taken for one met before, and one of as many later on, are played by the rules too."""
MOST_STATES = 6_000
"""About which the rules are asked before the engine gives up; a few seconds' worth."""


@dataclass(eq=False, slots=True)
class State:
    """Rounds that the rules cannot tell apart, and one of them."""

    record: Record
    round: Round
    step: Step
    following: dict[Move | tuple[int, ...], "State"] = field(default_factory=dict)
    """By a move, or by the classes of cards that come to light."""


class Position(NamedTuple):
    """A state, and what is left in the shoe; nothing where that has no part in it any more."""

    state: State
    left: Left

    @property
    def moves(self) -> tuple[Move, ...]:
        return self.state.record.moves


def alike_of(game: Game) -> Callable[[tuple[Card, ...]], Hashable]:
    return game.alike or (lambda cards: cards)


@dataclass
class AlikeWalker(Walking[Position]):
    most_states: int = MOST_STATES

    def __post_init__(self) -> None:
        self.alike = alike_of(self.game)
        classes: dict[Hashable, list[Card]] = {}
        for card in self.game.deck.cards:
            classes.setdefault(self.alike((card,)), []).append(card)
        self.members = list(classes.values())
        copies = self.game.deck.copies
        self.deck = tuple(sum(copies[card] for card in cards) for cards in self.members)
        self.met = 0
        self.states: dict[Hashable, State] = {}
        self.found: dict[Position, Branch] = {}

    def start(self, wagers: tuple[str, ...]) -> Position:
        return self.position(Record((self.game.seat(*wagers, number=ME),)))

    def position(self, record: Record) -> Position:
        round_, _ = self.game.replay(record)
        lying = Counter(slot for hand in round_.hands.values() for slot in hand if isinstance(slot, Card))
        left = (
            number - sum(lying[card] for card in cards)
            for number, cards in zip(self.deck, self.members, strict=True)
        )
        return Position(self.state(record, round_), tuple(left))

    # -- states ----------------------------------------------------------------------------------

    def state(self, record: Record, round_: Round) -> State:
        """The state of a record; the rules are run only for one that is new."""
        key = (len(record.moves), self.key(round_))
        found = self.states.get(key)
        if found is None:
            check_end(record)
            if len(self.states) >= self.most_states:
                raise PlanError(f"it meets more than {self.most_states:,} states of hands")
            found = self.states[key] = State(record, *self.game.replay(record))
        else:
            self.met += 1
            if self.met <= AUDITED or self.met % AUDITED == 0:
                self.audit(found, record)
        return found

    def audit(self, state: State, record: Record) -> None:
        """Refuse a round whose hands are said to be alike, and that goes on or ends in another way."""
        round_, step = self.game.replay(record)
        is_same = step == state.step
        if is_same and isinstance(step, Done):
            is_same = self.game.settle(round_, ME) == self.game.settle(state.round, ME)
        if not is_same:
            raise PlanError(f"{state.round.hands} and {round_.hands} are said to be alike, and are not")

    def key(self, round_: Round) -> Hashable:
        hands = tuple(sorted((name, self.hand_key(slots)) for name, slots in round_.hands.items()))
        choices = tuple(
            (asked, option.name) for place in round_.places for asked, option in place.choices.items()
        )
        return hands, choices, tuple(round_.found.items())

    def hand_key(self, slots: tuple[Slot, ...]) -> Hashable:
        """What the rules can tell of a hand; with a card face down, of each card by itself."""
        cards = tuple([slot for slot in slots if isinstance(slot, Card)])
        if len(cards) == len(slots):
            return self.alike(cards)
        return None, *(self.alike((slot,)) if isinstance(slot, Card) else None for slot in slots)

    def moved(self, state: State, move: Move) -> State:
        old = state.round
        places = tuple(Place(place.number, place.wagers, dict(place.choices)) for place in old.places)
        round_ = Round(places, old.settings, dict(old.hands), dict(old.found))
        apply(round_, state.step, move)
        return self.state(state.record.then(move), round_)

    def some_cards(self, state: State, taken: tuple[int, ...]) -> tuple[Card, ...]:
        """Cards of these classes, others than lie there already while there are others."""
        lying = [slot for hand in state.round.hands.values() for slot in hand]
        cards: list[Card] = []
        for number in taken:
            members = self.members[number]
            free = [card for card in members if card not in lying and card not in cards]
            cards.append((free or members)[0])
        return tuple(cards)

    # -- what can follow -------------------------------------------------------------------------

    def walk(self, stand: Position) -> Branch:
        found = self.found.get(stand)
        if found is None:
            found = self.found[stand] = super().walk(stand)
        return found

    def look(self, stand: Position) -> tuple[Round, Step]:
        return stand.state.round, stand.state.step

    def after(self, stand: Position, move: Move) -> Position:
        state, left = stand
        if move not in state.following:
            state.following[move] = self.moved(state, move)
        return lying_at(state.following[move], left)

    def deals(self, stand: Position, step: Draw | Reveal, round_: Round) -> Iterator[tuple[int, Position]]:
        state, left = stand
        unseen = [(number, copies) for number, copies in enumerate(left) if copies]
        for ways, taken in multisets(unseen, card_count(round_, step)):
            rest = list(left)
            for number in taken:
                rest[number] -= 1
            found = state.following.get(taken)
            if found is None:
                move = card_move(round_, step, self.some_cards(state, taken))
                found = state.following[taken] = self.moved(state, move)
            yield ways, lying_at(found, tuple(rest))


def lying_at(state: State, left: Left) -> Position:
    """A round that is done is settled once, whatever is left."""
    return Position(state, () if isinstance(state.step, Done) else left)


def walk_alike(game: Game, wagers: tuple[str, ...], *, meters: Mapping[str, Fraction] | None = None) -> Walk:
    """Seat 1 with one unit on each of `wagers`; the answer of `walker.walk`, if alike hands are alike."""
    walker = AlikeWalker(game, game.deciding, meters or {})
    return walker.result(walker.start(wagers), wagers)
