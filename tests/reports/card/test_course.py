"""What a data file says of the course of a round is what its procedure does: rounds are dealt and compared.

The file has the dealer's cues in the order of a round, says which bets a paytable pays, which wait for the
end, and under which settings an option is not offered. None of that is read from the procedure.
"""

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from pitboss.base.odds import LOSE, PUSH
from pitboss.reports.card.payout import least_units
from pitboss.reports.card.procedure import early_bets, late_bets, order_cues
from pitboss.rules import Choose, Peek, Reveal, Settle, game_ids, load_game
from pitboss.rules.dealing import SEAT, Dealing
from pitboss.table.cueing import point_of

ROUNDS = 250
BLACKJACK = load_game("blackjack")
GAMES = pytest.mark.parametrize(
    "game",
    [
        *map(load_game, game_ids()),
        BLACKJACK.with_settings(surrender=True, most_hands=1),
        BLACKJACK.with_settings(dealer_peeks=False),
    ],
    ids=lambda game: game.id,
)
CACHED = {}


def rounds_of(game):
    key = (game.id, *game.house.items())
    if key not in CACHED:
        CACHED[key] = []
        for number in range(ROUNDS):
            table = Dealing(game, Random(number))
            CACHED[key].append((list(table.play()), table.round))
    return CACHED[key]


def point_at(step):
    match step:
        case Choose():
            return point_of("ask", step.question)
        case Peek():
            return point_of("peek", step.hand)
        case Reveal():
            return point_of("open", step.hand)
        case _:
            return ""


def settled_at(game, round_, steps):
    """When each bet with money on it is first named; a step that names none is for all that are left."""
    moments = {}
    for n, step in enumerate(steps):
        if isinstance(step, Settle):
            for bet in step.bets or game.bets:
                moments.setdefault(bet, n)
    wager_of = {bet: wager.id for wager in game.wagers.values() for bet in wager.bets}
    place = round_.place(SEAT)
    return {bet: n for bet, n in moments.items() if game.stake_on(place, wager_of[bet], bet)}


def always_after(game):
    """Points that came up together with the settling of a bet and always came after it."""
    after, before = {bet: set() for bet in game.bets}, {bet: set() for bet in game.bets}
    for steps, round_ in rounds_of(game):
        points = {point: n for n, step in reversed([*enumerate(steps)]) if (point := point_at(step))}
        for bet, moment in settled_at(game, round_, steps).items():
            for point, n in points.items():
                (after if moment < n else before)[bet].add(point)
    return {bet: after[bet] - before[bet] for bet in game.bets}


@GAMES
def test_what_always_comes_after_a_bet_is_settled_stands_after_it(game):
    order = [cue.at for cue in order_cues(game, game.wagers)]
    for bet, points in always_after(game).items():
        for point in points & set(order):
            assert order.index(f"settle {bet}") < order.index(point), (bet, point)


@GAMES
def test_what_comes_before_every_bet_of_the_game_stands_before_it(game):
    """A hand opened, a question asked, a card looked under."""
    order = [cue.at for cue in order_cues(game, game.wagers)]
    for bet in game.bets:
        firsts = []
        for steps, round_ in rounds_of(game):
            if bet in (moments := settled_at(game, round_, steps)):
                firsts.append({point_at(step) for step in steps[: moments[bet]]} - {""})
        for point in set.intersection(*firsts) & set(order) if firsts else ():
            assert order.index(point) < order.index(f"settle {bet}"), (bet, point)


@GAMES
def test_early_bets_are_named_before_anybody_decides_and_late_ones_never(game):
    settles = [step for steps, _ in rounds_of(game) for step in steps if isinstance(step, Settle)]
    named = {bet for step in settles for bet in step.bets or game.bets}
    never = [bet for bet in game.bets if bet not in named]
    assert late_bets(game) == never
    early = None
    for steps, _ in rounds_of(game):
        first = next((n for n, step in enumerate(steps) if isinstance(step, Choose | Reveal | Peek)), 0)
        found = {bet for step in steps[:first] if isinstance(step, Settle) for bet in step.bets}
        early = found if early is None else early & found
    assert set(early_bets(game)) == early


@GAMES
def test_options_that_the_house_offers_have_their_cues_and_no_others(game):
    offered = {}
    for steps, _ in rounds_of(game):
        for step in steps:
            for option in step.options if isinstance(step, Choose) else ():
                offered.setdefault(option.name, set()).add(point_of("ask", step.question))
    for cue in game.cues:
        if cue.at.startswith("choose "):
            name = cue.at.removeprefix("choose ")
            assert (cue in game.manual) is (name in offered)
            if name in offered:
                assert len(offered[name]) == 1 + len(cue.again)
                assert offered[name].issuperset(cue.again)


@GAMES
def test_a_card_is_opened_after_each_question_that_its_cue_names(game):
    for cue in game.cues:
        if cue.again and cue.at.startswith("open "):
            longest = max((steps for steps, _ in rounds_of(game)), key=len)
            points = [point for point in map(point_at, longest) if point]
            asked = [before for before, after in pairwise(points) if after == cue.at]
            assert points.count(cue.at) == 1 + len(cue.again)
            assert asked[-len(cue.again) :] == list(cue.again)


@GAMES
def test_a_paytable_pays_the_bets_that_it_says_and_no_others(game):
    """Over random rounds: who wins by a line of the table at its odds."""
    for wager in game.wagers.values():
        tables = game.chosen.get(wager.id, ())
        if not tables:
            continue
        for _, round_ in rounds_of(game):
            for bet, result in zip(wager.bets, game.settle(round_, SEAT)[wager.id], strict=True):
                if result.pay not in (LOSE, PUSH) and result.name in tables[0].pays:
                    assert bet in (wager.paid or wager.bets)
        assert all(bet in wager.bets for bet in wager.paid)


def test_a_cue_is_out_only_where_every_setting_that_it_names_is_so():
    def cues(**settings):
        found = BLACKJACK.with_settings(**settings).manual
        return {cue.at for cue in found if cue.at.endswith("surrender")}

    assert cues() == set()
    assert cues(surrender=True) == {"choose surrender"}
    assert cues(early_surrender=True) == {"ask surrender", "choose surrender"}


def test_stakes_of_bets_that_a_table_pays():
    assert least_units(load_game("caribbean_stud"), "ante", "raise_bet") == 2
    assert least_units(load_game("mississippi_stud"), "ante", "fifth_street") == 1
    assert least_units(BLACKJACK, "bet", "bet") == Fraction(1)
