"""Requirements 38 and 40: money that was seized, and merchandise that only hidden money may buy."""

import pytest
from ledger_room import OFFICE, Room, make_terms

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.house.progressive import ReplacedPrize, pay_merchandise
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import PayMerchandise, ReplaceSeized, Seize, Switch
from pitboss.jackpot.snapshot import format_books, parse_books
from pitboss.jackpot.terms import LevelTerms
from pitboss.ledger.account import AccountKind
from pitboss.ledger.transfer import Reason
from pitboss.reports.record.history import reductions

STATE = "the Department of Revenue"


@pytest.fixture
def room():
    """$3 in the reserve and $1,000.30 on the meter."""
    room = Room(make_terms((LevelTerms("", 1_000 * MICROS, 100_000, 900_000),)))
    room.play(1, dollars=3)
    return room


def held(room, kind):
    return room.floor.book.balance(kind, "tcp", "")


# -- requirement 38 --------------------------------------------------------------------------------


def test_req_38_a_seizure_stops_play_and_collection_until_the_posted_prize_is_restored(room):
    room.coin_in(1)
    room.ask(Seize, "tcp", 200 * MICROS, STATE)
    with pytest.raises(RefusedError, match=f"closed: seized by {STATE}; it takes no wager"):
        room.coin_in(1, table="T2")
    for by in (("tess",), OFFICE):
        with pytest.raises(RefusedError, match=r"replace \$200\.00 first"):
            room.ask(Switch, "tcp", True, by=by)
    room.ask(ReplaceSeized, "tcp", 150 * MICROS, "B-1", by=OFFICE)
    with pytest.raises(RefusedError, match=r"replace \$50\.00 first"):
        room.open()
    room.ask(ReplaceSeized, "tcp", 50 * MICROS, "B-2", by=OFFICE)
    with pytest.raises(RefusedError, match="two people open it again"):
        room.ask(Switch, "tcp", True, by=("tess",))
    room.open()
    room.end()
    room.play(1, table="T2")


def test_req_38_the_posted_prize_stands_and_a_round_that_was_open_may_win_it(room):
    room.coin_in(1)
    before = dict(room.floor.book.balances)
    room.ask(Seize, "tcp", 200 * MICROS, STATE)
    assert dict(room.floor.book.balances) == before
    room.confirm(room.post(1))
    room.end()


def test_req_38_a_seizure_outlives_a_start_of_the_manager(room):
    room.ask(Seize, "tcp", 200 * MICROS, STATE)
    again = parse_books(format_books(room.floor))
    assert again == room.floor
    assert again.progressives["tcp"].seized == 200 * MICROS


@pytest.mark.parametrize(
    ("kind", "words", "why"),
    [
        (Seize, ("tcp", 0, STATE), "how much"),
        (Seize, ("tcp", MICROS, " "), "who took it"),
        (Seize, ("nothing", MICROS, STATE), "there is no progressive"),
        (ReplaceSeized, ("tcp", MICROS, "B-1"), "nothing of tcp is to be replaced"),
    ],
)
def test_a_seizure_that_cannot_be_is_refused(room, kind, words, why):
    with pytest.raises(RefusedError, match=why):
        room.ask(kind, *words, by=OFFICE)


def test_seized_money_is_replaced_by_two_people_with_the_banks_reference_and_not_more_than_was_taken(room):
    room.ask(Seize, "tcp", 2 * MICROS, STATE)
    for words, by, why in (
        (("tcp", MICROS, "B-1"), ("tess",), "two people"),
        (("tcp", MICROS, " "), OFFICE, "reference"),
        (("tcp", 3 * MICROS, "B-1"), OFFICE, r"\$2\.00 of tcp is to be replaced"),
    ):
        with pytest.raises(RefusedError, match=why):
            room.ask(ReplaceSeized, *words, by=by)


# -- requirement 40 --------------------------------------------------------------------------------


def give(room, *, value=6, account="reserve", line="straight", stake=None, by=OFFICE, **words):
    more = {"what": "a radio", "consent": "letter of 2024-06-01", **words}
    prize = ReplacedPrize(line, stake_micros=stake)
    return pay_merchandise(
        room.manager,
        "tcp",
        prize,
        account=account,
        value_micros=int(value * MICROS),
        id_=room.next_id(),
        by=by,
        **more,
    )


def test_req_40_merchandise_is_worth_at_least_the_fixed_prize_that_it_replaces(room):
    """A straight pays 6 for 1: $6 on a dollar, $1.50 on a quarter. The reserve holds $8.10."""
    room.play(1, 2, 3, dollars=2)
    with pytest.raises(RefusedError, match=r"worth \$5\.99, less than the \$6\.00 that it replaces"):
        give(room, value=5.99)
    give(room, value=6)
    give(room, value=2, stake=MICROS // 4)
    assert held(room, AccountKind.RESERVE) == 2_700_000 + 5_400_000 - 8_000_000
    assert held(room, AccountKind.PAID) == 8 * MICROS


def test_req_40_only_money_that_no_display_shows_pays_for_merchandise(room):
    meter = held(room, AccountKind.METER)
    for account in ("meter", "pending", "seed"):
        with pytest.raises(RefusedError, match="no display shows"):
            give(room, account=account)
    with pytest.raises(RefusedError, match=r"holds \$2\.70; \$6\.00 is asked for"):
        give(room, value=6)
    with pytest.raises(RefusedError, match=r"holds \$0\.00"):
        give(room, value=6, account="overflow")
    room.play(1, 2, 3, dollars=2)
    give(room, value=6)
    assert held(room, AccountKind.METER) == meter + 600_000, "only the wagers have moved it"


def test_req_40_merchandise_replaces_a_fixed_prize_and_never_a_share_of_the_meter(room):
    with pytest.raises(RefusedError, match="wins from the meter"):
        give(room, line="akq spades")
    with pytest.raises(InputError, match="unknown hand"):
        give(room, line="seven aces")
    with pytest.raises(RefusedError, match="in place of a fixed prize"):
        room.ask(PayMerchandise, "tcp", "", "reserve", "pair", 0, MICROS, "a radio", "letter", by=OFFICE)


@pytest.mark.parametrize("words", [{"what": " "}, {"consent": ""}, {"by": ("tess",)}])
def test_req_40_the_owner_agrees_two_people_do_it_and_it_is_written_down(room, words):
    with pytest.raises(RefusedError, match=r"say what the prize is|two people"):
        give(room, **words)


def test_req_40_a_prize_of_merchandise_is_among_the_reductions_with_its_reason(room):
    room.play(1, 2, 3, dollars=2)
    give(room, value=6)
    found = list(reductions(room.entries))[-1]
    assert (found.account, found.why) == ("reserve/tcp/", "a radio")
    assert found.reasons == (Reason.MERCHANDISE.value,)
    room.floor.book.check()
