"""`pitboss approval`: the games that may be dealt, each known by the fingerprint of its definition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

from pitboss.cli.command import Command
from pitboss.cli.desk import ActReport, CommandDesk, act
from pitboss.cli.option import AsJson, GameName, Paytables, Settings, choose_game
from pitboss.cli.screen import say_sheet
from pitboss.rules import load_game

Number = Annotated[str, typer.Option("--approval", metavar="NUMBER", help="The commission's number.")]
GivenOn = Annotated[str, typer.Option("--date", metavar="YYYY-MM-DD", help="The day it was given.")]
Note = Annotated[str, typer.Option("--note", metavar="TEXT", help="Whatever else belongs to it.")]
Rules = Annotated[
    str | None,
    typer.Option("--rules", metavar="TEXT", help="The rules of play it binds to. Default: the letter's."),
]
RulesDays = Annotated[
    str | None,
    typer.Option(
        "--rules-date", metavar="DAY[,DAY]", help="When those were handed in. Default: as the letter says."
    ),
]
Controls = Annotated[
    str, typer.Option("--controls", metavar="NUMBER", help="The approval of your internal controls.")
]
Tribal = Annotated[bool, typer.Option("--tribal", help="The game is dealt on tribal land.")]
Agency = Annotated[
    str, typer.Option("--agency", metavar="NUMBER", help="The tribal gaming agency's approval.")
]
Concurrence = Annotated[
    str, typer.Option("--concurrence", metavar="NUMBER", help="The commission's concurrence with it.")
]
Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="Why it no longer holds.")]
Mark = Annotated[
    str | None,
    typer.Option("--fingerprint", metavar="HASH", help="Of which version. Default: as it is defined now."),
]


def add(
    desk: CommandDesk,
    game: GameName,
    approval: Number,
    day: GivenOn,
    paytable: Paytables = None,
    setting: Settings = None,
    rules: Rules = None,
    rules_day: RulesDays = None,
    controls: Controls = "",
    tribal: Tribal = False,
    agency: Agency = "",
    concurrence: Concurrence = "",
    note: Note = "",
) -> ActReport:
    """Put a game on the list, as it is defined now with these paytables and settings.

    Two people do it. Any change of the game has another fingerprint and needs another approval. A table
    opens when the approval names the rules and their day, the internal controls' approval and, on tribal
    land, the agency's and the concurrence.
    """
    from pitboss.house.letter import usual_rules
    from pitboss.jackpot.request import ApproveGame
    from pitboss.rules.fingerprint import fingerprint

    chosen = choose_game(game, setting, paytable)
    mark = fingerprint(chosen)
    usual, usual_days = usual_rules(chosen.id)
    answer = desk.ask(
        ApproveGame,
        chosen.id,
        mark,
        approval,
        day,
        note,
        rules=usual if rules is None else rules,
        rules_days=tuple(one.strip() for one in rules_day.split(",")) if rules_day else usual_days,
        controls=controls,
        is_tribal=tribal,
        agency=agency,
        concurrence=concurrence,
    )
    return ActReport(answer, f"{chosen.name} is approved as {mark}", {"game": chosen.id, "fingerprint": mark})


def withdraw(desk: CommandDesk, game: GameName, why: Why, mark: Mark = None) -> ActReport:
    """Take a game off the list: no live table deals it any more."""
    from pitboss.jackpot.request import WithdrawApproval
    from pitboss.rules.fingerprint import fingerprint

    found = load_game(game)
    wanted = mark or fingerprint(found)
    answer = desk.ask(WithdrawApproval, found.id, wanted, why)
    return ActReport(answer, f"The approval of {found.name} is withdrawn", {"fingerprint": wanted})


def letters_(json: AsJson = False) -> None:
    """List the commission's letters and the games they name, with those that are in the catalogue."""
    from pitboss.reports.record.equipment import letters_data, letters_page

    say_sheet(letters_data, letters_page, json=json)


COMMANDS: Mapping[str, Command] = {
    "add": act(add, creates=True),
    "letters": letters_,
    "withdraw": act(withdraw),
}
ABOUT = "Games that may be dealt, by the fingerprint of their definition."
