"""The tables that an upgrade of PostgreSQL leaves as they were, and what the chain knows of them.

They lie beside the journal, where a clerk could put in others or change them. So the upgrade writes an entry
with the hash of each, in its own transaction: what no entry knows, or what differs, is named.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from pitboss.base.error import InputError
from pitboss.ledger.attestation import MANAGER, UPGRADE, CopiesKept
from pitboss.ledger.entry import FIRST_HASH, Draft, Entry, chain, read_body
from pitboss.storage.schema import PUT_HEAD, TABLES, VERSION, Run

COPY = re.compile(
    "|".join(f"(entry|checkpoint|meta)(?P<v{n}>_version_{n}(_[0-9]+)?)" for n in range(VERSION))
)
MOST_COPIES = 100
LAST = "SELECT number, encode(hash, 'hex'), body FROM entry ORDER BY number DESC LIMIT 1"
DIGEST = """SELECT encode(sha256(coalesce(string_agg(row, '' ORDER BY row), '')), 'hex')
    FROM (SELECT sha256(convert_to(copy::text, 'UTF8')) AS row FROM {} AS copy) AS rows"""
"""Of the rows of a table, in whatever order they lie."""
Find = Callable[[str], Entry | None]


def keep_copies(run: Run, there: set[str], version: int) -> str:
    """The ending of tables under names that were free, which are those of the journal as they are."""
    again = ("", *(f"_{more}" for more in range(2, MOST_COPIES)))
    endings = (f"_version_{version}{more}" for more in again)
    ending = next(ending for ending in endings if not {name + ending for name in TABLES} & there)
    for name in sorted(there & TABLES):
        run(f"CREATE TABLE {name}{ending} AS TABLE {name}")
    return ending


def note_copies(run: Run, there: Iterable[str], version: int, ending: str) -> None:
    """The entry that knows them, at the end of the journal that is up to date now."""
    copies = {name + ending: digest_of(run, name + ending) for name in sorted(there)}
    rows = run(LAST)
    number, before, body = rows[0] if rows else (0, FIRST_HASH, "")
    at = 0
    with suppress(InputError):  # whoever verifies the journal names the entry that cannot be read
        at = read_body(body).at_micros
    draft = Draft(f"{UPGRADE}{ending}", at, (MANAGER,), CopiesKept(version, copies))
    entry = chain(number + 1, before, draft)
    words = "INSERT INTO entry (number, id, place, hash, body) VALUES (?, ?, '', decode(?, 'hex'), ?)"
    run(words, entry.number, entry.id, entry.hash, entry.body)
    run(PUT_HEAD, f"{entry.number} {entry.hash}")


def digest_of(run: Run, table: str) -> str:
    ((found,),) = run(DIGEST.format(table))
    return str(found)


def find_copies(run: Run, tables: Iterable[str], find: Find) -> Iterator[tuple[str, str]]:
    """Tables that an upgrade has left, and what is wrong with each; empty if nothing is."""
    for table in tables:
        if match := COPY.fullmatch(table):
            ending = next(filter(None, match.groupdict().values()))
            entry = find(f"{UPGRADE}{ending}")
            fact = entry.draft.fact if entry else None
            if isinstance(fact, CopiesKept) and table in fact.copies:
                is_right = fact.copies[table] == digest_of(run, table)
                yield (
                    table,
                    "" if is_right else f"the table {table} is not as the upgrade left it: it was changed",
                )
