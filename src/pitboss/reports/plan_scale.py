"""How meters, journal and displays grow from ten tables to a million seats: played, measured, multiplied."""

from collections.abc import Iterator
from dataclasses import asdict

from pitboss.design.scale import (
    CHANCE,
    CONFIDENCE,
    LONGEST,
    MEASURED,
    ROUNDS,
    ROUNDS_AN_HOUR,
    SEATS,
    SEED,
    SHORTEST,
    WRITTEN,
    FloorCourse,
    Load,
    Written,
    frames_a_second,
    loads,
    most_tables_of_one_manager,
    play_floors,
    rounds_of_a_process,
)
from pitboss.reports.cell import Number, Unit, figure, percent, rounded
from pitboss.reports.field import Field, count, field_table, value, words
from pitboss.reports.form import Json
from pitboss.reports.page import Block, Heading, Page, bullets
from pitboss.reports.paper.paper import WIDE, Paper


def scale_paper() -> Paper:
    return Paper("From ten tables to a million seats", scale_page(), scale_data(), layout=WIDE)


def scale_data() -> Json:
    return {
        "measured": asdict(MEASURED),
        "frames_a_second_and_core_at_least": frames_a_second(),
        "most_tables_of_one_manager": most_tables_of_one_manager(),
        "written": [asdict(one) for one in WRITTEN],
        "loads": [{**asdict(load), "limits": list(load.limits)} for load in loads()],
        "played": [{**asdict(course), "agrees": course.agrees} for course in play_floors()],
    }


def scale_page() -> Page:
    blocks: list[Block] = [
        bullets(assumptions()),
        Heading("What is asked for", 2),
        field_table(LOADS, loads()),
        Heading("What such floors do", 2),
        bullets(played_words()),
        field_table(COURSES, play_floors()),
        Heading("The journal, really written", 2),
        bullets(written_words()),
        field_table(JOURNALS, WRITTEN),
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
    yield (
        f"more than {MEASURED.too_many_tables} tables on one server have not been measured: larger rows of "
        "the first table are arithmetic, those of the second are played and those of the third are measured"
    )


LOADS: tuple[Field[Load], ...] = (
    count("Tables", lambda load: load.tables),
    count("Seats", lambda load: load.tables * SEATS),
    value("COIN IN a second", lambda load: figure(load.coin_ins_a_second, 1, is_grouped=True)),
    value("Manager busy", lambda load: percent(load.manager_busy, 1)),
    value("Cores to deal", lambda load: figure(load.server_cores, 2, is_grouped=True)),
    value("Memory", lambda load: f"{load.memory_gib:,.2f} GiB"),
    value("Journal a day", lambda load: f"{load.journal_gib_a_day:,.2f} GiB"),
    value("To verify a day", lambda load: f"{load.verify_minutes:,.1f} min"),
    value("Display frames a second", lambda load: figure(load.frames_at_once, 0, is_grouped=True)),
    value("Once a second", lambda load: figure(load.frames_sampled, 0, is_grouped=True)),
    words("Too much for that machine", lambda load: ", ".join(load.limits) or "-", wraps=True),
)


def played_words() -> Iterator[str]:
    yield (
        f"every size was played: {ROUNDS:,} rounds of {SHORTEST:.0f} to {LONGEST:.0f} seconds each, in the "
        f"order of time, from seed {SEED}; each of {SEATS} seats wins the one meter with a chance of 1 in "
        f"{CHANCE.denominator:,}, fed 14% and 1% into the reserve, seed $1,000"
    )
    inside = all(course.agrees for course in play_floors())
    yield (
        f"all intervals hold together with {CONFIDENCE:.0%}; the plan's exact figure stands behind each, and "
        + ("lies in every one" if inside else "does not lie in every one")
    )
    yield "the line is that before one manager which takes as long for each round as was measured"


COURSES: tuple[Field[FloorCourse], ...] = (
    count("Tables", lambda course: course.tables),
    count("Hits", lambda course: course.hits),
    value("Seconds between", lambda course: f"{course.between.mean:,.1f} ± {course.between.wide:,.1f}"),
    value("exact", lambda course: figure(course.between.exact, 1, is_grouped=True)),
    value("Amount", lambda course: f"${course.amount.mean:,.0f} ± {course.amount.wide:,.0f}"),
    value("exact", lambda course: Number(rounded(course.amount.exact, 0), Unit.DOLLARS)),
    value("Again in a minute", lambda course: f"{course.again.mean:.1%} ± {course.again.wide:.1%}"),
    value("exact", lambda course: percent(course.again.exact, 1)),
    count("Most COIN IN in a second", lambda course: course.most_in_a_second),
    value("Seconds with news", lambda course: percent(course.news, 1)),
    value("In line, 99%", lambda course: f"{course.waits * 1000:.2f} ms"),
    count("Entries", lambda course: course.entries),
)


def written_words() -> Iterator[str]:
    yield (
        "the real manager with its deciders, hashes and books wrote rounds of so many tables for twenty "
        "seconds as fast as it could, in commits of 512 requests, to SQLite on disk; then all of it was read "
        "back and verified"
    )
    yield "tables are links of fifteen on one journal: the law allows no more, and the manager refuses them"


JOURNALS: tuple[Field[Written], ...] = (
    count("Tables", lambda one: one.tables),
    count("Rounds", lambda one: one.rounds),
    value("of a day", lambda one: percent(one.of_a_day, 1)),
    count("Hits", lambda one: one.hits),
    count("Entries a second", lambda one: one.entries_a_second),
    count("Verified a second", lambda one: one.verified_a_second),
    count("Bytes a round", lambda one: one.round_bytes),
    value("To write a day", lambda one: f"{one.write_minutes:,.1f} min"),
    value("To verify a day", lambda one: f"{one.verify_minutes:,.1f} min"),
)


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
    yield f"journal = {m.round_bytes} bytes a round, bodies and hashes, as in the larger journal above"
    yield f"to verify = entries of a day at {m.verified_a_second:,} a second"
    yield "display frames a second = changes of the one meter times displays, one display a table"
    yield (
        f"a core has been seen to send at least {frames_a_second():,.0f} frames a second: the bets of "
        f"{m.served_tables} tables reach {SEATS} browsers each; cards and payments came on top, uncounted"
    )


def lifts() -> Iterator[str]:
    largest, most, m = loads()[-1], most_tables_of_one_manager(), MEASURED
    yield (
        "before any machine's limit stands the law: a link stays in one licensed location, which has at most "
        "15 tables (RCW 9.46.0282). The rows above are what the code would carry where that does not hold"
    )
    yield (
        "the first limit of the code is a link's displays, if each shows every wager: changes times displays "
        "grow with the square of the tables. Telling a display the meter once a second makes that linear"
    )
    fits = int(rounds_of_a_process() * 3600 / ROUNDS_AN_HOUR)
    yield (
        f"the next is one server process: with {m.served_tables} tables and a round every "
        f"{m.served_seconds} s an outcome is at every browser within {m.served_p99_ms} ms in 99 of 100 "
        f"cases, with {m.too_many_tables} within {m.too_many_p99_ms} ms, and 100 are wanted. As many rounds "
        f"are {fits:,} tables here. No server owns a table, so more processes lift it"
    )
    yield (
        f"then dealing: a million seats take about {largest.server_cores:,.0f} cores and "
        f"{largest.memory_gib:,.0f} GiB. More servers on one PostgreSQL carry more tables; that database "
        "under so many servers has not been measured"
    )
    yield (
        f"one manager writes a link alone. Played at a million seats, 99 of 100 rounds wait at most "
        f"{play_floors()[-1].waits * 1000:.1f} ms for it. It would be busy all the time at {most:,} tables, "
        f"{most * SEATS:,} seats. A link has one journal: beyond that the tables are split into links"
    )
    yield (
        f"the journal of a day takes {largest.journal_gib_a_day:,.0f} GiB of disk at a million seats. "
        "A checkpoint that the journal vouches for spares a start from reading it; verifying does not"
    )
