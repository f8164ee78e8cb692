"""What the tests of a shuffler found, as data and as a page."""

from pitboss.house.evidence import LEVEL, Evidence, RandomnessResult
from pitboss.reports.cell import figure
from pitboss.reports.field import Field, field_table, value, words
from pitboss.reports.form import Json
from pitboss.reports.page import Facts, Heading, Lines, Page, Tone, Toned


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


def say_verdict(evidence: Evidence) -> Toned:
    if evidence.holds:
        return Toned("Together: passes", Tone.GOOD)
    return Toned(f"Together: fails ({', '.join(one.test for one in evidence.failed)})", Tone.BAD)


FINDINGS: tuple[Field[RandomnessResult], ...] = (
    words("Test", lambda one: one.test),
    value("Statistic", lambda one: figure(one.statistic, 0 if one.kind == "count" else 2, is_grouped=True)),
    words("Of kind", lambda one: f"{one.kind}, {one.freedom:,} degrees" if one.freedom else one.kind),
    value("p-value", lambda one: figure(one.p_value, 4) if one.p_value >= 0.0001 else "<0.0001"),
    words("At 99%", lambda one: Toned("passes", Tone.GOOD) if one.passes else Toned("fails", Tone.CAREFUL)),
)
