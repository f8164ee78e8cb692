"""Searches asked for in words: for paytables, for the terms of a meter, for what a seen card is worth."""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction

from pitboss.audit.own_table import make_own_table
from pitboss.audit.request import tables_named
from pitboss.audit.term import Asked, take_terms
from pitboss.base.error import InputError, Parameter, ParameterError, find_name
from pitboss.base.money import as_dollars, parse_dollars, parse_rate
from pitboss.base.progress import Progress, Say
from pitboss.design.design import design
from pitboss.design.ladder import LINE
from pitboss.design.meter_terms import (
    CONTRIBUTIONS,
    RESERVES,
    SEEDS,
    MeterChoices,
    MeterDesign,
    MeterTargets,
    design_meter,
)
from pitboss.design.outcome import Design
from pitboss.design.search import By
from pitboss.design.target import Targets
from pitboss.design.vulnerability import THOROUGH, USUAL, Vulnerability, find_vulnerability
from pitboss.rules import Game, Paytable

MOST_VALUES = 500
RANGE = re.compile(r"(?P<low>[^./,]+(?:\.\d+)?)\s*\.\.\s*(?P<high>[^./,]+(?:\.\d+)?)\s*/\s*(?P<step>[^/,]+)")


def make_design(
    game: Game,
    wager: str,
    targets: Targets,
    *,
    like: str | None = None,
    lines: Sequence[str] = (),
    most: int = 20,
    by: By = By.NEAREST,
    asked: Asked | None = None,
    progress: Progress | None = None,
) -> Design:
    """As a command asks for it: `like` names a paytable or writes one, `lines` are 'line=pays'."""
    asked = asked or Asked()
    table = like_table(game, wager, like, players=asked.players)
    game = game.with_table(table)
    terms = take_terms(game, wager, asked).terms
    return design(
        game,
        wager,
        targets,
        like=table,
        lines=read_lines(lines),
        most=most,
        by=by,
        terms=terms,
        progress=progress,
    )


def like_table(game: Game, wager_name: str, like: str | None, *, players: int | None = None) -> Paytable:
    """The wager's paytable of that name, or the pays that are written out; the column for n players."""
    wager = game.wager(wager_name)
    tables = {table.id: table for table in game.tables_for(wager.id)}
    if like is None:
        in_force = game.chosen.get(wager.id, ())
        if not in_force:
            raise InputError(f"{wager.label} is not paid by a table, so there is nothing to design")
        return next((table for table in in_force if table.hands == (players or 1) + 1), in_force[0])
    if any(sign in like for sign in ",;="):
        return make_own_table(game, wager.id, like, hands=(players or 1) + 1)
    return tables[find_name("paytable", like, tables)]


def read_lines(texts: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in texts:
        name, sign, pays = (part.strip() for part in text.partition("="))
        if not sign or not pays:
            raise ParameterError(LINE, f": write it as 'straight_flush=30..50', not {text!r}")
        if name in found:
            raise ParameterError(LINE, f": {name!r} is there twice; keep one of them")
        found[name] = pays
    return found


# -- the terms of a meter --------------------------------------------------------------------------


def make_meter_design(
    game: Game,
    wager: str,
    targets: MeterTargets,
    *,
    like: str | None = None,
    seed: str | None = None,
    contribution: str | None = None,
    reserve: str | None = None,
    envy: str | None = None,
    players: int | None = None,
    most: int = 20,
) -> MeterDesign:
    """As a command asks for it: values are '500..2000/500', '10%,12%' or one of them."""
    table = like_table(game, wager, like)
    game = game.with_table(table)
    terms = take_terms(game, wager, Asked(players=players)).terms
    choices = MeterChoices(
        seeds=read_values("meter-seed", seed, read_money) or SEEDS,
        contributions=read_values("contribution", contribution, parse_rate) or CONTRIBUTIONS,
        reserves=read_values("reserve", reserve, parse_rate) or RESERVES,
        envies=read_values("envy", envy, read_factor) or (Fraction(1),),
    )
    return design_meter(game, wager, targets, choices, terms=terms, most=most)


def read_values(about: str, text: str | None, read: Callable[[str], Fraction]) -> tuple[Fraction, ...]:
    if text is None:
        return ()
    try:
        match = RANGE.fullmatch(text.strip())
        if not match:
            if ".." in text:
                raise InputError("a range needs a step, as in '500..2000/500'")
            return tuple(sorted({read(part.strip()) for part in text.split(",")}))
        low, high, step = (read(match[name].strip()) for name in ("low", "high", "step"))
    except InputError as problem:
        raise ParameterError(Parameter(about), f": {problem}") from problem
    if not step:
        raise ParameterError(Parameter(about), f": a step of 0 leads nowhere: {text!r}; take a larger one")
    if low > high or (high - low) / step > MOST_VALUES:
        steps = f"from the lower to the higher end in at most {MOST_VALUES} steps"
        raise ParameterError(Parameter(about), f": {steps}, not {text!r}")
    return tuple(low + n * step for n in range(int((high - low) / step) + 1))


def read_money(text: str) -> Fraction:
    return as_dollars(parse_dollars(text))


def read_factor(text: str) -> Fraction:
    """A percentage of what is printed, which may lie above 100%."""
    digits = text.removesuffix("%").strip()
    if not re.fullmatch(r"\d{1,4}(\.\d{1,2})?", digits, re.ASCII):
        raise InputError(f"write a percentage of the printed envy, as '150%', not {text!r}")
    return Fraction(digits) / 100


# -- seen cards ------------------------------------------------------------------------------------


def make_vulnerability(
    game: Game,
    paytables: Sequence[str] = (),
    *,
    most_dead: int = 2,
    players: int = 0,
    is_thorough: bool = False,
    seed: int = 1,
    progress: Say | None = None,
) -> Vulnerability:
    """The leaks of a game's base wager; under the paytables named, or the one in force."""
    tables = [table for name in paytables for table in tables_named(game, name)]
    own = tuple(table for table in tables if table.wager in game.deciding)
    if tables and not own:
        raise InputError(f"{tables[0].id} pays {tables[0].wager}: no decision is made for that wager")
    return find_vulnerability(
        game,
        own,
        most_dead=most_dead,
        players=players,
        patience=THOROUGH if is_thorough else USUAL,
        seed=seed,
        progress=progress,
    )
