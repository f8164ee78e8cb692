"""The full screen, played by keys."""

import threading

import pytest
from player import AT_80_BY_24, CHIPS, DAY, assert_nothing_cut, press, settle, text_of
from textual.events import Key

from apart import run_apart
from pitboss.base.error import PlanError
from pitboss.base.money import format_dollars
from pitboss.cli.terminal import app as app_module
from pitboss.cli.terminal.action import actions_of
from pitboss.cli.terminal.app import TableApp
from pitboss.cli.terminal.dialog import AmountScreen, AskScreen, PageScreen, Prompt
from pitboss.cli.terminal.felt import SpotBox
from pitboss.cli.terminal.session import PlayerPhase, open_session
from pitboss.reports.wording import spot_of
from pitboss.rules import game_ids, load_game
from pitboss.strategy import advice
from structure import first_of_each_kind


def on_screen(play, name="three_card_poker", *, seed=7, others=0, chips=CHIPS, size=AT_80_BY_24, pace=0.0):
    """Run a coroutine with the app and its pilot, with no more others than the cards serve."""
    game = load_game(name)
    others = min(others, (game.most_seats or others + 1) - 1)
    session = open_session(game, day=DAY, seed=seed, others=others)
    app = TableApp(session, chips, pace)

    async def run():
        async with app.run_test(size=size) as pilot:
            await play(app, pilot)

    run_apart(run())
    return app


def assert_whole(app, text):
    """Law: the picture has every row and column of the screen, the money and the keys."""
    lines = text.split("\n")
    assert [len(line) for line in lines] == [80] * 24
    assert_nothing_cut(app)
    assert f"{format_dollars(app.session.chips_micros)} " in text
    for action in actions_of(app.session):
        assert action.key.upper() in text
        assert action.name.split()[0] in text
    assert "? help" in lines[-1]
    assert "q quit" in lines[-1]


@pytest.mark.parametrize("others", [0, pytest.param(6, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", first_of_each_kind(game_ids()))
def test_a_whole_round_of_every_game_by_keys(name, others):
    async def play(app, pilot):
        session = app.session
        assert_whole(app, await settle(pilot))
        for _ in (*app.order, *app.order):
            keys = ("right",) if app.shown.selected in session.wagers else ("1", "right")
            assert_whole(app, await press(pilot, *keys))
        assert set(session.wagers) == set(app.order)
        text = await press(pilot, "d")
        while session.phase is PlayerPhase.DECIDING:
            assert_whole(app, text)
            text = await press(pilot, actions_of(app.session)[-1].key)
        assert session.phase is PlayerPhase.RESULT
        assert_whole(app, text)
        assert "You " in text
        text = await press(pilot, "r")
        assert session.phase is PlayerPhase.BETTING
        assert session.wagers == session.last_wagers
        await press(pilot, "q")

    app = on_screen(play, name, others=others)
    assert app.session.has_left
    assert app.return_code == 0
    assert app.session.taken_micros - CHIPS == sum(past.net_micros for past in app.session.past)


def test_stakes_go_up_and_down_by_the_posted_step():
    async def play(app, pilot):
        text = await press(pilot, "+", "+", "+")
        assert app.session.wagers == {"ante": 7_000_000}
        assert "$7.00" in text
        await press(pilot, "-", "minus")
        assert app.session.wagers == {"ante": 5_000_000}
        await press(pilot, "-")
        assert app.session.wagers == {}
        await press(pilot, "9")
        assert app.session.wagers == {"ante": 45_000_000}
        await press(pilot, "tab", "shift+tab", "0")
        assert app.session.wagers == {}

    on_screen(play)


@pytest.mark.parametrize(
    ("key", "now", "after"),
    [
        ("equals_sign", 7, 8),
        ("plus", 0, 5),
        ("underscore", 6, 5),
        ("backspace", 7, 0),
        ("delete", 7, 0),
        ("x", 7, 7),
        ("²", 7, 7),
    ],
)
def test_keys_of_a_stake_have_their_neighbours_on_the_keyboard(key, now, after):
    async def play(app, pilot):
        await settle(pilot)
        if now:
            app.session.stake("ante", now * 1_000_000)
        await press(pilot, key)
        assert app.session.wagers.get("ante", 0) == after * 1_000_000

    on_screen(play)


@pytest.mark.parametrize("name", first_of_each_kind(game_ids()))
def test_up_and_down_go_to_the_spot_that_is_drawn_there(name):
    """Law: to the next row of spots with a wager, there to the nearest; from the edge around."""

    async def play(app, pilot):
        await settle(pilot)
        boxes = {box.spot.bet: box.region for box in app.query(SpotBox)}
        regions = {wager: boxes[spot_of(app.session.game, wager)] for wager in app.order}
        rows = sorted({region.y for region in regions.values()})
        for wager in app.order:
            for key, step in (("up", -1), ("down", 1)):
                app.shown.selected = wager
                await press(pilot, key)
                here, there = regions[wager], regions[app.shown.selected]
                assert there.y == rows[(rows.index(here.y) + step) % len(rows)]
                row = [region for region in regions.values() if region.y == there.y]
                assert across(here, there) == min(across(here, region) for region in row)

    on_screen(play, name)


def across(one, other):
    return abs(one.center[0] - other.center[0])


def test_up_from_the_ante_is_pair_plus_and_then_the_progressive():
    async def play(app, pilot):
        chosen = []
        for key in ("up", "up", "up", "right", "down", "up", "left"):
            await press(pilot, key)
            chosen.append(app.shown.selected)
        assert chosen == [
            "pair_plus",
            "progressive",
            "ante",
            "progressive",
            "pair_plus",
            "progressive",
            "ante",
        ]

    on_screen(play)


def test_an_amount_between_one_and_two_antes_is_typed_into_a_field():
    """Document 002, 6b: the Play of Three Card Draw is anything from one to two antes."""

    async def play(app, pilot):
        await press(pilot, "2", "d")
        asked = app.session.asked
        ante = app.session.wagers["ante"]
        (low,) = [one for one in asked.options if one.most_micros]
        assert (low.stake_micros, low.most_micros) == (ante, 2 * ante)
        before = app.session.chips_micros
        await press(pilot, "$")
        assert isinstance(app.screen, AmountScreen)
        await press(pilot, "1", "3", "escape")
        assert app.session.asked == asked
        await press(pilot, "$", "9", "9", "enter")
        assert "$10.00 to $20.00 in steps of $1.00" in text_of(app)
        assert app.session.chips_micros == before
        await press(pilot, "$", "1", "4", "backspace", "x", "3", "enter")
        assert app.session.chips_micros == before - 13_000_000
        assert app.session.asked.question != asked.question

    on_screen(play, "three_card_draw_poker")


def test_a_refusal_is_one_sentence_and_goes_with_the_next_key():
    async def play(app, pilot):
        text = await press(pilot, "d")
        assert "no seat has a wager: there is nothing to deal for" in text
        assert app.session.phase is PlayerPhase.BETTING
        text = await press(pilot, "1")
        assert "no seat has a wager" not in text

    on_screen(play)


def test_a_training_table_says_that_it_repeats_and_a_live_one_that_it_is_live():
    async def trained(app, pilot):
        assert "seed 7 repeats" in text_of(app)

    on_screen(trained)

    async def live(app, pilot):
        assert " live " in text_of(app).split("\n")[0]

    on_screen(live, seed=None)


def test_running_out_of_chips_offers_a_buy_in():
    async def play(app, pilot):
        await press(pilot, "1", "d", "f", "space")
        assert app.session.is_broke
        assert [action.name for action in actions_of(app.session)] == ["buy in"]
        await press(pilot, "b")
        assert isinstance(app.screen, AskScreen)
        await press(pilot, "n")
        assert app.session.chips_micros == 0
        await press(pilot, "b", "y")
        assert app.session.chips_micros == 5_000_000

    on_screen(play, seed=5, chips=5_000_000)


def test_an_option_that_chips_do_not_cover_is_closed_and_refused():
    async def play(app, pilot):
        text = await press(pilot, "1", "d")
        assert "$5.00: b buys chips" in text
        text = await press(pilot, "p")
        assert "$5.00 is needed and the player has $1.00 in chips" in text
        assert app.session.phase is PlayerPhase.DECIDING
        await press(pilot, "b", "y", "p")
        assert app.session.phase is PlayerPhase.RESULT

    on_screen(play, chips=6_000_000)


# -- pages -----------------------------------------------------------------------------------------


def test_pages_open_turn_and_close():
    async def play(app, pilot):
        for key, title in (("?", "keys and rules"), ("p", "pay"), ("h", "over")):
            await press(pilot, key)
            assert isinstance(app.screen, PageScreen)
            assert title in app.screen.heading
            await press(pilot, "space", "up", "down", "tab")
            await press(pilot, "escape")
            assert not isinstance(app.screen, PageScreen)

    on_screen(play)


def test_help_has_the_rules_and_history_the_payments():
    async def play(app, pilot):
        await press(pilot, "1", "d", "p", "?")
        assert load_game("three_card_poker").rules[-1] in app.screen.text.plain
        assert app.session.view.commitment in app.screen.text.plain
        await press(pilot, "escape", "h")
        assert "Ante Bonus: straight flush, 5 to 1 on $5.00 = $25.00." in app.screen.text.plain

    on_screen(play)


# -- advice ----------------------------------------------------------------------------------------


def test_advice_is_counted_beside_the_keyboard(monkeypatch):
    counting, may_end = threading.Event(), threading.Event()

    def slow(*_):
        counting.set()
        assert may_end.wait(20)
        return ["Worth of the round, for each dollar of Ante:", "play: 1.0000, best"]

    monkeypatch.setattr(app_module, "advice_on", slow)

    async def play(app, pilot):
        await press(pilot, "1", "d")
        text = await press(pilot, "a")
        assert "Counting what each option is worth ..." in text
        assert counting.wait(20)
        may_end.set()
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "play: 1.0000, best" in text_of(app)
        text = await press(pilot, "p")
        assert "best" not in text

    on_screen(play)


def test_advice_is_exact_and_needs_a_decision():
    async def play(app, pilot):
        assert "There is nothing to decide now." in await press(pilot, "a")
        await press(pilot, "1", "d", "a")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "fold: -1.0000, costs" in text_of(app)

    on_screen(play)


def test_a_game_that_cannot_be_counted_says_so(monkeypatch):
    def refuse(*_):
        raise PlanError("too many hands")

    monkeypatch.setattr(advice, "advise_record", refuse)

    async def play(app, pilot):
        await press(pilot, "1", "d", "a")
        await app.workers.wait_for_complete()
        await pilot.pause()
        assert "No advice here: too many hands." in text_of(app)

    on_screen(play)


# -- leaving ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("keys", [("q", "y"), ("q", "enter"), ("ctrl+c", "ctrl+c")])
def test_leaving_an_open_round_asks_first(keys):
    async def play(app, pilot):
        await press(pilot, "1", "d", keys[0])
        assert isinstance(app.screen, AskScreen)
        assert "you fold" in app.screen.question
        await press(pilot, "n")
        assert app.session.phase is PlayerPhase.DECIDING
        await pilot.press(*keys)

    app = on_screen(play)
    assert app.session.has_left
    assert app.session.taken_micros == CHIPS - 5_000_000
    assert app.was_in_round


def test_an_interrupt_never_buys_chips():
    async def play(app, pilot):
        await press(pilot, "b", "ctrl+c")
        assert app.session.brought_micros == CHIPS

    on_screen(play)


def test_leaving_between_rounds_needs_no_question():
    async def play(app, pilot):
        await pilot.press("1", "q")

    app = on_screen(play)
    assert app.session.has_left
    assert app.session.taken_micros == CHIPS


def test_the_smallest_window_can_be_left():
    async def play(app, pilot):
        await press(pilot, "1", "q")

    assert on_screen(play, size=(5, 2)).session.has_left


# -- pauses and sizes ------------------------------------------------------------------------------


def test_the_dealer_pauses_and_space_goes_on():
    async def play(app, pilot):
        text = await press(pilot, "1", "d")
        assert app.session.phase is PlayerPhase.DEALING
        assert "go on" in text
        await press(pilot, "space")
        assert app.session.phase is PlayerPhase.DECIDING
        await press(pilot, "p", "space")
        assert app.session.phase is PlayerPhase.RESULT

    on_screen(play, pace=60.0)


@pytest.mark.parametrize("name", ["mississippi_stud", "three_card_poker"])
def test_a_key_pressed_before_its_question_was_drawn_does_not_answer_it(name):
    async def play(app, pilot):
        await press(pilot, "1", "d")
        asked, chips = app.session.asked, app.session.chips_micros
        early = Key(asked.options[-1].key, asked.options[-1].key)
        early.time = app.query_one("#words", Prompt).since - 0.001
        app.post_message(early)
        await settle(pilot)
        assert (app.session.asked, app.session.chips_micros) == (asked, chips)
        late = Key(early.key, early.character)
        app.post_message(late)
        await settle(pilot)
        assert app.session.asked != asked

    on_screen(play, name)


def test_a_question_about_leaving_is_not_answered_by_an_earlier_key():
    async def play(app, pilot):
        await press(pilot, "1", "d", "q")
        assert isinstance(app.screen, AskScreen)
        early = Key("y", "y")
        early.time = app.screen.query_one(Prompt).since - 0.001
        app.post_message(early)
        await settle(pilot)
        assert isinstance(app.screen, AskScreen)

    assert not on_screen(play).session.has_left


def test_the_dealer_goes_on_without_being_asked():
    async def play(app, pilot):
        await press(pilot, "1", "d")
        while app.session.phase is PlayerPhase.DEALING:
            await pilot.pause(0.01)
        assert app.session.phase is PlayerPhase.DECIDING

    on_screen(play, pace=0.01)


def test_a_window_may_change_its_size_at_any_time():
    async def play(app, pilot):
        await press(pilot, "1", "d")
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert "The table needs 80 columns" in text_of(app)
        await pilot.resize_terminal(120, 40)
        await pilot.pause()
        assert "Last rounds" in text_of(app)
        await press(pilot, "p")
        assert app.session.phase is PlayerPhase.RESULT

    on_screen(play)
