"""The progressives of the demonstration: printed seeds, implied contributions, and two games on one link."""

from fractions import Fraction

import pytest
from served_room import Served, make_premises

from pitboss.analysis.analysis import implied_terms
from pitboss.base.money import MICROS, parse_dollars
from pitboss.cards import parse_card
from pitboss.house.room import opening
from pitboss.jackpot.link import LinkKind, link_kind
from pitboss.jackpot.terms import PPM
from pitboss.rules import load_game
from pitboss.service.demo import PIN, PROGRESSIVES, open_demo
from table.room_stand import LiveStack

LINK = "Five Card Link"
ROYAL = [parse_card(card) for card in ("As", "Ks", "Qs", "Js", "Ts", "4h", "3d", "5c", "8d")]


@pytest.mark.parametrize("terms", PROGRESSIVES, ids=lambda terms: terms.id)
def test_seed_and_contribution_are_those_of_the_print_where_there_is_one(terms):
    for game, paytable in terms.paytables.items():
        table = load_game(game).paytables[paytable]
        if "seed" not in table.printed:
            assert table.links_games, "only the link paytables print no seed"
            continue
        (level,) = terms.levels
        assert level.seed_micros == parse_dollars(table.printed["seed"]) * terms.wager_micros // MICROS
        implied = implied_terms(load_game(game), table)
        assert implied is not None
        assert Fraction(level.contribution_ppm, PPM) == implied.contribution


def test_bet_the_set_starts_at_ten_thousand_dollars_and_its_wagers_stay_because_the_game_says_so():
    (terms,) = [one for one in PROGRESSIVES if one.id == "Bet the Set 21"]
    assert terms.levels[0].seed_micros == 10_000 * MICROS
    assert terms.levels[0].contribution_ppm == 160_000
    assert not terms.stays_on_table


# -- the link --------------------------------------------------------------------------------------


@pytest.fixture
def rigged(tmp_path, monkeypatch):
    """Every shuffle begins with a royal flush in spades."""

    class Rigged(LiveStack):
        def below(self, bound):
            if bound == 52 and not self.picks:
                self.stack(load_game("mississippi_stud").deck, ROYAL)
            return super().below(bound)

    monkeypatch.setattr(opening, "SystemRandomness", Rigged)
    premises = make_premises(tmp_path)
    open_demo(premises)
    room = Served(premises)
    with room.client:
        yield room


def amounts(room, ann, sue):
    """The Mega meter as each screen has it: two displays, the lobby at three tables, the page of a player."""
    rows = {row["id"]: row for row in ann.get("/api/tables").json()}
    said = [ann.get(f"/api/displays/{table}").json()["amounts"] for table in ("T4", "T7")]
    said += [rows[table]["meters"] for table in ("T3", "T4", "T7")]
    said += [ann.get("/api/tables/T4").json()["meters"]]
    assert all(one == said[0] for one in said)
    floor = room.premises.manager.floor
    mega = said[0][0]
    assert mega["micros"] == floor.shown(LINK, "Mega")
    wins = [one for one in sue.get("/api/wins").json() if one["status"] == "posted"]
    assert [one["micros"] for one in mega["waiting"]] == [one["micros"] for one in wins]
    keypad = sue.get("/api/tables/T7/keypad").json()
    assert [one["micros"] for one in keypad["meters"]] == [one["micros"] for one in said[0]]
    assert [one["micros"] for one in keypad["wins"] if not one["is_confirmed"]] == [
        one["micros"] for one in wins
    ]
    return mega


def win_at_mississippi(room):
    """Ann and Ben at T7, which dan deals: with the board Ben has a royal flush."""
    ann, dan = room.person(guest="Ann"), room.person(staff="dan")
    for seat in (1, 2):
        ann.did("T7", {"command": "take_seat", "seat": seat})
    ann.did("T7", {"command": "buy_in", "micros": 1_000_000_000})
    dan.did("T7", {"command": "open_bets"})
    for seat in (1, 2):
        for wager, chip in (("ante", 5_000_000), ("progressive", 1_000_000)):
            ann.did("T7", {"command": "add_chip", "seat": seat, "wager": wager, "chip_micros": chip})
    dan.did("T7", {"command": "call_no_more_bets"})
    while not room.premises.manager.floor.wins:
        view = dan.now("T7")["view"]
        if asked := view["asked"]:
            seat = {
                "command": "decide",
                "seat": asked["seat"],
                "question": asked["question"],
                "option": "bet 1x",
            }
            ann.did("T7", seat)
        else:
            dan.did("T7", {"command": "proceed", "point": view["point"]})
    return ann, dan


def test_two_games_of_the_demonstration_are_one_link():
    (terms,) = [one for one in PROGRESSIVES if one.id == LINK]
    assert link_kind(terms) is LinkKind.MULTI_GAME
    assert {terms.at(table).game for table in terms.tables} == {"mississippi_stud", "caribbean_stud"}


@pytest.mark.parametrize("is_confirmed", [True, False])
def test_a_win_at_one_game_is_the_same_on_every_screen_of_the_other(rigged, is_confirmed):
    sue, guest = rigged.person(staff="eve"), rigged.person(guest="Cleo")
    before = amounts(rigged, guest, sue)
    win_at_mississippi(rigged)
    (win,) = rigged.premises.manager.floor.wins.values()
    waits = amounts(rigged, guest, sue)
    assert waits["shown_micros"] == win.micros > before["micros"]
    assert waits["micros"] < win.micros
    path, body = f"/api/wins/{win.id}/", {"id": "settle", "pin": PIN, "why": "a misread hand"}
    answer = sue.post(path + ("confirm" if is_confirmed else "withdraw"), body)
    assert answer.status_code == 200, answer.text
    after = amounts(rigged, guest, sue)
    assert after["waiting"] == []
    assert after["micros"] == after["shown_micros"]
    assert (after["micros"] < win.micros) is is_confirmed
