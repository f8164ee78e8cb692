"""Unroll a game on blank cards: the tree of decisions, and which cards are known at each.

Every card is a token named by its hand and place. The game is played out with tokens only, trying
every option of seat 1, so the tree knows what is seen when and never what it is. A game that reads a
card's value on the way, or in its looks, cannot be unrolled, and says so.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random

from pitboss.base.error import PlanError
from pitboss.rules import (
    Blank,
    Choose,
    Chosen,
    Dealt,
    Done,
    Draw,
    Face,
    Game,
    Highest,
    Look,
    Looks,
    Opened,
    Option,
    Record,
    Reveal,
    Round,
    Slot,
)
from pitboss.rules.record import ReadsCardsError, hidden_places, passing_move

ME = 1
TRIES = 3
"""Deals of which the looks at every leaf are compared with those at tokens."""
Group = tuple[int, ...]
"""Tokens that are seen together: a set, the order within it means nothing."""


@dataclass(frozen=True)
class Leaf:
    """A finished path of decisions; `stage` is how many groups were seen at the last of them."""

    round: Round
    stage: int


@dataclass(frozen=True)
class Node:
    """A decision of seat 1 with `stage` groups seen."""

    question: str
    options: tuple[Option, ...]
    children: tuple["Node | Leaf", ...]
    stage: int


Path = tuple[tuple[Node, Option], ...]
"""Decisions one after another, with the option that is taken at each."""


@dataclass
class Tree:
    root: Node | Leaf
    groups: tuple[Group, ...]
    """All groups in the order in which they are seen before some decision."""
    slot_of: dict[int, tuple[str, int]]
    """The hand that each token lies in, and its place there."""
    dealt: int
    """How many tokens, the first ones, lie on the table before the first decision."""

    @property
    def leaves(self) -> list[Leaf]:
        return [item for item, _ in walk(self.root) if isinstance(item, Leaf)]

    @property
    def leaf_paths(self) -> tuple[Path, ...]:
        """How each leaf is reached, in the order of the leaves."""
        return tuple(path for item, path in walk(self.root) if isinstance(item, Leaf))

    @property
    def decisions(self) -> list[tuple[Node, Path]]:
        """Every decision, and how it is reached."""
        return [(item, path) for item, path in walk(self.root) if isinstance(item, Node)]

    @property
    def has_needs(self) -> bool:
        """Whether some option is open to some hands only."""
        return any(option.needs for node, _ in self.decisions for option in node.options)

    @property
    def names_cards(self) -> bool:
        """Whether some option is about one of the cards."""
        return any(option.place is not None for node, _ in self.decisions for option in node.options)


def walk(item: Node | Leaf, path: Path = ()) -> Iterator[tuple[Node | Leaf, Path]]:
    """All that comes of a decision, itself included, the first option first."""
    yield item, path
    if isinstance(item, Node):
        for option, child in zip(item.options, item.children, strict=True):
            yield from walk(child, (*path, (item, option)))


def names_of(path: Path) -> tuple[str, ...]:
    """The options that are taken on a path."""
    return tuple(option.name for _, option in path)


@dataclass
class Unroller:
    game: Game
    tokens: dict[tuple[str, int], int] = field(default_factory=dict)
    seen_at: dict[int, tuple[Group, ...]] = field(default_factory=dict)
    dealt: int | None = None

    def token(self, hand: str, place: int) -> Blank:
        return Blank(self.tokens.setdefault((hand, place), len(self.tokens)))

    def unroll(self, record: Record, seen: tuple[Group, ...], stage: int) -> Node | Leaf:
        round_, step = self.game.replay(record)
        match step:
            case Done():
                return Leaf(round_, stage)
            case Draw():
                start = len(round_.hand(step.hand))
                blanks = tuple(self.token(step.hand, start + n) for n in range(step.count))
                open_now = step.face is Face.UP or (step.face is Face.SEAT and step.seat == ME)
                seen = (*seen, tuple(blank.number for blank in blanks)) if open_now else seen
                return self.unroll(record.then(Dealt(step.hand, blanks)), seen, stage)
            case Reveal():
                places = hidden_places(round_, step)
                blanks = tuple(self.token(step.hand, place) for place in places)
                known = {number for group in seen for number in group}
                fresh = tuple(blank.number for blank in blanks if blank.number not in known)
                move = Opened(step.hand, tuple(zip(places, blanks, strict=True)))
                return self.unroll(record.then(move), (*seen, fresh) if fresh else seen, stage)
            case Choose() if step.seat == ME:
                return self.decide(record, step, seen)
            case _:
                passed = passing_move(round_, step, ME)
                assert passed, "a replay passes over settling"
                return self.unroll(record.then(passed), seen, stage)

    def decide(self, record: Record, step: Choose, seen: tuple[Group, ...]) -> Node:
        self.dealt = len(self.tokens) if self.dealt is None else self.dealt
        if self.seen_at.setdefault(len(seen), seen) != seen:
            raise PlanError("what is seen before a decision depends on an earlier decision")
        children = tuple(
            self.unroll(record.then(Chosen(step.seat, step.question, option.name)), seen, len(seen))
            for option in step.options
        )
        return Node(step.question, step.options, children, len(seen))


def looks_at(game: Game, leaf: Leaf) -> Looks:
    """What the bets of seat 1 look at when a path of decisions has ended."""
    try:
        return game.looks(leaf.round, leaf.round.place(ME))
    except ReadsCardsError as problem:
        raise PlanError(f"{problem}: no plan by looks alone") from problem


def hands_of(look: Look | Highest) -> tuple[Group, ...]:
    """The tokens of a hand that is looked at, or of each of those of which the highest is."""
    hands = (look.cards,) if isinstance(look, Look) else look.hands
    return tuple(tuple(slot.number for slot in hand if isinstance(slot, Blank)) for hand in hands)


def unroll(game: Game, wagers: tuple[str, ...], *, seats: int = 1) -> Tree:
    unroller = Unroller(game)
    places = tuple(
        game.seat(*wagers) if n == 1 else game.seat(wagers[0], number=n) for n in range(1, seats + 1)
    )
    try:
        root = unroller.unroll(Record(places), (), 0)
    except ReadsCardsError as problem:
        raise PlanError(f"{problem}: no plan by looks alone") from problem
    deepest = max(unroller.seen_at, default=0)
    groups = unroller.seen_at.get(deepest, ())
    for stage, seen in unroller.seen_at.items():
        if groups[:stage] != seen:
            raise PlanError("what is seen before a decision depends on an earlier decision")
    slot_of = {number: slot for slot, number in unroller.tokens.items()}
    found = Tree(root, groups, slot_of, len(slot_of) if unroller.dealt is None else unroller.dealt)
    try:
        check_looks(game, found)
    except ReadsCardsError as problem:
        raise PlanError(f"{problem}: no plan by looks alone") from problem
    return found


def check_looks(game: Game, tree: Tree) -> None:
    """Refuse looks that are at other cards once these can be read."""
    random, deck = Random(1), list(game.deck)
    for leaf in tree.leaves if len(tree.slot_of) <= len(deck) else ():
        for _ in range(TRIES):
            cards = dict(enumerate(random.sample(deck, len(tree.slot_of))))
            dealt = replace(leaf.round, hands=read(leaf.round.hands, cards))
            for place in leaf.round.places:
                tokens, seen = game.looks(leaf.round, place), game.looks(dealt, place)
                if read(looked_at(tokens), cards) != looked_at(seen):
                    raise PlanError("the looks read cards: no plan by looks alone")


Hands = Mapping[str, tuple[Slot, ...]]


def looked_at(looks: Looks) -> Hands:
    return {name: look.cards for name, look in looks.items() if isinstance(look, Look)}


def read(hands: Hands, cards: Mapping[int, Slot]) -> dict[str, tuple[Slot, ...]]:
    """The hands with a card for each token."""
    return {
        name: tuple(cards[slot.number] if isinstance(slot, Blank) else slot for slot in hand)
        for name, hand in hands.items()
    }
