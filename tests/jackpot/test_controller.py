"""The table controller: phases, sensors, COIN IN and the hand buttons."""

import os
from copy import deepcopy
from pathlib import Path

import pytest
from pit import (
    FLUSH,
    GAME,
    QUADS,
    ROYAL,
    Pit,
    bring_to,
    lights,
    make_terms,
    names,
    one_meter,
    open_again,
)

from pitboss.base.money import MICROS
from pitboss.jackpot.controller import Phase, Sensor, command, event, hand_buttons
from pitboss.jackpot.controller.command import Command
from pitboss.jackpot.controller.controller import HANDLERS
from pitboss.jackpot.controller.phase import TRANSITIONS
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import Switch
from pitboss.jackpot.terms import LevelTerms, Terms
from pitboss.ledger.account import AccountKind
from pitboss.rules import load_game

PAGE = Path(__file__).parents[2] / "docs" / "controller.md"
START, END = (
    "<!-- transitions: drawn from pitboss.jackpot.controller.phase -->\n```mermaid\n",
    "\n```\n<!-- end -->",
)
KINDS = {
    name: kind
    for name, kind in vars(command).items()
    if isinstance(kind, type) and issubclass(kind, Command) and kind is not Command
}

# -- the transition table ------------------------------------------------------------------------------

# Written down apart from the code. The connection, the manager's news and late answers come at any time.
ALWAYS = "OpenProgressive CloseProgressive LoseConnection Reconnect TakeAnswers HearSettled HearShare"
ALLOWED = {
    "CLOSED": "BeginRound PassRound",
    "OPEN": "BeginRound PlaceWager TakeBack CountWagers PassRound",
    "COUNTING": "VoidRound",
    "PASSED": "BeginRound EndRound",
    "PLAYING": "FoldHand PressHand OpenJackpot EndRound VoidRound",
    "JACKPOT": "RecordWin ConfirmWin RejectWin CloseJackpot",
    "ENDING": "",
    "VOIDING": "",
}


def draw_transitions() -> str:
    """The table as a Mermaid state diagram; what leaves the phase as it is has no arrow."""
    arrows = []
    for (phase, kind), targets in TRANSITIONS.items():
        for target in sorted(targets - {phase}, key=list(Phase).index):
            arrows.append(f"    {phase.name} --> {target.name}: {kind.__name__}")
    return "\n".join(["stateDiagram-v2", "    [*] --> CLOSED", *sorted(arrows)])


def test_the_table_says_of_every_phase_what_may_be_done_in_it():
    allowed = {
        (Phase[phase], KINDS[kind])
        for phase, kinds in ALLOWED.items()
        for kind in f"{kinds} {ALWAYS}".split()
    }
    assert set(TRANSITIONS) == allowed
    assert set(ALLOWED) == {phase.name for phase in Phase}
    assert set(HANDLERS) == set(KINDS.values())


FITTING = {
    "BeginRound": (7,),
    "PlaceWager": (2, MICROS),
    "TakeBack": (1,),
    "CountWagers": ("dan",),
    "FoldHand": (1,),
    "PressHand": (3, ROYAL, "", "dan"),
    "EndRound": ("dan",),
    "RecordWin": ("sue",),
    "ConfirmWin": ("sue",),
    "RejectWin": ("sue", "no royal"),
    "VoidRound": ("sue", "wrong count"),
}
REFUSED = [
    (phase, kind)
    for phase in Phase
    for name, kind in KINDS.items()
    if name not in f"{ALLOWED[phase.name]} {ALWAYS}".split()
]


@pytest.mark.parametrize(("phase", "kind"), REFUSED, ids=lambda one: getattr(one, "name", "") or one.__name__)
def test_what_the_table_does_not_allow_is_refused_with_advice_and_changes_nothing(phase, kind):
    controller = bring_to(phase)
    before = deepcopy(vars(controller))
    with pytest.raises(RefusedError, match=phase.words):
        controller.handle(kind(*FITTING.get(kind.__name__, ())))
    assert vars(controller) == before


def test_the_picture_in_the_docs_is_drawn_from_the_table():
    drawn = START + draw_transitions() + END
    text = PAGE.read_text()
    found = text[text.index(START) : text.index(END) + len(END)]
    if os.environ.get("PITBOSS_DOCS") == "write":
        PAGE.write_text(text.replace(found, drawn))
        found = drawn
    assert found == drawn


# -- sensors and COIN IN -------------------------------------------------------------------------------


def test_a_sensor_invites_then_shows_the_wager_then_locks_it():
    pit = Pit().open()
    assert lights(pit.at()) == "IIIIIII"
    assert pit.do(command.PlaceWager(2, MICROS)) == [event.SensorTurned(2, Sensor.PLACED)]
    assert lights(pit.at()) == "IPIIIII"
    pit.do(command.CountWagers("dan"))
    assert lights(pit.at()) == "DLDDDDD"
    pit.end()
    assert lights(pit.at()) == "IIIIIII"


def test_wagers_may_change_until_they_are_locked_and_a_sensor_that_reports_twice_changes_nothing():
    pit = Pit().open()
    pit.do(command.PlaceWager(1, MICROS), command.PlaceWager(2, MICROS), command.PlaceWager(2, 3 * MICROS))
    assert pit.do(command.PlaceWager(2, 3 * MICROS)) == []
    pit.do(command.TakeBack(1), command.TakeBack(1))
    events = pit.do(command.CountWagers("dan"))
    fed = 3 * (100_000 + 10_000 + 50_000 + 30_000)
    assert event.WagersCounted(1, {2: 3 * MICROS}, stay_on_table=False, fed_micros=fed) in events
    assert pit.floor.rounds["table 1"].stakes == {2: 3 * MICROS}


@pytest.mark.parametrize(("seat", "micros"), [(1, 0), (1, MICROS + 1), (0, MICROS), (8, MICROS)])
def test_a_sensor_takes_whole_wagers_at_seats_of_the_table(seat, micros):
    pit = Pit().open()
    with pytest.raises(RefusedError):
        pit.do(command.PlaceWager(seat, micros))
    assert lights(pit.at()) == "IIIIIII"


def test_req_44_an_unreasonable_wager_is_refused_at_the_sensor():
    with pytest.raises(RefusedError, match="unreasonable"):
        Pit().open().do(command.PlaceWager(1, 101 * MICROS))


def test_coin_in_moves_every_meter_once_for_each_wager_however_often_it_is_pressed():
    """Requirement 21, from the sensors to the meters."""
    pit = Pit().open()
    pit.start(1, 4, 7)
    assert pit.meter() == 10_000 * MICROS + 3 * MICROS // 10
    with pytest.raises(RefusedError):
        pit.do(command.CountWagers("dan"))
    assert pit.meter() == 10_000 * MICROS + 3 * MICROS // 10
    assert pit.floor.progressives["link"].levels["Mega"].wagers == 3


def test_req_45_every_message_names_its_table_and_ids_are_made_of_table_round_and_count():
    pit = Pit().open()
    pit.start(3, 5)
    pit.press(3)
    pit.press(5)
    pit.confirm(5)
    pit.press(3)
    pit.end()
    assert [entry.id for entry in pit.shelf.entries[2:]] == [
        "table 1/1/coin in",
        "table 1/1/win 1",
        "table 1/1/win 1/withdraw",
        "table 1/1/win 2",
        "table 1/1/win 3",
        "table 1/1/win 2/confirm",
        "table 1/1/win 3/withdraw",
        "table 1/1/game over",
    ]


def test_without_a_wager_the_round_is_dealt_without_and_nothing_is_counted():
    pit = Pit().open()
    assert pit.do(command.CountWagers("dan"))[0] == event.WagersReturned(1, ())
    assert pit.at().phase is Phase.PASSED
    assert lights(pit.at()) == "DDDDDDD"
    pit.end()
    assert len(pit.shelf.entries) == 2
    assert lights(pit.at()) == "IIIIIII"


def test_wagers_that_the_manager_refuses_stay_on_the_table():
    pit = Pit().open()
    pit.manager.ask(Switch("stop", ("sue",), "link", False, "underfunded"))
    events = pit.start(1)
    assert (
        event.ManagerRefused("table 1/1/coin in", "link is closed: underfunded; it takes no wager") in events
    )
    assert lights(pit.at()) == "PIIIIII"


def test_a_closed_progressive_darkens_the_sensors_and_hands_wagers_back():
    pit = Pit().open()
    pit.do(command.PlaceWager(3, MICROS))
    events = pit.do(command.CloseProgressive("underfunded"))
    assert event.WagersReturned(1, (3,)) in events
    assert event.PatronsTold("The progressive is closed.") in events
    assert lights(pit.at()) == "DDDDDDD"
    pit.do(open_again(pit.terms))
    assert lights(pit.at()) == "IIIIIII"


def test_a_progressive_that_is_stopped_in_a_round_lets_the_round_win():
    pit = Pit().open()
    pit.start(2)
    pit.manager.ask(Switch("stop", ("sue",), "link", False, "seized"))
    pit.do(command.CloseProgressive("seized"))
    pit.press(2)
    assert pit.wins() == [(2, 10_000, "posted")]
    pit.confirm()
    pit.end()
    assert pit.at().phase is Phase.CLOSED


# -- hand buttons --------------------------------------------------------------------------------------


def test_the_buttons_are_the_lines_that_the_games_paytable_pays_best_first():
    buttons = hand_buttons(GAME, make_terms())
    assert [(button.line, str(button.pay), button.level, button.share_ppm) for button in buttons] == [
        ("royal_flush", "100% Mega", "Mega", 1_000_000),
        ("straight_flush", "100% Major", "Major", 1_000_000),
        ("four_of_a_kind", "100% Minor", "Minor", 1_000_000),
        ("full_house", "50 for 1", "", 0),
        ("flush", "40 for 1", "", 0),
        ("straight", "30 for 1", "", 0),
        ("three_of_a_kind", "9 for 1", "", 0),
    ]
    assert [button.share_ppm for button in hand_buttons(GAME, one_meter())][:3] == [1_000_000, 100_000, 0]


@pytest.mark.parametrize(
    ("game", "paytable"),
    [("three_card_poker", "TCP Progressive 2"), ("blackjack", "Bet the Set 21 Progressive")],
)
def test_any_game_with_a_progressive_has_buttons_without_a_line_of_code(game, paytable):
    terms = Terms("link", {game: paytable}, ("table 1",), (LevelTerms("", 1_000 * MICROS, 100_000),))
    definition = load_game(game)
    buttons = hand_buttons(definition, terms)
    assert [button.line for button in buttons] == list(definition.paytables[paytable].pays)
    assert buttons[0].share_ppm == 1_000_000
    assert buttons[1].fixed_micros(2 * MICROS) == 1_000 * MICROS


def test_a_game_that_the_terms_do_not_know_has_no_buttons():
    with pytest.raises(RefusedError, match="has no paytable for Three Card Poker"):
        hand_buttons(load_game("three_card_poker"), make_terms())


def test_pressing_a_hand_posts_it_and_a_second_press_takes_it_back_to_the_cent():
    pit = Pit().open()
    pit.start(1, 2)
    before = pit.meter(), pit.floor.book.balance(AccountKind.RESERVE, "link", "Mega")
    events = pit.press(2)
    assert event.LampTurned(2, ROYAL, is_lit=True) in events
    assert event.WinPosted(2, ROYAL, 10_000_200_000, 1, "a supervisor") in events
    assert (pit.meter(), pit.floor.playing("link", "Mega")) == (before[0], 10_000 * MICROS + before[1])
    events = pit.press(2)
    assert names(events) == ["LampTurned", "EnvyShown", "WinWithdrawn"]
    assert (pit.meter(), pit.floor.book.balance(AccountKind.RESERVE, "link", "Mega")) == before
    assert pit.wins() == [(2, 10_000, "withdrawn")]


def test_a_seat_shows_one_hand_at_a_time():
    pit = Pit().open()
    pit.start(2)
    pit.press(2, QUADS)
    with pytest.raises(RefusedError, match="FOUR OF A KIND"):
        pit.press(2, ROYAL)
    pit.press(2, QUADS)
    pit.press(2, ROYAL)
    assert pit.wins() == [(2, 100, "withdrawn"), (2, 10_000, "posted")]


def test_a_hand_wins_only_with_a_counted_wager_and_on_a_line_that_pays():
    pit = Pit().open()
    pit.start(2)
    with pytest.raises(RefusedError, match="no progressive wager"):
        pit.press(3, FLUSH)
    with pytest.raises(RefusedError, match="no button 'pair'"):
        pit.press(2, "pair")
    with pytest.raises(RefusedError, match="no seat 9"):
        pit.press(9)


@pytest.mark.parametrize("wins", [True, False])
def test_whether_a_folded_hand_wins_is_for_the_terms_to_say(wins):
    pit = Pit(make_terms(folded_hands_win=wins)).open()
    pit.start(2)
    pit.do(command.FoldHand(2), command.FoldHand(2))
    if wins:
        assert "WinPosted" in names(pit.press(2))
    else:
        with pytest.raises(RefusedError, match="folded"):
            pit.press(2)
        assert pit.wins() == []


def test_req_60_fixed_awards_are_paid_from_the_tray_and_counted_apart():
    pit = Pit().open()
    pit.start(2, 5, stake=2 * MICROS)
    before = pit.meter()
    assert names(pit.press(2, FLUSH)) == names(pit.press(5, "straight")) == ["LampTurned"]
    pit.end()
    state = pit.floor.progressives["link"]
    assert (state.tray.hits, state.tray.micros) == (2, 140 * MICROS)
    assert pit.meter() == before
    assert pit.shelf.entries[-1].draft.fact.tray == (
        (5, "straight", 60 * MICROS),
        (2, "flush", 80 * MICROS),
    )


def test_a_fixed_award_that_was_taken_back_is_not_counted():
    pit = Pit().open()
    pit.start(2)
    pit.press(2, FLUSH)
    pit.press(2, FLUSH)
    pit.end()
    assert pit.floor.progressives["link"].tray.hits == 0


def test_where_all_awards_come_off_the_meter_a_fixed_one_waits_for_a_supervisor_too():
    pit = Pit(one_meter(all_from_meter=True)).open()
    pit.start(2)
    before = pit.meter("")
    pit.press(2, FLUSH)
    assert (pit.meter(""), pit.floor.playing("link", "")) == (before, before - 40 * MICROS)
    with pytest.raises(RefusedError, match="neither confirmed nor taken back"):
        pit.end()
    pit.confirm()
    pit.end()
    assert pit.wins() == [(2, 40, "confirmed")]


def test_a_fixed_award_is_paid_in_full_by_a_meter_that_it_empties_and_flows_back_exactly():
    low = (LevelTerms("", 100 * MICROS, 100_000),)
    pit = Pit(make_terms(paytable="Link 01", levels=low, all_from_meter=True)).open()
    pit.start(2)
    before = dict(pit.floor.book.balances)
    pit.press(2, QUADS)
    assert pit.wins() == [(2, 300, "posted")]
    assert pit.floor.playing("link", "") == 100 * MICROS
    pit.press(2, QUADS)
    assert {k: v for k, v in pit.floor.book.balances.items() if v} == {k: v for k, v in before.items() if v}


def test_a_withdrawn_win_gives_back_what_is_left_when_another_table_has_won_the_restarted_meter():
    """Table 1's restart took the reserve, and table 2 has won it since: what is gone stays gone."""
    level = LevelTerms("", 1_000 * MICROS, 10_000, 900_000)
    pit = Pit(make_terms(paytable="Link 01", levels=(level,))).open()
    for _ in range(20):
        pit.start(*range(1, 8), stake=100 * MICROS)
        pit.end()
    pit.start(2)
    pit.start(3, table="table 2")
    pit.press(2)
    pit.press(3, table="table 2")
    assert pit.wins() == [(2, 1_140, "posted"), (3, 13_601, "posted")]
    pit.press(2)
    assert pit.wins() == [(2, 1_140, "withdrawn"), (3, 13_601, "posted")]
    assert pit.floor.playing("link", "") == 1_000 * MICROS
    pit.confirm(table="table 2")
    assert pit.meter("") == 1_000 * MICROS
    pit.end()
