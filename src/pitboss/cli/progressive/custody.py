"""Money that the house only keeps: seized, replaced, and merchandise that hidden money buys."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.base.money import format_dollars, parse_dollars
from pitboss.cli.option import AsJson
from pitboss.cli.progressive.adjustment import LevelName
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

Amount = Annotated[str, typer.Option(metavar="$", help="How much.")]
Authority = Annotated[str, typer.Option(metavar="TEXT", help="Who has taken it.")]
Reference = Annotated[str, typer.Option(metavar="TEXT", help="The bank's reference.")]
Hand = Annotated[str, typer.Option(metavar="HAND", help="The hand whose fixed prize it replaces.")]
Game = Annotated[str, typer.Option("--game", metavar="GAME", help="The game, where there are several.")]
Value = Annotated[str, typer.Option(metavar="$", help="What the merchandise has cost.")]
What = Annotated[str, typer.Option(metavar="TEXT", help="What it is.")]
Consent = Annotated[str, typer.Option(metavar="TEXT", help="Where the game's owner has agreed.")]
Account = Annotated[
    str, typer.Option("--account", metavar="reserve|overflow", help="What pays for it. Default: reserve.")
]
Stake = Annotated[
    str | None, typer.Option("--stake", metavar="$", help="The wager that won. Default: the denomination.")
]


def seized(
    progressive: Progressive,
    amount: Amount,
    authority: Authority,
    by: By = None,
    store: Store = None,
    id_: RequestId = None,
    json: AsJson = False,
) -> None:
    """Stop a progressive whose money an authority has taken, until all of it is replaced."""
    from pitboss.jackpot.request import Seize

    micros = parse_dollars(amount)
    with open_floor(store) as manager:
        answer = manager.ask(Seize(make_id(id_), sign_in(manager, by), progressive, micros, authority))
    words = f"{progressive} is stopped: {format_dollars(micros)} was seized by {authority}"
    say_answer(answer, words, json=json, micros=micros)


def replaced(
    progressive: Progressive,
    amount: Amount,
    reference: Reference,
    by: By = None,
    store: Store = None,
    id_: RequestId = None,
    json: AsJson = False,
) -> None:
    """Note that seized money was paid in again. Two people do it; afterwards two people open."""
    from pitboss.jackpot.request import ReplaceSeized

    micros = parse_dollars(amount)
    with open_floor(store) as manager:
        people = sign_in(manager, by)
        answer = manager.ask(ReplaceSeized(make_id(id_), people, progressive, micros, reference))
        lacking = manager.floor.progressives[progressive].seized
    words = f"{format_dollars(micros)} was replaced; {format_dollars(lacking)} is lacking"
    say_answer(answer, words, json=json, micros=micros, lacking_micros=lacking)


def merchandise(
    progressive: Progressive,
    hand: Hand,
    value: Value,
    what: What,
    consent: Consent,
    game: Game = "",
    level: LevelName = "",
    account: Account = "reserve",
    stake: Stake = None,
    by: By = None,
    store: Store = None,
    id_: RequestId = None,
    json: AsJson = False,
) -> None:
    """Give merchandise in place of a fixed prize.

    Two people do it. It is worth at least the prize, and only the reserve or the overflow pays for it.
    """
    from pitboss.house.progressive import ReplacedPrize, pay_merchandise
    from pitboss.jackpot.fact import MerchandisePaid

    cost = parse_dollars(value)
    prize = ReplacedPrize(hand, game, level, parse_dollars(stake) if stake else None)
    with open_floor(store) as manager:
        people = sign_in(manager, by)
        answer = pay_merchandise(
            manager,
            progressive,
            prize,
            account=account,
            value_micros=cost,
            what=what,
            consent=consent,
            id_=make_id(id_),
            by=people,
        )
    paid = format_dollars(answer.draft.fact_as(MerchandisePaid).fixed_micros)
    words = f"{what} for {format_dollars(cost)} in place of {paid}, out of the {account}"
    say_answer(answer, words, json=json, micros=cost)
