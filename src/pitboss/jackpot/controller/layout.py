"""The hand buttons of a table, from its game's progressive paytable: one for each line that pays, best first.

Which wager is the progressive one, which lines pay and what is a share of which meter are facts of the
game's data file; the terms say which of its paytables is in force and where fixed awards come from.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pitboss.base.error import find_name
from pitboss.base.odds import Kind, Pay
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.terms import CENT, PPM, Terms
from pitboss.rules import Game, Paytable


@dataclass(frozen=True)
class HandButton:
    line: str
    label: str
    pay: Pay
    level: str = ""
    """The meter that pays, empty where a progressive has only one."""
    share_ppm: int = 0
    """Of that meter; nothing for a fixed award."""
    is_from_meter: bool = False
    """Whether the award comes off a meter and needs a supervisor; otherwise the dealer pays from the tray."""

    def fixed_micros(self, stake_micros: int) -> int:
        """What a fixed award pays on the stake in whole cents; nothing for a share of a meter."""
        if self.pay.kind is Kind.METER:
            return 0
        return int(self.pay.net(Fraction(stake_micros), {}) + stake_micros) // CENT * CENT


def hand_buttons(game: Game, terms: Terms) -> tuple[HandButton, ...]:
    """The buttons of a table that deals this game under these terms."""
    table = progressive_table(game, terms)
    return tuple(make_button(line, pay, terms) for line, pay in table.pays.items() if pay.amount)


def button_for(buttons: Mapping[str, HandButton], line: str, level: str, share_ppm: int) -> HandButton:
    """The button of a win in the journal, even if this keypad has none for its line."""
    if line in buttons:
        return buttons[line]
    return HandButton(line, line, Pay(Kind.METER, Fraction(share_ppm, PPM), level), level, share_ppm, True)


def progressive_table(game: Game, terms: Terms) -> Paytable:
    if game.id not in terms.paytables:
        known = ", ".join(terms.paytables) or "none"
        raise RefusedError(f"{terms.id} has no paytable for {game.name}; it has them for {known}")
    return game.paytables[find_name("paytable", terms.paytables[game.id], game.paytables)]


def make_button(line: str, pay: Pay, terms: Terms) -> HandButton:
    label = line.replace("_", " ").upper()
    if pay.kind is not Kind.METER:
        level = terms.levels[0].name if terms.all_from_meter else ""
        return HandButton(line, label, pay, level, 0, terms.all_from_meter)
    terms.level(pay.level)
    return HandButton(line, label, pay, pay.level, int(pay.amount * PPM), True)
