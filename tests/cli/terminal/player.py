"""Plays a session for the tests: at a table, on a screen, by keys or by answers."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future, wait
from datetime import date
from random import Random
from threading import Thread
from typing import Any

from textual.containers import Horizontal, Vertical
from textual.pilot import Pilot

from apart import run_apart
from dealing import base_wager
from pitboss.cli.terminal.app import TableApp
from pitboss.cli.terminal.card import CardBox
from pitboss.cli.terminal.felt import FeltPane, SpotBox
from pitboss.cli.terminal.panel import Shown, TextPart
from pitboss.cli.terminal.plain import Plain, SentenceOutput
from pitboss.cli.terminal.session import PlayerPhase, TerminalSession, open_session
from pitboss.reports.wording import wager_label
from pitboss.rules import load_game
from pitboss.table.glance import AskedView

DAY = date(2024, 6, 14)
CHIPS = 500_000_000
AT_80_BY_24 = (80, 24)
UNBROKEN = (".label", ".caption", "ActionButton", "#purse", "Top")
"""Parts whose lines must not be broken."""
Choose = Callable[[AskedView], str]


def cheapest(asked: AskedView) -> str:
    return asked.options[0].name


def dearest(asked: AskedView) -> str:
    return asked.options[-1].name


def start(
    name: str,
    *,
    seed: int = 7,
    others: int = 0,
    chips: int = CHIPS,
    tables: tuple[str, ...] = (),
    closed: frozenset[str] | None = None,
) -> TerminalSession:
    """A session with the bets of the first round open, and no more others than the cards serve."""
    game = load_game(name)
    others = min(others, (game.most_seats or others + 1) - 1)
    for table in tables:
        game = game.with_paytable(table)
    session = open_session(game, day=DAY, seed=seed, others=others, closed=closed)
    session.sit_down(chips)
    session.open_bets()
    return session


def bet_all(session: TerminalSession) -> None:
    """The minimum on every wager, base wagers first."""
    game, posted = session.game, session.table.setup.posted
    for wager in sorted(session.offered, key=lambda wager: not game.wagers[wager].alone):
        session.stake(wager, posted[wager].minimum_micros)


def steps(session: TerminalSession, choose: Choose) -> Iterator[PlayerPhase]:
    """Go on to the end of the round; yields after every step."""
    session.deal()
    while session.phase in (PlayerPhase.DEALING, PlayerPhase.DECIDING):
        yield session.phase
        if session.asked:
            session.decide(choose(session.asked))
        else:
            session.step()
    yield session.phase


def tossed(name: str, *, seed: int = 7, others: int = 0) -> list[str]:
    """What to type for one round of any game: the base wager, then each decision by the toss of a coin."""
    session, random = start(name, seed=seed, others=others), Random(seed)
    game = session.game
    wager = base_wager(game)
    micros = session.table.setup.posted[wager].minimum_micros
    answers = [f"{wager_label(game, wager).lower()} {micros // 1_000_000}", "deal"]
    session.stake(wager, micros)

    def toss(asked: AskedView) -> str:
        answers.append(random.choice(asked.options).name)
        return answers[-1]

    play_round(session, toss)
    return [*answers, "quit"]


def play_round(session: TerminalSession, choose: Choose = dearest) -> None:
    for _ in steps(session, choose):
        pass


def say(session: TerminalSession, *answers: str) -> list[str]:
    """A session in plain mode: every line that was said."""
    lines: list[str] = []
    rest = iter(answers)
    Plain(session, SentenceOutput(lines.append), lambda: next(rest, None)).run(CHIPS)
    return lines


# -- on a screen -----------------------------------------------------------------------------------


def text_of(app: TableApp) -> str:
    """Every row of the screen, as it would be drawn now."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips())


async def settle(pilot: Pilot[None]) -> str:
    """Let the screen come to rest; what stands on it then."""
    before, now = "", " "
    while now != before:
        await pilot.pause()
        before, now = now, text_of(pilot.app)
    return now


async def press(pilot: Pilot[None], *keys: str) -> str:
    """Keys by somebody who looks at the screen before each, and the screen that they lead to."""
    for key in keys:
        await settle(pilot)
        await pilot.press(key)
    return await settle(pilot)


class Exhibit(TableApp):
    """The screen of a session that is under way already; other sessions of its game may take its place."""

    def __init__(self, session: TerminalSession) -> None:
        super().__init__(session, CHIPS, 0.0)

    def begin(self) -> None:
        """It has begun."""

    def hang(self, session: TerminalSession) -> None:
        """Show this session from now on, as if nothing had been shown before."""
        fresh = Shown(session.offered[0])
        for name, value in vars(fresh).items():
            setattr(self.shown, name, value)
        for holder in (self, *self.screen.query("*")):
            if isinstance(holder, (TableApp, TextPart, FeltPane, SpotBox)):
                holder.session = session


Show = Callable[..., Awaitable[list[str]]]
Visit = Callable[[Show], Awaitable[None]]


async def guide(app: Exhibit, pilot: Pilot[None], visit: Visit) -> None:
    """Let a visitor look at the screen as often as wanted; nothing on it may be cut."""

    async def show(**changes: object) -> list[str]:
        for name, value in changes.items():
            setattr(app.shown, name, value)
        app.show()
        text = await settle(pilot)
        if app._exception:
            raise app._exception
        assert_nothing_cut(app)
        return text.split("\n")

    await visit(show)


class Gallery:
    """Screens that stay open, one for each game, since to open one takes longer than to look at it."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = Thread(target=self.loop.run_forever, daemon=True)
        self.rooms: dict[str, tuple[asyncio.Queue[Any], Future[None]]] = {}

    def exhibit(self, session: TerminalSession, visit: Visit, size: tuple[int, int]) -> None:
        """As `exhibit` does, on the screen of this game that is open."""
        if session.game.id not in self.rooms:
            jobs: asyncio.Queue[Any] = asyncio.Queue()
            keeper = asyncio.run_coroutine_threadsafe(self._keep(Exhibit(session), jobs), self.loop)
            self.rooms[session.game.id] = jobs, keeper
        jobs, keeper = self.rooms[session.game.id]
        done: Future[None] = Future()
        keeper.add_done_callback(
            lambda _: done.done() or done.set_exception(RuntimeError("the screen closed"))
        )
        self.loop.call_soon_threadsafe(jobs.put_nowait, (session, visit, size, done))
        try:
            done.result()
        except BaseException:
            self._close_room(session.game.id)
            raise

    async def _keep(self, app: Exhibit, jobs: "asyncio.Queue[Any]") -> None:
        """Keep a screen open and show what is asked for, until nothing more is."""
        async with app.run_test() as pilot:
            while job := await jobs.get():
                session, visit, size, done = job
                try:
                    app.hang(session)
                    await pilot.resize_terminal(*size)
                    await guide(app, pilot, visit)
                    done.set_result(None)
                except BaseException as problem:
                    done.set_exception(problem)

    def _close_room(self, name: str) -> None:
        jobs, keeper = self.rooms.pop(name)
        self.loop.call_soon_threadsafe(jobs.put_nowait, None)
        wait([keeper])

    def __enter__(self) -> "Gallery":
        self.thread.start()
        GALLERIES.append(self)
        return self

    def __exit__(self, *_: object) -> None:
        GALLERIES.remove(self)
        for name in list(self.rooms):
            self._close_room(name)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()


GALLERIES: list[Gallery] = []
"""The one that is open now, if any is."""


def exhibit(
    session: TerminalSession,
    visit: Visit,
    size: tuple[int, int] = AT_80_BY_24,
    *,
    is_new: bool = False,
) -> None:
    """Let a visitor look at the screen of a session, an open one or one that is opened in this size."""
    if GALLERIES and not is_new:
        GALLERIES[-1].exhibit(session, visit, size)
        return

    async def run() -> None:
        app = Exhibit(session)
        async with app.run_test(size=size) as pilot:
            await guide(app, pilot, visit)

    run_apart(run())


def shown(session: TerminalSession, *size: int, is_new: bool = False, **changes: object) -> list[str]:
    """The lines of the screen at one moment of a session."""
    lines: list[str] = []

    async def visit(show: Show) -> None:
        lines.extend(await show(**changes))

    exhibit(session, visit, size or AT_80_BY_24, is_new=is_new)
    return lines


def assert_nothing_cut(app: TableApp) -> None:
    """Law: every part lies whole within the part that holds it, and its words within it."""
    unbroken = {widget for kind in UNBROKEN for widget in app.screen.query(kind)}
    hidden = {widget for widget in app.screen.query() if not widget.display or not widget.region}
    for widget in app.screen.query():
        if hidden.intersection(widget.ancestors_with_self):
            continue
        assert widget.parent.region.contains_region(widget.region), (
            f"{widget!r} lies outside of what holds it"
        )
        if widget.children or isinstance(widget, (CardBox, Horizontal, Vertical)):
            continue
        rows = widget.get_content_height(app.size, app.size, widget.size.width)
        assert rows <= widget.size.height, f"{widget!r} has {rows} rows in {widget.size.height}"
        if widget in unbroken:
            columns = widget.get_content_width(app.size, app.size)
            assert columns <= widget.size.width, f"{widget!r} has {columns} columns in {widget.size.width}"
