"""The door: strangers who guess wait themselves and lock nobody out; hashing never holds up the tables."""

import asyncio
import os
import sys
import threading
import time

import pytest
from served_room import CHEAP, KEY, Served, make_premises

from pitboss.house.credential import MARK, Credentials
from pitboss.house.personnel import Personnel
from pitboss.house.room.locker import new_key
from pitboss.jackpot.person import HOUSE_PEOPLE, Role
from pitboss.service.demo import OFFICE, PIN, open_demo
from pitboss.service.guard import Guard
from pitboss.service.hashing import NICENESS, Hashing, Lane
from pitboss.service.premises import Premises
from pitboss.service.settings import Settings
from pitboss.service.stranger import Strangers
from pitboss.service.throttle import LONGEST_SECONDS, Throttle, TooManyError, delay, place_of

T6 = "T6"
WRONG = "111222"


@pytest.fixture
def door(served, monkeypatch):
    """Without the limit of requests by address: what is asked here is what the door itself does."""
    monkeypatch.setattr(Guard, "refusal", lambda self, scope, headers: None)
    return served


def guess(person, name, pin=WRONG, path="/api/sign-in"):
    return person.client.post(path, json={"name": name, "pin": pin})


def kinds(served):
    return [entry.draft.kind for entry in served.premises.journal.entries()]


# -- staff -----------------------------------------------------------------------------------------


def test_a_stranger_locks_nobody_out_and_a_right_pin_from_elsewhere_works_at_once(door):
    stranger = door.person(address="203.0.113.9")
    answers = [guess(stranger, "sue") for _ in range(8)]
    assert [answer.status_code for answer in answers[:3]] == [409] * 3
    assert {answer.status_code for answer in answers[3:]} == {429}
    assert int(answers[3].headers["Retry-After"]) >= 1
    assert not door.premises.manager.floor.people["sue"].is_locked
    assert guess(stranger, "sue", PIN).status_code == 429
    assert guess(door.person(address="198.51.100.7"), "sue", PIN).status_code == 200


def test_who_is_signed_in_works_on_whatever_others_type(door):
    sue, dan = door.person(staff="sue"), door.person(staff="dan")
    for stranger in (door.person(), door.person(address="203.0.113.9")):
        for _ in range(10):
            guess(stranger, "sue")
    for _ in range(6):
        dan.post(f"/api/tables/{T6}/keypad", {"button": "card", "person": "sue", "pin": WRONG})
    assert door.premises.manager.floor.people["sue"].is_locked
    wrong = [one.draft for one in door.premises.journal.entries() if getattr(one.draft.fact, "locked", False)]
    assert [one.fact.where for one in wrong] == ["keypad, dan is signed in"]
    dan.did(T6, {"command": "open_bets"})
    sue.did(T6, {"command": "void_round", "why": "nobody plays"})
    asked = {"id": "x", "why": "misread", "pin": PIN}
    assert "there is no win" in sue.post("/api/wins/none/withdraw", asked).json()["problem"], (
        "the PIN is taken"
    )


def test_a_stranger_at_a_browser_where_somebody_has_signed_out_locks_nobody_out(door, monkeypatch):
    monkeypatch.setattr("pitboss.service.throttle.delay", lambda count: 0.0)
    sue = door.person(staff="sue")
    sue.post("/api/sign-out", {})
    for _ in range(6):
        assert guess(sue, "sue").status_code == 409
    assert not door.premises.manager.floor.people["sue"].is_locked
    assert guess(door.person(address="203.0.113.9"), "sue", PIN).status_code == 200


def test_guesses_at_the_session_of_who_is_locked_wait_longer_each_time_and_prolong_nothing(door):
    sue, dan = door.person(staff="sue"), door.person(staff="dan")
    for _ in range(5):
        dan.post(f"/api/tables/{T6}/keypad", {"button": "card", "person": "sue", "pin": WRONG})
    until = door.premises.manager.floor.people["sue"].locked_until
    asked = {"id": "x", "why": "misread", "pin": WRONG}
    answers = [sue.post("/api/wins/none/withdraw", asked).status_code for _ in range(5)]
    assert answers == [409, 409, 409, 429, 429]
    assert door.premises.manager.floor.people["sue"].locked_until == until


def test_tries_that_nobody_had_time_to_look_at_count_nowhere(door, monkeypatch):
    sue, dan = door.person(staff="sue"), door.person(staff="dan")
    for _ in range(5):
        dan.post(f"/api/tables/{T6}/keypad", {"button": "card", "person": "sue", "pin": WRONG})
    asked = {"id": "x", "why": "misread", "pin": WRONG}
    with monkeypatch.context() as busy:
        busy.setattr(door.premises.hashing.known, "most", 0)
        answers = [sue.post("/api/wins/none/withdraw", asked) for _ in range(4)]
        assert {one.status_code for one in answers} == {429}
        assert {one.json()["problem"] for one in answers} == {
            "many people sign in just now: try again in a few seconds"
        }
    assert sue.post("/api/wins/none/withdraw", asked).status_code == 409, "this is the first that counts"


def test_wrong_pins_where_the_person_has_signed_in_before_lock_the_name_for_new_sign_ins(door, monkeypatch):
    monkeypatch.setattr("pitboss.service.throttle.delay", lambda count: 0.0)
    sue = door.person(staff="sue")
    for _ in range(5):
        assert guess(sue, "sue").status_code == 409
    assert "locked after 5 wrong tries" in guess(sue, "sue", PIN).json()["problem"]
    assert "locked" in guess(door.person(address="203.0.113.9"), "sue", PIN).json()["problem"]


def test_strangers_do_not_keep_a_person_waiting_at_her_own_browser_behind_one_address(door):
    sue = door.person(staff="sue")
    stranger = door.person()
    for _ in range(6):
        guess(stranger, "sue")
    assert guess(stranger, "sue").status_code == 429
    assert guess(sue, "sue", PIN).status_code == 200


def test_a_flood_from_her_own_address_does_not_keep_her_out_either(served):
    """With the limit of requests by address as it is."""
    sue, stranger = served.person(staff="sue"), served.person()
    answers = [guess(stranger, f"name {n}").status_code for n in range(14)]
    assert answers[-1] == 429
    assert guess(sue, "sue", PIN).status_code == 200
    ann = served.person(address="203.0.113.9", guest="Ann")
    answers = [guess(ann, f"name {n}").status_code for n in range(14)]
    assert answers[-1] == 429


@pytest.mark.parametrize("name", [*HOUSE_PEOPLE, "House-Floor", "house-fl\u043e\u043er"])
def test_the_house_is_nobody_that_signs_in_shows_a_pin_or_gets_locked(door, name):
    dan = door.person(staff="dan")
    before = len(kinds(door))
    for _ in range(6):
        assert guess(door.person(), name, PIN).status_code == 403
        pressed = {"button": "card", "person": name, "pin": WRONG}
        assert dan.post(f"/api/tables/{T6}/keypad", pressed).status_code in (403, 409)
    assert len(kinds(door)) == before
    assert not any(door.premises.manager.floor.people[one].is_locked for one in HOUSE_PEOPLE)


def test_unknown_names_and_strangers_leave_at_most_one_entry_a_minute(door):
    for number in range(20):
        guess(door.person(address=f"203.0.113.{number}"), f"name {number}")
    assert kinds(door).count("record: unknown name at sign-in") == 1
    door.premises.strangers.written_at -= 61
    guess(door.person(), "another")
    last = list(door.premises.journal.entries())[-1].draft
    assert (last.kind, last.fact.count) == ("record: unknown name at sign-in", 20)


# -- players ---------------------------------------------------------------------------------------


def test_players_pins_have_the_same_limits(door):
    dan = door.person(staff="dan")
    assert dan.post("/api/players", {"name": "Vic", "pin": "493817"}).status_code == 201
    thief, vic = door.person(address="203.0.113.9"), door.person(address="198.51.100.7")
    path = "/api/sign-in/player"
    assert [guess(thief, "Vic", path=path).status_code for _ in range(6)] == [401] * 3 + [429] * 3
    assert guess(thief, "Vic", "493817", path).status_code == 429
    assert guess(vic, "Vic", "493817", path).status_code == 200


# -- the throttle ----------------------------------------------------------------------------------


def test_delays_grow_to_a_quarter_of_an_hour_and_begin_after_three_tries():
    assert [delay(count) for count in range(8)] == [0, 0, 0, 1, 2, 4, 8, 16]
    assert delay(1000) == LONGEST_SECONDS == 900


def test_ten_tries_at_once_are_ten():
    throttle = Throttle()
    for _ in range(3):
        throttle.begin("203.0.113.9", "sue")
    with pytest.raises(TooManyError):
        throttle.begin("203.0.113.9", "SUE")
    throttle.begin("203.0.113.10", "sue")


def test_answers_to_many_wrong_tries_under_one_name_are_held_back_a_few_seconds_at_most():
    throttle = Throttle()
    held = [throttle.failed("sue") for _ in range(1000)]
    assert held[:10] == [0] * 10
    assert held == sorted(held)
    assert held[-1] <= 3
    assert throttle.failed("dan") == 0


def test_a_network_of_ipv6_is_one_place():
    assert place_of("2001:db8::1") == place_of("2001:db8::ffff:2") != place_of("2001:db8:1::1")
    assert place_of("::ffff:203.0.113.9") == place_of("203.0.113.9")


def test_strangers_are_counted_and_written_once_a_minute():
    now, written = [0.0], []
    strangers = Strangers(lambda who, many: written.append((who, many)), lambda: now[0])
    for _ in range(5):
        strangers.count("")
    assert written == [("", 1)]
    now[0] = 60.0
    strangers.count("sue")
    assert written == [("", 1), ("", 4), ("sue", 1)]


# -- hashing ---------------------------------------------------------------------------------------


def test_a_flood_of_sign_ins_is_turned_away_and_holds_up_no_table(tmp_path, monkeypatch):
    """Each hash takes long here; all that wait are in threads of their own."""
    monkeypatch.setattr(Guard, "refusal", lambda self, scope, headers: None)
    premises = make_premises(tmp_path)
    open_demo(premises)
    room = Served(premises)
    with room.client:
        ann = room.person(guest="Ann")
        ann.did(T6, {"command": "take_seat", "seat": 1})
        slow, found = threading.Event(), []
        monkeypatch.setattr(Credentials, "is_right", lambda self, secret, text: slow.wait(20) and False)
        flood = [
            threading.Thread(
                target=lambda n=n: found.append(guess(room.person(address=f"203.0.113.{n}"), "sue"))
            )
            for n in range(30)
        ]
        for one in flood:
            one.start()
        while premises.hashing.door.inside < premises.hashing.door.most or len(found) < 30 - 16:
            time.sleep(0.01)
        started = time.monotonic()
        ann.did(T6, {"command": "buy_in", "micros": 1_000_000})
        taken = time.monotonic() - started
        slow.set()
        for one in flood:
            one.join()
    assert taken < 2
    assert sorted(answer.status_code for answer in found) == [409] * 16 + [429] * 14


def test_a_lane_is_left_when_the_work_fails():
    import asyncio

    async def fail():
        lane = Lane("test", most=1)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                await lane.run(lambda: 1 // 0)
        lane.close()

    asyncio.run(fail())


# -- pepper ----------------------------------------------------------------------------------------


def test_hashes_hold_a_pepper_that_is_not_in_the_database(served):
    hashed = served.premises.manager.floor.people["sue"].pin_hash
    assert MARK in hashed
    plain = hashed.partition(MARK)[0]
    assert not Credentials(CHEAP).is_right(PIN, plain)
    assert not Credentials(CHEAP, b"another pepper").is_right(PIN, plain)


def test_another_pepper_is_said_in_words_and_not_as_a_wrong_pin(served):
    hashed = served.premises.manager.floor.people["sue"].pin_hash
    for other in (b"", b"another pepper"):
        with pytest.raises(Exception, match="PITBOSS_PEPPER"):
            Credentials(CHEAP, other).is_right(PIN, hashed)


def test_a_hash_of_before_holds_and_is_renewed_at_the_next_right_sign_in(served):
    old = Personnel(served.premises.manager, Credentials(CHEAP), lambda: "old hash")
    old.add("olga", Role.DEALER, pin="493817", by=OFFICE)
    known = served.premises.manager.floor.people["olga"]
    assert MARK not in known.pin_hash
    served.person(staff="olga", pin="493817")
    renewed = served.premises.manager.floor.people["olga"]
    assert MARK in renewed.pin_hash
    assert renewed.changed_at == known.changed_at
    served.person(staff="olga", pin="493817")
    assert kinds(served).count("person's hash renewed") == 1


def test_after_a_change_of_key_hashes_of_before_hold_and_are_renewed(served, tmp_path):
    served.person(staff="dan").post("/api/players", {"name": "Vic", "pin": "493817"})
    served.client.portal.call(served.premises.stop)
    settings = Settings(str(tmp_path / "room.db"), new_key(), old_key=KEY)
    room = Served(Premises(settings, hasher=CHEAP))
    with room.client:
        for _ in range(2):
            room.person(staff="sue")
            assert guess(room.person(), "vic", "493817", "/api/sign-in/player").status_code == 200
        assert kinds(room).count("person's hash renewed") == 1
        assert kinds(room).count("player's hash renewed") == 1


def test_a_pepper_of_its_own_stays_when_the_key_is_changed():
    from pitboss.house.derived_key import make_pepper

    assert make_pepper("key", "pepper of sixteen") == make_pepper("other", "pepper of sixteen")
    assert len({make_pepper("key"), make_pepper("other"), make_pepper("key", "key")}) == 3


@pytest.mark.skipif(sys.platform != "linux", reason="threads have no priority of their own here")
def test_hashing_gives_way_to_the_tables():
    hashing, before = Hashing(), os.getpriority(os.PRIO_PROCESS, 0)
    try:
        for lane in (hashing.door, hashing.known):
            niceness = asyncio.run(lane.run(os.getpriority, os.PRIO_PROCESS, 0))
            assert niceness >= NICENESS
    finally:
        hashing.close()
    assert os.getpriority(os.PRIO_PROCESS, 0) == before
