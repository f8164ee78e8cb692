"""A decision with what each of its options is worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pitboss.base.figure import format_decimal, format_percent
from pitboss.base.notebook import html_table
from pitboss.cards import Card, format_cards
from pitboss.rules import Option


@dataclass(frozen=True)
class Choice:
    option: str
    card: Card | None
    """The card that the option is about, if it is about one."""
    value: Fraction
    """Expected net of the whole round from here, in units of the base wager."""
    cost: Fraction
    """What it loses against the best option."""


def choices_of(
    options: Sequence[Option], values: Sequence[Fraction], hand: tuple[Card, ...] = ()
) -> tuple[Choice, ...]:
    """The options with their values; `hand` is where those that are about a card have their places."""
    best = max(values)
    cards = [hand[option.place] if hand and option.place is not None else None for option in options]
    return tuple(
        Choice(option.name, card, value, best - value)
        for option, card, value in zip(options, cards, values, strict=True)
    )


@dataclass(frozen=True)
class Advice:
    """A decision at given cards, after the decisions in `history`."""

    question: str
    history: tuple[str, ...]
    cards: tuple[tuple[Card, ...], ...]
    choices: tuple[Choice, ...]

    @property
    def best(self) -> Choice:
        return min(self.choices, key=lambda choice: choice.cost)

    def __repr__(self) -> str:
        others = (f"{c.option} costs {format_percent(c.cost)}" for c in self.choices if c is not self.best)
        about = ", after ".join((self.question, *self.history))
        return f"<{about}, with {self.shown_cards}: {self.best.option}; {', '.join(others)}>"

    @property
    def shown_cards(self) -> str:
        return " / ".join(format_cards(group) for group in self.cards)

    def _repr_html_(self) -> str:
        rows = [(c.option, format_decimal(c.value, 6), format_percent(c.cost)) for c in self.choices]
        return html_table(f"{self.question}: {self.shown_cards}", ("option", "value", "costs"), rows)
