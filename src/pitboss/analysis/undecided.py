"""Games whose rules read cards and in which nobody decides: dealt once, then settled for any wagers and pays.

The general engine finds how often a round ends in each way in which bets can tell ends apart: a bet sees
what looks are worth, and no card. That depends on no paytable, and on no wager, as long as the same cards
are dealt whatever was wagered: a game in which they are not is walked for its wagers alone.
"""

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from random import Random

from pitboss.analysis.alike import AGREED, AlikeWalker, check_alike, deal_round
from pitboss.analysis.walker import ME, Branch, Walk, split_joint
from pitboss.base.error import InputError
from pitboss.rules import Game, Round
from pitboss.rules.judge import OpenJudge
from pitboss.rules.record import Place
from pitboss.shape.tally import Outcome


@dataclass(frozen=True)
class Ends:
    """Rounds that are over, one for each way in which bets can tell them apart, and the ways of each."""

    rounds: tuple[Round, ...]
    ways: tuple[int, ...]
    total: int


class EndWalker(AlikeWalker):
    """Tells ends apart by what is seen of them, and not by what was won."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.rounds: dict[Hashable, tuple[Round, Branch]] = {}

    def settle(self, round_: Round) -> Branch:
        seen = what_is_seen(self.game, round_)
        if seen not in self.rounds:
            self.rounds[seen] = round_, Branch(1, Counter({len(self.rounds): 1}), 0)
        return self.rounds[seen][1]

    def ends_alike(self, one: Round, other: Round) -> bool:
        return what_is_seen(self.game, one) == what_is_seen(self.game, other)


def what_is_seen(game: Game, round_: Round) -> Hashable:
    """What each look is worth; the look itself where it cannot be judged."""
    judge = OpenJudge(game.looks(round_, round_.place(ME)))
    seen: list[Hashable] = []
    for name, look in judge.looks.items():
        try:
            seen.append((name, judge.worth_of(name)))
        except InputError:
            seen.append((name, look))
    return tuple(seen)


def settle_ends(game: Game, wagers: tuple[str, ...]) -> Walk:
    """One unit on each of `wagers`: the answer of `walker.walk`, if alike hands are alike."""
    check_alike(game, tuple(game.wagers))
    ends = find_ends(replace(game, chosen={}))
    joint: Counter[tuple[Outcome, ...]] = Counter()
    for round_, ways in zip(ends.rounds, ends.ways, strict=True):
        place = Place(ME, game.seat(*wagers).wagers)
        settled = game.settle(Round((place,), round_.settings, round_.hands, round_.found), ME)
        joint[tuple(settled[wager] for wager in wagers)] += ways
    return Walk(split_joint(joint, wagers, ends.total), Fraction(0), {}, joint)


@lru_cache(maxsize=8)
def find_ends(game: Game) -> Ends:
    walker = EndWalker(game, ())
    branch = walker.walk(walker.start(tuple(game.wagers)))
    rounds = tuple(round_ for round_, _ in walker.rounds.values())
    return Ends(rounds, tuple(branch.ways[number] for number in range(len(rounds))), branch.total)


@lru_cache(maxsize=64)
def deals_alike(game: Game, wagers: tuple[str, ...]) -> bool:
    """Whether random rounds take the same steps with these wagers as with all of them."""
    random = Random(1)
    for _ in range(AGREED):
        cards, seed = random.sample(list(game.deck), game.deck.size), random.getrandbits(32)
        some, every = (
            [game.next_step(record) for record in deal_round(game, placed, cards, seed)]
            for placed in (wagers, tuple(game.wagers))
        )
        if some != every:
            return False
    return True
