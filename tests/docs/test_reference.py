"""The reference is what the program says of itself now; PITBOSS_DOCS=write makes it anew."""

import os

import pytest
from typer.main import get_command

import pitboss
from pitboss.cli.app import make_app
from tools.json_page import walk
from tools.reference import FOLDER, PAGES


@pytest.mark.parametrize("name", PAGES)
def test_a_page_of_the_reference_is_current(name, monkeypatch):
    monkeypatch.delenv("PITBOSS_GAMES", raising=False)
    made, page = PAGES[name](), FOLDER / name
    if os.environ.get("PITBOSS_DOCS") == "write":
        page.write_text(made)
    assert page.read_text() == made


def commands_under(command, name):
    yield name
    for short, one in getattr(command, "commands", {}).items():
        if not one.hidden:
            yield from commands_under(one, f"{name} {short}")


def test_every_command_has_its_heading():
    lines = (FOLDER / "commands.md").read_text().splitlines()
    names = list(commands_under(get_command(make_app()), "pitboss"))
    assert [line[3:] for line in lines if line.startswith("## ")] == names
    assert len(names) > 60


def test_every_public_name_has_its_heading_and_no_cell_is_empty():
    page = (FOLDER / "library.md").read_text()
    for name in pitboss.PLACES:
        assert f"\n## pitboss.{name}\n" in page
    assert "|  |" not in page


def test_fields_are_told_from_names():
    wagers = {"ante": {"sd": 1.5}, "pair_plus": {"sd": 2.5}}
    assert dict(walk({"wagers": wagers, "sd": None}, "")) == {"wagers.<name>.sd": "number", "sd": "null"}
    assert dict(walk([{"edge": "1/20"}], "")) == {"[].edge": "fraction"}
