"""What the docs show is what the program does: every console block and every Python block is run."""

import doctest
import inspect
import io
import os
import re
import shlex
from pathlib import Path

import pytest

from pitboss.cli import main
from pitboss.cli.app import COMMANDS, GROUPS
from pitboss.cli.command import make_group
from pitboss.reports.form import format_markdown
from pitboss.reports.game_sheet import game_page
from pitboss.rules import game_ids, load_game
from shown import is_as_shown, read_commands

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
REPORTS = [one for one in make_group("report", *GROUPS["report"]).registered_commands if not one.hidden]


def commands_of(page: Path) -> list[tuple[str, list[str]]]:
    """Commands that a page shows, each with the lines printed under it."""
    return [one for block in CONSOLE.findall(page.read_text()) for one in read_commands(block)]


SHOWN = [
    pytest.param(command, lines, id=f"{page.name}: {command}")
    for page in PAGES
    for command, lines in commands_of(page)
]


@pytest.mark.parametrize(("command", "lines"), SHOWN)
def test_a_command_prints_what_the_page_shows(command, lines, capfd, monkeypatch):
    program, *words = shlex.split(command)
    assert program == "pitboss"
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr("sys.stdin", io.StringIO())
    main(words)
    printed = "".join(capfd.readouterr())
    assert is_as_shown(lines, printed), printed


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_python_of_a_page_runs_as_shown(page, tmp_path, monkeypatch):
    """From a folder where the docs can be read, and files may be written."""
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.failed == 0


def test_there_is_something_to_run():
    assert len(SHOWN) > 5


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.__name__)
def test_every_command_has_its_place_in_the_docs(command):
    assert f"## pitboss {command.__name__}" in (ROOT / "docs" / "commands.md").read_text()


@pytest.mark.parametrize("command", [one.name or one.callback.__name__ for one in REPORTS])
def test_every_paper_has_its_line_in_the_docs(command):
    assert f"| `pitboss report {command}" in (ROOT / "docs" / "commands.md").read_text()


@pytest.mark.parametrize("name", game_ids())
def test_every_game_has_a_page_that_says_what_its_definition_says(name):
    page = ROOT / "docs" / "games" / f"{name}.md"
    if not Path(inspect.getfile(load_game(name).procedure)).is_relative_to(ROOT / "src"):
        pytest.skip("a game from outside the package has its page by 'pitboss show'")
    written = format_markdown(game_page(load_game(name))) + "\n"
    if os.environ.get("PITBOSS_DOCS") == "write":
        page.write_text(written)
    assert page.read_text() == written


def test_every_page_that_is_linked_to_exists():
    for page in [ROOT / "README.md", ROOT / "ARCHITECTURE.md", *PAGES]:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
