"""Progress: what is kept, and that no crash, no second trainer and no strange file can hurt it."""

import json
import os
import subprocess
import sys
from fractions import Fraction

import pytest

from pitboss.base.error import InputError
from pitboss.house.training import progress_file
from pitboss.house.training.progress import (
    MOST_SESSIONS,
    Progress,
    RoleProgress,
    SessionTally,
    TopicMark,
    TopicTally,
)
from pitboss.house.training.progress_file import (
    VERSION,
    Memory,
    format_progress,
    open_progress,
    parse_progress,
    usual_directory,
)

RIGHT, WRONG = TopicMark(("a",), False, 0, 500), TopicMark(("a", "b"), True, 31_000, 1500)
SESSION = SessionTally("one", "2025-03-01T10:00:00+00:00")


def opened(directory):
    return open_progress(directory, "ann", "three_card_poker")


# -- what is kept ----------------------------------------------------------------------------------


def test_marks_add_up_by_topic_and_by_session():
    part = RoleProgress()
    for mark in (RIGHT, WRONG, RIGHT):
        part = part.marked(SESSION, mark)
    assert part.topics == {"a": TopicTally(3, 1, 1, 31_000), "b": TopicTally(1, 1, 0, 31_000)}
    (session,) = part.sessions
    assert (session.asked, session.missed, session.cost_micros, session.milliseconds) == (3, 1, 31_000, 2500)
    assert session.accuracy == Fraction(2, 3)
    assert session.seconds_per_answer == Fraction(5, 6)
    assert session.cost_per_answer_micros == Fraction(31_000, 3)


def test_the_weakest_topics_are_those_missed_most_then_those_that_cost_most():
    topics = {
        "never": TopicTally(9, 0, 9, 0),
        "half": TopicTally(4, 2, 0, 100),
        "always cheap": TopicTally(2, 2, 0, 5),
        "always dear": TopicTally(1, 1, 0, 50),
    }
    assert [topic for topic, _ in RoleProgress(topics).weakest(3)] == ["always dear", "always cheap", "half"]


def test_old_sessions_are_forgotten_and_their_answers_stay():
    part = RoleProgress()
    for number in range(MOST_SESSIONS + 5):
        part = part.marked(SessionTally(str(number), ""), RIGHT)
    assert len(part.sessions) == MOST_SESSIONS
    assert part.sessions[0].id == "5"
    assert part.topics["a"].asked == MOST_SESSIONS + 5


# -- on disk ---------------------------------------------------------------------------------------


def test_progress_is_read_as_it_was_written(tmp_path):
    file = opened(tmp_path)
    assert file.progress == Progress("ann", "three_card_poker")
    for mark in (RIGHT, WRONG):
        file.add("player", SESSION, mark)
    file.add("dealer", SESSION, WRONG)
    assert opened(tmp_path).progress == file.progress
    assert file.progress.part("player").topics["a"] == TopicTally(2, 1, 0, 31_000)
    assert sorted(os.listdir(tmp_path / "ann")) == ["three_card_poker.json", "three_card_poker.lock"]


def test_nothing_is_written_before_the_first_answer(tmp_path):
    opened(tmp_path / "deep" / "down")
    assert list(tmp_path.iterdir()) == []


def test_trainees_and_games_have_files_of_their_own(tmp_path):
    opened(tmp_path).add("player", SESSION, RIGHT)
    assert not open_progress(tmp_path, "bob", "three_card_poker").progress.parts
    assert not open_progress(tmp_path, "ann", "blackjack").progress.parts


@pytest.mark.parametrize("name", ["", ".", "../ann", "a/b", "x" * 41, "-", "a\n"])
def test_a_name_that_is_no_file_name_is_refused(tmp_path, name):
    with pytest.raises(InputError, match="a trainee's name"):
        open_progress(tmp_path, name, "blackjack")


def test_progress_without_a_place_ends_with_the_program():
    memory = Memory(Progress("ann", "blackjack"))
    memory.add("player", SESSION, RIGHT)
    assert memory.progress.part("player").sessions[0].asked == 1


def test_the_usual_directory_follows_the_platform(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert usual_directory({}) == tmp_path / ".local" / "share" / "pitboss" / "training"
    assert usual_directory({"XDG_DATA_HOME": ""}) == usual_directory({})
    assert usual_directory({"XDG_DATA_HOME": "relative"}) == usual_directory({})
    assert str(usual_directory({"XDG_DATA_HOME": "/data"})) == "/data/pitboss/training"


# -- crashes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("problem", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_crash_before_the_replacement_leaves_the_old_file_whole(tmp_path, monkeypatch, problem):
    file = opened(tmp_path)
    file.add("player", SESSION, RIGHT)
    before = file.path.read_bytes()

    def fail(*_):
        raise problem

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises((InputError, KeyboardInterrupt)):
        file.add("player", SESSION, WRONG)
    monkeypatch.undo()
    assert file.path.read_bytes() == before
    assert file.progress.part("player").sessions[0].asked == 1
    assert not list(file.path.parent.glob("*.new"))
    file.add("player", SESSION, WRONG)
    assert opened(tmp_path).progress.part("player").sessions[0].asked == 2


def test_the_new_file_is_on_the_disk_before_it_takes_the_name(tmp_path, monkeypatch):
    done = []
    for name in ("fsync", "replace"):
        call = getattr(os, name)
        monkeypatch.setattr(os, name, lambda *args, n=name, c=call: (done.append(n), c(*args))[1])
    opened(tmp_path).add("player", SESSION, RIGHT)
    assert done == ["fsync", "replace", "fsync"]


def test_what_a_dead_program_left_beside_the_file_does_no_harm(tmp_path):
    file = opened(tmp_path)
    file.add("player", SESSION, RIGHT)
    (file.path.parent / "three_card_poker.json.1.new").write_text("{")
    (file.path.parent / "three_card_poker.lock").write_text("left over")
    file.add("player", SESSION, RIGHT)
    assert opened(tmp_path).progress.part("player").topics["a"].asked == 2


# -- two at once -----------------------------------------------------------------------------------


def test_two_trainers_at_once_lose_nothing(tmp_path):
    first, second = opened(tmp_path), opened(tmp_path)
    other = SessionTally("two", "2025-03-01T10:05:00+00:00")
    for _ in range(3):
        first.add("player", SESSION, RIGHT)
        second.add("player", other, WRONG)
    part = opened(tmp_path).progress.part("player")
    assert [(one.id, one.asked, one.missed) for one in part.sessions] == [("one", 3, 0), ("two", 3, 3)]
    assert part.topics["a"].asked == 6


def test_processes_wait_for_each_other(tmp_path):
    code = (
        "import sys; from pathlib import Path;"
        "from pitboss.house.training.progress import SessionTally, TopicMark;"
        "from pitboss.house.training.progress_file import open_progress;"
        "file = open_progress(Path(sys.argv[1]), 'ann', 'blackjack');"
        "[file.add('dealer', SessionTally(sys.argv[2], ''), TopicMark(('a',), False, 0)) for _ in range(25)]"
    )
    running = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path), name]) for name in "123"]
    assert [process.wait(60) for process in running] == [0, 0, 0]
    part = open_progress(tmp_path, "ann", "blackjack").progress.part("dealer")
    assert sorted((one.id, one.asked) for one in part.sessions) == [("1", 25), ("2", 25), ("3", 25)]
    assert part.topics["a"].asked == 75


# -- strange files ---------------------------------------------------------------------------------

GOOD = json.loads(format_progress(Progress("ann", "three_card_poker").marked("player", SESSION, WRONG)))


def changed(**changes):
    return json.dumps({**GOOD, **changes}).encode()


def with_topic(**changes):
    topic = {"asked": 2, "missed": 1, "right_since": 0, "cost_micros": 5} | changes
    return changed(player={"topics": {"a": topic}, "sessions": []})


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "no JSON"),
        (b'{"version": 1', "no JSON"),
        (b"\xff\xfe", "no JSON"),
        (b"[" * 100_000, "no JSON"),
        (b"[]", "no JSON object"),
        (b"{}", "no version"),
        (changed(version="1"), "no version"),
        (changed(version=True), "no version"),
        (changed(version=VERSION + 1), "a newer Pitboss wrote this .version 2, this one knows 1.: update"),
        (changed(game="blackjack"), "for game 'blackjack', not 'three_card_poker'"),
        (changed(trainee="bob"), "for trainee 'bob', not 'ann'"),
        (changed(banker={}), "nobody knows what 'banker' is"),
        (changed(player=[]), "player is no JSON object"),
        (changed(player={"topics": {}, "sessions": {}}), "the sessions of player are no list"),
        (changed(player={"topics": {}, "sessions": [7]}), "player: session 1 is no JSON object"),
        (with_topic(asked=-1), "asked cannot be -1"),
        (with_topic(asked=1.5), "asked cannot be 1.5"),
        (with_topic(asked=True), "asked cannot be True"),
        (with_topic(missed=3), "missed more often than asked"),
        (with_topic(extra=1), "player: a has asked, missed"),
    ],
)
def test_a_file_that_is_no_progress_is_refused_and_left_alone(tmp_path, content, why):
    path = tmp_path / "ann" / "three_card_poker.json"
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(InputError, match=f"three_card_poker.json: .*{why}.*nothing was changed"):
        opened(tmp_path)
    assert path.read_bytes() == content


def test_a_file_that_breaks_during_a_lesson_is_not_overwritten(tmp_path):
    file = opened(tmp_path)
    file.add("player", SESSION, RIGHT)
    file.path.write_text("{")
    with pytest.raises(InputError, match="nothing was changed"):
        file.add("player", SESSION, RIGHT)
    assert file.path.read_text() == "{"


def test_a_file_as_large_as_no_progress_is_not_read(monkeypatch, tmp_path):
    monkeypatch.setattr(progress_file, "LARGEST_FILE", 10)
    with pytest.raises(InputError, match="as large"):
        parse_progress(b"x" * 11, trainee="ann", game="blackjack")


def test_a_directory_that_cannot_be_written_is_one_sentence(tmp_path):
    (tmp_path / "ann").write_text("a file where a directory should be")
    with pytest.raises(InputError, match="cannot read"):
        opened(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="cannot"):
        open_progress(tmp_path / "file", "ann", "blackjack").add("player", SESSION, RIGHT)
