"""A Play wager of anything from one to two antes: document 002, dealing 6b."""

from dataclasses import replace
from fractions import Fraction

import pytest
from stand import of, open_stand

from documents import proves
from pitboss.analysis.walker import walk
from pitboss.base.money import MICROS
from pitboss.cards import Card, Deck
from pitboss.rules import Choose, Option, game_ids, load_game
from pitboss.rules.notation import parse_record
from pitboss.strategy.advice import advise_record
from pitboss.table import command, event
from pitboss.table.offer import Offer, main_option
from pitboss.table.phase import Phase, RefusedError
from pitboss.table.replay import replay_round
from pitboss.table.setup import dollars
from pitboss.table.view import view

GAME = "three_card_draw_poker"
ROUND = "seat 1: ante 10; 9h 9d 2s / draw Ts; {}, keep all\ndealer: Jc 8d 4s 2c"


def ask(limits=None, ante=10):
    """A table that waits for the Play of seat 1, with $10 on the Ante."""
    stand = open_stand(GAME, limits=limits)
    stand.start(ROUND.replace("ante 10", f"ante {ante}").format("play 1x"))
    stand.run(until=Phase.DECIDING)
    return stand


def decide(stand, option):
    stand.decisions[1] = ["keep all"]
    return stand.do(command.Decide(1, "play", option))


@proves("002 step 6b")
@pytest.mark.parametrize(
    ("asked", "name", "micros"),
    [
        ("play $15", "play 3/2x", 15 * MICROS),
        ("play 3/2x", "play 3/2x", 15 * MICROS),
        ("play $11", "play 11/10x", 11 * MICROS),
        ("play $10", "play 1x", 10 * MICROS),
        ("play $20", "play 2x", 20 * MICROS),
        ("play 2x", "play 2x", 20 * MICROS),
    ],
)
def test_any_amount_of_chips_from_one_to_two_antes_can_be_played(asked, name, micros):
    stand = ask()
    (taken,) = of(event.DecisionTaken, decide(stand, asked))
    assert (taken.option, taken.stake_micros) == (name, micros)
    stand.run()
    (settled,) = [one for one in of(event.BetSettled, stand.events) if one.bet == "play"]
    assert (settled.stake_micros, settled.payout_micros) == (micros, 2 * micros)


@pytest.mark.parametrize(
    "asked",
    [
        "play $9",
        "play $21",
        "play $15.50",
        "play 5/2x",
        "play 6/4x",
        "play 21/20x",
        "fold $15",
        "play",
        "play $",
    ],
)
def test_what_is_no_amount_between_or_no_chip_is_refused_and_nothing_moves(asked):
    stand = ask()
    chips = stand.chips(1)
    with pytest.raises(RefusedError, match=r"\$10.00 to \$20.00 in steps of \$1.00"):
        decide(stand, asked)
    assert stand.chips(1) == chips
    assert stand.table.phase is Phase.DECIDING


def test_the_chips_of_the_ante_are_the_chips_of_the_play():
    stand = ask({"ante": dollars(5, 100, 5)})
    with pytest.raises(RefusedError, match=r"in steps of \$5.00"):
        decide(stand, "play $12")
    (taken,) = of(event.DecisionTaken, decide(stand, "play $15"))
    assert taken.stake_micros == 15 * MICROS


@pytest.mark.parametrize(("asked", "name"), [("play $7", "play 1x"), ("play $14", "play 2x")])
def test_the_ends_that_are_offered_by_name_can_be_asked_for_in_dollars_whatever_the_steps(asked, name):
    stand = ask({"ante": dollars(7, 100, 5)}, ante=7)
    (taken,) = of(event.DecisionTaken, decide(stand, asked))
    assert taken.option == name


def test_the_view_says_how_far_the_amount_goes_and_in_which_steps():
    fold, once, twice = view(ask().table).asked.options
    assert (once.stake_micros, once.most_micros, once.step_micros) == (10 * MICROS, 20 * MICROS, MICROS)
    assert fold.most_micros == twice.most_micros == 0


def test_above_the_limit_of_the_jurisdiction_the_range_ends_at_the_limit():
    stand = open_stand(GAME, limits={"ante": dollars(5, 300)})
    stand.start(ROUND.replace("ante 10", "ante 300").format("play 1x"))
    stand.run(until=Phase.DECIDING)
    once = view(stand.table).asked.options[1]
    assert [one.name for one in view(stand.table).asked.options] == ["fold", "play 1x"]
    assert once.most_micros == 400 * MICROS
    with pytest.raises(RefusedError):
        decide(stand, "play $401")
    (taken,) = of(event.DecisionTaken, decide(stand, "play $400"))
    assert (taken.option, taken.stake_micros) == ("play 4/3x", 400 * MICROS)


def test_the_line_of_the_round_has_the_amount_and_replays_to_the_same_money():
    stand = open_stand(GAME)
    stand.play(ROUND.format("play 3/2x"))
    (closed,) = of(event.RoundClosed, stand.events)
    assert "seat 1 play = play 3/2x" in closed.line
    again = list(replay_round(*parse_record(closed.line)))
    assert of(event.BetSettled, again) == of(event.BetSettled, stand.events)


def test_advice_on_the_draw_after_an_amount_between_is_the_mean_of_the_two_ends():
    found = {}
    for asked in ("play 1x", "play 3/2x", "play 2x"):
        stand = ask()
        decide(stand, asked)
        found[asked] = advise_record(stand.game, stand.table.record_for(1), 1)
    values = [[choice.value for choice in found[asked].choices] for asked in found]
    assert values[1] == [(one + two) / 2 for one, two in zip(values[0], values[2], strict=True)]


# -- why engines read the ends alone ---------------------------------------------------------------


@pytest.mark.parametrize("name", game_ids())
def test_both_ends_of_every_range_are_options(name):
    stand = open_stand(name)
    for _ in range(20):
        stand.start_all()
        while stand.table.play:
            step = stand.table.running.deal.step
            if isinstance(step, Choose):
                stakes = {option.stake for option in step.options}
                assert {option.up_to for option in step.options if option.up_to} <= stakes
            stand.step()


def with_a_stake_between(procedure, stake):
    """The same rules with a third Play, between the ends."""

    def wrapped(table):
        for step in procedure(table):
            if isinstance(step, Choose) and step.question == "play":
                fold, once, twice = step.options
                step = replace(step, options=(fold, once, once.at(stake), twice))
            yield step

    return wrapped


def test_no_stake_between_is_better_than_both_ends_whatever_is_seen():
    """Every decision of a toy deck, walked card by card; the value of the game is that of the ends alone."""
    cards = [Card(rank, suit) for rank in (12, 13, 14) for suit in (0, 1, 2)][1:]
    game = load_game(GAME).with_deck(Deck(tuple((card, 1) for card in cards)))
    wider = replace(game, procedure=with_a_stake_between(game.procedure, Fraction(3, 2)))
    ends, found = walk(game, ("ante",)), walk(wider, ("ante",))
    assert found.value == ends.value
    asked = [values for values in found.decisions.values() if "play 3/2x" in values]
    assert len(asked) > 50
    for values in asked:
        assert values["play 3/2x"] <= max(values["play 1x"], values["play 2x"])


@pytest.mark.parametrize(
    ("options", "main"),
    [
        ((("fold", 0), ("play", 1)), "play"),
        ((("fold", 0), ("bet 1x", 1), ("bet 3x", 3)), "bet 1x"),
        ((("no insurance", 0), ("insurance", Fraction(1, 2))), "no insurance"),
        ((("stand", 0), ("hit", 0), ("double", 1)), "stand"),
        ((("let it ride", 0), ("take back", -1)), "let it ride"),
        ((("stand", 0),), "stand"),
    ],
)
def test_the_main_option_is_to_go_on_where_that_costs_a_wager(options, main):
    offers = {name: Offer(Option(name, Fraction(stake)), 0) for name, stake in options}
    assert main_option(offers) == main
