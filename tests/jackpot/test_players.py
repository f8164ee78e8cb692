"""Players: entries with names that look like nobody else's; and sessions that were ended."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_people import OFFICE, Office

from pitboss.base.look_alike import is_of_one_script, look_alike, skeleton
from pitboss.jackpot import player as request
from pitboss.jackpot.books import Books
from pitboss.jackpot.person import Role
from pitboss.jackpot.player import find_player
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.snapshot import format_books, parse_books

HASH = "$argon2id$"
CLAIM = "a" * 64
UNSEEN = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u0301\u0308"


@pytest.fixture
def office():
    return Office()


# -- names that look alike -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("sue", "SUE"),
        ("sue", "\u0455u\u0435"),
        ("Nora", "\u039d\u03bfra"),
        ("Olga", "0lga"),
        ("Bill", "Bi11"),
        ("house-floor", "House Floor"),
        ("Jörg", "Jorg"),
        ("Mary", "\uff2d\uff41\uff52\uff59"),
        ("Amy", "Arny"),
        ("Stan", "5tan"),
    ],
)
def test_names_that_look_alike_are_alike(one, other):
    assert look_alike(one, other)


@pytest.mark.parametrize(("one", "other"), [("Ann", "Anna"), ("Ben", "Dan"), ("T1", "T2"), ("李", "王")])
def test_names_that_do_not_are_not(one, other):
    assert not look_alike(one, other)


@pytest.mark.parametrize(
    "name",
    ["sue", "Jörg", "Nguyễn", "Иван Петров", "Νίκος", "李小龍", "たなか アイ", "דנה", "Anne-Marie O'Hara 2"],
)
def test_a_name_is_written_in_one_alphabet(name):
    assert is_of_one_script(name)


@pytest.mark.parametrize(
    "name",
    [
        "s\u057de",  # Armenian seh
        "\u13daue",  # Cherokee du
        "\ua731\u1d1c\u1d07",  # small capitals
        "\u0274ora",  # a small capital n
        "e\u03bde",  # Greek nu
        "\ua4e2\ua4f4\ua4f0",  # Lisu, all of it
        "\u0455ue",  # Cyrillic dze
    ],
)
def test_letters_that_could_be_taken_for_others_make_no_name(office, name):
    assert not is_of_one_script(name)
    with pytest.raises(RefusedError, match=r"write it in one alphabet|is taken"):
        office.ask(request.ClaimName, name, CLAIM, by=("browser",))


@given(st.text(min_size=1, max_size=24).filter(str.strip), st.sampled_from(UNSEEN), st.integers(0, 24))
def test_what_cannot_be_seen_makes_no_other_name(name, unseen, place):
    changed = name[:place] + unseen + name[place:]
    assert skeleton(name)
    if any(one.isalnum() for one in name) and name.isascii():
        assert skeleton(changed) == skeleton(name) == skeleton(name.upper())


# -- players ---------------------------------------------------------------------------------------


def test_a_player_is_an_entry_and_found_under_any_spelling_of_the_name(office):
    answer = office.ask(request.AddPlayer, "Vic", HASH, by=("dan",))
    assert (answer.draft.kind, answer.draft.by) == ("player added", ("dan",))
    assert find_player(office.floor, "VIC").name == "Vic"
    assert find_player(office.floor, "V1c") is None
    office.ask(request.ChangePlayerSecret, "vic", f"{HASH}new", by=("sue",))
    assert find_player(office.floor, "Vic").pin_hash == f"{HASH}new"


@pytest.mark.parametrize(
    "name", ["Vic", "vlc", "sue", "\u0455ue", "house-dealer", "the house", "", " Vic", "x" * 25]
)
def test_no_name_is_given_that_is_somebodys_or_none(office, name):
    office.ask(request.AddPlayer, "Vic", HASH, by=("dan",))
    for kind, more in ((request.AddPlayer, HASH), (request.ClaimName, CLAIM)):
        with pytest.raises(RefusedError):
            office.ask(kind, name, more, by=("dan",))


def test_the_staff_gets_no_players_name(office):
    office.ask(request.ClaimName, "Nora", CLAIM, by=("player Nora",))
    with pytest.raises(RefusedError, match="a player is called 'Nora'"):
        office.personnel.add("nora", Role.DEALER, pin="493817", by=OFFICE)


def test_a_players_pin_is_a_hash_and_changed_by_the_desk_alone(office):
    office.ask(request.AddPlayer, "Vic", HASH, by=("dan",))
    for secret in ("493817", ""):
        with pytest.raises(RefusedError):
            office.ask(request.AddPlayer, "Zoe", secret, by=("dan",))
        with pytest.raises(RefusedError):
            office.ask(request.ChangePlayerSecret, "Vic", secret, by=("dan",))
    for by in (("tess",), ("ivy",), ("abe",), ("player Vic",)):
        with pytest.raises(RefusedError):
            office.ask(request.ChangePlayerSecret, "Vic", f"{HASH}new", by=by)
    for by in (("dan",), ("player Zoe",), ("player Vic", "dan")):
        with pytest.raises(RefusedError, match="nobody else"):
            office.ask(request.RenewPlayerHash, "Vic", f"{HASH}new", by=by)
    office.ask(request.ClaimName, "Nora", CLAIM, by=("player Nora",))
    with pytest.raises(RefusedError, match="with a PIN"):
        office.ask(request.ChangePlayerSecret, "Nora", HASH, by=("dan",))


# -- sessions --------------------------------------------------------------------------------------


def test_an_ended_session_is_remembered_until_it_would_have_ended(office):
    until = office.now + 1000
    office.ask(request.EndSession, "1" * 64, until, by=("dan",))
    with pytest.raises(RefusedError, match="over already"):
        office.ask(request.EndSession, "1" * 64, until, by=("dan",))
    office.now = until
    office.ask(request.EndSession, "2" * 64, until + 1000, by=("dan",))
    assert office.floor.ended == {"2" * 64: until + 1000}


def test_players_and_ended_sessions_are_in_a_checkpoint_and_come_from_entries_alone(office):
    office.ask(request.AddPlayer, "Vic", HASH, by=("dan",))
    office.ask(request.ClaimName, "Nora", CLAIM, by=("player Nora",))
    office.ask(request.EndSession, "1" * 64, office.now + 1000, by=("dan",))
    assert parse_books(format_books(office.floor)) == office.floor
    floor = Books()
    for entry in office.pit.shelf.entries:
        floor.apply(entry.draft)
    assert (floor.players, floor.ended) == (office.floor.players, office.floor.ended)
