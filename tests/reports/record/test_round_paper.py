"""Rounds on paper: the money is that of the table's own chips, and no card is shown that never lay open."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from house.test_room import PEOPLE, Host, plan_of
from house.test_room import make_room as make_card_room
from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.house.room.keeping import Rounds
from pitboss.reports.paper.paper import Form, write_paper
from pitboss.reports.record.catalogue import RECORDS
from pitboss.reports.record.frame import Inquiry, JournalSource
from pitboss.reports.record.round import make_rounds_of_lines
from pitboss.rules import game_ids
from pitboss.storage.memory import Shelf
from pitboss.table.phase import Phase
from reports.record.journal_room import make_room, source_of

SIGNS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
BOUGHT = 10_000 * MICROS * len(PEOPLE)


@pytest.fixture
def room():
    return make_card_room(Shelf())


def rounds_of(room):
    return Rounds(room.house.manager.store, room.house.locker)


def deal(room, game, commands):
    """A table that was dealt for a while, to the end of its last round."""
    host, random = Host(room, plan_of(game)), Random(11)
    host.sit_down()
    while commands > 0 or host.hosted.table.phase is not Phase.IDLE:
        host.send(host.next_command(random))
        commands -= 1
    return host


def make_rounds(rounds, **asked):
    source = JournalSource(source_of(make_room()).books, rounds)
    return RECORDS["rounds"].make(source, Inquiry(zone=UTC, table="T1", **asked))


@pytest.mark.parametrize("game", game_ids())
def test_what_the_house_won_on_paper_is_what_the_players_chips_say(room, game):
    host = deal(room, game, 150)
    rounds = json.loads(write_paper(make_rounds(rounds_of(room)), Form.JSON))
    chips = sum(host.hosted.table.player_chips().values())
    assert len(rounds) == len(rounds_of(room).read("T1")) > 2
    assert sum(one["house_micros"] for one in rounds) == BOUGHT - chips


@pytest.mark.parametrize("game", game_ids())
def test_no_card_is_shown_that_its_proof_does_not_open(room, game):
    deal(room, game, 200)
    opened = {
        one.round: {card["card"] for card in json.loads(one.body)["opening"]["opened"]}
        for one in rounds_of(room).read("T1")
    }
    text = write_paper(make_rounds(rounds_of(room)), Form.TEXT).decode()
    for part in text.split("\nRound ")[1:]:
        number = int(re.match(r"\d+", part)[0])
        shown = {
            f"{rank.replace('10', 'T')}{SIGNS[sign]}"
            for rank, sign in re.findall(r"(10|[2-9JQKA])([♣♦♥♠])", part)
        }
        assert shown <= opened[number]
        assert bool(shown) is bool(opened[number]), "nothing is shown only where all have folded"


def test_a_round_that_was_changed_after_it_was_kept_is_named(room):
    deal(room, "three_card_poker", 60)
    kept = rounds_of(room).read("T1")
    assert make_rounds(rounds_of(room)).is_right

    class Forged(Rounds):
        def read(self, table, **asked):
            return [
                one._replace(body=one.body.replace("ante 5", "ante 6")) if one.round == kept[0].round else one
                for one in super().read(table, **asked)
            ]

    paper = make_rounds(Forged(room.house.manager.store, room.house.locker))
    assert not paper.is_right
    text = write_paper(paper, Form.TEXT).decode()
    assert "One round is not right." in text
    assert "was changed after the line was printed" in text


def test_rounds_are_those_of_the_days_that_were_asked_for(room, monkeypatch):
    noon = int(datetime(2026, 3, 1, 12, tzinfo=UTC).timestamp()) * MICROS
    monkeypatch.setattr("house.test_room.NOW", noon)
    host = deal(room, "three_card_poker", 60)
    first = len(rounds_of(room).read("T1"))
    monkeypatch.setattr("house.test_room.NOW", noon + 86_400 * MICROS)
    random = Random(12)
    for _ in range(60):
        host.send(host.next_command(random))
    day = datetime(2026, 3, 1).date()
    assert len(make_rounds(rounds_of(room), since=day, until=day).data) == first
    later = make_rounds(rounds_of(room), since=datetime(2026, 3, 2).date()).data
    assert [one["number"] for one in later] == list(range(first + 1, first + 1 + len(later)))
    assert [one["number"] for one in make_rounds(rounds_of(room), last=2).data] == [
        later[-2]["number"],
        later[-1]["number"],
    ]
    with pytest.raises(InputError, match="no round of 'T1' is kept in these days"):
        make_rounds(rounds_of(room), since=datetime(2026, 3, 9).date())


def test_hours_are_those_of_the_bets_also_after_the_table_was_opened_again_from_a_stand(room, monkeypatch):
    monkeypatch.setattr("pitboss.house.room.hosted.STAND_EVERY", 20)
    host, random = deal(room, "three_card_poker", 60), Random(12)
    while host.hosted.table.phase is not Phase.BETTING:
        host.send(host.next_command(random))
    opened = room.house.manager.store.last_of("T1").draft.at_micros
    monkeypatch.setattr("house.test_room.NOW", opened + 86_400 * MICROS)
    room.hosted.clear()
    number = host.hosted.table.number
    while host.hosted.table.number == number and host.hosted.table.phase is not Phase.IDLE:
        host.send(host.next_command(random))
    (kept,) = rounds_of(room).read("T1", most=1)
    assert (kept.round, kept.opened_at) == (number, opened)
    (shown,) = make_rounds(rounds_of(room), last=1).data
    assert shown["opened_at"].startswith("2025-10-09T")


def test_saved_lines_are_a_paper_too_and_say_that_they_have_no_proof():
    line = (Path(__file__).parents[3] / "docs" / "round.txt").read_text().strip()
    text = write_paper(make_rounds_of_lines([(1, line)]), Form.TEXT).decode()
    assert "Saved without proofs" in text
    assert "Ante: two pair, 2 to 1 on $5.00 = $10.00, with the wager $15.00 back" in text
    assert "+$81.00" in text
    paper = make_rounds_of_lines([(1, line), (2, line.replace("Jh", "Jd"))])
    assert not paper.is_right
    assert "One round is not right." in write_paper(paper, Form.TEXT).decode()
