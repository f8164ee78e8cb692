"""Sessions and names: signed tokens that no table keeps, roles from the journal, one browser for a guest."""

import pytest
from served_room import KEY, Served, make_premises
from starlette.websockets import WebSocketDisconnect

from pitboss.base.money import MICROS
from pitboss.jackpot.person import Role
from pitboss.jackpot.request import ChangePerson
from pitboss.jackpot.snapshot import format_books, parse_books
from pitboss.service.demo import OFFICE, PIN
from pitboss.service.session import COOKIE, LIFE_SECONDS, Sessions

T6 = "T6"


def entries(served, kind):
    return [entry.draft for entry in served.premises.journal.entries() if entry.draft.kind == kind]


# -- sessions --------------------------------------------------------------------------------------


def test_nothing_of_a_session_is_in_the_database(served, tmp_path):
    sue = served.person(staff="sue")
    cookie, id_ = sue.client.cookies[COOKIE], served.premises.sessions.find(sue.client.cookies[COOKIE]).id
    sue.post("/api/sign-out", {})
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("room.db*"))
    kept += "".join(entry.body for entry in served.premises.journal.entries()).encode()
    assert b"session ended" in kept
    for secret in (cookie, cookie.partition(".")[0], sue.token, id_):
        assert secret.encode() not in kept


@pytest.mark.parametrize("change", ["role", "cut", "seal", "other key"])
def test_a_session_that_was_changed_or_made_elsewhere_is_none(served, change):
    from base64 import urlsafe_b64decode

    from pitboss.house.room.locker import new_key
    from pitboss.service.signed_text import encode

    dan = served.person(staff="dan")
    body, _, seal = dan.client.cookies[COOKIE].partition(".")
    said = urlsafe_b64decode(body + "==")
    forged = {
        "role": f"{encode(said.replace(b'dan', b'sue'))}.{seal}",
        "cut": body,
        "seal": f"{body}.{seal[:-1]}A" if seal[-1] != "A" else f"{body}.{seal[:-1]}B",
        "other key": Sessions(served.premises.manager, served.premises.clock, new_key()).begin(
            "sue", is_player=False
        )[0],
    }[change]
    thief = served.person()
    thief.client.cookies.set(COOKIE, forged)
    assert thief.get("/api/me").json() is None


def test_a_change_of_role_counts_at_the_next_request(served):
    dan = served.person(staff="dan")
    manager = served.premises.manager
    manager.ask(ChangePerson("up", OFFICE, "dan", Role.SUPERVISOR))
    assert dan.get("/api/me").json()["role"] == "supervisor"
    manager.ask(ChangePerson("gone", OFFICE, "dan", Role.SUPERVISOR, is_active=False))
    assert dan.get("/api/me").json() is None
    assert dan.press(T6, {"command": "open_bets"}, round_=0).status_code == 401


def test_a_new_pin_from_others_ends_what_was_begun_with_the_old_one(served):
    sue, dan = served.person(staff="sue"), served.person(staff="dan")
    dan.post("/api/players", {"name": "Vic", "pin": "493817"})
    vic = served.person()
    vic.client.post("/api/sign-in/player", json={"name": "Vic", "pin": "493817"})
    assert sue.post("/api/office/own-pin", {"old": PIN, "new": "493817"}).status_code == 200
    assert sue.get("/api/me").json()["name"] == "sue"
    served.premises.personnel.reset("dan", pin="271828", by=OFFICE)
    assert dan.get("/api/me").json() is None
    served.person(staff="dan", pin="271828").post("/api/players/pin", {"name": "Vic", "pin": "271828"})
    assert vic.get("/api/me").json() is None


def test_a_session_ends_after_twelve_hours(served, monkeypatch):
    sue = served.person(staff="sue")
    begun = served.premises.clock()
    served.premises.sessions.clock = lambda: begun + LIFE_SECONDS * MICROS - MICROS
    assert sue.get("/api/me").json()["name"] == "sue"
    served.premises.sessions.clock = lambda: begun + LIFE_SECONDS * MICROS + MICROS
    assert sue.get("/api/me").json() is None


def test_signing_out_holds_on_another_server_and_outlives_a_start(served, tmp_path):
    sue = served.person(staff="sue")
    other = Served(make_premises(tmp_path, key=KEY))
    try:
        there = other.premises.sessions
        cookie = sue.client.cookies[COOKIE]
        assert there.find(cookie).person == "sue"
        sue.post("/api/sign-out", {})
        other.premises.manager.read_news()
        assert there.find(cookie) is None
    finally:
        other.premises.journal.close()
    (entry,) = entries(served, "session ended")
    assert entry.by == ("sue",)
    assert len(entry.fact.session) == 64


def test_an_ended_session_is_kept_while_it_could_last_and_no_longer(served):
    for name in ("sue", "dan"):
        served.person(staff=name).post("/api/sign-out", {})
    floor = served.premises.manager.floor
    assert len(floor.ended) == 2
    assert parse_books(format_books(floor)) == floor
    later = served.premises.clock() + LIFE_SECONDS * MICROS
    served.premises.manager.clock = served.premises.sessions.clock = lambda: later
    served.person(staff="sue")
    assert served.premises.manager.floor.ended == {}


def test_a_live_stream_ends_at_sign_out_and_when_the_session_is_over(served):
    ann = served.person(guest="Ann")
    with ann.client.websocket_connect(f"/api/tables/{T6}/live") as stream:
        stream.receive_text()
        ann.post("/api/sign-out", {})
        with pytest.raises(WebSocketDisconnect):
            stream.receive_text()
    ben = served.person(guest="Ben")
    with ben.client.websocket_connect(f"/api/tables/{T6}/live") as stream:
        stream.receive_text()
        later = served.premises.clock() + LIFE_SECONDS * MICROS
        served.premises.sessions.clock = lambda: later
        served.client.portal.call(served.premises.sessions.sweep)
        with pytest.raises(WebSocketDisconnect):
            stream.receive_text()


def test_a_stream_of_nobody_stays(served):
    with served.person().client.websocket_connect(f"/api/tables/{T6}/live") as stream:
        stream.receive_text()
        served.client.portal.call(served.premises.sessions.sweep)
        dan = served.person(staff="dan")
        dan.did(T6, {"command": "open_bets"})
        assert stream.receive_text()


# -- names -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "sue",
        "Sue",
        "S\u200bue",
        "\u0455ue",
        "s\u00fce",
        "5ue",
        "s-u-e",
        "house-floor",
        "House Dealer",
        "The House",
        "the h0use",
    ],
)
def test_no_player_or_guest_has_a_name_that_looks_like_somebody_of_the_house(served, name):
    answer = served.person().client.post("/api/sign-in/guest", json={"name": name})
    assert answer.status_code in (409, 422), answer.text
    dan = served.person(staff="dan")
    assert dan.post("/api/players", {"name": name, "pin": "493817"}).status_code in (409, 422)
    assert not served.premises.manager.floor.players


def test_a_name_of_somebody_who_left_is_not_free_for_players(served):
    served.premises.manager.ask(ChangePerson("gone", OFFICE, "dan", Role.DEALER, is_active=False))
    answer = served.person().client.post("/api/sign-in/guest", json={"name": "Dan"})
    assert answer.status_code == 409


def test_nobody_is_added_to_the_staff_under_a_players_name(served):
    served.person(guest="Nora")
    with pytest.raises(Exception, match="a player is called 'Nora'"):
        served.premises.personnel.add("n0ra", Role.DEALER, pin="493817", by=OFFICE)


def test_a_guests_name_belongs_to_one_browser(served):
    nora = served.person(guest="Nora")
    nora.did(T6, {"command": "take_seat", "seat": 2})
    other = served.person()
    for name in ("Nora", "nora", "N0ra", "\u039dora"):
        answer = other.client.post("/api/sign-in/guest", json={"name": name})
        assert answer.status_code == 409
        assert answer.json()["problem"] == f"{name} is taken: choose another name"
    nora.post("/api/sign-out", {})
    nora.sign_in(guest="Nora")
    assert nora.get("/api/me").json()["name"] == "Nora"
    assert len(entries(served, "name claimed")) == 1


def test_a_guest_gets_no_registered_players_name_and_a_player_has_one_spelling(served):
    dan = served.person(staff="dan")
    assert dan.post("/api/players", {"name": "Vic", "pin": "493817"}).status_code == 201
    assert dan.post("/api/players", {"name": "VlC", "pin": "493817"}).status_code == 409
    assert served.person().client.post("/api/sign-in/guest", json={"name": "vic"}).status_code == 409
    answer = served.person().client.post("/api/sign-in/player", json={"name": "VIC", "pin": "493817"})
    assert answer.json()["name"] == "Vic"
    (entry,) = entries(served, "player added")
    assert entry.by == ("dan",)
    assert "493817" not in str(entry.fact)


def test_the_desk_gives_a_player_a_new_pin(served):
    dan = served.person(staff="dan")
    dan.post("/api/players", {"name": "Vic", "pin": "493817"})
    assert dan.post("/api/players/pin", {"name": "vic", "pin": "271828"}).json() == "Vic"
    assert dan.post("/api/players/pin", {"name": "Zoe", "pin": "271828"}).status_code == 409
    path = "/api/sign-in/player"
    assert served.person().client.post(path, json={"name": "Vic", "pin": "493817"}).status_code == 401
    assert served.person().client.post(path, json={"name": "Vic", "pin": "271828"}).status_code == 200
    ann = served.person(guest="Ann")
    assert ann.post("/api/players/pin", {"name": "Vic", "pin": "314159"}).status_code == 403


def test_no_entry_of_the_journal_says_a_person_did_what_a_player_did(served):
    """Whatever guests do at a table, `by` is somebody of the staff or says that it is a player."""
    staff = set(served.premises.manager.floor.people) | {"installer"}
    before = served.premises.manager.number
    ann = served.person(guest="Ann")
    ann.did("T1", {"command": "take_seat", "seat": 1})
    ann.did("T1", {"command": "buy_in", "micros": 100 * MICROS})
    ann.post("/api/sign-out", {})
    for entry in served.premises.journal.entries(before):
        assert set(entry.draft.by) <= staff | {"player Ann"}


def test_players_are_in_a_checkpoint(served):
    served.person(guest="Nora")
    floor = served.premises.manager.floor
    assert parse_books(format_books(floor)) == floor


def test_only_cookies_that_were_signed_here_are_remembered(served):
    """Whoever sends rubbish fills no memory with it."""
    sessions = served.premises.sessions
    before = sessions.read.cache_info().currsize
    assert [sessions.find("x" * 5_000 + str(number)) for number in range(10)] == [None] * 10
    assert sessions.read.cache_info().currsize == before
