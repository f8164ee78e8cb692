"""The audit as data and as a page: one row for each printed figure, and how many of each verdict."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from pitboss.base.figure import format_fraction
from pitboss.base.printed import parse_print
from pitboss.reports.audit import Finding
from pitboss.reports.cell import beside_print, percent, print_cell
from pitboss.reports.form import Json
from pitboss.reports.page import Cell, Column, Heading, Lines, Page, PageTable, Tone, Toned, make_table
from pitboss.reports.verdict import Verdict

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


def finding_data(finding: Finding) -> dict[str, Json]:
    """`exact` is a fraction in words; `percent` the same as a number where the print is a percentage."""
    exact = finding.exact
    percent = float(exact * 100) if exact is not None and is_percent(finding) else None
    return {
        "document": finding.document,
        "game": finding.game,
        "paytable": finding.paytable,
        "figure": finding.figure,
        "printed": finding.printed or None,
        "exact": format_fraction(exact) if exact is not None else None,
        "percent": percent,
        "verdict": finding.verdict.value,
        "note": finding.note,
    }


def is_percent(finding: Finding) -> bool:
    return finding.printed.endswith("%") or finding.verdict is Verdict.NOT_PRINTED


def audit_data(findings: Iterable[Finding]) -> list[dict[str, Json]]:
    return [finding_data(finding) for finding in findings]


def audit_page(findings: Sequence[Finding], *, seconds: float | None = None) -> Page:
    """`seconds` that it took are for the screen; a filed report is the same every time."""
    took = f"; {seconds:.1f} seconds" if seconds is not None else ""
    return (
        Heading("Audit of printed figures"),
        audit_table(findings),
        Lines((summarize(findings) + took,)),
    )


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
            finding.note,
        )
        for finding in findings
    ]
    return make_table(columns, rows)


def figure_cells(finding: Finding) -> tuple[Cell, Cell]:
    """What is printed, and what is exact."""
    if not finding.printed:
        return "", "-" if finding.exact is None else percent(finding.exact)
    printed = parse_print(finding.printed)
    return print_cell(printed), "-" if finding.exact is None else beside_print(printed, finding.exact)


def count_verdicts(findings: Iterable[Finding]) -> dict[Verdict, int]:
    found = Counter(finding.verdict for finding in findings)
    return {verdict: found[verdict] for verdict in Verdict if found[verdict] or verdict in ALWAYS_COUNTED}


def summarize(findings: Sequence[Finding]) -> str:
    counts = ", ".join(f"{verdict.value} {count}" for verdict, count in count_verdicts(findings).items())
    return f"{len(findings)} figures: {counts}"
