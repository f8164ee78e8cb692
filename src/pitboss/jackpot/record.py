"""What is only written down: malfunctions and their reports, deposits, checks. Kinds, and what each says.

A record moves no money. It is a journal entry like any other, so it has its people, its time and its place
in the chain of hashes.
"""

from typing import Any

from pitboss.base.error import InputError
from pitboss.jackpot.books import Books
from pitboss.jackpot.fact import (
    CheckPaid,
    CheckRequested,
    Deposited,
    MalfunctionNoted,
    MalfunctionReported,
)
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import Decision, Record
from pitboss.jackpot.win import WinStatus
from pitboss.ledger.fact import Fact, decode_fact, encode_fact

PREFIX = "record: "
"""Before the kind of a record in the journal."""
NO_CONNECTION = "no connection to the game manager"
By = tuple[str, ...]


def note_malfunction(id_: str, by: By, *, table: str, what: str) -> Record:
    """Equipment at a table, or the manager itself, does not work as it should."""
    return write(id_, by, MalfunctionNoted(table, say(what, "what does not work")))


def note_outage(id_: str, by: By, *, table: str, since_micros: int, until_micros: int) -> Record:
    """A table could not reach the manager for a time, and took no progressive wager (req. 49)."""
    if until_micros < since_micros:
        raise RefusedError("an outage ends after it has begun")
    return write(id_, by, MalfunctionNoted(table, NO_CONNECTION, since_micros, until_micros))


def note_report(id_: str, by: By, *, malfunction: str, to: str) -> Record:
    """The malfunction has been reported to the commission."""
    return write(id_, by, MalfunctionReported(malfunction, say(to, "to whom it was reported")))


def note_deposit(id_: str, by: By, *, micros: int, reference: str) -> Record:
    """Accruals went to the bank."""
    check_deposit(micros)
    return write(id_, by, Deposited(micros, say(reference, "the bank's reference")))


def note_check_request(id_: str, by: By, *, win: str, payee: str) -> Record:
    """A winner asks for a check."""
    return write(id_, by, CheckRequested(win, say(payee, "to whom the check goes")))


def note_check(id_: str, by: By, *, win: str, number: str) -> Record:
    """The check has been handed over."""
    return write(id_, by, CheckPaid(win, say(number, "the number of the check")))


def write(id_: str, by: By, fact: Fact) -> Record:
    facts: Any = encode_fact(fact)
    return Record(id_, by, fact.kind.removeprefix(PREFIX), facts)


def say(text: str, what: str) -> str:
    if not text.strip():
        raise RefusedError(f"say {what}")
    return text.strip()


# -- deciding --------------------------------------------------------------------------------------


def record(books: Books, asked: Record, at: int) -> Decision:
    if not asked.kind.strip():
        raise RefusedError("say what is recorded")
    fact = record_fact(asked)
    match fact:
        case CheckRequested(id_) | CheckPaid(id_):
            check_confirmed(books, id_)
        case Deposited(micros):
            check_deposit(micros)
    return Decision(fact)


def record_fact(asked: Record) -> Fact:
    """What is written down: a class for each kind that is known here, a note for any other.

    Nothing that was said is passed over: a known kind says what its class does and no more.
    """
    try:
        fact = decode_fact(PREFIX + asked.kind, {**asked.facts})
    except InputError as problem:
        raise RefusedError(str(problem)) from problem
    unsaid = sorted(asked.facts.keys() - encode_fact(fact).keys())
    if unsaid:
        raise RefusedError(f"a record of a {asked.kind} has no {unsaid[0]!r}")
    return fact


def check_confirmed(books: Books, id_: str) -> None:
    """A check is for a confirmed win."""
    win = books.find_win(id_)
    if win.status is not WinStatus.CONFIRMED:
        raise RefusedError(f"win {win.order} is {win.status.value}: a check is for a confirmed win")


def check_deposit(micros: int) -> None:
    if micros <= 0:
        raise RefusedError("a deposit is more than nothing")
