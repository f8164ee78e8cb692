"""The job of a bench that deals rounds at random: intervals beside the exact figures, and sessions."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from time import monotonic
from typing import TYPE_CHECKING, Any

from pitboss.base.error import InputError
from pitboss.base.progress import Say
from pitboss.reports.form import page_blocks
from pitboss.reports.page import Heading, Page, Picture
from pitboss.reports.paper.paper import Paper
from pitboss.rules import Game, load_game
from pitboss.service.counting.workshop import Made, in_plain_words

if TYPE_CHECKING:
    from pitboss.audit.simulation import Simulation
    from pitboss.simulation.chunk import Gathered, Work
    from pitboss.simulation.run import Ran
    from pitboss.trial.preparing import Ready

CONFIDENCE = 0.99
SAY_SECONDS = 0.4
MOST_READY = 2
MOST_SESSION_ROUNDS = 50_000_000
READY: "OrderedDict[str, Ready]" = OrderedDict()
"""Tables made ready: whoever simulated one asks for another seed next."""


def make_simulation_answer(
    say: Say,
    game: str,
    wagers: Sequence[str],
    seats: int,
    strategy: str,
    rules: str,
    rounds: int,
    seed: int,
    session: Mapping[str, Any] | None,
) -> Made:
    """Rounds first; then sessions of a player who brings so much, if one is described."""
    from pitboss.audit.simulation import Simulation
    from pitboss.reports.simulation_sheet import simulation_data, simulation_page

    with in_plain_words():
        chosen = load_game(game)
        say("Preparing: the strategy, the exact figures, and the first time on this machine the code")
        ready = make_ready_once(chosen, wagers, seats, strategy, rules)
        play = [] if session is None else [read_session(ready, session, seed)]
        ran = deal(say, ready, ready.work(seed=seed, rounds=rounds))
        dealt = Simulation(ready.seen(ran.gathered), ran, seed, CONFIDENCE)
        page = [
            *simulation_page(dealt)[1:],
            picture(dealt, "Intervals around the exact figures, and the meters"),
        ]
        data = [simulation_data(dealt)]
        for work, pocket in play:
            stayed = stay(say, ready, work, pocket, seed)
            data.append(simulation_data(stayed))
            page += [*from_second_heading(simulation_page(stayed)), picture(stayed, SESSION_WORDS)]
    shown = {"headline": headline(dealt), "page": page_blocks(tuple(page))}
    title = f"Simulation: {chosen.name}, {ran.gathered.rounds:,} rounds"
    runs = dict(zip(("rounds", "sessions"), data, strict=False))
    return Made(shown, Paper(title, tuple(page), runs))


SESSION_WORDS = "Sessions as they went, how they ended, and how deep they fell"


# -- before ----------------------------------------------------------------------------------------


def make_ready_once(game: Game, wagers: Sequence[str], seats: int, strategy: str, rules: str) -> "Ready":
    from pitboss.audit.request import lay_table
    from pitboss.audit.term import Asked
    from pitboss.trial.preparing import ChosenStrategy, Way, make_ready

    key = repr((game.id, tuple(wagers), seats, strategy, rules))
    if key not in READY:
        how = (
            ChosenStrategy(Way(strategy), rules, "your own rules") if rules else ChosenStrategy(Way(strategy))
        )
        READY[key] = make_ready(lay_table(game, wagers, seats, how, Asked(players=seats)))
        while len(READY) > MOST_READY:
            READY.popitem(last=False)
    READY.move_to_end(key)
    return READY[key]


def read_session(ready: "Ready", asked: Mapping[str, Any], seed: int) -> tuple["Work", Any]:
    """Whole dollars all through, so that a session adds up in whole numbers."""
    from pitboss.trial.outlook import Pocket, session_terms

    bets = {wager: Fraction(asked["bets"].get(wager, asked["bet"])) for wager in ready.table.wagers}
    pocket = Pocket(
        Fraction(asked["bankroll"]),
        bets,
        asked["rounds_an_hour"],
        Fraction(asked["hours"]),
        Fraction(asked["goal"]),
    )
    if pocket.rounds * asked["sessions"] > MOST_SESSION_ROUNDS:
        raise InputError(
            f"sessions of {pocket.rounds:,} rounds: play at most {MOST_SESSION_ROUNDS:,} rounds in all"
        )
    terms = session_terms(ready, pocket, asked["sessions"])
    return replace(ready.work(seed=seed, rounds=0), sessions=terms), pocket


# -- dealing ---------------------------------------------------------------------------------------


def deal(say: Say, ready: "Ready", work: "Work") -> "Ran":
    from pitboss.simulation.run import run

    said = float("-inf")

    def tell(gathered: "Gathered", seconds: float) -> None:
        nonlocal said
        if monotonic() - said > SAY_SECONDS:
            said = monotonic()
            total = 0 if gathered.work.sessions else gathered.work.rounds
            say(so_far(ready, gathered, seconds), gathered.rounds, total)

    return run(work, progress=tell)


def so_far(ready: "Ready", gathered: "Gathered", seconds: float) -> str:
    """The rate, and the first wager's interval as it stands."""
    from pitboss.audit.simulation import estimate_all
    from pitboss.reports.simulation_sheet import interval_words

    rate = f"{gathered.rounds / max(seconds, 0.001):,.0f} a second"
    if gathered.work.sessions:
        return f"Playing sessions: {gathered.rounds:,} rounds, {rate}"
    words = f"Dealing: {gathered.rounds:,} of {gathered.work.rounds:,} rounds, {rate}"
    if not gathered.rounds:
        return words
    first = estimate_all(ready.seen(gathered), gathered, CONFIDENCE)[0]
    return f"{words}; {ready.table.game.wagers[first.wager].label} {interval_words(first.advantage)}"


def stay(say: Say, ready: "Ready", work: "Work", pocket: Any, seed: int) -> "Simulation":
    from pitboss.audit.simulation import Simulation
    from pitboss.trial.outlook import exact_net, look_ahead

    ran = deal(say, ready, work)
    assert work.sessions
    outlook = look_ahead(ran.gathered.all_sessions(), work.sessions, exact_net(ready, pocket), CONFIDENCE)
    return Simulation(ready, ran, seed, CONFIDENCE, pocket, outlook)


# -- saying ----------------------------------------------------------------------------------------


def picture(one: "Simulation", words: str) -> Picture:
    from pitboss.reports.simulation_plot import draw_simulation

    return Picture(draw_simulation(one), words)


def from_second_heading(page: Page) -> Page:
    """What is said of the run stands there already."""
    start = next(n for n, block in enumerate(page) if isinstance(block, Heading) and block.level > 1)
    return page[start:]


def headline(dealt: "Simulation") -> str:
    rounds = f"{dealt.ran.gathered.rounds:,} rounds"
    known = [one for one in dealt.estimates if one.agrees is not None]
    if dealt.disagreeing:
        outside = ", ".join(dealt.ready.table.game.wagers[one.wager].label for one in dealt.disagreeing)
        return f"{rounds}: the exact figure of {outside} lies outside its interval. Try another seed."
    if not known:
        return f"{rounds} dealt; no exact figure to hold them against."
    each = (
        "the exact figure lies inside its interval"
        if len(known) == 1
        else "every exact figure lies inside its interval"
    )
    return f"{rounds}: {each}."
