"""The felt: to the left the dealer's cards and words and the player's hands, to the right the spots."""

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.color import Color
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.geometry import NULL_OFFSET, NULL_SPACING, Region, Size
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget
from textual.widgets import Static

from pitboss.base.money import format_dollars
from pitboss.cli.terminal.card import MOST_CHIPS, HandRow, NamedHand, chips_line
from pitboss.cli.terminal.dialog import Prompt
from pitboss.cli.terminal.session import PlayerPhase, TerminalSession
from pitboss.reports.wording import Spot, as_set, offered_spots, short_dollars, signed_dollars, spot_of
from pitboss.rules import Game
from pitboss.table.payment import won_micros

BOX_ROWS, BOX_WIDTHS, FRAME = 3, (13, 12, 11, 10), 2
"""Of a spot: its rows, how wide it is at least, and what its frame takes beside the label."""
DARK, SHADE = Color(10, 22, 40), 0.58
"""How dark the room is."""


def tone_of(net_micros: int) -> str:
    """The colour of an amount: won, lost or neither."""
    return "$success" if net_micros > 0 else "$error" if net_micros < 0 else "$foreground"


def felt_colour(game: Game) -> Color:
    """The colour of the game's felt, dimmed."""
    return Color.parse(str(game.layout.get("felt", "green"))).blend(DARK, SHADE)


# -- spots -----------------------------------------------------------------------------------------


class SpotBox(Widget):
    """A spot with the money on it; when it is settled, what came of it; while it is empty, what it takes."""

    def __init__(self, spot: Spot, session: TerminalSession) -> None:
        super().__init__()
        self.spot = spot
        self.session = session
        self.label = Static(Content(spot.label), classes="label")
        """Lies on the upper edge of the frame."""

    def show(self, selected: str) -> None:
        is_open = self.session.phase is PlayerPhase.BETTING
        is_chosen = is_open and spot_of(self.session.game, selected) == self.spot.bet
        self.set_class(is_chosen, "-chosen")
        self.label.set_class(is_chosen, "-chosen")
        self.refresh()

    def render(self) -> Content:
        session, own = self.session, (self.session.seat, self.spot.bet)
        laid = session.felt.spots.get(session.seat, {}).get(self.spot.bet, 0)
        won = [won_micros(settled) for settled in session.settled if (settled.seat, settled.bet) == own]
        if won:
            return Content.styled(signed_dollars(won[0]) if won[0] else "push", f"bold {tone_of(won[0])}")
        if laid:
            amount = format_dollars(laid)
            chips = chips_line(laid, most=min(MOST_CHIPS, max(0, self.size.width - len(amount) - 1)))
            return Content.assemble(chips, " " if chips else "", (amount, "bold"))
        return Content.styled(self._takes() if session.phase is PlayerPhase.BETTING else "", "$secondary")

    def _takes(self) -> str:
        """'$5-$100'; nothing where no wager is placed here."""
        for wager, limit in self.session.table.setup.posted.items():
            if spot_of(self.session.game, wager) == self.spot.bet:
                low, high = short_dollars(limit.minimum_micros), short_dollars(limit.maximum_micros)
                return low if low == high else f"{low}-{high}"
        return ""


def spot_rows(spots: Sequence[Spot], most: int) -> list[list[Spot]]:
    """Spots in rows by their depth on the layout; the closest rows become one where there are too many."""
    levels: dict[int, list[Spot]] = {}
    for spot in spots:
        levels.setdefault(spot.y, []).append(spot)
    rows = [levels[y] for y in sorted(levels)]
    while len(rows) > most:
        near = min(range(len(rows) - 1), key=lambda n: rows[n + 1][0].y - rows[n][0].y)
        rows[near : near + 2] = [sorted(rows[near] + rows[near + 1], key=lambda spot: spot.x)]
    return rows


def place_row(row: Sequence[Spot], room: int) -> list[tuple[Spot, int, int]]:
    """Where each box of a row begins and how wide it is: centred on its spot, never on its neighbour."""
    for least in BOX_WIDTHS:
        widths = [max(least, len(spot.label) + FRAME) for spot in row]
        if sum(widths) + len(row) - 1 <= room:
            break
    gap = 1 if sum(widths) + len(row) - 1 <= room else 0
    starts: list[int] = []
    for number, (spot, width) in enumerate(zip(row, widths, strict=True)):
        free = starts[-1] + widths[number - 1] + gap if starts else 0
        last = room - sum(widths[number:]) - gap * (len(row) - number - 1)
        starts.append(max(free, min(round(spot.x * room / 100 - width / 2), last)))
    return list(zip(row, starts, widths, strict=True))


class SpotLayout(Layout):
    """Spots where the game's layout has them."""

    name = "spots"

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        boxes = {child.spot: child for child in children if isinstance(child, SpotBox)}
        rows = spot_rows(list(boxes), max(1, size.height // BOX_ROWS))
        spread = (size.height - BOX_ROWS) / max(1, len(rows) - 1)
        placed = []
        for number, row in enumerate(rows):
            y = round(number * spread) if len(rows) > 1 else (size.height - BOX_ROWS) // 2
            for spot, x, width in place_row(row, size.width):
                name = len(spot.label) + (2 if len(spot.label) + 2 + FRAME <= width else 0)
                label = Region(x + (width - name) // 2, y, name, 1)
                box = boxes[spot]
                placed += [place(Region(x, y, width, BOX_ROWS), box, 0), place(label, box.label, 1)]
        return placed


def place(region: Region, widget: Widget, order: int) -> WidgetPlacement:
    return WidgetPlacement(region, NULL_OFFSET, NULL_SPACING, widget, order)


class Spots(Widget):
    def __init__(self, session: TerminalSession) -> None:
        boxes = [SpotBox(spot, session) for spot in offered_spots(session.game, session.offered)]
        super().__init__(*boxes, *(box.label for box in boxes))

    @property
    def layout(self) -> Layout:
        return SpotLayout()

    def neighbour(self, bets: Sequence[str], bet: str, direction: int) -> str:
        """Of these bets the one that is drawn above or below another, the nearest; from the edge around."""
        regions = {box.spot.bet: box.region for box in self.query(SpotBox) if box.spot.bet in bets}
        here = regions[bet]
        rows = sorted({region.y for region in regions.values()})
        there = rows[(rows.index(here.y) + direction) % len(rows)]
        row = [other for other, region in regions.items() if region.y == there]
        return min(row, key=lambda other: abs(regions[other].center[0] - here.center[0]))


# -- the whole -------------------------------------------------------------------------------------


class FeltPane(Horizontal):
    def __init__(self, session: TerminalSession) -> None:
        super().__init__()
        self.session = session
        self.styles.background = felt_colour(session.game)

    def compose(self) -> ComposeResult:
        with Vertical(id="cards"):
            yield Static(Content(self.session.game.summary), id="motto")
            yield HandRow(id="shared")
            yield Prompt(id="words")
            yield HandRow(id="own")
        yield Spots(self.session)

    def show(self, selected: str, said: str) -> None:
        """Everything as it lies now, and the dealer's last words."""
        game, felt = self.session.game, self.session.felt
        self.set_class(not felt.shared, "-empty")
        shared = [NamedHand(as_set(game, hand), (hand.name.upper(),)) for hand in felt.shared]
        self.query_one("#shared", HandRow).show(shared)
        self.query_one("#own", HandRow).show(own_hands(self.session), f"YOU, SEAT {self.session.seat}")
        self.query_one("#words", Prompt).update(Content(f"“{said}”" if said else ""), layout=False)
        for box in self.query(SpotBox):
            box.show(selected)


def own_hands(session: TerminalSession) -> list[NamedHand]:
    """The player's hands; several by their numbers, with a pointer at the one that is asked about."""
    hands = session.felt.hands.get(session.seat, ())
    numbered = [hand for hand in hands if hand.name.startswith("hand ")]
    if len(numbered) < 2:
        names = (f"YOU, SEAT {session.seat}", "YOU")
        return [NamedHand(hand, () if place else names) for place, hand in enumerate(hands)]
    question = session.asked.question if session.asked else ""
    asked = [question.startswith(f"{hand.name} ") for hand in numbered]
    return [
        NamedHand(hand, (f"{'▶' if is_asked else ''}{hand.name[-1]}",), is_asked, is_numbered=True)
        for hand, is_asked in zip(numbered, asked, strict=True)
    ]
