"""What is written down: malfunctions and their reports, deposits, checks."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.base.error import InputError
from pitboss.base.money import format_dollars, parse_dollars
from pitboss.cli.desk import Desk, Done, TableName, WinName

What = Annotated[str, typer.Option("--what", metavar="TEXT", help="What does not work.")]
Name = Annotated[str, typer.Argument(metavar="N", help="A malfunction, by its number in the log or its id.")]
To = Annotated[str, typer.Option("--to", metavar="TEXT", help="To whom it was reported, and how.")]
Deposited = Annotated[str, typer.Argument(metavar="$", help="How much was deposited.")]
Reference = Annotated[str, typer.Option(metavar="TEXT", help="The bank's reference.")]
Payee = Annotated[str, typer.Option(metavar="NAME", help="To whom the check is made out.")]
CheckNumber = Annotated[str, typer.Option("--number", metavar="N", help="The number of the check.")]


def malfunction(desk: Desk, table: TableName, what: What) -> Done:
    """Note a malfunction: the commission is told within 72 hours."""
    from pitboss.jackpot.record import note_malfunction

    return Done(desk.ask(note_malfunction, table=table, what=what), f"Noted for {table}: {what}")


def reported(desk: Desk, number: Name, to: To) -> Done:
    """Note that a malfunction was reported to the commission."""
    from pitboss.house.progressive import report_malfunction
    from pitboss.reports.record.malfunction import malfunctions

    people, manager = desk.people, desk.manager
    log = malfunctions(manager.store.entries(), zone=None)
    found = next((one for one in log if number in (str(one.number), one.id)), None)
    if found is None:
        raise InputError(f"there is no malfunction {number!r}; the log has {len(log)}")
    answer = report_malfunction(manager, found.id, to, id_=desk.id, by=people)
    return Done(answer, f"Malfunction {found.number} was reported: {to}")


def deposited(desk: Desk, amount: Deposited, reference: Reference) -> Done:
    """Note a deposit of accruals in the bank."""
    from pitboss.jackpot.record import note_deposit

    micros = parse_dollars(amount)
    answer = desk.ask(note_deposit, micros=micros, reference=reference)
    return Done(answer, f"{format_dollars(micros)} deposited, {reference}", {"micros": micros})


def check_request(desk: Desk, win: WinName, payee: Payee) -> Done:
    """Note that a winner asks for a check: over $5,000 it is due within 24 hours."""
    from pitboss.house.progressive import request_check

    found = desk.find_win(win)
    answer = request_check(desk.manager, found, payee, id_=desk.id, by=desk.people)
    words = f"Win {found.order}: a check of {format_dollars(found.micros)} for {payee} is asked for"
    return Done(answer, words, {"win": found.order})


def check_paid(desk: Desk, win: WinName, number: CheckNumber) -> Done:
    """Note that the check for a win was handed over."""
    from pitboss.house.progressive import pay_check

    found = desk.find_win(win)
    answer = pay_check(desk.manager, found, number, id_=desk.id, by=desk.people)
    return Done(answer, f"Win {found.order}: check {number} was handed over", {"win": found.order})
