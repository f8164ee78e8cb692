"""Rounds played by the game's own procedure, one at a time: the oracle of every faster way, and the way when
there is no other. Nothing here is compiled or looked up."""

from collections.abc import Callable
from dataclasses import dataclass

from pitboss.cards import Card
from pitboss.rules import (
    Choose,
    Chosen,
    Dealt,
    Done,
    Draw,
    Game,
    Opened,
    Peek,
    Peeked,
    Reveal,
    Round,
    Seat,
    Step,
)
from pitboss.rules.judge import worth
from pitboss.rules.record import Move, Place, apply, ask

NextCard = Callable[[str, int], Card]
"""The card that comes to a place of a hand."""
Decide = Callable[[Round, Choose], str]
"""The option that a seat takes."""


@dataclass(frozen=True)
class Rulebook:
    game: Game
    seats: tuple[Seat, ...]

    def play(self, card: NextCard, decide: Decide) -> Round:
        """A round from the first card to the last."""
        round_ = Round(tuple(Place(seat.number, seat.wagers) for seat in self.seats), self.game.house)
        steps = self.game.procedure(round_)
        step = ask(steps)
        while not isinstance(step, Done):
            apply(round_, step, self.answer(round_, step, card, decide))
            step = ask(steps)
        return round_

    def answer(self, round_: Round, step: Step, card: NextCard, decide: Decide) -> Move:
        match step:
            case Draw():
                start = len(round_.hand(step.hand))
                return Dealt(step.hand, tuple(card(step.hand, start + n) for n in range(step.count)))
            case Reveal():
                return Opened(step.hand, ())
            case Peek():
                found = worth(step.ranking, round_.hand(step.hand))
                return Peeked(step.hand, found.atom in step.ranking.line(step.line))
            case Choose():
                return Chosen(step.seat, step.question, decide(round_, step))
            case _:
                raise AssertionError("nothing else is answered by a move")
