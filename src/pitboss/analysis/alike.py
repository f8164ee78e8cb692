"""The general engine for games whose rules read cards: the walker, remembering what it has met before.

A definition says which hands are alike (`alike` in its module): the cards of a hand, in the order in which
they came, as far as its rules can tell them apart. A lone card's answer is the class by which cards are
counted. Rounds in which alike hands lie, and the same was chosen, are one *state*: the rules are asked
about a state once, with one of its rounds, whatever is left in the shoe. What can follow is found once
for each state and each number of cards left by class.

What a definition says of itself is not taken on trust. `check_alike` plays random rounds from the whole
deck with cards exchanged for alike ones, which must change no step and no payment, and holds the engine
against the reference walker on small decks of the same cards. A definition that says nothing of alike hands
has every card of a class of its own: the engine is right, and soon at its limit.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import zip_longest
from math import comb, lcm
from random import Random

from pitboss.analysis.walker import ME, Walk, Walker, is_mine
from pitboss.base.error import InputError, PlanError
from pitboss.cards import Card, Deck
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
from pitboss.shape.tally import Outcome, Tally, net

Left = tuple[int, ...]
"""Unseen cards by class."""
Ways = dict[int, int]
"""How often each outcome comes, by its number."""
MOST_STATES = 6_000
"""About which the rules are asked before the engine gives up; a few seconds' worth."""
ROUNDS = 60
"""Random rounds that are played again with alike cards."""
AGREED = 8
"""So many of them are also played to their end by the walker, from somewhere on and with few cards left."""
SMALL, SMALL_STEPS = 6, 1_000
"""Those cards, and the walker's steps; where that does not do, another round is taken."""


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


@dataclass(frozen=True, slots=True)
class Branch:
    """Everything that can follow: ways of each outcome out of `total`, and their net for who decides."""

    total: int
    ways: Ways
    net: Fraction | int

    @property
    def value(self) -> Fraction:
        return Fraction(self.net) / self.total


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
        self.states: dict[Hashable, State] = {}
        self.found: dict[tuple[State, Left], Branch] = {}
        self.settled: dict[tuple[tuple[str, Outcome], ...], Branch] = {}
        """What each outcome of all wagers comes to; outcomes are numbered in this order."""
        self.decisions: dict[tuple[Move, ...], dict[str, Fraction]] = {}

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
        key = self.key(round_)
        found = self.states.get(key)
        if found is None:
            if len(self.states) >= self.most_states:
                raise PlanError(f"it meets more than {self.most_states:,} states of hands")
            round_, step = self.game.replay(record)
            hidden = sum(isinstance(slot, Blank) for hand in round_.hands.values() for slot in hand)
            found = self.states[key] = State(record, round_, step, hidden)
        return found

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
                state.settled = self.settle(state)
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

    def settle(self, state: State) -> Branch:
        results = self.game.settle(state.round, ME)
        joint = tuple(results.items())
        if joint not in self.settled:
            won = sum(
                (net(results[one], self.meters) for one in self.deciding if one in results), Fraction(0)
            )
            number = len(self.settled)
            self.settled[joint] = Branch(1, {number: 1}, int(won) if won.denominator == 1 else won)
        return self.settled[joint]

    def chance(self, state: State, left: Left, cards: int) -> Branch:
        branches = [
            (ways, self.walk(state.following.get(taken) or self.deal(state, taken), rest))
            for ways, taken, rest in draws(left, cards)
        ]
        unit = lcm(*{branch.total for _, branch in branches})
        total, won = 0, Fraction(0) if any(isinstance(b.net, Fraction) for _, b in branches) else 0
        ways_of: Ways = {}
        for ways, branch in branches:
            total += ways
            times = ways * (unit // branch.total)
            won += branch.net * times
            for outcome, number in branch.ways.items():
                ways_of[outcome] = ways_of.get(outcome, 0) + number * times
        return Branch(total * unit, ways_of, won)

    def decide(self, state: State, left: Left, step: Choose) -> Branch:
        options = step.options if self.game.house.get("tie_rule") != "dearest" else step.options[::-1]
        branches = {
            option.name: self.walk(
                self.choose(state, option.name, Chosen(ME, step.question, option.name)), left
            )
            for option in options
        }
        self.decisions[state.record.moves] = {name: branch.value for name, branch in branches.items()}
        return max(branches.values(), key=lambda branch: branch.value)


def draws(left: Left, cards: int, start: int = 0) -> Iterator[tuple[int, tuple[int, ...], Left]]:
    """Every set of so many cards by class: its ways, its classes, and what it leaves."""
    if cards == 0:
        yield 1, (), left
        return
    for number in range(start, len(left)):
        for taken in range(1, min(left[number], cards) + 1):
            rest = (*left[:number], left[number] - taken, *left[number + 1 :])
            ways = comb(left[number], taken)
            for others, classes, after in draws(rest, cards - taken, number + 1):
                yield ways * others, (number,) * taken + classes, after


def walk_alike(game: Game, wagers: tuple[str, ...], *, meters: Mapping[str, Fraction] | None = None) -> Walk:
    """Seat 1 with one unit on each of `wagers`; the answer of `walker.walk`, if alike hands are alike."""
    walker = AlikeWalker(game, game.deciding, meters or {})
    branch = walker.walk(walker.state(Record((game.seat(*wagers),))), walker.deck)
    tallies = {}
    for wager in wagers:
        ways: dict[Outcome, int] = {}
        for number, joint in enumerate(walker.settled):
            outcome = dict(joint)[wager]
            ways[outcome] = ways.get(outcome, 0) + branch.ways.get(number, 0)
        tallies[wager] = Tally(wager, ways, branch.total)
    return Walk(tallies, branch.value, walker.decisions)


# -- whether what the definition says of alike hands is true -----------------------------------------


@lru_cache(maxsize=64)
def check_alike(game: Game, wagers: tuple[str, ...]) -> None:
    """Refuse a definition whose alike hands are not alike, or that cannot be held against the walker."""
    random, agreed = Random(1), 0
    for _ in range(ROUNDS):
        cards = random.sample(list(game.deck), game.deck.size)
        chances = [random.random() for _ in cards]
        records = tuple(deal_round(game, wagers, cards, chances))
        others = tuple(deal_round(game, wagers, exchange(game, cards, random), chances))
        compare_rounds(game, records, others)
        if agreed < AGREED:
            agreed += compare_ends(game, random.choice(records), random)
    if agreed < AGREED:
        raise PlanError("it cannot be held against the walker: too few small shoes end a round")


def exchange(game: Game, cards: list[Card], random: Random) -> list[Card]:
    """The same shuffle, every card exchanged for an alike one."""
    alike, classes = alike_of(game), defaultdict(list)
    for card in random.sample(cards, len(cards)):
        classes[alike((card,))].append(card)
    return [classes[alike((card,))].pop() for card in cards]


def deal_round(
    game: Game, wagers: tuple[str, ...], shuffle: list[Card], chances: list[float]
) -> Iterator[Record]:
    """The record before each move of a round, and at its end; decisions are left to chance."""
    record, hidden = Record((game.seat(*wagers),)), list[Card]()
    cards, tosses = iter(shuffle), iter(chances)
    while True:
        yield record
        round_, step = game.replay(record)
        match step:
            case Draw():
                dealt = tuple(next(cards) for _ in range(step.count))
                if step.face is Face.UP or is_mine(step):
                    record = record.then(Dealt(step.hand, dealt))
                else:
                    blanks = tuple(Blank(len(hidden) + number) for number in range(step.count))
                    hidden += dealt
                    record = record.then(Dealt(step.hand, blanks))
            case Reveal():
                slots = round_.hand(step.hand)
                places = hidden_places(round_, step)
                opened = tuple((n, hidden[slots[n].number]) for n in places)  # type: ignore[union-attr]
                record = record.then(Opened(step.hand, opened))
            case Peek():
                record = record.then(Peeked(step.hand, False))
            case Choose():
                option = step.options[int(next(tosses) * len(step.options))]
                record = record.then(Chosen(step.seat, step.question, option.name))
            case _:
                return


def compare_rounds(game: Game, records: tuple[Record, ...], others: tuple[Record, ...]) -> None:
    """A round asks the same and pays the same with alike cards."""
    for one, other in zip_longest(records, others, fillvalue=records[-1]):
        (round_, step), (alike_round, alike_step) = game.replay(one), game.replay(other)
        if step != alike_step:
            raise PlanError(f"after {one.moves[-1]} and after {other.moves[-1]}, said to be alike: {step}")
        if isinstance(step, Done) and (paid := game.settle(round_, ME)) != game.settle(alike_round, ME):
            raise PlanError(f"with {one.moves} and with {other.moves}, said to be alike: {paid}")


def compare_ends(game: Game, record: Record, random: Random) -> bool:
    """Whether walker and engine agree on what follows with few cards left; false if that is out of reach."""
    round_, _ = game.replay(record)
    slots = [slot for hand in round_.hands.values() for slot in hand]
    lying = Counter(slot for slot in slots if isinstance(slot, Card))
    unseen = list((Counter(game.deck) - lying).elements())
    rest = random.sample(unseen, min(len(unseen), SMALL + len(slots) - lying.total()))
    small = game.with_deck(Deck(tuple(sorted((lying + Counter([*rest, *mates(game, rest)])).items()))))
    walker, engine = Walker(small, game.deciding, budget=SMALL_STEPS), AlikeWalker(small, game.deciding)
    try:
        walked = walker.walk(record)
    except (InputError, PlanError):
        return False
    found = engine.walk(engine.state(record), engine.left(round_))
    numbers = {joint: number for number, joint in enumerate(engine.settled)}
    for joint, number in walker.outcomes.items():
        ways = found.ways.get(numbers.get(joint, -1), 0)
        if Fraction(walked.ways[number], walked.total) != Fraction(ways, found.total):
            raise PlanError(f"alike hands are not alike on a deck of {' '.join(map(str, small.deck))}")
    return True


def mates(game: Game, cards: list[Card]) -> list[Card]:
    """Another card of the first card's class, where there is one."""
    alike = alike_of(game)
    return [card for card in game.deck.cards if card not in cards and alike((card,)) == alike((cards[0],))][
        :1
    ]
