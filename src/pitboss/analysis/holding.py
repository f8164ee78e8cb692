"""Blackjack: what each option is worth to a seat that draws to a total, with the cards that it has before it.

A game of this kind speaks a few words: looks `hand 1`, `hand 2` ... are the seat's hands in the order
of play, `dealer` is the dealer's with the up card first, a question is called `insurance`, `surrender`
(before the dealer looks for a natural) or `hand 1 on 2`, and options are stand, hit, double, split,
surrender, no surrender, insurance and no insurance.

Values are of the whole round from here on, in units of the bet: hands that stand already count as they
stand, the hand in play as best it can, hands still to come by the plan of a split. Known are the
seat's own cards and the up card, and that there is no natural where the dealer has peeked.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from pitboss.analysis.drawing import Drawing, Measure, make_drawing
from pitboss.analysis.splitting import Splitting
from pitboss.base.error import InputError
from pitboss.base.odds import Pay
from pitboss.cards import Card
from pitboss.cards.totals import BEST, Counts, Held, hold, value, without
from pitboss.rules import Game, Round
from pitboss.rules.record import Place
from pitboss.shape.drawing import hand_asked, natural_pay, seat_hands

INSURANCE = "insurance"
INSURED = Fraction(1, 2)
"""The stake of insurance; it pays two to one."""
SURRENDER, NO_SURRENDER = "surrender", "no surrender"
GIVEN_UP = Fraction(-1, 2)


@dataclass(frozen=True)
class Holding:
    """A seat's hands as values of cards, aces as one; `stakes` are 2 where a hand was doubled."""

    hands: tuple[tuple[int, ...], ...]
    up: int
    playing: int = 0
    stakes: tuple[int, ...] = (1,)
    is_insured: bool = False

    def __post_init__(self) -> None:
        assert len(self.stakes) == len(self.hands) > self.playing

    @property
    def is_natural(self) -> bool:
        return len(self.hands) == 1 and sorted(self.hands[0]) == [1, BEST - 11]

    def left(self, deck: Counts) -> Counts:
        """The deck less every card that the seat knows, the up card apart."""
        for number in (number for hand in self.hands for number in hand):
            deck = without(deck, number - 1)
        if min(deck) < 0:
            raise InputError("these are more cards of one value than the deck has; look at the hand again")
        return deck

    def held(self, number: int) -> Held:
        """One of the hands."""
        return hold(value - 1 for value in self.hands[number])


def read_holding(game: Game, round_: Round, place: Place, question: str) -> Holding:
    """What a seat has before it when it is asked."""
    hands = tuple(tuple(sorted(map(value, cards))) for cards in seat_hands(game, round_, place))
    up = round_.hand("dealer")[0]
    if not isinstance(up, Card):
        raise InputError("the dealer's up card is not open; advice needs it")
    doubled = {hand_asked(asked) for asked, option in place.choices.items() if option.name == "double"}
    return Holding(
        hands,
        value(up),
        hand_asked(question),
        tuple(2 if number in doubled else 1 for number in range(len(hands))),
        is_insured=place.chose(INSURANCE),
    )


def option_values(game: Game, holding: Holding, options: tuple[str, ...]) -> dict[str, Fraction]:
    """The exact net of the round for each option."""
    (wager,) = game.deciding
    return Choosing(make_drawing(game, holding.up - 1), holding, natural_pay(game, wager)).values(options)


@dataclass(frozen=True)
class Choosing:
    drawing: Drawing
    holding: Holding
    natural: Pay
    """What a player's natural pays."""

    def values(self, options: tuple[str, ...]) -> dict[str, Fraction]:
        if INSURANCE in options:
            return self.insurance()
        if NO_SURRENDER in options:
            return self.before_the_look()
        ways = self.drawing.ways(self.left)
        if not ways:
            raise InputError("with these cards known the dealer must have a natural: there is no decision")
        others = self.hands_done() + self.insurance_lost()
        pending = Fraction(self.pending(0), ways)
        return {
            option: others + (self.split() if option == "split" else self.play(option) + pending)
            for option in options
        }

    @property
    def left(self) -> Counts:
        return self.holding.left(self.drawing.deck)

    @property
    def held(self) -> Held:
        return self.holding.held(self.holding.playing)

    @property
    def natural_chance(self) -> Fraction:
        """That the hole card makes a natural, before anybody has looked."""
        return Fraction(self.drawing.natural_holes(self.left), sum(self.left))

    # -- the hand in play ------------------------------------------------------------------------

    def play(self, option: str) -> Fraction:
        """The hand in play by itself."""
        drawing, left, held = self.drawing, self.left, self.held
        match option:
            case "stand":
                net = drawing.net(held.total, left)
            case "hit":
                net = drawing.hit(held, left)
            case "double":
                net = 2 * drawing.one_card(held, left, drawing.net)
            case "surrender":
                lost = 0 if drawing.rules.early_surrender else drawing.naturals(left)
                return -Fraction(drawing.ways(left) + lost, 2 * drawing.ways(left))
            case _:
                raise InputError(f"no value is known for the option {option!r}")
        return Fraction(net, drawing.ways(left))

    def split(self) -> Fraction:
        """The hand in play as two, together with the hands that still wait for a second card."""
        return Fraction(self.pending(2), self.drawing.ways(self.left))

    def pushes(self, option: str) -> int:
        """The ways in which a hand played like this pushes; a split has no one answer."""
        drawing, left, held = self.drawing, self.left, self.held
        match option:
            case "split" | "surrender":
                return 0
            case "double":
                return drawing.one_card(held, left, drawing.push)
            case _:
                return drawing.follow(held, left, drawing.push)

    def most_square(self) -> Fraction:
        """At most the mean square of what two cards bring that are split."""
        found = self.splitting.most_square(2, 2, self.splitting.best_number(2, 2))
        return Fraction(found, self.drawing.ways(self.left))

    def money(self, option: str) -> int:
        """All stakes of two cards played like this, over all ways."""
        if option == "split":
            return self.pending(2, self.drawing.stake)
        return (2 if option == "double" else 1) * self.drawing.ways(self.left)

    # -- the other hands -------------------------------------------------------------------------

    def hands_done(self) -> Fraction:
        """Hands that stand, were doubled or are bust: as likely as not to win, by what is known now."""
        total = 0
        for number in range(self.holding.playing):
            reached = self.holding.held(number).total
            total += self.holding.stakes[number] * self.drawing.net(reached, self.left)
        return Fraction(total, self.drawing.ways(self.left))

    def pending(self, more: int, measure: Measure | None = None) -> int:
        """Hands of one card that are played later, and n more that a split would make."""
        waiting = len(self.holding.hands) - self.holding.playing - 1
        if not waiting + more:
            return 0
        hands = len(self.holding.hands) + (1 if more else 0)
        number = self.splitting.best_number(waiting + more, hands)
        return self.splitting.value(waiting + more, hands, number, measure or self.drawing.net)

    @cached_property
    def splitting(self) -> Splitting:
        """Hands that begin as the last one does, or the one in play: with several they are of one value."""
        return Splitting(self.drawing, self.holding.hands[-1][0] - 1, self.left)

    # -- insurance -------------------------------------------------------------------------------

    def insurance(self) -> dict[str, Fraction]:
        chance, round_ = self.natural_chance, self.whole_round()
        return {f"no {INSURANCE}": round_, INSURANCE: round_ + insurance_net(chance)}

    def insurance_lost(self) -> Fraction:
        """What an insurance already placed is worth now."""
        if not self.holding.is_insured:
            return Fraction(0)
        return -INSURED if self.drawing.rules.peeks else insurance_net(self.natural_chance)

    def before_the_look(self) -> dict[str, Fraction]:
        """Of surrender while the dealer may have a natural, and of playing on."""
        insured = insurance_net(self.natural_chance) if self.holding.is_insured else Fraction(0)
        plain = replace(self, holding=replace(self.holding, is_insured=False))
        return {NO_SURRENDER: plain.played_on() + insured, SURRENDER: GIVEN_UP + insured}

    def whole_round(self) -> Fraction:
        """Best play of two cards, before the dealer has looked for a natural."""
        if self.holding.is_natural:
            return (1 - self.natural_chance) * self.natural.net(Fraction(1), {})
        return max(self.played_on(), GIVEN_UP) if self.is_asked_before else self.played_on()

    def played_on(self) -> Fraction:
        """Best play of two cards that are not given up before the dealer looks."""
        chance = self.natural_chance
        if not self.drawing.rules.peeks:
            return self.best_play()[1]
        return (1 - chance) * self.best_play()[1] - chance if chance < 1 else Fraction(-1)

    @property
    def is_asked_before(self) -> bool:
        """Whether surrender is offered before the dealer looks for a natural, and not when the hand's turn
        comes."""
        return self.drawing.asks_early and not self.holding.is_natural

    def best_play(self) -> tuple[str, Fraction]:
        """The best option with two cards and its value; the first of equals."""
        values = self.values(self.options())
        best = max(values, key=lambda option: values[option])
        return best, values[best]

    def options(self) -> tuple[str, ...]:
        """What the rules offer to the hand in play, the cheapest first."""
        rules, hands = self.drawing.rules, self.holding.hands
        cards, is_split = hands[self.holding.playing], len(hands) > 1
        if self.held.total >= BEST:
            return ("stand",)
        is_two = len(cards) == 2
        has_one_card = is_split and set.intersection(*map(set, hands)) == {1} and not rules.hit_split_aces
        most = self.drawing.most_hands(cards[0] - 1, len(hands)) if is_split else rules.most_hands
        offered = {
            "stand": True,
            "hit": not has_one_card,
            "surrender": rules.surrender and is_two and not is_split and not self.drawing.asks_early,
            "double": is_two and not has_one_card and self.drawing.may_double(self.held, is_split=is_split),
            "split": is_two and cards[0] == cards[1] and len(hands) < most,
        }
        return tuple(option for option, may in offered.items() if may)


def insurance_net(chance: Fraction) -> Fraction:
    """Of half a unit that pays two to one with this chance."""
    return INSURED * (3 * chance - 1)
