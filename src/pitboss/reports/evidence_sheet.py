"""What the tests of a shuffler found, as data and as a page."""

from pitboss.house.evidence import LEVEL, Evidence, Finding
from pitboss.reports.cell import figure
from pitboss.reports.form import Json
from pitboss.reports.page import Cell, Column, Facts, Heading, Lines, Page, Tone, Toned, make_table


def evidence_data(evidence: Evidence) -> dict[str, Json]:
    return {
        "source": evidence.source,
        "device": evidence.device or None,
        "shuffles": evidence.shuffles,
        "cards": evidence.cards,
        "tests": [
            {
                "test": finding.test,
                "kind": finding.kind,
                "statistic": finding.statistic,
                "degrees_of_freedom": finding.freedom,
                "p_value": finding.p_value,
                "passes": finding.passes,
            }
            for finding in evidence.findings
        ],
        "level": LEVEL,
        "strictest_level": evidence.strictest_level,
        "failed": [finding.test for finding in evidence.failed],
        "passes": evidence.holds,
    }


def evidence_page(evidence: Evidence) -> Page:
    columns = (
        Column("Test"),
        Column("Statistic", right=True),
        Column("Of kind"),
        Column("p-value", right=True),
        Column("At 99%"),
    )
    facts = [("Generator", evidence.source)]
    facts += [("Device", evidence.device)] if evidence.device else []
    facts.append(("Shuffles", f"{evidence.shuffles:,} of {evidence.cards} cards"))
    return (
        Heading("Test of the shuffler"),
        Facts(tuple(facts)),
        make_table(columns, map(finding_row, evidence.findings)),
        Lines(
            (
                "At 99% each test of a good generator fails one time in a hundred.",
                f"All {len(evidence.findings)} together fail, by Holm's rule, if one p-value is below "
                f"{evidence.strictest_level:.2g}.",
            )
        ),
        Lines((say_verdict(evidence),)),
    )


def finding_row(finding: Finding) -> tuple[Cell, ...]:
    kind = f"{finding.kind}, {finding.freedom:,} degrees" if finding.freedom else finding.kind
    statistic = figure(finding.statistic, 0 if finding.kind == "count" else 2, is_grouped=True)
    verdict = Toned("passes", Tone.GOOD) if finding.passes else Toned("fails", Tone.CAREFUL)
    return finding.test, statistic, kind, format_p_value(finding.p_value), verdict


def format_p_value(p_value: float) -> Cell:
    return figure(p_value, 4) if p_value >= 0.0001 else "<0.0001"


def say_verdict(evidence: Evidence) -> Toned:
    if evidence.holds:
        return Toned("Together: passes", Tone.GOOD)
    return Toned(f"Together: fails ({', '.join(one.test for one in evidence.failed)})", Tone.BAD)
