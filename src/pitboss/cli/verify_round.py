"""`pitboss verify-round`: were the cards of a round fixed before its bets?"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, TextIO

import typer

from pitboss.base.error import InputError
from pitboss.cli import complain
from pitboss.cli.option import AsJson
from pitboss.cli.screen import say_json, say_page
from pitboss.reports.page import Facts, Heading, Page, bullets

if TYPE_CHECKING:
    from pitboss.reports.form import Json
    from pitboss.table.seal import RoundProof

DOES_NOT_HOLD = 1
STANDARD_INPUT = "-"

ProofFile = Annotated[
    str, typer.Argument(metavar="FILE", help="Proofs, one a line; '-' reads standard input.")
]


def verify_round(file: ProofFile, json: AsJson = False) -> None:
    """Check the proof of a round.

    The cards that lay open must be those sealed before the bets. Compare the commitment that is
    printed with the one you saw then. The exit status is 1 at the first proof that does not hold.
    """
    from pitboss.table.seal import SealError, parse_proof
    from pitboss.table.seal import verify_round as check

    done: list[Json] = []
    for number, text in read_lines(file):
        try:
            proof = parse_proof(text)
            checked = check(proof)
        except SealError as problem:
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


def proof_page(number: int, proof: RoundProof, checked: tuple[str, ...]) -> Page:
    return (
        Heading(f"Line {number}: the proof holds", level=2),
        Facts((("Commitment", proof.commitment),)),
        bullets(checked),
    )


def proof_data(number: int, proof: RoundProof, checked: tuple[str, ...]) -> dict[str, Json]:
    return {"line": number, "holds": True, "commitment": proof.commitment, "checked": list(checked)}


def read_lines(file: str) -> Iterator[tuple[int, str]]:
    """The lines with something on them, numbered as an editor does."""
    with open_text(file) as stream:
        try:
            for number, text in enumerate(stream, start=1):
                if text.strip():
                    yield number, text
        except UnicodeDecodeError as problem:
            raise InputError(f"{file!r} is not text in UTF-8, so it holds no proofs") from problem


@contextmanager
def open_text(file: str) -> Iterator[TextIO]:
    if file == STANDARD_INPUT:
        yield sys.stdin
        return
    try:
        stream = open(file, encoding="utf-8")  # noqa: SIM115  closed below; only opening may be refused
    except (OSError, ValueError) as problem:
        raise InputError(
            f"cannot read {file!r}: {getattr(problem, 'strerror', None) or problem}"
        ) from problem
    with stream:
        yield stream
