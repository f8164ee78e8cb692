"""The dealer's cues: at every point of a round the dealer knows what to do and say, in words filled in."""

import re
from random import Random

import pytest
from stand import PEOPLE, done, of, open_stand

from pitboss.base.error import InputError
from pitboss.rules import FOLD, game_ids, load_game
from pitboss.rules.cue import Cue
from pitboss.table import command, event
from pitboss.table.phase import Phase
from pitboss.table.view import view

GAMES = pytest.mark.parametrize("name", game_ids())
ROUNDS = 60
FOLLOWING = {"collect", "collect cards", "column", "column shown", "lock up"}
"""Points that no event of their own tells of: they follow from a fold, or from the end of a seat's bets."""
RARE = {
    "best hand",
    "collect",
    "collect cards",
    "column",
    "keep",
    "ask surrender",
    "choose surrender",
    "envy",
    "settle ante_bonus",
    "settle fourth_hand",
    "settle war_bonus",
    "settle third_hand",
}
"""Points that random rounds may miss; a document's round or a setting reaches each."""


def point(kind, name):
    """`deal seat hand` for a hand of any seat, `ask hand on` for any number of cards."""
    return f"{kind} {re.sub(r' [0-9]+(?= |$)', '', name)}"


def points_of(events):
    """Every point that a round came to, read from what happened."""
    for e in events:
        match e:
            case event.BetsOpened():
                yield "bets"
            case event.BetsClosed():
                yield "no more bets"
            case event.CardsDealt():
                yield point("deal", e.hand)
            case event.CardsOpened():
                yield point("open", e.hand)
            case event.HandPeeked():
                yield point("peek", e.hand)
            case event.DecisionTaken():
                yield point("ask", e.question)
                yield point("choose", e.option)
            case event.BestHandExposed():
                yield "best hand"
            case event.BetSettled():
                yield f"settle {e.bet}"
            case event.EnvyHandKept():
                yield "keep"
            case event.EnvyPaid():
                yield "envy"
            case event.DealerCalled() if e.call.cue.at in FOLLOWING:
                yield e.call.cue.at
            case event.RoundClosed():
                yield "over"


def rounds(name, count=ROUNDS, **settings):
    """Random rounds of a full table with every wager down, looked at after every step."""
    stand = open_stand(name, closed=frozenset(), is_judged=False, **settings)
    stand.random = Random(name)
    for _ in range(count):
        stand.start_all()
        while stand.table.phase is not Phase.IDLE:
            yield stand
            stand.step()
        yield stand


def reached_points(name, **settings):
    found = set()
    for stand in rounds(name, **settings):
        if stand.table.phase is Phase.IDLE:
            found |= set(points_of(stand.events))
    return found


@GAMES
def test_every_point_that_a_round_comes_to_has_a_cue_or_speaks_for_itself(name):
    """An option other than a fold speaks for itself: chips or cards move, and the dealer goes on."""
    cued = {cue.at for cue in load_game(name).cues}
    if not cued:
        pytest.skip(f"the file of {name} has no dealer's manual")
    silent = reached_points(name) - cued
    assert all(point.startswith("choose ") and point != f"choose {FOLD}" for point in silent)


@GAMES
def test_every_cue_is_for_a_point_that_a_round_can_come_to(name):
    cued = {cue.at for cue in load_game(name).cues}
    assert cued - reached_points(name) <= RARE


@GAMES
def test_every_bet_has_a_cue_for_its_settlement(name):
    game = load_game(name)
    cued = {cue.at for cue in game.cues}
    assert {f"settle {bet}" for bet in game.bets} <= cued


@GAMES
def test_a_round_opens_and_closes_with_the_dealers_words_and_ends_with_the_cards_taken_away(name):
    for at in ("bets", "no more bets", "over"):
        assert any(cue.at == at and (cue.says or at == "over") for cue in load_game(name).cues)


@GAMES
def test_no_cue_fails_and_none_leaves_a_word_open(name):
    words = set()
    for stand in rounds(name, count=20):
        for call in view(stand.table).next:
            words |= {call.does, call.says}
        for e in of(event.DealerCalled, stand.events):
            words |= {e.does, e.says}
    assert not [text for text in words if "{" in text or "}" in text or "None" in text]
    assert len(words) > 10


@GAMES
def test_the_view_tells_the_dealer_what_comes_next_whatever_comes_next(name):
    """Except the opening of a player's hand, of which a cue may speak only when it is open."""
    silent = {type(stand.table.running.deal.step).__name__ for stand in rounds(name) if is_silent(stand)}
    assert silent <= {"Reveal"}


def is_silent(stand):
    return stand.table.play is not None and not view(stand.table).next


@GAMES
def test_a_cue_of_a_seat_names_that_seat(name):
    stand = open_stand(name)
    stand.start_all()
    stand.run()
    for seat in PEOPLE:
        assert any(re.search(rf"\bseat {seat}\b", words) for words in done(stand.events)), seat


def test_seats_are_read_out_as_a_dealer_reads_them():
    words = []
    for without in ([1], [1, 4], [1, 2, 4]):
        stand = open_stand("three_card_poker")
        stand.sit(PEOPLE)
        stand.do(command.OpenBets())
        for seat in (1, 2, 4):
            stand.do(command.PlaceWager(seat, "ante", 5_000_000))
            if seat not in without:
                stand.do(command.PlaceWager(seat, "pair_plus", 5_000_000))
        words.append(stand.do(command.CallNoMoreBets())[-1].says)
    assert words == ["No Pair Plus on 1.", "No Pair Plus on 1 and 4.", "No Pair Plus on 1, 2 and 4."]


def test_where_the_house_allows_surrender_its_cue_is_given():
    assert "choose surrender" in reached_points("blackjack", surrender=True)
    assert "ask surrender" in reached_points("blackjack", early_surrender=True)


@GAMES
def test_a_hand_that_the_manual_sets_in_order_is_declared_so(name):
    for cue in load_game(name).cues:
        assert ("from high to low" in cue.does) == (cue.sets == "high_to_low"), cue


def test_a_hand_is_set_in_an_order_that_there_is():
    with pytest.raises(InputError, match="a hand is set high_to_low, not 'by colour'"):
        Cue("open dealer", "opens it", sets="by colour").check()
