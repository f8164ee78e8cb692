"""Cards and chips on the felt: a card, a fan of cards, hands side by side, and their signs in a line.

A card always shows rank and suit sign, so that nothing is lost without colour. Cards that do not fit side by
side are fanned: each covers the one before except for its index. Hands that are too many or too long for fans
are written in lines.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget
from textual.widgets import Static

from pitboss.base.money import MICROS
from pitboss.cards import parse_card
from pitboss.reports.wording import card_sign
from pitboss.rules.step import HIDDEN
from pitboss.table.glance import HandView

STYLES = {
    "back": "$error-darken-2 on $accent-darken-3",
    "red": "bold $accent on $foreground",
    "black": "bold $background on $foreground",
}
SMALL, LARGE = 5, 9
"""Columns of a card."""
LEAST_SHOWN = 4
"""Columns of a covered card that still show its index."""
GAP = 2
"""Columns between two hands."""
CHIPS = ((100, "#9a93a8"), (25, "#2f9e5b"), (5, "#d2453b"), (1, "#efe9dc"))
"""Dollars and the colour of a chip."""
MOST_CHIPS = 3

W = TypeVar("W", bound=Widget)


def keep_children(parent: Widget, kind: type[W], count: int) -> list[W]:
    """So many children of a kind, made when they are missing and hidden when they are not needed."""
    children = list(parent.query_children(kind))
    missing = [kind() for _ in range(count - len(children))]
    parent.mount_all(missing)
    for number, child in enumerate((*children, *missing)):
        child.display = number < count
    return [*children, *missing][:count]


# -- in a line -------------------------------------------------------------------------------------


def card_colour(card: str) -> str:
    """The class of a card by its colour."""
    if card == HIDDEN:
        return "back"
    return "red" if parse_card(card).suit in (1, 2) else "black"


def cards_line(cards: Sequence[str], gap: str = " ") -> Content:
    """Cards as a word each."""
    return Content(gap).join(Content.styled(card_sign(card), STYLES[card_colour(card)]) for card in cards)


def chips_line(micros: int, most: int = MOST_CHIPS) -> Content:
    """A few discs that stand for a stack, the dearest chips first."""
    dollars, discs = micros // MICROS, []
    for worth, colour in CHIPS:
        discs += [Content.styled("●", colour)] * min(most, dollars // worth)
        dollars %= worth
    return Content("").join(discs[:most])


# -- as widgets ------------------------------------------------------------------------------------


class CardBox(Widget):
    """An index in two corners, on a large card a suit between; a card that does not count is crossed out."""

    card = HIDDEN

    def show(self, card: str, *, is_aside: bool) -> None:
        self.card = card
        self.set_classes("aside" if is_aside else card_colour(card))
        self.refresh()

    def render(self) -> Content:
        width, rows = self.size
        if self.card == HIDDEN:
            return Content("\n".join(["▒" * width] * rows))
        index = card_sign(self.card)
        lines = [index.ljust(width), *[" " * width] * (rows - 2), f"{index[-1]}{index[:-1]}".rjust(width)]
        if rows > 2:
            lines[rows // 2] = index[-1].center(width)
        if self.has_class("aside"):
            lines[-1] = "×".center(width)
        return Content("\n".join(lines))


class FanLayout(Layout):
    """Cards side by side with felt between them; where there is no room, each covers the one before."""

    name = "fan"

    def __init__(self, card: int) -> None:
        self.card = card

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        step = self.card + 1
        if step * len(children) - 1 > size.width:
            step = (size.width - self.card) // max(1, len(children) - 1)
        regions = [Region(number * step, 0, self.card, size.height) for number in range(len(children))]
        placed = enumerate(zip(regions, children, strict=True))
        return [WidgetPlacement(region, NULL_OFFSET, NULL_SPACING, card, n) for n, (region, card) in placed]


class Fan(Widget):
    card = SMALL

    @property
    def layout(self) -> Layout:
        return FanLayout(self.card)

    def show(self, hand: HandView, card: int, width: int) -> None:
        self.card = card
        self.set_class(card == LARGE, "-large")
        self.styles.width = width
        for place, widget in enumerate(keep_children(self, CardBox, len(hand.cards))):
            name = hand.cards[place]
            widget.show(name, is_aside=place in hand.aside and name != HIDDEN)
        self.refresh(layout=True)


class NamedHand(NamedTuple):
    """A hand with the names that it may go by, the longest first, and whether it is asked about."""

    hand: HandView
    names: Sequence[str] = ()
    is_asked: bool = False
    is_numbered: bool = False
    """Whether it is one of several hands of a seat, as after a split."""

    def width(self, card: int) -> int:
        """Columns for its cards side by side."""
        return max(0, len(self.hand.cards) * (card + 1) - 1)

    def least_width(self, card: int) -> int:
        """Columns for its cards, each covering the one before."""
        return card + (len(self.hand.cards) - 1) * LEAST_SHOWN if self.hand.cards else 0

    def caption(self, room: int) -> Content:
        """Whose hand it is and what it makes; where there is no room for both, what it makes."""
        words = self.hand.words if self.names else ""
        name = next((name for name in self.names if len(name) + 2 + len(words) <= room), "")
        style = "bold $primary" if self.is_asked else "bold"
        return Content.assemble((f"{name}  " if name and words else name, "bold $primary"), (words, style))

    @property
    def line(self) -> Content:
        """The hand where there is no room for a fan."""
        number = f"{self.names[0]:>2} " if self.is_numbered else ""
        words = f"  {self.hand.words}" if self.is_numbered else ""
        style = "bold $primary" if self.is_asked else ""
        return Content.assemble((number, style), cards_line(self.hand.cards), (words, style))


def fit_hands(hands: Sequence[NamedHand], card: int, room: int) -> list[int] | None:
    """Columns for each hand: the widest gives way; None where even fans are too wide."""
    least = [hand.least_width(card) for hand in hands]
    wide = [hand.width(card) for hand in hands]
    if any(hand.is_numbered for hand in hands):
        captions = [hand.caption(room).cell_length for hand in hands]
        wide = least = [max(pair) for pair in zip(least, captions, strict=True)]
    while sum(wide) + GAP * (len(wide) - 1) > room:
        widest = max(range(len(wide)), key=lambda place: wide[place] - least[place])
        if wide[widest] <= least[widest]:
            return None
        wide[widest] -= 1
    return wide


class HandRow(Vertical):
    """Hands side by side under their captions, in the largest size that fits; else a line for each."""

    hands: tuple[NamedHand, ...] = ()
    title = ""
    fitted: object = None
    """What was made, and for how much room."""

    def compose(self) -> ComposeResult:
        yield Static(classes="caption")
        yield Horizontal(classes="fans")
        yield Static(classes="lines")

    def show(self, hands: Sequence[NamedHand], title: str = "") -> None:
        """The title stands where no hand has a caption of its own."""
        self.hands, self.title = tuple(hands), title
        self._fit()

    def on_resize(self) -> None:
        self._fit()

    def _fit(self) -> None:
        room, is_high = self.size.width, self.screen.has_class("-high")
        if not room or self.fitted == (wanted := (self.hands, self.title, room, is_high)):
            return
        self.fitted = wanted
        sizes = (LARGE, SMALL) if is_high else (SMALL,)
        fits = ((card, wide) for card in sizes if (wide := fit_hands(self.hands, card, room)) is not None)
        card, wide = next(fits, (SMALL, None))
        self.set_class(wide is None, "-listed")
        self.query_one(".caption", Static).update(self._caption(wide, room), layout=False)
        lines = Content("\n").join(hand.line for hand in self.hands)
        self.query_one(".lines", Static).update(lines, layout=False)
        fans = keep_children(self.query_one(".fans"), Fan, 0 if wide is None else len(self.hands))
        for fan, held, width in zip(fans, self.hands, wide or (), strict=False):
            fan.show(held.hand, card, width)

    def _caption(self, wide: Sequence[int] | None, room: int) -> Content:
        named = [hand for hand in self.hands if hand.names]
        if not named or (wide is None and named[0].is_numbered):
            return Content.styled(self.title, "bold $primary")
        if len(named) == 1 or wide is None:
            return named[0].caption(room)
        parts = [hand.caption(width) for hand, width in zip(self.hands, wide, strict=True)]
        if all(part.cell_length <= width for part, width in zip(parts, wide, strict=True)):
            return join(
                part.pad_right(width - part.cell_length) for part, width in zip(parts, wide, strict=True)
            )
        apart = join(hand.caption(room) for hand in named)
        return apart if apart.cell_length <= room else next(h for h in named if h.hand.words).caption(room)


def join(parts: Iterable[Content]) -> Content:
    return Content(" " * GAP).join(parts)
