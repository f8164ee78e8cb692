"""A round by hand: COIN IN, a hand posted, confirmed or withdrawn, a round voided or ended."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.base.error import InputError
from pitboss.base.money import format_dollars, parse_dollars
from pitboss.cli.option import AsJson, read_number
from pitboss.cli.progressive.desk import By, RequestId, Store, make_id, open_floor, say_answer, sign_in

TableName = Annotated[str, typer.Argument(metavar="TABLE", help="A table.")]
SeatNumber = Annotated[str, typer.Argument(metavar="SEAT", help="A seat, by its number.")]
Stakes = Annotated[
    list[str] | None,
    typer.Option(
        "--stake", metavar="SEAT=$", help="A lit sensor: '3=1' is a dollar on seat 3; may be repeated."
    ),
]
RoundNumber = Annotated[
    str | None, typer.Option("--round", metavar="N", help="The number of the round. Default: the next.")
]
Hand = Annotated[str, typer.Option(metavar="LINE", help="The hand, as the paytable names it: 'akq spades'.")]
Cards = Annotated[str, typer.Option(metavar="CARDS", help="Its cards: 'As Ks Qs'.")]
WinName = Annotated[str, typer.Argument(metavar="WIN", help="A win, by its number or id.")]
Why = Annotated[str, typer.Option("--why", metavar="TEXT", help="The reason.")]


def coin_in(
    table: TableName,
    stake: Stakes = None,
    round_: RoundNumber = None,
    by: By = None,
    store: Store = None,
    id_: RequestId = None,
    json: AsJson = False,
) -> None:
    """Count the wagers of a round into the meters: COIN IN."""
    from pitboss.jackpot import fact
    from pitboss.jackpot.request import CoinIn

    stakes = read_stakes(stake)
    with open_floor(store) as manager:
        people = sign_in(manager, by)
        number = read_number("--round", round_) if round_ is not None else 0
        answer = manager.ask(CoinIn(make_id(id_), people, table, number, stakes))
    number = answer.draft.fact_as(fact.CoinIn).round
    total = format_dollars(sum(stakes.values()))
    wagers = "1 wager" if len(stakes) == 1 else f"{len(stakes)} wagers"
    say_answer(answer, f"Round {number} of {table}: {wagers}, {total}, counted in", json=json, round=number)


def read_stakes(texts: list[str] | None) -> dict[int, int]:
    stakes: dict[int, int] = {}
    for text in texts or ():
        seat, sign, amount = text.partition("=")
        number = read_number("--stake", seat.strip())
        if not sign or number in stakes:
            raise InputError(f"--stake: write seat=dollars, each seat once, not {text!r}")
        stakes[number] = parse_dollars(amount)
    return stakes


def post(
    table: TableName,
    seat: SeatNumber,
    hand: Hand,
    cards: Cards = "",
    by: By = None,
    store: Store = None,
    id_: RequestId = None,
    json: AsJson = False,
) -> None:
    """Post a hand that wins from a meter.

    Its value is locked for the seat and the meter restarts at once. Somebody else confirms it.
    """
    from pitboss.house.progressive import post_hand

    with open_floor(store) as manager:
        people = sign_in(manager, by)
        number, given = read_number("SEAT", seat), make_id(id_)
        answer = post_hand(manager, table, number, hand, cards, id_=given, by=people)
        win = manager.floor.wins[answer.draft.id]
    words = f"Win {win.order}: {format_dollars(win.micros)} for seat {win.seat} of {win.table}, posted"
    say_answer(answer, words, json=json, win=win.order, micros=win.micros)


def confirm(
    win: WinName, by: By = None, store: Store = None, id_: RequestId = None, json: AsJson = False
) -> None:
    """Confirm a posted win: it is recorded and paid, and never undone."""
    from pitboss.jackpot.request import ConfirmWin
    from pitboss.reports.progressive.win_page import find_win

    with open_floor(store) as manager:
        people = sign_in(manager, by)
        found = find_win(manager.floor, win)
        answer = manager.ask(ConfirmWin(make_id(id_), people, found.id))
    words = f"Win {found.order}: {format_dollars(found.micros)} confirmed by {answer.draft.by[0]}"
    say_answer(answer, words, json=json, win=found.order, micros=found.micros)


def withdraw(
    win: WinName, why: Why, by: By = None, store: Store = None, id_: RequestId = None, json: AsJson = False
) -> None:
    """Take a posted win back: its value flows back into the meter."""
    from pitboss.jackpot.request import WithdrawWin
    from pitboss.reports.progressive.win_page import find_win

    with open_floor(store) as manager:
        people = sign_in(manager, by)
        found = find_win(manager.floor, win)
        answer = manager.ask(WithdrawWin(make_id(id_), people, found.id, why))
    say_answer(answer, f"Win {found.order} is withdrawn: {why}", json=json, win=found.order)


def void(
    table: TableName,
    why: Why,
    by: By = None,
    store: Store = None,
    id_: RequestId = None,
    json: AsJson = False,
) -> None:
    """Void the open round of a table: its contributions are reversed."""
    from pitboss.jackpot.request import VoidRound

    with open_floor(store) as manager:
        answer = manager.ask(VoidRound(make_id(id_), sign_in(manager, by), table, why))
    say_answer(answer, f"The round of {table} is void: {why}", json=json)


def end(
    table: TableName, by: By = None, store: Store = None, id_: RequestId = None, json: AsJson = False
) -> None:
    """End the round of a table: GAME OVER. Refused while a win is neither confirmed nor withdrawn."""
    from pitboss.jackpot.request import EndGame

    with open_floor(store) as manager:
        answer = manager.ask(EndGame(make_id(id_), sign_in(manager, by), table))
    say_answer(answer, f"{table} is ready for the next round", json=json)
