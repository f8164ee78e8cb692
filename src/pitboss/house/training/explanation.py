"""What a player is told of a decision: that it was right, or in one sentence what it gives up."""

from fractions import Fraction

from pitboss.base.figure import format_decimal
from pitboss.base.phrase import join_or
from pitboss.house.training.priced import Priced, closeness
from pitboss.house.training.situation import Situation
from pitboss.rules import Option

TELLS_MARGIN = Fraction(1, 20)
"""A right answer is told by how much it was right if that is little."""

DOING = {
    "fold": "Folding",
    "play": "Playing",
    "raise": "Raising",
    "check": "Checking",
    "bet": "Betting",
    "call": "Calling",
    "keep": "Keeping",
    "discard": "Discarding",
    "stand": "Standing",
    "hit": "Hitting",
    "double": "Doubling",
    "split": "Splitting",
    "surrender": "Surrendering",
}


def praise(situation: Situation, priced: tuple[Priced, ...], chosen: Priced) -> str:
    others = [situation.name_option(one.option) for one in priced if one.is_best and one is not chosen]
    if others:
        return f"Right; {join_or(others)} is as good."
    margin = closeness(priced)
    return f"Right, by {format_cents(margin)}." if margin <= TELLS_MARGIN else "Right."


def explain(situation: Situation, priced: tuple[Priced, ...], chosen: Priced) -> str:
    """What the mistake is, what it costs, and what is better."""
    best = join_or([situation.name_option(one.option) for one in priced if one.is_best])
    base = situation.game.deciding[0].replace("_", " ")
    return (
        f"{say_doing(situation, chosen.option)} {situation.hand_words} gives up "
        f"{format_cents(chosen.cost)} for every dollar of the {base}: {best}."
    )


def say_doing(situation: Situation, option: Option) -> str:
    verb, _, rest = situation.name_option(option).partition(" ")
    if verb not in DOING:
        return f"{option.name.capitalize()} with"
    words = f"{DOING[verb]} {rest}".rstrip()
    return words if verb == "fold" else f"{words} with"


def format_cents(value: Fraction) -> str:
    """Cents for each dollar: one decimal, or two digits that are not zero."""
    cents = value * 100
    digits = 1
    while 0 < cents * 10**digits < 10 and digits < 6:
        digits += 1
    return f"{format_decimal(cents, digits)} cents"
