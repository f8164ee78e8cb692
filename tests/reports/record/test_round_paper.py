"""Rounds on paper: the money is that of the table's own chips, and no card is shown that never lay open."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from house.test_room import PEOPLE, Host, make_house
from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.house.room.plan import TablePlan
from pitboss.ledger.room_store import KeptRound
from pitboss.reports.paper.paper import Form
from pitboss.reports.paper.writing import write_paper
from pitboss.reports.record.catalogue import RECORDS
from pitboss.reports.record.frame import is_bad
from pitboss.reports.record.inquiry import Inquiry, Source
from pitboss.reports.record.round import make_rounds_of_lines
from pitboss.rules import game_ids
from pitboss.storage.room import open_room_store
from pitboss.table.phase import Phase
from reports.record.journal_room import make_room, source_of

SIGNS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
BOUGHT = 10_000 * MICROS * len(PEOPLE)


def deal(house, game, commands):
    """A table that was dealt for a while, to the end of its last round."""
    host, random = Host(house, TablePlan("T1", game, "2026-01-01")), Random(11)
    host.sit_down()
    while commands > 0 or host.hosted.table.phase is not Phase.IDLE:
        host.send(host.next_command(random))
        commands -= 1
    return host


def make_rounds(store, **asked):
    source = Source(source_of(make_room()).books, store)
    return RECORDS["rounds"].make(source, Inquiry(zone=UTC, table="T1", **asked))


@pytest.mark.parametrize("game", game_ids())
def test_what_the_house_won_on_paper_is_what_the_players_chips_say(game):
    house = make_house(open_room_store("memory:"))
    host = deal(house, game, 150)
    rounds = json.loads(write_paper(make_rounds(house.store), Form.JSON))
    chips = sum(host.hosted.table.player_chips().values())
    assert len(rounds) == len(house.store.rounds("T1")) > 2
    assert sum(one["house_micros"] for one in rounds) == BOUGHT - chips


@pytest.mark.parametrize("game", game_ids())
def test_no_card_is_shown_that_its_proof_does_not_open(game):
    house = make_house(open_room_store("memory:"))
    deal(house, game, 200)
    opened = {
        one.round: {card["card"] for card in json.loads(one.body)["opening"]["opened"]}
        for one in house.store.rounds("T1")
    }
    text = write_paper(make_rounds(house.store), Form.TEXT).decode()
    for part in text.split("\nRound ")[1:]:
        number = int(re.match(r"\d+", part)[0])
        shown = {
            f"{rank.replace('10', 'T')}{SIGNS[sign]}"
            for rank, sign in re.findall(r"(10|[2-9JQKA])([♣♦♥♠])", part)
        }
        assert shown <= opened[number]
        assert shown


def test_a_round_that_was_changed_after_it_was_kept_is_named():
    house = make_house(open_room_store("memory:"))
    deal(house, "three_card_poker", 60)
    kept = house.store.rounds("T1")
    assert not is_bad(make_rounds(house.store))

    class Forged:
        lines, snapshot = house.store.lines, house.store.snapshot

        def rounds(self, place, *, before=None, most=50):
            found = house.store.rounds(place, before=before, most=most)
            return [
                KeptRound(p, n, b.replace("ante 5", "ante 6") if n == kept[0].round else b)
                for p, n, b in found
            ]

    paper = make_rounds(Forged())
    assert is_bad(paper)
    text = write_paper(paper, Form.TEXT).decode()
    assert "One round is not right." in text
    assert "was changed after the line was printed" in text


def test_rounds_are_those_of_the_days_that_were_asked_for(monkeypatch):
    house = make_house(open_room_store("memory:"))
    noon = int(datetime(2026, 3, 1, 12, tzinfo=UTC).timestamp()) * MICROS
    monkeypatch.setattr("house.test_room.NOW", noon)
    host = deal(house, "three_card_poker", 60)
    first = len(house.store.rounds("T1"))
    monkeypatch.setattr("house.test_room.NOW", noon + 86_400 * MICROS)
    random = Random(12)
    for _ in range(60):
        host.send(host.next_command(random))
    day = datetime(2026, 3, 1).date()
    assert len(make_rounds(house.store, since=day, until=day).data) == first
    later = make_rounds(house.store, since=datetime(2026, 3, 2).date()).data
    assert [one["number"] for one in later] == list(range(first + 1, first + 1 + len(later)))
    assert [one["number"] for one in make_rounds(house.store, last=2).data] == [
        later[-2]["number"],
        later[-1]["number"],
    ]
    with pytest.raises(InputError, match="no round of 'T1' is kept in these days"):
        make_rounds(house.store, since=datetime(2026, 3, 9).date())


def test_hours_are_found_in_a_log_that_is_longer_than_what_is_read_first(monkeypatch):
    house = make_house(open_room_store("memory:"))
    monkeypatch.setattr("pitboss.house.room.hosted.SNAPSHOT_EVERY", 20)
    monkeypatch.setattr("pitboss.reports.record.round.FIRST_LINES", 10)
    deal(house, "three_card_poker", 300)
    rounds = make_rounds(house.store).data
    assert all(one["opened_at"] for one in rounds)


def test_saved_lines_are_a_paper_too_and_say_that_they_have_no_proof():
    line = (Path(__file__).parents[3] / "docs" / "round.txt").read_text().strip()
    text = write_paper(make_rounds_of_lines([(1, line)]), Form.TEXT).decode()
    assert "Saved without proofs" in text
    assert "Ante: two pair, 2 to 1 on $5.00 = $10.00, with the wager $15.00 back" in text
    assert "+$81.00" in text
    paper = make_rounds_of_lines([(1, line), (2, line.replace("Jh", "Jd"))])
    assert is_bad(paper)
    assert "One round is not right." in write_paper(paper, Form.TEXT).decode()
