"""What a keypad needs of the game: a hand button for each line that pays, best first, and the envy list.

Which wager is the progressive one, which lines pay, what is a share of which meter and which hands others
get envy for are facts of the game's data file; the terms say which of its paytables is in force, what the
denomination is and where fixed awards come from.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from pitboss.base.error import find_name
from pitboss.base.money import CENT, MICROS, format_dollars
from pitboss.base.odds import Kind, Pay
from pitboss.jackpot.chance import paytable_of
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.terms import PPM, Terms
from pitboss.rules import Game, Paytable
from pitboss.rules.envy import EnvyTerms, envy_terms


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


@dataclass(frozen=True)
class Layout:
    """The keypad of a table, as far as its game and the terms make it."""

    buttons: Mapping[str, HandButton]
    """By line, best first."""
    envy: EnvyTerms
    game: str = ""
    folded_hands_win: bool = True
    """By the house's own setting of the game."""
    stays: bool = False
    """Whether the wagers stay on the table once they are counted: the game says so, or the house."""
    wager_micros: int = 0
    """What is wagered, no more and no less, where the game says."""

    def check_wager(self, stake_micros: int) -> None:
        if self.wager_micros and stake_micros != self.wager_micros:
            fixed = format_dollars(self.wager_micros)
            raise RefusedError(f"the wager of this game is {fixed}, no more and no less")


NO_LAYOUT = Layout({}, EnvyTerms("", {}, is_times_wager=False, is_between_own_spots=False))
"""Of a table on no progressive."""


@lru_cache(maxsize=256)
def make_layout(game: Game, terms: Terms) -> Layout:
    """The keypad of a table that deals this game under these terms; tables alike have the same."""
    buttons = {button.line: button for button in hand_buttons(game, terms)}
    table = progressive_table(game, terms)
    envy = envy_terms(game.with_paytable(table.id), table.wager)
    stays = game.wagers[table.wager].stays or terms.stays_on_table
    folded = game.house_rules.folded_hands_qualify
    envy = replace(envy, dollars=Fraction(terms.wager_micros, MICROS))
    return Layout(buttons, envy, game.id, folded, stays, game.wagers[table.wager].dollars * MICROS)


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


def prize_of(terms: Terms, table: str, line: str, stake_micros: int) -> tuple[str, int, int]:
    """What a line wins at a table: the level, the share of its meter, or the fixed award that it pays."""
    game = terms.at(table).game
    pays = paytable_of(terms, game).pays
    if line not in pays:
        raise RefusedError(f"{terms.paytables[game]} has no line {line!r}: {', '.join(pays)}")
    button = make_button(line, pays[line], terms)
    if not button.is_from_meter:
        raise RefusedError(
            f"{terms.id}: {line.replace('_', ' ')} pays {button.pay} from the tray: no meter is touched"
        )
    return button.level, button.share_ppm, button.fixed_micros(stake_micros)
