"""What each option of a situation is worth, exactly: the one door from training to best play."""

from dataclasses import dataclass
from fractions import Fraction

from pitboss.cards import format_cards
from pitboss.house.situation import ME, Situation, open_cards
from pitboss.rules import Chosen, Option
from pitboss.strategy.advice import Advice, advise


@dataclass(frozen=True)
class Priced:
    """An option and what it gives up against the best one, in units of the base wager."""

    option: Option
    cost: Fraction

    @property
    def is_best(self) -> bool:
        return not self.cost


def price(situation: Situation) -> tuple[Priced, ...]:
    """The options in the order in which the game offers them."""
    advice = find_advice(situation)
    hand = situation.round.hand(situation.round.place(ME).hand)
    priced = []
    for option in situation.step.options:
        card = None if option.place is None else hand[option.place]
        (choice,) = (
            choice
            for choice in advice.choices
            if (choice.card == card if card else choice.option == option.name)
        )
        priced.append(Priced(option, choice.cost))
    return tuple(priced)


def find_advice(situation: Situation) -> Advice:
    round_ = situation.round
    seen = [round_.hand(round_.place(ME).hand), *situation.shared.values()]
    cards = format_cards(card for slots in seen for card in open_cards(slots))
    history = tuple(move.option for move in situation.record.moves if isinstance(move, Chosen))
    return next(
        advice
        for advice in advise(situation.game, cards)
        if (advice.question, advice.history) == (situation.step.question, history)
    )


def closeness(priced: tuple[Priced, ...]) -> Fraction:
    """The least that a mistake can cost; 0 if there can be none."""
    return min((one.cost for one in priced if one.cost), default=Fraction(0))
