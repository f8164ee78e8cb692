"""The register of equipment: parts with maker, licence and version, against the versions in the documents."""

from dataclasses import replace
from itertools import count

import pytest

from documents import proves
from pitboss.house.approval import NotApprovedError
from pitboss.house.equipment import (
    approved_equipment,
    approved_parts,
    check_equipment,
    find_fault,
    parse_version,
)
from pitboss.house.letter import find_strays, letter_of, letters, usual_rules
from pitboss.house.manager import GameManager
from pitboss.jackpot.controller import Dialect
from pitboss.jackpot.equipment import ROOM, InstalledComponent, parts_at
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import ListEquipment
from pitboss.jackpot.snapshot import format_books, parse_books
from pitboss.rules import game_ids, load_game
from pitboss.storage.memory import MemoryStore

GAME_MANAGER, NEXUS = (one.value for one in Dialect)
TCP = load_game("three_card_poker")
OFFICE = ("tess", "ada")

# As the documents name them, written down here apart from the data file.
NAMED = {
    "Game Manager": "v6.6 Build 520 or higher",
    "Aquarius Controller": "v6.5.6SP",
    "Coin Spot": "v6.0",
    "CHAM2+": "v1.66P$",
    "ViPS": "v1.2.0 or higher",
    "Nexus Command Game Manager": "v1.3.0 or higher",
    "Nexus Command Table Controller": "v2.0.0 or higher",
    "Nexus Command Game Manager 2": "v2.5.4 or higher",
    "Nexus Command Table Controller 2": "v2.6.0 or higher",
    "GM Atlas": "v5.4.0 or higher",
    "Nexus Command II": "v5.4 or higher",
    "i-Deal Plus": "NXP v1.0.114 or higher",
}


def only(*names, **changes):
    """The approved parts of these names; by underscored name, one with something changed."""
    found = {part.component: part for part in approved_parts()}
    return tuple(replace(found[name], **changes) for name in names)


def check(parts, *, game=TCP, device="", dialect=GAME_MANAGER, **more):
    check_equipment("T1", game, device, dialect, parts, **more)


SHUFFLERS = ("i-Deal Plus", "i-Deal")
SYSTEM = ("Game Manager", "Aquarius Controller", "Coin Spot", "ViPS")


@proves(
    "000 Game Manager equipment",
    "000 Nexus equipment",
    "003 Game Manager equipment",
    "003 Nexus equipment",
    "003 link equipment",
    "003 cover all equipment",
)
def test_the_versions_are_those_that_the_documents_name():
    found = {name: one.words for name, one in approved_equipment().components.items() if one.version}
    assert found == NAMED


@pytest.mark.parametrize("name", game_ids())
@pytest.mark.parametrize("dialect", [GAME_MANAGER, NEXUS])
def test_with_approved_parts_every_table_opens(name, dialect):
    check(approved_parts(), game=load_game(name), dialect=dialect)


@pytest.mark.parametrize("name", [*SHUFFLERS, *SYSTEM])
def test_a_table_without_one_of_its_parts_does_not_open_and_is_told_what_to_do(name):
    parts = only(*(part for part in (*SHUFFLERS, *SYSTEM) if part != name))
    wanted = "no display" if name == "ViPS" else f"no {name} is in the register"
    with pytest.raises(NotApprovedError, match=f"T1 cannot be opened: {wanted}.*'pitboss equipment add'"):
        check(parts)


@pytest.mark.parametrize(
    ("name", "version", "is_approved"),
    [
        ("Game Manager", "v6.6 Build 520", True),
        ("Game Manager", "6.6 build 521", True),
        ("Game Manager", "v6.10 Build 1", True),
        ("Game Manager", "v6.6 Build 519", False),
        ("Game Manager", "v6.5 Build 900", False),
        ("Game Manager", "", False),
        ("Aquarius Controller", "6.5.6SP", True),
        ("Aquarius Controller", "v6.5.7SP", False),
        ("Coin Spot", "v6.0", True),
        ("Coin Spot", "v6.1", False),
        ("CHAM2+", "v1.66P$", True),
        ("CHAM2+", "v1.67P$", False),
        ("ViPS", "1.2", True),
        ("ViPS", "v1.1.9", False),
        ("i-Deal Plus", "NXP v1.0.114", True),
        ("i-Deal Plus", "NXP v1.0.113", False),
        ("GM Atlas", "v5.4", True),
        ("GM Atlas", "v5.3.9", False),
    ],
)
def test_a_version_is_the_approved_one_or_higher_where_the_documents_say_so(name, version, is_approved):
    (part,) = only(name, version=version)
    assert (find_fault(part) == "") == is_approved
    if not is_approved:
        parts = (*(one for one in approved_parts() if one.component not in (name, "ViPS", "CHAM2+")), part)
        assert any("has version" in find_fault(one) for one in parts)


def test_a_version_is_compared_by_its_numbers():
    assert parse_version("v6.6 Build 520") == (6, 6, 520)
    assert parse_version("v5.4.0") == parse_version("5.4")


@proves("003 display monitor")
def test_a_display_of_the_operator_is_a_monitor_without_intelligence_or_network():
    """Document 003, the condition on displays."""
    nexus = ("Nexus Command Game Manager", "Nexus Command Table Controller")
    monitor = only("Progressive display")
    check((*only(*SHUFFLERS, *nexus), *monitor), dialect=NEXUS)
    smart = only("Progressive display", is_plain=False)
    with pytest.raises(NotApprovedError, match="without intelligence and without network"):
        check((*only(*SHUFFLERS, *nexus), *smart), dialect=NEXUS)
    assert "no network, wired or wireless" in approved_equipment().display_condition


def test_the_parts_of_two_systems_are_no_system():
    mixed = only(*SHUFFLERS, "Nexus Command Game Manager", "Nexus Command Table Controller 2", "ViPS")
    with pytest.raises(NotApprovedError, match="no Nexus Command"):
        check(mixed, dialect=NEXUS)


def test_a_table_without_a_progressive_needs_its_shufflers_alone_and_by_hand_nothing():
    draw, caribbean = load_game("three_card_draw_poker"), load_game("caribbean_stud")
    check(only(*SHUFFLERS), game=draw)
    check(only("i-Deal Plus"), game=caribbean, closed=["progressive"])
    check((), game=caribbean, device="hand shuffle", closed=["progressive"])
    check((), game=caribbean, device="dealing shoe", closed=["progressive"])
    with pytest.raises(NotApprovedError, match="no i-Deal Plus"):
        check((), game=caribbean, closed=["progressive"])
    with pytest.raises(NotApprovedError, match="no Game Manager"):
        check(only("i-Deal Plus"), game=caribbean)


@proves("000 letter 7", "002 letter 7", "003 letter 7")
def test_on_tribal_land_the_maker_has_the_tribes_licence_too():
    parts = only(*SHUFFLERS, *SYSTEM)
    with pytest.raises(NotApprovedError, match="licensed by the Tribe"):
        check(parts, is_tribal=True)
    check(tuple(replace(part, tribal_licence="TGA-1") for part in parts), is_tribal=True)


def test_what_nobody_approved_is_no_part():
    assert "no component that was approved" in find_fault(InstalledComponent("Home computer", "Ann", "none"))


# -- the register ----------------------------------------------------------------------------------


@pytest.fixture
def ask():
    manager, ids = GameManager(MemoryStore(), lambda: 0), count(1)

    def put(*words, by=OFFICE):
        manager.ask(ListEquipment(f"request {next(ids)}", by, *words))
        return manager.floor.equipment

    put.manager = manager
    return put


def test_the_register_of_a_table_is_written_as_a_whole_and_the_rooms_holds_for_all(ask):
    ask(ROOM, only("i-Deal Plus"))
    ask("T1", only("Coin Spot", "ViPS"))
    register = ask("T1", only("Coin Spot"))
    assert [part.component for part in parts_at(register, "T1")] == ["Coin Spot", "i-Deal Plus"]
    assert [part.component for part in parts_at(register, "T2")] == ["i-Deal Plus"]
    again = parse_books(format_books(ask.manager.floor))
    assert again.equipment == register


@proves("000 letter 3", "002 letter 3", "003 letter 3")
def test_a_part_has_maker_and_licence_stands_there_once_and_two_people_say_so(ask):
    with pytest.raises(RefusedError, match="the maker's licence"):
        ask("T1", only("Coin Spot", licence=" "))
    with pytest.raises(RefusedError, match="listed twice"):
        ask("T1", only("Coin Spot", "Coin Spot"))
    with pytest.raises(RefusedError, match="two"):
        ask("T1", only("Coin Spot"), by=("tess",))


# -- letters ---------------------------------------------------------------------------------------


@proves("003 letter games")
def test_the_letter_of_2023_names_66_games_and_says_which_are_in_the_catalogue():
    letter = letters()[-1]
    assert [game.number for game in letter.games] == list(range(1, 67))
    assert len({game.name for game in letter.games}) == 66
    assert (letter.games[0].name, letter.games[65].name) == (
        "6-5-4 Poker",
        "Zappit Blackjack - Dual Progressives",
    )
    here = {game.in_catalogue for game in letter.games if game.in_catalogue}
    assert here <= set(game_ids())
    assert not find_strays()


@proves("003 letter 1")
@pytest.mark.parametrize("name", game_ids())
def test_every_game_of_the_catalogue_is_named_by_a_letter_with_the_days_of_its_rules(name):
    assert letter_of(name)
    assert usual_rules(name)[1] == ("2023-05-05", "2023-06-05")


@proves("000 letter 1")
def test_the_letter_of_2012_binds_to_the_rules_of_16_july():
    (letter,) = [one for one in letters() if one.day.isoformat() == "2012-07-30"]
    assert [day.isoformat() for day in letter.rules_days] == ["2012-07-16"]
