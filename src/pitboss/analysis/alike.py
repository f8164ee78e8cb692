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
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.analysis.walker import ME, Branch, Walk, Walker, add_up, check_end, is_mine, multisets
from pitboss.base.error import InputError, PlanError
from pitboss.cards import Card
from pitboss.rules import (
    Blank,
    Choose,
    Chosen,
    Dealt,
    Done,
    Draw,
    Face,
    Game,
    Opened,
    Peek,
    Peeked,
    Record,
    Reveal,
    Round,
    Settle,
    Slot,
    Step,
)
from pitboss.rules.record import Move, Place, apply, hidden_places

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
    hidden: int
    """Cards that lie face down."""
    following: dict[tuple[int, ...], "State"] = field(default_factory=dict)
    chosen: dict[str, "State"] = field(default_factory=dict)
    settled: "Branch | None" = None


def alike_of(game: Game) -> Callable[[tuple[Card, ...]], Hashable]:
    return game.alike or (lambda cards: cards)


@dataclass
class AlikeWalker:
    game: Game
    deciding: tuple[str, ...]
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    most_states: int = MOST_STATES

    def __post_init__(self) -> None:
        self.alike = alike_of(self.game)
        self.classes: dict[Hashable, list[Card]] = {}
        for card in self.game.deck.cards:
            self.classes.setdefault(self.alike((card,)), []).append(card)
        self.members = list(self.classes.values())
        copies = self.game.deck.copies
        self.deck = tuple(sum(copies[card] for card in cards) for cards in self.members)
        self.book = Walker(self.game, self.deciding, self.meters)
        self.met = 0
        self.states: dict[Hashable, State] = {}
        self.found: dict[tuple[State, Left], Branch] = {}

    def left(self, round_: Round) -> Left:
        """Unseen cards by class."""
        lying = Counter(slot for hand in round_.hands.values() for slot in hand if isinstance(slot, Card))
        return tuple(
            number - sum(lying[card] for card in cards)
            for number, cards in zip(self.deck, self.members, strict=True)
        )

    # -- states ----------------------------------------------------------------------------------

    def state(self, record: Record, round_: Round | None = None) -> State:
        """The state of a record; the rules are run only for one that is new."""
        if round_ is None:
            round_, _ = self.game.replay(record)
        key = (len(record.moves), self.key(round_))
        found = self.states.get(key)
        if found is None:
            check_end(record)
            if len(self.states) >= self.most_states:
                raise PlanError(f"it meets more than {self.most_states:,} states of hands")
            round_, step = self.game.replay(record)
            hidden = sum(isinstance(slot, Blank) for hand in round_.hands.values() for slot in hand)
            found = self.states[key] = State(record, round_, step, hidden)
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

    def after(self, state: State, move: Move) -> State:
        old = state.round
        places = tuple(Place(place.number, place.wagers, dict(place.choices)) for place in old.places)
        round_ = Round(places, old.settings, dict(old.hands), dict(old.found))
        apply(round_, state.step, move)
        return self.state(state.record.then(move), round_)

    def deal(self, state: State, taken: tuple[int, ...]) -> State:
        """The state in which cards of these classes are dealt or opened."""
        found = state.following.get(taken)
        if found is None:
            cards = self.some_cards(state, taken)
            if isinstance(state.step, Reveal):
                places = hidden_places(state.round, state.step)
                move: Move = Opened(state.step.hand, tuple(zip(places, cards, strict=True)))
            else:
                assert isinstance(state.step, Draw)
                move = Dealt(state.step.hand, cards)
            found = state.following[taken] = self.after(state, move)
        return found

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

    def walk(self, state: State, left: Left) -> Branch:
        if state.settled is not None:
            return state.settled
        key = (state, left)
        found = self.found.get(key)
        if found is None:
            found = self.found[key] = self.follow(state, left)
        return found

    def follow(self, state: State, left: Left) -> Branch:
        match step := state.step:
            case Done():
                state.settled = self.book.settle(state.round)
                return state.settled
            case Draw(face=Face.DOWN) | Draw(face=Face.SEAT) if not is_mine(step):
                self.check_deck(state, left, step.count)
                if () not in state.following:
                    blanks = tuple(Blank(state.hidden + n) for n in range(step.count))
                    state.following[()] = self.after(state, Dealt(step.hand, blanks))
                return self.walk(state.following[()], left)
            case Draw():
                self.check_deck(state, left, step.count)
                return self.chance(state, left, step.count)
            case Reveal():
                return self.chance(state, left, len(hidden_places(state.round, step)))
            case Peek():
                return self.walk(self.choose(state, "", Peeked(step.hand, False)), left)
            case Choose(seat=seat) if seat != ME:
                name = step.options[0].name
                return self.walk(self.choose(state, name, Chosen(seat, step.question, name)), left)
            case Choose():
                return self.decide(state, left, step)
            case Settle():
                raise AssertionError("a replay passes over settling")

    def choose(self, state: State, name: str, move: Move) -> State:
        if name not in state.chosen:
            state.chosen[name] = self.after(state, move)
        return state.chosen[name]

    def check_deck(self, state: State, left: Left, cards: int) -> None:
        if sum(left) - state.hidden < cards:
            raise InputError(f"the deck of {self.game.deck.size} cards runs out; take a larger one")

    def chance(self, state: State, left: Left, cards: int) -> Branch:
        branches = []
        for ways, taken in multisets(
            [(number, copies) for number, copies in enumerate(left) if copies], cards
        ):
            rest = list(left)
            for number in taken:
                rest[number] -= 1
            following = state.following.get(taken) or self.deal(state, taken)
            branches.append((ways, self.walk(following, tuple(rest))))
        return add_up(branches)

    def decide(self, state: State, left: Left, step: Choose) -> Branch:
        options = step.options if self.game.house_rules.tie_rule != "dearest" else step.options[::-1]
        branches = {
            option.name: self.walk(
                self.choose(state, option.name, Chosen(ME, step.question, option.name)), left
            )
            for option in options
        }
        self.book.decisions[state.record.moves] = {name: branch.value for name, branch in branches.items()}
        return max(branches.values(), key=lambda branch: branch.value)


def walk_alike(game: Game, wagers: tuple[str, ...], *, meters: Mapping[str, Fraction] | None = None) -> Walk:
    """Seat 1 with one unit on each of `wagers`; the answer of `walker.walk`, if alike hands are alike."""
    walker = AlikeWalker(game, game.deciding, meters or {})
    branch = walker.walk(walker.state(Record((game.seat(*wagers),))), walker.deck)
    return Walk(walker.book.tallies(branch, wagers), branch.value, walker.book.decisions)
