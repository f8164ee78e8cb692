"""What is written down: malfunctions and their reports, deposits, checks."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.base.error import InputError
from pitboss.base.money import format_dollars, parse_dollars
from pitboss.cli.option import AsJson
from pitboss.cli.progressive.by_hand import TableName, WinName
from pitboss.cli.progressive.desk import By, RequestId, Store, make_id, open_floor, say_answer, sign_in

What = Annotated[str, typer.Option("--what", metavar="TEXT", help="What does not work.")]
Name = Annotated[str, typer.Argument(metavar="N", help="A malfunction, by its number in the log or its id.")]
To = Annotated[str, typer.Option("--to", metavar="TEXT", help="To whom it was reported, and how.")]
Deposited = Annotated[str, typer.Argument(metavar="$", help="How much was deposited.")]
Reference = Annotated[str, typer.Option(metavar="TEXT", help="The bank's reference.")]
Payee = Annotated[str, typer.Option(metavar="NAME", help="To whom the check is made out.")]
CheckNumber = Annotated[str, typer.Option("--number", metavar="N", help="The number of the check.")]


def malfunction(
    table: TableName,
    what: What,
    by: By = None,
    store: Store = None,
    id_: RequestId = None,
    json: AsJson = False,
) -> None:
    """Note a malfunction: the commission is told within 72 hours."""
    from pitboss.jackpot.record import note_malfunction

    with open_floor(store) as manager:
        answer = manager.ask(note_malfunction(make_id(id_), sign_in(manager, by), table=table, what=what))
    say_answer(answer, f"Noted for {table}: {what}", json=json)


def reported(
    number: Name, to: To, by: By = None, store: Store = None, id_: RequestId = None, json: AsJson = False
) -> None:
    """Note that a malfunction was reported to the commission."""
    from pitboss.house.progressive import report_malfunction
    from pitboss.reports.progressive.malfunction import malfunctions

    with open_floor(store) as manager:
        people = sign_in(manager, by)
        log = malfunctions(manager.store.entries(), zone=None)
        found = next((one for one in log if number in (str(one.number), one.id)), None)
        if found is None:
            raise InputError(f"there is no malfunction {number!r}; the log has {len(log)}")
        answer = report_malfunction(manager, found.id, to, id_=make_id(id_), by=people)
    say_answer(answer, f"Malfunction {found.number} was reported: {to}", json=json)


def deposited(
    amount: Deposited,
    reference: Reference,
    by: By = None,
    store: Store = None,
    id_: RequestId = None,
    json: AsJson = False,
) -> None:
    """Note a deposit of accruals in the bank."""
    from pitboss.jackpot.record import note_deposit

    micros = parse_dollars(amount)
    with open_floor(store) as manager:
        answer = manager.ask(
            note_deposit(make_id(id_), sign_in(manager, by), micros=micros, reference=reference)
        )
    say_answer(answer, f"{format_dollars(micros)} deposited, {reference}", json=json, micros=micros)


def check_request(
    win: WinName,
    payee: Payee,
    by: By = None,
    store: Store = None,
    id_: RequestId = None,
    json: AsJson = False,
) -> None:
    """Note that a winner asks for a check: over $5,000 it is due within 24 hours."""
    from pitboss.house.progressive import request_check
    from pitboss.reports.progressive.win_page import find_win

    with open_floor(store) as manager:
        people = sign_in(manager, by)
        found = find_win(manager.floor, win)
        answer = request_check(manager, found, payee, id_=make_id(id_), by=people)
    words = f"Win {found.order}: a check of {format_dollars(found.micros)} for {payee} is asked for"
    say_answer(answer, words, json=json, win=found.order)


def check_paid(
    win: WinName,
    number: CheckNumber,
    by: By = None,
    store: Store = None,
    id_: RequestId = None,
    json: AsJson = False,
) -> None:
    """Note that the check for a win was handed over."""
    from pitboss.house.progressive import pay_check
    from pitboss.reports.progressive.win_page import find_win

    with open_floor(store) as manager:
        people = sign_in(manager, by)
        found = find_win(manager.floor, win)
        answer = pay_check(manager, found, number, id_=make_id(id_), by=people)
    say_answer(answer, f"Win {found.order}: check {number} was handed over", json=json, win=found.order)
