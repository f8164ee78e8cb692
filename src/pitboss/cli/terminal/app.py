"""The table on a full screen: keys in, pictures out. All that happens, happens in the session.

The dealer acts one step at a time with a short pause, so that the eye can follow; space skips the pauses, and
`TEXTUAL_ANIMATIONS=none` turns them off. Keys work at any time.
"""

from collections.abc import Iterable
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key, Resize
from textual.widget import Widget

from pitboss.base.error import InputError
from pitboss.base.money import format_dollars
from pitboss.cli.screen import say
from pitboss.cli.terminal.answer import list_words
from pitboss.cli.terminal.counsel import counsel_on
from pitboss.cli.terminal.page import help_page, history_page, pays_page
from pitboss.cli.terminal.page_screen import AskScreen, PageScreen
from pitboss.cli.terminal.picture import draw
from pitboss.cli.terminal.report import farewell_lines, result_lines
from pitboss.cli.terminal.scene import SPACE, Scene, actions_of, wager_order
from pitboss.cli.terminal.session import Moment, Session
from pitboss.cli.terminal.wording import wager_label
from pitboss.table import event
from pitboss.table.event import Event

PACE_SECONDS = 0.14
MOST_LOGGED = 40
NEXT, PREVIOUS = ("right", "down"), ("left", "up")
THINKING = ("Counting what each option is worth ...",)
SEEN = (
    event.WagerPlaced,
    event.WagerTakenBack,
    event.ShuffleSealed,
    event.Seated,
    event.BoughtIn,
    event.CardsDealt,
    event.CardsLookedAt,
    event.CardsOpened,
)
"""Events that need no words: they are seen on the felt."""


class Picture(Widget):
    """The drawn table; it fills the screen."""

    scene: Scene | None = None

    def render(self) -> Text:
        assert self.scene, "the table is drawn when there is something to see"
        return draw(self.scene, self.size.width, self.size.height).paint()


class TableApp(App[None]):
    TITLE = "Pitboss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True),
        Binding("tab", "choose(1)", show=False, priority=True),
        Binding("shift+tab", "choose(-1)", show=False, priority=True),
    ]
    CSS = """
    Screen { background: #15110e; }
    Picture { width: 100%; height: 100%; }
    ModalScreen { align: center middle; background: #0a0806 70%; }
    #page { width: 76; height: 22; max-width: 100%; max-height: 100%; padding: 0 2; background: #211a14;
            border: round #e0bb6c; }
    #page-title { margin-bottom: 1; }
    #page-body { height: 1fr; scrollbar-size-vertical: 1; }
    #ask { width: 64; height: auto; padding: 1 2; background: #211a14; border: round #e0bb6c; }
    """

    def __init__(self, session: Session, bankroll_micros: int, pace_seconds: float = PACE_SECONDS) -> None:
        super().__init__()
        self.session = session
        self.bankroll_micros = bankroll_micros
        self.pace_seconds = 0.0 if self.animation_level == "none" else pace_seconds
        self.order = wager_order(session.table.setup.game)
        self.selected = next(iter(session.table.setup.game.wagers))
        self.said: list[str] = []
        self.log_lines: list[str] = []
        self.message = ""
        self.advice: tuple[str, ...] = ()
        self.was_in_round = False

    def compose(self) -> ComposeResult:
        yield Picture()

    def on_mount(self) -> None:
        self._tell(self.session.sit_down(self.bankroll_micros))
        self._next_round()

    def on_resize(self, _: Resize) -> None:
        self._show()

    # -- showing ---------------------------------------------------------------------------------

    def scene(self) -> Scene:
        return Scene(
            self.session,
            self.selected,
            tuple(self.said),
            tuple(self.log_lines),
            self.message,
            self.advice,
            actions_of(self.session),
        )

    def _show(self) -> None:
        picture = self.query_one(Picture)
        picture.scene = self.scene()
        picture.refresh()

    def _tell(self, events: Iterable[Event]) -> None:
        for happened in events:
            if isinstance(happened, event.DealerCalled) and happened.says:
                self.said.append(happened.says)
            if not isinstance(happened, SEEN) and (words := self.session.speaker.sentence(happened)):
                self.log_lines.append(words)
        del self.said[:-MOST_LOGGED], self.log_lines[:-MOST_LOGGED]

    # -- the round -------------------------------------------------------------------------------

    def _next_round(self) -> None:
        self.log_lines.clear()
        self._tell(self.session.open_bets())
        self._show()

    def _deal_on(self) -> None:
        """Let the dealer go on, with pauses, until the player is needed."""
        while self.session.moment is Moment.DEALING:
            self._tell(self.session.step())
            if self.pace_seconds and self.session.moment is Moment.DEALING:
                self._show()
                self.set_timer(self.pace_seconds, self._deal_on)
                return
        self._ask()
        self._show()

    def _ask(self) -> None:
        """The dealer's question; what can be answered, where the procedure has no words for it."""
        asked = self.session.asked
        if asked:
            words = list_words([option.name for option in asked.options])
            said = [call.says for call in self.session.view.next if call.says]
            self.said += said or [f"{words[0].upper()}{words[1:]}?"]

    def _hurry(self) -> None:
        pace, self.pace_seconds = self.pace_seconds, 0.0
        self._deal_on()
        self.pace_seconds = pace

    # -- keys ------------------------------------------------------------------------------------

    def on_key(self, pressed: Key) -> None:
        """Actions first, then keys that mean the same at every moment."""
        self.message = ""
        key = pressed.key if pressed.key in (SPACE, "enter") else (pressed.character or pressed.key).lower()
        try:
            self._press(key, pressed.key)
        except InputError as problem:
            self.message = str(problem)
        self._show()

    def _press(self, key: str, name: str) -> None:
        for action in actions_of(self.session):
            if key == action.key or (key in ("enter", SPACE) and action.is_main and self._is_harmless()):
                self._do(action.what)
                return
        match key:
            case "?":
                self.push_screen(PageScreen(*help_page(self.session)))
            case "h":
                self.push_screen(PageScreen(*history_page(self.session)))
            case "p":
                self.push_screen(PageScreen(*pays_page(self.session)))
            case "q":
                self.action_leave()
            case "a":
                self._advise()
            case "b":
                self._do("buy")
            case _ if self.session.moment is Moment.BETTING:
                self._change_stake(key, name)

    def _is_harmless(self) -> bool:
        """Whether Enter may stand for the main action: not where it would decide a hand."""
        return self.session.moment is not Moment.DECIDING

    def _do(self, what: str) -> None:
        match what.split(" ", 1):
            case ["deal"]:
                self.log_lines.clear()
                self._tell(self.session.deal())
                self._deal_on()
            case ["rebet"]:
                self._tell(self.session.rebet())
            case ["next"]:
                self._next_round()
            case ["again"]:
                self._next_round()
                self._tell(self.session.rebet())
            case ["hurry"]:
                self._hurry()
            case ["buy"]:
                self._offer_chips()
            case ["quit"]:
                self.action_leave()
            case ["option", option]:
                events = self.session.decide(option)
                self.said.clear()
                self.advice = ()
                self._tell(events)
                self._deal_on()

    # -- wagers ----------------------------------------------------------------------------------

    def action_choose(self, direction: int) -> None:
        """Move to the next spot."""
        self.message = ""
        place = self.order.index(self.selected)
        self.selected = self.order[(place + direction) % len(self.order)]
        self._show()

    def _change_stake(self, key: str, name: str) -> None:
        limit = self.session.table.setup.posted[self.selected]
        now = self.session.wagers.get(self.selected, 0)
        if name in NEXT or name in PREVIOUS:
            self.action_choose(1 if name in NEXT else -1)
        elif key in ("+", "="):
            self._stake(now + limit.step_micros if now else limit.minimum_micros)
        elif key in ("-", "_"):
            self._stake(now - limit.step_micros if now > limit.minimum_micros else 0)
        elif key.isdecimal():
            self._stake(int(key) * limit.minimum_micros)
        elif name in ("delete", "backspace"):
            self._stake(0)

    def _stake(self, micros: int) -> None:
        self._tell(self.session.stake(self.selected, micros))

    def _offer_chips(self) -> None:
        amount = format_dollars(self.bankroll_micros)
        self.push_screen(AskScreen(f"Buy chips for {amount}?"), self._buy)

    def _buy(self, wanted: bool | None) -> None:
        if wanted:
            self._tell(self.session.buy_in(self.bankroll_micros))
        self._show()

    # -- advice ----------------------------------------------------------------------------------

    def _advise(self) -> None:
        """Ask the strategy beside the keyboard: counting may take a second."""
        asked = self.session.asked
        if asked is None:
            self.message = "There is nothing to decide now."
            return
        table, seat = self.session.table, self.session.seat
        game, record = table.setup.game, table.record_for(seat)
        base = wager_label(game, table.base_wager(seat))
        self.advice = THINKING

        def count() -> None:
            lines = counsel_on(game, record, seat, base)
            self.call_from_thread(self._show_advice, (self.session.view.round, asked.question), lines)

        self.run_worker(count, thread=True, exclusive=True)

    def _show_advice(self, at: tuple[int, str], lines: list[str]) -> None:
        """Unless the player has decided meanwhile."""
        asked = self.session.asked
        if asked and (self.session.view.round, asked.question) == at:
            self.advice = tuple(lines)
            self._show()

    # -- leaving ---------------------------------------------------------------------------------

    def action_leave(self) -> None:
        """Go; with a round open, only after a question."""
        if isinstance(self.screen, AskScreen):
            self.screen.dismiss(True)
        elif self.session.is_in_round and self.session.moment is not Moment.RESULT:
            asked = self.session.asked
            manner = f" You {asked.options[0].name}." if asked else ""
            question = (
                f"A round is open. If you leave, it is played out without another dollar.{manner} Leave?"
            )
            self.push_screen(AskScreen(question), self._leave)
        else:
            self._leave(True)

    def _leave(self, wanted: bool | None) -> None:
        if wanted:
            self.was_in_round = self.session.is_in_round
            self._tell(self.session.leave())
            self.exit()


def play_on_screen(session: Session, bankroll_micros: int) -> None:
    """Play until the player leaves; then say what the evening came to."""
    app = TableApp(session, bankroll_micros)
    app.run()
    if app.return_code:
        return
    if app.was_in_round:
        say("\n".join(result_lines(session)))
    say("\n".join(farewell_lines(session)))
