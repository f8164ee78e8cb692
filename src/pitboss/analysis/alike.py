"""The general engine for games whose rules read cards: the walker, remembering what it has met before.

A definition says which hands are alike (`alike` in its module): the cards of a hand, in the order in which
they came, as far as its rules can tell them apart. A lone card's answer is the class by which cards are
counted. Rounds in which alike hands lie, and the same was chosen, are one *state*: the rules are asked
about a state once, with one of its rounds, whatever is left in the shoe. What can follow is found once
for each state and each number of cards left by class.

A definition that says nothing of alike hands has every card of a class of its own: the engine is right, and
soon at its limit. What a definition says of itself is not taken on trust. Random rounds are dealt from the
whole deck and dealt again with every card exchanged for an alike one: no step and no payment may change.
Some of them are then taken from somewhere on with few cards left, so few that the reference walker can play
out every end: it and the engine must agree on every outcome.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import islice, zip_longest
from random import Random
from typing import NamedTuple

from pitboss.analysis.walker import (
    ME,
    Branch,
    Walk,
    Walker,
    Walking,
    card_count,
    card_move,
    check_end,
    multisets,
)
from pitboss.base.error import InputError, PlanError
from pitboss.cards import Card, Deck
from pitboss.rules import Done, Draw, Game, Peek, Record, Reveal, Round, Slot, Step
from pitboss.rules.dealing import Dealing
from pitboss.rules.record import Move, Place, apply

Left = tuple[int, ...]
"""Unseen cards by class."""
AUDITED = 50
"""The first rounds taken for one met before, and one of as many later on, are played by the rules too."""
MOST_STATES = 6_000
"""About which the rules are asked before the engine gives up; a few seconds' worth."""
ROUNDS = 60
"""Random rounds that are played again with alike cards."""
AGREED = 8
"""So many of them are also played to their end by the walker, from somewhere on and with few cards left."""
SMALL, SMALL_STEPS = 6, 1_000
"""Those cards, and the walker's steps; where that does not do, another round is taken."""


@dataclass(eq=False, slots=True)
class AlikeState:
    """Rounds that the rules cannot tell apart, and one of them."""

    record: Record
    round: Round
    step: Step
    following: dict[Move | tuple[int, ...], "AlikeState"] = field(default_factory=dict)
    """By a move, or by the classes of cards that come to light."""


class Position(NamedTuple):
    """A state, and what is left in the shoe; nothing where that has no part in it any more."""

    state: AlikeState
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
        self.states: dict[Hashable, AlikeState] = {}
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

    def state(self, record: Record, round_: Round) -> AlikeState:
        """The state of a record; the rules are run only for one that is new."""
        key = (len(record.moves), self.key(round_))
        found = self.states.get(key)
        if found is None:
            check_end(record)
            if len(self.states) >= self.most_states:
                raise PlanError(f"it meets more than {self.most_states:,} states of hands")
            found = self.states[key] = AlikeState(record, *self.game.replay(record))
        else:
            self.met += 1
            if self.met <= AUDITED or self.met % AUDITED == 0:
                self.audit(found, record)
        return found

    def audit(self, state: AlikeState, record: Record) -> None:
        """Refuse a round whose hands are said to be alike, and that goes on or ends in another way."""
        round_, step = self.game.replay(record)
        if step != state.step or (isinstance(step, Done) and not self.ends_alike(round_, state.round)):
            raise PlanError(f"{state.round.hands} and {round_.hands} are said to be alike, and are not")

    def ends_alike(self, one: Round, other: Round) -> bool:
        """Whether every seat wins the same."""
        return all(
            self.game.settle(one, place.number) == self.game.settle(other, place.number)
            for place in one.places
        )

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

    def moved(self, state: AlikeState, move: Move) -> AlikeState:
        old = state.round
        places = tuple(Place(place.number, place.wagers, dict(place.choices)) for place in old.places)
        round_ = Round(places, old.settings, dict(old.hands), dict(old.found))
        apply(round_, state.step, move)
        return self.state(state.record.then(move), round_)

    def some_cards(self, state: AlikeState, taken: tuple[int, ...]) -> tuple[Card, ...]:
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


def lying_at(state: AlikeState, left: Left) -> Position:
    """A round that is done is settled once, whatever is left."""
    return Position(state, () if isinstance(state.step, Done) else left)


def walk_alike(game: Game, wagers: tuple[str, ...], *, meters: Mapping[str, Fraction] | None = None) -> Walk:
    """Seat 1 with one unit on each of `wagers`; the answer of `walker.walk`, if alike hands are alike."""
    walker = AlikeWalker(game, game.deciding, meters or {})
    return walker.result(walker.start(wagers), wagers)


# -- held to what it says ----------------------------------------------------------------------------


@lru_cache(maxsize=64)
def check_alike(game: Game, wagers: tuple[str, ...]) -> None:
    """Refuse a definition whose alike hands are not alike, or that cannot be held against the walker."""
    random, agreed = Random(1), 0
    for _ in range(ROUNDS):
        cards = random.sample(list(game.deck), game.deck.size)
        seed = random.getrandbits(32)
        records = tuple(deal_round(game, wagers, cards, seed))
        others = tuple(deal_round(game, wagers, exchange(game, cards, random), seed))
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


class Unpeeked(Dealing):
    """A round in which every peek finds nothing, as the engines play it."""

    def peek(self, step: Peek) -> bool:
        return False


def deal_round(game: Game, wagers: tuple[str, ...], shuffle: list[Card], seed: int) -> Iterator[Record]:
    """The record before each step of a round from a shuffle, and at its end; coins decide."""
    table = Unpeeked(game, Random(seed), wagers)
    table.cards = shuffle[::-1]
    yield table.record
    for _ in table.play():
        yield table.record


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
    found = engine.walk(engine.position(record))
    numbers = {joint: number for number, joint in enumerate(engine.ends)}
    for number, joint in enumerate(walker.ends):
        ways = found.ways[numbers.get(joint, -1)]
        if Fraction(walked.ways[number], walked.total) != Fraction(ways, found.total):
            raise PlanError(f"alike hands are not alike on a deck of {' '.join(map(str, small.deck))}")
    return True


def mates(game: Game, cards: list[Card]) -> list[Card]:
    """Another card of the first card's class, where there is one."""
    alike = alike_of(game)
    classes = {alike((card,)) for card in cards[:1]}
    others = (card for card in game.deck.cards if card not in cards and alike((card,)) in classes)
    return list(islice(others, 1))
