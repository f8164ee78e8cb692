"""A leak: cards that a player ought not to know, shown before the first decision.

A game's procedure is wrapped: right before the seat is first asked, a hidden card is turned over, or cards
that went to other players are named. The rest of the game is as it is, and the same engines count it. No game
is known here: what lies hidden when the seat is asked is read off the game itself, played on blank cards.
"""

from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product, starmap

from pitboss.base.error import InputError
from pitboss.rules import Choose, Draw, Face, Game, Reveal, Round
from pitboss.rules.hand import parse_hand
from pitboss.rules.record import Procedure
from pitboss.rules.step import Step
from pitboss.shape.unroll import ME, Node, Tree, unroll

DEAD = "named"
"""The pile of cards that went to other players and became known."""
NEXT = "next"
"""The card on top of the shoe, for as long as it lies there."""
NUMBERS = ("no", "one", "two", "three", "four", "five")


Places = tuple[str, tuple[int, ...]]
"""A hand and some places of it."""


@dataclass(frozen=True)
class Leak:
    """Hidden places that are seen, n cards of other players, or the next card of a shoe."""

    name: str
    places: tuple[Places, ...] = ()
    dead: int = 0
    is_next: bool = False

    @property
    def cards(self) -> int:
        return self.dead + self.is_next + sum(len(places) for _, places in self.places)


def with_leak(game: Game, leak: Leak) -> Game:
    """The same game, in which the seat knows more."""
    return replace(game, procedure=leaking(game.procedure, leak))


def leaking(procedure: Procedure, leak: Leak) -> Procedure:
    def leaky(table: Round) -> Generator[Step, None, None]:
        is_out = False
        for step in procedure(table):
            if isinstance(step, Choose) and step.seat == ME and not is_out:
                is_out = True
                for hand, places in leak.places:
                    yield Reveal(hand, places)
                if leak.dead:
                    yield Draw(DEAD, leak.dead, Face.UP)
                if leak.is_next:
                    yield Draw(NEXT, 1, Face.UP)
            elif isinstance(step, Draw) and table.hand(NEXT):
                table.hands[step.hand] = table.hand(step.hand) + table.hands.pop(NEXT)
                continue
            yield step

    return leaky


# -- what can leak ---------------------------------------------------------------------------------


def find_leaks(
    game: Game, wagers: tuple[str, ...], *, most_dead: int = 2, players: int = 0
) -> tuple[Leak, ...]:
    """What lies hidden when the seat is first asked, card by card, and cards of other players.

    `players` make up a table that tells each other all the cards of their hands.
    """
    tree = unroll(game, wagers)
    if not isinstance(tree.root, Node):
        raise InputError(f"{game.name} leaves nothing to decide: nothing that is seen can help")
    hands = Counter(tree.slot_of[token][0] for token in range(tree.dealt))
    by_hand = [[*hidden_leaks(tree, hand, size)] for hand, size in hands.items()]
    found = [leak for leaks in by_hand for leak in leaks]
    found += [
        both for one, other in combinations(by_hand, 2) for both in starmap(together, product(one, other))
    ]
    return (*found, *leaks_of_others(cards_held(tree), most_dead, players - 1))


def leaks_of_others(held: int, most: int, others: int) -> Iterator[Leak]:
    """One card of other players and more, and all that n of them hold; each number of cards once."""
    names = {n: f"{count_words(n)} of {others_words(1 if n <= held else 0)}" for n in range(1, most + 1)}
    if others > 0 and held:
        names[others * held] = f"{whole_words(others * held)} of {others_words(others)}"
    for dead in sorted(names):
        yield Leak(names[dead], dead=dead)


def others_words(players: int) -> str:
    """0 for some of them, however many."""
    return "another player" if players == 1 else f"{players} other players" if players else "other players"


def cards_held(tree: Tree) -> int:
    """How many cards of its own a seat knows when it is first asked."""
    assert isinstance(tree.root, Node)
    seen = [tree.slot_of[token][0] for group in tree.groups[: tree.root.stage] for token in group]
    return sum(parse_hand(hand).seat == ME for hand in seen)


def together(one: Leak, other: Leak) -> Leak:
    is_next = one.is_next or other.is_next
    return Leak(f"{one.name} and {other.name}", one.places + other.places, is_next=is_next)


HOLE_CARD = Leak("the dealer's hole card", (("dealer", (1,)),))
NEXT_CARD = Leak("the next card of the shoe", is_next=True)
FROM_A_SHOE = (HOLE_CARD, NEXT_CARD, together(HOLE_CARD, NEXT_CARD))
"""Where hands are drawn to a total. The next card is drawn by the player, or else by the dealer."""


def hidden_leaks(tree: Tree, hand: str, size: int) -> Iterator[Leak]:
    """Cards of a hand that come to light together are alike, so any of them stands for all."""
    kinds = kinds_of(tree, hand, size)
    for number, places in enumerate(kinds):
        for count in range(1, len(places) + 1):
            yield Leak(leak_name(hand, count, number, kinds), ((hand, places[:count]),))
    if len(kinds) > 1:
        every = tuple(place for places in kinds for place in places)
        yield Leak(f"all hidden cards of {hand_words(hand)}", ((hand, every),))


def kinds_of(tree: Tree, hand: str, size: int) -> list[tuple[int, ...]]:
    """Hidden places of a hand, those together that are opened before the same later decision."""
    tokens = {slot: number for number, slot in tree.slot_of.items()}
    assert isinstance(tree.root, Node)
    opened = {token: number for number, group in enumerate(tree.groups) for token in group}
    kinds: dict[int, list[int]] = {}
    for place in range(size):
        when = opened.get(tokens[hand, place], len(tree.groups))
        if when >= tree.root.stage:
            kinds.setdefault(when, []).append(place)
    return [tuple(kinds[when]) for when in sorted(kinds)]


def leak_name(hand: str, count: int, number: int, kinds: list[tuple[int, ...]]) -> str:
    size = len(kinds[number])
    if len(kinds) == 1:
        return f"{whole_words(count) if count == size else count_words(count)} of {hand_words(hand)}"
    kind = kind_words(number, [len(places) for places in kinds])
    which = kind if count == size else f"{number_word(count)} of {kind}"
    return f"{which} of {hand_words(hand)}"


def kind_words(number: int, sizes: list[int]) -> str:
    """Which cards of a hand these are, in the order in which they come to light."""
    size, first = sizes[number], sum(sizes[:number]) + 1
    if size == 1:
        return f"card {first}"
    if number == 0:
        return f"the first {count_words(size)}"
    if number == len(sizes) - 1:
        return f"the last {count_words(size)}"
    return f"cards {first} to {first + size - 1}"


def whole_words(count: int) -> str:
    """All cards of their kind, where there are n."""
    if count == 1:
        return count_words(count)
    return "both cards" if count == 2 else f"all {count_words(count)}"


def count_words(count: int) -> str:
    return f"{number_word(count)} card{'' if count == 1 else 's'}"


def number_word(count: int) -> str:
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def hand_words(hand: str) -> str:
    """'seat 1 draw' is the player's own."""
    seat, name = parse_hand(hand)
    return f"the player's {name}" if seat else f"the {name}"
