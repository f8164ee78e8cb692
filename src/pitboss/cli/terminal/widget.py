"""Screens that lie over the table: a page to read, and a question to be answered with yes or no."""

from collections.abc import Iterable
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Static

from pitboss.cli.terminal.palette import CREAM, DIM, GOLD

Paragraph = tuple[str, str]
"""A text and its style."""


def heading(text: str) -> Paragraph:
    return text, f"bold {GOLD}"


def sentences(lines: Iterable[str]) -> list[Paragraph]:
    return [(line, CREAM) for line in lines]


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

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        with Vertical(id="ask"):
            yield Static(Text(self.question, CREAM))
            yield Static(Text("y yes   n no", f"bold {GOLD}"))

    def on_key(self, event: Key) -> None:
        event.stop()
        self.dismiss(event.key in ("y", "enter"))
