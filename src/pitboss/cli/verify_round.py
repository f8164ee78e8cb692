"""`pitboss verify-round`: were the cards of a round fixed before its bets?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.base.error import InputError
from pitboss.cli import complain
from pitboss.cli.option import AsJson, read_lines
from pitboss.cli.screen import say_json, say_page
from pitboss.reports.page import Facts, Heading, Page, bullets

if TYPE_CHECKING:
    from pitboss.reports.form import Json
    from pitboss.table.proof import RoundProof, ShuffleProof

DOES_NOT_HOLD = 1

ProofFile = Annotated[
    str, typer.Argument(metavar="FILE", help="Proofs, one a line; '-' reads standard input.")
]
Complete = Annotated[
    bool,
    typer.Option("--complete", help="The file has every round of its shuffles: each starts at position 0."),
]


def verify_round(file: ProofFile, complete: Complete = False, json: AsJson = False) -> None:
    """Check the proof of a round.

    The cards that lay open must be those sealed before the bets, and rounds of one shuffle must follow
    on. Compare the commitment and the position that are printed with those you saw then. The exit
    status is 1 at the first proof that does not hold.
    """
    from pitboss.table.proof import parse_any_proof
    from pitboss.table.succession import Succession

    done: list[Json] = []
    succession = Succession(is_complete=complete)
    for number, text in read_lines(file):
        try:
            proof = parse_any_proof(text)
            checked = (*succession.verify(number, proof), *play_again(proof))
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


def play_again(proof: RoundProof | ShuffleProof) -> tuple[str, ...]:
    """The line's moves follow from its cards: nothing was left out or said of a card that is not so."""
    from pitboss.rules.notation import parse_record
    from pitboss.table.proof import ShuffleProof
    from pitboss.table.replay import replay_round

    if isinstance(proof, ShuffleProof):
        return ()
    for _ in replay_round(*parse_record(proof.line)):
        pass
    return ("played again it takes the same course; wagers and choices are not sealed",)


def start_of(proof: RoundProof | ShuffleProof) -> int | None:
    """Where its round starts; nothing for a whole shuffle."""
    from pitboss.table.proof import RoundProof

    return proof.start if isinstance(proof, RoundProof) else None


def proof_page(number: int, proof: RoundProof | ShuffleProof, checked: tuple[str, ...]) -> Page:
    start = start_of(proof)
    what = "the shuffle is opened" if start is None else "the proof holds"
    position = (("Position", str(start)),) if start is not None else ()
    return (
        Heading(f"Line {number}: {what}", level=2),
        Facts((("Commitment", proof.commitment), *position)),
        bullets(checked),
    )


def proof_data(number: int, proof: RoundProof | ShuffleProof, checked: tuple[str, ...]) -> dict[str, Json]:
    return {
        "line": number,
        "holds": True,
        "commitment": proof.commitment,
        "start": start_of(proof),
        "checked": list(checked),
    }
