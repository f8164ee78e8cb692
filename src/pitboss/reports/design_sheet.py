"""What the design room found, as data, page and paper: paytables, terms of a meter, worth of a seen card."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from pitboss.analysis.fit import draws_base
from pitboss.base.figure import format_decimal, format_fraction
from pitboss.base.odds import Kind, Pay, format_pay
from pitboss.cards.hand_name import line_words
from pitboss.design.leak_street import CONFIDENCE
from pitboss.design.meter_terms import FoundTerms, MeterDesign
from pitboss.design.outcome import Design, FoundTable, Sensitivity
from pitboss.design.target import Span
from pitboss.design.vulnerability import LeakWorth, Vulnerability
from pitboss.reports.audit_sheet import count
from pitboss.reports.cell import Number, dollars, figure, percent, rate, whole
from pitboss.reports.field import Field, field_table, value, words
from pitboss.reports.form import Data
from pitboss.reports.page import (
    Block,
    Cell,
    Column,
    Facts,
    Heading,
    Page,
    PageTable,
    Tone,
    Toned,
    bullets,
    make_table,
)
from pitboss.reports.paper.paper import WIDE, Paper
from pitboss.reports.wager_page import number, share

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


# -- the terms of a meter --------------------------------------------------------------------------


# -- data and page ---------------------------------------------------------------------------------


def meter_design_data(design: MeterDesign) -> Data:
    return {
        "game": design.game.id,
        "paytable": design.table.id,
        "level": design.level,
        "other_players": design.others,
        "targets": {
            "advantage": span_data(design.targets.advantage),
            "average_jackpot": span_data(design.targets.jackpot),
        },
        "terms_tried": design.tried,
        "terms_meeting": design.meeting,
        "found": [terms_data(one) for one in design.found],
    }


def terms_data(one: FoundTerms) -> Data:
    return {
        **number("seed", one.level.seed, "dollars"),
        **share("contribution", one.level.contribution),
        **share("reserve", one.level.reserve),
        **share("envy_of_print", one.envy),
        **share("house_advantage", one.advantage),
        **number("average_jackpot", one.jackpot, "dollars"),
        **number("break_even_meter", one.break_even, "dollars"),
    }


def meter_design_paper(design: MeterDesign) -> Paper:
    return Paper(f"Terms for {design.table.id}", meter_design_page(design), meter_design_data(design))


def meter_design_page(design: MeterDesign) -> Page:
    blocks: list[Block] = [Facts(tuple(meter_facts(design)))]
    if design.found:
        blocks += [Heading("Terms that meet the targets", 2), field_table(FOUND_TERMS, design.found)]
    return (*blocks, bullets(meter_notes(design)))


def meter_facts(design: MeterDesign) -> Iterator[tuple[str, Cell]]:
    yield "Paytable", f"{design.table.id} of {design.game.name}"
    yield "Advantage asked", span_words(design.targets.advantage, is_share=True)
    yield "Average jackpot asked", span_words(design.targets.jackpot, is_share=False)
    yield "Terms tried", whole(design.tried)
    yield "Meet the targets", Toned(whole(design.meeting), Tone.STRONG)


FOUND_TERMS: tuple[Field[FoundTerms], ...] = (
    value("Seed", lambda one: dollars(one.level.seed)),
    value("Contribution", lambda one: rate(one.level.contribution)),
    value("Reserve", lambda one: rate(one.level.reserve)),
    value("Envy", lambda one: rate(one.envy)),
    value("Advantage", lambda one: percent(one.advantage)),
    value("Average jackpot", lambda one: dollars(one.jackpot)),
    value("Break-even", lambda one: "-" if one.break_even is None else dollars(one.break_even)),
)


def meter_notes(design: MeterDesign) -> Iterator[str]:
    yield "exact, for a $1 wager in the long run; seed and jackpot grow with the wager"
    yield "the nearest to the middles of both targets come first"
    if design.table.envy_micros:
        yield f"envy is for {count(design.others, 'other player')} with the wager, in percent of the print"


# -- what a seen card is worth ---------------------------------------------------------------------


def vulnerability_data(found: Vulnerability) -> Data:
    return {
        "game": found.game.id,
        "wagers": list(found.wagers),
        "leaks": [worth_data(worth) for worth in found.worths],
        "uncounted": [{"leak": one.leak.name, "reason": one.reason} for one in found.uncounted],
    }


def worth_data(worth: LeakWorth) -> Data:
    return {
        "leak": worth.leak.name,
        "cards": worth.leak.cards,
        "paytable": worth.table,
        **share("house_advantage", worth.without),
        **share("house_advantage_knowing", worth.knowing),
        **share("gain", worth.gain),
        **number("average_total_wager", worth.average_wager),
        **number("average_total_wager_without", worth.wager_without),
        "is_exact": worth.sampled is None,
        **sampled_data(worth),
    }


def sampled_data(worth: LeakWorth) -> Data:
    """How a worth was sampled; nothing of one that is exact."""
    if worth.sampled is None:
        return {}
    return {
        "draws": worth.sampled.draws,
        "seed": worth.sampled.seed,
        "confidence": CONFIDENCE,
        **share("margin", worth.sampled.margin),
    }


def vulnerability_paper(found: Vulnerability) -> Paper:
    return Paper(
        f"What a seen card is worth at {found.game.name}",
        vulnerability_page(found),
        vulnerability_data(found),
    )


def vulnerability_page(found: Vulnerability) -> Page:
    blocks: list[Block] = []
    for name in dict.fromkeys(worth.table for worth in found.worths):
        mine = [worth for worth in found.worths if worth.table == name]
        blocks += [Heading(name, 2), worth_table(mine)]
    if found.uncounted:
        blocks += [
            Heading("Not counted", 2),
            bullets(f"{one.leak.name}: {one.reason}" for one in found.uncounted),
        ]
    return (*blocks, bullets(leak_notes(found)))


def worth_table(worths: Sequence[LeakWorth]) -> PageTable:
    columns = (
        Column("Seen before the first decision"),
        Column("House advantage", right=True),
        Column("Worth", right=True),
        Column("All wagers", right=True),
    )
    first = worths[0]
    rows: list[list[Cell]] = [["nothing", percent(first.without), "-", figure(first.wager_without, 4)]]
    return make_table(columns, [*rows, *map(worth_row, worths)])


def worth_row(worth: LeakWorth) -> list[Cell]:
    tone = Tone.BAD if worth.is_player_edge else Tone.PLAIN
    return [
        f"{worth.leak.name}, sampled" if worth.sampled else worth.leak.name,
        Toned(with_margin(worth, worth.knowing), tone),
        with_margin(worth, worth.gain),
        figure(worth.average_wager, 4),
    ]


def with_margin(worth: LeakWorth, value: Fraction) -> str | Number:
    return f"{percent(value)} \u00b1 {percent(worth.sampled.margin)}" if worth.sampled else percent(value)


def leak_notes(found: Vulnerability) -> Iterator[str]:
    yield "exact: best play of the base wager with the card seen; below 0% the player has the edge"
    if draws_base(found.game):
        yield "after a split, best play of each hand by its own cards alone, as in the plain game"
    if any(leak.dead for leak in found.leaks):
        yield "cards of another player are out of the deck and known: what collusion tells, card by card"
    if any(worth.leak.is_next for worth in found.worths):
        yield "the next card of the shoe goes to the player, or else it is the first that the dealer draws"
    for draws, seed in sorted({(one.sampled.draws, one.sampled.seed) for one in found.worths if one.sampled}):
        yield (
            f"sampled: known cards drawn {draws:,} times by a generator with seed {seed}, each draw counted "
            f"exactly; \u00b1 is an interval of {CONFIDENCE}"
        )
