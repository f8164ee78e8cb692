"""The counting engine: the exact answer of any game by counting classes, not rounds.

`count` unrolls the game on blank cards, finds what its bets can ask, and counts, for everything a
player can have seen, how the rest of the deck falls into cells. The engine knows no game. What it
cannot plan raises `PlanError`, with the reason. `bestplay` puts paytables on the counts.
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

import numpy as np

from pitboss.analysis.bestplay import Counted, Free
from pitboss.analysis.signature import Signature, SignatureCounts, count_signature
from pitboss.analysis.spread import spread
from pitboss.analysis.sweeper import CORES
from pitboss.base.error import PlanError
from pitboss.cards import Card
from pitboss.rules import Game
from pitboss.rules.bet import Highest, Looks
from pitboss.shape import kernels
from pitboss.shape.question import Answers, explore, gather, partition
from pitboss.shape.situations import (
    SituationRoom,
    Situations,
    canonical_suits,
    extend,
    extend_with,
    make_room,
    nothing_seen,
)
from pitboss.shape.tables import Sighted
from pitboss.shape.tally import Outcome
from pitboss.shape.unroll import ME, Group, Leaf, Tree, hands_of, looks_at, unroll

MOST_LAID_OUT = 5
"""Cards of a hand of which everything is held: 134,459 hands up to a renaming of suits."""


def count(
    game: Game,
    wagers: tuple[str, ...],
    *,
    wanted: tuple[str, ...] | None = None,
    given: tuple[tuple[Card, ...], ...] = (),
    jointly: bool = False,
) -> Counted:
    """Count the game for one seat with these wagers; only as much of it as `wanted` takes, all by default.

    `given` are the cards of the first groups seen: only what can follow them is counted. `jointly` counts how
    the wagers' results fall together, too.
    """
    chosen = tuple(wager for wager in game.deciding if wager in wagers)
    tree = unroll(game, wagers)
    return Counting(game, wagers, chosen, tree, wagers if wanted is None else wanted, given, jointly).count()


def ask_bets(game: Game, wagers: tuple[str, ...]) -> "Counting":
    """What the bets of these wagers read, decided on for their sake; nothing is counted."""
    counting = Counting(game, wagers, wagers, unroll(game, wagers), wagers)
    counting.ask()
    return counting


@dataclass
class Counting:
    game: Game
    wagers: tuple[str, ...]
    deciding: tuple[str, ...]
    tree: Tree
    wanted: tuple[str, ...]
    given: tuple[tuple[Card, ...], ...] = ()
    jointly: bool = False
    asked: dict[tuple[int, str], tuple[tuple[Answers, Outcome], ...]] = field(default_factory=dict)
    groups: tuple[Group, ...] = ()
    """What is laid out step by step: all that is seen before decisions."""

    def count(self) -> Counted:
        leaves = self.tree.leaves
        self.ask()
        apart = () if self.jointly else self.wagers
        free = {wager: found for wager in apart if (found := self.count_free(wager, leaves))}
        if set(self.wanted) <= set(free):
            wanted = {wager: free[wager] for wager in self.wanted}
            decided = tuple(wager for wager in self.deciding if wager in wanted)
            return Counted(self.game, self.wanted, decided, self.tree, wanted, ())
        # What decides is counted with the decisions, or their values would lack its part.
        free = {wager: found for wager, found in free.items() if wager not in self.deciding}
        counted = Counted(self.game, self.wagers, self.deciding, self.tree, free, (), jointly=self.jointly)
        signatures = {id(leaf): self.signature(leaf, set(self.wagers) - set(free)) for leaf in leaves}
        room = self.room(signatures.values())
        stages = [nothing_seen(room)]
        rename = canonical_suits(room, self.given)
        self.groups = self.tree.groups or tuple(lay_out_first(signatures.values()))
        for number, group in enumerate(self.groups):
            told_apart = is_told_apart(group, signatures.values())
            if number < len(self.given):
                cards = rename(self.given[number])
                stages.append(extend_with(stages[-1], group, cards, told_apart=told_apart))
            else:
                stages.append(extend(stages[-1], group, told_apart=told_apart))
        counted.stages = tuple(stages[: len(self.tree.groups) + 1])
        counted.leaf_counts = self.count_leaves(leaves, signatures, tuple(stages))
        return counted

    def count_after(self, given: tuple[tuple[Card, ...], ...]) -> Counted:
        """Count what can follow these cards, with what the bets were asked already."""
        return replace(self, given=given).count()

    def ask(self) -> None:
        """Find out what every bet asks at every leaf, once."""
        if self.asked:
            return
        for leaf in self.tree.leaves:
            for wager in self.wagers:
                settle = partial(self.game.settle_wager, leaf.round, ME, wager)
                self.asked[id(leaf), wager] = tuple(explore(settle))

    @cached_property
    def signatures(self) -> dict[int, Signature]:
        """What the bets of all wagers read, by id of the leaf."""
        return {id(leaf): self.signature(leaf, set(self.wagers)) for leaf in self.tree.leaves}

    def room(self, signatures: Iterable[Signature]) -> SituationRoom:
        """Which suits mean the same to the bets."""
        cells = [look.cells for signature in signatures for look in signature.looks]
        named = frozenset(suit for found in cells for suit in found.named_suits)
        return make_room(self.game.deck, named_suits=named)

    def count_leaves(
        self, leaves: list[Leaf], signatures: dict[int, Signature], stages: tuple[Situations, ...]
    ) -> dict[int, SignatureCounts]:
        """Each signature once at each stage, the later stages first; those of one stage side by side."""
        keys = {id(leaf): (signature_key(signatures[id(leaf)]), leaf.stage) for leaf in leaves}
        pending = {keys[id(leaf)]: signatures[id(leaf)] for leaf in leaves}
        done: dict[tuple[object, int], SignatureCounts] = {}
        for stage in sorted({stage for _, stage in pending}, reverse=True):
            here = [key for key in pending if key[1] == stage]
            with ThreadPoolExecutor(CORES) as threads:
                found = threads.map(lambda key: self.counts_at(pending[key], key[1], stages, done), here)
                done.update(zip(here, found, strict=True))
        return {leaf: done[key] for leaf, key in keys.items()}

    def count_free(self, wager: str, leaves: list[Leaf]) -> Free | None:
        """A wager is free if every leaf settles it alike, by the line of one look on the same cards."""
        first = self.asked[id(leaves[0]), wager]
        looks = {key[0] for answers, _ in first for key in answers}
        if len(looks) != 1 or any(isinstance(key[1], str) for answers, _ in first for key in answers):
            return None
        name = looks.pop()
        seen = {look_tokens(looks_at(self.game, leaf), name) for leaf in leaves}
        if len(seen) != 1 or any(self.asked[id(leaf), wager] != first for leaf in leaves):
            return None
        look = looks_at(self.game, leaves[0])[name]
        if isinstance(look, Highest):
            raise PlanError("the highest of several hands is bounded, not counted")
        asked = {lines for answers, _ in first for _, lines in answers if isinstance(lines, tuple)}
        cells = partition(look.ranking, asked)
        ways = spread(self.game.deck, cells, len(look.cards))
        return Free(wager, name, cells, tuple(ways), leaves[0])

    def signature(self, leaf: Leaf, wagers: set[str]) -> Signature:
        """Which looks and orders the bets of these wagers ask for at a leaf."""
        asked = [self.asked[id(leaf), wager] for wager in self.wagers if wager in wagers]
        lines, orders = gather(answers for settled in asked for answers, _ in settled)
        looks = looks_at(self.game, leaf)
        names = sorted(lines, key=lambda name: not lines[name])
        sighted = []
        for name in names:
            look = looks[name]
            if isinstance(look, Highest):
                raise PlanError("the highest of several hands is bounded, not counted")
            cells = partition(look.ranking, lines[name])
            sighted.append(Sighted(name, look_tokens(looks, name), cells))
        return Signature(tuple(sighted), tuple(orders))

    def counts_at(
        self,
        signature: Signature,
        stage: int,
        stages: tuple[Situations, ...],
        done: dict[tuple[object, int], SignatureCounts],
    ) -> SignatureCounts:
        """Count at the stage itself, or at the next one and fold up if more of the cards are seen there."""
        later = set(self.groups[stage]) if stage < len(self.groups) else set()
        if not any(later & set(look.tokens) for look in signature.looks):
            return count_signature(signature, stages[stage])
        key = (signature_key(signature), stage + 1)
        if key not in done:
            done[key] = self.counts_at(signature, stage + 1, stages, done)
        deeper, child = done[key], stages[stage + 1]
        counts = np.zeros((len(stages[stage]), len(deeper.judges)), np.int64)
        kernels.fold_up(child.parent, child.ratio, deeper.fixed, deeper.counts, counts)
        total = deeper.total * child.branching
        return SignatureCounts(np.zeros(len(stages[stage]), np.int32), counts, total, deeper.judges)


def lay_out_first(signatures: Iterable[Signature]) -> Iterator[Group]:
    """Where nobody decides: one of two hands that have no card in common.

    Up to a renaming of suits there are far fewer of them than hands.
    """
    hands = [look.tokens for signature in signatures for look in signature.looks]
    if len(hands) == 2 and set(hands[0]).isdisjoint(hands[1]) and len(hands[0]) <= MOST_LAID_OUT:
        yield hands[0]


def is_told_apart(group: Group, signatures: Iterable[Signature]) -> bool:
    """Whether some look takes a part of a group: its cards are then no mere set any more."""
    looks = [look for signature in signatures for look in signature.looks]
    return any(0 < len(set(group) & set(look.tokens)) < len(group) for look in looks)


def look_tokens(looks: Looks, name: str) -> tuple[int, ...]:
    return tuple(token for hand in hands_of(looks[name]) for token in hand)


def signature_key(signature: Signature) -> object:
    looks = tuple((s.name, frozenset(s.tokens), s.cells.of_atom) for s in signature.looks)
    return looks, signature.orders
