"""A search for paytables: what was found as data, as a page and as a paper."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from pitboss.base.figure import format_decimal, format_fraction
from pitboss.base.odds import Kind, Pay, format_pay
from pitboss.cards.hand_name import line_words
from pitboss.design.outcome import Design, FoundTable, Sensitivity
from pitboss.design.target import Span
from pitboss.reports.cell import figure, percent
from pitboss.reports.field import Field, field_table, value, words
from pitboss.reports.form import Data
from pitboss.reports.page import Block, Cell, Facts, Heading, Page, Tone, Toned, bullets
from pitboss.reports.paper.paper import WIDE, Paper
from pitboss.reports.wager_sheet import share

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


# -- page and paper --------------------------------------------------------------------------------


def design_paper(design: Design) -> Paper:
    title = f"Paytables for {design.wager.label} of {design.game.name}"
    return Paper(title, design_page(design), design_data(design), layout=WIDE)


def design_page(design: Design) -> Page:
    """Without a heading of the first level: a paper has its title."""
    blocks: list[Block] = [Facts(tuple(design_facts(design)))]
    if design.found:
        blocks += [
            Heading("Tables that meet the targets", 2),
            field_table(found_fields(design), design.found),
        ]
    blocks += [
        Heading(f"What each line of {design.like.id} moves", 2),
        field_table(SENSITIVITY, design.sensitivity),
    ]
    return (*blocks, bullets(notes(design)))


def design_facts(design: Design) -> Iterator[tuple[str, Cell]]:
    targets = design.targets
    yield "Held against", f"{design.like.id}: {pays_words(design.like.pays)}"
    yield "Its advantage", with_slack(design.now)
    yield "Advantage asked", span_words(targets.asked_advantage, is_share=True)
    if not targets.hit.is_free:
        yield "Hit frequency asked", span_words(targets.hit, is_share=True)
    if not targets.volatility.is_free:
        yield "Volatility asked", span_words(targets.volatility, is_share=False)
    yield "Lines", ", ".join(line_words(line) for line in design.like.pays)
    yield "Pays tried", "; ".join(amounts_words(amounts) for amounts in design.choices.values())
    yield "Tables", f"{design.tried:,} in which a better hand never pays less"
    yield "Meet the targets", Toned(meeting_words(design), Tone.STRONG)
    if design.priced:
        yield "Best play found anew", f"for {design.priced} tables"
    yield "Method", design.method


def meeting_words(design: Design) -> str:
    if design.meeting is None:
        return f"{len(design.found)} found; not all were settled"
    shown = (
        f"; the {len(design.found)} {ORDER[design.by.value]}"
        if design.meeting > len(design.found) > 0
        else ""
    )
    return f"{design.meeting:,}{shown} are listed" if shown else f"{design.meeting:,}"


ORDER = {
    "nearest": "nearest",
    "advantage": "nearest to the middle of the advantage asked",
    "calmest": "with the smallest deviation",
}


def found_fields(design: Design) -> tuple[Field[FoundTable], ...]:
    return (
        words("Pays", lambda found: Toned(pays_words(found.pays), Tone.STRONG)),
        value("Advantage", with_slack),
        value("Hits", lambda found: "-" if found.hit is None else percent(found.hit, 2)),
        value("Volatility", lambda found: "-" if found.volatility is None else figure(found.volatility, 2)),
        words("Changes", lambda found: change_words(design.like.pays, found.pays), wraps=True),
    )


def change_words(old: Mapping[str, Pay], new: Mapping[str, Pay]) -> str:
    """Which lines differ, from what to what."""
    lines = [line for line in (*old, *new) if old.get(line) != new.get(line)]
    words = [
        f"{line_words(line)} {amount_words(old.get(line))} → {amount_words(new.get(line))}"
        for line in dict.fromkeys(lines)
    ]
    return ", ".join(words) or "none"


def amount_words(pay: Pay | None) -> str:
    return "none" if pay is None else format_pay(pay).removesuffix(f" {pay.kind.value} 1")


def pays_words(pays: Mapping[str, Pay]) -> str:
    """'40 / 30 / 6 / 4 / 1 to 1'; in full where the lines are paid in different ways."""
    kinds = {pay.kind for pay in pays.values() if pay.kind is not Kind.METER}
    if len(kinds) != 1:
        return " / ".join(format_pay(pay) for pay in pays.values())
    return f"{' / '.join(amount_words(pay) for pay in pays.values())} {kinds.pop().value} 1"


def with_slack(found: FoundTable) -> Cell:
    advantage = percent(found.advantage)
    return f"{advantage} ± {percent(found.half_width)}" if found.half_width else advantage


SENSITIVITY: tuple[Field[Sensitivity], ...] = (
    words("Line", lambda line: line_words(line.line)),
    value("Pay", lambda line: format_pay(line.pay)),
    value("One unit more", lambda line: percent(-line.slope)),
    value("Next lower", lambda line: step_words(line.lower)),
    value("Next higher", lambda line: step_words(line.higher)),
)


def step_words(step: tuple[Pay, Fraction] | None) -> str:
    return "-" if step is None else f"{amount_words(step[0])}: {percent(step[1])}"


def span_words(span: Span, *, is_share: bool) -> str:
    low, high = (
        None if end is None else number_words(end, is_share=is_share) for end in (span.low, span.high)
    )
    if low is None and high is None:
        return "any"
    if low is None:
        return f"at most {high}"
    return f"at least {low}" if high is None else f"{low} to {high}"


def number_words(value: Fraction, *, is_share: bool) -> str:
    digits = format_decimal(value * 100 if is_share else value, 4).rstrip("0").rstrip(".")
    return f"{digits}%" if is_share else digits


def amounts_words(amounts: tuple[Fraction, ...]) -> str:
    if len(amounts) <= 2:
        return ", ".join(format_decimal(x, 2).rstrip("0").rstrip(".") for x in amounts)
    low, high = (format_decimal(x, 2).rstrip("0").rstrip(".") for x in (amounts[0], amounts[-1]))
    return f"{low}..{high} ({len(amounts)})"


def notes(design: Design) -> Iterator[str]:
    yield "one unit more: what that does to the advantage, the line's chance times what it is paid on"
    if design.priced:
        yield "that is with play as it is; the next pays are priced with their own best play"
    yield from design.remarks
