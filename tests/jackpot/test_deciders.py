"""Laws of the deciders that were broken once: each was found by a request that a person could make."""

import pytest
from ledger_room import METER, OFFICE, Room, make_terms

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.jackpot.record import note_check, note_check_request
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import Adjust, CoinIn, ConfirmWin, MoveMoney, PostWin, Record, Switch
from pitboss.jackpot.terms import PPM, LevelTerms
from pitboss.ledger.account import Account, AccountKind
from pitboss.ledger.transfer import Reason, Transfer

TWO = (LevelTerms("Mega", 1_000 * MICROS, 100_000), LevelTerms("Major", 100 * MICROS, 40_000, 10_000))


def test_a_stopped_progressive_is_not_opened_by_one_person_whatever_he_writes():
    room = Room(make_terms())
    room.close(stopped="seized")
    for stopped in ("", "so what"):
        with pytest.raises(RefusedError):
            room.ask(Switch, "tcp", True, stopped, by=("tess",))
    assert not room.floor.progressives["tcp"].is_open
    room.ask(Switch, "tcp", True, by=OFFICE)
    assert room.floor.progressives["tcp"].is_open


def test_of_two_who_share_one_is_confirmed_and_the_other_withdrawn_and_the_meter_keeps_its_seed():
    """$1,000.28 shared: $500.14 paid, $500.14 back to the meter that restarted at $1,000.02."""
    room = Room(make_terms(equal_split=True))
    room.coin_in(1, 2)
    first, second = room.post(1), room.post(2)
    room.confirm(first)
    room.withdraw(second)
    assert room.floor.book.balance(AccountKind.PAID, "tcp", "") == 500_140_000
    assert room.floor.meter("tcp", "") == 1_000_020_000 + 500_140_000
    assert room.floor.book.balance(AccountKind.PENDING, "tcp", "") == 0


def test_of_two_who_share_both_are_withdrawn_and_the_meter_stands_as_before():
    room = Room(make_terms(equal_split=True))
    room.coin_in(1, 2)
    before = dict(room.floor.book.balances)
    first, second = room.post(1), room.post(2)
    room.withdraw(first)
    room.withdraw(second)
    third, fourth = room.post(1), room.post(2)
    room.withdraw(third)
    room.withdraw(fourth)
    assert {account: m for account, m in room.floor.book.balances.items() if m} == before


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_two_who_win_one_after_the_other_are_withdrawn_in_any_order(order):
    room = Room(make_terms())
    room.coin_in(1, 2)
    before = dict(room.floor.book.balances)
    wins = room.post(2), room.post(1)
    for place in order:
        room.withdraw(wins[place])
    assert {account: m for account, m in room.floor.book.balances.items() if m} == before


@pytest.mark.parametrize(
    "bad",
    [
        Adjust("bad", OFFICE, "tcp", "", -5_000 * MICROS, Reason.DISPLAY_ERROR, "too much"),
        Adjust("bad", OFFICE, "tcp", "", -MICROS, Reason.DISPLAY_ERROR, "no account", "tray"),
        Adjust("bad", ("tess", " "), "tcp", "", -MICROS, Reason.DISPLAY_ERROR, "one person"),
        MoveMoney("bad", OFFICE, "tcp", "", "tcp", "", MICROS, "A-1", "to itself"),
        MoveMoney("bad", OFFICE, "tcp", "", "other", "", 0, "A-1", "nothing"),
        MoveMoney("bad", OFFICE, "tcp", "", "other", "", 5_000 * MICROS, "A-1", "too much"),
        PostWin("bad", (), "T1", 1, "", PPM, "akq_spades", "As Ks Qs"),
        CoinIn("bad", (), "T2", 1, {1: MICROS}),
    ],
)
def test_a_request_that_cannot_be_is_refused_by_itself_and_those_beside_it_are_written(bad):
    room = Room(make_terms())
    room.set_terms(make_terms(id="other", tables=("T9",)))
    good = CoinIn("good", ("dan",), "T1", 1, {1: MICROS})
    written, refused = room.manager.ask_all([good, bad])
    assert isinstance(refused, InputError)
    assert room.entries[-1].id == "good"
    assert written.number == len(room.entries)


def test_a_level_with_money_in_its_reserve_does_not_disappear():
    room = Room(make_terms(TWO))
    room.play(1)
    room.close()
    everything = room.floor.meter("tcp", "Major")
    room.ask(MoveMoney, "tcp", "Major", "tcp", "Mega", everything, "A-1", "one level less", by=OFFICE)
    with pytest.raises(RefusedError, match="'Major' holds money"):
        room.set_terms(make_terms(TWO[:1]))
    room.adjust(-0.01, Reason.BOOK_RECEIPTS, level="Major", account="reserve")
    room.set_terms(make_terms(TWO[:1]))


def test_a_level_that_comes_back_is_seeded_again():
    """A meter never starts empty."""
    room = Room(make_terms((TWO[0], LevelTerms("Major", 100 * MICROS, 40_000))))
    room.close()
    room.ask(MoveMoney, "tcp", "Major", "tcp", "Mega", 100 * MICROS, "A-1", "one level less", by=OFFICE)
    room.set_terms(make_terms(TWO[:1]))
    room.set_terms(make_terms(TWO))
    assert room.floor.meter("tcp", "Major") == 100 * MICROS


def test_terms_that_stay_as_they_are_seed_nothing():
    room = Room(make_terms())
    room.close()
    room.set_terms(make_terms(METER, equal_split=True))
    assert room.floor.meter("tcp", "") == 1_000 * MICROS


# -- requirements ----------------------------------------------------------------------------------


def tables(first, last):
    return tuple(f"T{number}" for number in range(first, last + 1))


def test_req_12_an_establishment_has_at_most_fifteen_tables():
    room = Room(make_terms(tables=tables(1, 10)))
    with pytest.raises(
        RefusedError, match=r"the card room would have 16 tables; .* at most 15 .*RCW 9\.46\.0282"
    ):
        room.set_terms(make_terms(id="other", tables=tables(11, 16)))
    room.set_terms(make_terms(id="other", tables=tables(11, 15)))
    room.set_terms(make_terms(id="elsewhere", tables=("E1",), location="another house"))


def test_req_12_one_progressive_alone_is_held_to_it_too():
    with pytest.raises(RefusedError, match="would have 16 tables"):
        Room(make_terms(tables=tables(1, 16)))


def test_req_21_a_meter_moves_once_for_each_wager_at_once_and_by_the_rate():
    """14% of a dollar for each of three seats, in the entry that counts them; 1% to the reserve."""
    room = Room(make_terms())
    answer = room.coin_in(1, 2, 3)
    assert room.floor.shown("tcp", "") == 1_000_420_000
    assert room.floor.book.balance(AccountKind.RESERVE, "tcp", "") == 30_000
    assert len(answer.draft.transfers) == 2
    assert room.manager.ask(CoinIn(answer.draft.id, ("dan",), "T1", 1, answered_stakes(answer))) == answer
    room.end()
    assert room.floor.shown("tcp", "") == 1_000_420_000, "asking again or ending the round moves nothing"


def answered_stakes(answer):
    return answer.draft.fact.stakes


CAPPED = LevelTerms("", 1_000 * MICROS, 140_000, 10_000, cap_micros=1_000 * MICROS)


def lift(room, dollars):
    """Above the cap, as only a journal of an older version or a fault could have it."""
    source, meter = (Account(kind, "tcp", "") for kind in (AccountKind.ADJUSTMENT, AccountKind.METER))
    room.floor.book.apply([Transfer(source, meter, dollars * MICROS, Reason.CORRECTION)])
    room.manager._ahead = None


def test_req_28_a_meter_comes_back_to_its_cap_and_no_further():
    room = Room(make_terms((CAPPED,)))
    lift(room, 3)
    with pytest.raises(RefusedError, match=r"\$3\.00 stands above the cap; \$3\.01 is asked for"):
        room.adjust(-3.01, Reason.BACK_TO_CAP)
    room.adjust(-3, Reason.BACK_TO_CAP)
    assert room.floor.meter("tcp", "") == CAPPED.cap_micros
    with pytest.raises(RefusedError, match="stands above the cap"):
        room.adjust(-0.01, Reason.BACK_TO_CAP)


def test_without_a_cap_nothing_comes_back_to_it():
    with pytest.raises(RefusedError, match="tcp has no cap to come back to"):
        Room(make_terms()).adjust(-1, Reason.BACK_TO_CAP)


def test_the_house_recovers_no_more_seed_than_it_gave():
    room = Room(make_terms())
    for _ in range(20):
        room.play(*range(1, 8), dollars=100)
    with pytest.raises(RefusedError, match=r"\$1,000\.00 of the seed is still in it"):
        room.adjust(-1_000.01, Reason.RECOVER_SEED)
    room.adjust(-600, Reason.RECOVER_SEED)
    with pytest.raises(RefusedError, match=r"\$400\.00 of the seed"):
        room.adjust(-401, Reason.RECOVER_SEED)
    room.adjust(-400, Reason.RECOVER_SEED)
    assert room.floor.book.balance(AccountKind.SEED, "tcp", "") == 0


@pytest.mark.parametrize("reason", [Reason.BACK_TO_CAP, Reason.RECOVER_SEED])
def test_whoever_has_wagered_plays_for_what_was_on_display(reason):
    room = Room(make_terms((CAPPED,)))
    lift(room, 3)
    room.coin_in(1, table="T2")
    with pytest.raises(RefusedError, match="a round at T2 is open: end it before the meter is lowered"):
        room.adjust(-1, reason)
    room.end("T2")
    room.adjust(-1, reason)


def test_req_61_no_money_is_moved_away_while_a_round_plays_for_it():
    room = Room(make_terms())
    room.set_terms(make_terms(id="other", tables=("T9",)))
    words = ("tcp", "", "other", "", MICROS, "A-1", "a merger")
    room.coin_in(1)
    with pytest.raises(RefusedError, match="a round at T1 is open"):
        room.ask(MoveMoney, *words, by=OFFICE)
    room.end()
    for words_without in ((*words[:5], " ", words[6]), (*words[:6], "")):
        with pytest.raises(RefusedError, match="an approval and a text"):
            room.ask(MoveMoney, *words_without, by=OFFICE)
    room.ask(MoveMoney, *words, by=OFFICE)


# -- what a hand wins ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("level", "share", "line", "fixed", "why"),
    [
        ("", PPM, "akq_clubs", 0, "has no line 'akq_clubs'"),
        ("", PPM // 2, "akq_spades", 0, "does not win that"),
        ("", PPM, "straight", 0, "does not win that"),
        ("", 0, "straight", 7 * MICROS, "does not win that"),
        ("", 0, "akq_spades", 7 * MICROS, "does not win that"),
    ],
)
def test_nobody_is_believed_what_a_hand_wins(level, share, line, fixed, why):
    """The paytable of the terms says it: 100% for the best, $6 for a straight on a dollar."""
    room = Room(make_terms(all_from_meter=True))
    room.coin_in(1)
    before = room.floor.meter("tcp", "")
    with pytest.raises(RefusedError, match=why):
        room.ask(PostWin, "T1", 1, level, share, line, "cards", fixed)
    assert room.floor.meter("tcp", "") == before
    room.ask(PostWin, "T1", 1, "", 0, "straight", "cards", 6 * MICROS)
    assert room.floor.playing("tcp", "") == before - 6 * MICROS


def test_a_fixed_award_that_the_tray_pays_touches_no_meter():
    room = Room(make_terms())
    room.coin_in(1)
    with pytest.raises(RefusedError, match="straight pays 6 for 1 from the tray"):
        room.ask(PostWin, "T1", 1, "", 0, "straight", "cards", 6 * MICROS)


@pytest.mark.parametrize("seat", [0, -1, 15, 99])
def test_nobody_sits_where_no_table_has_a_seat(seat):
    room = Room(make_terms())
    with pytest.raises(RefusedError, match=f"there is no seat {seat}"):
        room.coin_in(seat)
    room.coin_in(1)
    with pytest.raises(RefusedError, match="no counted wager"):
        room.post(seat)


def test_by_hand_the_next_round_goes_without_a_number():
    room = Room(make_terms())
    first = CoinIn("by hand", ("dan",), "T1", 0, {1: MICROS})
    answer = room.manager.ask(first)
    assert answer.draft.fact.round == 1
    room.end()
    assert room.manager.ask(first) == answer, "a copy is the same request, whatever round is next"
    assert room.ask(CoinIn, "T1", 0, {1: MICROS}).draft.fact.round == 2


# -- two people ------------------------------------------------------------------------------------

SPELLINGS = [("Ann", "ann"), ("ann", " ann "), ("Ann  Lee", "ann lee"), ("ANN", "Ann"), ("Ａnn", "ann")]


@pytest.mark.parametrize("by", SPELLINGS)
def test_one_person_in_two_spellings_is_one_person(by):
    room = Room()
    with pytest.raises(RefusedError, match="needs two people"):
        room.set_terms(make_terms(), by=by)
    room = Room(make_terms())
    room.coin_in(1)
    answer = room.ask(PostWin, "T1", 1, "", PPM, "akq_spades", "As Ks Qs", by=by[:1])
    with pytest.raises(RefusedError, match="posted this win: somebody else must confirm it"):
        room.ask(ConfirmWin, answer.draft.id, by=by[1:])


# -- records ---------------------------------------------------------------------------------------


def test_a_check_is_for_a_win_that_was_confirmed_whoever_writes_it_down():
    room = Room(make_terms())
    asked = (note_check_request, {"payee": "Pat"}), (note_check, {"number": "17"})
    for note, facts in asked:
        with pytest.raises(RefusedError, match="there is no win 'nothing'"):
            room.manager.ask(note(room.next_id(), ("abe",), win="nothing", **facts))
    room.coin_in(1)
    win = room.post()
    for note, facts in asked:
        with pytest.raises(RefusedError, match="win 1 is posted: a check is for a confirmed win"):
            room.manager.ask(note(room.next_id(), ("abe",), win=win.id, **facts))
    room.confirm(win)
    for note, facts in asked:
        room.manager.ask(note(room.next_id(), ("abe",), win=win.id, **facts))


@pytest.mark.parametrize(
    ("micros", "why"),
    [
        ({}, "'micros' is missing"),
        ({"micros": 0}, "more than nothing"),
        ({"micros": -1}, "more than nothing"),
        ({"micros": "1"}, "a whole number is needed, not '1'"),
    ],
)
def test_a_deposit_is_of_something_whoever_writes_it_down(micros, why):
    with pytest.raises(RefusedError, match=why):
        Room().ask(Record, "deposit", {"reference": "B-1", **micros})


def test_req_23_displayed_hidden_and_seed_money_are_kept_apart():
    """Each kind of money has an account of its own, and no wager or win mixes them."""
    room = Room(make_terms((LevelTerms("", 1_000 * MICROS, 140_000, 10_000, 1_000_200_000),)))
    room.play(1, 2)

    def held():
        kinds = (AccountKind.METER, AccountKind.RESERVE, AccountKind.OVERFLOW, AccountKind.SEED)
        return tuple(room.floor.book.balance(kind, "tcp", "") for kind in kinds)

    assert held() == (1_000_200_000, 20_000, 80_000, -1_000 * MICROS)
    room.win()
    assert held() == (1_000_030_000, 0, 220_000, -2_000 * MICROS)
    room.adjust(-0.1, Reason.BOOK_RECEIPTS, account="overflow")
    assert held() == (1_000_030_000, 0, 120_000, -2_000 * MICROS)


@pytest.mark.parametrize("reason", [*Reason])
def test_req_29_an_amount_goes_down_for_five_reasons_and_with_a_text_only(reason):
    """Four of them for what is displayed; what is hidden only by booking it as receipts."""
    displayed = {Reason.TAKE_OFF_WIN, Reason.DISPLAY_ERROR, Reason.BACK_TO_CAP, Reason.RECOVER_SEED}
    room = Room(make_terms((CAPPED,)))
    room.play(1)
    lift(room, 1)
    for account in ("meter", "reserve"):
        with pytest.raises(RefusedError):
            room.adjust(-0.01, reason, account=account, text=" ")
        if reason in (displayed if account == "meter" else {Reason.BOOK_RECEIPTS}):
            room.adjust(-0.01, reason, account=account)
        else:
            with pytest.raises(RefusedError):
                room.adjust(-0.01, reason, account=account)


@pytest.mark.parametrize(
    "changed",
    [
        make_terms((LevelTerms("", 1_000 * MICROS, 150_000, 10_000),)),
        make_terms((LevelTerms("", 2_000 * MICROS, 140_000, 10_000),)),
        make_terms((LevelTerms("", 1_000 * MICROS, 140_000, 20_000),)),
        make_terms((LevelTerms("", 1_000 * MICROS, 140_000, 10_000, 5_000 * MICROS),)),
        make_terms(tables=("T1",)),
        make_terms(most_wager_micros=5 * MICROS),
        make_terms(equal_split=True),
    ],
    ids=["rate", "seed", "reserve", "cap", "tables", "largest wager", "split"],
)
def test_req_55_no_parameter_is_changed_while_the_link_is_live(changed):
    room = Room(make_terms())
    for in_play in (lambda: None, lambda: room.coin_in(1), lambda: room.close(stopped="a check")):
        in_play()
        before = room.floor.progressives["tcp"].terms
        with pytest.raises(RefusedError, match="tcp is in play"):
            room.set_terms(changed)
        assert room.floor.progressives["tcp"].terms == before
    room.end()
    room.set_terms(changed)
    assert room.floor.progressives["tcp"].terms == changed
