"""Law: the same seed gives the same bits on one worker, on several, on a cluster that loses one, and after
a stop."""

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from numba.core.caching import NullCache
from numba.core.dispatcher import Dispatcher
from simulated_table import content, ready_table, small_work

from apart import hear_ctrl_c
from pitboss.base.error import InputError
from pitboss.simulation import (
    blackjack_block,
    blackjack_lockstep,
    blackjack_table,
    column_deal,
    column_hand,
    column_step,
)
from pitboss.simulation.checkpoint import identify, load_checkpoint, save_checkpoint
from pitboss.simulation.chunk import CHUNK, SHARED_BATCH, Gathered, Work, run_chunk
from pitboss.simulation.run import Keeping, Ran, run
from pitboss.simulation.stream import open_stream
from pitboss.trial.outlook import Pocket, session_terms

ABOUT = {"game": "three_card_poker"}


def keeping(work: Work, path: Path) -> Keeping:
    return Keeping(path, identify(work, ABOUT))


def session_work() -> Work:
    ready = ready_table("three_card_poker")
    pocket = Pocket(Fraction(300), dict.fromkeys(ready.worths, Fraction(5)), 40, Fraction(4))
    return replace(ready.work(seed=9, rounds=0), sessions=session_terms(ready, pocket, 15_000))


@pytest.fixture(scope="module")
def alone() -> Ran:
    return run(small_work())


@pytest.mark.parametrize("workers", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_a_pool_of_any_size_gives_the_same_bits(workers: int, alone: Ran) -> None:
    assert content(run(small_work(), workers=workers).gathered) == content(alone.gathered)


def test_several_seats_and_sessions_give_the_same_bits_in_a_pool() -> None:
    for work in (small_work(seats=3, rounds=CHUNK + 1), session_work()):
        assert content(run(work, workers=2).gathered) == content(run(work).gathered)


def test_chunks_add_up_the_same_in_any_order(alone: Ran) -> None:
    gathered = Gathered(small_work())
    for chunk in (2, 0, 1, 0):
        gathered.add(run_chunk(gathered.work, chunk))
    assert content(gathered) == content(alone.gathered)


def test_another_seed_gives_other_rounds(alone: Ran) -> None:
    assert content(run(small_work(seed=43)).gathered) != content(alone.gathered)


# -- stopping and going on ---------------------------------------------------------------------------


class StopError(KeyboardInterrupt):
    """Somebody presses Ctrl-C."""


@pytest.mark.parametrize("workers", [1, 2])
def test_interrupted_and_resumed_equals_uninterrupted(workers: int, alone: Ran, tmp_path: Path) -> None:
    work, path = small_work(), tmp_path / "kept.json"

    def stop(gathered: Gathered, seconds: float) -> None:
        if gathered.done:
            raise StopError

    first = run(work, workers=workers, keeping=keeping(work, path), progress=stop)
    assert first.was_interrupted
    assert 0 < len(first.gathered.done) < work.chunks
    second = run(work, workers=workers, keeping=keeping(work, path))
    assert second.fresh_rounds == second.gathered.rounds - first.gathered.rounds
    assert content(second.gathered) == content(alone.gathered)


def test_sessions_are_kept_and_read_back(tmp_path: Path) -> None:
    work, path = session_work(), tmp_path / "sessions.json"
    gathered = Gathered(work)
    gathered.add(run_chunk(work, 1))
    save_checkpoint(path, gathered, identify(work, ABOUT))
    assert content(load_checkpoint(path, work, identify(work, ABOUT))) == content(gathered)


def test_ctrl_c_keeps_the_checkpoint_and_prints_what_there_is(tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    command = [sys.executable, "-m", "pitboss.cli", "simulate", "three_card_poker", "--wager", "ante"]
    words = ["--rounds", "100,000,000,000", "--random-seed", "1", "--workers", "2", "--checkpoint", str(path)]
    process = subprocess.Popen(
        [*command, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hear_ctrl_c,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.2)
    try:
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=60)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        raise
    assert process.returncode == 130, errors
    assert "stopped before the end" in out
    assert path.stat().st_size > 0
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".unfinished")]


# -- checkpoints that are refused --------------------------------------------------------------------


def kept(tmp_path: Path) -> tuple[Work, Path]:
    work, path = small_work(rounds=1000), tmp_path / "kept.json"
    run(work, keeping=keeping(work, path))
    return work, path


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    work, path = kept(tmp_path)
    whole = path.read_bytes()
    for damaged in (
        whole[: len(whole) // 2],
        b"",
        whole.replace(b'"batches": 0', b'"batches": 1'),
        b"\xff\x00",
    ):
        path.write_bytes(damaged)
        with pytest.raises(InputError, match="damaged"):
            load_checkpoint(path, work, identify(work, ABOUT))


def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    path.write_text('{"format": "something else"}')
    with pytest.raises(InputError, match="no checkpoint of a simulation"):
        load_checkpoint(path, small_work(), identify(small_work(), ABOUT))


@pytest.mark.parametrize(
    ("other", "about", "named"),
    [
        (small_work, {"game": "blackjack"}, "game"),
        (lambda: small_work(rounds=1000, seed=1), ABOUT, "seed"),
        (lambda: small_work(rounds=1001), ABOUT, "rounds"),
        (lambda: small_work(seats=2, rounds=1000), ABOUT, "seats"),
    ],
)
def test_a_checkpoint_of_other_work_is_refused_with_what_differs(other, about, named, tmp_path: Path) -> None:
    _, path = kept(tmp_path)
    with pytest.raises(InputError, match=f"its {named} is"):
        load_checkpoint(path, other(), identify(other(), about))


# -- a cluster ---------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_gives_the_same_bits(
    alone: Ran, monkeypatch: pytest.MonkeyPatch
) -> None:
    from distributed import LocalCluster

    monkeypatch.setattr("pitboss.simulation.engine.PATIENCE_SECONDS", 60)  # other tests want the cores, too
    killed = []
    with LocalCluster(
        n_workers=3, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
    ) as cluster:

        def kill_one(gathered: Gathered, seconds: float) -> None:
            if not killed:
                victim = next(iter(cluster.workers.values()))
                killed.append(victim.process.pid)
                os.kill(killed[0], signal.SIGKILL)

        work = replace(small_work(), rounds=8 * CHUNK)
        ran = run(work, address=cluster.scheduler_address, progress=kill_one)
    assert killed
    assert ran.gathered.is_whole
    assert content(ran.gathered) == content(run(work).gathered)


def test_a_pool_that_loses_a_process_deals_its_chunks_again() -> None:
    work = replace(small_work(), rounds=8 * CHUNK)
    killed = []

    def kill_one(gathered: Gathered, seconds: float) -> None:
        if not killed:
            killed.append(multiprocessing.active_children()[0].pid)
            os.kill(killed[0], signal.SIGKILL)

    ran = run(work, workers=2, progress=kill_one)
    assert killed
    assert content(ran.gathered) == content(run(work).gathered)


@pytest.mark.parametrize("moment", range(8))
def test_a_stop_while_a_chunk_is_added_does_no_harm(moment: int, alone: Ran) -> None:
    """As Ctrl-C may come between any two lines."""
    gathered = Gathered(small_work())
    gathered.add(run_chunk(gathered.work, 0))
    result = run_chunk(gathered.work, 1)
    left = [moment]

    def interrupt(frame: object, event: str, argument: object) -> object:
        if event == "line" and getattr(frame, "f_code", None) is Gathered.settle.__code__:
            left[0] -= 1
            if left[0] < 0:
                raise KeyboardInterrupt
        return interrupt

    sys.settrace(interrupt)
    try:
        gathered.add(result)
    except KeyboardInterrupt:
        pass
    finally:
        sys.settrace(None)
    gathered.settle()
    assert 1 in gathered.done
    gathered.add(run_chunk(gathered.work, 2))
    assert content(gathered) == content(alone.gathered)


def test_awards_are_the_rounds_in_which_a_meter_pays() -> None:
    work = small_work(seats=3, rounds=50_000)
    state = open_stream(work.seed, 0)
    cells = np.concatenate(
        [
            work.program.deal(state, min(SHARED_BATCH, 50_000 - start))
            for start in range(0, 50_000, SHARED_BATCH)
        ]
    )
    places = np.argwhere(work.watched[cells])
    found = run_chunk(work, 0).awards
    assert len(found) > 3
    assert found[-1, 0] > SHARED_BATCH
    assert found[:, 0].tolist() == places[:, 0].tolist()
    assert found[:, 1].tolist() == (places[:, 1] + 1).tolist()


def test_awards_of_one_seat_are_found_after_many_rounds() -> None:
    """Far behind the first cells that are dealt and counted together."""
    work = small_work(rounds=400_000)
    cells = work.program.deal(open_stream(work.seed, 0), 400_000)
    places = np.argwhere(work.watched[cells])
    found = run_chunk(work, 0).awards
    assert len(found) > 5
    assert found[-1, 0] > 100_000
    assert found[:, 0].tolist() == places[:, 0].tolist()


def test_no_code_is_kept_that_would_miss_a_change_in_another_file() -> None:
    """Numba keeps what it compiled by the age of one file; what calls across files must not be kept so."""
    columns = (column_deal, column_hand, column_step)
    for module in (*columns, blackjack_block, blackjack_lockstep, blackjack_table):
        for name, function in vars(module).items():
            if isinstance(function, Dispatcher) and function.__module__ == module.__name__:
                assert isinstance(function._cache, NullCache), name


def test_an_address_where_nobody_answers_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.simulation.engine.PATIENCE_SECONDS", 1)
    with pytest.raises(InputError, match="no Dask cluster answers"):
        run(small_work(), address="tcp://127.0.0.1:1")
