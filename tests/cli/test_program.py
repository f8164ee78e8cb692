"""The program as a process: help, pipes, terminals, streams that break."""

import re
import subprocess
import sys

import pytest
from program import PATIENCE_SECONDS, PROGRAM, environment, run, run_in_terminal

from pitboss import __version__
from pitboss.cli import main
from pitboss.cli.app import COMMANDS

ESCAPE = "\x1b"
BOX_DRAWING = re.compile(r"[\u2500-\u257f]")


def test_the_version_is_printed():
    found = run("--version")
    assert (found.returncode, found.stdout, found.stderr) == (0, f"pitboss {__version__}\n", "")


@pytest.mark.parametrize("words", [(), ("--help",), ("-h",)])
def test_help_names_every_command_and_comes_without_being_asked(words):
    found = run(*words)
    assert found.returncode == 0
    for command in COMMANDS:
        about = command.__doc__.splitlines()[0]
        assert f"{command.__name__} {about}" in " ".join(found.stdout.split()), "no line is cut"
    assert not BOX_DRAWING.search(found.stdout)


@pytest.mark.parametrize("command", [command.__name__ for command in COMMANDS])
def test_every_command_has_help_and_a_json_option(command, capsys):
    assert main([command, "--help"]) == 0
    assert "--json" in capsys.readouterr().out


WAITED_FOR = ("numpy", "numba", "rich", "pitboss.jackpot", "pitboss.house.room")
"""Slow to import, and needed by few commands."""


@pytest.mark.parametrize("words", [["games"], ["show", "--help"], ["analyze", "--help"], ["--version"]])
def test_what_needs_no_analysis_does_not_wait_for_numpy(words):
    code = (
        "import sys; from pitboss.cli import main; main(sys.argv[1:]);"
        f"sys.exit(any(name in sys.modules for name in {WAITED_FOR}))"
    )
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, timeout=60, check=False)
    assert done.returncode == 0


def test_a_pipe_does_not_wait_for_the_painter():
    code = "import sys; from pitboss.cli import main; main(sys.argv[1:]); sys.exit('rich' in sys.modules)"
    words = [sys.executable, "-c", code, "audit", "blackjack"]
    assert subprocess.run(words, capture_output=True, timeout=60, check=False).returncode == 0


def test_a_pipe_gets_plain_lines_as_wide_as_they_are():
    found = run("audit", "three_card_draw_poker", COLUMNS="40")
    assert found.stderr == ""
    assert ESCAPE not in found.stdout
    assert not BOX_DRAWING.search(found.stdout)
    line = next(line for line in found.stdout.splitlines() if "TCDPPP-01" in line and "5.6652%" in line)
    assert line.startswith("002_948293cc091d7bec.txt  TCDPPP-01 ")
    assert "disagrees" in line
    assert "straight at 6 to 1 instead of 5 to 1" in line


def test_columns_of_a_pipe_are_aligned():
    lines = run("games").stdout.splitlines()
    starts = [match.start() for match in re.finditer(r"-+", lines[1])]
    assert len(starts) == 5
    for line in (lines[0], *lines[2:]):
        assert all(line[start - 2 : start] == "  " for start in starts[1:])
        assert line[starts[4]] != " "


def test_a_terminal_gets_colours_by_verdict():
    screen = run_in_terminal("audit", "three_card_draw_poker", columns=220)
    assert re.search(rf"{ESCAPE}\[32magrees", screen)
    assert re.search(rf"{ESCAPE}\[1;31mdisagrees", screen)
    assert re.search(rf"{ESCAPE}\[2mnot derivable", screen)
    screen = run_in_terminal("audit", "three_card_poker", columns=220)
    assert re.search(rf"{ESCAPE}\[33mrounding", screen)
    assert re.search(rf"{ESCAPE}\[36mimplied", screen)


@pytest.mark.parametrize("columns", [80, 120])
def test_a_narrow_terminal_says_every_word_of_the_notes(columns):
    screen = run_in_terminal("audit", "three_card_draw_poker", columns=columns)
    words = " ".join(re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", screen).split())
    assert "true with straight at 6 to 1 instead of 5 to 1, or with akq_suited at 280 to 1" in words
    assert "depends on how long players stay and re-bet their chips" in words


def test_a_narrow_terminal_cuts_nothing_but_the_documents_names():
    screen = run_in_terminal("audit", "blackjack", columns=80)
    assert re.findall(r"\S*…", screen) == ["004_a176…"] * 5


def test_a_terminal_sees_what_is_being_done_and_a_pipe_does_not():
    assert "Auditing" in run_in_terminal("audit", "blackjack")
    assert run("audit", "blackjack").stderr == ""


def test_a_terminal_may_ask_for_no_colours():
    colour = re.compile(rf"{ESCAPE}\[[0-9;]*3[0-8]")
    assert colour.search(run_in_terminal("games"))
    assert not colour.search(run_in_terminal("games", NO_COLOR="1"))


def test_a_reader_that_leaves_is_no_error():
    process = subprocess.Popen(
        [*PROGRAM, "show", "three_card_poker", "--no-check"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    process.stdout.close()
    _, complaint = process.communicate(timeout=PATIENCE_SECONDS)
    assert complaint == b""
    assert process.returncode == 141  # as the shell reports a program that a closed pipe ended


def test_a_full_disk_is_one_line():
    with open("/dev/full", "w") as full:
        found = subprocess.run(
            [*PROGRAM, "games"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False
        )
    assert found.returncode == 2
    assert found.stderr == "pitboss: cannot write: No space left on device\n"


def test_a_stream_that_knows_only_ascii_still_gets_everything():
    found = run("analyze", "caribbean_stud", "--wager", "cover_all", PYTHONIOENCODING="ascii")
    assert (found.returncode, found.stderr) == (0, "")
    assert r"\xb1" in found.stdout


@pytest.mark.parametrize(
    "words",
    [
        ["show", "three_crad_poker"],
        ["price", "three_card_poker", "--wager", "pair_plus", "--pays", "1,2"],
        ["analyze"],
        ["--bogus"],
        ["audit", "\udcff"],
    ],
)
def test_what_cannot_be_used_is_one_line_and_no_traceback(words):
    found = run(*words)
    assert found.returncode == 2
    assert found.stdout == ""
    assert re.fullmatch(r"pitboss: .+\n", found.stderr)
