"""What is wrong with the tables themselves, in a sentence each: their make, their indexes, the rows of meta.

The chain proves its entries and nothing else. A clerk may drop a trigger, put in a row that nobody reads, or
leave an index that finds other entries than the table holds: what is not as Pitboss makes it is named here.
"""

import re
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cache

from pitboss.ledger.store import StoreError
from pitboss.storage.archive_file import parse_archives
from pitboss.storage.kept_copy import Find, find_copies
from pitboss.storage.schema import READ_META, ROOM_TABLES, SQLITE, VERSION, Run

HEAD = re.compile(r"(0|[1-9][0-9]*) [0-9a-f]{64}")
NEEDED = ("version", "head")
KNOWN = (*NEEDED, "archive")


def find_meta_faults(rows: Sequence[tuple[object, object]]) -> Iterator[str]:
    """The rows of `meta`: each once, and no others."""
    names = Counter(str(name) for name, _ in rows)
    yield from (f"meta has no row '{name}': it was taken out" for name in NEEDED if name not in names)
    yield from (f"meta has the row '{name}' {count} times" for name, count in names.items() if count > 1)
    strange = (name for name in names if name not in KNOWN)
    yield from (f"meta has a row '{name}' that is not Pitboss's: it was put in" for name in strange)
    told = {name: str(value) for name, value in rows}
    if told.get("version", str(VERSION)) != str(VERSION):
        yield f"meta says version {told['version']!r}, and these are tables of version {VERSION}"
    if not HEAD.fullmatch(told.get("head", f"0 {'0' * 64}")):
        yield f"meta has a head that names no entry: {told['head'][:80]!r}"
    try:
        parse_archives(told.get("archive"), "the journal")
    except StoreError as problem:
        yield str(problem)


def find_row_faults(run: Run) -> Iterator[str]:
    """The rows of `meta`, and the one checkpoint."""
    yield from find_meta_faults(run(READ_META))
    kept = run("SELECT number FROM checkpoint ORDER BY number LIMIT 9")
    if len(kept) > 1:
        told = ", ".join(str(number) for (number,) in kept[:5])
        yield f"checkpoint has {len(kept)} rows, of the entries {told}: one is kept, the others were put in"


def find_differences(
    expected: Mapping[str, str], found: Mapping[str, str], copies: Collection[str] = ()
) -> Iterator[str]:
    """Of things with a name ("table entry", "trigger entry_delete") and how they were made.

    `copies` are tables that an upgrade has left.
    """
    for name in sorted(expected.keys() - found.keys()):
        yield f"the {name} is missing: it was dropped"
    for name in sorted(expected.keys() & found.keys()):
        if expected[name] != found[name]:
            yield f"the {name} is not as Pitboss makes it: it was changed"
    for name in sorted(found.keys() - expected.keys()):
        plain = name.rpartition(" ")[2]
        if plain in ROOM_TABLES:
            yield f"there is a {name}, left by an older version: take it in with 'pitboss ledger bring-over'"
        elif not (name.startswith("table ") and plain in copies):
            yield f"there is a {name} that is not Pitboss's: it was put in"


# -- SQLite ----------------------------------------------------------------------------------------

SQLITE_MADE = """
SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_master
WHERE name NOT LIKE 'sqlite\\_autoindex\\_%' ESCAPE '\\'
"""
"""What SQLite itself puts beside the tables (`sqlite_sequence`, `sqlite_stat1`) Pitboss has no use for."""
UNUSED_NUMBERS = ("user_version", "application_id")
"""Places in the head of a file for a program's own number: Pitboss leaves them at 0."""


@cache
def sqlite_expected() -> dict[str, str]:
    """How everything is made, as SQLite itself tells it."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for statement in SQLITE.create:
            connection.execute(statement)
        return dict(connection.execute(SQLITE_MADE))


def find_sqlite_faults(run: Run) -> Iterator[str]:
    """The tables held against what Pitboss makes, and the file against itself."""
    yield from find_differences(sqlite_expected(), dict(run(SQLITE_MADE)))
    yield from find_row_faults(run)
    for name in UNUSED_NUMBERS:
        ((number,),) = run(f"PRAGMA {name}")
        if number:
            yield f"the file's {name} is {number}, and Pitboss leaves it at 0: it was changed"
    for (line,) in run("PRAGMA integrity_check(3)"):
        if line != "ok":
            yield f"the file is damaged, or an index does not fit its table: {' '.join(str(line).split())}"


# -- PostgreSQL ------------------------------------------------------------------------------------

POSTGRES_MADE = """
WITH here AS (
    SELECT * FROM pg_class WHERE relnamespace = current_schema()::regnamespace
), ours AS (
    SELECT * FROM here WHERE relname IN ('entry', 'checkpoint', 'meta')
)
SELECT 'table ' || relname, relkind::text || CASE WHEN relrowsecurity OR relhasrules OR relhassubclass
    OR relispartition OR EXISTS (SELECT FROM pg_inherits WHERE inhrelid = here.oid)
    THEN ' with rules' ELSE '' END
FROM here WHERE relkind IN ('r', 'v', 'm', 'f', 'p')
UNION ALL
SELECT 'column ' || relname || '.' || attname, format_type(atttypid, atttypmod)
    || CASE WHEN attnotnull THEN ' not null' ELSE '' END
    || CASE WHEN atthasdef THEN ' with default' ELSE '' END
    || coalesce((SELECT ' ' || collname FROM pg_collation WHERE pg_collation.oid = attcollation), '')
FROM pg_attribute JOIN ours ON ours.oid = attrelid WHERE attnum > 0 AND NOT attisdropped
UNION ALL
SELECT 'constraint ' || conname, relname || ' ' || pg_get_constraintdef(pg_constraint.oid)
FROM pg_constraint JOIN ours ON ours.oid = conrelid WHERE contype <> 'n'
UNION ALL
SELECT 'index ' || (SELECT relname FROM pg_class WHERE oid = indexrelid),
    regexp_replace(pg_get_indexdef(indexrelid), '^.* ON .*\\.', '')
    || CASE WHEN indisunique THEN ' unique' ELSE '' END
    || CASE WHEN indisvalid AND indisready AND indislive THEN '' ELSE ' out of use' END
FROM pg_index JOIN ours ON ours.oid = indrelid
UNION ALL
SELECT 'trigger ' || tgname, tgenabled::text || ' ' || pg_get_triggerdef(pg_trigger.oid, true)
FROM pg_trigger JOIN ours ON ours.oid = tgrelid WHERE NOT tgisinternal
UNION ALL
SELECT 'function ' || proname, regexp_replace(trim(prosrc), '\\s+', ' ', 'g')
FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND proname = 'refuse_change'
"""
POSTGRES_EXPECTED = {
    "table entry": "r",
    "table checkpoint": "r",
    "table meta": "r",
    "column entry.number": "bigint not null",
    "column entry.id": "text not null C",
    "column entry.place": "text not null C",
    "column entry.hash": "bytea not null",
    "column entry.body": "text not null C",
    "column checkpoint.number": "bigint not null",
    "column checkpoint.hash": "text not null default",
    "column checkpoint.state": "text not null default",
    "column meta.name": "text not null default",
    "column meta.value": "text not null default",
    "constraint entry_pkey": "entry PRIMARY KEY (number)",
    "constraint entry_id_key": "entry UNIQUE (id)",
    "constraint checkpoint_pkey": "checkpoint PRIMARY KEY (number)",
    "constraint meta_pkey": "meta PRIMARY KEY (name)",
    "index entry_pkey": "entry USING btree (number) unique",
    "index entry_id_key": "entry USING btree (id) unique",
    "index entry_place": "entry USING btree (place, number) WHERE (place <> ''::text)",
    "index checkpoint_pkey": "checkpoint USING btree (number) unique",
    "index meta_pkey": "meta USING btree (name) unique",
    "trigger entry_change": "O CREATE TRIGGER entry_change BEFORE DELETE OR UPDATE OR TRUNCATE ON entry "
    "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
    "function refuse_change": "BEGIN RAISE EXCEPTION 'the journal is only ever added to'; END",
}
BY_INDEX = {
    "entry_pkey": ("number", "number > -9223372036854775807"),
    "entry_id_key": ("id", "id >= ''"),
    "entry_place": ("place || number", "place > ''"),
}
"""What each index of the entries holds, and a question that is answered from it alone."""
THROUGH_TABLE = {"indexscan": "off", "indexonlyscan": "off", "bitmapscan": "off", "seqscan": "on"}
THROUGH_INDEX = {"indexscan": "on", "indexonlyscan": "on", "bitmapscan": "off", "seqscan": "off"}


def find_postgres_faults(run: Run, find: Find) -> Iterator[str]:
    """The tables held against what Pitboss makes, and every index against its table, in one transaction."""
    run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")  # others write meanwhile
    made = {name: " ".join(how.split()) for name, how in run(POSTGRES_MADE)}
    plain = [name.removeprefix("table ") for name, how in made.items() if (name[:6], how) == ("table ", "r")]
    copies = dict(find_copies(run, plain, find))
    yield from find_differences(POSTGRES_EXPECTED, made, copies)
    yield from filter(None, copies.values())
    if {"table meta", "table checkpoint", "table entry"} <= made.keys():
        yield from find_row_faults(run)
        for name in BY_INDEX:
            if f"index {name}" in made:
                yield from find_index_fault(run, name)


def find_index_fault(run: Run, name: str) -> Iterator[str]:
    """Through the index and past it, the same values are found."""
    value, bound = BY_INDEX[name]
    question = f"SELECT count(*), sum(hashtextextended(({value})::text, 0)) FROM entry WHERE {bound}"
    found = []
    for ways in (THROUGH_TABLE, THROUGH_INDEX):
        for way, state in ways.items():
            run(f"SET LOCAL enable_{way} = {state}")
        found.append(run(question))
    if found[0] != found[1]:
        yield f"the index {name} does not fit its table, it finds other entries: REINDEX makes it anew"
