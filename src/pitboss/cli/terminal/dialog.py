"""What stands over the table: pages to read, a question for yes or no, a field for an amount."""

from collections.abc import Iterable
from math import inf
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.message import Message
from textual.screen import ModalScreen
from textual.visual import VisualType
from textual.widgets import Input, Static

from pitboss.cli.terminal.report import past_lines, paytable_lines, source_words
from pitboss.cli.terminal.session import TerminalSession

T = TypeVar("T")
TURNS = ("down", "up", "space", "pagedown", "pageup")
LONGEST_AMOUNT = 10
KEYS = (
    "arrows, tab  choose a spot          + -    a step more, a step less",
    "1 to 9       so many minimums       0      take the wager back",
    "d, Enter     deal                   r      the last wagers again",
    "a            worth of each option   b      buy chips",
    "p            what the wagers pay    h      rounds that are over",
    "space        go on                  q      cash out and leave",
)
SEAL = (
    "Before the bets the shuffle is sealed and its commitment shown. With --json a round ends with a proof "
    "that pitboss verify-round checks against it."
)


class Prompt(Static):
    """Words that a key answers. A key that was pressed before they were drawn was not meant for them."""

    question: object = None
    since = inf
    """When the question was first drawn."""

    def ask(self, question: object) -> bool:
        """Ask this from now on, and whether it is new: then keys do not count until it is drawn."""
        is_new = question != self.question
        if is_new:
            self.question, self.since = question, inf
            self.refresh()
        return is_new

    def render(self) -> VisualType:
        self.since = min(self.since, Message().time)
        return super().render()


class Dialog(ModalScreen[T]):
    def close(self, result: T | None = None) -> None:
        """Go back to the table with a result. Of two quick keys the second finds it closed."""
        if self.is_current:
            self.dismiss(result)


# -- pages -----------------------------------------------------------------------------------------


class PageScreen(Dialog[None]):
    """Something to read; arrows and space turn the page, any other key goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,space,pagedown", "read(1)", show=False),
        Binding("up,pageup", "read(-1)", show=False),
    ]

    def __init__(self, title: str, text: Content) -> None:
        super().__init__()
        self.heading = title
        self.text = text

    def compose(self) -> ComposeResult:
        with Vertical(id="page"):
            yield Static(Content(self.heading), classes="heading")
            with VerticalScroll(can_focus=False):
                yield Static(self.text)
            yield Static("space, arrows: read on   any other key: back to the table", classes="dim")

    def action_read(self, direction: int) -> None:
        body = self.query_one(VerticalScroll)
        body.scroll_relative(y=direction * max(1, body.size.height - 2), animate=False)

    def on_key(self, event: Key) -> None:
        if event.key not in TURNS:
            event.stop()
            self.close()


def paragraphs(lines: Iterable[str | Content]) -> Content:
    return Content("\n").join(lines)


def heading(text: str) -> Content:
    return Content.styled(text, "bold $primary")


def help_page(session: TerminalSession) -> PageScreen:
    game = session.game
    rules = [f"{number}. {rule}" for number, rule in enumerate(game.rules, start=1)]
    keys = (*KEYS, "Options have the keys that stand before them.", "")
    seal = (source_words(session), SEAL, f"Commitment {session.view.commitment}", "")
    return PageScreen(f"{game.name}: keys and rules", paragraphs((*keys, *seal, heading("Rules"), *rules)))


def pays_page(session: TerminalSession) -> PageScreen:
    return PageScreen("What the wagers pay", Content("\n\n").join(paytable_lines(session)))


def history_page(session: TerminalSession) -> PageScreen:
    lines: list[str | Content] = []
    for past in reversed(session.past):
        first, *rest = past_lines(session, past)
        lines += [heading(first), *rest, f"Sealed {past.view.commitment}", ""]
    return PageScreen("Rounds that are over", paragraphs(lines or ["No round has been played yet."]))


# -- questions -------------------------------------------------------------------------------------


class AskScreen(Dialog[bool]):
    """A question; y or Enter is yes, anything else no."""

    def __init__(self, question: str, *, is_about_leaving: bool = False) -> None:
        super().__init__()
        self.question = question
        self.is_about_leaving = is_about_leaving

    def compose(self) -> ComposeResult:
        with Vertical(classes="question"):
            yield Prompt(Content(self.question))
            yield Static("y yes   n no", classes="heading")

    def on_key(self, event: Key) -> None:
        event.stop()
        self.close(event.key in ("y", "enter"))


class AmountScreen(Dialog[str]):
    """A field for an amount in dollars; Enter takes it, Escape goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close('')", show=False)]

    def __init__(self, question: str) -> None:
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        with Vertical(classes="question"):
            yield Prompt(Content(self.question))
            yield Input(placeholder="$", restrict=r"\d*\.?\d*", max_length=LONGEST_AMOUNT, compact=True)
            yield Static("Enter take it   Escape back to the table", classes="dim")

    def action_close(self, result: str) -> None:
        self.close(result)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.close(event.value)
