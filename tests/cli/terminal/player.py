"""Plays an evening for the tests: at a session, on a canvas, by keys or by answers."""

from collections.abc import Callable, Iterator
from datetime import date
from random import Random

from dealing import base_wager
from pitboss.cli.terminal.app import TableApp
from pitboss.cli.terminal.evening import open_session
from pitboss.cli.terminal.moment import Moment
from pitboss.cli.terminal.plain import Plain, PlainVoice
from pitboss.cli.terminal.scene import Scene, actions_of
from pitboss.cli.terminal.session import Session
from pitboss.cli.terminal.widget import Picture
from pitboss.reports.wording import wager_label
from pitboss.rules import load_game
from pitboss.table.glance import AskedView

DAY = date(2024, 6, 14)
CHIPS = 500_000_000
Choose = Callable[[AskedView], str]


def cheapest(asked: AskedView) -> str:
    return asked.options[0].name


def dearest(asked: AskedView) -> str:
    return asked.options[-1].name


def start(
    name: str, *, seed: int = 7, others: int = 0, chips: int = CHIPS, tables: tuple[str, ...] = ()
) -> Session:
    """A session with the bets of the first round open."""
    game = load_game(name)
    for table in tables:
        game = game.with_paytable(table)
    session = open_session(game, day=DAY, seed=seed, others=others)
    session.sit_down(chips)
    session.open_bets()
    return session


def bet_all(session: Session) -> None:
    """The minimum on every wager, base wagers first."""
    game, posted = session.table.setup.game, session.table.setup.posted
    for wager in sorted(game.wagers, key=lambda wager: not game.wagers[wager].alone):
        session.stake(wager, posted[wager].minimum_micros)


def steps(session: Session, choose: Choose) -> Iterator[Moment]:
    """Go on to the end of the round; yields after every step."""
    session.deal()
    while session.moment in (Moment.DEALING, Moment.DECIDING):
        yield session.moment
        if session.asked:
            session.decide(choose(session.asked))
        else:
            session.step()
    yield session.moment


def tossed(name: str, *, seed: int = 7, others: int = 0) -> list[str]:
    """What to type for one round of any game: the base wager, then each decision by the toss of a coin."""
    session, random = start(name, seed=seed, others=others), Random(seed)
    game = session.table.setup.game
    wager = base_wager(game)
    micros = session.table.setup.posted[wager].minimum_micros
    answers = [f"{wager_label(game, wager).lower()} {micros // 1_000_000}", "deal"]
    session.stake(wager, micros)

    def toss(asked: AskedView) -> str:
        answers.append(random.choice(asked.options).name)
        return answers[-1]

    play_round(session, toss)
    return [*answers, "quit"]


def play_round(session: Session, choose: Choose = dearest) -> None:
    for _ in steps(session, choose):
        pass


def scene(session: Session, selected: str = "") -> Scene:
    wager = selected or next(iter(session.table.setup.game.wagers))
    said = tuple(call.says for call in session.view.next if call.says)
    return Scene(session, wager, said, actions=actions_of(session))


def picture_of(app: TableApp) -> str:
    """The text on the screen, as the widget hands it over."""
    return app.query_one(Picture).render().plain


def say(session: Session, *answers: str) -> list[str]:
    """An evening in plain mode: every line that was said."""
    lines: list[str] = []
    rest = iter(answers)
    Plain(session, PlainVoice(lines.append), lambda: next(rest, None)).run(CHIPS)
    return lines
