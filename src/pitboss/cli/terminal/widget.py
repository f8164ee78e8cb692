"""What the full screen is made of: the drawn table, a page to read, a question for yes or no; their style."""

from collections.abc import Iterable
from math import inf
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Key
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Static

from pitboss.cli.terminal.palette import CREAM, DIM, GOLD
from pitboss.cli.terminal.picture import draw
from pitboss.cli.terminal.scene import Scene

STYLE = """
Screen { background: #15110e; }
Picture { width: 100%; height: 100%; }
ModalScreen { align: center middle; background: #0a0806 70%; }
#page { width: 76; height: 22; max-width: 100%; max-height: 100%; padding: 0 2; background: #211a14;
        border: round #e0bb6c; }
#page-title { margin-bottom: 1; }
#page-body { height: 1fr; scrollbar-size-vertical: 1; scrollbar-color: #e0bb6c;
             scrollbar-background: #211a14; }
#ask { width: 64; height: auto; padding: 1 2; background: #211a14; border: round #e0bb6c; }
"""

AMOUNT_KEYS = "0123456789."
LONGEST_AMOUNT = 10
Paragraph = tuple[str, str]
"""A text and its style."""


def heading(text: str) -> Paragraph:
    return text, f"bold {GOLD}"


def sentences(lines: Iterable[str]) -> list[Paragraph]:
    return [(line, CREAM) for line in lines]


class Drawn:
    """Since when a question stands on the screen: a key pressed before that was not meant for it."""

    def __init__(self) -> None:
        self.question: object = None
        self.since = inf

    def expect(self, question: object, pump: MessagePump) -> None:
        """This is asked from now on; unless it was asked before, keys do not count until it is drawn."""
        if question != self.question:
            self.question, self.since = question, inf
            pump.call_after_refresh(self._mark, question)

    def _mark(self, question: object) -> None:
        if question == self.question:
            self.since = Message().time

    def is_early(self, pressed: Key) -> bool:
        return pressed.time < self.since


class Picture(Widget):
    """The drawn table; it fills the screen."""

    scene: Scene | None = None

    def render(self) -> Text:
        assert self.scene, "the table is drawn when there is something to see"
        return draw(self.scene, self.size.width, self.size.height).paint()


class PageScreen(ModalScreen[None]):
    """Something to read; arrows and space turn the page, any other key goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,space,pagedown", "read(1)", show=False),
        Binding("up,pageup", "read(-1)", show=False),
    ]

    def __init__(self, title: str, paragraphs: Iterable[Paragraph]) -> None:
        super().__init__()
        self.heading = title
        self.text = Text("\n").join(Text(words, style) for words, style in paragraphs)

    def compose(self) -> ComposeResult:
        with Vertical(id="page"):
            yield Static(Text(self.heading, f"bold {GOLD}"), id="page-title")
            with VerticalScroll(id="page-body", can_focus=False):
                yield Static(self.text)
            yield Static(Text("space, arrows: read on   any other key: back to the table", DIM))

    def action_read(self, direction: int) -> None:
        body = self.query_one("#page-body", VerticalScroll)
        body.scroll_relative(y=direction * max(1, body.size.height - 2), animate=False)

    def on_key(self, event: Key) -> None:
        event.stop()
        if event.key not in ("down", "up", "space", "pagedown", "pageup"):
            self.dismiss()


class AskScreen(ModalScreen[bool]):
    """A question; y or Enter is yes, anything else no."""

    def __init__(self, question: str, *, is_about_leaving: bool = False) -> None:
        super().__init__()
        self.question = question
        self.is_about_leaving = is_about_leaving
        self.drawn = Drawn()

    def on_mount(self) -> None:
        self.drawn.expect(self.question, self)

    def compose(self) -> ComposeResult:
        with Vertical(id="ask"):
            yield Static(Text(self.question, CREAM))
            yield Static(Text("y yes   n no", f"bold {GOLD}"))

    def on_key(self, event: Key) -> None:
        event.stop()
        if not self.drawn.is_early(event):
            self.dismiss(event.key in ("y", "enter"))


class AmountScreen(ModalScreen[str]):
    """A field for an amount in dollars: digits and a point; Enter takes it, Escape goes back."""

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question
        self.typed = ""
        self.drawn = Drawn()

    def on_mount(self) -> None:
        self.drawn.expect(self.question, self)

    def compose(self) -> ComposeResult:
        with Vertical(id="ask"):
            yield Static(Text(self.question, CREAM))
            yield Static(Text("$_", f"bold {GOLD}"), id="amount")
            yield Static(Text("Enter take it   Escape back to the table", DIM))

    def on_key(self, event: Key) -> None:
        event.stop()
        if self.drawn.is_early(event):
            return
        if event.key in ("enter", "escape"):
            self.dismiss(self.typed if event.key == "enter" else "")
        elif event.key in ("backspace", "delete"):
            self.typed = self.typed[:-1]
        elif event.character and event.character in AMOUNT_KEYS and len(self.typed) < LONGEST_AMOUNT:
            self.typed += event.character
        self.query_one("#amount", Static).update(Text(f"${self.typed}_", f"bold {GOLD}"))
