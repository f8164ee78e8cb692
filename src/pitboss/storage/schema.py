"""The tables of a journal on either database, their version, and the steps from one version to the next.

    entry       number, id, place, hash, body: the book itself; `place` is the table that an entry belongs to
    checkpoint  number, hash, state: the latest state, so that a start need not read the whole book
    meta        name, value: the version of these tables; the head, which is number and hash of the last
                entry, written with it; and where archives were made, what they hold

There is nothing else in the database: whatever money or cards depend on is in the chain of entries, and
`verify` reads every row of the three tables. The hash of the entry before is not kept beside an entry: it is
the hash of the row before, and hashing says whether it is the right one.

Triggers refuse to change or delete an entry. They keep accidents off, not clerks: a clerk can drop them,
and what he does then breaks the chain of hashes.

Version 0 had entries only, without the id beside the text, and no checkpoint. Version 1 had no head. Version
2 kept the hash before beside each entry, in digits, and had no places: the tables of a room kept logs of
their own (`room_line`, `room_snapshot`, `room_round`, `room_keepsake`).
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pitboss.ledger.entry import FIRST_HASH
from pitboss.ledger.store import NoJournalError, StoreError

VERSION = 3
TABLES = frozenset({"entry", "checkpoint", "meta"})
ROOM_TABLES = ("room_line", "room_snapshot", "room_round", "room_keepsake")
"""Of versions before 3: what they hold belongs into the chain."""


Row = tuple[Any, ...]
"""What the driver makes of a row: a clerk may have put anything into it."""
Run = Callable[..., list[Row]]
"""Asks a database, with `?` for each value, which follow; its rows, if it has any."""


class Schema(NamedTuple):
    tables: str
    """The question for the tables that are there."""
    is_alone: bool
    """Whether nothing else may be in the database."""
    let_delete: str
    """Takes the guard against deleting off."""
    refuse_delete: str
    """Puts it back."""
    create: tuple[str, ...]
    """Statements that make an empty journal of the newest version."""
    steps: Mapping[int, tuple[str, ...]]
    """Statements that lead from a version to the next."""


NO_HEAD = f"0 {FIRST_HASH}"
"""The head of an empty journal."""
PUT_HEAD = "UPDATE meta SET value = ? WHERE name = 'head'"
PUT_ARCHIVE = """INSERT INTO meta VALUES ('archive', ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
READ_META = "SELECT name, value FROM meta"
ADD_HEAD = f"""INSERT INTO meta SELECT 'head', coalesce(
    (SELECT number || ' ' || hash FROM entry ORDER BY number DESC LIMIT 1), '{NO_HEAD}')"""
"""Of a journal in which hashes are digits."""
FIRST_HEAD = f"INSERT INTO meta VALUES ('head', '{NO_HEAD}')"
BY_PLACE = "CREATE INDEX entry_place ON entry (place, number) WHERE place <> ''"

# -- SQLite ----------------------------------------------------------------------------------------

SQLITE_ENTRY_2 = """CREATE TABLE entry (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    before TEXT NOT NULL,
    hash TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT"""
SQLITE_ENTRY = """CREATE TABLE entry (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    place TEXT NOT NULL,
    hash BLOB NOT NULL,
    body ANY NOT NULL
) STRICT"""
"""A body is text, or packed (`body_pack`)."""
SQLITE_TRIGGERS = tuple(
    f"CREATE TRIGGER entry_{event.lower()} BEFORE {event} ON entry "
    "BEGIN SELECT RAISE(ABORT, 'the journal is only ever added to'); END"
    for event in ("UPDATE", "DELETE")
)
SQLITE_CHECKPOINT = (
    "CREATE TABLE checkpoint (number INTEGER PRIMARY KEY, hash TEXT NOT NULL, state TEXT NOT NULL) STRICT"
)
SQLITE_META = "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT"
SQLITE = Schema(
    tables="SELECT name FROM sqlite_master WHERE type = 'table'",
    is_alone=True,
    let_delete="DROP TRIGGER IF EXISTS entry_delete",
    refuse_delete=SQLITE_TRIGGERS[1],
    create=(
        SQLITE_ENTRY,
        BY_PLACE,
        *SQLITE_TRIGGERS,
        SQLITE_CHECKPOINT,
        SQLITE_META,
        f"INSERT INTO meta VALUES ('version', '{VERSION}')",
        FIRST_HEAD,
    ),
    steps={
        0: (
            "ALTER TABLE entry RENAME TO entry_0",
            SQLITE_ENTRY_2,
            "INSERT INTO entry SELECT number, json_extract(body, '$[1]'), before, hash, body FROM entry_0",
            "DROP TABLE entry_0",
            *SQLITE_TRIGGERS,
            SQLITE_CHECKPOINT,
        ),
        1: (ADD_HEAD,),
        2: (
            "ALTER TABLE entry RENAME TO entry_2",
            SQLITE_ENTRY,
            "INSERT INTO entry SELECT number, id, '', unhex(hash), body FROM entry_2",
            "DROP TABLE entry_2",
            BY_PLACE,
            *SQLITE_TRIGGERS,
            "DELETE FROM meta WHERE name = 'created'",
            "ALTER TABLE meta RENAME TO meta_2",
            SQLITE_META,
            "INSERT INTO meta SELECT name, value FROM meta_2",
            "DROP TABLE meta_2",
        ),
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
    tables="SELECT tablename FROM pg_tables WHERE schemaname = current_schema()",
    is_alone=False,
    let_delete="ALTER TABLE entry DISABLE TRIGGER entry_change",  # readers go on
    refuse_delete="ALTER TABLE entry ENABLE TRIGGER entry_change",
    create=(
        """CREATE TABLE entry (
            number bigint PRIMARY KEY,
            id text COLLATE "C" NOT NULL UNIQUE,
            place text COLLATE "C" NOT NULL,
            hash bytea NOT NULL,
            body text COLLATE "C" NOT NULL
        )""",
        BY_PLACE,
        *POSTGRES_TRIGGERS,
        POSTGRES_CHECKPOINT,
        "CREATE TABLE meta (name text PRIMARY KEY, value text NOT NULL)",
        f"INSERT INTO meta VALUES ('version', '{VERSION}')",
        FIRST_HEAD,
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
        2: (
            "DROP TRIGGER entry_change ON entry",
            "ALTER TABLE entry DROP COLUMN before, ADD COLUMN place text COLLATE \"C\" NOT NULL DEFAULT '', "
            "ALTER COLUMN hash TYPE bytea USING decode(hash, 'hex'), ALTER COLUMN hash SET NOT NULL, "
            'ALTER COLUMN body TYPE text COLLATE "C", ALTER COLUMN body SET NOT NULL',
            "ALTER TABLE entry ALTER COLUMN place DROP DEFAULT",
            BY_PLACE,
            POSTGRES_TRIGGERS[1],
            "DELETE FROM meta WHERE name = 'created'",
        ),
    },
)


# -- versions --------------------------------------------------------------------------------------


class SchemaOpening(NamedTuple):
    """What may be done to a journal so that it can be used."""

    create: bool = True
    upgrade: bool = True

    @property
    def changes_nothing(self) -> bool:
        return not (self.create or self.upgrade)


USUAL = SchemaOpening()


class Upgrade(NamedTuple):
    """An older journal was brought up to date when it was opened."""

    found: int
    """The version that it had."""
    backup: str
    """Where it is kept as it was."""


def prepare(
    run: Run, schema: Schema, opening: SchemaOpening, where: str, keep_copy: Callable[[int], str]
) -> Upgrade | None:
    """Make the tables, or bring them up to date after a copy was made, inside of a transaction."""
    tables = find_tables(run, schema)
    found = read_version(run, tables if schema.is_alone else tables & TABLES, where)
    statements = plan_opening(schema, found, opening, where)
    upgraded = None
    if statements and found is not None:
        statements += plan_leftovers(run, tables, where)
        upgraded = Upgrade(found, keep_copy(found))
    for statement in statements:
        run(statement)
    return upgraded


def find_tables(run: Run, schema: Schema) -> set[str]:
    return {name for (name,) in run(schema.tables)}


def plan_opening(schema: Schema, found: int | None, opening: SchemaOpening, where: str) -> tuple[str, ...]:
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


def plan_leftovers(run: Run, tables: set[str], where: str) -> tuple[str, ...]:
    """Statements against empty tables of a room from before version 3; what others hold is taken in first."""
    there = [name for name in ROOM_TABLES if name in tables]
    full = [name for name in there if run(f"SELECT 1 WHERE EXISTS (SELECT 1 FROM {name})")]
    if full:
        raise StoreError(
            f"{where} keeps the tables of a room beside the journal: take them into it with "
            "'pitboss ledger bring-over'; nothing was changed"
        )
    return tuple(f"DROP TABLE {name}" for name in there)


def read_version(run: Run, tables: set[str], where: str) -> int | None:
    """What `meta` says; None where there are no tables."""
    if not tables:
        return None
    rows = run("SELECT value FROM meta WHERE name = 'version'") if "meta" in tables else []
    version = rows[0][0] if rows else None
    if not (isinstance(version, str) and version.isdecimal()):
        raise StoreError(f"{where} is not a journal of Pitboss: it has other tables")
    return int(version)
