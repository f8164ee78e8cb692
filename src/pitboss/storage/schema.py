"""The tables of a journal on either database, their version, and the steps from one version to the next.

    entry       number, id, before, hash, body: the journal itself
    checkpoint  number, hash, state: the latest state, so that a start need not read the whole journal
    meta        name, value: the version of these tables, when they were made, and the head: number and hash
                of the last entry, written with it

Triggers refuse to change or delete an entry. They keep accidents off, not clerks: a clerk can drop them,
and what he does then breaks the chain of hashes.

Version 0 had entries only, without the id beside the text, and no checkpoint. Version 1 had no head.
"""

from collections.abc import Mapping
from typing import NamedTuple

from pitboss.ledger.entry import FIRST_HASH
from pitboss.ledger.store import NoJournalError, StoreError

VERSION = 2
TABLES = frozenset({"entry", "checkpoint", "meta"})


class Schema(NamedTuple):
    create: tuple[str, ...]
    """Statements that make an empty journal of the newest version."""
    steps: Mapping[int, tuple[str, ...]]
    """Statements that lead from a version to the next."""


NO_HEAD = f"0 {FIRST_HASH}"
"""The head of an empty journal."""
FIND_HEAD = f"coalesce((SELECT number || ' ' || hash FROM entry ORDER BY number DESC LIMIT 1), '{NO_HEAD}')"
PUT_HEAD = f"UPDATE meta SET value = {FIND_HEAD} WHERE name = 'head'"
READ_HEAD = "SELECT value FROM meta WHERE name = 'head'"
ADD_HEAD = f"INSERT INTO meta SELECT 'head', {FIND_HEAD}"

# -- SQLite ----------------------------------------------------------------------------------------

SQLITE_ENTRY = """CREATE TABLE entry (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    before TEXT NOT NULL,
    hash TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT"""
SQLITE_TRIGGERS = tuple(
    f"CREATE TRIGGER entry_{event.lower()} BEFORE {event} ON entry "
    "BEGIN SELECT RAISE(ABORT, 'the journal is only ever added to'); END"
    for event in ("UPDATE", "DELETE")
)
SQLITE_CHECKPOINT = (
    "CREATE TABLE checkpoint (number INTEGER PRIMARY KEY, hash TEXT NOT NULL, state TEXT NOT NULL) STRICT"
)
SQLITE = Schema(
    create=(
        SQLITE_ENTRY,
        *SQLITE_TRIGGERS,
        SQLITE_CHECKPOINT,
        "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
        f"INSERT INTO meta VALUES ('version', '{VERSION}')",
        "INSERT INTO meta VALUES ('created', strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
        ADD_HEAD,
    ),
    steps={
        0: (
            "ALTER TABLE entry RENAME TO entry_0",
            SQLITE_ENTRY,
            "INSERT INTO entry SELECT number, json_extract(body, '$[1]'), before, hash, body FROM entry_0",
            "DROP TABLE entry_0",
            *SQLITE_TRIGGERS,
            SQLITE_CHECKPOINT,
        ),
        1: (ADD_HEAD,),
    },
)

# -- PostgreSQL ------------------------------------------------------------------------------------

POSTGRES_TRIGGERS = (
    """CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'the journal is only ever added to'; END $$""",
    "CREATE TRIGGER entry_change BEFORE UPDATE OR DELETE OR TRUNCATE ON entry "
    "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
)
POSTGRES_CHECKPOINT = (
    "CREATE TABLE checkpoint (number bigint PRIMARY KEY, hash text NOT NULL, state text NOT NULL)"
)
POSTGRES = Schema(
    create=(
        """CREATE TABLE entry (
            number bigint PRIMARY KEY,
            id text COLLATE "C" NOT NULL UNIQUE,
            before text COLLATE "C" NOT NULL,
            hash text COLLATE "C" NOT NULL,
            body text COLLATE "C" NOT NULL
        )""",
        *POSTGRES_TRIGGERS,
        POSTGRES_CHECKPOINT,
        "CREATE TABLE meta (name text PRIMARY KEY, value text NOT NULL)",
        f"INSERT INTO meta VALUES ('version', '{VERSION}')",
        "INSERT INTO meta VALUES ('created', to_char(now() AT TIME ZONE 'UTC', "
        '\'YYYY-MM-DD"T"HH24:MI:SS"Z"\'))',
        ADD_HEAD,
    ),
    steps={
        0: (
            'ALTER TABLE entry ADD COLUMN id text COLLATE "C"',
            "UPDATE entry SET id = body::jsonb ->> 1",
            "ALTER TABLE entry ALTER COLUMN id SET NOT NULL, ADD UNIQUE (id)",
            *POSTGRES_TRIGGERS,
            POSTGRES_CHECKPOINT,
        ),
        1: (ADD_HEAD,),
    },
)


# -- versions --------------------------------------------------------------------------------------


class Opening(NamedTuple):
    """What may be done to a journal so that it can be used."""

    create: bool = True
    upgrade: bool = True

    @property
    def changes_nothing(self) -> bool:
        return not (self.create or self.upgrade)


USUAL = Opening()


def plan_opening(schema: Schema, found: int | None, opening: Opening, where: str) -> tuple[str, ...]:
    """The statements that make the journal usable, none if it is; `found` is its version if it exists."""
    if found is None:
        if not opening.create:
            raise NoJournalError(f"there is no journal at {where}")
        return schema.create
    if found > VERSION:
        raise StoreError(
            f"{where} was written by a newer Pitboss (version {found} of the journal, this program knows "
            f"{VERSION}): install the newer program; nothing was changed"
        )
    if found < VERSION and not opening.upgrade:
        raise StoreError(
            f"{where} was written by an older Pitboss (version {found} of the journal, now {VERSION}): "
            "bring it up to date with 'pitboss ledger upgrade', which keeps a copy of it as it is"
        )
    steps = [statement for version in range(found, VERSION) for statement in schema.steps[version]]
    return (*steps, f"UPDATE meta SET value = '{VERSION}' WHERE name = 'version'") if steps else ()


def read_version(tables: set[str], version: object, where: str) -> int | None:
    """From the names of the tables and what `meta` says."""
    if not tables:
        return None
    if "meta" not in tables or not (isinstance(version, str) and version.isdecimal()):
        raise StoreError(f"{where} is not a journal of Pitboss: it has other tables")
    return int(version)


def say_range(after: int, upto: int | None) -> str:
    """Which numbers, in SQL; without `after` there is no lower bound."""
    limits = [f"number > {after:d}"] if after else []
    limits += [f"number <= {upto:d}"] if upto is not None else []
    return f"WHERE {' AND '.join(limits)}" if limits else ""
