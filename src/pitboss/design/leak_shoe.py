"""Hands drawn to a total with the dealer's hole card known, or the next card of the shoe, or both.

With the hole card known the dealer's hand starts with two cards, and everything else is as in the plain
game. The next card goes to the player, if the player takes one: a hit and a double are then certain, and of a
split the first hand's second card. Otherwise it is the first card that the dealer draws. Splits are played by
the plan of `analysis.splitting`, as in the plain game. Insurance is taken where it gains.

Every count goes through the dealer's cards and says how many of them are done: it takes its time.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from pitboss.analysis.drawing import Drawing
from pitboss.analysis.drawn import DrawnGame, Start, solve_up
from pitboss.analysis.holding import GIVEN_UP, INSURED, Choosing, Holding, hold, insurance_net
from pitboss.base.odds import EVEN, Pay
from pitboss.base.progress import Say
from pitboss.cards.totals import ACES, BEST, TENS, VALUES, Counts, count_values, without
from pitboss.design.leak import Leak
from pitboss.rules import Game
from pitboss.shape.drawing import DrawingRules, drawing_rules


@dataclass(frozen=True)
class Share:
    """Part of all rounds: what it adds to the player's win and to the money wagered, by pay of a natural."""

    won: Fraction
    staked: Fraction
    naturals: Fraction = Fraction(0)
    """The chance of a natural that is paid."""


def solve_known(game: Game, leak: Leak, say: Say) -> Share:
    """Best play with what leaks: the dealer's hole card, the next card of the shoe, or both."""
    deck, rules = count_values(game.deck), drawing_rules(game)
    shares: list[Share] = []
    for drawing, hole, chance in dealers(deck, rules, say, knows_hole=bool(leak.places)):
        if (drawing.up, hole) == (ACES, TENS):
            shares.append(against_natural(drawing.deck, chance, rules))
        elif leak.is_next:
            shares += with_next(deck, drawing, hole, chance)
        else:
            shares.append(share_of(solve_up(drawing, chance)))
    return add_up(shares)


def solve_plain(game: Game, say: Say) -> Share:
    """Nothing is known but the up card, and nobody takes insurance."""
    deck, rules = count_values(game.deck), drawing_rules(game)
    solved = (solve_up(drawing, chance) for drawing, _, chance in dealers(deck, rules, say, knows_hole=False))
    return add_up([*map(share_of, solved)])


def dealers(
    deck: Counts, rules: DrawingRules, say: Say, *, knows_hole: bool
) -> Iterator[tuple[Drawing, int | None, Fraction]]:
    """Every up card, or with the hole card every hand of the dealer: how hands are drawn against it, the hole
    card, and the chance that it is dealt."""
    if not knows_hole:
        ups = [up for up in VALUES if deck[up]]
        for done, up in enumerate(ups):
            say(f"{done} of {len(ups)} up cards", done, len(ups))
            yield Drawing(deck, rules, up), None, Fraction(deck[up], sum(deck))
        return
    pairs = dealer_pairs(deck)
    for done, (up, hole) in enumerate(pairs):
        say(f"{done} of {len(pairs)} hands of the dealer", done, len(pairs))
        yield Drawing(deck, rules, up, known=(hole,)), hole, pair_chance(deck, up, hole)


def known_sets(game: Game, leak: Leak) -> int:
    """How many different cards there are to know, up card included."""
    deck = count_values(game.deck)
    values = sum(copies > 0 for copies in deck)
    return (len(dealer_pairs(deck)) if leak.places else values) * (values if leak.is_next else 1)


def share_of(solved: Iterable[Start]) -> Share:
    starts = tuple(solved)
    played = DrawnGame(starts, EVEN, None)
    naturals = sum((start.chance * (1 - start.push) for start in starts if start.is_natural), Fraction(0))
    return Share(-played.house_advantage - naturals, played.average_total_wager, naturals)


# -- the hole card ---------------------------------------------------------------------------------


def dealer_pairs(deck: Counts) -> list[tuple[int, int]]:
    """The dealer's first two cards, whichever of them lies open."""
    return [(up, hole) for up in VALUES for hole in VALUES[up:] if deck[up] and without(deck, up)[hole]]


def pair_chance(deck: Counts, up: int, hole: int) -> Fraction:
    """Either of the two may lie open: it makes no difference but to insurance, which an ace up offers."""
    size = sum(deck)
    return Fraction(deck[up] * without(deck, up)[hole] * (1 if up == hole else 2), size * (size - 1))


def against_natural(left: Counts, chance: Fraction, rules: DrawingRules) -> Share:
    """The dealer is known to have a natural: insured where the ace lies open, and lost but for another."""
    pushed = Fraction(2 * left[ACES] * left[TENS], sum(left) * (sum(left) - 1))
    insured = chance / 2
    lost = -GIVEN_UP if rules.early_surrender else 1
    won = -chance * (1 - pushed) * lost + insured * insurance_net(Fraction(1))
    return Share(won, chance + insured * INSURED)


# -- the next card ---------------------------------------------------------------------------------


def with_next(deck: Counts, drawing: Drawing, hole: int | None, chance: Fraction) -> Iterator[Share]:
    """Every next card and every two cards of the player's, against one up card and a hole card, if known."""
    size = sum(drawing.deck)
    for card in VALUES:
        if not drawing.deck[card]:
            continue
        standing = Drawing(deck, drawing.rules, drawing.up, known=(hole, card))
        left = standing.deck
        for one in VALUES:
            for two in VALUES[one:]:
                ways = left[one] * without(left, one)[two] * (1 if one == two else 2)
                if ways > 0:
                    share = chance * Fraction(drawing.deck[card] * ways, size * (size - 1) * (size - 2))
                    yield NextCard(drawing, standing, card, (one, two)).share(share)


@dataclass(frozen=True)
class NextCard:
    """Two cards and an up card, with the next card of the shoe known."""

    drawing: Drawing
    """What hands are worth once that card is taken."""
    standing: Drawing
    """The dealer's hands if the player stands."""
    card: int
    hand: tuple[int, int]

    def share(self, chance: Fraction) -> Share:
        drawing = self.drawing
        natural = Fraction(drawing.natural_holes(self.left), sum(self.left))
        insured = max(insurance_net(natural), Fraction(0)) if drawing.up == ACES else Fraction(0)
        money = INSURED if insured else Fraction(0)
        if self.hand == (ACES, TENS):
            return Share(chance * insured, chance * (1 + money), chance * (1 - natural))
        ended = natural if drawing.rules.peeks else Fraction(0)
        given_up = GIVEN_UP if drawing.asks_early else Fraction(-1)
        if ended == 1:
            return Share(chance * (insured + given_up), chance * (1 + money))
        value, staked = max(self.options(), key=lambda option: option[0])
        won = (1 - ended) * value - ended + insured
        if won < given_up + insured:
            return Share(chance * (insured + given_up), chance * (1 + money))
        return Share(chance * won, chance * ((1 - ended) * staked + ended + money))

    @property
    def left(self) -> Counts:
        """Without every card that is known."""
        return without(without(self.standing.deck, self.hand[0]), self.hand[1])

    def options(self) -> Iterator[tuple[Fraction, Fraction]]:
        """What each option wins and stakes, the cheapest first."""
        drawing, left = self.drawing, self.left
        ways = drawing.ways(left)
        held = hold(card + 1 for card in self.hand)
        yield Fraction(self.standing.net(held.total, left), ways), Fraction(1)
        if held.total >= BEST:
            return
        after = held.plus(self.card)
        yield Fraction(drawing.best(after, left)[0], ways), Fraction(1)
        if drawing.rules.surrender:
            lost = 0 if drawing.rules.early_surrender else drawing.naturals(left)
            yield -Fraction(ways + lost, 2 * ways), Fraction(1)
        if drawing.may_double(held, is_split=False):
            yield Fraction(2 * drawing.net(after.total, left), ways), Fraction(2)
        if self.hand[0] == self.hand[1] and drawing.rules.most_hands > 1:
            yield self.split(ways)

    def split(self, ways: int) -> tuple[Fraction, Fraction]:
        """The first hand gets the card that is known, the second one waits."""
        pair, rules = self.hand[0], self.drawing.rules
        holding = Holding(((pair + 1, self.card + 1), (pair + 1,)), self.drawing.up + 1, 0, (1, 1))
        choosing = Choosing(self.drawing, holding, EVEN)
        is_done = choosing.held.total >= BEST or (pair == ACES and not rules.hit_split_aces)
        options = ["stand"] if is_done else ["stand", "hit"]
        if not is_done and self.drawing.may_double(choosing.held, is_split=True):
            options.append("double")
        if self.card == pair and self.drawing.most_hands(pair, 2) > 2:
            options.append("split")
        values = choosing.values(tuple(options))
        best = max(values, key=lambda option: values[option])
        money = choosing.money(best) + (0 if best == "split" else choosing.pending(0, self.drawing.stake))
        return values[best], Fraction(money, ways)


def add_up(shares: list[Share]) -> Share:
    return Share(
        sum((one.won for one in shares), Fraction(0)),
        sum((one.staked for one in shares), Fraction(0)),
        sum((one.naturals for one in shares), Fraction(0)),
    )


def net_of(share: Share, natural: Pay) -> Fraction:
    """What the player wins, with this pay for a natural."""
    return share.won + share.naturals * natural.net(Fraction(1), {})
