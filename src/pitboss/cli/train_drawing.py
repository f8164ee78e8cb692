"""A question of a lesson as it is drawn: cards in frames, options with their keys, the felt as a table."""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from pitboss.base.money import format_dollars
from pitboss.cards import parse_card
from pitboss.cli.screen import GOLD
from pitboss.cli.train_output import decision_words, least_of, options_line, split_hand
from pitboss.house.training.felt import Felt, SeatOnFelt
from pitboss.house.training.player_lesson import PlayerQuestion
from pitboss.reports.wording import card_sign
from pitboss.rules.step import HIDDEN

FACE = 3
"""Columns within a card's frame."""
BACK, RED, BLACK = "#c58a86 on #6d1a27", "bold #b01e28 on #f4ecda", "bold #15110e on #f4ecda"
TITLE, KEY = f"bold {GOLD}", f"bold underline {GOLD}"


def card_style(card: str) -> str:
    if card == HIDDEN:
        return BACK
    return RED if parse_card(card).suit in (1, 2) else BLACK


def draw_cards(cards: Sequence[str]) -> Text:
    """Cards side by side, each with its index in two corners."""
    return Text("\n").join(Text(" ").join(row) for row in zip(*map(draw_card, cards), strict=True))


def draw_card(card: str) -> list[Text]:
    sign, style = card_sign(card), card_style(card)
    top, bottom = (sign * 2)[:FACE], (sign * 2)[:FACE]
    if card != HIDDEN:
        top, bottom = sign.ljust(FACE), f"{sign[-1]}{sign[:-1]}".rjust(FACE)
    rows = (f"╭{'─' * FACE}╮", f"│{top}│", f"│{bottom}│", f"╰{'─' * FACE}╯")
    return [Text(row, style) for row in rows]


def sign_cards(cards: Sequence[str]) -> Text:
    """Cards as a word each."""
    return Text(" ").join(Text(card_sign(card), card_style(card)) for card in cards)


def draw_hands(hands: Sequence[tuple[str, Sequence[str]]]) -> RenderableType:
    """Hands with their names, side by side."""
    grid = Table.grid(padding=(0, 4, 0, 0))
    grid.add_row(*(Text(name.upper(), TITLE) for name, _ in hands))
    grid.add_row(*(draw_cards(cards) for _, cards in hands))
    return grid


def draw_situation(question: PlayerQuestion) -> RenderableType:
    """What was decided before, the cards, and the options with the least that must be typed marked."""
    hand = split_hand(question)
    so_far = f" So far: {', '.join(question.so_far)}." if question.so_far else ""
    own = (f"you, {hand}" if hand else "you", question.own)
    shared = [(name, cards) for name, cards in question.shared if cards]
    return Group(f"Question {question.number}.{so_far}", draw_hands([own, *shared]), mark_keys(question))


def mark_keys(question: PlayerQuestion) -> Text:
    text, end = Text(options_line(question)), 0
    labels = [choice.label for choice in question.choices]
    for label in labels:
        start = text.plain.lower().index(label.lower(), end)
        least, end = least_of(label, labels), start + len(label)
        words = [start + place for place in starts_of(label) if label[place:].lower().startswith(least)]
        text.stylize(KEY, words[0], words[0] + len(least))
    return text


def starts_of(label: str) -> Iterator[int]:
    """Where its words begin."""
    yield from (place for place in range(len(label)) if not place or label[place - 1] == " ")


def draw_felt(felt: Felt) -> RenderableType:
    """The dealer's cards, and a row for each seat."""
    meters = [f"Meter of the {name}: {format_dollars(micros)}." for name, micros in felt.meters]
    seats = Table(box=None, padding=(0, 2, 0, 0), header_style=TITLE)
    for title in ("Seat", "Cards", "Wagers", "Then"):
        seats.add_column(title, no_wrap=title in ("Seat", "Cards"))
    for seat in felt.seats:
        seats.add_row(*seat_cells(seat))
    return Group(f"Round {felt.number}. Settle the table.", *meters, draw_hands(felt.hands), seats)


def seat_cells(seat: SeatOnFelt) -> tuple[RenderableType, ...]:
    wagers = ", ".join(f"{label} {format_dollars(micros)}" for label, micros in seat.wagers)
    then = ", ".join(decision_words(name, micros) for name, micros in seat.decisions)
    return str(seat.number), Text("\n").join(map(sign_cards, seat.hands)), wagers, then
