"""Tables over HTTP: seats, wagers, a dealt round, the live stream and what is missed of it."""

import json
import time

import pytest
from starlette.websockets import WebSocketDisconnect

from pitboss.base.error import InputError
from pitboss.jackpot.fact import MalfunctionNoted
from pitboss.ledger.store import StoreError
from pitboss.service.demo import PIN
from pitboss.service.floor import Floor
from pitboss.service.route import tables
from pitboss.table.proof import parse_proof, verify_round

T6 = "T6"


@pytest.fixture
def people(served):
    return served.person(guest="Ann"), served.person(guest="Ben"), served.person(staff="dan")


def sit(person, table, seat):
    person.did(table, {"command": "take_seat", "seat": seat})
    person.did(table, {"command": "buy_in", "micros": 1_000_000_000})


def bet(people):
    ann, ben, dan = people
    sit(ann, T6, 1)
    sit(ben, T6, 4)
    dan.did(T6, {"command": "open_bets"})
    for person, seat in ((ann, 1), (ben, 4)):
        person.did(T6, {"command": "add_chip", "seat": seat, "wager": "ante", "chip_micros": 5_000_000})
        person.did(T6, {"command": "add_chip", "seat": seat, "wager": "ante", "chip_micros": 5_000_000})


def deal_on(dan, *until):
    while (view := dan.now(T6)["view"])["phase"] not in until:
        dan.did(T6, {"command": "proceed", "point": view["point"]})
    return view


def play_round(people):
    ann, ben, dan = people
    bet(people)
    dan.did(T6, {"command": "call_no_more_bets"})
    deal_on(dan, "deciding")
    for person in (ann, ben):
        asked = person.now(T6)["view"]["asked"]
        person.did(T6, {"command": "decide", "seat": asked["seat"], "question": "play", "option": "play"})
    deal_on(dan, "idle")


def test_a_round_is_dealt_by_a_dealer_to_two_players(people):
    ann, ben, dan = people
    bet(people)
    assert dan.now(T6)["view"]["seats"][0]["wagers"] == {"ante": 10_000_000}
    dan.did(T6, {"command": "call_no_more_bets"})
    deal_on(dan, "deciding")
    hands = {
        who: person.now(T6)["view"]["hands"] for who, person in (("ann", ann), ("ben", ben), ("dan", dan))
    }
    assert "??" not in hands["ann"]["seat 1 hand"]
    assert hands["ann"]["seat 4 hand"] == ["??"] * 3
    assert hands["ben"]["seat 1 hand"] == ["??"] * 3
    assert hands["dan"] == {name: ["??"] * 3 for name in hands["dan"]}


def test_a_finished_round_can_be_checked_by_anybody(people, served):
    play_round(people)
    (kept,) = served.person().get(f"/api/tables/{T6}/rounds").json()
    assert kept["round"] == 1
    assert verify_round(parse_proof(kept["proof"]))


def test_a_stream_resumes_after_the_last_event_that_was_seen(people, served):
    ann, _, dan = people
    bet(people)
    with ann.client.websocket_connect(f"/api/tables/{T6}/live") as stream:
        first = stream.receive_json()
        assert first["is_whole"]
        dan.did(T6, {"command": "call_no_more_bets"})
        frame = stream.receive_json()
    seen, last = [event["number"] for event in frame["events"]], frame["number"]
    assert seen == list(range(first["number"] + 1, last + 1))
    dan.did(T6, {"command": "proceed", "point": dan.now(T6)["view"]["point"]})
    with ann.client.websocket_connect(f"/api/tables/{T6}/live?after={last}") as stream:
        missed = stream.receive_json()
    assert not missed["is_whole"]
    assert [event["number"] for event in missed["events"]] == list(range(last + 1, missed["number"] + 1))


def test_a_stream_that_missed_too_much_starts_with_the_whole_view(people, served, monkeypatch):
    ann, _, _ = people
    bet(people)
    served.premises.room.hosted[T6].recent.clear()
    with ann.client.websocket_connect(f"/api/tables/{T6}/live?after=0") as stream:
        assert stream.receive_json()["is_whole"]


def test_a_room_that_was_closed_in_the_middle_of_a_round_goes_on_where_it_was(people, served, tmp_path):
    from served_room import Served, make_premises

    ann, ben, dan = people
    bet(people)
    dan.did(T6, {"command": "call_no_more_bets"})
    deal_on(dan, "deciding")
    before = ann.now(T6)
    served.client.portal.call(served.premises.stop)
    again = Served(make_premises(tmp_path))
    with again.client:
        for person in people:
            person.client.app = again.app
            person.client._transport.app = again.app
            person.client.portal = again.client.portal
        assert ann.now(T6) == before
        for person in (ann, ben):
            asked = person.now(T6)["view"]["asked"]
            person.did(T6, {"command": "decide", "seat": asked["seat"], "question": "play", "option": "fold"})
        deal_on(dan, "idle")


def test_the_lobby_tells_of_every_table(served):
    rows = {row["id"]: row for row in served.person().get("/api/tables").json()}
    assert list(rows) == ["T1", "T2", "T3", "T4", "T5", "T6", "T7", "T8"]
    assert [meter["level"] for meter in rows["T3"]["meters"]] == ["Mega", "Major", "Minor"]
    assert rows["T2"]["meters"] == []


def test_a_table_is_described_with_a_spot_for_every_bet(served):
    for table in ("T1", "T2", "T3", "T4", "T5"):
        told = served.person().get(f"/api/tables/{table}").json()
        spots = {spot["bet"] for spot in told["layout"]["spots"]}
        assert {bet for wager in told["wagers"] for bet in wager["bets"]} - spots <= {"ante_bonus"}


def test_the_openapi_document_is_served(served):
    document = served.person(address="127.0.0.1").get("/openapi.json").json()
    assert "/api/tables/{table}/press" in document["paths"]
    assert json.dumps(document)


def test_bets_stay_open_for_others_after_the_first_wager_of_a_long_quiet_table(served):
    """The house closes bets when nothing has happened for a while: the first wager is something."""
    ann, ben = served.person(guest="Ann"), served.person(guest="Ben")
    with ann.client.websocket_connect("/api/tables/T2/live") as stream:
        sit(ann, "T2", 1)
        sit(ben, "T2", 2)
        while stream.receive_json()["view"]["phase"] != "betting":
            pass
        served.premises.floor.changed_at["T2"] -= 1_000
        for person, seat in ((ann, 1), (ben, 2)):
            chip = {"command": "add_chip", "seat": seat, "wager": "ante", "chip_micros": 5_000_000}
            person.did("T2", chip)
    assert ann.now("T2")["view"]["phase"] == "betting"


def test_cards_asked_for_twice_are_asked_for_once_and_for_another_round_not_at_all(served):
    """A browser that lags behind presses for the round it sees: it is told so, not that all is well."""
    ann, ben = served.person(guest="Ann"), served.person(guest="Ben")
    with ann.client.websocket_connect("/api/tables/T2/live") as stream:
        sit(ann, "T2", 1)
        sit(ben, "T2", 2)
        while stream.receive_json()["view"]["phase"] != "betting":
            pass
        for person, seat in ((ann, 1), (ben, 2)):
            chip = {"command": "add_chip", "seat": seat, "wager": "ante", "chip_micros": 5_000_000}
            person.did("T2", chip)
        ann.did("T2", {"command": "deal"})
        entries = served.premises.manager.number
        ann.did("T2", {"command": "deal"})
        assert served.premises.manager.number == entries
        round_ = ann.now("T2")["view"]["round"]
        late = ann.press("T2", {"command": "deal"}, round_=round_ - 1)
        assert late.status_code == 409
        assert f"gone on to round {round_}" in late.text


def test_one_table_that_cannot_be_opened_closes_no_other(served, monkeypatch):
    whole = served.premises.room.open

    def open_all_but_one(table):
        if table == "T2":
            raise InputError("its log cannot be read")
        return whole(table)

    monkeypatch.setattr(served.premises.room, "open", open_all_but_one)
    served.premises.room.hosted.clear()
    shown = [row["id"] for row in served.client.get("/api/tables").json()]
    assert shown == sorted(set(served.premises.room.plans) - {"T2"})
    sue = served.person(staff="sue")
    floor = sue.get("/api/floor").json()
    assert [(alarm["table"], alarm["weight"]) for alarm in floor["closed"]] == [("T2", "urgent")]
    assert "its log cannot be read" in sue.get("/api/alarms").json()[0]["words"]


def test_a_table_with_a_progressive_writes_down_that_the_book_was_away(served, monkeypatch):
    """When it is back, once, with beginning and end; a table without one has nothing to write."""
    dan = served.person(staff="dan")
    manager = served.premises.manager
    sit(served.person(guest="Ann"), T6, 1)
    first = served.premises.clock()
    with monkeypatch.context() as patched:

        def fail(*given):
            raise StoreError("the disk is full")

        patched.setattr(manager.store, "append", fail)
        for _ in range(2):
            assert dan.press(T6, {"command": "open_bets"}).status_code == 503
        assert not outages_in(manager)
    dan.did(T6, {"command": "open_bets"})
    until = time.monotonic() + 60
    while not (found := outages_in(manager)):
        assert time.monotonic() < until
        time.sleep(0.01)  # the server is in this process, and wants to go on
    (outage,) = found
    assert (outage.fact.table, outage.by) == (T6, ("dan",))
    assert first <= outage.fact.since <= outage.fact.until <= served.premises.clock()
    sit(served.person(guest="Ben"), T6, 2)
    assert outages_in(manager) == [outage]


def outages_in(manager):
    notes = [entry.draft for entry in manager.store.entries()]
    return [draft for draft in notes if isinstance(draft.fact, MalfunctionNoted)]


def test_a_house_dealer_who_cannot_come_to_the_table_at_once_comes_a_moment_later(served, monkeypatch):
    """The book was away when the first browser came: nobody would deal there until a restart."""
    listening, away = Floor.listening, [StoreError("away")]

    def come(self, *given, is_dealer=False):
        if is_dealer and away:
            raise away.pop()
        return listening(self, *given, is_dealer=is_dealer)

    monkeypatch.setattr(Floor, "listening", come)
    monkeypatch.setattr("pitboss.service.house_dealer.STUCK_SECONDS", 0.05)
    ann = served.person(guest="Ann")
    with ann.client.websocket_connect("/api/tables/T1/live"):
        sit(ann, "T1", 1)
        until = time.monotonic() + 5
        while ann.now("T1")["view"]["phase"] != "betting":
            assert time.monotonic() < until
    assert not away


def test_a_dealer_sets_the_column_where_cards_are_dealt_by_hand(served):
    """Document 003: Cover All without a device that shows the column."""
    sue, ann, dan = served.person(staff="sue"), served.person(guest="Ann"), served.person(staff="dan")
    choice = {"game": "caribbean_stud", "paytables": ["Link ML03"]}
    form = {"id": "T9", "choice": choice, "device": "hand shuffle"}
    made = sue.post("/api/office/tables", form)
    assert made.status_code == 201, made.text
    sit(ann, "T9", 1)
    dan.did("T9", {"command": "open_bets"})
    for wager, chip in (("ante", 5_000_000), ("cover_all", 1_000_000)):
        ann.did("T9", {"command": "add_chip", "seat": 1, "wager": wager, "chip_micros": chip})
    dan.did("T9", {"command": "call_no_more_bets"})
    while (view := dan.now("T9")["view"])["phase"] == "dealing":
        dan.did("T9", {"command": "proceed", "point": view["point"]})
    desk = dan.get("/api/tables/T9/desk").json()
    assert desk["column"] == {"label": "Cover All", "hands": None, "is_asked": True}
    assert "no device shows it" in desk["next"][0]["does"]
    assert dan.press("T9", {"command": "set_column", "hands": 3}).status_code == 409
    assert ann.press("T9", {"command": "set_column", "hands": 2}).status_code == 403
    dan.did("T9", {"command": "set_column", "hands": 2})
    assert dan.get("/api/tables/T9/desk").json()["column"]["hands"] == 2


def test_more_wagers_than_the_law_allows_are_refused_by_name_until_some_are_closed(served):
    sue = served.person(staff="sue")
    games = sue.get("/api/office/games").json()
    game = next(one for one in games if not all(wager["is_offered"] for wager in one["wagers"]))
    choice, second = {"game": game["id"]}, {"name": "tess", "pin": PIN}
    papers = {
        "approval": "A-9",
        "day": "2026-01-15",
        "rules": "R",
        "rules_days": ["2026-01-15"],
        "controls": "C",
    }
    approved = sue.post("/api/office/approvals", {"id": "nine", "choice": choice, "second": second, **papers})
    assert approved.status_code == 201, approved.text
    form = {"id": "T9", "choice": choice}
    refused = sue.post("/api/office/tables", form)
    assert refused.status_code == 422
    assert f"close one of {', '.join(wager['id'] for wager in game['wagers'])}" in refused.text
    closed = [wager["id"] for wager in game["wagers"] if not wager["is_offered"]]
    made = sue.post("/api/office/tables", {**form, "closed": closed})
    assert made.status_code == 201, made.text
    page = sue.get("/api/tables/T9").json()
    assert [one["id"] for one in page["wagers"]] == [w["id"] for w in game["wagers"] if w["is_offered"]]


def test_the_office_lists_a_component_by_two_people_and_no_other_version(served):
    sue, dan = served.person(staff="sue"), served.person(staff="dan")
    part = {"component": "Coin Spot", "maker": "Light and Wonder", "licence": "10-1", "version": "v5.9"}
    form = {"id": "one", "table": "T6", "part": part, "second": {"name": "tess", "pin": PIN}}
    wrong = sue.post("/api/office/equipment", form)
    assert (wrong.status_code, "approved is v6.0" in wrong.text) == (422, True)
    right = {**form, "part": {**part, "version": "v6.0"}}
    assert dan.post("/api/office/equipment", right).status_code == 403
    assert sue.post("/api/office/equipment", {**right, "second": {}}).status_code != 201
    assert sue.post("/api/office/equipment", right).status_code == 201
    found = sue.get("/api/office/equipment").json()
    assert [one["component"] for one in found["register"] if one["table"] == "T6"] == ["Coin Spot"]
    assert "no network" in found["condition"]
    assert sue.post("/api/office/equipment", {**right, "id": "two", "is_removed": True}).status_code == 201
    assert not [one for one in sue.get("/api/office/equipment").json()["register"] if one["table"] == "T6"]


# -- news is pushed --------------------------------------------------------------------------------


def hear_until(stream, is_so):
    """The first thing the stream says of which it is so."""
    return next(said for said in iter(stream.receive_json, None) if is_so(said))


def test_the_lobby_is_told_who_sits_down(served):
    nobody, ann = served.person(), served.person(guest="Ann")
    with nobody.client.websocket_connect("/api/tables/live") as stream:
        assert stream.receive_json() == nobody.get("/api/tables").json()
        ann.did(T6, {"command": "take_seat", "seat": 2})

        def has_ann(rows):
            (row,) = [one for one in rows if one["id"] == T6]
            return row["seats"][1]["player"] == "Ann"

        hear_until(stream, has_ann)


def test_the_supervisor_is_told_what_is_wrong_at_a_table(served):
    sue, dan = served.person(staff="sue"), served.person(staff="dan")
    with sue.client.websocket_connect("/api/floor/live") as stream:
        first, asked = stream.receive_json(), sue.get("/api/floor").json()
        assert {**first, "at_micros": 0} == {**asked, "at_micros": 0}
        dan.did(T6, {"command": "report_fault", "why": "jammed"})

        def is_halted(floor):
            alarms = [one for row in floor["tables"] for one in row["alarms"]]
            return any(one["kind"] == "halted" for one in alarms)

        hear_until(stream, is_halted)


@pytest.mark.parametrize(
    "form", [{}, {"guest": "Ann"}, {"staff": "dan"}], ids=["nobody", "a guest", "a dealer"]
)
def test_the_stream_of_the_floor_is_for_the_floor(served, form):
    who = served.person(**form)
    with pytest.raises(WebSocketDisconnect), who.client.websocket_connect("/api/floor/live"):
        pass


def test_a_stream_that_looks_around_the_room_pauses_however_much_happens(served, monkeypatch):
    monkeypatch.setattr(tables, "LOBBY_PAUSE_SECONDS", 60.0)
    nobody, ann = served.person(), served.person(guest="Ann")
    looks = []
    monkeypatch.setattr(tables, "lobby_row", lambda premises, hosted: looks.append(hosted.plan.id))
    with nobody.client.websocket_connect("/api/tables/live") as stream:
        stream.receive_json()
        ann.did(T6, {"command": "take_seat", "seat": 2})
        ann.did(T6, {"command": "buy_in", "micros": 1_000_000})
        assert len(looks) == len(set(looks))
