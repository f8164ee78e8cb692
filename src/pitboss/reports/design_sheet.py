"""A search for paytables, asked for in words and handed over as data."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from pitboss.base.error import InputError, ParameterError, find_name
from pitboss.base.figure import format_fraction
from pitboss.base.odds import Pay, format_pay
from pitboss.design.design import design
from pitboss.design.ladder import LINE
from pitboss.design.outcome import Design, FoundTable, Sensitivity
from pitboss.design.search import By
from pitboss.design.target import Span, Targets
from pitboss.reports.own_table import make_own_table
from pitboss.reports.terms import Asked, take_terms
from pitboss.reports.wager_sheet import Data, share
from pitboss.rules import Game, Paytable


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
    progress: Callable[[str], None] | None = None,
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
    """The wager's paytable of that name, or the pays that are written out; the column for so many players."""
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


# -- data ------------------------------------------------------------------------------------------


def design_data(design: Design) -> Data:
    return {
        "game": design.game.id,
        "wager": design.wager.id,
        "like": design.like.id,
        "targets": {
            "advantage": span_data(design.targets.asked_advantage),
            "hit": span_data(design.targets.hit),
            "volatility": span_data(design.targets.volatility),
        },
        "by": design.by.value,
        "pays_tried": {
            line: [format_fraction(x) for x in amounts] for line, amounts in design.choices.items()
        },
        "tables_tried": design.tried,
        "tables_meeting": design.meeting,
        "tables_priced": design.priced,
        "method": design.method,
        "remarks": list(design.remarks),
        "now": table_data(design.now),
        "found": [table_data(table) for table in design.found],
        "sensitivity": [sensitivity_data(line) for line in design.sensitivity],
    }


def span_data(span: Span) -> Data:
    ends = (None if end is None else format_fraction(end) for end in (span.low, span.high))
    return {**dict(zip(("low", "high"), ends, strict=True)), "is_open": span.is_open}


def table_data(found: FoundTable) -> Data:
    return {
        "pays": pays_data(found.pays),
        **share("house_advantage", found.advantage),
        **share("half_width", found.half_width),
        **share("hit_frequency", found.hit),
        "variance": None if found.variance is None else format_fraction(found.variance),
        "volatility_index": found.volatility,
        "lines_changed": found.changed,
        **share("distance", found.distance),
    }


def pays_data(pays: Mapping[str, Pay]) -> dict[str, str]:
    return {line: format_pay(pay) for line, pay in pays.items()}


def sensitivity_data(line: Sensitivity) -> Data:
    return {
        "line": line.line,
        "pay": format_pay(line.pay),
        **share("per_unit", line.slope),
        "next_lower": step_data(line.lower),
        "next_higher": step_data(line.higher),
    }


def step_data(step: tuple[Pay, Fraction] | None) -> Data | None:
    return None if step is None else {"pay": format_pay(step[0]), **share("house_advantage", step[1])}
