"""How meters, journal and displays grow from ten tables to a million seats: measured costs multiplied."""

from collections.abc import Iterator
from dataclasses import asdict

from pitboss.design.scale import (
    MEASURED,
    ROUNDS_AN_HOUR,
    SEATS,
    Load,
    frames_a_second,
    loads,
    most_tables_of_one_manager,
)
from pitboss.reports.form import Json
from pitboss.reports.page import Block, Column, Heading, Page, Table, bullets, make_table
from pitboss.reports.paper.paper import WIDE, Paper


def scale_paper() -> Paper:
    return Paper("From ten tables to a million seats", scale_page(), scale_data(), layout=WIDE)


def scale_data() -> Json:
    return {
        "measured": asdict(MEASURED),
        "frames_a_second_and_core_at_least": frames_a_second(),
        "most_tables_of_one_manager": most_tables_of_one_manager(),
        "loads": [{**asdict(load), "limits": list(load.limits)} for load in loads()],
    }


def scale_page() -> Page:
    blocks: list[Block] = [
        bullets(assumptions()),
        Heading("What is asked for", 2),
        load_table(),
        Heading("How it is reckoned", 2),
        bullets(arithmetic()),
        Heading("Where the limits lie, and what lifts them", 2),
        bullets(lifts()),
    ]
    return tuple(blocks)


def assumptions() -> Iterator[str]:
    yield (
        f"all tables feed one link: {SEATS} seats and {ROUNDS_AN_HOUR} rounds an hour each, one COIN IN and "
        "one game over a round"
    )
    yield "costs are those of docs/measurements.md, on a machine of two cores and 24 GiB"
    yield "more than 500 tables on one server have not been measured: larger rows are arithmetic"


def load_table() -> Table:
    titles = (
        *("Tables", "Seats", "COIN IN a second", "Manager busy", "Cores to deal", "Memory", "Journal a day"),
        *("To verify a day", "Display frames a second", "Once a second", "Too much for that machine"),
    )
    columns = (*(Column(title, right=True) for title in titles[:-1]), Column(titles[-1], wraps=True))
    return make_table(columns, map(load_row, loads()))


def load_row(load: Load) -> list[str]:
    return [
        f"{load.tables:,}",
        f"{load.tables * SEATS:,}",
        f"{load.coin_ins_a_second:,.1f}",
        f"{load.manager_busy:.1%}",
        f"{load.server_cores:,.2f}",
        f"{load.memory_gib:,.2f} GiB",
        f"{load.journal_gib_a_day:,.2f} GiB",
        f"{load.verify_minutes:,.1f} min",
        f"{load.frames_at_once:,.0f}",
        f"{load.frames_sampled:,.0f}",
        ", ".join(load.limits) or "-",
    ]


def arithmetic() -> Iterator[str]:
    m = MEASURED
    yield f"COIN IN a second = tables x {ROUNDS_AN_HOUR} / 3,600"
    yield (
        f"manager busy = {m.round_entries} entries a round over the {m.coin_ins_a_second:,} COIN IN a second "
        "that one manager wrote durably for 64 tables; game over, which is smaller, is counted as much"
    )
    yield (
        f"cores to deal = rounds a second over {m.served_tables} rounds in {m.served_seconds} s, times the "
        f"{m.served_busy:.0%} of a core that they took; memory = {m.table_kib} KiB a table"
    )
    yield f"journal = {m.round_bytes} bytes a round, bodies and hashes"
    yield f"to verify = entries of a day at {m.verified_a_second:,} a second"
    yield "display frames a second = changes of the one meter times displays, one display a table"
    yield (
        f"a core has been seen to send at least {frames_a_second():,.0f} frames a second: the bets of "
        f"{m.served_tables} tables reach {SEATS} browsers each; cards and payments came on top, uncounted"
    )


def lifts() -> Iterator[str]:
    largest, most = loads()[-1], most_tables_of_one_manager()
    yield (
        "the first limit is a link's displays, if each shows every wager: changes times displays grow with "
        "the square of the tables. Telling a display the meter once a second makes that linear"
    )
    yield (
        f"then dealing: a million seats take about {largest.server_cores:,.0f} cores and "
        f"{largest.memory_gib:,.0f} GiB. No server owns a table, so more servers on one PostgreSQL carry "
        "more tables; that database under so many servers has not been measured"
    )
    yield (
        f"one manager writes a link alone. It would be busy all the time at {most:,} tables, "
        f"{most * SEATS:,} seats. A link has one journal: beyond that the tables are split into links"
    )
    yield (
        f"the journal of a day takes {largest.journal_gib_a_day:,.0f} GiB of disk at a million seats. "
        "A checkpoint that the journal vouches for spares a start from reading it; verifying does not"
    )
