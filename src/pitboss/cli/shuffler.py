"""`pitboss shuffler test`: statistical evidence that the generator and the shuffle are fair."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.option import AsJson, complete_game, read_number
from pitboss.cli.screen import say_json, say_page, working
from pitboss.reports.page import Column, Facts, Heading, Lines, Page, Tone, Toned, make_table
from pitboss.rules import load_game

if TYPE_CHECKING:
    from pitboss.house.evidence import Evidence, Finding
    from pitboss.reports.form import Json
    from pitboss.table.randomness import Randomness

FAILED = 1

Shuffles = Annotated[str, typer.Option(metavar="N", help="How many shuffles to test, 1,000 to 1,000,000.")]
OfGame = Annotated[
    str | None,
    typer.Option(
        "--game",
        metavar="GAME",
        help="Test the device that this game is dealt from, instead of a bare deck.",
        autocompletion=complete_game,
    ),
]
TrainingSeed = Annotated[
    str | None,
    typer.Option("--seed", metavar="N", help="Test the training generator with this seed instead."),
]


def shuffler(context: typer.Context) -> None:
    """Test the shuffler's randomness."""
    if context.invoked_subcommand is None:
        print(context.get_help())


def examine_shuffler(
    shuffles: Shuffles = "50000", game: OfGame = None, seed: TrainingSeed = None, json: AsJson = False
) -> None:
    """Test the generator and its shuffles at 99%.

    Ten tests over a fresh stream of shuffles: bits, runs, scaled numbers, serial correlation, cards by
    position, orders, repetition. With --game the cards come out of that game's own shuffler or shoe,
    sealed and packet by packet. The exit status is 1 if they fail, judged together.
    """
    count = read_number("--shuffles", shuffles)
    dealt = load_game(game) if game is not None else None
    with working("Shuffling") as progress:
        from pitboss.house.evidence import examine
        from pitboss.house.sample import gather

        evidence = examine(gather(make_randomness(seed), count, game=dealt, progress=progress))
    if json:
        say_json(evidence_data(evidence))
    else:
        say_page(evidence_page(evidence))
    if not evidence.holds:
        raise typer.Exit(FAILED)


def make_randomness(seed: str | None) -> Randomness:
    from pitboss.house.entropy import SystemRandomness
    from pitboss.table.randomness import SeededRandomness

    return SystemRandomness() if seed is None else SeededRandomness(read_number("--seed", seed))


def evidence_data(evidence: Evidence) -> dict[str, Json]:
    from pitboss.house.evidence import LEVEL

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


def finding_row(finding: Finding) -> tuple[str | Toned, ...]:
    kind = f"{finding.kind}, {finding.freedom:,} degrees" if finding.freedom else finding.kind
    statistic = f"{finding.statistic:,.0f}" if finding.kind == "count" else f"{finding.statistic:,.2f}"
    verdict = Toned("passes", Tone.GOOD) if finding.passes else Toned("fails", Tone.CAREFUL)
    return finding.test, statistic, kind, format_p_value(finding.p_value), verdict


def format_p_value(p_value: float) -> str:
    return f"{p_value:.4f}" if p_value >= 0.0001 else "<0.0001"


def say_verdict(evidence: Evidence) -> Toned:
    if evidence.holds:
        return Toned("Together: passes", Tone.GOOD)
    return Toned(f"Together: fails ({', '.join(one.test for one in evidence.failed)})", Tone.BAD)
