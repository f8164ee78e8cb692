"""What is shown of a trainee's progress: this sitting, the weakest topics, and how it went over time."""

from __future__ import annotations

from fractions import Fraction

from pitboss.base.figure import format_decimal
from pitboss.base.money import MICROS, format_dollars
from pitboss.house.training.explanation import format_cents
from pitboss.house.training.felt import Felt
from pitboss.house.training.progress import DEALER, RoleProgress, SessionTally, TopicTally
from pitboss.reports.field import Field, field_table, value, words
from pitboss.reports.form import Json
from pitboss.reports.page import Block, Column, Facts, Heading, Lines, Page, make_table
from pitboss.rules import Game

MOST_TOPICS, MOST_SESSIONS = 5, 10
BAR = 20


def progress_page(game: Game, role: str, part: RoleProgress, session: SessionTally | None) -> Page:
    page: list[Block] = [Heading(f"{game.name} as a {role}", level=2)]
    if session:
        page.append(Facts(tuple(session_facts(game, role, session))))
    elif not part.sessions:
        page.append(Lines(("Nothing was answered yet, so nothing is kept.",)))
    if part.weakest(1):
        page.append(topics_table(role, part))
    if len(part.sessions) > (1 if session else 0):
        page.append(sessions_table(role, part))
    return tuple(page)


def session_facts(game: Game, role: str, session: SessionTally) -> list[tuple[str, str]]:
    right = session.asked - session.missed
    facts = [("Right", f"{right} of {session.asked}, {format_share(session.accuracy)}")]
    if role == DEALER:
        facts.append(("Mispaid", format_dollars(session.cost_micros)))
        facts.append(("Pace", f"{format_decimal(session.seconds_per_answer, 1)} seconds a payment"))
        return facts
    base = game.deciding[0].replace("_", " ") if game.deciding else "wager"
    given = format_cents(session.cost_per_answer_micros / MICROS)
    return [*facts, ("Given up", f"{given} a decision for every dollar of the {base}")]


def topics_table(role: str, part: RoleProgress) -> Block:
    fields: tuple[Field[tuple[str, TopicTally]], ...] = (
        words("Weakest topics", lambda row: row[0]),
        value("Missed", lambda row: f"{row[1].missed} of {row[1].asked}"),
        value(
            "A miss mispaid" if role == DEALER else "A miss cost", lambda row: cost_of_a_miss(role, row[1])
        ),
    )
    return field_table(fields, part.weakest(MOST_TOPICS))


def cost_of_a_miss(role: str, tally: TopicTally) -> str:
    micros = Fraction(tally.cost_micros, tally.missed)
    return format_dollars(int(micros)) if role == DEALER else format_cents(micros / MICROS)


def sessions_table(role: str, part: RoleProgress) -> Block:
    seconds: Field[SessionTally] = value("Seconds", lambda one: format_decimal(one.seconds_per_answer, 1))
    given: Field[SessionTally] = value(
        "Given up", lambda one: format_cents(one.cost_per_answer_micros / MICROS)
    )
    fields: tuple[Field[SessionTally], ...] = (
        words("Sessions", lambda one: one.started[:16].replace("T", " ")),
        value("Answers", lambda one: str(one.asked)),
        value("Right", lambda one: format_share(one.accuracy)),
        seconds if role == DEALER else given,
        words("How it went", lambda one: "#" * round(one.accuracy * BAR)),
    )
    return field_table(fields, part.sessions[-MOST_SESSIONS:])


def format_share(share: Fraction) -> str:
    return f"{format_decimal(share * 100, 0)}%"


def tables_page(felt: Felt) -> Page:
    page: list[Block] = []
    for table in felt.tables:
        if len(table.columns) == 1:
            page += [
                Heading(f"{table.wager}: {table.name}", level=2),
                Facts(tuple((line, pay) for line, pay in table.rows)),
            ]
        else:
            columns = (Column(table.wager), *(Column(title, right=True) for title in table.columns))
            page.append(make_table(columns, table.rows))
    return tuple(page)


def progress_data(part: RoleProgress, session: SessionTally | None, seed: int) -> dict[str, Json]:
    return {
        "seed": seed,
        "session": session_data(session) if session else None,
        "weakest": [
            {"topic": topic, "asked": tally.asked, "missed": tally.missed, "cost_micros": tally.cost_micros}
            for topic, tally in part.weakest(MOST_TOPICS)
        ],
        "sessions": [session_data(one) for one in part.sessions[-MOST_SESSIONS:]],
    }


def session_data(session: SessionTally) -> dict[str, Json]:
    names = ("started", "asked", "missed", "cost_micros", "milliseconds")
    return {name: getattr(session, name) for name in names}
