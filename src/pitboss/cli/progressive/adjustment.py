"""Money that moves without a round: adjusted, moved, backed out, seized, replaced, spent on merchandise."""

from __future__ import annotations

from typing import Annotated

from pitboss.base.error import InputError
from pitboss.base.money import format_dollars, parse_dollars
from pitboss.cli.desk import ActReport, CommandDesk, Progressive, WinName
from pitboss.cli.option import argument, word
from pitboss.house.adjustment import REASONS, read_amount

ChangeBy = Annotated[str, word("By how much: '-$12.50' lowers, '$3' raises.", "$")]
ReasonName = Annotated[
    str,
    word(
        "To lower: win (take off a win), display (error of faulty equipment), cap (back to it), "
        "receipts (book what is not displayed), seed (recover it). To raise: correction.",
        "WORD",
        "--reason",
    ),
]
Text = Annotated[str, word("What happened: the documentation of the change.", "TEXT")]
LevelName = Annotated[str, word("The level, where there are several.", "NAME", "--level")]
AccountName = Annotated[
    str, word("What is adjusted. Default: the meter.", "meter|reserve|overflow", "--account")
]
Target = Annotated[str, argument("The progressive that receives it.", "TO")]
TargetLevel = Annotated[str, word("Its level, where there are several.", "NAME", "--to-level")]
Approval = Annotated[str, word("The approval of the transfer.", "NUMBER")]
Amount = Annotated[str, word("How much.", "$")]
Authority = Annotated[str, word("Who has taken it.", "TEXT")]
Reference = Annotated[str, word("The bank's reference.", "TEXT")]
Hand = Annotated[str, word("The hand whose fixed prize it replaces.", "HAND")]
Game = Annotated[str, word("The game, where there are several.", "GAME", "--game")]
Value = Annotated[str, word("What the merchandise has cost.", "$")]
What = Annotated[str, word("What it is.", "TEXT")]
Consent = Annotated[str, word("Where the game's owner has agreed.", "TEXT")]
Payer = Annotated[str, word("What pays for it. Default: reserve.", "reserve|overflow", "--account")]
Stake = Annotated[str | None, word("The wager that won. Default: the denomination.", "$", "--stake")]


def adjust(
    desk: CommandDesk,
    progressive: Progressive,
    amount: ChangeBy,
    reason: ReasonName,
    text: Text,
    level: LevelName = "",
    account: AccountName = "meter",
) -> ActReport:
    """Raise or lower a meter, its reserve or its overflow.

    Two people and a text are needed; an amount goes down for five reasons only (WAC 230-15-695).
    """
    from pitboss.jackpot.request import Adjust

    if reason not in REASONS:
        raise InputError(f"--reason: one of {', '.join(REASONS)}, not {reason!r}")
    micros = read_amount(amount)
    answer = desk.ask(Adjust, progressive, level, micros, REASONS[reason], text, account)
    shown = format_dollars(desk.manager.floor.shown(progressive, level))
    done = f"The {account} of {progressive} was adjusted by {format_dollars(micros)}"
    return ActReport(answer, f"{done}; the meter shows {shown}", {"micros": micros})


def back_out(desk: CommandDesk, win: WinName, text: Text) -> ActReport:
    """Back a confirmed win out: it was none.

    Two people and a text are needed. Meter, reserve, hits and paid go back together; the win stays in the
    journal as backed out.
    """
    from pitboss.jackpot.request import BackOutWin

    found = desk.find_win(win)
    answer = desk.ask(BackOutWin, found.id, text)
    shown = format_dollars(desk.manager.floor.shown(found.progressive, found.level))
    words = f"Win {found.order} of {format_dollars(found.micros)} is backed out; the meter shows {shown}"
    return ActReport(answer, words, {"win": found.order, "micros": found.micros})


def move(
    desk: CommandDesk,
    progressive: Progressive,
    target: Target,
    amount: ChangeBy,
    approval: Approval,
    text: Text,
    level: LevelName = "",
    to_level: TargetLevel = "",
) -> ActReport:
    """Move money from one progressive to another.

    Two people, an approval and a text are needed; what leaves one arrives at the other.
    """
    from pitboss.jackpot.request import MoveMoney

    micros = parse_dollars(amount)
    answer = desk.ask(MoveMoney, progressive, level, target, to_level, micros, approval, text)
    words = f"{format_dollars(micros)} moved from {progressive} to {target}"
    return ActReport(answer, words, {"micros": micros})


# -- money that the house only keeps ---------------------------------------------------------------


def seized(desk: CommandDesk, progressive: Progressive, amount: Amount, authority: Authority) -> ActReport:
    """Stop a progressive whose money an authority has taken, until all of it is replaced."""
    from pitboss.jackpot.request import Seize

    micros = parse_dollars(amount)
    answer = desk.ask(Seize, progressive, micros, authority)
    words = f"{progressive} is stopped: {format_dollars(micros)} was seized by {authority}"
    return ActReport(answer, words, {"micros": micros})


def replaced(desk: CommandDesk, progressive: Progressive, amount: Amount, reference: Reference) -> ActReport:
    """Note that seized money was paid in again. Two people do it; afterwards two people open."""
    from pitboss.jackpot.request import ReplaceSeized

    micros = parse_dollars(amount)
    answer = desk.ask(ReplaceSeized, progressive, micros, reference)
    lacking = desk.manager.floor.progressives[progressive].seized
    words = f"{format_dollars(micros)} was replaced; {format_dollars(lacking)} is lacking"
    return ActReport(answer, words, {"micros": micros, "lacking_micros": lacking})


def merchandise(
    desk: CommandDesk,
    progressive: Progressive,
    hand: Hand,
    value: Value,
    what: What,
    consent: Consent,
    game: Game = "",
    level: LevelName = "",
    account: Payer = "reserve",
    stake: Stake = None,
) -> ActReport:
    """Give merchandise in place of a fixed prize.

    Two people do it. It is worth at least the prize, and only the reserve or the overflow pays for it.
    """
    from pitboss.house.progressive import ReplacedPrize, pay_merchandise
    from pitboss.jackpot.fact import MerchandisePaid

    cost = parse_dollars(value)
    prize = ReplacedPrize(hand, game, level, parse_dollars(stake) if stake else None)
    answer = pay_merchandise(
        desk.manager,
        progressive,
        prize,
        account=account,
        value_micros=cost,
        what=what,
        consent=consent,
        id_=desk.id,
        by=desk.people,
    )
    paid = format_dollars(answer.draft.fact_as(MerchandisePaid).fixed_micros)
    words = f"{what} for {format_dollars(cost)} in place of {paid}, out of the {account}"
    return ActReport(answer, words, {"micros": cost})
