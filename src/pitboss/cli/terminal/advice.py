"""Advice at a decision: the exact value of each option, asked of the strategy only when somebody wants it.

The first question of a session may take a second, for everything that could be unseen is counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.base.error import InputError, PlanError
from pitboss.base.figure import format_decimal
from pitboss.cli.terminal.session import TerminalSession
from pitboss.reports.wording import card_words, wager_label

if TYPE_CHECKING:
    from pitboss.rules import Game, Record
    from pitboss.strategy.advice import Advice, Choice

DIGITS = 4


def advice_lines(session: TerminalSession) -> list[str]:
    """The options with their values, the best one marked; or why there is no advice."""
    if session.asked is None:
        return ["There is nothing to decide now."]
    game, record = session.game, session.table.record_for(session.seat)
    base = wager_label(game, session.table.base_wager(session.seat))
    return advice_on(game, record, session.seat, base)


def advice_on(game: Game, record: Record, seat: int, base: str) -> list[str]:
    from pitboss.strategy.advice import advise_record

    try:
        advice = advise_record(game, record, seat)
    except (InputError, PlanError) as problem:
        return [f"No advice here: {problem}."]
    return [f"Worth of the round, for each dollar of {base}:", *choice_lines(advice)]


def choice_lines(advice: Advice) -> list[str]:
    return [choice_line(choice, is_best=choice is advice.best) for choice in advice.choices]


def choice_line(choice: Choice, *, is_best: bool) -> str:
    about = f" ({card_words(str(choice.card))})" if choice.card else ""
    verdict = "best" if is_best else f"costs {format_decimal(choice.cost, DIGITS)}"
    return f"{choice.option}{about}: {format_decimal(choice.value, DIGITS)}, {verdict}"
