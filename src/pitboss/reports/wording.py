"""Names of things as a player hears them: cards, lines of a paytable, spots, amounts won and lost."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pitboss.base.money import format_dollars
from pitboss.cards import parse_card
from pitboss.cards.hand_name import NAMES, line_words
from pitboss.reports.cell import money, short_money
from pitboss.rules import Game, Paytable
from pitboss.rules.step import HIDDEN
from pitboss.table.glance import HandView
from pitboss.table.payment import pay_words
from pitboss.table.setup import SpotLimit

SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


class Spot(NamedTuple):
    """Where a bet lies on the layout: across and down, in percent."""

    bet: str
    label: str
    x: int
    y: int


def spots_of(game: Game) -> tuple[Spot, ...]:
    """The spots of a seat, from the dealer's side to the player's."""
    spots = game.layout.get("spots", ())
    assert isinstance(spots, Iterable)
    read = (Spot(str(spot["bet"]), str(spot["label"]), int(spot["x"]), int(spot["y"])) for spot in spots)
    return tuple(sorted(read, key=lambda spot: (spot.y, spot.x)))


def offered_spots(game: Game, wagers: Iterable[str]) -> tuple[Spot, ...]:
    """The spots of a seat at a table with these wagers."""
    offered = {bet for wager in wagers for bet in (wager, *game.wagers[wager].bets)}
    return tuple(spot for spot in spots_of(game) if spot.bet in offered)


def spot_of(game: Game, wager: str) -> str:
    """The bet on whose spot a wager is placed: its own, or the first of its bets that has one."""
    rules = game.wagers[wager]
    return next((bet for bet in (*rules.laid, *rules.bets) if bet in game.labels), rules.bets[0])


def bet_label(game: Game, bet: str) -> str:
    """The bet as the felt spells it; a bet without a spot, such as a bonus, by its name."""
    return game.labels.get(bet) or bet.replace("_", " ").title()


def wager_label(game: Game, wager: str) -> str:
    """The wager as the spot is labelled where it is placed; one of several stakes by its own name."""
    rules = game.wagers[wager]
    return rules.label if rules.stakes > 1 else bet_label(game, spot_of(game, wager))


# -- money ----------------------------------------------------------------------------------------


def laid_words(game: Game, wager: str, micros: int) -> str:
    """What a player puts down for a wager: '$5.00', or '3 x $5.00' where it takes equal stakes."""
    stakes = game.wagers[wager].stakes
    return format_dollars(micros) if stakes == 1 else f"{stakes} x {format_dollars(micros)}"


def added_words(micros: int) -> str:
    """What a decision does to the money at risk: '$5.00 more', '$5.00 back', or nothing."""
    if not micros:
        return ""
    return f"{format_dollars(abs(micros))} {'more' if micros > 0 else 'back'}"


# -- hands ----------------------------------------------------------------------------------------


def is_set_high_to_low(game: Game, hand: str) -> bool:
    """Whether the dealer's manual says that the hand is set so when it is opened."""
    return any(cue.at == f"open {hand}" and cue.sets == "high_to_low" for cue in game.cues)


def as_set(game: Game, hand: HandView) -> HandView:
    """A hand of the house as it is set once all of it is open: in order, where the manual says so."""
    if HIDDEN in hand.cards or not is_set_high_to_low(game, hand.name):
        return hand
    return hand._replace(cards=tuple(high_to_low(hand.cards)))


def high_to_low(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=parse_card, reverse=True)


# -- cards -----------------------------------------------------------------------------------------


def card_sign(card: str) -> str:
    """'Q♥', or two blocks for a card that nobody sees."""
    return "▒▒" if card == HIDDEN else parse_card(card).sign


def card_words(card: str) -> str:
    """A card in full: 'queen of hearts'."""
    if card == HIDDEN:
        return "a card face down"
    rank, suit = found = parse_card(card)
    if found.is_joker:
        return "joker"
    return f"{NAMES[rank]} of {SUIT_NAMES[suit]}"


def cards_words(cards: Iterable[str]) -> str:
    """Cards in full; those that nobody sees are counted at the end."""
    cards = list(cards)
    shown = [card_words(card) for card in cards if card != HIDDEN]
    hidden = cards.count(HIDDEN)
    if hidden:
        shown.append(f"{count_words(hidden)} face down")
    return ", ".join(shown)


def count_words(count: int) -> str:
    return COUNTS[count] if count < len(COUNTS) else str(count)


# -- money -----------------------------------------------------------------------------------------


def net_words(micros: int, *, who: str = "You") -> str:
    """What a round came to: 'You win $20.00', 'Ada loses $5.00'."""
    end = "" if who == "You" else "s"
    if not micros:
        return f"{who} break{end} even"
    verb = f"win{end}" if micros > 0 else ("lose" if who == "You" else "loses")
    return f"{who} {verb} {format_dollars(abs(micros))}"


def signed_dollars(micros: int) -> str:
    return str(money(micros, has_plus=True))


def limit_words(limit: SpotLimit) -> str:
    low, high = format_dollars(limit.minimum_micros), format_dollars(limit.maximum_micros)
    if low == high:
        return f"{low}, no more and no less"
    return f"{low} to {high} in steps of {format_dollars(limit.step_micros)}"


def short_dollars(micros: int) -> str:
    """Without cents where there are none, for a small spot on the felt."""
    return str(short_money(micros))


def meter_labels(game: Game, meters: Mapping[str, int]) -> dict[str, int]:
    """The meters by what their displays say: the wager's label, and the level's where there are several."""
    shown = {}
    for name, micros in meters.items():
        wager, _, level = name.partition(" ")
        shown[level or wager_label(game, wager)] = micros
    return shown


# -- paytables -------------------------------------------------------------------------------------


def table_in_force(game: Game, wager: str, hands: int) -> Paytable | None:
    """The paytable of a wager; where there is a column for each number of hands, that column."""
    tables = game.chosen.get(wager, ())
    return next((table for table in tables if table.hands in (None, hands)), None)


def pay_lines(table: Paytable) -> list[str]:
    """The lines of a paytable as the felt prints them, with envy where it is paid."""
    lines = []
    for line, pay in table.pays.items():
        envy = table.envy_micros.get(line)
        beside = f", envy {short_dollars(envy)}" if envy else ""
        lines.append(f"{line_words(line)} {pay_words(pay)}{beside}")
    return lines
