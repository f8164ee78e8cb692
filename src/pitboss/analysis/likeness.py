"""Holds a definition to what it says of alike hands, before the general engine answers for it.

Random rounds are dealt from the whole deck and dealt again with every card exchanged for an alike one: no
step and no payment may change. Some of them are then taken from somewhere on with few cards left, so few
that the reference walker can play out every end: it and the engine must agree on every outcome.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import islice, zip_longest
from random import Random

from pitboss.analysis.alike import AlikeWalker, alike_of
from pitboss.analysis.walker import ME, Walker, is_mine
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
)
from pitboss.rules.record import hidden_places

ROUNDS = 60
"""Random rounds that are played again with alike cards."""
AGREED = 8
"""So many of them are also played to their end by the walker, from somewhere on and with few cards left."""
SMALL, SMALL_STEPS = 6, 1_000
"""Those cards, and the walker's steps; where that does not do, another round is taken."""


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
    """The record before each move of a round, and at its end or where cards run out; coins decide."""
    record, hidden = Record((game.seat(*wagers),)), list[Card]()
    cards, tosses = iter(shuffle), iter(chances)
    while True:
        yield record
        round_, step = game.replay(record)
        match step:
            case Draw():
                dealt = tuple(islice(cards, step.count))
                if len(dealt) < step.count:
                    return
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
    numbers = {joint: number for number, joint in enumerate(engine.book.ends)}
    for number, joint in enumerate(walker.ends):
        ways = found.ways[numbers.get(joint, -1)]
        if Fraction(walked.ways[number], walked.total) != Fraction(ways, found.total):
            raise PlanError(f"alike hands are not alike on a deck of {' '.join(map(str, small.deck))}")
    return True


def mates(game: Game, cards: list[Card]) -> list[Card]:
    """Another card of the first card's class, where there is one."""
    alike = alike_of(game)
    return [card for card in game.deck.cards if card not in cards and alike((card,)) == alike((cards[0],))][
        :1
    ]
