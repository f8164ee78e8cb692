"""What each option of a situation is worth, exactly: the one door from training to best play."""

from dataclasses import dataclass
from fractions import Fraction

from pitboss.house.training.situation import Situation
from pitboss.rules import Option
from pitboss.strategy.advice import advise_record


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
    step = situation.step
    advice = advise_record(situation.game, situation.record, step.seat)
    costs = {choice.option: choice.cost for choice in advice.choices}
    return tuple(Priced(option, costs[option.name]) for option in step.options)


def closeness(priced: tuple[Priced, ...]) -> Fraction:
    """The least that a mistake can cost; 0 if there can be none."""
    return min((one.cost for one in priced if one.cost), default=Fraction(0))
