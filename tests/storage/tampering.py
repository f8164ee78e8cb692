"""What a clerk can do to a journal with the database's own tools, and which words `verify` has for it.

Every case: what it is called, the statements, the entry that must be named (0: no entry is wrong) and some of
the words. The triggers are off while the statements run and are put back, unless they are what is tampered
with.
"""

from typing import NamedTuple

from writing import COLUMNS, INSERT, as_row, coin_in, make_journal, rechained

from pitboss.ledger.entry import chain
from pitboss.ledger.store import Checkpoint

PLACES = ("T1", "T2", "", "T1#")
STATE = '{"floor":6}'
TOLD = make_journal(10, kept={6: STATE}, places=PLACES)
CHECKPOINT = Checkpoint(6, TOLD[5].hash, STATE)
LENGTH = len(TOLD)
START = f"0 {'0' * 64}"
F = "f" * 64
CHANGED = "its text and its hash do not belong together"
CUT = f"entry {LENGTH} was the last that was written, the end was cut off"
ANEW = "the chain was made anew"
META = "CREATE TABLE meta (name text, value text)"
PLAIN = "CREATE TABLE entry (number bigint, id text, place text, hash {blob}, body text)"


class Case(NamedTuple):
    name: str
    statements: tuple
    number: int
    words: str
    kinds: tuple[str, ...] = ("sqlite", "postgres")
    puts_back: bool = True
    """Whether the clerk puts the triggers back."""


CASES = []


def case(name, number, words, *statements, **more):
    CASES.append(Case(name, statements, number, words, **more))


def put(number, **values):
    sets = ", ".join(f"{column} = ?" for column in values)
    return f"UPDATE entry SET {sets} WHERE number = {number}", [*values.values()]


def body(number, old, new):
    """The text of an entry with something else in it."""
    changed = TOLD[number - 1].body.replace(old, new)
    assert changed != TOLD[number - 1].body
    return put(number, body=changed)


def head(text):
    return ("UPDATE meta SET value = ? WHERE name = 'head'", [text])


def head_of(entry):
    return head(f"{entry.number} {entry.hash}")


def row(of, /, **changes):
    """A row put in: that of an entry, with changes."""
    kept = dict(zip(COLUMNS, as_row(TOLD[of - 1]), strict=True))
    return INSERT, [*{**kept, **changes}.values()]


def all_anew(entries):
    return ("DELETE FROM entry", *((INSERT, as_row(entry)) for entry in entries))


def digest(number):
    return bytes.fromhex(TOLD[number - 1].hash)


def swap_columns(one, other, *columns):
    """Values of two entries in each other's place; an id goes by way of one that nobody has."""
    kept = {number: dict(zip(COLUMNS, as_row(TOLD[number - 1]), strict=True)) for number in (one, other)}
    yield put(one, id="nobody")
    yield put(other, **{column: kept[one][column] for column in columns if column != "id"} or {"place": "T1"})
    if "id" in columns:
        yield put(other, id=kept[one]["id"])
    last = {column: kept[other][column] for column in columns}
    yield put(one, **{"id": kept[one]["id"], **last})


NEXT = chain(LENGTH + 1, TOLD[-1].hash, coin_in(99))
ANOTHER_LAST = rechained(TOLD, {LENGTH: coin_in(LENGTH, by=("somebody else",))})
ANOTHER_CHAIN = rechained(TOLD, {8: coin_in(8, by=("somebody else",), place="T1")})
FROM_THE_START = rechained(TOLD, {1: coin_in(1, by=("somebody else",), place="T2")})
ALIEN = make_journal(5, name="alien")

# -- the text of an entry --------------------------------------------------------------------------

case("an amount is changed", 3, CHANGED, body(3, "980000", "990000"))
case("a stake is changed", 5, CHANGED, body(5, '"3":1000000', '"3":9000000'))
case("a time is changed", 2, CHANGED, body(2, "1763000000000002", "1763000000000001"))
case("another did it", 4, CHANGED, body(4, "dealer 7", "dealer 8"))
case("a kind is changed", 4, CHANGED, body(4, "coin in", "coin on"))
case("a reason is changed", 4, CHANGED, body(4, "reserve contribution", "contribution"))
case("a transfer is taken out", 3, CHANGED, body(3, ',["contribution/tcp link/Major"', ',["x"'))
case("the place in a text is changed", 1, CHANGED, body(1, '"T2"]', '"T1"]'))
case("the place is taken out of a text", 1, CHANGED, body(1, ',"T2"]', "]"))
case("a blank is added to a text", 9, CHANGED, put(9, body=TOLD[8].body + " "))
case("a text is emptied", 6, CHANGED, put(6, body=""))
case("a text is no JSON", 6, CHANGED, put(6, body="nothing"))
case("a text is that of another entry", 6, "its text is of entry 2", put(6, body=TOLD[1].body))
case("the texts of two are swapped", 4, "its text is of entry 5", *swap_columns(4, 5, "body"))
case("a voucher says another state", 7, CHANGED, body(7, '"sha256":"', '"sha256":"0'))
case("the number in a text is changed", 3, "its text is of entry 4", body(3, "[3,", "[4,"))

# -- id, place, hash, number -----------------------------------------------------------------------

case(
    "an id is changed",
    3,
    "is kept under the id 'round 99' and its text says 'round 3'",
    put(3, id="round 99"),
)
case("an id is emptied", 3, "is kept under the id ''", put(3, id=""))
case("an id is in capitals", 3, "is kept under the id 'ROUND 3'", put(3, id="ROUND 3"))
case("two ids are swapped", 2, "is kept under the id 'round 5' and its text says", *swap_columns(2, 5, "id"))
case("a place is changed", 1, "is kept as 'T9''s and its text says 'T2'", put(1, place="T9"))
case("a place is emptied", 1, "is kept as '''s and its text says 'T2'", put(1, place=""))
case(
    "a place is given to an entry without one",
    2,
    "is kept as 'T1''s and its text says ''",
    put(2, place="T1"),
)
case("two places are swapped", 4, "is kept as 'T2''s and its text says 'T1'", *swap_columns(4, 5, "place"))
case("a log is made a standing", 4, "is kept as 'T1#''s", put(4, place="T1#"))
case("id and place are swapped", 4, "is kept under the id 'T1'", put(4, id="T1", place="round 4"))
case("a hash is changed", 3, CHANGED, put(3, hash=bytes.fromhex(F)))
case("a hash is changed in a bit", 3, CHANGED, put(3, hash=bytes([digest(3)[0] ^ 1, *digest(3)[1:]])))
case("a hash is emptied", 3, CHANGED, put(3, hash=b""))
case("a hash is longer", 3, CHANGED, put(3, hash=digest(3) + b"\0"))
case("a hash is that of the entry before", 3, CHANGED, put(3, hash=digest(2)))
case("two hashes are swapped", 4, CHANGED, *swap_columns(4, 5, "hash"))
case("text and hash are swapped", 4, "its text is of entry 5", *swap_columns(4, 5, "body", "hash"))
case("two rows are swapped", 4, "its text is of entry 5", *swap_columns(4, 5, *COLUMNS[1:]))
case(
    "a row is moved to the end",
    3,
    "entry 4 stands in its place",
    "UPDATE entry SET number = 11 WHERE number = 3",
)
case("a row is moved before the start", 1, "entry 0 stands", "UPDATE entry SET number = 0 WHERE number = 3")
case("a row has a negative number", 1, "entry -3 stands", "UPDATE entry SET number = -3 WHERE number = 3")

# -- rows taken out and put in ---------------------------------------------------------------------

case("the first is taken out", 1, "it is missing: entry 2", "DELETE FROM entry WHERE number = 1")
case("one is taken out", 5, "it is missing: entry 6", "DELETE FROM entry WHERE number = 5")
case("the checkpoint's is taken out", 6, "it is missing: entry 7", "DELETE FROM entry WHERE number = 6")
case("the last is taken out", 10, CUT, "DELETE FROM entry WHERE number = 10")
case("three are taken out", 4, "it is missing: entry 7", "DELETE FROM entry WHERE number BETWEEN 4 AND 6")
case("the beginning is taken out", 1, "it is missing: entry 4", "DELETE FROM entry WHERE number < 4")
case("all are taken out", 1, "there is a checkpoint of entry 6, the end was cut off", "DELETE FROM entry")
case(
    "one is taken out and closed up",
    3,
    "its text is of entry 4: it was moved, or one before it was put in or taken out",
    "DELETE FROM entry WHERE number = 3",
    "UPDATE entry SET number = 1 - number WHERE number > 3",
    "UPDATE entry SET number = -number WHERE number < 0",
)
case(
    "one is put in",
    4,
    CHANGED,
    "UPDATE entry SET number = -number - 1 WHERE number >= 4",
    "UPDATE entry SET number = -number WHERE number < 0",
    (INSERT, as_row(ALIEN[3])),
)
case("one is put in before the first", 1, "entry 0 stands in its place", row(1, number=0, id="copy"))
case("one is put in after the last", 11, "the head names entry 10 as the last", (INSERT, as_row(NEXT)))
case(
    "one that does not follow is put in after the last",
    11,
    "its text is of entry 5",
    row(5, number=11, id="x"),
)

# -- the head, and all made anew -------------------------------------------------------------------

case("the head is of no entry", 1, "the head names entry 0 as the last", head(START))
case(
    "the head is of no entry, the end cut off",
    1,
    "the head names entry 0",
    "DELETE FROM entry WHERE number > 7",
    head(START),
)
case("the head is of an earlier entry", 9, "the head names entry 8 as the last", head_of(TOLD[7]))
case("the head is of a later entry", 11, "entry 12 was the last", head(f"12 {F}"))
case("the head has another hash", 10, ANEW, head(f"10 {F}"))
case("the head of no entry has a hash", 0, "it is not as it was written when it was the last", head(f"0 {F}"))
case("the head is nonsense", 0, "meta has a head that names no entry: 'the last'", head("the last"))
case("the head has a blank too many", 10, ANEW, head(f"10 {TOLD[-1].hash} "))
case("the head has a zero before it", 0, "meta has a head that names no entry", head(f"010 {TOLD[-1].hash}"))
case("the last is hashed again", 10, ANEW, *all_anew(ANOTHER_LAST))
case("the chain is made anew", 10, ANEW, *all_anew(ANOTHER_CHAIN))
case(
    "the chain is made anew from the start",
    6,
    "the checkpoint of this entry has another hash",
    *all_anew(FROM_THE_START),
)
case(
    "the chain is made anew and the head",
    10,
    "knows it with another hash",
    *all_anew(ANOTHER_CHAIN),
    head_of(ANOTHER_CHAIN[-1]),
)
case(
    "the end is cut off and the head moved",
    9,
    "knows entry 10 and the journal ends at 8",
    "DELETE FROM entry WHERE number > 8",
    head_of(TOLD[7]),
)
case(
    "all is emptied",
    1,
    "knows entry 10 and the journal ends at 0",
    "DELETE FROM entry",
    "DELETE FROM checkpoint",
    head(START),
)

# -- meta and the checkpoint -----------------------------------------------------------------------

case("meta has no head", 0, "meta has no row 'head'", "DELETE FROM meta WHERE name = 'head'")
case("meta has no version", 0, "meta has no row 'version'", "DELETE FROM meta WHERE name = 'version'")
case(
    "meta has another version",
    0,
    "meta says version '2'",
    "UPDATE meta SET value = '2' WHERE name = 'version'",
)
case(
    "meta has an unknown row",
    0,
    "meta has a row 'note' that is not",
    "INSERT INTO meta VALUES ('note', 'paid')",
)
case(
    "meta has a row twice",
    0,
    "the table meta is not as Pitboss makes it",
    "ALTER TABLE meta RENAME TO kept",
    META,
    "INSERT INTO meta SELECT name, value FROM kept",
    "INSERT INTO meta SELECT name, value FROM kept",
    "DROP TABLE kept",
    kinds=("sqlite",),
)
case(
    "a table has lost its keys and a row is doubled",
    0,
    "the constraint meta_pkey is missing",
    "ALTER TABLE meta DROP CONSTRAINT meta_pkey",
    "INSERT INTO meta SELECT * FROM meta WHERE name = 'version'",
    kinds=("postgres",),
)
case(
    "meta invents archives",
    0,
    "does not say what its archives hold",
    "INSERT INTO meta VALUES ('archive', '[]')",
)
case("the state is changed", 6, "does not vouch for the checkpoint", "UPDATE checkpoint SET state = '{}'")
case("the state is emptied", 6, "does not vouch for the checkpoint", "UPDATE checkpoint SET state = ''")
case("the checkpoint has another hash", 6, "has another hash", f"UPDATE checkpoint SET hash = '{F}'")
case("the checkpoint has another number", 5, "has another hash", "UPDATE checkpoint SET number = 5")
case(
    "the checkpoint is of no entry",
    11,
    "there is a checkpoint of entry 40",
    "UPDATE checkpoint SET number = 40",
)
case(
    "the checkpoint is moved",
    5,
    "does not vouch",
    ("UPDATE checkpoint SET number = 5, hash = ?", [TOLD[4].hash]),
)
case(
    "an older checkpoint is put in",
    0,
    "checkpoint has 2 rows, of the entries 5, 6",
    ("INSERT INTO checkpoint VALUES (5, ?, '{}')", [TOLD[4].hash]),
)
case(
    "a newer checkpoint is put in",
    9,
    "does not vouch for the checkpoint",
    ("INSERT INTO checkpoint VALUES (9, ?, '{}')", [TOLD[8].hash]),
)

# -- the tables themselves -------------------------------------------------------------------------

case(
    "a table of a room is left",
    0,
    "there is a table room_line, left by an older version",
    "CREATE TABLE room_line (x text)",
)
case("a table is put in", 0, "there is a table debts that is not Pitboss's", "CREATE TABLE debts (x text)")
case("a column is added", 0, "entry", "ALTER TABLE entry ADD COLUMN note text")
case("the index of places is dropped", 0, "the index entry_place is missing", "DROP INDEX entry_place")
case("an index is put in", 0, "there is a index extra", "CREATE INDEX extra ON entry (body)")
case("the triggers are dropped", 0, "the trigger entry_", "SELECT 1", puts_back=False)
case(
    "a view stands for the table",
    0,
    "entry",
    "ALTER TABLE entry RENAME TO hidden",
    "CREATE VIEW entry AS SELECT * FROM hidden",
    puts_back=False,
)
case(
    "a trigger is changed",
    0,
    "the trigger entry_delete is not as Pitboss makes it",
    "CREATE TRIGGER entry_update BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, "
    "'the journal is only ever added to'); END",
    "CREATE TRIGGER entry_delete BEFORE DELETE ON entry BEGIN SELECT 1; END",
    kinds=("sqlite",),
    puts_back=False,
)
case(
    "a trigger is switched off",
    0,
    "the trigger entry_change is not as Pitboss makes it",
    "CREATE TRIGGER entry_change BEFORE UPDATE OR DELETE OR TRUNCATE ON entry "
    "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
    "ALTER TABLE entry DISABLE TRIGGER entry_change",
    kinds=("postgres",),
    puts_back=False,
)
case(
    "the function of the trigger does nothing",
    0,
    "the function refuse_change is not as Pitboss makes it",
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
    "$$ BEGIN RETURN NULL; END $$",
    kinds=("postgres",),
)
case(
    "rows are hidden from others",
    0,
    "the table entry is not as Pitboss makes it",
    "ALTER TABLE entry ENABLE ROW LEVEL SECURITY",
    kinds=("postgres",),
)
case(
    "ids need not be different",
    0,
    "the constraint entry_id_key is missing",
    "ALTER TABLE entry DROP CONSTRAINT entry_id_key",
    kinds=("postgres",),
)
case(
    "an index is out of use",
    0,
    "the index entry_place is not as Pitboss makes it",
    "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'entry_place'::regclass",
    kinds=("postgres",),
)
case(
    "an index does not fit its table",
    0,
    "the index entry_place does not fit its table",
    "UPDATE pg_index SET indisready = false, indisvalid = false WHERE indexrelid = 'entry_place'::regclass",
    "UPDATE entry SET place = 'T9' WHERE number = 4",
    "UPDATE entry SET place = 'T1' WHERE number = 4",
    "UPDATE pg_index SET indisready = true, indisvalid = true WHERE indexrelid = 'entry_place'::regclass",
    kinds=("postgres",),
)

# -- beside the tables -----------------------------------------------------------------------------

case(
    "bytes lie behind a packed text",
    4,
    CHANGED,
    "UPDATE entry SET body = CAST(body || x'00112233' AS blob) WHERE number = 4",
    kinds=("sqlite",),
)
case(
    "a packed text ends early",
    4,
    CHANGED,
    "UPDATE entry SET body = substr(body, 1, length(body) - 1) WHERE number = 4",
    kinds=("sqlite",),
)
for copied in ("entry_version_1", "meta_version_2", "checkpoint_version_0_2"):
    case(
        f"a table {copied} pretends to be left by an upgrade",
        0,
        f"there is a table {copied} that is not Pitboss's",
        f"CREATE TABLE {copied} (x text)",
        f"INSERT INTO {copied} VALUES ('forged')",
    )
case(
    "a table pretends to be left by an upgrade to come",
    0,
    "there is a table entry_version_9 that is not Pitboss's",
    "CREATE TABLE entry_version_9 (x text)",
)
case(
    "SQLite's own table of counters has a row",
    0,
    "there is a table sqlite_sequence that is not Pitboss's",
    "CREATE TABLE z (a integer PRIMARY KEY AUTOINCREMENT)",
    "INSERT INTO z VALUES (5)",
    "DROP TABLE z",
    kinds=("sqlite",),
)
case(
    "SQLite's own statistics are there",
    0,
    "there is a table sqlite_stat1 that is not Pitboss's",
    "ANALYZE",
    kinds=("sqlite",),
)
for number in ("user_version", "application_id"):
    case(
        f"the file has a {number}",
        0,
        f"the file's {number} is 77",
        f"PRAGMA {number} = 77",
        kinds=("sqlite",),
    )
