"""`pitboss approval`: the games that may be dealt, each known by the fingerprint of its definition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pitboss.cli.command import Command
from pitboss.cli.desk import ActReport, CommandDesk, act
from pitboss.cli.option import AsJson, GameName, Paytables, Settings, choose_game, word
from pitboss.cli.screen import say_sheet
from pitboss.rules import load_game

Number = Annotated[str, word("The commission's number.", "NUMBER", "--approval")]
GivenOn = Annotated[str, word("The day it was given.", "YYYY-MM-DD", "--date")]
Note = Annotated[str, word("Whatever else belongs to it.", "TEXT", "--note")]
Rules = Annotated[
    str | None, word("The rules of play it binds to. Default: the letter's.", "TEXT", "--rules")
]
RulesDays = Annotated[
    str | None, word("When those were handed in. Default: as the letter says.", "DAY[,DAY]", "--rules-date")
]
Controls = Annotated[str, word("The approval of your internal controls.", "NUMBER", "--controls")]
Tribal = Annotated[bool, word("The game is dealt on tribal land.", None, "--tribal")]
Agency = Annotated[str, word("The tribal gaming agency's approval.", "NUMBER", "--agency")]
Concurrence = Annotated[str, word("The commission's concurrence with it.", "NUMBER", "--concurrence")]
Why = Annotated[str, word("Why it no longer holds.", "TEXT", "--why")]
Mark = Annotated[
    str | None, word("Of which version. Default: as it is defined now.", "HASH", "--fingerprint")
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
