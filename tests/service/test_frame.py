"""A frame is joined from pieces that are kept: it says what a table looks like, to each what he may see."""

import json
from random import Random

import pytest
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from pitboss.base.money import MICROS
from pitboss.house.manager import GameManager
from pitboss.house.room.locker import Locker, new_key
from pitboss.house.room.opening import Household
from pitboss.house.room.plan import TablePlan
from pitboss.house.room.room import Room
from pitboss.house.room.row import Actor, Row
from pitboss.rules import game_ids, load_game
from pitboss.rules.hand import parse_hand
from pitboss.service.connection import text_head
from pitboss.service.frame import Frames, seats_of
from pitboss.storage.memory import MemoryStore, Shelf
from pitboss.table import command
from pitboss.table.felt import view_felt
from pitboss.table.phase import Phase
from pitboss.table.view import view
from pitboss.table.wire import format_event
from structure import first_of_each_kind

PEOPLE = {1: "Ann", 2: "Ann", 5: 'B"é\\n'}
VIEWERS = (None, "Nobody", *sorted(set(PEOPLE.values())))
NOW = 1_760_000_000_000_000


def open_room(game):
    manager = GameManager(MemoryStore(Shelf()), lambda: NOW)
    room = Room(Household(manager, Locker(new_key()), None, "the house", "the floor"))
    closed = tuple(sorted(load_game(game).unoffered))
    room.open_table(TablePlan("T1", game, "2026-01-01", closed=closed), by="sue")
    for seat, player in PEOPLE.items():
        send(room, command.TakeSeat(player, seat))
        send(room, command.BuyIn(player, 10_000 * MICROS))
    return room


def send(room, asked):
    act = room.acting("T1", lambda hosted: Row((asked,), hosted.table.number), Actor("Dan", "dealer"))
    return room.do(act).told


def next_command(table, random):
    match table.phase:
        case Phase.IDLE:
            return command.OpenBets()
        case Phase.BETTING:
            for seat in PEOPLE:
                for wager, limit in table.setup.posted.items():
                    if wager not in table.seating.wagers[seat]:
                        return command.PlaceWager(seat, wager, limit.minimum_micros)
            return command.CallNoMoreBets()
        case Phase.DECIDING:
            step = table.running.deal.step
            return command.Decide(step.seat, step.question, random.choice(table.options()).name)
    return table.dealers_act()


def look(hosted, player):
    """The table as the player sees it, with nothing that was kept: of his own seats what each sees."""
    table, seats = hosted.table, seats_of(hosted, player)
    table.kept.forget_all()
    shown, felt = view(table).as_data(), view_felt(table, None)
    hands, felt_hands = dict(shown["hands"]), dict(felt.hands)
    for seat in seats:
        hands |= {
            name: held for name, held in view(table, seat).hands.items() if parse_hand(name).seat == seat
        }
        felt_hands |= {one: held for one, held in view_felt(table, seat).hands.items() if one == seat}
        if shown["asked"] and shown["asked"]["seat"] == seat:
            shown["asked"] = view(table, seat).as_data()["asked"]
    seen = {
        "seats": seats,
        "view": {**shown, "seat": seats[0] if seats else None, "hands": hands},
        "felt": {
            "shared": [hand._asdict() for hand in felt.shared],
            "spots": felt.spots,
            "hands": {seat: [hand._asdict() for hand in held] for seat, held in felt_hands.items()},
        },
    }
    return json.loads(json.dumps(seen))


@pytest.mark.parametrize("game", first_of_each_kind(game_ids()))
def test_a_frame_of_pieces_that_were_kept_is_the_table_as_it_is_now(game):
    room, frames, random = open_room(game), Frames(), Random(8)
    for _ in range(100):
        told = send(room, next_command(room.open("T1").table, random))
        hosted = room.open("T1")
        for player in VIEWERS:
            frame = json.loads(frames.make(hosted, player, told))
            assert frame["number"] == hosted.told
            assert {name: frame[name] for name in ("seats", "view", "felt")} == look(hosted, player)
            seats = seats_of(hosted, player)
            heard = [one for one in told if one.event.audience in (None, *seats)]
            assert [one["number"] for one in frame["events"]] == [one.number for one in heard]
            for written, one in zip(frame["events"], heard, strict=True):
                assert written.items() >= json.loads(json.dumps(format_event(one.event))).items()


@pytest.mark.parametrize("game", first_of_each_kind(game_ids()))
def test_the_net_of_a_round_is_what_it_brought_in_chips(game):
    room, frames, random = open_room(game), Frames(), Random(9)
    seen = 0
    while seen < 12:
        table = room.open("T1").table
        if table.phase is Phase.IDLE:
            before = table.player_chips()
        told = send(room, next_command(table, random))
        for event in json.loads(frames.make(room.open("T1"), None, told))["events"]:
            if event["event"] != "round_closed":
                continue
            net = dict.fromkeys(before, 0)
            for seat, micros in event["net_micros"].items():
                net[PEOPLE[int(seat)]] += micros
            after = room.open("T1").table.player_chips()
            assert net == {player: after[player] - chips for player, chips in before.items()}
            seen += 1


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 100_000])
def test_what_is_written_at_once_is_one_text_on_the_stream(size):
    reader = StreamReader()
    reader.feed_data(text_head(size) + b"x" * size)
    parsing = Frame.parse(reader.read_exact, mask=False)
    with pytest.raises(StopIteration) as done:
        next(parsing)
    assert done.value.value == Frame(Opcode.TEXT, b"x" * size)
    reader.feed_eof()
    assert next(reader.at_eof(), True)
