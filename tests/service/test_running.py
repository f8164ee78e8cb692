"""For those who run a server: health, readiness, metrics, and settings that are refused at the start."""

import json

import pytest
from served_room import KEY, make_premises

from pitboss.base.error import InputError
from pitboss.service.settings import Settings, demo_settings, read_settings


def test_a_server_says_that_it_is_up_and_can_serve(served):
    nobody = served.person()
    assert nobody.get("/health").json() == {"status": "up"}
    assert nobody.get("/ready").json() == {"status": "ready"}


def test_a_server_whose_store_is_gone_is_not_ready(served):
    served.premises.journal.close()
    answer = served.person().get("/ready")
    assert answer.status_code == 503


def test_metrics_count_requests_by_route(served):
    nobody = served.person(address="127.0.0.1")
    nobody.get("/api/tables/T1")
    text = nobody.get("/metrics").text
    assert 'pitboss_requests_total{route="/api/tables/{table}",status="200"}' in text
    assert "pitboss_request_seconds_bucket" in text


def test_a_request_that_changes_something_is_one_line_of_the_log(served, capsys):
    served.person(guest="Ann")
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "/api/sign-in/guest" in line]
    assert "status=200" in line or json.loads(line)["status"] == 200


def test_a_press_is_a_line_of_the_book_and_of_the_log_only_where_it_was_refused(served, capsys):
    ann = served.person(guest="Ann")
    assert ann.press("T1", {"command": "take_seat", "seat": 1}).status_code == 200
    assert "/press" not in capsys.readouterr().out
    assert ann.press("T1", {"command": "take_seat", "seat": 1}).status_code == 409
    (line,) = [line for line in capsys.readouterr().out.splitlines() if "/press" in line]
    assert "status=409" in line or json.loads(line)["status"] == 409


def test_a_key_is_needed_and_comes_from_the_environment_alone():
    with pytest.raises(InputError, match="pitboss floor key"):
        read_settings("room.db", {})
    assert read_settings("room.db", {"PITBOSS_KEY": KEY}).key == KEY


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"host": "0.0.0.0"}, "seen by other machines"),
        ({"host": "0.0.0.0", "origins": ("http://x",)}, "in the clear"),
        ({"host": "0.0.0.0", "origins": ("https://room.example",)}, "in the clear"),
        ({"host": "10.0.0.1"}, "in the clear"),
        ({"host": "0.0.0.0", "tls_certificate": "a", "tls_key": "b"}, "--origin"),
        ({"origins": ("http://room.example",)}, "PINs in the clear"),
        ({"origins": ("banana",)}, "as browsers write it"),
        ({"origins": ("https://",)}, "as browsers write it"),
        ({"origins": ("https://room.example/path",)}, "as browsers write it"),
        ({"origins": ("https://me@room.example",)}, "as browsers write it"),
        ({"origins": ("evil://127.0.0.1:8000",)}, "as browsers write it"),
        ({"proxies": ("the proxy",)}, "--proxy"),
        ({"host": "0.0.0.0", "is_demo": True, "origins": ("https://x",)}, "this machine only"),
    ],
)
def test_settings_that_are_not_safe_are_refused(given, why):
    with pytest.raises(InputError, match=why):
        Settings("room.db", KEY, **given)


def test_cookies_are_secure_wherever_the_room_is_served_over_tls():
    assert Settings("x", KEY, origins=("https://room.example",)).has_secure_cookies
    assert Settings("x", KEY, tls_certificate="a", tls_key="b").has_secure_cookies
    assert not Settings("x", KEY).has_secure_cookies


def test_a_demonstration_keeps_its_key_to_itself(tmp_path):
    first = demo_settings(tmp_path / "room", 8000)
    assert demo_settings(tmp_path / "room", 8000).key == first.key
    assert (tmp_path / "room" / "key").stat().st_mode & 0o777 == 0o600


def test_a_wrong_key_does_not_open_a_room_that_was_dealt(tmp_path, served):
    from pitboss.house.room.locker import new_key

    ann, dan = served.person(guest="Ann"), served.person(staff="dan")
    ann.did("T6", {"command": "take_seat", "seat": 1})
    dan.did("T6", {"command": "open_bets"})
    served.client.portal.call(served.premises.stop)
    other = make_premises(tmp_path, key=new_key())
    with pytest.raises(InputError, match="another key"):
        other.room.open("T6")
