"""Blackjack: hands drawn to a total with the dealer's hole card known, or the next card of the shoe, or both.

With the hole card known the dealer's hand starts with two cards, and everything else is as in the plain
game. The next card goes to the player, if the player takes one: a hit and a double are then certain, and of a
split the first hand's second card. Otherwise it is the first card that the dealer draws. Splits are played by
the plan of `analysis.splitting`, as in the plain game. Insurance is taken where it gains.

Every count goes through the dealer's cards and says how many of them are done: it takes its time.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from pitboss.analysis.drawing import Drawing
from pitboss.analysis.drawn import DrawnGame, Start, solve_start, solve_up, two_cards
from pitboss.analysis.holding import GIVEN_UP, INSURED, Choosing, Holding, insurance_net
from pitboss.base.odds import EVEN, Pay
from pitboss.base.progress import Say
from pitboss.cards.totals import ACES, TENS, VALUES, Counts, count_values, without
from pitboss.design.leak import Leak
from pitboss.rules import Game
from pitboss.shape.drawing import DrawingRules, drawing_rules


class ShoeShare(NamedTuple):
    """Part of all rounds: what it adds to the player's win and to the money wagered, by pay of a natural."""

    won: Fraction
    staked: Fraction
    naturals: Fraction = Fraction(0)
    """The chance of a natural that is paid."""

    def net(self, natural: Pay) -> Fraction:
        """What the player wins, with this pay for a natural."""
        return self.won + self.naturals * natural.net(Fraction(1), {})


def solve_known(game: Game, leak: Leak, say: Say) -> ShoeShare:
    """Best play with what leaks: the dealer's hole card, the next card of the shoe, or both."""
    deck, rules = count_values(game.deck), drawing_rules(game)
    shares: list[ShoeShare] = []
    for drawing, hole, chance in dealers(deck, rules, say, knows_hole=bool(leak.places)):
        if (drawing.up, hole) == (ACES, TENS):
            shares.append(against_natural(drawing.deck, chance, rules))
        elif leak.is_next:
            shares += with_next(deck, drawing, hole, chance)
        else:
            shares.append(share_of(solve_up(drawing, chance)))
    return add_up(shares)


def solve_plain(game: Game, say: Say) -> ShoeShare:
    """Nothing is known but the up card, and nobody takes insurance."""
    deck, rules = count_values(game.deck), drawing_rules(game)
    solved = (solve_up(drawing, chance) for drawing, _, chance in dealers(deck, rules, say, knows_hole=False))
    return add_up(map(share_of, solved))


def dealers(
    deck: Counts, rules: DrawingRules, say: Say, *, knows_hole: bool
) -> Iterator[tuple[Drawing, int | None, Fraction]]:
    """Every up card, or with the hole card every hand of the dealer, whichever of its cards lies open: how
    hands are drawn against it, the hole card, and the chance that it is dealt.

    Which of two lies open makes no difference but to insurance, which an ace up offers.
    """
    found: list[tuple[int, int | None, Fraction]]
    if knows_hole:
        what, found = "hands of the dealer", [*two_cards(deck)]
    else:
        what, found = "up cards", [(up, None, Fraction(deck[up], sum(deck))) for up in VALUES if deck[up]]
    for done, (up, hole, chance) in enumerate(found):
        say(f"{done} of {len(found)} {what}", done, len(found))
        yield Drawing(deck, rules, up, known=(hole,)), hole, chance


def known_sets(game: Game, leak: Leak) -> int:
    """How many different cards there are to know, up card included."""
    deck = count_values(game.deck)
    values = sum(copies > 0 for copies in deck)
    return (len([*two_cards(deck)]) if leak.places else values) * (values if leak.is_next else 1)


def share_of(solved: Iterable[Start]) -> ShoeShare:
    starts = tuple(solved)
    played = DrawnGame(starts, EVEN, None)
    naturals = sum((start.chance * (1 - start.push) for start in starts if start.is_natural), Fraction(0))
    return ShoeShare(-played.house_advantage - naturals, played.average_total_wager, naturals)


def add_up(shares: Iterable[ShoeShare]) -> ShoeShare:
    return ShoeShare(*(sum(column, Fraction(0)) for column in zip(*shares, strict=True)))


def against_natural(left: Counts, chance: Fraction, rules: DrawingRules) -> ShoeShare:
    """The dealer is known to have a natural: insured where the ace lies open, and lost but for another."""
    pushed = Fraction(2 * left[ACES] * left[TENS], sum(left) * (sum(left) - 1))
    insured = chance / 2
    lost = -GIVEN_UP if rules.early_surrender else 1
    won = -chance * (1 - pushed) * lost + insured * insurance_net(Fraction(1))
    return ShoeShare(won, chance + insured * INSURED)


# -- the next card ---------------------------------------------------------------------------------


def with_next(deck: Counts, drawing: Drawing, hole: int | None, chance: Fraction) -> Iterator[ShoeShare]:
    """Every next card and every two cards of the player's, against one up card and a hole card, if known."""
    for card in VALUES:
        if not drawing.deck[card]:
            continue
        standing = Drawing(deck, drawing.rules, drawing.up, known=(hole, card))
        comes = chance * Fraction(drawing.deck[card], sum(drawing.deck))
        for one, two, share in two_cards(standing.deck):
            holding = Holding(((one + 1, two + 1),), drawing.up + 1)
            choosing = NextCard(drawing, holding, EVEN, standing, card)
            yield share_of([solve_start(choosing, comes * share)])
            gained = insurance_net(choosing.natural_chance) if drawing.up == ACES else Fraction(0)
            if gained > 0:
                yield ShoeShare(comes * share * gained, comes * share * INSURED)


@dataclass(frozen=True)
class NextCard(Choosing):
    """Two cards, with the next card of the shoe known."""

    standing: Drawing
    """The dealer's hands if the player stands; `drawing` is what hands are worth once that card is taken."""
    card: int

    @property
    def left(self) -> Counts:
        """Without every card that is known."""
        return without(super().left, self.card)

    def play(self, option: str) -> Fraction:
        left, after = self.left, self.held.plus(self.card)
        match option:
            case "stand":
                net = self.standing.net(self.held.total, left)
            case "hit":
                net = self.drawing.best(after, left)[0]
            case "double":
                net = 2 * self.drawing.net(after.total, left)
            case _:
                return super().play(option)
        return Fraction(net, self.drawing.ways(left))

    def split(self) -> Fraction:
        return self.first_hand.best_play()[1]

    @cached_property
    def first_hand(self) -> Choosing:
        """After a split the first hand gets the card that is known, and the second one waits."""
        pair = self.holding.hands[0][0]
        holding = Holding(((pair, self.card + 1), (pair,)), self.holding.up, 0, (1, 1))
        return Choosing(self.drawing, holding, self.natural)

    def money(self, option: str) -> int:
        if option != "split":
            return super().money(option)
        choosing = self.first_hand
        best = choosing.best_play()[0]
        return choosing.money(best) + (0 if best == "split" else choosing.pending(0, self.drawing.stake))

    def pushes(self, option: str) -> int:
        """Not counted: no win depends on it."""
        del option
        return 0

    def most_square(self) -> Fraction:
        """Not counted, either."""
        return Fraction(0)
