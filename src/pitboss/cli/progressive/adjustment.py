"""Adjustments and movements of money: two people, a reason, a text."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.base.error import InputError
from pitboss.base.money import format_dollars, parse_dollars
from pitboss.cli.option import AsJson
from pitboss.cli.progressive.by_hand import WinName
from pitboss.cli.progressive.desk import (
    By,
    Progressive,
    RequestId,
    Store,
    make_id,
    open_floor,
    say_answer,
    sign_in,
)
from pitboss.house.adjustment import REASONS, read_amount

Amount = Annotated[str, typer.Option(metavar="$", help="By how much: '-$12.50' lowers, '$3' raises.")]
ReasonName = Annotated[
    str,
    typer.Option(
        "--reason",
        metavar="WORD",
        help="To lower: win (take off a win), display (error of faulty equipment), cap (back to it), "
        "receipts (book what is not displayed), seed (recover it). To raise: correction.",
    ),
]
Text = Annotated[str, typer.Option(metavar="TEXT", help="What happened: the documentation of the change.")]
LevelName = Annotated[
    str, typer.Option("--level", metavar="NAME", help="The level, where there are several.")
]
AccountName = Annotated[
    str,
    typer.Option("--account", metavar="meter|reserve|overflow", help="What is adjusted. Default: the meter."),
]
Target = Annotated[str, typer.Argument(metavar="TO", help="The progressive that receives it.")]
TargetLevel = Annotated[
    str, typer.Option("--to-level", metavar="NAME", help="Its level, where there are several.")
]
Approval = Annotated[str, typer.Option(metavar="NUMBER", help="The approval of the transfer.")]


def adjust(
    progressive: Progressive,
    amount: Amount,
    reason: ReasonName,
    text: Text,
    level: LevelName = "",
    account: AccountName = "meter",
    by: By = None,
    store: Store = None,
    id_: RequestId = None,
    json: AsJson = False,
) -> None:
    """Raise or lower a meter, its reserve or its overflow.

    Two people and a text are needed; an amount goes down for five reasons only (WAC 230-15-695).
    """
    from pitboss.jackpot.request import Adjust

    if reason not in REASONS:
        raise InputError(f"--reason: one of {', '.join(REASONS)}, not {reason!r}")
    micros = read_amount(amount)
    with open_floor(store) as manager:
        people = sign_in(manager, by)
        asked = Adjust(make_id(id_), people, progressive, level, micros, REASONS[reason], text, account)
        answer = manager.ask(asked)
        stands = manager.floor.shown(progressive, level)
    done = f"The {account} of {progressive} was adjusted by {format_dollars(micros)}"
    say_answer(answer, f"{done}; the meter shows {format_dollars(stands)}", json=json, micros=micros)


def back_out(
    win: WinName,
    text: Text,
    by: By = None,
    store: Store = None,
    id_: RequestId = None,
    json: AsJson = False,
) -> None:
    """Back a confirmed win out: it was none.

    Two people and a text are needed. Meter, reserve, hits and paid go back together; the win stays in the
    journal as backed out.
    """
    from pitboss.jackpot.request import BackOutWin
    from pitboss.reports.progressive.win_page import find_win

    with open_floor(store) as manager:
        people = sign_in(manager, by)
        found = find_win(manager.floor, win)
        answer = manager.ask(BackOutWin(make_id(id_), people, found.id, text))
        stands = manager.floor.shown(found.progressive, found.level)
    amount, shown = format_dollars(found.micros), format_dollars(stands)
    words = f"Win {found.order} of {amount} is backed out; the meter shows {shown}"
    say_answer(answer, words, json=json, win=found.order, micros=found.micros)


def move(
    progressive: Progressive,
    target: Target,
    amount: Amount,
    approval: Approval,
    text: Text,
    level: LevelName = "",
    to_level: TargetLevel = "",
    by: By = None,
    store: Store = None,
    id_: RequestId = None,
    json: AsJson = False,
) -> None:
    """Move money from one progressive to another.

    Two people, an approval and a text are needed; what leaves one arrives at the other.
    """
    from pitboss.jackpot.request import MoveMoney

    micros = parse_dollars(amount)
    with open_floor(store) as manager:
        people = sign_in(manager, by)
        asked = MoveMoney(make_id(id_), people, progressive, level, target, to_level, micros, approval, text)
        answer = manager.ask(asked)
    say_answer(
        answer, f"{format_dollars(micros)} moved from {progressive} to {target}", json=json, micros=micros
    )
