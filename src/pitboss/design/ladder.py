"""Which pays are tried on each line: those that the trade prints, around what the wager's tables pay.

Nobody prints '37 to 1'. The ladder holds the round pays of the trade, and whatever the printed tables of the
wager itself pay. A line is tried from half of the least to twice the most that is printed for it, unless a
range is given: '30..50' by the ladder, '3..5/0.5' by steps, '30,40' as they are, 'none' without the line.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from pitboss.base.error import InputError, Parameter, ParameterError, find_name
from pitboss.base.odds import Kind, Pay, parse_pay
from pitboss.rules import Game, Paytable
from pitboss.rules.paytable import Shape

TRADE_PAYS = tuple(
    map(
        Fraction,
        (
            *(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 18, 20, 25, 30, 35, 40, 45, 50, 60, 70, 75, 80, 90),
            *(100, 125, 150, 175, 200, 250, 300, 400, 500, 600, 750, 800, 1000, 1500, 2000, 2500, 3000, 4000),
            *(5000, 7500, 10_000, 15_000, 20_000, 25_000, 50_000, 100_000),
        ),
    )
)
LINE = Parameter("line")
"""By which somebody says what a line may pay."""
MOST_PAYS = 400
"""On one line: more would be a misprint of a range."""
LARGEST = 1_000_000
NONE = "none"
AMOUNT = r"(\d{1,7}(?:\.\d{1,3})?)"
RANGE = re.compile(rf"{AMOUNT}\s*\.\.\s*{AMOUNT}(?:\s*/\s*{AMOUNT})?", re.ASCII)

Choices = Mapping[str, tuple[Fraction, ...]]
"""By line: the amounts that are tried, ascending."""


def choose_pays(game: Game, table: Paytable, asked: Mapping[str, str]) -> Choices:
    """The pays to try on every line that a table of this shape has; a meter's share stays as it is."""
    shape = game.wagers[table.wager].shape
    assert shape is not None, "a wager with a paytable has lines"
    wanted = {find_name("line", name, shape.allowed): text.strip() for name, text in asked.items()}
    lines = lines_wanted(shape, table, wanted)
    ladder = ladder_of(game, table)
    choices: dict[str, tuple[Fraction, ...]] = {}
    for line in lines:
        pay = table.pays.get(line)
        if pay is not None and pay.kind is Kind.METER:
            if line in wanted:
                raise InputError(f"{line} is paid from the meter: its share is not searched")
            continue
        choices[line] = (
            read_choice(line, wanted[line], ladder) if line in wanted else usual(game, table, line, ladder)
        )
    return choices


def lines_wanted(shape: Shape, table: Paytable, wanted: Mapping[str, str]) -> tuple[str, ...]:
    """The lines of the table, without those that are to go and with those that are to come."""
    gone = {line for line, text in wanted.items() if text.lower() == NONE}
    for line in gone & set(shape.required):
        raise InputError(f"every table of this wager has the line {line}: it cannot go")
    return tuple(
        line for line in shape.allowed if line not in gone and (line in table.pays or line in wanted)
    )


def ladder_of(game: Game, table: Paytable) -> tuple[Fraction, ...]:
    """The trade's pays, and those that the wager's own tables print."""
    printed = {
        pay.amount for one in (*game.tables_for(table.wager), table) for pay in fixed(one.pays.values())
    }
    return tuple(sorted({*TRADE_PAYS, *(amount for amount in printed if amount > 0)}))


def fixed(pays: Iterable[Pay]) -> Iterable[Pay]:
    return (pay for pay in pays if pay.kind is not Kind.METER)


def usual(game: Game, table: Paytable, line: str, ladder: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """From half of the least to twice the most that is printed on the line; the table's own pay is in."""
    sisters = [one for one in game.tables_for(table.wager) if one.hands == table.hands]
    pays = [one.pays[line] for one in (*sisters, table) if line in one.pays]
    amounts = [pay.amount for pay in fixed(pays)]
    if not amounts:
        none = f"no table prints a pay for {line}: give a range, as in '"
        raise ParameterError(none, LINE, f" {line}=5..20'")
    own = {table.pays[line].amount} if line in table.pays else set()
    between = {pay for pay in ladder if min(amounts) / 2 <= pay <= 2 * max(amounts)}
    return tuple(sorted(between | own))


def read_choice(line: str, text: str, ladder: Sequence[Fraction]) -> tuple[Fraction, ...]:
    match = RANGE.fullmatch(text)
    found = (
        read_range(line, match, ladder) if match else {read_amount(line, part) for part in text.split(",")}
    )
    if not 0 < len(found) <= MOST_PAYS or max(found) > LARGEST:
        raise ParameterError(LINE, f" {line}: 1 to {MOST_PAYS} pays of at most {LARGEST:,}, not {text!r}")
    return tuple(sorted(found))


def read_range(line: str, match: re.Match[str], ladder: Sequence[Fraction]) -> set[Fraction]:
    """By steps, or by the ladder; both ends are in."""
    low, high = Fraction(match[1]), Fraction(match[2])
    if low > high:
        raise ParameterError(
            LINE, f" {line}: a range runs from the lower to the higher pay, not {match[0]!r}"
        )
    if match[3] is None:
        return {low, high, *(pay for pay in ladder if low < pay < high)}
    step = Fraction(match[3])
    if not step:
        raise ParameterError(LINE, f" {line}: a step of 0 leads nowhere: {match[0]!r}; take a larger one")
    if (high - low) / step > MOST_PAYS:
        raise ParameterError(LINE, f" {line}: {match[0]!r} has more than {MOST_PAYS} steps; take larger ones")
    return {low + n * step for n in range(int((high - low) / step) + 1)}


def read_amount(line: str, text: str) -> Fraction:
    """One pay: an amount, or a pay as it is printed."""
    words = text.strip()
    if re.fullmatch(AMOUNT, words):
        return Fraction(words)
    try:
        pay = parse_pay(words)
        if pay.kind is Kind.METER:
            raise InputError("a share of a meter is not searched")
    except InputError as problem:
        forms = "'30..50', '3..5/0.5', '30,40', '3 to 2' or 'push'"
        raise ParameterError(LINE, f" {line}: cannot read {words!r}: write {forms}") from problem
    return pay.amount
