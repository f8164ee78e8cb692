"""`pitboss verify-round`: were the cards of a round fixed before its bets?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.base.error import InputError
from pitboss.cli import complain
from pitboss.cli.option import AsJson
from pitboss.cli.screen import say_json, say_page
from pitboss.cli.text_file import read_lines
from pitboss.reports.page import Facts, Heading, Page, bullets

if TYPE_CHECKING:
    from pitboss.reports.form import Json
    from pitboss.table.proof import RoundProof

DOES_NOT_HOLD = 1

ProofFile = Annotated[
    str, typer.Argument(metavar="FILE", help="Proofs, one a line; '-' reads standard input.")
]


def verify_round(file: ProofFile, json: AsJson = False) -> None:
    """Check the proof of a round.

    The cards that lay open must be those sealed before the bets. Compare the commitment that is
    printed with the one you saw then. The exit status is 1 at the first proof that does not hold.
    """
    from pitboss.table.proof import parse_proof
    from pitboss.table.proof import verify_round as check

    done: list[Json] = []
    for number, text in read_lines(file):
        try:
            proof = parse_proof(text)
            checked = (*check(proof), play_again(proof))
        except InputError as problem:
            if json:
                say_json([*done, {"line": number, "holds": False, "why": str(problem)}])
            raise typer.Exit(complain(f"line {number}: {problem}", DOES_NOT_HOLD)) from problem
        if not json:
            say_page(proof_page(number, proof, checked), goes_on=bool(done))
        done.append(proof_data(number, proof, checked))
    if not done:
        raise InputError(f"there is no proof in {file!r}: each is one line of JSON")
    if json:
        say_json(done)


def play_again(proof: RoundProof) -> str:
    """The line's moves follow from its cards: nothing was left out or said of a card that is not so."""
    from pitboss.rules.notation import parse_record
    from pitboss.table.replay import replay_round

    for _ in replay_round(*parse_record(proof.line)):
        pass
    return "played again it takes the same course; wagers and choices are not sealed"


def proof_page(number: int, proof: RoundProof, checked: tuple[str, ...]) -> Page:
    return (
        Heading(f"Line {number}: the proof holds", level=2),
        Facts((("Commitment", proof.commitment),)),
        bullets(checked),
    )


def proof_data(number: int, proof: RoundProof, checked: tuple[str, ...]) -> dict[str, Json]:
    return {"line": number, "holds": True, "commitment": proof.commitment, "checked": list(checked)}
