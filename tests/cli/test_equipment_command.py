"""`pitboss equipment` and `pitboss approval letters`, from the command line."""

from pathlib import Path

import pytest

from pitboss.cli.equipment import COMMANDS as EQUIPMENT_COMMANDS

ROOT = Path(__file__).parents[2]
OFFICE = ("--by", "tess", "--by", "ada")


@pytest.fixture
def office(pitboss, tmp_path, monkeypatch):
    monkeypatch.setenv("PITBOSS_STORE", str(tmp_path / "floor.db"))
    return pitboss


def done(reply):
    assert (reply.status, reply.err) == (0, "")
    return reply.out


MAKER = ("--maker", "Light and Wonder", "--licence", "10-1")


@pytest.mark.parametrize("name", EQUIPMENT_COMMANDS)
def test_every_command_on_equipment_has_help_and_its_place_in_the_docs(pitboss, name):
    assert name in done(pitboss("equipment", "--help"))
    assert done(pitboss("equipment", name, "--help"))
    assert f"`{name}" in (ROOT / "docs" / "commands.md").read_text().split("## pitboss equipment")[1]


def test_a_component_is_listed_shown_beside_what_is_approved_and_taken_out_again(office):
    said = done(office("equipment", "add", "T1", "coin spot", *MAKER, "--version", "v6.0", *OFFICE))
    assert said.startswith("Coin Spot stands at T1")
    (listed,) = office("report", "equipment", "--json").json["found"]
    assert (listed["table"], listed["approved"], listed["fault"]) == ("T1", "v6.0", "")
    refused = office("equipment", "add", "T1", "Coin Spot", *MAKER, "--version", "v5.9", *OFFICE)
    assert "it would not be approved: Coin Spot has version v5.9, approved is v6.0" in refused.err
    assert "no longer stands" in done(office("equipment", "remove", "T1", "Coin Spot", *OFFICE))
    assert office("report", "equipment", "--json").json["found"] == []


def test_a_display_is_listed_as_a_plain_monitor_or_not_at_all(office):
    words = ("equipment", "add", "room", "Progressive display", *MAKER, *OFFICE)
    assert "without intelligence and without network" in office(*words).err
    assert "stands at room" in done(office(*words, "--plain-monitor"))
    assert "the room" in done(office("report", "equipment"))


def test_what_is_approved_and_the_letters_are_printed(pitboss):
    assert "v6.6 Build 520 or higher" in done(pitboss("equipment", "approved"))
    page = done(pitboss("approval", "letters"))
    assert "26 of 66 are in the catalogue" in page
    assert "2023-05-05 and 2023-06-05" in page
    (*_, letter) = pitboss("approval", "letters", "--json").json
    assert len(letter["games"]) == 66
