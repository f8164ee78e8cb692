"""A round by hand: COIN IN, a hand posted, confirmed or withdrawn, a round voided or ended."""

from __future__ import annotations

from collections.abc import Iterator
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
Hands = Annotated[
    list[str] | None,
    typer.Option(
        "--hand", metavar="SEAT=LINE", help="A hand that the tray pays, or that brings envy: '3=straight'."
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
    return {seat: parse_dollars(amount) for seat, amount in read_by_seat("--stake", "dollars", texts)}


def read_by_seat(option: str, what: str, texts: list[str] | None) -> Iterator[tuple[int, str]]:
    """'3=1': a seat and what belongs to it, each seat once."""
    seats = set()
    for text in texts or ():
        seat, sign, said = text.partition("=")
        number = read_number(option, seat.strip())
        if not sign or number in seats:
            raise InputError(f"{option}: write seat={what}, each seat once, not {text!r}")
        seats.add(number)
        yield number, said


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

    Its value and its place in the order are locked for the seat; others play on for what it leaves. Somebody
    else confirms it, and the meter falls then, unless its terms say that it falls when a win is posted.
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
    """Confirm a posted win: it is recorded, the meter falls and the win is paid."""
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
    """Take a posted win back: the meter is as if it had never been posted."""
    from pitboss.jackpot.request import WithdrawWin
    from pitboss.jackpot.win import say_stays
    from pitboss.reports.progressive.win_page import find_win

    with open_floor(store) as manager:
        people = sign_in(manager, by)
        found = find_win(manager.floor, win)
        answer = manager.ask(WithdrawWin(make_id(id_), people, found.id, why))
        stays = manager.floor.wins[found.id].stays_micros
    words = f"Win {found.order} is withdrawn: {why}. {say_stays(stays)}".removesuffix(". ")
    say_answer(answer, words, json=json, win=found.order, stays_micros=stays)


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
    table: TableName,
    hand: Hands = None,
    by: By = None,
    store: Store = None,
    id_: RequestId = None,
    json: AsJson = False,
) -> None:
    """End the round of a table: GAME OVER. Refused while a win is neither confirmed nor withdrawn.

    What the tray has paid is recorded with it: fixed awards of the hands that are named, and envy for them
    and for the wins of the round.
    """
    from pitboss.house.progressive import end_round
    from pitboss.jackpot.fact import GameOver
    from pitboss.ledger.fact import encode_fact

    hands = {seat: line.strip() for seat, line in read_by_seat("--hand", "hand", hand)}
    with open_floor(store) as manager:
        answer = end_round(manager, table, hands, id_=make_id(id_), by=sign_in(manager, by))
    over = answer.draft.fact_as(GameOver)
    paid = [f"{format_dollars(one.micros)} to seat {one.seat} for {one.line}" for one in over.tray]
    paid += [f"{format_dollars(one.micros)} of envy to seat {one.seat}" for one in over.envy]
    words = f"{table} is ready for the next round" + (f"; the tray paid {', '.join(paid)}" if paid else "")
    said = encode_fact(over)
    say_answer(answer, words, json=json, tray=said.get("tray", []), envy=said.get("envy", []))
