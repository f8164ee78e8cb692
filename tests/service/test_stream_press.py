"""A press that comes by the live stream: done, refused, counted and limited as a request is."""

from contextlib import contextmanager, suppress

import pytest
from starlette.websockets import WebSocketDisconnect

from pitboss.service.guard import Bucket, Guard
from pitboss.service.watch import PRESS, REQUESTS

T6 = "T6"


@contextmanager
def streaming(person):
    with person.client.websocket_connect(f"/api/tables/{T6}/live") as stream:
        stream.receive_json()
        yield stream


def answered(stream, told=None):
    """The next answer; what is told before it goes into a list."""
    while "answer" not in (frame := stream.receive_json()):
        if told is not None:
            told.append(frame)
    return frame


def take_seat(id_="a1", seat=1, **changes):
    return {"id": id_, "round": 0, "command": {"command": "take_seat", "seat": seat}, **changes}


def counted(status):
    return REQUESTS.labels(PRESS, str(status))._value.get()


def test_it_is_done_told_to_everybody_and_answered_under_its_id(served):
    ann, ben = served.person(guest="Ann"), served.person(guest="Ben")
    before = counted(200)
    with streaming(ben) as other, streaming(ann) as stream:
        stream.send_json(take_seat())
        answer = answered(stream)
        heard = other.receive_json()
    assert (answer["answer"], answer["status"]) == ("a1", 200)
    assert answer["said"]["number"] == heard["number"]
    assert heard["view"]["seats"][0]["player"] == "Ann"
    assert counted(200) == before + 1


def test_it_is_told_before_it_is_answered(served):
    ann, told = served.person(guest="Ann"), []
    with streaming(ann) as stream:
        stream.send_json(take_seat())
        answered(stream, told)
    assert [frame["events"][-1]["event"] for frame in told] == ["seated"]


def test_the_same_id_is_done_once_whichever_way_it_comes(served):
    ann = served.person(guest="Ann")
    with streaming(ann) as stream:
        stream.send_json(take_seat())
        first = answered(stream)
        stream.send_json(take_seat())
        second = answered(stream)
    third = ann.post(f"/api/tables/{T6}/press", take_seat())
    assert first["said"]["number"] == second["said"]["number"] == third.json()["number"]
    assert (len(first["said"]["events"]), second["said"]["events"], third.json()["events"]) == (1, [], [])


def test_a_refusal_says_what_a_request_is_told(served):
    ann, ben = served.person(guest="Ann"), served.person(guest="Ben")
    ann.did(T6, {"command": "take_seat", "seat": 1})
    by_request = ben.post(f"/api/tables/{T6}/press", take_seat("b1"))
    with streaming(ben) as stream:
        stream.send_json(take_seat("b2"))
        by_stream = answered(stream)
    assert by_stream == {"answer": "b2", "status": by_request.status_code, "said": by_request.json()}
    assert by_request.status_code >= 400


@pytest.mark.parametrize(
    ("text", "id_"),
    [
        ("no JSON", None),
        ("[1]", None),
        ('{"id":7}', None),
        ('{"id":"x"}', "x"),
        ("", None),
        ("[" * 5000, None),
    ],
)
def test_what_cannot_be_read_is_refused_and_the_stream_goes_on(served, text, id_):
    with streaming(served.person(guest="Ann")) as stream:
        stream.send_text(text)
        answer = answered(stream)
        assert (answer["answer"], answer["status"]) == (id_, 422)
        assert answer["said"]["problem"].startswith("the request cannot be read")
        stream.send_json(take_seat())
        assert answered(stream)["status"] == 200


def test_nobody_presses_without_having_signed_in(served):
    with streaming(served.person()) as stream:
        stream.send_json(take_seat())
        assert answered(stream) == {"answer": "a1", "status": 401, "said": {"problem": "sign in first"}}


def test_a_session_that_is_over_presses_no_more(served):
    ann = served.person(guest="Ann")
    with streaming(ann) as stream:
        ann.post("/api/sign-out", {})
        stream.send_json(take_seat())
        status = []
        with suppress(WebSocketDisconnect):
            while True:
                status.append(stream.receive_json().get("status", 401))
    assert set(status) <= {401}
    assert all(seat["player"] is None for seat in ann.now(T6)["view"]["seats"])


def test_presses_by_a_stream_count_as_requests_do(served, monkeypatch):
    bucket = Bucket(2, 0)
    monkeypatch.setattr(Guard, "may_ask", lambda self, place: bucket.take(place))
    with streaming(served.person(guest="Ann")) as stream:
        for number in range(3):
            stream.send_json(take_seat(f"a{number}", seat=number + 1))
        status = [answered(stream)["status"] for _ in range(3)]
    assert status[2] == 429
    assert 429 not in status[:2]
