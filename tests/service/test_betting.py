"""What is asked of several spots is done on all or on none; what lay there is known afterwards."""

from fractions import Fraction

import pytest
from test_tables import T6, deal_on, play_round, sit

DOLLAR = 1_000_000
WAYS = {"straight_flush": 48, "three_of_a_kind": 52, "straight": 720, "flush": 1096, "pair": 3744}
PAIR_PLUS = {"straight_flush": 40, "three_of_a_kind": 30, "straight": 6, "flush": 4, "pair": 1}
ALL = 22_100


@pytest.fixture
def people(served):
    return served.person(guest="Ann"), served.person(guest="Ben"), served.person(staff="dan")


@pytest.fixture
def ann(people):
    ann, _, dan = people
    sit(ann, T6, 1)
    dan.did(T6, {"command": "open_bets"})
    return ann


def lay(person, **dollars):
    for wager, amount in dollars.items():
        chip = {"wager": wager, "chip_micros": amount * DOLLAR}
        person.did(T6, {"command": "add_chip", "seat": 1, **chip})


def laid(person):
    return {wager: micros // DOLLAR for wager, micros in person.now(T6)["view"]["seats"][0]["wagers"].items()}


def refusal(person, command):
    answer = person.press(T6, {"command": command, "seat": 1})
    assert answer.status_code in (409, 422), answer.text
    return answer.json()["problem"]


def test_double_lays_as_much_again_where_the_spot_takes_more(ann):
    assert "no wager lies on seat 1" in refusal(ann, "double")
    lay(ann, ante=5, pair_plus=10, progressive=1)
    ann.did(T6, {"command": "double", "seat": 1})
    assert laid(ann) == {"ante": 10, "pair_plus": 20, "progressive": 1}


def test_double_is_done_on_all_spots_or_on_none(ann):
    lay(ann, ante=5, pair_plus=100)
    assert "Pair Plus takes $5.00 to $100.00" in refusal(ann, "double")
    assert laid(ann) == {"ante": 5, "pair_plus": 100}


def test_clear_takes_back_what_rides_along_first(ann):
    lay(ann, ante=5, six_card_bonus=5, progressive=1)
    ann.did(T6, {"command": "place_toke", "seat": 1, "wager": "ante", "stake_micros": DOLLAR})
    ann.did(T6, {"command": "clear", "seat": 1})
    assert laid(ann) == {}
    assert ann.now(T6)["view"]["seats"][0]["chips_micros"] == 1_000 * DOLLAR
    assert "no wager lies on seat 1" in refusal(ann, "clear")


def test_nobody_moves_the_chips_of_another_seat(ann, people):
    for command in ("clear", "double", "rebet"):
        answer = people[1].press(T6, {"command": command, "seat": 1})
        assert answer.status_code == 403, answer.text


def last(person):
    return person.get(f"/api/tables/{T6}/last").json()


def test_a_round_is_known_after_it_until_somebody_bets_again(people, served):
    ann, ben, dan = people
    assert last(ann) == {"can_rebet": False, "left_seconds": None, "events": []}
    play_round(people)
    known = last(ann)
    assert known["can_rebet"]
    settled = [one for one in known["events"] if one["event"] == "bet_settled"]
    assert {(one["seat"], one["bet"]) for one in settled} >= {(1, "ante"), (4, "ante")}
    assert all(one["words"] for one in settled)
    assert last(served.person()) == {**known, "can_rebet": False}
    dan.did(T6, {"command": "open_bets"})
    ann.did(T6, {"command": "rebet", "seat": 1})
    assert laid(ann) == {"ante": 10}
    assert last(ann) == {**known, "events": []}
    assert last(ben)["events"] == known["events"]


def test_rebet_is_for_whoever_bet_there_and_for_all_of_it(people):
    ann, ben, dan = people
    play_round(people)
    dan.did(T6, {"command": "open_bets"})
    ann.did(T6, {"command": "cash_out"})
    assert "buy in or bet less" in refusal(ann, "rebet")
    assert laid(ann) == {}
    ann.did(T6, {"command": "leave_seat", "seat": 1})
    ben.did(T6, {"command": "leave_seat", "seat": 4})
    sit(ben, T6, 1)
    assert "has not bet yet" in refusal(ben, "rebet")
    assert not last(ben)["can_rebet"]
    assert deal_on(dan, "betting")


def find_spot(person, wager):
    for _ in range(100):
        answer = person.get(f"/api/tables/{T6}/spot?wager={wager}").json()
        if answer["is_ready"]:
            return {one["label"]: one["words"] for one in answer["found"]["facts"]}
    raise AssertionError("the count does not end")


def test_a_spot_says_its_exact_edge(people):
    won = sum(WAYS[line] * pay for line, pay in PAIR_PLUS.items())
    edge = Fraction(ALL - sum(WAYS.values()) - won, ALL)
    facts = find_spot(people[0], "pair_plus")
    assert facts["House edge"] == f"{float(edge * 100):.4f}%  = {edge.numerator}/{edge.denominator}"
    assert f"= {Fraction(sum(WAYS.values()), ALL)}" in facts["Comes out ahead"]


def test_a_meter_spot_says_when_it_is_even_under_the_terms_of_this_room(people):
    """The meter takes what is won with the ace, king and queen of spades: 1 in 22,100 of the wager of $1.

    The seed of $1,000, and 14 % and 1 % of each wager, come back in the end.
    """
    facts = find_spot(people[0], "progressive")
    empty = Fraction(facts["With all meters empty"].split("= ")[1])
    edge = Fraction(facts["House edge, in the long run"].split("= ")[1])
    assert edge == empty - Fraction(15, 100) - Fraction(1_000, ALL)
    assert facts["Whole meter is won"] == "one in 22,100"
    assert facts["Even with the meter at"] == f"${float(empty * ALL):,.2f}"
    assert people[0].get(f"/api/tables/{T6}/spot?wager=anty").status_code == 422
