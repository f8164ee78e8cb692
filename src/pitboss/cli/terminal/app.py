"""The table on a full screen: keys in, widgets out. All that happens, happens in the session.

The dealer acts one step at a time with a short pause, so that the eye can follow; space skips the pauses, and
`TEXTUAL_ANIMATIONS=none` turns them off. A key that was pressed before a question stood on the screen does
not answer it.
"""

from collections.abc import Iterable
from math import inf
from pathlib import Path
from typing import ClassVar

from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Event as ScreenEvent
from textual.events import Key, Resize
from textual.theme import Theme
from textual.timer import Timer
from textual.widgets import Footer
from textual.worker import get_current_worker

from pitboss.base.error import InputError
from pitboss.base.money import format_dollars
from pitboss.base.phrase import join_or
from pitboss.cli.screen import say
from pitboss.cli.terminal.action import SPACE, ActionBar, actions_of, stake_after
from pitboss.cli.terminal.dialog import (
    AmountScreen,
    AskScreen,
    PageScreen,
    Prompt,
    help_page,
    history_page,
    pays_page,
)
from pitboss.cli.terminal.felt import FeltPane, Spots
from pitboss.cli.terminal.panel import Foot, Panel, Shown, Side, TextPart, Top
from pitboss.cli.terminal.report import advice_on, farewell_lines, result_lines
from pitboss.cli.terminal.session import PlayerPhase, TerminalSession
from pitboss.reports.refusal import refusal_words
from pitboss.reports.wording import spot_of, spots_of, wager_label
from pitboss.rules import Game, Record
from pitboss.table import event
from pitboss.table.event import Event

PACE_SECONDS = 0.14
MOST_LOGGED = 40
THINKING = ("Counting what each option is worth ...",)
TOO_SMALL = (
    "The table needs 80 columns and 24 rows; here are {} and {}. "
    "Make the window larger, or leave with q and use --plain."
)
WIDTHS = [(0, "-narrow"), (80, "-usual"), (118, "-wide")]
HEIGHTS = [(0, "-low"), (24, "-middle"), (34, "-high")]
"""From how many columns and rows the screen has which class."""
THEME = Theme(
    name="casino",
    primary="#e0bb6c",  # gold, where the money is
    secondary="#a99f8d",  # for what is said aside
    accent="#b01e28",  # red suits, and the backs of cards
    success="#8fd694",
    error="#f0a18f",
    warning="#8c2f22",
    foreground="#f4ecda",
    background="#15110e",
    surface="#211a14",
    panel="#46331f",
)
"""Dim and warm, cream letters. Colour never carries a meaning alone."""
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
WHEN = {
    "choose": (PlayerPhase.BETTING,),
    "choose_row": (PlayerPhase.BETTING,),
    "stake": (PlayerPhase.BETTING,),
    "advise": (PlayerPhase.DECIDING,),
    "buy": (PlayerPhase.DEALING, PlayerPhase.DECIDING, PlayerPhase.RESULT),
}
"""Phases in which the key of an action means it."""


def wager_order(game: Game, offered: Iterable[str]) -> list[str]:
    """Wagers in the order of their spots on the layout, from the dealer's side, as they are read."""
    laid = [spot.bet for spot in spots_of(game)]
    return sorted(offered, key=lambda wager: laid.index(spot_of(game, wager)))


class TableApp(App[None]):
    TITLE = "Pitboss"
    CSS_PATH = Path(__file__).with_name("table.tcss")
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True),
        Binding("tab", "choose(1)", show=False, priority=True),
        Binding("shift+tab", "choose(-1)", show=False, priority=True),
        Binding("right", "choose(1)", "spot", key_display="←↑↓→"),
        Binding("left", "choose(-1)", show=False),
        Binding("up", "choose_row(-1)", show=False),
        Binding("down", "choose_row(1)", show=False),
        Binding("plus,equals_sign", "stake('+')", "stake", key_display="+ -"),
        Binding("minus,underscore", "stake('-')", show=False),
        Binding("1", "stake('1')", "minimums", key_display="1-9"),
        *(Binding(key, f"stake('{key}')", show=False) for key in "23456789"),
        Binding("0,delete,backspace", "stake('0')", "none", key_display="0"),
        Binding("a", "advise", "advice"),
        Binding("b", "buy", "buy in"),
        Binding("p", "read('p')", "pays"),
        Binding("h", "read('h')", "history"),
        Binding("question_mark", "read('?')", "help", key_display="?"),
        Binding("q", "leave", "quit"),
    ]

    def __init__(
        self, session: TerminalSession, bankroll_micros: int, pace_seconds: float = PACE_SECONDS
    ) -> None:
        super().__init__()
        self.register_theme(THEME)
        self.theme = THEME.name
        self.session = session
        self.bankroll_micros = bankroll_micros
        self.pace_seconds = 0.0 if self.animation_level == "none" else pace_seconds
        self.order = wager_order(session.game, session.offered)
        self.shown = Shown(session.offered[0])
        self.was_in_round = False
        self.pause: Timer | None = None

    def compose(self) -> ComposeResult:
        yield Prompt(id="too-small")
        with Vertical(id="table"):
            yield Top(self.session, self.shown)
            with Horizontal():
                with Vertical(id="main"):
                    yield FeltPane(self.session)
                    yield Panel(self.session, self.shown)
                    yield Foot()
                yield Side(self.session, self.shown)
            yield ActionBar()
            yield Footer(compact=True)

    def on_mount(self) -> None:
        self.begin()
        self.show()

    def begin(self) -> None:
        self._tell(self.session.sit_down(self.bankroll_micros))
        self._open_bets()

    # -- showing ---------------------------------------------------------------------------------

    def show(self) -> None:
        """Everything as it is now."""
        if self.session.has_left:
            return
        session, screen = self.session, self.screen_stack[0]
        screen.query_one(FeltPane).show(self.shown.selected, self.shown.said)
        screen.query_one(Foot).show(session, self.shown.message)
        screen.query_one(ActionBar).show(session)
        for part in screen.query(TextPart):
            part.refresh()
        question = (session.phase, session.view.round, session.asked.question if session.asked else "")
        for prompt in screen.query(Prompt):
            is_new = prompt.ask(question)
        if is_new:
            self.refresh_bindings()

    def on_resize(self, resized: Resize) -> None:
        """Say how large the screen is now; the app itself still has the size of before."""
        for prompt in self.screen_stack[0].query("#too-small").results(Prompt):
            prompt.update(TOO_SMALL.format(*resized.size))

    def _tell(self, events: Iterable[Event]) -> None:
        """Keep what the dealer says, and what is not seen on the felt."""
        for happened in events:
            if isinstance(happened, event.DealerCalled) and happened.says:
                self.shown.said = happened.says
            if not isinstance(happened, SEEN) and (words := self.session.speaker.sentence(happened)):
                self.shown.log.append(words)
        del self.shown.log[:-MOST_LOGGED]

    # -- the round -------------------------------------------------------------------------------

    def _open_bets(self) -> None:
        self.shown.log.clear()
        self._tell(self.session.open_bets())

    def _deal_on(self, *, hurries: bool = False) -> None:
        """Let the dealer go on, with pauses unless it hurries, until the player is needed."""
        if self.pause:
            self.pause.stop()
        while self.session.phase is PlayerPhase.DEALING and not self.session.has_left:
            self._tell(self.session.step())
            if self.pace_seconds and not hurries and self.session.phase is PlayerPhase.DEALING:
                self.show()
                self.pause = self.set_timer(self.pace_seconds, self._deal_on)
                return
        if asked := self.session.asked:
            words = join_or([option.name for option in asked.options])
            said = [call.says for call in self.session.view.next if call.says]
            self.shown.said = said[-1] if said else f"{words[0].upper()}{words[1:]}?"
        self.show()

    # -- keys ------------------------------------------------------------------------------------

    async def on_event(self, event: ScreenEvent) -> None:
        """After every key show how things stand, and why the table refused it.

        A key comes by twice, before it goes to the screen and after that, and a question may have come up
        in between: keys that are older than the question are dropped.
        """
        if not isinstance(event, Key):
            await super().on_event(event)
        elif not self._is_early(event):
            try:
                await super().on_event(event)
            except InputError as problem:
                self.shown.message = refusal_words(problem)
            self.show()

    def _is_early(self, pressed: Key) -> bool:
        is_dealing = self.session.phase is PlayerPhase.DEALING and len(self.screen_stack) == 1
        if is_dealing or isinstance(self.screen, PageScreen) or pressed.key.startswith("ctrl+"):
            return False
        return pressed.time < min((prompt.since for prompt in self.screen.query(Prompt)), default=inf)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether the key of an action means it now: an option may have taken the key."""
        if action == "read":
            return parameters[0] not in {one.key for one in actions_of(self.session)}
        return action not in WHEN or (self.session.phase in WHEN[action] and len(self.screen_stack) == 1)

    def on_key(self, pressed: Key) -> None:
        """The keys of the actions; the others are bound."""
        if len(self.screen_stack) > 1:
            return
        self.shown.message = ""
        key = pressed.key if pressed.key in (SPACE, "enter") else (pressed.character or pressed.key).lower()
        is_main = key in ("enter", SPACE) and self.session.phase is not PlayerPhase.DECIDING
        for action in actions_of(self.session):
            if key == action.key or (is_main and action.is_main):
                pressed.prevent_default()
                self._do(action.what)
                return
        if key == "a" and not self.session.asked:
            self.shown.message = "There is nothing to decide now."

    def _do(self, what: str) -> None:
        match what.split(" ", 1):
            case ["deal"]:
                self.shown.log.clear()
                self._tell(self.session.deal())
                self._deal_on()
            case ["rebet"]:
                self._tell(self.session.rebet())
            case ["next"]:
                self._open_bets()
            case ["again"]:
                self._open_bets()
                self._tell(self.session.rebet())
            case ["hurry"]:
                self._deal_on(hurries=True)
            case ["buy"]:
                self.action_buy()
            case ["leave"]:
                self.action_leave()
            case ["option", option]:
                self._decide(option)
            case ["amount", word]:
                question = f"{word.capitalize()} for how much?"
                self.push_screen(AmountScreen(question), lambda typed: self._take_amount(word, typed))

    def _decide(self, option: str) -> None:
        events = self.session.decide(option)
        self.shown.said = ""
        self.shown.advice = ()
        self._tell(events)
        self._deal_on()

    def _take_amount(self, word: str, typed: str | None) -> None:
        """An amount of the player's own, where an option goes from one to another."""
        try:
            if typed:
                self._decide(f"{word} ${typed}")
        except InputError as problem:
            self.shown.message = refusal_words(problem)
        self.show()

    def action_read(self, key: str) -> None:
        page = {"?": help_page, "h": history_page, "p": pays_page}[key]
        self.push_screen(page(self.session))

    # -- wagers ----------------------------------------------------------------------------------

    def action_choose(self, direction: int) -> None:
        """Go to the next spot or the one before."""
        self.shown.message = ""
        there = self.order.index(self.shown.selected) + direction
        self.shown.selected = self.order[there % len(self.order)]

    def action_choose_row(self, direction: int) -> None:
        """Go to the spot that is drawn below or above."""
        spots = {spot_of(self.session.game, wager): wager for wager in self.order}
        here = spot_of(self.session.game, self.shown.selected)
        self.shown.selected = spots[self.query_one(Spots).neighbour(list(spots), here, direction)]

    def action_stake(self, key: str) -> None:
        selected, session = self.shown.selected, self.session
        wanted = stake_after(key, session.wagers.get(selected, 0), session.table.setup.posted[selected])
        self._tell(session.stake(selected, wanted))

    def action_buy(self) -> None:
        self.push_screen(AskScreen(f"Buy chips for {format_dollars(self.bankroll_micros)}?"), self._buy)

    def _buy(self, wanted: bool | None) -> None:
        if wanted:
            self._tell(self.session.buy_in(self.bankroll_micros))
        self.show()

    # -- advice ----------------------------------------------------------------------------------

    def action_advise(self) -> None:
        """Ask the strategy beside the keyboard: counting may take a second."""
        table, seat = self.session.table, self.session.seat
        self.shown.advice = THINKING
        self._count(table.record_for(seat), wager_label(self.session.game, table.base_wager(seat)))

    @work(thread=True, exclusive=True)
    def _count(self, record: Record, base: str) -> None:
        lines = advice_on(self.session.game, record, self.session.seat, base)
        if not get_current_worker().is_cancelled:
            self.call_from_thread(self._show_advice, record, lines)

    def _show_advice(self, record: Record, lines: list[str]) -> None:
        """Unless the player has decided or gone meanwhile."""
        if self.session.asked and self.session.table.record_for(self.session.seat) == record:
            self.shown.advice = tuple(lines)
            self.show()

    # -- leaving ---------------------------------------------------------------------------------

    def action_leave(self) -> None:
        """Go; with a round open only after a question, and asking twice is an answer."""
        if isinstance(self.screen, AskScreen):
            self.screen.close(self.screen.is_about_leaving)
        elif self.session.is_in_round:
            asked = self.session.asked
            manner = f": you {asked.options[0].name}" if asked else ""
            question = f"A round is open. Leaving plays it out without another dollar{manner}. Leave?"
            self.push_screen(AskScreen(question, is_about_leaving=True), self._leave)
        else:
            self._leave(True)

    def _leave(self, wanted: bool | None) -> None:
        if wanted:
            self.was_in_round = self.session.is_in_round
            self._tell(self.session.leave())
            self.exit()


def play_on_screen(session: TerminalSession, bankroll_micros: int) -> int:
    """Play until the player leaves, and say what the session came to; the status to end with."""
    app = TableApp(session, bankroll_micros)
    app.run(mouse=False)
    if session.has_left:
        told = [*result_lines(session)] if app.was_in_round else []
        say("\n".join([*told, *farewell_lines(session)]))
    return app.return_code or 0
