"""How long the house waits: longer alone, never for ever, and no longer because somebody else is ready."""

import pytest
from test_tables import sit

from pitboss.service import patience
from pitboss.service.house_dealer import HouseDealer
from pitboss.table import command
from pitboss.table.phase import Phase

DEAL = {"command": "deal"}
ANTE = {"command": "add_chip", "wager": "ante", "chip_micros": 5_000_000}


@pytest.fixture
def people(served, monkeypatch):
    """At a table where nobody deals yet: the tests' dealer only says what it would do."""
    monkeypatch.setattr(HouseDealer, "work", idle)
    ann, ben = served.person(guest="Ann"), served.person(guest="Ben")
    sit(ann, "T2", 1)
    return ann, ben


async def idle(dealer):
    pass


@pytest.fixture
def dealer(served):
    return HouseDealer(served.premises.floor, "T2", lambda: True)


def pass_time(served, seconds):
    served.premises.floor.changed_at["T2"] -= seconds


def open_bets(served):
    dealer = HouseDealer(served.premises.floor, "T2", lambda: True)
    served.client.portal.call(dealer.act)


def hosted_of(served):
    return served.premises.room.hosted["T2"]


def test_alone_at_the_table_nobody_is_hurried(served, people, dealer):
    ann, ben = people
    open_bets(served)
    assert patience.limit_seconds(hosted_of(served)) is None, "nobody has bet"
    ann.did("T2", {**ANTE, "seat": 1})
    hosted = hosted_of(served)
    pass_time(served, patience.BETTING_SECONDS + 1)
    assert dealer.next_thing(hosted) is None
    assert ann.get("/api/tables/T2/last").json()["left_seconds"] > patience.DECIDING_SECONDS
    sit(ben, "T2", 2)
    assert ann.get("/api/tables/T2/last").json()["left_seconds"] == pytest.approx(
        patience.BETTING_SECONDS, abs=2
    )
    assert dealer.next_thing(hosted) is None, "the time begins anew with what happens"
    pass_time(served, patience.BETTING_SECONDS + 1)
    assert dealer.next_thing(hosted) == command.CallNoMoreBets()


def test_who_has_fallen_asleep_alone_or_gone_away_is_not_waited_for_for_ever(served, people, dealer):
    ann, _ = people
    open_bets(served)
    ann.did("T2", {**ANTE, "seat": 1})
    ann.did("T2", DEAL)
    hosted = hosted_of(served)
    assert hosted.table.phase is Phase.DECIDING
    pass_time(served, patience.DECIDING_SECONDS + 1)
    assert dealer.next_thing(hosted) is None
    dealer.is_wanted = lambda: False
    assert isinstance(dealer.next_thing(hosted), command.Decide)
    dealer.is_wanted = lambda: True
    pass_time(served, patience.ALONE_SECONDS)
    assert isinstance(dealer.next_thing(hosted), command.Decide)


def test_that_somebody_is_ready_gives_nobody_else_more_time(served, people, dealer):
    ann, ben = people
    sit(ben, "T2", 2)
    open_bets(served)
    for person, seat in ((ann, 1), (ben, 2)):
        person.did("T2", {**ANTE, "seat": seat})
    pass_time(served, 20)
    before = served.premises.floor.changed_at["T2"]
    ann.did("T2", DEAL)
    assert served.premises.floor.changed_at["T2"] == before


def test_a_page_is_told_the_clock_of_a_house_dealer_and_none_where_a_person_deals(served, people):
    ann, _ = people
    clock = {"betting": patience.BETTING_SECONDS, "deciding": patience.DECIDING_SECONDS}
    assert ann.get("/api/tables/T2").json()["clock"] == clock
    assert ann.get("/api/tables/T6").json()["clock"] is None
    assert ann.get("/api/tables/T6/last").json()["left_seconds"] is None
