"""The tables of a PostgreSQL journal held against what Pitboss makes, and every index against its table."""

from collections.abc import Iterator

from pitboss.storage.layout import find_checkpoint_faults, find_differences, find_meta_faults
from pitboss.storage.postgres_opening import Connection
from pitboss.storage.schema import READ_META

MADE = """
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
EXPECTED = {
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


def find_faults(connection: Connection) -> Iterator[str]:
    with connection.transaction():
        connection.execute(
            "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"
        )  # others write meanwhile
        made = {name: " ".join(how.split()) for name, how in connection.execute(MADE.encode())}
        yield from find_differences(EXPECTED, made)
        if {"table meta", "table checkpoint", "table entry"} <= made.keys():
            yield from find_meta_faults(connection.execute(READ_META.encode()).fetchall())
            kept = connection.execute("SELECT number FROM checkpoint ORDER BY number LIMIT 9")
            yield from find_checkpoint_faults(number for (number,) in kept)
            for name in BY_INDEX:
                if f"index {name}" in made:
                    yield from find_index_fault(connection, name)


def find_index_fault(connection: Connection, name: str) -> Iterator[str]:
    """Through the index and past it, the same values are found."""
    value, bound = BY_INDEX[name]
    question = f"SELECT count(*), sum(hashtextextended(({value})::text, 0)) FROM entry WHERE {bound}"
    found = []
    for ways in (THROUGH_TABLE, THROUGH_INDEX):
        for way, state in ways.items():
            connection.execute(f"SET LOCAL enable_{way} = {state}".encode())
        found.append(connection.execute(question.encode()).fetchone())
    if found[0] != found[1]:
        yield f"the index {name} does not fit its table, it finds other entries: REINDEX makes it anew"
