"""A round by hand, from COIN IN to its end; and what is written down: malfunctions, deposits, checks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from pitboss.base.error import InputError
from pitboss.base.money import format_dollars, parse_dollars
from pitboss.cli.desk import ActReport, CommandDesk, TableName, WinName
from pitboss.cli.option import argument, read_number, word

SeatNumber = Annotated[str, argument("A seat, by its number.", "SEAT")]
Stakes = Annotated[
    list[str] | None, word("A lit sensor: '3=1' is a dollar on seat 3; may be repeated.", "SEAT=$", "--stake")
]
Hands = Annotated[
    list[str] | None,
    word("A hand that the tray pays, or that brings envy: '3=straight'.", "SEAT=LINE", "--hand"),
]
RoundNumber = Annotated[str | None, word("The number of the round. Default: the next.", "N", "--round")]
Hand = Annotated[str, word("The hand, as the paytable names it: 'akq spades'.", "LINE")]
Cards = Annotated[str, word("Its cards: 'As Ks Qs'.", "CARDS")]
Why = Annotated[str, word("The reason.", "TEXT", "--why")]


def coin_in(
    desk: CommandDesk, table: TableName, stake: Stakes = None, round_: RoundNumber = None
) -> ActReport:
    """Count the wagers of a round into the meters: COIN IN."""
    from pitboss.house.progressive import count_wagers
    from pitboss.jackpot import fact

    stakes = {seat: parse_dollars(amount) for seat, amount in read_by_seat("--stake", "dollars", stake)}
    wanted = read_number("--round", round_) if round_ is not None else 0
    answer = count_wagers(desk.manager, table, wanted, stakes, id_=desk.id, by=desk.people)
    number = answer.draft.fact_as(fact.CoinIn).round
    total = format_dollars(sum(stakes.values()))
    wagers = "1 wager" if len(stakes) == 1 else f"{len(stakes)} wagers"
    return ActReport(answer, f"Round {number} of {table}: {wagers}, {total}, counted in", {"round": number})


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


def post(desk: CommandDesk, table: TableName, seat: SeatNumber, hand: Hand, cards: Cards = "") -> ActReport:
    """Post a hand that wins from a meter.

    Its value and its place in the order are locked for the seat; others play on for what it leaves. Somebody
    else confirms it, and the meter falls then, unless its terms say that it falls when a win is posted.
    """
    from pitboss.house.progressive import post_hand

    number, manager = read_number("SEAT", seat), desk.manager
    answer = post_hand(manager, table, number, hand, cards, id_=desk.id, by=desk.people)
    win = manager.floor.wins[answer.draft.id]
    words = f"Win {win.order}: {format_dollars(win.micros)} for seat {win.seat} of {win.table}, posted"
    return ActReport(answer, words, {"win": win.order, "micros": win.micros})


def confirm(desk: CommandDesk, win: WinName) -> ActReport:
    """Confirm a posted win: it is recorded, the meter falls and the win is paid."""
    from pitboss.jackpot.request import ConfirmWin

    found = desk.find_win(win)
    answer = desk.ask(ConfirmWin, found.id)
    words = f"Win {found.order}: {format_dollars(found.micros)} confirmed by {answer.draft.by[0]}"
    return ActReport(answer, words, {"win": found.order, "micros": found.micros})


def withdraw(desk: CommandDesk, win: WinName, why: Why) -> ActReport:
    """Take a posted win back: the meter is as if it had never been posted."""
    from pitboss.jackpot.request import WithdrawWin
    from pitboss.jackpot.win import say_stays

    found = desk.find_win(win)
    answer = desk.ask(WithdrawWin, found.id, why)
    stays = desk.manager.floor.wins[found.id].stays_micros
    words = f"Win {found.order} is withdrawn: {why}. {say_stays(stays)}".removesuffix(". ")
    return ActReport(answer, words, {"win": found.order, "stays_micros": stays})


def void(desk: CommandDesk, table: TableName, why: Why) -> ActReport:
    """Void the open round of a table: its contributions are reversed."""
    from pitboss.jackpot.request import VoidRound

    return ActReport(desk.ask(VoidRound, table, why), f"The round of {table} is void: {why}")


def end(desk: CommandDesk, table: TableName, hand: Hands = None) -> ActReport:
    """End the round of a table: GAME OVER. Refused while a win is neither confirmed nor withdrawn.

    What the tray has paid is recorded with it: fixed awards of the hands that are named, and envy for them
    and for the wins of the round.
    """
    from pitboss.house.progressive import end_round
    from pitboss.jackpot.fact import GameOver
    from pitboss.ledger.fact import encode_fact

    hands = {seat: line.strip() for seat, line in read_by_seat("--hand", "hand", hand)}
    answer = end_round(desk.manager, table, hands, id_=desk.id, by=desk.people)
    over = answer.draft.fact_as(GameOver)
    paid = [f"{format_dollars(one.micros)} to seat {one.seat} for {one.line}" for one in over.tray]
    paid += [f"{format_dollars(one.micros)} of envy to seat {one.seat}" for one in over.envy]
    words = f"{table} is ready for the next round" + (f"; the tray paid {', '.join(paid)}" if paid else "")
    said = encode_fact(over)
    return ActReport(answer, words, {"tray": said.get("tray", []), "envy": said.get("envy", [])})


What = Annotated[str, word("What does not work.", "TEXT", "--what")]
Name = Annotated[str, argument("A malfunction, by its number in the log or its id.", "N")]
To = Annotated[str, word("To whom it was reported, and how.", "TEXT", "--to")]
Deposited = Annotated[str, argument("How much was deposited.", "$")]
Reference = Annotated[str, word("The bank's reference.", "TEXT")]
Payee = Annotated[str, word("To whom the check is made out.", "NAME")]
CheckNumber = Annotated[str, word("The number of the check.", "N", "--number")]


def malfunction(desk: CommandDesk, table: TableName, what: What) -> ActReport:
    """Note a malfunction: the commission is told within 72 hours."""
    from pitboss.jackpot.record import note_malfunction

    return ActReport(desk.ask(note_malfunction, table=table, what=what), f"Noted for {table}: {what}")


def reported(desk: CommandDesk, number: Name, to: To) -> ActReport:
    """Note that a malfunction was reported to the commission."""
    from pitboss.house.progressive import report_malfunction
    from pitboss.reports.record.malfunction import malfunctions

    people, manager = desk.people, desk.manager
    log = malfunctions(manager.store.entries(), zone=None)
    found = next((one for one in log if number in (str(one.number), one.id)), None)
    if found is None:
        raise InputError(f"there is no malfunction {number!r}; the log has {len(log)}")
    answer = report_malfunction(manager, found.id, to, id_=desk.id, by=people)
    return ActReport(answer, f"Malfunction {found.number} was reported: {to}")


def deposited(desk: CommandDesk, amount: Deposited, reference: Reference) -> ActReport:
    """Note a deposit of accruals in the bank."""
    from pitboss.jackpot.record import note_deposit

    micros = parse_dollars(amount)
    answer = desk.ask(note_deposit, micros=micros, reference=reference)
    return ActReport(answer, f"{format_dollars(micros)} deposited, {reference}", {"micros": micros})


def check_request(desk: CommandDesk, win: WinName, payee: Payee) -> ActReport:
    """Note that a winner asks for a check: over $5,000 it is due within 24 hours."""
    from pitboss.house.progressive import request_check

    found = desk.find_win(win)
    answer = request_check(desk.manager, found, payee, id_=desk.id, by=desk.people)
    words = f"Win {found.order}: a check of {format_dollars(found.micros)} for {payee} is asked for"
    return ActReport(answer, words, {"win": found.order})


def check_paid(desk: CommandDesk, win: WinName, number: CheckNumber) -> ActReport:
    """Note that the check for a win was handed over."""
    from pitboss.house.progressive import pay_check

    found = desk.find_win(win)
    answer = pay_check(desk.manager, found, number, id_=desk.id, by=desk.people)
    return ActReport(answer, f"Win {found.order}: check {number} was handed over", {"win": found.order})
