"""How meters, journal and displays grow from ten tables to a million seats: played, measured, multiplied."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

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
from pitboss.reports.page import Heading, Page, bullets
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
    figures = scale_figures()
    said = {part: bullets(line.format(**figures) for line in lines) for part, lines in read_words().items()}
    return (
        said["assumed"],
        Heading("What is asked for", 2),
        field_table(LOADS, loads()),
        Heading("What such floors do", 2),
        said["played"],
        field_table(COURSES, play_floors()),
        Heading("The journal, really written", 2),
        said["written"],
        field_table(JOURNALS, WRITTEN),
        Heading("How it is reckoned", 2),
        said["reckoned"],
        Heading("Where the limits lie, and what lifts them", 2),
        said["lifts"],
    )


def read_words() -> Mapping[str, Sequence[str]]:
    return tomllib.loads(Path(__file__).with_name("plan_scale.toml").read_text("utf-8"))


def scale_figures() -> dict[str, object]:
    """What the words of the paper speak of."""
    most = most_tables_of_one_manager()
    return {
        "m": MEASURED,
        "largest": loads()[-1],
        "seats": SEATS,
        "rounds_an_hour": ROUNDS_AN_HOUR,
        "rounds": ROUNDS,
        "shortest": SHORTEST,
        "longest": LONGEST,
        "seed": SEED,
        "one_in": CHANCE.denominator,
        "confidence": CONFIDENCE,
        "lies": "lies" if all(course.agrees for course in play_floors()) else "does not lie",
        "frames": frames_a_second(),
        "fits": int(rounds_of_a_process() * 3600 / ROUNDS_AN_HOUR),
        "waits": play_floors()[-1].waits * 1000,
        "most": most,
        "most_seats": most * SEATS,
    }


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
