"""A paytable of the user's own, read from one line of text.

Pays stand in the order of the wager's lines ('40,30,6,4,1') or each beside its line
('straight_flush=40 to 1, pair=push'). Commas separate; where a pay has a comma in it, semicolons do.
"""

import re
from collections.abc import Mapping
from dataclasses import replace

from pitboss.base.error import InputError, find_name
from pitboss.base.money import parse_dollars
from pitboss.base.odds import Kind, Pay, parse_pay
from pitboss.rules import Game, Paytable, Wager
from pitboss.rules.paytable import Shape, falling_pays

OWN = "your own"
LONGEST_PAY = 40
LARGEST_PAY, LARGEST_PART = 1_000_000, 100
"""Larger pays are misprints, and their sums would not fit the counting engine's whole numbers."""
ENVY = re.compile(r"(?P<pay>.+?)\s+envy\s+(?P<envy>\$?\S+)", re.IGNORECASE)
THOUSANDS = re.compile(r"\d{1,3}(,\d{3})+(?!\d)")


def make_own_table(game: Game, wager_name: str, text: str, *, hands: int | None = None) -> Paytable:
    """The paytable that `text` writes for the wager; `hands` where a column is for n hands."""
    wager = game.wager(wager_name)
    if wager.shape is None:
        raise InputError(f"{wager.label} is not paid by a table, so it has no pays to choose")
    texts = split_pays(text, wager, wager.shape)
    bare = bare_kind(game, wager)
    pays: dict[str, Pay] = {}
    envy: dict[str, int] = {}
    for line, words in texts.items():
        match = ENVY.fullmatch(words)
        pays[line] = read_pay(match["pay"] if match else words, line, bare)
        if match:
            envy[line] = parse_dollars(match["envy"])
    pays = {line: pays[line] for line in wager.shape.allowed if line in pays}
    check_meters(wager, pays, envy)
    columns = any(table.hands for table in game.tables_for(wager.id))
    return Paytable(
        id=OWN,
        wager=wager.id,
        pays=pays,
        source="the user",
        envy_micros=envy,
        hands=hands if columns else None,
        warnings=tuple(f"{OWN}: {warning}" for warning in falling_pays(pays, wager.shape)),
    )


def with_own_pays(game: Game, wager_name: str, text: str, *, players: int = 1) -> Game:
    """The game with the paytable that `text` writes in force, new lines included.

    `players` where a column is for n players and the dealer.
    """
    game = with_new_lines(game, wager_name, text)
    return game.with_table(make_own_table(game, wager_name, text, hands=players + 1))


def with_new_lines(game: Game, wager_name: str, text: str) -> Game:
    """The game with the lines that `text` names besides those of the wager's tables."""
    wager = game.wager(wager_name)
    if wager.shape is None or "=" not in text:
        return game
    ranking, allowed = wager.shape.ranking, wager.shape.allowed
    known = [*allowed, *(line for line in ranking.lines if line not in allowed)]
    named = [part.partition("=")[0].strip() for part in re.split("[,;]", text) if "=" in part]
    found = {*allowed, *(find_name(f"line of {wager.label}", name, known) for name in named)}
    if found == {*allowed}:
        return game
    # Best first, and the narrower of two that reach as high.
    lines = sorted(found, key=lambda line: (-max(ranking.line(line)), len(ranking.line(line))))
    shape = replace(wager.shape, allowed=tuple(lines))
    return replace(game, wagers={**game.wagers, wager.id: replace(wager, shape=shape)})


def split_pays(text: str, wager: Wager, shape: Shape) -> dict[str, str]:
    """The words of each line's pay."""
    words = [part.strip() for part in text.split(";" if ";" in text else ",")]
    if not any(words):
        raise InputError(f"no pays given: {expected(wager, shape)}")
    named = [word for word in words if "=" in word]
    if named and len(named) < len(words):
        odd = next(word for word in words if "=" not in word)
        raise InputError(f"name the line of every pay or of none: {odd!r} has none")
    return name_pays(words, wager, shape) if named else order_pays(words, text, wager, shape)


def name_pays(words: list[str], wager: Wager, shape: Shape) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in words:
        name, _, pay = (part.strip() for part in word.partition("="))
        line = find_name(f"line of {wager.label}", name, shape.allowed)
        if line in found:
            raise InputError(f"the line {line!r} is there twice; keep one of them")
        found[line] = pay
    missing = [line for line in shape.required if line not in found]
    if missing:
        raise InputError(f"no pay for {', '.join(missing)}: {expected(wager, shape)}")
    return found


def order_pays(words: list[str], text: str, wager: Wager, shape: Shape) -> dict[str, str]:
    """By place: the lines that every table has, or all lines."""
    for lines in (shape.required, shape.allowed):
        if len(words) == len(lines):
            return dict(zip(lines, words, strict=True))
    hint = ""
    if ";" not in text and THOUSANDS.search(text):
        hint = "; write thousands without a comma, or put semicolons between the pays"
    count = "1 pay is" if len(words) == 1 else f"{len(words)} pays are"
    raise InputError(f"{count} not a table: {expected(wager, shape)}{hint}")


def expected(wager: Wager, shape: Shape) -> str:
    """The lines that a table of this wager lists."""
    required = f"{wager.label} has {len(shape.required)} lines, {', '.join(shape.required)}"
    optional = [line for line in shape.allowed if line not in shape.required]
    if not optional:
        return required
    return f"{required}; or {len(shape.allowed)} with {', '.join(optional)}: {', '.join(shape.allowed)}"


def bare_kind(game: Game, wager: Wager) -> Kind:
    """How a bare number is meant: as the wager's own tables print their pays."""
    kinds = {pay.kind for table in game.tables_for(wager.id) for pay in table.pays.values()}
    return Kind.FOR if kinds <= {Kind.FOR, Kind.METER} and Kind.FOR in kinds else Kind.TO


def read_pay(words: str, line: str, bare: Kind) -> Pay:
    if len(words) > LONGEST_PAY:
        raise InputError(f"{line}: a pay has at most {LONGEST_PAY} characters, not {len(words)}")
    try:
        pay = parse_pay(words, bare=bare)
    except InputError as problem:
        raise InputError(f"{line}: {problem}") from problem
    if pay.amount > LARGEST_PAY or pay.amount.denominator > LARGEST_PART:
        raise InputError(f"{line}: a pay is at most {LARGEST_PAY:,} to 1, in parts of at most {LARGEST_PART}")
    return pay


def check_meters(wager: Wager, pays: Mapping[str, Pay], envy: Mapping[str, int]) -> None:
    """A meter or envy goes with a wager of one bet: a bonus on another bet has no meter to draw from."""
    if len(wager.bets) > 1 and (envy or any(pay.kind is Kind.METER for pay in pays.values())):
        raise InputError(
            f"{wager.label} is {len(wager.bets)} bets and takes neither a share of a meter nor envy"
        )
