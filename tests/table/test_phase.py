"""The transition table: which command may come when, every pair of phase and command, for every game."""

import os
from pathlib import Path
from typing import get_args

import pytest
from law import freeze
from stand import IN_ROUND, MICROS, open_stand

from dealing import base_wager
from pitboss.rules import Choose, game_ids
from pitboss.table import command, event
from pitboss.table.command import Command
from pitboss.table.phase import TRANSITIONS, Phase, RefusedError, draw_transitions
from pitboss.table.shuffler import ACE, I_DEAL_PLUS
from pitboss.table.view import view
from structure import first_of_each_kind

PAGE = Path(__file__).parents[2] / "docs" / "table.md"
START, END = "<!-- transitions: drawn from pitboss.table.phase -->\n```mermaid\n", "\n```\n<!-- end -->"
KINDS = {kind.__name__: kind for kind in get_args(Command)}

# What may be done in each phase, written down apart from the code: chips may be bought at any time, seats
# and wagers move only while no card is out, irregularities may be reported as long as a round goes on.
ROUND = "BuyIn ReportWrongCount ExposeCard VoidRound ReportFault"
ALLOWED = {
    "IDLE": "BuyIn TakeSeat LeaveSeat CashOut OpenBets ReportFault BringBackup",
    "BETTING": "BuyIn TakeSeat LeaveSeat CashOut PlaceWager TakeBack PlaceToke "
    "AskForCards CallNoMoreBets ReportFault VoidRound",
    "DEALING": f"{ROUND} Proceed",
    "COLUMN": f"{ROUND} SetColumn",
    "DECIDING": f"{ROUND} Decide",
    "OPENING": f"{ROUND} Proceed",
    "SETTLING": f"{ROUND} Proceed",
    "CLOSING": f"{ROUND} Proceed CloseRound",
    "REVIEW": "BuyIn PlayOn VoidRound ReportWrongCount ExposeCard ReportFault",
    "HALTED": "BuyIn CashOut CureShuffler SwapShuffler BringBackup VoidRound",
}


def test_the_table_says_of_every_phase_what_may_be_done_in_it():
    allowed = {(Phase[phase], KINDS[kind]) for phase, kinds in ALLOWED.items() for kind in kinds.split()}
    assert set(TRANSITIONS) == allowed
    assert set(ALLOWED) == {phase.name for phase in Phase}


def bring_to(phase, name):
    """A table of the game in a phase, in the middle of things."""
    stand = open_stand(name, model=ACE if phase is Phase.COLUMN else I_DEAL_PLUS)
    if phase is Phase.IDLE:
        stand.start_all()
        stand.run()
        return stand
    stand.bet_all()
    if phase is Phase.HALTED:
        stand.do(command.ReportFault("the dealer", "it jams"))
    elif phase is not Phase.BETTING:
        stand.do(command.CallNoMoreBets())
        stand.come_to(phase if phase in IN_ROUND else Phase.DECIDING)
    if phase is Phase.REVIEW:
        if not hidden_card(stand):
            pytest.skip(f"nothing lies hidden when {stand.game.name} decides")
        stand.do(command.ExposeCard("the dealer", "it fell", *hidden_card(stand)))
    assert stand.table.phase is phase
    return stand


def hidden_card(stand):
    """The hand and place of some card that not everybody has seen; None where all lie open."""
    hands = view(stand.table).hands if stand.table.play else {}
    found = ((hand, cards.index("??")) for hand, cards in hands.items() if "??" in cards)
    return next(found, None)


def fitting(stand, kind):
    """A command of this kind that fits the table as it is."""
    table = stand.table
    play, wager = table.play, next(iter(table.setup.posted))
    step = play.deal.step if play else None
    hand = next(iter(play.deal.round.hands), "dealer") if play else "dealer"
    asked = (
        (step.seat, step.question, step.options[0].name) if isinstance(step, Choose) else (1, "play", "fold")
    )
    words = ("the floor", "as the camera shows")
    arguments = {
        "TakeSeat": ("Dora", 5),
        "LeaveSeat": (5,),
        "BuyIn": ("Ann", 5 * MICROS),
        "CashOut": ("Ann",),
        "PlaceWager": (1, wager, 6 * MICROS),
        "PlaceToke": (1, base_wager(stand.game), MICROS),
        "TakeBack": (6, list(table.setup.posted)[-1]),
        "AskForCards": ("Ann",),
        "Proceed": (play.point if play else 0,),
        "SetColumn": (play.seen.hands if play else 2,),
        "Decide": asked,
        "ReportWrongCount": (*words, hand, 9),
        "ExposeCard": (*words, *(hidden_card(stand) or (hand, 0))),
        "OpenBets": (),
        "CallNoMoreBets": (),
    }
    if kind is command.BringBackup:
        table.backup = None
    if kind is command.LeaveSeat and table.phase in (Phase.IDLE, Phase.BETTING):
        stand.do(command.TakeSeat("Dora", 5))
    return kind(*arguments.get(kind.__name__, words))


@pytest.mark.parametrize("name", first_of_each_kind(game_ids()))
@pytest.mark.parametrize("phase", Phase, ids=lambda phase: phase.name)
def test_every_command_is_done_or_refused_as_the_table_says(phase, name):
    if phase is Phase.COLUMN and not open_stand(name).table.setup.by_hands:
        return  # this game never comes there
    for kind in KINDS.values():
        stand = bring_to(phase, name)
        if phase is Phase.DEALING and kind in (command.ReportWrongCount, command.ExposeCard):
            stand.step()
            if stand.table.phase is not Phase.DEALING:
                continue
        asked = fitting(stand, kind)
        if kind is command.ExposeCard and stand.table.play and not hidden_card(stand):
            continue
        before = freeze(stand.table)
        if (phase, kind) in TRANSITIONS:
            assert stand.do(asked), f"{asked} has no effect that anybody hears of"
            assert stand.table.phase in (TRANSITIONS[phase, kind] or {phase})
        else:
            with pytest.raises(RefusedError, match=f"{kind.__name__} cannot be now: {phase.words}"):
                stand.do(asked)
            assert freeze(stand.table) == before


def test_a_refusal_names_what_can_be_done_instead():
    stand = open_stand("three_card_poker")
    with pytest.raises(
        RefusedError, match="What can be: BringBackup, BuyIn, CashOut, LeaveSeat, OpenBets, ReportFault"
    ):
        stand.do(command.CallNoMoreBets())


def test_every_phase_can_be_reached_and_left():
    reached = {target for targets in TRANSITIONS.values() for target in targets}
    assert reached == set(Phase)
    for phase in Phase:
        assert any(targets - {phase} for (at, _), targets in TRANSITIONS.items() if at is phase)


def test_the_picture_on_the_page_is_the_table():
    text = PAGE.read_text()
    before, found, rest = text.partition(START)
    picture, closed, after = rest.partition(END)
    assert found
    assert closed
    if os.environ.get("PITBOSS_DOCS") == "write":
        PAGE.write_text(f"{before}{START}{draw_transitions()}{END}{after}")
        return
    assert picture == draw_transitions()


@pytest.mark.parametrize("module", [command, event], ids=["commands", "events"])
def test_the_page_names_every_command_and_every_event(module):
    text = PAGE.read_text()
    general = {"Event", "Incident", "Irregularity", "Message"}
    for name, thing in vars(module).items():
        if isinstance(thing, type) and thing.__module__ == module.__name__ and name not in general:
            assert f"`{name}`" in text, name
