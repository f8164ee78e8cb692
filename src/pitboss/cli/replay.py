"""`pitboss replay`, `verify-round`, `shuffler test`: rounds again from their lines, proofs of fairness."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.base.error import InputError, PitbossError
from pitboss.base.money import format_dollars
from pitboss.cli import complain
from pitboss.cli.option import AsJson, argument, complete_game, read_lines, read_number, word
from pitboss.cli.screen import say_json, say_page, say_sheet, working
from pitboss.reports.page import Column, Facts, Heading, Lines, Page, PageTable, bullets, make_table
from pitboss.rules import load_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.reports.form import Json
    from pitboss.rules import Game, Record
    from pitboss.table.event import Event
    from pitboss.table.proof import RoundProof, ShuffleProof
    from pitboss.table.randomness import Randomness

DIFFERS = 1

RoundFile = Annotated[str, argument("Rounds or proofs of rounds, one a line; '-' is standard input.", "FILE")]
OtherFile = Annotated[str | None, word("Show where its rounds differ instead.", "FILE", "--against")]


def replay(file: RoundFile, against: OtherFile = None, json: AsJson = False) -> None:
    """Play rounds again from their lines.

    Prints every event, then the settlement with the arithmetic of each payout. A line that was
    changed is refused with its place. With --against, two files of rounds are compared, and the exit
    status is 1 if they differ.
    """
    lines = list(read_rounds(file))
    if not lines:
        raise InputError(f"there is no round in {file!r}: each is one line of notation")
    if against is not None:
        compare(lines, list(read_rounds(against)), json=json)
        return
    done: list[Json] = []
    for number, line in lines:
        game, record, events = at_line(number, line)
        if not json:
            say_page(round_page(number, line, game, record, events), goes_on=bool(done))
        done.append(round_data(number, line, events))
    if json:
        say_json(done)


def read_rounds(file: str) -> Iterator[tuple[int, str]]:
    """The lines of notation in the file; a proof has one inside."""
    from pitboss.table.proof import parse_proof

    for number, text in read_lines(file):
        try:
            yield number, parse_proof(text).line if text.lstrip().startswith("{") else text.strip()
        except PitbossError as problem:
            raise InputError(f"line {number}: {problem}") from problem


def at_line(number: int, line: str) -> tuple[Game, Record, list[Event]]:
    from pitboss.rules.notation import parse_record
    from pitboss.table.replay import replay_round

    try:
        game, record = parse_record(line)
        return game, record, list(replay_round(game, record))
    except PitbossError as problem:
        raise InputError(f"line {number}, {problem}") from problem


# -- pages -----------------------------------------------------------------------------------------


def round_page(number: int, line: str, game: Game, record: Record, events: list[Event]) -> Page:
    from pitboss.reports.sentence import Speaker
    from pitboss.rules.notation import has_check
    from pitboss.table import event

    paid = (event.BetSettled, event.EnvyPaid, event.StakeReturned)
    skipped = (event.ShuffleSealed, event.BetsOpened, event.RoundVoided)
    checked = () if has_check(line) else (Lines(("This line has no check: a change of it would not show.",)),)
    told = Speaker(game).tell(one for one in events if not isinstance(one, (*paid, *skipped)))
    end: Page = (Lines(("The round was void: every wager went back.",)),)
    if not record.is_void:
        end = (Heading("Settlement", level=2), payment_table(game, events), bullets(net_lines(events)))
    return (Heading(f"Line {number}: {game.name}"), *checked, bullets(told), *end)


def payment_table(game: Game, events: list[Event]) -> PageTable:
    """Every payment in the order in which it was made, with its arithmetic."""
    from pitboss.reports.sentence import envy_words, payout_words
    from pitboss.table.event import BetSettled, EnvyPaid

    rows = []
    for one in events:
        if isinstance(one, BetSettled):
            amounts = (format_dollars(one.stake_micros), format_dollars(one.payout_micros))
            rows.append((str(one.seat), *amounts, payout_words(game, one)))
        elif isinstance(one, EnvyPaid):
            words = envy_words(game, one, f"seat {one.holder}")
            rows.append((str(one.seat), format_dollars(0), format_dollars(one.micros), words))
    columns = (
        Column("Seat", right=True),
        Column("Staked", right=True),
        Column("Paid back", right=True),
        Column("How", wraps=True),
    )
    return make_table(columns, rows)


def net_lines(events: list[Event]) -> Iterator[str]:
    from pitboss.reports.wording import signed_dollars

    nets = net_micros(events)
    for seat, micros in sorted(nets.items()):
        yield f"Seat {seat}: {signed_dollars(micros)}"
    yield f"The house: {signed_dollars(-sum(nets.values()))}"


def net_micros(events: list[Event]) -> Counter[int]:
    """What each seat won or lost in the round."""
    from pitboss.table.event import BetSettled, EnvyPaid

    nets: Counter[int] = Counter()
    for one in events:
        if isinstance(one, BetSettled):
            nets[one.seat] += one.payout_micros - one.stake_micros
        elif isinstance(one, EnvyPaid):
            nets[one.seat] += one.micros
    return nets


def round_data(number: int, line: str, events: list[Event]) -> dict[str, Json]:
    from pitboss.table import event
    from pitboss.table.wire import format_event

    told = [
        format_event(one) for one in events if not isinstance(one, (event.ShuffleSealed, event.RoundClosed))
    ]
    nets: dict[str, Json] = {str(seat): micros for seat, micros in sorted(net_micros(events).items())}
    return {"line": number, "notation": line, "events": list(told), "net_micros": nets}


# -- differences -----------------------------------------------------------------------------------


def compare(ours: list[tuple[int, str]], theirs: list[tuple[int, str]], *, json: bool) -> None:
    from itertools import zip_longest

    from pitboss.rules.notation import Difference, diff_lines

    rows: list[tuple[str, str, str, str]] = []
    for one, other in zip_longest(ours, theirs):
        if one is None or other is None:
            number = (one or other)[0]
            rows.append(
                (str(number), "", "a round" if one else "no round", "a round" if other else "no round")
            )
            continue
        try:
            found: tuple[Difference, ...] = diff_lines(one[1], other[1])
        except PitbossError as problem:
            raise InputError(f"line {one[0]}, {problem}") from problem
        rows += [(str(one[0]), str(at), left or "nothing", right or "nothing") for at, left, right in found]
    if json:
        names = ("line", "field", "one", "other")
        say_json([dict(zip(names, row, strict=True)) for row in rows])
    else:
        say_page(difference_page(rows, len(ours)))
    if rows:
        raise typer.Exit(DIFFERS)


def difference_page(rows: list[tuple[str, str, str, str]], count: int) -> Page:
    if not rows:
        return (Lines((f"The same {count} rounds, field by field." if count > 1 else "The same round.",)),)
    columns = (
        Column("Line", right=True),
        Column("Field", right=True),
        Column("One", wraps=True),
        Column("Other", wraps=True),
    )
    return (make_table(columns, rows),)


# -- proofs of rounds ------------------------------------------------------------------------------


DOES_NOT_HOLD = 1

ProofFile = Annotated[str, argument("Proofs, one a line; '-' reads standard input.", "FILE")]
Complete = Annotated[
    bool, word("The file has every round of its shuffles: each starts at position 0.", None, "--complete")
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


# -- the shuffler ----------------------------------------------------------------------------------


FAILED = 1

Shuffles = Annotated[str, word("How many shuffles to test, 1,000 to 1,000,000.", "N")]
OfGame = Annotated[
    str | None,
    word(
        "Test the device that this game is dealt from, instead of a bare deck.",
        "GAME",
        "--game",
        complete=complete_game,
    ),
]
TrainingSeed = Annotated[
    str | None, word("Test the training generator with this seed instead.", "N", "--random-seed")
]


def examine_shuffler(
    shuffles: Shuffles = "50000", game: OfGame = None, random_seed: TrainingSeed = None, json: AsJson = False
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
        from pitboss.reports.evidence_sheet import evidence_data, evidence_page

        evidence = examine(gather(make_randomness(random_seed), count, game=dealt, progress=progress))
    say_sheet(evidence_data, evidence_page, evidence, json=json)
    if not evidence.holds:
        raise typer.Exit(FAILED)


def make_randomness(seed: str | None) -> Randomness:
    from pitboss.house.entropy import SystemRandomness
    from pitboss.table.randomness import SeededRandomness

    return SystemRandomness() if seed is None else SeededRandomness(read_number("--random-seed", seed))
