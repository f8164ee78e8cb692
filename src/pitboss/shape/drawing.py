"""The house's rules of a game whose hands are drawn to a total, asked of its definition.

A few rounds are dealt by the game's own procedure, each to the point where a rule shows: which options a
hand is offered, whether the dealer looks under an ace or draws to a soft 17, what is left of a hand that was
given up. No setting is read by its name. Whether these rules are all that there is to a game is for others
to find out: an engine that plays by them is held against the definition before it answers.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from pitboss.base.error import PitbossError, PlanError
from pitboss.cards import STANDARD, parse_cards
from pitboss.cards.totals import BEST, LOWEST_TOTAL, TEN
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
    Round,
    Step,
)
from pitboss.rules.record import Move
from pitboss.shape.tally import net

SEAT = 1
MOST_HANDS = 8
SIX = "6d"
"""An up card under which no dealer looks."""


@dataclass(frozen=True)
class DrawingRules:
    """The house's rules of drawing, as on most tables unless they are said."""

    hits_soft_17: bool = False
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
        while most < MOST_HANDS and "split" in self.menu(["8c"] * (most + 1), most - 1):
            most += 1
        ended, gave_up = self.play(["Tc", "6c"], ["As", "Th"], ["surrender"])
        is_given_up = gave_up.place(SEAT).chose("surrender")
        first = self.play(["Tc", "9c"], ["As", "7h"], ["stand"])[0]
        return DrawingRules(
            hits_soft_17=not self.ends(["Tc", "9c"], ["As", "6h"], ["stand"]),
            peeks=any(isinstance(step, Peek) for step in first),
            double_on=frozenset(
                total for total in range(LOWEST_TOTAL, BEST) if "double" in self.menu(two_cards(total))
            ),
            double_after_split="double" in self.menu(["8c", "8c", "3c"], 1),
            most_hands=most,
            resplit_aces="split" in self.menu(["Ac", "Ac", "Ac"], 1),
            hit_split_aces="hit" in self.menu(["Ac", "Ac", "5c"], 1),
            surrender=is_given_up,
            early_surrender=is_given_up and isinstance(ended[-1], Done) and self.won(gave_up) == -HALF,
        )

    def menu(self, own: list[str], splits: int = 0) -> list[str]:
        """What is offered to a hand with these cards, after so many splits."""
        last = self.play(own, [SIX], ["split"] * splits)[0][-1]
        return [option.name for option in last.options] if isinstance(last, Choose) else []

    def ends(self, own: list[str], dealer: list[str], picks: list[str]) -> bool:
        return isinstance(self.play(own, dealer, picks)[0][-1], Done)

    def won(self, round_: Round) -> Fraction:
        (wager,) = self.game.deciding
        return net(self.game.settle(round_, SEAT)[wager], {})

    def play(self, own: list[str], dealer: list[str], picks: list[str]) -> tuple[list[Step], Round]:
        """The steps of a round until cards or picks run out, and the round; the dealer finds nothing."""
        record, met = Record((self.game.seat(*self.game.deciding, number=SEAT),)), list[Step]()
        own, dealer, picks = list(own), list(dealer), list(picks)
        while True:
            round_, step = self.game.replay(record)
            met.append(step)
            move = answer(step, own, dealer, picks)
            if move is None:
                return met, round_
            record = record.then(move)


HALF = Fraction(1, 2)


def answer(step: Step, own: list[str], dealer: list[str], picks: list[str]) -> Move | None:
    """The move with the next card or pick; none where there is none."""
    match step:
        case Draw(hand="dealer", face=Face.DOWN):
            return Dealt(step.hand, (Blank(0),))
        case Reveal() if dealer:
            return Opened(step.hand, ((1, parse_cards(dealer.pop(0))[0]),))
        case Draw(count=1):
            cards = dealer if step.hand == "dealer" else own
            return Dealt(step.hand, parse_cards(cards.pop(0))) if cards else None
        case Peek():
            return Peeked(step.hand, False)
        case Choose() if picks:
            picked = picks.pop(0) if step.find(picks[0]) else step.options[0].name
            return Chosen(step.seat, step.question, picked)
        case _:
            return None


def two_cards(total: int) -> list[str]:
    """Two cards of a hard total."""
    high = min(TEN, total - 2)
    return [f"{'T' if value == TEN else value}c" for value in (total - high, high)]
