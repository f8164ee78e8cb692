"""What is shown of a trainee's progress: this sitting, the weakest topics, and how it went over time."""

from __future__ import annotations

from fractions import Fraction

from pitboss.base.figure import format_decimal
from pitboss.base.money import MICROS, format_dollars
from pitboss.house.training.explanation import format_cents
from pitboss.house.training.felt import Felt
from pitboss.house.training.progress import DEALER, RoleProgress, SessionTally, TopicTally
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
        facts.append(("Pace", f"{format_seconds(session)} a payment"))
        return facts
    base = game.deciding[0].replace("_", " ") if game.deciding else "wager"
    given = format_cents(session.cost_per_answer_micros / MICROS)
    return [*facts, ("Given up", f"{given} a decision for every dollar of the {base}")]


def topics_table(role: str, part: RoleProgress) -> Block:
    columns = (
        Column("Weakest topics"),
        Column("Missed", right=True),
        Column("A miss cost" if role != DEALER else "A miss mispaid", right=True),
    )
    rows = [
        (topic, f"{tally.missed} of {tally.asked}", cost_of_a_miss(role, tally))
        for topic, tally in part.weakest(MOST_TOPICS)
    ]
    return make_table(columns, rows)


def cost_of_a_miss(role: str, tally: TopicTally) -> str:
    micros = Fraction(tally.cost_micros, tally.missed)
    return format_dollars(int(micros)) if role == DEALER else format_cents(micros / MICROS)


def sessions_table(role: str, part: RoleProgress) -> Block:
    last = "Seconds" if role == DEALER else "Given up"
    columns = (
        Column("Sessions"),
        Column("Answers", right=True),
        Column("Right", right=True),
        Column(last, right=True),
        Column("How it went"),
    )
    return make_table(columns, (session_row(role, one) for one in part.sessions[-MOST_SESSIONS:]))


def session_row(role: str, session: SessionTally) -> tuple[str, ...]:
    given = format_cents(session.cost_per_answer_micros / MICROS)
    return (
        session.started[:16].replace("T", " "),
        str(session.asked),
        format_share(session.accuracy),
        format_decimal(session.seconds_per_answer, 1) if role == DEALER else given,
        "#" * round(session.accuracy * BAR),
    )


def format_share(share: Fraction) -> str:
    return f"{format_decimal(share * 100, 0)}%"


def format_seconds(session: SessionTally) -> str:
    return f"{format_decimal(session.seconds_per_answer, 1)} seconds"


def tables_page(felt: Felt) -> Page:
    page: list[Block] = []
    for table in felt.tables:
        if len(table.columns) == 1:
            page += [Heading(f"{table.wager}: {table.name}", level=2), Facts(tuple(map(pair, table.rows)))]
        else:
            columns = (Column(table.wager), *(Column(title, right=True) for title in table.columns))
            page.append(make_table(columns, table.rows))
    return tuple(page)


def pair(row: tuple[str, ...]) -> tuple[str, str]:
    line, pay = row
    return line, pay


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
    return {
        "started": session.started,
        "asked": session.asked,
        "missed": session.missed,
        "cost_micros": session.cost_micros,
        "milliseconds": session.milliseconds,
    }
