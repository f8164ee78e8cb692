"""The page on scale is what measured costs multiply to and what floors do when they are played."""

import os
from contextlib import closing
from pathlib import Path
from random import Random

import numpy as np
import pytest

from pitboss.design.scale import (
    MEASURED,
    SEATS,
    SIZES,
    WRITTEN,
    line_waits,
    load_of,
    loads,
    most_tables_of_one_manager,
    play_floor,
    play_floors,
)
from pitboss.house.floor_day import TABLES_OF_A_LINK, FloorDay
from pitboss.ledger.account import AccountKind
from pitboss.reports.paper.paper import Form, write_paper
from pitboss.reports.plan_scale import scale_paper
from pitboss.storage.address import open_store

PAGE = Path(__file__).parents[2] / "docs" / "scale.md"


def test_the_page_is_generated_from_the_figures():
    """Rewritten by `PITBOSS_DOCS=write pytest tests/design/test_plan_scale.py`."""
    made = write_paper(scale_paper(), Form.MARKDOWN)
    if os.environ.get("PITBOSS_DOCS") == "write":
        PAGE.write_bytes(made)
    assert PAGE.read_bytes() == made


def test_loads_multiply_out():
    ten = load_of(10)
    assert ten.coin_ins_a_second * 3600 == 400
    assert load_of(MEASURED.served_tables).server_cores < MEASURED.served_busy
    assert load_of(most_tables_of_one_manager()).manager_busy <= 1
    assert loads()[-1].tables * 7 >= 1_000_000
    assert {one.tables for one in WRITTEN} <= set(SIZES)


def test_the_first_limit_is_a_links_displays_and_the_next_a_server_process():
    first, second = [load for load in loads() if load.limits][:2]
    assert first.limits == ("displays that follow every wager",)
    assert "one server process" in second.limits


def test_floors_that_are_played_agree_with_the_exact_figures():
    assert [course.tables for course in play_floors()] == list(SIZES)
    for course in play_floors():
        assert course.agrees, course
        assert course.entries == 2 * (course.rounds + course.hits)
        assert course.most_in_a_second >= course.rounds / course.seconds
        assert 0 < course.news <= 1


def test_the_same_seed_plays_the_same_floor():
    assert play_floor(10, rounds=30_000) == play_floor(10, rounds=30_000)
    assert play_floor(10, rounds=30_000, seed=8) != play_floor(10, rounds=30_000)


def test_the_line_before_the_manager_is_that_of_plain_counting():
    times = np.sort(np.random.default_rng(3).uniform(0, 0.1, 500))
    service, free, waits = MEASURED.round_entries / MEASURED.coin_ins_a_second, 0.0, []
    for time in times:
        begins = max(time, free)
        waits.append(begins - time)
        free = begins + service
    assert max(waits) > 0
    assert line_waits(times) == pytest.approx(np.array(waits), abs=1e-12)


def test_a_floors_journal_is_written_by_the_real_manager_and_verified(tmp_path):
    with closing(open_store(str(tmp_path / "journal.db"))) as store:
        day = FloorDay(store, 2 * TABLES_OF_A_LINK, Random(9))
        set_up = day.manager.number
        day.play(rounds=3_000)
        day.verify()
        assert day.hits
        # What a batch cuts in two is asked in the next one, which does not come any more.
        asked = 2 * day.rounds + 2 * day.hits
        assert asked - 2 <= day.entries - set_up <= asked
        fed = [
            m
            for account, m in day.manager.floor.book.balances.items()
            if account.kind is AccountKind.CONTRIBUTION
        ]
        assert -sum(fed) == day.rounds * SEATS * 150_000
        assert 600 < day.round_bytes < 900
