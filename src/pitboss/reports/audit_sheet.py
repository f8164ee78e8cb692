"""The audit in words, as data and as a page: a row for each printed figure, and how many of each verdict.

And what was taken for granted to make an analysis, in sentences.
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from pitboss.analysis.meter import Implied
from pitboss.audit import assumption, note
from pitboss.audit.assumption import Assumption, LevelTerm, PlayersTaken, Premise, TermTaken
from pitboss.audit.change import LARGEST_PAY, Change
from pitboss.audit.definition import Definition
from pitboss.audit.finding import Finding
from pitboss.audit.note import Note, ReadAs, Remark, Remedy
from pitboss.audit.verdict import Verdict
from pitboss.base.figure import format_fraction, format_percent
from pitboss.base.notebook import html_table
from pitboss.base.odds import format_pay
from pitboss.reports.cell import beside_print, dollars, percent, print_cell, rate
from pitboss.reports.form import Json
from pitboss.reports.game_sheet import document_words, value_words
from pitboss.reports.page import Cell, Column, Heading, Lines, Page, PageTable, Tone, Toned, make_table

TONES = {
    Verdict.AGREES: Tone.GOOD,
    Verdict.ROUNDING: Tone.CAREFUL,
    Verdict.IMPLIED: Tone.INFERRED,
    Verdict.DISAGREES: Tone.BAD,
    Verdict.NOT_DERIVABLE: Tone.DIM,
    Verdict.NOT_PRINTED: Tone.PLAIN,
}
ALWAYS_COUNTED = tuple(verdict for verdict in Verdict if verdict is not Verdict.NOT_PRINTED)
FIELDS = ("document", "game", "paytable", "figure", "printed", "exact", "percent", "verdict", "note")

# -- notes -----------------------------------------------------------------------------------------

WORDS = tomllib.loads(Path(__file__).with_name("audit_sheet.toml").read_text("utf-8"))
REMARKS: Mapping[Remark, str] = {Remark[name]: said for name, said in WORDS["remarks"].items()}
DEFINITIONS: Mapping[Definition, str] = {
    Definition[name]: said for name, said in WORDS["definitions"].items()
}
SEARCHED = (
    f"no single change of a pay makes it true: every whole and half pay of every line up to {LARGEST_PAY:,} "
    "was searched that pays no better hand less, with either tie rule, over the initial wager, all money, "
    "money not pushed and rounds not pushed"
)

LineWords = Callable[[str], str]
"""How a line of a paytable is called."""


def note_words(finding: Finding, line: LineWords = str) -> str:
    """All that there is to say of a finding."""
    return "; ".join(say_note(one, finding, line) for one in finding.notes)


def numbered(finding: Finding) -> Finding:
    """With its documents by number: a paper has their titles elsewhere."""
    notes = tuple(
        replace(one, documents=tuple(map(document_words, one.documents)))
        if isinstance(one, note.PrintedElsewhere)
        else one
        for one in finding.notes
    )
    return replace(finding, document=document_words(finding.document), notes=notes)


def say_note(one: Note, finding: Finding, line: LineWords) -> str:
    match one:
        case Remark():
            step = int(finding.read.step) if finding.read else 0
            return REMARKS[one].format(exact=exact_cell(finding), step=step)
        case note.Assumed(implied):
            return implied_words(implied)
        case note.TopOdds(one_in, to_one):
            odds = f", which as odds is {odds_words(finding, to_one)} to 1" if to_one is not None else ""
            return f"one in {odds_words(finding, one_in)}{odds}"
        case note.CertifiedWithin(bounds):
            certain = format_percent(1 - Fraction(str(bounds.miss)), 1)
            return f"within {format_percent(bounds.half_width)}, certified at {certain}"
        case note.MadeTrue(remedies):
            return "true " + ", or ".join(remedy_words(remedy, line) for remedy in remedies)
        case note.NeverTrue(has_meter, nearest):
            return SEARCHED + nothing_words(finding, nearest, has_meter=has_meter)
        case note.PrintedElsewhere(designators, documents):
            under = [f"printed under {', '.join(designators)}"] if designators else []
            return "; ".join([*under, f"also in {', '.join(documents)}"] if documents else under)


def implied_words(implied: tuple[Implied, ...]) -> str:
    """The roundest assumptions, and how many others would do."""
    text = f"with {assumptions_words(implied[0])}"
    if len(implied) > 1:
        others = "; or ".join(assumptions_words(other) for other in implied[1:3])
        text += f" (the roundest of {len(implied)} that fit; or {others})"
    return text


def assumptions_words(implied: Implied) -> str:
    players = f"{implied.others} other players with the wager" if implied.others else "no other player"
    if implied.contribution is None:
        return players
    rate = format_percent(implied.contribution, 1).replace(".0%", "%")
    return f"a contribution of {rate} and {players}"


def odds_words(finding: Finding, number: Fraction) -> str:
    return str(value_cell(finding, number)).removesuffix(".0")


def remedy_words(remedy: Remedy, line: LineWords) -> str:
    read = [f"as {reading_words(remedy.reading)}"] if remedy.reading else []
    changed = [f"with {change_words(remedy.change, line)}"] if remedy.change else []
    return " ".join([*read, *changed])


def reading_words(reading: ReadAs) -> str:
    return f"{DEFINITIONS[reading.definition]} ({reading.tie_rule} ties)"


def change_words(change: Change, line: LineWords = str) -> str:
    """'pair at 2 to 1 instead of 1 to 1'."""
    others = ""
    if change.low != change.high:
        low, high = (format_pay(replace(change.was, amount=pay)) for pay in (change.low, change.high))
        others = f" (or any pay from {low} up to {high})"
    return f"{line(change.line)} at {format_pay(change.now)} instead of {format_pay(change.was)}{others}"


def nothing_words(finding: Finding, nearest: ReadAs | None, *, has_meter: bool) -> str:
    """What else was tried, and what comes closest."""
    tried = ", nor any contribution in steps of 0.1% with up to 7 other players" if has_meter else ""
    if nearest is None:
        return tried
    value = value_cell(finding, nearest.value)
    return f"{tried}; closest other figure: {reading_words(nearest)}, {value}"


# -- cells -----------------------------------------------------------------------------------------


def figure_cells(finding: Finding) -> tuple[Cell, Cell]:
    """What is printed, and what is exact."""
    return print_cell(finding.read) if finding.read else "", exact_cell(finding)


def exact_cell(finding: Finding) -> Cell:
    return "-" if finding.exact is None else value_cell(finding, finding.exact)


def value_cell(finding: Finding, value: Fraction) -> Cell:
    """In the print's unit; an advantage where nothing is printed."""
    return beside_print(finding.read, value) if finding.read else percent(value)


# -- data ------------------------------------------------------------------------------------------


class Findings(list[Finding]):
    """Findings in the order of the documents, as a table in a notebook."""

    def _repr_html_(self) -> str:
        rows = [
            (f.paytable, f.figure, f.printed, str(exact_cell(f)), f.verdict.value, note_words(f))
            for f in self
        ]
        return html_table("Audit", ("paytable", "figure", "printed", "exact", "verdict", "note"), rows)


def finding_data(finding: Finding) -> dict[str, Json]:
    """`exact` is a fraction in words; `percent` the same as a number where the print is a percentage."""
    exact = finding.exact
    is_share = finding.read is None or finding.read.unit == "%"
    return {
        "document": finding.document,
        "game": finding.game,
        "paytable": finding.paytable,
        "figure": finding.figure,
        "printed": finding.printed or None,
        "exact": format_fraction(exact) if exact is not None else None,
        "percent": float(exact * 100) if exact is not None and is_share else None,
        "verdict": finding.verdict.value,
        "note": note_words(finding),
    }


def audit_data(findings: Iterable[Finding]) -> list[dict[str, Json]]:
    return [finding_data(finding) for finding in findings]


# -- page ------------------------------------------------------------------------------------------


def audit_page(findings: Sequence[Finding], *, seconds: float | None = None) -> Page:
    """`seconds` that it took are for the screen; a filed report is the same every time."""
    took = f"; {seconds:.1f} seconds" if seconds is not None else ""
    return (Heading("Audit of printed figures"), audit_table(findings), Lines((summarize(findings) + took,)))


def audit_paper_page(findings: Sequence[Finding]) -> Page:
    """For print: figures as they are spoken, 'hit frequency summary'."""
    spoken = [replace(finding, figure=finding.figure.replace("_", " ")) for finding in findings]
    return audit_page(spoken)


def audit_table(findings: Iterable[Finding]) -> PageTable:
    columns = (
        Column("Document", cuts=True),
        Column("Paytable"),
        Column("Figure"),
        Column("Printed", right=True),
        Column("Exact", right=True),
        Column("Verdict"),
        Column("Note", wraps=True, under=True),
    )
    rows = [
        (
            finding.document,
            finding.paytable,
            finding.figure,
            *figure_cells(finding),
            Toned(finding.verdict.value, TONES[finding.verdict]),
            note_words(finding),
        )
        for finding in findings
    ]
    return make_table(columns, rows)


def count_verdicts(findings: Iterable[Finding]) -> dict[Verdict, int]:
    found = Counter(finding.verdict for finding in findings)
    return {verdict: found[verdict] for verdict in Verdict if found[verdict] or verdict in ALWAYS_COUNTED}


def summarize(findings: Sequence[Finding]) -> str:
    counts = ", ".join(f"{verdict.value} {count}" for verdict, count in count_verdicts(findings).items())
    return f"{len(findings)} {'figure' if len(findings) == 1 else 'figures'}: {counts}"


# -- what was taken for granted --------------------------------------------------------------------


BEFORE_METERS = "before meters"
SAME_DEALER = "the hands of a split round meet the same dealer: their number and average are exact,"
SENTENCES: Mapping[Premise, str] = {Premise[name]: said for name, said in WORDS["premises"].items()}


def say_assumptions(assumptions: Iterable[Assumption]) -> tuple[str, ...]:
    return tuple(map(say_assumption, assumptions))


def say_assumption(one: Assumption) -> str:
    match one:
        case Premise():
            return SENTENCES[one]
        case PlayersTaken():
            return players_words(one)
        case assumption.PrintIsFor(printed, players):
            return f"the printed advantage of {printed} is for {players} players"
        case TermTaken(meter):
            return (f"{meter} meter: " if meter else "") + term_words(one)
        case assumption.MetersStandAt(amounts):
            standing = ", ".join(f"{name} {dollars(amount)}".strip() for name, amount in amounts)
            return f"the advantage is that of the next wager with the meter at {standing}"
        case assumption.SpreadDealt(rounds, seed):
            dealt = f"their spread is dealt, {rounds:,} rounds from the seed {seed}"
            return f"{SAME_DEALER} so the hit frequency has bounds; {dealt}"
        case assumption.SettingChanged(name, value, default):
            return f"{name} is {value_words(value)}, by default {value_words(default)}"


def players_words(one: PlayersTaken) -> str:
    players, given = one.players, "" if one.is_given else " (no number of players given)"
    if one.with_dealer:
        return f"{count(players, 'player')} and the dealer: {players + 1} hands{given}"
    return f"{count(players, 'player')} with the wager at the table, so envy from {players - 1}{given}"


def term_words(one: TermTaken) -> str:
    match one.term, one.amount:
        case LevelTerm.SEED, None:
            return "no seed is printed or given: $0; seed and contribution are the house's configuration"
        case LevelTerm.SEED, Fraction() as amount:
            return f"seed {dollars(amount)} as printed"
        case LevelTerm.CONTRIBUTION, None:
            return "no contribution is printed, given or implied: 0%; it is the house's configuration"
        case LevelTerm.CONTRIBUTION, Fraction() as amount:
            return f"contribution {rate(amount)}, recovered from the printed figures"
        case _:
            return "no reserve rate given: 0%"


def count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
