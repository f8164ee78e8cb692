"""What a seat that is asked may choose, and for how much.

An option has its price. Where the game lets a stake be anything between two ends, the cheaper end carries how
far it goes and in which steps: those of the chips that are posted for the wager. Such an amount is asked for
in dollars (`play $15`) or as a multiple (`play 3/2x`); the record has the multiple, and an end its own name.
"""

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from pitboss.base.money import CENT, format_dollars, parse_dollars
from pitboss.rules import Choose, Option
from pitboss.table.phase import RefusedError

IN_DOLLARS = re.compile(r"(?P<word>.+?) \$(?P<amount>\d[\d,]{0,14}(?:\.\d{1,2})?)", re.ASCII)


class Offer(NamedTuple):
    """An option and the money that it adds."""

    option: Option
    stake_micros: int
    most_micros: int = 0
    """How far the amount may go, for an option that is the lower end of a range; 0 for any other."""
    step_micros: int = 0


Offers = Mapping[str, Offer]


def make_offers(step: Choose, *, base_micros: int, limit_micros: int, step_micros: int) -> dict[str, Offer]:
    """The options that lie within the limit for one wager; so do the amounts between two of them."""
    offers = {}
    for option in step.options:
        stake = times(option.stake, base_micros)
        if stake > limit_micros:
            continue
        most = min(times(option.up_to, base_micros), limit_micros) if option.up_to else 0
        offers[option.name] = Offer(option, stake, most, step_micros if most else 0)
    return offers


def main_option(offers: Offers) -> str:
    """Going on, where it costs a wager or more and the opposite costs nothing; elsewhere the first option."""
    first, *others = [offer.option for offer in offers.values()]
    is_to_go_on = others and not first.stake and all(option.stake >= 1 for option in others)
    return (others[0] if is_to_go_on else first).name


def times(multiple: Fraction, base_micros: int) -> int:
    return base_micros * multiple.numerator // multiple.denominator // CENT * CENT


def pick_offer(step: Choose, offers: Offers, base_micros: int, name: str) -> Offer:
    """What the seat asks for, by its name or as an amount; or a refusal that says what can be."""
    if name in offers:
        return offers[name]
    found = find_amount(step, offers, base_micros, name)
    if found is None:
        known = ", ".join(map(offer_words, offers.values()))
        raise RefusedError(f"seat {step.seat} cannot {name!r} here; it can: {known}")
    low, micros = found
    stake = Fraction(micros, base_micros)
    for end in offers.values():  # an end of the range is offered by its name, whatever the steps
        if end.option.stake == stake and words_of(end) == words_of(low):
            return Offer(end.option, micros)
    is_between = low.stake_micros <= micros <= low.most_micros
    if not is_between or (micros - low.stake_micros) % low.step_micros:
        raise RefusedError(f"seat {step.seat} can {offer_words(low)}, not {format_dollars(micros)}")
    return Offer(low.option.at(stake), micros)


def words_of(offer: Offer) -> str:
    """The option without its multiple: `play` of `play 2x`."""
    return offer.option.name.rpartition(" ")[0]


def find_amount(step: Choose, offers: Offers, base_micros: int, name: str) -> tuple[Offer, int] | None:
    """The range that is meant, and how much of it."""
    if match := IN_DOLLARS.fullmatch(name):
        word, micros = match["word"], parse_dollars(match["amount"])
    elif option := step.find(name):
        whole = base_micros * option.stake
        word, micros = name.rpartition(" ")[0], whole.numerator if whole.denominator == 1 else 0
    else:
        return None
    ranges = (offer for offer in offers.values() if offer.most_micros)
    low = next((offer for offer in ranges if words_of(offer) == word), None)
    return (low, micros) if low else None


def offer_words(offer: Offer) -> str:
    """`play 1x`, and where it is the beginning of a range, how far that goes."""
    if not offer.most_micros:
        return offer.option.name
    span = f"{format_dollars(offer.stake_micros)} to {format_dollars(offer.most_micros)}"
    return f"{offer.option.name} (anything from {span} in steps of {format_dollars(offer.step_micros)})"
