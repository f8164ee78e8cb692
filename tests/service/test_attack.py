"""What hostile people try: others' cards, others' roles, old messages, broken ones, other sites."""

import json

import pytest
from starlette.websockets import WebSocketDisconnect

from pitboss.service.demo import PIN
from pitboss.service.guard import LARGEST_BODY
from pitboss.service.session import COOKIE, TOKEN_HEADER

T6 = "T6"
NASTY = [
    "<script>alert(1)</script>",
    "'; DROP TABLE room_line; --",
    '" onload="x',
    "{{7*7}}",
    "../../etc/passwd",
    "%00",
    "a\u202eb",
    "\U0001f0cf" * 5,
    "|check 00",
]


@pytest.fixture
def table(served):
    """Two players have bet at a dealer's table and got their cards."""
    ann, ben, dan = served.person(guest="Ann"), served.person(guest="Ben"), served.person(staff="dan")
    for person, seat in ((ann, 1), (ben, 4)):
        person.did(T6, {"command": "take_seat", "seat": seat})
        person.did(T6, {"command": "buy_in", "micros": 1_000_000_000})
    dan.did(T6, {"command": "open_bets"})
    for person, seat in ((ann, 1), (ben, 4)):
        person.did(T6, {"command": "place_wager", "seat": seat, "wager": "ante", "stake_micros": 5_000_000})
    dan.did(T6, {"command": "call_no_more_bets"})
    while (view := dan.now(T6)["view"])["phase"] != "deciding":
        dan.did(T6, {"command": "proceed", "point": view["point"]})
    return ann, ben, dan


# -- cards -----------------------------------------------------------------------------------------


def test_no_answer_and_no_frame_has_a_card_that_its_reader_may_not_see(served, table):
    ann, ben, dan = table
    deal = served.premises.room.hosted[T6].table.running.deal
    cards = {hand: [str(deal.card_at(hand, place)) for place in range(3)] for hand in deal.round.hands}
    nobody = served.person()
    for reader, own in ((ann, "seat 1 hand"), (ben, "seat 4 hand"), (dan, ""), (nobody, "")):
        with reader.client.websocket_connect(f"/api/tables/{T6}/live?after=0") as stream:
            frame = stream.receive_text()
        for text in (frame, reader.get(f"/api/tables/{T6}/now").text, reader.get("/api/tables").text):
            for hand, faces in cards.items():
                if hand != own:
                    assert not any(f'"{face}"' in text for face in faces), (hand, own)


def test_a_name_in_the_request_gets_nobody_another_seat(served, table):
    ann, ben, _ = table
    for command in (
        {"command": "decide", "seat": 1, "question": "play", "option": "fold"},
        {"command": "leave_seat", "seat": 1},
        {"command": "place_wager", "seat": 1, "wager": "ante", "stake_micros": 5_000_000},
        {"command": "add_chip", "seat": 1, "wager": "ante", "chip_micros": 5_000_000},
        {"command": "rebet", "seat": 1},
        {"command": "place_toke", "seat": 1, "wager": "ante", "stake_micros": 1_000_000},
    ):
        assert ben.press(T6, command).status_code == 403, command
    ben.did(T6, {"command": "buy_in", "micros": 1_000_000, "player": "Ann"})
    seats = {seat["number"]: seat["chips_micros"] for seat in ann.now(T6)["view"]["seats"]}
    assert seats == {1: 995_000_000, 4: 996_000_000}


# -- roles -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "command", "status"),
    [
        ("ann", {"command": "proceed", "point": 0}, 403),
        ("ann", {"command": "open_bets"}, 403),
        ("ann", {"command": "void_round", "why": "x"}, 403),
        ("ann", {"command": "expose_card", "why": "x", "hand": "dealer", "place": 0}, 403),
        ("dan", {"command": "void_round", "why": "x"}, 403),
        ("dan", {"command": "play_on", "why": "x"}, 403),
        ("dan", {"command": "decide", "seat": 1, "question": "play", "option": "play"}, 403),
        ("sue", {"command": "place_wager", "seat": 1, "wager": "ante", "stake_micros": 5_000_000}, 403),
    ],
)
def test_nobody_does_what_another_role_does(served, table, who, command, status):
    person = {"ann": table[0], "dan": table[2]}.get(who) or served.person(staff=who)
    before = served.person().now(T6)
    assert person.press(T6, command).status_code == status
    assert served.person().now(T6) == before


def test_who_is_not_signed_in_changes_nothing(served, table):
    assert served.person().press(T6, {"command": "open_bets"}).status_code == 401
    assert served.person().get(f"/api/tables/{T6}/keypad").status_code == 401


def test_a_role_is_never_taken_from_the_request(served):
    guest = served.person()
    answer = guest.client.post("/api/sign-in/guest", json={"name": "Nora", "role": "executive"})
    assert answer.json()["role"] == "player"


def test_a_reporter_is_named_by_the_session_and_not_by_the_message(served, table):
    told = table[2].did(
        T6, {"command": "expose_card", "why": "it fell", "hand": "dealer", "place": 0, "by": "sue"}
    )
    assert told["events"][0]["by"] == "dan"


def test_a_wrong_pin_locks_the_name_after_a_few_tries(served):
    served.app.middleware_stack = None
    nobody = served.person()
    for _ in range(5):
        answer = nobody.client.post("/api/sign-in", json={"name": "sue", "pin": "111222"})
        assert answer.status_code in (409, 429)
    assert nobody.client.post("/api/sign-in", json={"name": "sue", "pin": "240614"}).status_code in (409, 429)


def test_nobody_signs_in_as_the_house(served):
    answer = served.person().client.post("/api/sign-in", json={"name": "house-floor", "pin": "240614"})
    assert answer.status_code == 403


# -- messages --------------------------------------------------------------------------------------


def test_a_message_sent_again_is_done_once_and_one_of_the_last_round_is_refused(table):
    ann, ben, dan = table
    decide = {"command": "decide", "seat": 1, "question": "play", "option": "play"}
    ann.did(T6, decide, id_="one")
    chips = ann.now(T6)["view"]["seats"][0]["chips_micros"]
    ann.did(T6, decide, id_="one")
    assert ann.now(T6)["view"]["seats"][0]["chips_micros"] == chips
    ben.did(T6, {"command": "decide", "seat": 4, "question": "play", "option": "play"})
    while (view := dan.now(T6)["view"])["phase"] != "idle":
        dan.did(T6, {"command": "proceed", "point": view["point"]})
    dan.did(T6, {"command": "open_bets"})
    late = ann.press(T6, decide, round_=1, id_="two")
    assert late.status_code == 409
    assert "gone on to round 2" in late.json()["problem"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"id": "x", "round": 1},
        {"id": "x", "round": -1, "command": {"command": "deal"}},
        {"id": "x", "round": 1, "command": {}},
        {"id": "x", "round": 1, "command": {"command": "fly"}},
        {"id": "x", "round": 1, "command": {"command": "decide"}},
        {
            "id": "x",
            "round": 1,
            "command": {"command": "decide", "seat": "1", "question": "play", "option": "play"},
        },
        {
            "id": "x",
            "round": 1,
            "command": {"command": "decide", "seat": True, "question": "play", "option": "play"},
        },
        {
            "id": "x",
            "round": 1,
            "command": {"command": "place_wager", "seat": 1, "wager": "ante", "stake_micros": 10**30},
        },
        {
            "id": "x",
            "round": 1,
            "command": {"command": "decide", "seat": 1, "question": "play", "option": "p" * 600},
        },
        {
            "id": "x",
            "round": 1,
            "command": {"command": "decide", "seat": 1, "question": "play", "option": "play", "x": 1},
        },
        {"id": "", "round": 1, "command": {"command": "deal"}},
        {"id": "x y", "round": 1, "command": {"command": "deal"}},
        {"id": "x" * 81, "round": 1, "command": {"command": "deal"}},
        [],
        "deal",
        None,
    ],
)
def test_a_malformed_message_is_refused_and_changes_nothing(served, table, body):
    before = table[0].now(T6)
    answer = table[0].post(f"/api/tables/{T6}/press", body)
    assert answer.status_code in (403, 409, 422), answer.text
    assert table[0].now(T6) == before


def test_a_message_that_is_too_long_is_cut_off(served, table):
    ann = table[0]
    long = {"id": "x", "round": 1, "command": {"command": "deal", "x": "y" * LARGEST_BODY}}
    assert ann.post(f"/api/tables/{T6}/press", long).status_code == 413
    for path in (f"/api/tables/{T6}/press", f"/api/tables/{T6}/keypad", "/api/sign-in/guest"):
        chunks = (b"x" * 10_000 for _ in range(20))
        headers = {TOKEN_HEADER: ann.token, "Content-Type": "application/json"}
        answer = ann.client.post(path, content=chunks, headers=headers)
        assert answer.status_code in (400, 422)


@pytest.mark.parametrize("taken", ["T6#{line}", "T6/{round}", "T6:x", "T6#stand 200", "a b", "\x07"])
def test_nobody_takes_the_id_that_a_tables_next_line_needs(served, table, taken):
    hosted, amy, sue = served.premises.room.hosted[T6], served.person(staff="amy"), served.person(staff="sue")
    id_ = taken.format(line=hosted.number + 1, round=hosted.table.number)
    note = {"id": id_, "kind": "malfunction", "about": T6, "text": "a lamp"}
    assert amy.post("/api/office/notes", note).status_code == 422
    assert sue.post("/api/wins/W1/confirm", {"id": id_, "pin": PIN}).status_code == 422
    assert sue.did(T6, {"command": "void_round", "why": "misdeal"})


@pytest.mark.parametrize("text", [b"{", b"\xff\xfe", b"[" * 5000, b'{"id": NaN}', b"null", b""])
def test_what_is_no_json_is_refused(table, text):
    headers = {TOKEN_HEADER: table[0].token, "Content-Type": "application/json"}
    answer = table[0].client.post(f"/api/tables/{T6}/press", content=text, headers=headers)
    assert answer.status_code in (400, 422)


@pytest.mark.parametrize(
    "path", ["/api/tables/..%2f..%2fx", "/api/tables/%00", "/api/tables/room", "/api/tables/T99"]
)
def test_a_table_that_is_none_is_not_found_out_about(served, path):
    assert served.person().get(path).status_code in (404, 422)


# -- sessions and other sites ----------------------------------------------------------------------


def test_a_session_that_somebody_brings_along_is_not_used_after_signing_in(served):
    victim = served.person()
    brought = {"Cookie": f"{COOKIE}=chosen-by-the-attacker"}
    answer = victim.client.post("/api/sign-in/guest", json={"name": "Ann"}, headers=brought)
    assert "chosen-by-the-attacker" not in answer.headers["set-cookie"]
    attacker = served.person()
    attacker.client.cookies.set(COOKIE, "chosen-by-the-attacker")
    assert attacker.get("/api/me").json() is None


def test_signing_in_again_and_out_ends_what_was_before(served):
    ann = served.person(guest="Ann")
    old = ann.client.cookies.get(COOKIE)
    ann.post("/api/sign-out", {})
    thief = served.person()
    thief.client.cookies.set(COOKIE, old)
    assert thief.get("/api/me").json() is None


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(served):
    answer = served.person().client.post("/api/sign-in/guest", json={"name": "Ann"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_a_request_without_the_sessions_token_is_refused(served, table):
    ann = table[0]
    ann.token = ""
    assert ann.press(T6, {"command": "buy_in", "micros": 1_000_000}).status_code == 403
    ann.token = "x" * 43
    assert ann.press(T6, {"command": "buy_in", "micros": 1_000_000}).status_code == 403


def test_a_page_of_another_site_gets_nothing_done(served, table):
    answer = table[0].post(
        f"/api/tables/{T6}/press",
        {"id": "x", "round": 1, "command": {"command": "cash_out"}},
        Origin="https://evil.example",
    )
    assert answer.status_code == 403
    with (
        pytest.raises(WebSocketDisconnect),
        table[0].client.websocket_connect(
            f"/api/tables/{T6}/live", headers={"Origin": "https://evil.example"}
        ),
    ):
        pass


def test_every_answer_carries_the_security_headers(served):
    for path in ("/", "/api/me", "/api/tables", "/nothing"):
        headers = served.person().get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_too_many_tries_to_sign_in_have_to_wait(served):
    nobody = served.person()
    answers = [
        nobody.client.post("/api/sign-in", json={"name": "x", "pin": "1"}).status_code for _ in range(14)
    ]
    assert 429 in answers


def test_guests_and_free_chips_are_for_a_demonstration_only(tmp_path):
    from served_room import Served, make_premises

    room = Served(make_premises(tmp_path, is_demo=False))
    with room.client:
        answer = room.person().client.post("/api/sign-in/guest", json={"name": "Ann"})
    assert answer.status_code == 403


# -- texts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", NASTY)
def test_a_text_is_only_ever_text(served, table, text):
    """Names and reasons come back as they were written, as JSON, and change nothing else."""
    guest = served.person()
    answer = guest.client.post("/api/sign-in/guest", json={"name": text})
    if answer.status_code == 200:
        guest.token = answer.json()["token"]
        guest.did(T6, {"command": "buy_in", "micros": 1_000_000})
    else:
        assert answer.status_code == 422
    told = table[2].press(T6, {"command": "expose_card", "why": text, "hand": "dealer", "place": 0})
    if told.status_code == 200:
        assert told.json()["events"][0]["why"] == text
        assert told.headers["content-type"] == "application/json"
    else:
        assert told.status_code in (409, 422)
    assert list(served.premises.journal.entries_of(T6))
    assert json.loads(served.person().get(f"/api/tables/{T6}/now").text)
