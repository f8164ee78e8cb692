"""Connections: half-sent requests are closed, one address takes no more than its share, hosts are checked."""

import json
import socket
import threading
import time
import urllib.request
from contextlib import suppress
from typing import NamedTuple

import pytest
import uvicorn
from served_room import CHEAP, KEY, Served
from starlette.datastructures import Headers
from starlette.websockets import WebSocketDisconnect
from websockets.sync.client import connect

from pitboss.service import connection, guard
from pitboss.service.app import make_app
from pitboss.service.caller import Callers, is_here
from pitboss.service.classroom import folder_of
from pitboss.service.connection import Sockets, make_protocols
from pitboss.service.demo import PIN, open_demo
from pitboss.service.premises import Premises
from pitboss.service.session import TOKEN_HEADER
from pitboss.service.settings import Settings

PATIENCE_SECONDS = 60
"""A busy machine is slow: what must be done in a time of the server's own is done at all."""
HALF = b"POST /api/sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "


@pytest.fixture
def address(tmp_path):
    """A real server with short limits of time, and room for 320 connections from one address."""
    premises = Premises(Settings(str(tmp_path / "room.db"), KEY, is_demo=True, port=0), hasher=CHEAP)
    open_demo(premises)
    sockets = Sockets(most=1000, most_each=320)
    http, stream = make_protocols(sockets)
    http.header_seconds, http.body_seconds = 1.0, 1.0
    config = uvicorn.Config(
        make_app(premises), port=0, http=http, ws=stream, log_level="error", proxy_headers=False
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield Address(*server.servers[0].sockets[0].getsockname(), sockets)
    server.should_exit = True
    thread.join(10)


class Address(NamedTuple):
    host: str
    port: int
    sockets: Sockets


def open_some(address, count, text):
    found = []
    for _ in range(count):
        one = socket.create_connection(address[:2], timeout=PATIENCE_SECONDS)
        one.sendall(text)
        found.append(one)
    return found


def is_closed(one):
    try:
        return one.recv(1) == b""
    except ConnectionResetError:
        return True


def ask_health(address):
    with urllib.request.urlopen(
        f"http://{address[0]}:{address[1]}/health", timeout=PATIENCE_SECONDS
    ) as answer:
        return json.load(answer)


def test_half_sent_requests_are_closed_and_300_of_them_leave_the_server_answering(address):
    halves = open_some(address, 300, HALF)
    assert ask_health(address) == {"status": "up"}
    assert all(is_closed(one) for one in halves)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"GET",
        b"POST /api/sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 50\r\n\r\n{",
        b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /hea",
    ],
    ids=["nothing", "a word", "half a body", "half of a second one"],
)
def test_whatever_does_not_arrive_in_time_is_closed(address, text):
    (one,) = open_some(address, 1, text)
    while not is_closed(one):
        pass
    one.close()


ASK = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
UP = b'{"status":"up"}'


def test_head_and_body_of_an_answer_come_together(address):
    (one,) = open_some(address, 1, b"")
    for _ in range(3):
        one.sendall(ASK)
        head, _, body = one.recv(1 << 16).partition(b"\r\n\r\n")
        lines = head.split(b"\r\n")
        assert (lines[0], body) == (b"HTTP/1.1 200 OK", UP)
        assert b"content-length: %d" % len(UP) in lines
        assert b"x-content-type-options: nosniff" in lines
    one.close()


def test_requests_that_come_together_are_answered_one_after_another_and_the_last_word_closes(address):
    last = ASK.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    (one,) = open_some(address, 1, ASK + ASK + last)
    with one.makefile("rb") as answers:
        text = answers.read()
    assert text.count(b"HTTP/1.1 200 OK") == text.count(UP) == 3
    assert text.endswith(UP)


def test_a_header_that_would_break_out_of_its_line_is_never_sent():
    assert connection.header_line(b"x-one", b"two") == b"x-one: two\r\n"
    for name, value in ((b"x one", b"two"), (b"x-one", b"two\r\nset-cookie: three")):
        with pytest.raises(ValueError, match="no header"):
            connection.header_line(name, value)


def test_a_slow_drip_of_headers_does_not_begin_the_time_anew(address):
    (one,) = open_some(address, 1, HALF)
    with suppress(OSError):
        for _ in range(5 * PATIENCE_SECONDS):
            one.sendall(b"x")
            time.sleep(0.2)
        pytest.fail("it stays open as long as something comes")


def test_one_address_has_so_many_connections_and_gets_them_back(address):
    many = open_some(address, 320, b"GET")
    (more,) = open_some(address, 1, b"")
    assert is_closed(more)
    for one in many:
        one.close()
    time.sleep(0.3)
    assert ask_health(address) == {"status": "up"}


def test_a_live_stream_is_a_connection_until_it_ends_and_outlives_the_time_for_headers(address):
    url = f"ws://{address.host}:{address.port}/api/tables/T6/live"
    streams = [connect(url) for _ in range(5)]
    for one in streams:
        assert one.recv(timeout=PATIENCE_SECONDS)
    time.sleep(1.2)
    assert len(address.sockets.open) == 5
    for one in streams:
        one.ping().wait(PATIENCE_SECONDS)
        one.close()
    deadline = time.monotonic() + PATIENCE_SECONDS
    while address.sockets.open and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not address.sockets.open


class Line:
    def __init__(self, peer):
        self.peer = peer

    def get_extra_info(self, name):
        return (self.peer, 1)


def test_sockets_are_counted_by_address_and_in_all_and_a_proxy_by_none_but_all():
    sockets = Sockets(most=6, most_each=2, is_proxy=lambda address: address == "10.0.0.5")
    lines = [Line("203.0.113.9") for _ in range(3)]
    assert [sockets.enter(one) for one in lines] == [True, True, False]
    proxied = [Line("10.0.0.5") for _ in range(5)]
    assert [sockets.enter(one) for one in proxied] == [True] * 4 + [False]
    for one in (*lines, *proxied):
        sockets.leave(one)
    assert (sockets.open, sockets.places) == ({}, {})


def test_connections_leave_files_for_the_databases(monkeypatch):
    monkeypatch.setattr(connection, "most_files", lambda: 200)
    assert Sockets(most=8000, most_each=64).most == 200 - connection.SPARE_FILES


# -- streams ---------------------------------------------------------------------------------------


def test_one_address_has_so_many_live_streams(tmp_path):
    settings = Settings(str(tmp_path / "room.db"), KEY, is_demo=True, most_sockets_each=2)
    premises = Premises(settings, hasher=CHEAP)
    open_demo(premises)
    room = Served(premises)
    with room.client:
        path = "/api/tables/T6/live"
        one, two, three = (room.person().client for _ in range(3))
        with one.websocket_connect(path), two.websocket_connect(path):
            with pytest.raises(WebSocketDisconnect), three.websocket_connect(path):
                pass
            with room.person(address="203.0.113.9").client.websocket_connect(path) as other:
                assert other.receive_text()
        with three.websocket_connect(path) as now:
            assert now.receive_text()


# -- addresses -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("peer", "said", "found"),
    [
        ("203.0.113.9", None, "203.0.113.9"),
        ("203.0.113.9", "198.51.100.7", "203.0.113.9"),
        ("10.0.0.5", "198.51.100.7", "198.51.100.7"),
        ("10.0.0.5", "1.2.3.4, 198.51.100.7", "198.51.100.7"),
        ("10.0.0.5", "1.2.3.4, 198.51.100.7, 10.0.1.9", "198.51.100.7"),
        ("10.0.0.5", "198.51.100.7, nonsense", "10.0.0.5"),
        ("10.0.0.5", "", "10.0.0.5"),
        ("::ffff:10.0.0.5", "198.51.100.7", "198.51.100.7"),
    ],
)
def test_only_a_named_proxy_says_where_a_visitor_is_and_the_rightmost_counts(peer, said, found):
    callers = Callers(("10.0.0.5", "10.0.1.0/24"))
    headers = Headers({} if said is None else {"X-Forwarded-For": said})
    assert callers.find(peer, headers) == found


def test_a_header_of_ones_own_does_not_defeat_the_limit_of_sign_ins(served):
    nobody = served.person()
    answers = [
        nobody.client.post(
            "/api/sign-in", json={"name": f"x{n}", "pin": "1"}, headers={"X-Forwarded-For": f"1.2.3.{n}"}
        ).status_code
        for n in range(14)
    ]
    assert answers.count(429) >= 3


def test_visitors_behind_a_named_proxy_have_limits_of_their_own(tmp_path):
    settings = Settings(str(tmp_path / "room.db"), KEY, is_demo=True, proxies=("10.0.0.5",))
    premises = Premises(settings, hasher=CHEAP)
    open_demo(premises)
    room = Served(premises)
    with room.client:
        proxy = room.person(address="10.0.0.5")
        answers = [
            proxy.client.post(
                "/api/sign-in", json={"name": f"x{n}", "pin": "1"}, headers={"X-Forwarded-For": f"1.2.3.{n}"}
            ).status_code
            for n in range(14)
        ]
    assert 429 not in answers


@pytest.mark.parametrize(
    ("path", "most"), [("/api/tables", 60), ("/api/alarms", 60), ("/api/tables/T6/now", 600)]
)
def test_nothing_is_asked_for_without_end_and_what_is_dear_to_answer_less(served, path, most, monkeypatch):
    """All at one moment, however long the machine takes over it."""
    now = time.monotonic()
    monkeypatch.setattr(guard, "monotonic", lambda: now)
    nobody = served.person()
    answers = [nobody.get(path).status_code for _ in range(most + 1)]
    assert 429 not in answers[:-1]
    assert answers[-1] == 429
    assert nobody.get("/health").status_code == 200
    assert served.person(address="203.0.113.9").get(path).status_code != 429


# -- hosts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example:8000", "Origin": "http://evil.example:8000"},
        {"Host": "evil.example"},
        {"Host": "127.0.0.1:9999"},
        {"Host": ""},
        {"Origin": "evil://127.0.0.1:8000"},
        {"Origin": "https://127.0.0.1:8000"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Origin": "null"},
    ],
    ids=str,
)
def test_a_foreign_host_or_origin_gets_nothing_done(served, headers):
    sue = served.person(staff="sue")
    answer = sue.client.post("/api/sign-out", json={}, headers={TOKEN_HEADER: sue.token, **headers})
    assert answer.status_code in (400, 403)
    if "Host" in headers:
        assert sue.client.get("/api/me", headers=headers).status_code == 400
    assert sue.get("/api/me").json()["name"] == "sue"


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000", "LOCALHOST:8000"])
def test_the_names_of_this_machine_are_the_rooms(served, host):
    headers = {"Host": host, "Origin": f"http://{host}"}
    answer = served.person().client.post("/api/sign-in", json={"name": "sue", "pin": PIN}, headers=headers)
    assert answer.status_code == 200


def test_behind_a_proxy_the_named_origin_is_the_rooms_and_browsers_come_by_https_alone(tmp_path):
    settings = Settings(
        str(tmp_path / "room.db"), KEY, origins=("https://room.example", "https://other.example:8443/")
    )
    room = Served(Premises(settings, hasher=CHEAP))
    with room.client:
        for place in ("room.example", "room.example:443", "other.example:8443"):
            headers = {"Host": place, "Origin": f"https://{place}"}
            answer = room.client.post("/api/sign-in", json={"name": "x", "pin": "1"}, headers=headers)
            assert answer.status_code == 409
            assert "max-age" in answer.headers["strict-transport-security"]
        headers = {"Host": "room.example", "Origin": "http://room.example"}
        assert room.client.post("/api/sign-in", json={"name": "x"}, headers=headers).status_code == 403
        assert room.client.get("/health", headers={"Host": "10.1.2.3"}).status_code == 200


def test_answers_with_tokens_are_kept_nowhere(served):
    sue = served.person(staff="sue")
    for path in ("/api/me", "/api/tables"):
        assert sue.get(path).headers["cache-control"] == "no-store"


# -- what visitors are told ------------------------------------------------------------------------


def test_metrics_and_the_document_are_for_this_machine_and_the_staff(served):
    for path in ("/metrics", "/openapi.json"):
        assert served.person(address="127.0.0.1").get(path).status_code == 200
        assert served.person(address="203.0.113.9").get(path).status_code == 403
        assert served.person(guest="Ann").get(path).status_code == 403
        assert served.person(staff="sue").get(path).status_code == 200


def test_a_proxy_on_this_machine_that_nobody_named_does_not_make_everybody_local():
    assert is_here("127.0.0.1", Headers({"Host": "127.0.0.1:8000"}))
    assert not is_here("127.0.0.1", Headers({"Host": "room.example"}))
    assert not is_here("127.0.0.1", Headers({"Host": "127.0.0.1:8000", "X-Forwarded-For": "1.2.3.4"}))


def test_no_answer_tells_where_progress_is_kept(served, tmp_path):
    """A file that is damaged, and a folder that takes no file."""
    zed, folder = served.person(guest="Zed"), served.premises.classroom.folder
    trainer = "/api/trainer/progress/three_card_poker?side=player"
    assert zed.get(trainer).status_code == 200
    kept = folder / folder_of("player Zed") / "three_card_poker.json"
    kept.parent.mkdir(parents=True)
    kept.write_text("nonsense")
    answer = zed.get(trainer)
    assert answer.status_code == 503
    assert not any(part in answer.text for part in (str(tmp_path), "lessons", ".json"))


def test_no_answer_tells_where_the_database_is(served, tmp_path, capsys):
    ann = served.person(guest="Ann")
    served.premises.journal.close()
    answers = [
        ann.press("T6", {"command": "take_seat", "seat": 1}, round_=0),
        served.person().get("/ready"),
        ann.get("/api/tables/T6/rounds"),
    ]
    log = capsys.readouterr().out
    for answer in answers:
        assert answer.status_code == 503
        assert "the room cannot be reached just now" in answer.json()["problem"]
        assert str(tmp_path) not in answer.text
        assert "database" not in answer.text
        number = answer.json()["problem"].partition("incident ")[2].strip(")")
        assert number in log
