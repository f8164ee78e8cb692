"""The table on a full screen: keys in, pictures out. All that happens, happens in the session.

The dealer acts one step at a time with a short pause, so that the eye can follow; space skips the pauses, and
`TEXTUAL_ANIMATIONS=none` turns them off. A key that was pressed before a question stood on the screen does
not answer it.
"""

from collections.abc import Iterable
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key, Resize
from textual.timer import Timer
from textual.worker import get_current_worker

from pitboss.base.error import InputError
from pitboss.base.money import format_dollars
from pitboss.cli.screen import say
from pitboss.cli.terminal.chronicle import Chronicle
from pitboss.cli.terminal.counsel import counsel_on
from pitboss.cli.terminal.key import stake_after
from pitboss.cli.terminal.moment import Moment
from pitboss.cli.terminal.page import help_page, history_page, pays_page
from pitboss.cli.terminal.report import farewell_lines, result_lines
from pitboss.cli.terminal.scene import SPACE, Scene, actions_of, wager_order
from pitboss.cli.terminal.session import Session
from pitboss.cli.terminal.widget import STYLE, AmountScreen, AskScreen, Drawn, PageScreen, Picture
from pitboss.reports.wording import wager_label
from pitboss.table.event import Event

PACE_SECONDS = 0.14
NEXT, PREVIOUS = ("right", "down"), ("left", "up")
THINKING = ("Counting what each option is worth ...",)


class TableApp(App[None]):
    TITLE = "Pitboss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", show=False, priority=True),
        Binding("tab", "choose(1)", show=False, priority=True),
        Binding("shift+tab", "choose(-1)", show=False, priority=True),
    ]
    CSS = STYLE

    def __init__(self, session: Session, bankroll_micros: int, pace_seconds: float = PACE_SECONDS) -> None:
        super().__init__()
        self.session = session
        self.bankroll_micros = bankroll_micros
        self.pace_seconds = 0.0 if self.animation_level == "none" else pace_seconds
        self.order = wager_order(session.table.setup.game)
        self.selected = next(iter(session.table.setup.game.wagers))
        self.chronicle = Chronicle()
        self.message = ""
        self.advice: tuple[str, ...] = ()
        self.was_in_round = False
        self.pause: Timer | None = None
        self.drawn = Drawn()

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
            tuple(self.chronicle.said),
            tuple(self.chronicle.lines),
            self.message,
            self.advice,
            actions_of(self.session),
        )

    def _show(self) -> None:
        if self.session.has_left:
            return
        picture = self.query_one(Picture)
        picture.scene = self.scene()
        picture.refresh()
        self.drawn.expect(self._question(), self)

    def _question(self) -> tuple[Moment, int, str]:
        """What a key would answer now."""
        asked = self.session.asked
        return self.session.moment, self.session.view.round, asked.question if asked else ""

    def _tell(self, events: Iterable[Event]) -> None:
        self.chronicle.tell(self.session, events)

    # -- the round -------------------------------------------------------------------------------

    def _next_round(self) -> None:
        self.chronicle.lines.clear()
        self._tell(self.session.open_bets())
        self._show()

    def _deal_on(self) -> None:
        """Let the dealer go on, with pauses, until the player is needed."""
        if self.pause:
            self.pause.stop()
        while self.session.moment is Moment.DEALING and not self.session.has_left:
            self._tell(self.session.step())
            if self.pace_seconds and self.session.moment is Moment.DEALING:
                self._show()
                self.pause = self.set_timer(self.pace_seconds, self._deal_on)
                return
        self.chronicle.ask(self.session)
        self._show()

    def _hurry(self) -> None:
        pace, self.pace_seconds = self.pace_seconds, 0.0
        self._deal_on()
        self.pace_seconds = pace

    # -- keys ------------------------------------------------------------------------------------

    def on_key(self, pressed: Key) -> None:
        """Actions first, then keys that mean the same at every moment."""
        if self.drawn.is_early(pressed) and self.session.moment is not Moment.DEALING:
            return
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
                self.chronicle.lines.clear()
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
                self._decide(option)
            case ["amount", word]:
                question = f"{word.capitalize()} for how much?"
                self.push_screen(AmountScreen(question), lambda typed: self._take_amount(word, typed))

    def _decide(self, option: str) -> None:
        events = self.session.decide(option)
        self.chronicle.said.clear()
        self.advice = ()
        self._tell(events)
        self._deal_on()

    def _take_amount(self, word: str, typed: str | None) -> None:
        """An amount of the player's own, where an option goes from one to another."""
        try:
            if typed:
                self._decide(f"{word} ${typed}")
        except InputError as problem:
            self.message = str(problem)
        self._show()

    # -- wagers ----------------------------------------------------------------------------------

    def action_choose(self, direction: int) -> None:
        """Move to the next spot."""
        if len(self.screen_stack) > 1 or self.session.moment is not Moment.BETTING:
            return
        self.message = ""
        place = self.order.index(self.selected)
        self.selected = self.order[(place + direction) % len(self.order)]
        self._show()

    def _change_stake(self, key: str, name: str) -> None:
        if name in NEXT or name in PREVIOUS:
            self.action_choose(1 if name in NEXT else -1)
            return
        limit = self.session.table.setup.posted[self.selected]
        wanted = stake_after(key, self.session.wagers.get(self.selected, 0), limit)
        if wanted is not None:
            self._tell(self.session.stake(self.selected, wanted))

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
        table, seat, at = self.session.table, self.session.seat, (self.session.view.round, asked.question)
        game, record = table.setup.game, table.record_for(seat)
        base = wager_label(game, table.base_wager(seat))
        self.advice = THINKING

        def count() -> None:
            lines = counsel_on(game, record, seat, base)
            if not get_current_worker().is_cancelled:
                self.call_from_thread(self._show_advice, at, lines)

        self.run_worker(count, thread=True, exclusive=True)

    def _show_advice(self, at: tuple[int, str], lines: list[str]) -> None:
        """Unless the player has decided or gone meanwhile."""
        asked = self.session.asked
        if asked and (self.session.view.round, asked.question) == at:
            self.advice = tuple(lines)
            self._show()

    # -- leaving ---------------------------------------------------------------------------------

    def action_leave(self) -> None:
        """Go; with a round open only after a question, and asking twice is an answer."""
        if isinstance(self.screen, AskScreen):
            self.screen.dismiss(self.screen.is_about_leaving)
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


def play_on_screen(session: Session, bankroll_micros: int) -> int:
    """Play until the player leaves, and say what the evening came to; the status to end with."""
    app = TableApp(session, bankroll_micros)
    app.run(mouse=False)
    if session.has_left:
        told = [*result_lines(session)] if app.was_in_round else []
        say("\n".join([*told, *farewell_lines(session)]))
    return app.return_code or 0
