"""The house's rules of blackjack, or of another game drawn to a total, asked of its definition.

A few rounds are dealt by the game's own procedure, each to the point where a rule shows: which options a
hand is offered, whether the dealer looks under an ace, on which totals the dealer stands, what is left of a
hand that was given up. No setting is read by its name. Whether these rules are all that there is to a game is
for others to find out: an engine that plays by them is held against the definition before it answers.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from pitboss.base.error import PitbossError, PlanError
from pitboss.base.odds import Pay
from pitboss.cards import STANDARD, Card, parse_cards
from pitboss.cards.card import RANKS, SUITS
from pitboss.cards.totals import BEST, LOWEST_TOTAL, STANDS, TEN, Held
from pitboss.rules import (
    Blank,
    Choose,
    Chosen,
    Dealt,
    Done,
    Draw,
    Face,
    Game,
    Look,
    Opened,
    Peek,
    Peeked,
    Record,
    Reveal,
    Round,
    Step,
)
from pitboss.rules.record import Move, Place
from pitboss.shape.tally import net

SEAT = 1
MOST_HANDS = 8
HALF = Fraction(1, 2)
BEFORE = ("insurance", "surrender")
"""Questions that come before the dealer looks for a natural."""
LOWEST_SOFT = 12
"""Two aces."""
NATURAL = "natural"
SIX = "6d"
"""An up card under which no dealer looks."""


@dataclass(frozen=True)
class DrawingRules:
    """The house's rules of drawing, as on most tables unless they are said."""

    stands_hard: int = STANDS
    """The dealer's lowest total to stand on where no ace counts eleven,"""
    stands_soft: int = STANDS
    """and where one does."""
    peeks: bool = True
    double_on: Collection[int] = range(BEST)
    """Totals of two cards."""
    double_after_split: bool = True
    most_hands: int = 4
    resplit_aces: bool = False
    hit_split_aces: bool = False
    surrender: bool = False
    early_surrender: bool = False
    """Whether a dealer's natural takes no more than half of a hand that was given up."""

    @property
    def lowest_stand(self) -> int:
        return min(self.stands_hard, self.stands_soft)

    def dealer_stands(self, held: Held) -> bool:
        return held.total >= (self.stands_soft if held.is_soft else self.stands_hard)


def drawing_rules(game: Game) -> DrawingRules:
    """The rules in force; refuses a game that does not speak of hands drawn to a total."""
    return rules_once(replace(game, deck=STANDARD))


@lru_cache(maxsize=64)
def rules_once(game: Game) -> DrawingRules:
    try:
        return Asking(game).rules()
    except (PitbossError, LookupError, ValueError, TypeError, AssertionError) as problem:
        raise PlanError(f"its rules are not those of hands drawn to a total: {problem}") from problem


@dataclass(frozen=True)
class Asking:
    game: Game

    def rules(self) -> DrawingRules:
        most = 1
        while most < MOST_HANDS and "split" in self.menu("8c 8c" + " split 8c" * (most - 1)):
            most += 1
        ended, gave_up = self.play("Tc 6c surrender / As Th")
        is_given_up = gave_up.place(SEAT).chose("surrender")
        return DrawingRules(
            stands_hard=self.lowest_stand(two_cards, LOWEST_TOTAL),
            stands_soft=self.lowest_stand(soft_cards, LOWEST_SOFT),
            peeks=any(isinstance(step, Peek) for step in self.play("Tc 9c stand / As 7h")[0]),
            double_on=frozenset(
                total for total in range(LOWEST_TOTAL, BEST) if "double" in self.menu(two_cards(total))
            ),
            double_after_split="double" in self.menu("8c 8c split 3c"),
            most_hands=most,
            resplit_aces="split" in self.menu("Ac Ac split Ac"),
            hit_split_aces="hit" in self.menu("Ac Ac split 5c"),
            surrender=is_given_up,
            early_surrender=is_given_up and isinstance(ended[-1], Done) and self.won(gave_up) == -HALF,
        )

    def menu(self, script: str) -> list[str]:
        """What is offered to a hand when the whole script was played."""
        words = script.split()
        *_, (_, step) = follow(self.game, words, [SIX])
        return [option.name for option in step.options] if isinstance(step, Choose) and not words else []

    def lowest_stand(self, cards: Callable[[int], str], least: int) -> int:
        """The total from which on the dealer stands with two such cards."""
        stand = BEST
        while stand > least and isinstance(self.play(f"Tc 9c stand / {cards(stand - 1)}")[0][-1], Done):
            stand -= 1
        return stand

    def won(self, round_: Round) -> Fraction:
        (wager,) = self.game.deciding
        return net(self.game.settle(round_, SEAT)[wager], {})

    def play(self, script: str) -> tuple[list[Step], Round]:
        """The steps of a round until the script runs out, and the round."""
        own, dealer = script.split("/")
        played = list(follow(self.game, own.split(), dealer.split()))
        return [step for _, step in played], self.game.replay(played[-1][0])[0]


# -- the words of such a game ------------------------------------------------------------------------


def natural_wager(game: Game) -> str | None:
    """The wager that may be drawn to a total: the one that decides, where a natural is paid by a table."""
    tables = ((wager, table) for wager in game.deciding for table in game.chosen.get(wager, ()))
    return next((wager for wager, table in tables if NATURAL in table.pays), None)


def natural_pay(game: Game, wager: str) -> Pay:
    """What a natural pays."""
    return game.chosen[wager][0].pays[NATURAL]


def seat_hands(game: Game, round_: Round, place: Place) -> list[tuple[Card, ...]]:
    """The open cards of a seat's hands, in the order of play."""
    looks = game.looks(round_, place).items()
    hands = [look.cards for name, look in looks if name.startswith("hand ") and isinstance(look, Look)]
    return [tuple(slot for slot in hand if isinstance(slot, Card)) for hand in hands]


def hand_asked(question: str) -> int:
    """`hand 2 on 1` is about the second hand, number 1; what comes before a peek is about the first."""
    return 0 if question in BEFORE else int(question.split()[1]) - 1


# -- scripts -----------------------------------------------------------------------------------------


def follow(game: Game, words: list[str], dealer: list[str]) -> Iterator[tuple[Record, Step]]:
    """Each step of a round and the record before it, up to one that no word answers; words are taken away."""
    record = Record((game.seat(*game.deciding, number=SEAT),))
    while True:
        step = game.next_step(record)
        yield record, step
        move = answer(step, words, dealer)
        if move is None:
            return
        record = record.then(move)


def answer(step: Step, words: list[str], dealer: list[str]) -> Move | None:
    """The move with the next of the seat's cards and decisions, or the next of the dealer's cards; none where
    it is not asked for. The dealer finds nothing, and what is asked before that look is passed over."""
    match step:
        case Draw(hand="dealer", face=Face.DOWN):
            return Dealt(step.hand, (Blank(0),))
        case Reveal() if dealer:
            return Opened(step.hand, ((1, parse_cards(dealer.pop(0))[0]),))
        case Draw(hand="dealer", count=1) if dealer:
            return Dealt(step.hand, parse_cards(dealer.pop(0)))
        case Draw(count=1, face=Face.UP) if words and step.hand != "dealer" and is_card(words[0]):
            return Dealt(step.hand, parse_cards(words.pop(0)))
        case Peek():
            return Peeked(step.hand, False)
        case Choose() if words and step.find(words[0]):
            return Chosen(step.seat, step.question, words.pop(0))
        case Choose() if step.question in BEFORE:
            return Chosen(step.seat, step.question, step.options[0].name)
        case _:
            return None


def is_card(word: str) -> bool:
    return len(word) == 2 and word[0] in RANKS and word[1] in SUITS


def two_cards(total: int) -> str:
    """Two cards of a hard total."""
    high = min(TEN, total - 2)
    return " ".join(f"{'T' if value == TEN else value}c" for value in (total - high, high))


def soft_cards(total: int) -> str:
    """An ace and another card, of a soft total."""
    return f"As {'A' if total == LOWEST_SOFT else total - TEN - 1}c"
