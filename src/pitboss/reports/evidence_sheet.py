"""What the tests of a shuffler found, as data and as a page."""

from pitboss.house.evidence import LEVEL, Evidence, RandomnessResult
from pitboss.reports.cell import Number, figure
from pitboss.reports.field import Field, field_table, value, words
from pitboss.reports.form import Json
from pitboss.reports.page import Cell, Facts, Heading, Lines, Page, Tone, Toned


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
    facts = [("Generator", evidence.source)]
    facts += [("Device", evidence.device)] if evidence.device else []
    facts.append(("Shuffles", f"{evidence.shuffles:,} of {evidence.cards} cards"))
    return (
        Heading("Test of the shuffler"),
        Facts(tuple(facts)),
        field_table(FINDINGS, evidence.findings),
        Lines(
            (
                "At 99% each test of a good generator fails one time in a hundred.",
                f"All {len(evidence.findings)} together fail, by Holm's rule, if one p-value is below "
                f"{evidence.strictest_level:.2g}.",
            )
        ),
        Lines((say_verdict(evidence),)),
    )


def kind_words(finding: RandomnessResult) -> str:
    return f"{finding.kind}, {finding.freedom:,} degrees" if finding.freedom else finding.kind


def statistic(finding: RandomnessResult) -> Number:
    return figure(finding.statistic, 0 if finding.kind == "count" else 2, is_grouped=True)


def format_p_value(p_value: float) -> Cell:
    return figure(p_value, 4) if p_value >= 0.0001 else "<0.0001"


def say_verdict(evidence: Evidence) -> Toned:
    if evidence.holds:
        return Toned("Together: passes", Tone.GOOD)
    return Toned(f"Together: fails ({', '.join(one.test for one in evidence.failed)})", Tone.BAD)


FINDINGS: tuple[Field[RandomnessResult], ...] = (
    words("Test", lambda finding: finding.test),
    value("Statistic", statistic),
    words("Of kind", kind_words),
    value("p-value", lambda finding: format_p_value(finding.p_value)),
    words(
        "At 99%",
        lambda finding: Toned("passes", Tone.GOOD) if finding.passes else Toned("fails", Tone.CAREFUL),
    ),
)
