"""The self-check before service: the program, the journal and the configuration, or no service at all.

A controller that fails its self-check stays inoperable and says why (NY 9 NYCRR 5321.18(b)(3)(iv)). What is
wrong is told to whoever starts it and to the log; if the journal itself is right, it is a malfunction there.
"""

import logging
from collections.abc import Iterator

from pitboss.base.error import PitbossError
from pitboss.base.money import MICROS
from pitboss.house.manager import Clock, GameManager, Guard, let_everybody
from pitboss.house.software import Software, find_differences, read_software
from pitboss.jackpot.books import Books
from pitboss.jackpot.chance import paytable_of
from pitboss.jackpot.record import note_malfunction
from pitboss.jackpot.regulation import regulation
from pitboss.jackpot.snapshot import parse_books
from pitboss.ledger.attestation import MANAGER, is_vouched_for
from pitboss.ledger.store import Checkpoint, Mark, Store
from pitboss.ledger.verify import ChainFault, ChainVerdict
from pitboss.storage.audit import audit, changed_since
from pitboss.table.jurisdiction import jurisdictions

LOG = logging.getLogger(__name__)
LOG.addHandler(logging.NullHandler())


YEAR_MICROS = 366 * 24 * 3600 * MICROS


class NoServiceError(PitbossError):
    """The self-check failed: nothing is taken, counted or paid."""


def start_manager(
    store: Store, clock: Clock, guard: Guard = let_everybody, *, manifest: Software | None = None
) -> GameManager:
    """A game manager in service; the only way to one outside of trials and tests."""
    check_journal(store)
    manager = GameManager(store, clock, guard)
    faults = (*software_faults(manifest), *configuration_faults(manager.floor))
    if faults:
        what = f"self-check: {'; '.join(faults)}"
        plain = GameManager(store, clock)  # the manager answers for itself, whoever else may work here
        id_ = f"self-check after {plain.number} at {clock()}"
        plain.ask(note_malfunction(id_, (MANAGER,), table=MANAGER, what=what))
        raise no_service(what)
    return manager


def check_clock(now: int, last_at: int) -> None:
    """A clock that is a year after the last entry is not believed: an entry by it would leave the journal
    there for good, since none is ever earlier than the one before."""
    if last_at and now - last_at > YEAR_MICROS:
        days = (now - last_at) // (24 * 3600 * MICROS)
        raise NoServiceError(
            f"the clock of this machine is {days:,} days after the last entry of the journal: put it right, "
            "or say PITBOSS_CLOCK=accept if it is"
        )


def no_service(what: str) -> NoServiceError:
    LOG.critical("no service: %s", what)
    return NoServiceError(f"no service: {what}")


# -- the journal -----------------------------------------------------------------------------------


def check_journal(store: Store) -> None:
    """From the last checkpoint on: what stands before it, the journal has vouched for."""
    try:
        fault = find_journal_fault(store)
    except PitbossError as problem:
        raise no_service(f"self-check: the journal cannot be read: {problem}") from problem
    if fault:
        raise no_service(f"self-check: entry {fault.number} of the journal is not right: {fault.why}")


def find_journal_fault(store: Store) -> ChainFault | None:
    """The chain, its head, and every line of the anchor."""
    checkpoint = store.checkpoint()
    marks = store.marks()
    if checkpoint is None or not has_voucher(store, checkpoint):
        return audit(store.entries(), store.checkpoint, head=store.head, marks=marks).fault
    kept = parse_books(checkpoint.state).book
    start = ChainVerdict(checkpoint.number, checkpoint.hash, kept)
    fault = audit(store.entries(checkpoint.number), head=store.head, marks=marks, start=start).fault
    return fault or find_older_fault(store, [mark for mark in marks if mark.number <= checkpoint.number])


def find_older_fault(store: Store, marks: list[Mark]) -> ChainFault | None:
    """Entries before the checkpoint are as the anchor knows them; archives are read by `verify`."""
    kept = dict(store.hashes(mark.number for mark in marks))
    begin = min(kept, default=0)
    wrong = [mark for mark in marks if mark.number >= begin and kept.get(mark.number) != mark.hash]
    return changed_since(min(wrong)) if wrong else None


def has_voucher(store: Store, checkpoint: Checkpoint) -> bool:
    following = store.entries(checkpoint.number, upto=checkpoint.number + 1)
    return is_vouched_for(checkpoint, next(iter(following), None))


# -- the program and what it is set up with --------------------------------------------------------


def software_faults(manifest: Software | None) -> tuple[str, ...]:
    """Nothing is compared where nobody has said what ought to run."""
    return () if manifest is None else tuple(find_differences(manifest, read_software()))


def configuration_faults(floor: Books) -> Iterator[str]:
    """Dated rules can be read, and every progressive still has its games and paytables."""
    try:
        regulation(), jurisdictions()
    except (PitbossError, OSError, ValueError, TypeError, KeyError) as problem:
        yield f"the dated rules cannot be read: {problem}"
    for state in floor.progressives.values():
        try:
            state.terms.check()
            for game in state.terms.paytables:
                paytable_of(state.terms, game)
        except PitbossError as problem:
            yield f"the terms of {state.terms.id} cannot be kept: {problem}"
