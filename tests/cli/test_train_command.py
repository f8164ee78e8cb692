"""Training from the command line: in a pipe, in a terminal, and as JSON."""

import io
import json
import re
import subprocess
import sys
from random import Random
from unittest.mock import Mock

import pexpect
import pyte
import pytest
from program import PATIENCE_SECONDS, PROGRAM, environment

from apart import hear_ctrl_c
from dealing import base_wager, random_records, random_seats
from pitboss.cli import main
from pitboss.cli.train import LessonSitting
from pitboss.cli.train_drawing import mark_keys
from pitboss.cli.train_output import LessonJson, least_of
from pitboss.house.training import player_lesson
from pitboss.house.training.player_lesson import open_player_lesson
from pitboss.house.training.progress import Progress, RoleProgress
from pitboss.house.training.progress_file import Memory
from pitboss.rules import FOLD, Choose, game_ids, load_game
from structure import DECIDED, first_of_each_kind

ESCAPE = "\x1b"
OPTIONS = r"F\S*old or \S*p\S*lay\?"
"""With the keys marked or not."""


@pytest.fixture
def train(pitboss, monkeypatch, tmp_path):
    """Three Card Poker with these lines typed; progress goes to the test's own directory."""
    monkeypatch.setattr(player_lesson, "CANDIDATES", 2)

    def call(typed, *words, game="three_card_poker", seed=3):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        return pitboss("train", game, "--random-seed", str(seed), "--progress", str(tmp_path), *words)

    return call


def questions(out):
    return re.findall(r"^\d+\. You hold .*$", out, re.MULTILINE)


# -- as a player -----------------------------------------------------------------------------------


def test_a_lesson_asks_judges_and_sums_up(train):
    found = train(["fold", "play", "p"], "--as", "player", "--rounds", "3")
    assert (found.status, found.err) == (0, "")
    assert len(questions(found.out)) == 3
    assert (
        len(re.findall(r"^Right[.,;]|gives up .* cents for every dollar of the ante: ", found.out, re.M)) == 3
    )
    assert re.search(r"^Right     [0-3] of 3, \d+%$", found.out, re.MULTILINE)
    assert "a decision for every dollar of the ante" in found.out
    assert "The seed was 3: with --random-seed it repeats, from the same progress." in found.out
    assert ESCAPE not in found.out


def test_the_lesson_ends_politely_with_q_and_at_the_end_of_input(train):
    for typed in (["f", "q", "f"], ["f"]):
        found = train(typed, "--progress", "none")
        assert found.status == 0
        assert len(questions(found.out)) == 2
        assert " of 1, " in found.out


def test_with_nothing_answered_nothing_is_kept(train, tmp_path):
    found = train([])
    assert "Nothing was answered yet, so nothing is kept." in found.out
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_answer_is_told_and_asked_again(train):
    found = train(["dice", "", "?", "fold"], "--rounds", "1")
    assert found.status == 0
    assert "'dice' is none of these, or several: fold or play?" in found.out
    assert "q ends the lesson" in found.out
    assert len(questions(found.out)) == 1


def test_a_seed_repeats_a_lesson_from_the_same_progress(train):
    first = train(["f"] * 4, "--progress", "none", "--rounds", "4")
    assert train(["f"] * 4, "--progress", "none", "--rounds", "4").out == first.out


def test_progress_grows_from_sitting_to_sitting_and_is_shown(train, tmp_path):
    for _ in range(2):
        train(["fold"] * 3, "--rounds", "3", "--trainee", "ann")
    found = train([], "--rounds", "0", "--trainee", "ann")
    assert len(re.findall(r"^\d{4}-\d\d-\d\d \d\d:\d\d +3 +\d+% +\S+ cents", found.out, re.M)) == 2
    assert questions(found.out) == []
    kept = json.loads((tmp_path / "ann" / "three_card_poker.json").read_text())
    assert [one["asked"] for one in kept["player"]["sessions"]] == [3, 3]


def test_progress_goes_where_data_of_users_lies(pitboss, monkeypatch, tmp_path):
    monkeypatch.setattr(player_lesson, "CANDIDATES", 2)
    monkeypatch.setattr(sys, "stdin", io.StringIO("fold\n"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert pitboss("train", "three_card_poker", "--rounds", "1").status == 0
    assert (tmp_path / "pitboss" / "training" / "trainee" / "three_card_poker.json").exists()


def test_a_broken_progress_file_is_refused_before_anything_is_asked(train, tmp_path):
    path = tmp_path / "trainee" / "three_card_poker.json"
    path.parent.mkdir()
    path.write_text("{broken")
    found = train(["fold"])
    assert (found.status, found.out) == (2, "")
    assert re.fullmatch(
        r"pitboss: \S+three_card_poker.json: this is no JSON: .*nothing was changed\n", found.err
    )
    assert path.read_text() == "{broken"


# -- as a dealer -----------------------------------------------------------------------------------


def test_a_dealer_sees_the_felt_and_settles_it(train):
    found = train(["t", "l", "9 envy 5", "?", "done", "q"], "--as", "dealer")
    assert (found.status, found.err) == (0, "")
    assert len(re.findall(r"^Round 1. Settle the table.$", found.out, re.MULTILINE)) == 2
    assert re.search(r"^Dealer: \w\w \w\w \w\w.$", found.out, re.MULTILINE)
    assert re.search(r"^Seat \d: .*Ante \$\d+.00", found.out, re.MULTILINE)
    assert re.search(r"^straight +1 to 1$", found.out, re.MULTILINE)
    assert re.search(r"^Seat 9 has no envy left to settle; next is the ", found.out, re.MULTILINE)
    assert re.search(r"^Not done. Seat \d, ", found.out, re.MULTILINE)
    assert "'7 take' takes all that comes next there" in found.out
    assert re.search(r"^Pace +0.0 seconds a payment$", found.out, re.MULTILINE)


def test_right_payments_in_a_row_are_counted_and_not_listed(train):
    table = {"game": "caribbean_stud", "seed": 5}
    record = train([], "--as", "dealer", "--json", "--rounds", "1", **table).out
    felt = json.loads(record.splitlines()[1])["question"]
    losers = [seat["number"] for seat in felt["seats"] if seat["decisions"] == [["fold", 0]]]
    assert losers, "the seed deals a fold"
    found = train([f"{losers[0]} ante take, {losers[0]} ante take"], "--as", "dealer", **table)
    assert "1 right.\n" in found.out


# -- as JSON ---------------------------------------------------------------------------------------


def test_json_is_one_object_a_line(train):
    found = train(["dice", "fold"], "--json", "--rounds", "1")
    lines = [json.loads(line) for line in found.out.splitlines()]
    assert [next(iter(line)) for line in lines] == ["game", "question", "refused", "verdicts", "summary"]
    assert lines[0] == {"game": "three_card_poker", "as": "player", "seed": 3}
    assert lines[1]["question"]["choices"][1] == {"name": "play", "label": "play", "stake": "1/1"}
    assert lines[3]["verdicts"][0]["mark"]["topics"] == [lines[1]["question"]["topic"]]
    assert lines[4]["summary"]["session"]["asked"] == 1


def test_time_is_measured_by_the_clock_that_is_given(monkeypatch, capsys):
    """Each answer takes 1.5 seconds by this clock, which moves only when it is looked at."""
    monkeypatch.setattr(player_lesson, "CANDIDATES", 2)
    monkeypatch.setattr(sys, "stdin", io.StringIO("fold\nfold\n"))
    game, store, now = load_game("three_card_poker"), Memory(Progress("ann", "three_card_poker")), [0.0]

    def clock():
        now[0] += 1.5
        return now[0]

    sitting = LessonSitting("player", store, LessonJson(game, "player"), 2, 1, clock)
    sitting.hold(open_player_lesson(game, 1, RoleProgress()))
    capsys.readouterr()
    assert store.progress.part("player").session(sitting.session.id).milliseconds == 3000


@pytest.mark.parametrize("place", ["begin", "ask", "read", "help", "judge", "pause"])
def test_ctrl_c_ends_a_lesson_politely_wherever_it_is(place, monkeypatch, capsys):
    game = load_game("three_card_poker")
    output = LessonJson(game, "player")
    monkeypatch.setattr(sys, "stdin", io.StringIO("fold\n" * 20))

    broken_off = Mock(side_effect=KeyboardInterrupt)
    monkeypatch.setattr(output, place, broken_off)
    sitting = LessonSitting("player", Memory(Progress("ann", game.id)), output, 20, 1)
    sitting.hold(open_player_lesson(game, 1, RoleProgress()))
    broken_off.assert_called_once()
    assert capsys.readouterr().err == ""


# -- refusals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["three_card_poker", "--as", "banker"], "--as is player or dealer"),
        (["three_card_poker", "--rounds", "many"], "--rounds"),
        (["three_card_poker", "--rounds", "1000000"], "up to 10,000"),
        (["three_card_poker", "--random-seed", "-1"], "--random-seed"),
        (["three_crad_poker"], "did you mean 'three_card_poker'"),
        (["three_card_poker", "--trainee", "../x"], "a trainee's name"),
        (["three_card_poker", "--paytable", "nonsense"], "unknown paytable"),
    ],
)
def test_what_cannot_be_used_is_one_line(words, why, capsys):
    assert main(["train", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert why in err
    assert len(err.splitlines()) == 1


# -- as a program ----------------------------------------------------------------------------------


def lesson_of_seed_4(tmp_path):
    return ["train", "three_card_poker", "--random-seed", "4", "--progress", str(tmp_path)]


def test_a_pipe_gets_plain_sentences(tmp_path):
    done = subprocess.run(
        [*PROGRAM, *lesson_of_seed_4(tmp_path), "--rounds", "2"],
        input=b"fold\n\xff\nplay\n",
        capture_output=True,
        timeout=PATIENCE_SECONDS,
        env=environment(),
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    out = done.stdout.decode()
    assert len(questions(out)) == 2
    assert ESCAPE not in out
    assert "> " not in out


def sit_down(tmp_path, *words):
    return pexpect.spawn(
        PROGRAM[0],
        [*PROGRAM[1:], "train", *words, "--progress", str(tmp_path), "--plain"],
        env=environment(),
        encoding="utf-8",
        dimensions=(40, 100),
        timeout=PATIENCE_SECONDS,
    )


def missing(child):
    """Fold until that is a mistake; what a mistake costs stands on the screen then."""
    child.expect_exact("Fold or play?\r\n> ")
    child.sendline("fold")
    while child.expect(["Right", "gives up"]) == 0:
        child.expect_exact("Fold or play?\r\n> ")
        child.sendline("fold")


def test_a_mistake_waits_at_a_terminal_until_it_is_read_and_the_clock_stands_still(tmp_path):
    child = sit_down(tmp_path, "three_card_poker", "--random-seed", "4")
    missing(child)
    child.expect_exact("Enter goes on. ")
    with pytest.raises(pexpect.TIMEOUT):
        child.expect_exact("You hold", timeout=2)
    child.sendline("")
    child.expect_exact("You hold")
    child.expect_exact("> ")
    child.sendline("q")
    child.expect(pexpect.EOF)
    kept = json.loads((tmp_path / "trainee" / "three_card_poker.json").read_text())["player"]["sessions"][0]
    assert kept["missed"] == 1
    assert kept["milliseconds"] < 2000, "the pause of two seconds is not counted"


def test_what_was_typed_before_a_mistake_is_told_does_not_skip_it(tmp_path):
    child = sit_down(tmp_path, "three_card_poker", "--random-seed", "4")
    child.expect_exact("Fold or play?\r\n> ")
    child.send("fold\nfold\nfold\nfold\nfold\nfold\nfold\n")
    child.expect_exact("gives up")
    child.expect_exact("Enter goes on. ")
    with pytest.raises(pexpect.TIMEOUT):
        child.expect_exact("You hold", timeout=1)
    child.sendline("q")
    child.expect_exact("of ")
    child.expect(pexpect.EOF)


def test_a_dealers_mistake_waits_too_and_the_sum_at_the_end_does_not(tmp_path):
    child = sit_down(tmp_path, "three_card_poker", "--random-seed", "4", "--as", "dealer", "--rounds", "1")
    child.expect_exact("> ")
    child.sendline("done")
    while child.expect_exact(["Not done.", "All settled"]) == 0:
        child.expect_exact("Enter goes on. ")
        child.sendline("")
        child.expect_exact("> ")
        child.sendline("done")
    child.expect(pexpect.EOF)
    assert "Enter goes on" not in child.before


@pytest.mark.parametrize("game", first_of_each_kind(DECIDED))
def test_help_speaks_in_the_words_of_the_game(train, game):
    asked = train(["?"], "--progress", "none", game=game).out
    options = re.search(r"Type an option or its beginning: (.*)\.", asked)[1]
    labels = re.search(r"^(.*)\?$", asked, re.M)[1].lower().replace(" or ", ", ").split(", ")
    assert [way.split(" for ")[1].lower() for way in options.split(", ")] == labels
    for way in options.split(", "):
        least, label = way.split(" for ")
        found = train([least], "--progress", "none", "--json", game=game)
        assert '"refused"' not in found.out
        assert any(word.lower().startswith(least) for word in label.split())


@pytest.mark.parametrize("game", first_of_each_kind(game_ids()))
def test_help_for_a_dealer_speaks_in_the_words_of_the_game(train, game):
    told = train(["?"], "--as", "dealer", "--progress", "none", game=game).out
    assert (FOLD in told.partition("Type what")[2]) is can_fold(load_game(game))
    base = load_game(game).wagers[base_wager(load_game(game))]
    assert f"'7 {base.laid[0].replace('_', ' ')} 10'" in told


def can_fold(game):
    """Whether anybody is offered it in a few rounds: in some games only who has not bet before is."""
    chance = Random(1)
    rounds = (random_records(game, random_seats(game, 3, chance), chance) for _ in range(9))
    steps = [game.next_step(record) for records in rounds for record in records]
    return any(step.find(FOLD) for step in steps if isinstance(step, Choose))


@pytest.mark.parametrize(("words", "coloured"), [([], True), (["--plain"], False)])
def test_a_terminal_prompts_and_the_lesson_ends_with_its_summary(tmp_path, words, coloured):
    child = pexpect.spawn(
        PROGRAM[0],
        [*PROGRAM[1:], *lesson_of_seed_4(tmp_path), *words],
        env=environment(),
        encoding="utf-8",
        dimensions=(40, 100),
        timeout=PATIENCE_SECONDS,
        preexec_fn=hear_ctrl_c,
    )
    child.expect(OPTIONS)
    child.expect_exact("> ")
    child.sendline("fold")
    if child.expect(["Right", "gives up"]):
        child.expect_exact("Enter goes on. ")
        child.sendline("")
    seen = child.before
    child.expect(OPTIONS)
    child.sendintr() if coloured else child.sendeof()
    child.expect(pexpect.EOF)
    seen += child.before
    child.close()
    assert child.exitstatus == 0
    assert "of 1, " in seen
    assert (f"{ESCAPE}[3" in seen) == coloured


# -- on a terminal ---------------------------------------------------------------------------------


def screen_of(tmp_path, *words, typed=(), columns=80):
    """What a terminal of 80 columns shows when the answers are typed at its prompts."""
    screen = pyte.Screen(columns, 60)
    stream = pyte.Stream(screen)
    child = pexpect.spawn(
        PROGRAM[0],
        [*PROGRAM[1:], "train", *words, "--random-seed", "3", "--progress", str(tmp_path)],
        env=environment(),
        encoding="utf-8",
        dimensions=(60, columns),
        timeout=PATIENCE_SECONDS,
    )
    for line in (*typed, "q"):
        child.expect_exact("\r\n> ")
        stream.feed(f"{child.before}{child.after}")
        child.sendline(line)
    child.expect(pexpect.EOF)
    return [line.rstrip() for line in screen.display]


def test_a_terminal_draws_the_cards_and_says_which_pair_was_split(tmp_path):
    lines = screen_of(tmp_path, "blackjack")
    row = lines.index("Question 1. So far: split (9h 9s).")
    assert lines[row + 1 : row + 7] == [
        "YOU, HAND 1    DEALER",
        "╭───╮ ╭───╮    ╭───╮ ╭───╮",
        "│9♥ │ │4♠ │    │2♥ │ │▒▒▒│",
        "│ ♥9│ │ ♠4│    │ ♥2│ │▒▒▒│",
        "╰───╯ ╰───╯    ╰───╯ ╰───╯",
        "Stand, hit or double?",
    ]


def test_a_split_pair_is_said_in_a_pipe_too(pitboss, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    found = pitboss("train", "blackjack", "--random-seed", "3", "--progress", "none").out
    assert "1. In hand 1 you hold 9h 4s. The dealer shows 2h. So far: split (9h 9s).\n" in found


@pytest.mark.parametrize("game", first_of_each_kind(DECIDED))
def test_the_least_that_must_be_typed_is_marked_on_a_terminal(game):
    lesson = open_player_lesson(load_game(game), 3, RoleProgress())
    question = lesson.ask()
    labels = [choice.label for choice in question.choices]
    marked = mark_keys(question)
    keys = [marked.plain[span.start : span.end].lower() for span in marked.spans]
    assert keys == [least_of(label, labels) for label in labels]


@pytest.mark.parametrize("words", [[], ["--plain"]])
def test_a_terminal_breaks_lines_between_words(tmp_path, train, words):
    """Law: at 80 columns help and layout hold the very words of the pipe, none of them cut in two."""
    lines = screen_of(tmp_path, "three_card_poker", "--as", "dealer", *words, typed=["?"])
    shown = " ".join(" ".join(lines).split())
    told = train(["?"], "--as", "dealer").out
    helped = told[told.index("Type what") : told.index("Three Card Poker as a dealer")]
    for line in helped.splitlines():
        assert line in shown
    if words:
        assert "6 Card Bonus $2.00, Progressive $1.00. Then play $20.00." in shown
    else:
        assert any(line.startswith("1     7♦ 10♦ 10♥  Ante $10.00, Progressive $1.00") for line in lines)
        assert "│2♦ │ │3♥ │ │9♥ │" in lines


def test_a_dumb_terminal_gets_sentences(tmp_path):
    child = pexpect.spawn(
        PROGRAM[0],
        [*PROGRAM[1:], "train", "three_card_poker", "--random-seed", "3", "--progress", str(tmp_path)],
        env=environment(TERM="dumb"),
        encoding="utf-8",
        timeout=PATIENCE_SECONDS,
    )
    child.expect_exact("1. You hold Jc Th 5c.\r\nFold or play?\r\n> ")
    child.sendline("q")
    child.expect(pexpect.EOF)
