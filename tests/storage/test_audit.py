"""Requirement 59: whatever a clerk does to the tables by hand, `verify` names the first wrong entry."""

import pytest
from tampering import CASES, CHECKPOINT, TOLD
from writing import COLUMNS, INSERT, as_row, coin_in, make_journal, rechained, written

from pitboss.base.error import InputError
from pitboss.ledger.entry import chain
from pitboss.ledger.store import Checkpoint, MovedOnError, SeenBeforeError, StoreError
from pitboss.ledger.verify import verify
from pitboss.reports.ledger_sheet import audit_data, audit_page, say_no_checkpoint
from pitboss.storage.audit import audit
from pitboss.storage.backup import Journal, back_up, journal_of

LENGTH = 6
JOURNAL = make_journal(LENGTH)
KEPT = make_journal(LENGTH, kept={5: "{}"})
EVERY = range(1, LENGTH + 1)
CHANGED = "its text and its hash do not belong together"
MOVED = "it was moved, or one before it was put in or taken out"
F = "f" * 64


def shift_up(number):
    """Make room for another entry: numbers cannot be changed in place, they would meet."""
    return (
        f"UPDATE entry SET number = -number - 1 WHERE number >= {number}",
        "UPDATE entry SET number = -number WHERE number < 0",
    )


def take_out_and_close_up(number):
    return (
        f"DELETE FROM entry WHERE number = {number}",
        f"UPDATE entry SET number = -number + 1 WHERE number > {number}",
        "UPDATE entry SET number = -number WHERE number < 0",
    )


def swap(one, other, columns):
    values = dict(zip(COLUMNS, range(5), strict=True))
    first, second = as_row(JOURNAL[one - 1]), as_row(JOURNAL[other - 1])
    yield f"UPDATE entry SET id = 'nobody' WHERE number = {one}"
    for number, row in ((other, first), (one, second)):
        sets = ", ".join(f"{column} = ?" for column in columns)
        yield f"UPDATE entry SET {sets} WHERE number = {number}", [row[values[column]] for column in columns]
    if "id" not in columns:
        yield "UPDATE entry SET id = ? WHERE number = ?", [first[1], one]


def edited(number):
    return JOURNAL[number - 1].body.replace("980000", "990000")


def stray_after(number):
    """An entry nobody wrote, hashed right for its place."""
    before = JOURNAL[number - 2] if number > 1 else None
    return make_journal(1, after=before, name="stray")[0]


(STRAY,) = make_journal(1, after=make_journal(1, name="elsewhere")[0], name="stray")
FORGED = make_journal(1, after=JOURNAL[-1], name="forged")[0]
TAMPERING = {
    "an amount changed": lambda n: [("UPDATE entry SET body = ? WHERE number = ?", [edited(n), n])],
    "a hash changed": lambda n: [("UPDATE entry SET hash = ? WHERE number = ?", [bytes.fromhex(F), n])],
    "a place changed": lambda n: [("UPDATE entry SET place = 'T1' WHERE number = ?", [n])],
    "an id changed": lambda n: [("UPDATE entry SET id = 'round 99' WHERE number = ?", [n])],
    "a text emptied": lambda n: [("UPDATE entry SET body = '' WHERE number = ?", [n])],
    "taken out": lambda n: [f"DELETE FROM entry WHERE number = {n}"],
    "taken out and closed up": take_out_and_close_up,
    "put in": lambda n: [*shift_up(n), (INSERT, [n, *as_row(STRAY)[1:]])],
    "put in and hashed right": lambda n: [*shift_up(n), (INSERT, as_row(stray_after(n)))],
    "copied": lambda n: [*shift_up(n), (INSERT, [n, "copy", *as_row(JOURNAL[n - 1])[2:]])],
    "moved to the end": lambda n: [f"UPDATE entry SET number = {LENGTH + 1} WHERE number = {n}"],
    "moved before the start": lambda n: [f"UPDATE entry SET number = 0 WHERE number = {n}"],
    "swapped with the next": lambda n: list(swap(n, n % LENGTH + 1, ("id", "body", "hash"))),
    "text swapped with the next": lambda n: list(swap(n, n % LENGTH + 1, ("body",))),
    "text and hash swapped with the next": lambda n: list(swap(n, n % LENGTH + 1, ("body", "hash"))),
    "hashed again alone": lambda n: [
        (
            "UPDATE entry SET body = ?, hash = ? WHERE number = ?",
            [entry_of_clerk(n).body, bytes.fromhex(entry_of_clerk(n).hash), n],
        )
    ],
}


def entry_of_clerk(number):
    return rechained(JOURNAL, {number: coin_in(number, by=("somebody else",))})[number - 1]


def expected_fault(tampering, number):
    """The entry that must be named; of two swapped entries it is the first."""
    after = number % LENGTH + 1
    if "swapped" in tampering:
        return min(number, after)
    if tampering == "moved before the start":
        return 1
    if "hashed" in tampering:  # the entry itself is right, what comes next does not follow it
        return number + 1
    return number


@pytest.mark.parametrize("tampering", TAMPERING)
def test_requirement_59_tampering_with_any_row_is_found_and_named(database, tampering):
    store = database.open()
    store.append(JOURNAL)
    database.drop_triggers()
    for number in EVERY:
        if (tampering, number) in UNFINDABLE:
            continue
        database.by_hand(*TAMPERING[tampering](number))
        found = journal_of(store).audit(expect=JOURNAL[-1].hash)
        assert found.fault, f"{tampering}: {number}"
        assert found.fault.number == expected_fault(tampering, number), found.fault
        assert found.verdict.entries == found.fault.number - 1
        database.by_hand("DELETE FROM entry", *((INSERT, as_row(entry)) for entry in JOURNAL))
    database.put_triggers()
    assert journal_of(store).audit(expect=JOURNAL[-1].hash).fault is None


UNFINDABLE = {("hashed again alone", LENGTH)}
"""At the end of the chain nothing follows that could tell: the head names the entry itself, see below."""


@pytest.mark.parametrize(
    ("tampering", "number", "words"),
    [
        ("an amount changed", 3, CHANGED),
        ("a hash changed", 3, CHANGED),
        ("a place changed", 3, "it is kept as 'T1''s and its text says ''"),
        ("an id changed", 3, "it is kept under the id 'round 99' and its text says 'round 3'"),
        ("taken out", 3, "it is missing: entry 4 stands in its place"),
        ("taken out and closed up", 3, MOVED),
        ("put in", 3, "its text is of entry 2"),
        ("put in and hashed right", 3, MOVED),
        ("moved before the start", 3, "entry 0 stands in its place: it was put in, doubled or moved"),
        ("moved to the end", 3, "it is missing: entry 4 stands in its place"),
        ("swapped with the next", 3, MOVED),
        ("text swapped with the next", 3, "its text is of entry 4"),
    ],
)
def test_what_is_wrong_is_said(make_place, tampering, number, words):
    database = make_place("sqlite")
    store = database.open()
    store.append(JOURNAL)
    database.drop_triggers()
    database.by_hand(*TAMPERING[tampering](number))
    assert words in journal_of(store).audit().fault.why


def test_rows_cannot_be_changed_without_taking_the_triggers_off_first(database):
    """Requirement 62: what was kept stays kept."""
    database.open().append(JOURNAL)
    for statement in ("UPDATE entry SET id = 'x' WHERE number = 1", "DELETE FROM entry WHERE number = 6"):
        with pytest.raises(Exception, match="the journal is only ever added to"):
            database.by_hand(statement)
    assert journal_of(database.open()).audit(expect=JOURNAL[-1].hash).fault is None


# -- everything else that a clerk can do -----------------------------------------------------------


@pytest.fixture
def anchored(request, make_place, tmp_path, monkeypatch):
    """A journal with places, a checkpoint, and an anchor on both databases."""
    (tmp_path / "anchors").mkdir()
    monkeypatch.setenv("PITBOSS_ANCHOR", str(tmp_path / "anchors"))
    database = make_place(request.param)
    store = database.open()
    store.append(TOLD, CHECKPOINT)
    assert journal_of(store).audit().fault is None
    return database, store


TAMPERED = [(kind, case) for case in CASES for kind in case.kinds]


@pytest.mark.parametrize(
    ("anchored", "case"),
    TAMPERED,
    indirect=["anchored"],
    ids=[f"{kind}-{case.name}" for kind, case in TAMPERED],
)
def test_requirement_59_whatever_is_tampered_with_is_named_in_a_sentence(anchored, case):
    database, store = anchored
    database.drop_triggers()
    database.by_hand(*case.statements)
    if case.puts_back:
        database.put_triggers()
    fault = journal_of(store).audit().fault
    assert fault, "it is not found"
    assert (fault.number, case.words in fault.why) == (case.number, True), fault
    assert "\n" not in fault.why
    assert fault.words == (f"entry {case.number}: {fault.why}" if case.number else fault.why)


def test_there_are_at_least_sixty_ways_of_tampering_on_each_database():
    for kind in ("sqlite", "postgres"):
        names = {case.name for case in CASES if kind in case.kinds}
        assert len(names) >= 60


def test_an_index_of_a_file_that_does_not_fit_its_table_is_named(make_place):
    """The table is right, and whoever asks by place gets something else."""
    database = make_place("sqlite")
    store = database.open()
    store.append(TOLD, CHECKPOINT)
    database.drop_triggers()
    database.by_hand("UPDATE entry SET place = 'T9' WHERE number = 4")
    (made,) = database.ask(
        "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master WHERE name = 'entry_place'"
    )
    for statement in (
        "DELETE FROM sqlite_master WHERE name = 'entry_place'",
        "UPDATE entry SET place = 'T1' WHERE number = 4",
        ("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", made),
    ):
        database.by_hand("PRAGMA writable_schema = ON", statement)
    database.put_triggers()
    number, why = journal_of(database.open()).audit().fault
    assert (number, "an index does not fit its table" in why, "entry_place" in why) == (0, True, True)


# -- the end, and a chain made anew ----------------------------------------------------------------


def replace_all(database, entries):
    database.drop_triggers()
    database.by_hand("DELETE FROM entry", *((INSERT, as_row(entry)) for entry in entries))
    database.put_triggers()
    database.lose_anchor()


def move_head(entry):
    """What a clerk does who knows of it."""
    return ("UPDATE meta SET value = ? WHERE name = 'head'", [f"{entry.number} {entry.hash}"])


@pytest.mark.parametrize("left", range(LENGTH))
def test_an_end_cut_off_by_hand_is_found_and_nothing_is_added_to_it(database, left):
    """Every append writes down which entry is the last, in the same transaction."""
    store = database.open()
    store.append(JOURNAL[:2])
    store.append(JOURNAL[2:])
    replace_all(database, JOURNAL[:left])
    why = f"it is missing: entry {LENGTH} was the last that was written, the end was cut off"
    assert journal_of(store).audit().fault == (left + 1, why)
    after = JOURNAL[left - 1] if left else None
    for writer in (store, database.open()):
        with pytest.raises(StoreError, match="the end of the journal is not as it was written"):
            writer.append(make_journal(1, after=after, name="later"))
    with pytest.raises(MovedOnError):
        store.append(make_journal(1, after=JOURNAL[-1], name="later"))
    assert journal_of(store).audit().fault.number == left + 1, "what was lost is still missed"


def test_the_last_entry_hashed_again_is_found_by_the_head(database):
    store = database.open()
    store.append(JOURNAL)
    replace_all(database, [*JOURNAL[:-1], entry_of_clerk(LENGTH)])
    number, why = journal_of(store).audit().fault
    assert (number, "the chain was made anew" in why) == (LENGTH, True)


def test_a_head_that_is_gone_is_a_fault(database):
    store = database.open()
    store.append(JOURNAL)
    database.by_hand("DELETE FROM meta WHERE name = 'head'")
    assert journal_of(store).audit().fault == (0, "meta has no row 'head': it was taken out")
    with pytest.raises(StoreError, match="does not say which entry is its last"):
        store.head()


def test_the_head_follows_every_way_of_writing(store):
    """The last of a batch, and of a journal that was written whole; who only reads or fails leaves it."""
    assert store.head() == (0, "0" * 64)
    store.fill(JOURNAL[:3])
    assert store.head() == (3, JOURNAL[2].hash)
    store.append(JOURNAL[3:])
    store.append([], Checkpoint(LENGTH, JOURNAL[-1].hash, "{}"))
    for problem, entries in ((MovedOnError, JOURNAL[:1]), (SeenBeforeError, again(JOURNAL[-1]))):
        with pytest.raises(problem):
            store.append(entries)
    assert store.head() == (LENGTH, JOURNAL[-1].hash)


def again(last):
    """An entry in its place with an id that is there already."""
    return [chain(last.number + 1, last.hash, JOURNAL[0].draft)]


def test_an_end_cut_off_and_the_head_with_it_is_found_by_a_hash_that_was_written_down(database):
    store = database.open()
    store.append(JOURNAL)
    replace_all(database, JOURNAL[:4])
    database.by_hand(move_head(JOURNAL[3]))
    assert journal_of(store).audit().fault is None
    found = journal_of(store).audit(expect=JOURNAL[-1].hash)
    assert found.fault.number == 4
    assert "no entry has the expected hash" in found.fault.why
    assert "the end was cut off" in found.fault.why


def test_an_end_cut_off_behind_the_checkpoint_is_found_by_it(database):
    store = database.open()
    store.append(KEPT, Checkpoint(5, KEPT[4].hash, "{}"))
    replace_all(database, KEPT[:6])
    database.by_hand(move_head(KEPT[5]))
    assert journal_of(store).audit().fault is None
    database.drop_triggers()
    database.by_hand("DELETE FROM entry WHERE number > 3", move_head(KEPT[2]))
    assert journal_of(store).audit().fault == (
        4,
        "it is missing: there is a checkpoint of entry 5, the end was cut off",
    )


@pytest.mark.parametrize("state", ["", '{"floor":0}'])
def test_requirement_48_a_checkpoint_that_was_changed_is_found(database, state):
    store = database.open()
    store.append(KEPT, Checkpoint(5, KEPT[4].hash, "{}"))
    assert journal_of(store).audit().fault is None
    database.by_hand(f"UPDATE checkpoint SET state = '{state}'")
    number, why = journal_of(store).audit().fault
    assert (number, "does not vouch" in why) == (5, True)


def two_checkpoints():
    """A journal of which a state was kept twice, and both checkpoints."""
    entries = make_journal(9, kept={3: '{"floor":3}', 6: '{"floor":6}'})
    return entries, *(Checkpoint(n, entries[n - 1].hash, f'{{"floor":{n}}}') for n in (3, 6))


def test_requirement_48_an_earlier_checkpoint_put_back_is_found(database):
    entries, first, second = two_checkpoints()
    store = database.open()
    store.append(entries, second)
    assert journal_of(store).audit().fault is None
    database.by_hand("DELETE FROM checkpoint", ("INSERT INTO checkpoint VALUES (?, ?, ?)", first))
    why = "there was a checkpoint of this entry, and that of entry 3 was put in its place"
    assert journal_of(store).audit().fault == (6, why)


def test_a_checkpoint_that_was_taken_out_is_said(database):
    """It is no fault: a journal that was restored from an export has none, and a start reads everything."""
    entries, _, second = two_checkpoints()
    store = database.open()
    store.append(entries, second)
    database.by_hand("DELETE FROM checkpoint")
    found = journal_of(store).audit()
    assert (found.fault, found.vouched) == (None, 6)
    facts = audit_page("here", found)[1].rows
    assert ("Checkpoint", say_no_checkpoint(6)) in facts
    assert "that of entry 6 was taken out" in say_no_checkpoint(6)
    data = audit_data("here", found)
    assert (data["checkpoint"], data["vouched_checkpoint"]) == (None, 6)


def test_a_checkpoint_made_while_a_journal_is_copied_stays_out_of_the_copy(database, tmp_path):
    """The copy is of the moment at which its checkpoint was read, so that both belong together."""
    entries, first, second = two_checkpoints()
    store = database.open()
    store.append(entries[:5], first)

    def read(after):
        if store.head().number < 9:
            store.append(entries[5:], second)
        yield from store.entries(after)

    found = back_up(Journal("here", read, store), tmp_path / "copy.db")
    assert (found.fault, found.end, found.checkpoint) == (None, (5, entries[4].hash), first)


@pytest.mark.parametrize("number", EVERY)
def test_a_chain_made_anew_by_somebody_who_knows_how_is_found_by_a_hash_that_was_written_down(
    database, number
):
    store = database.open()
    store.append(JOURNAL)
    forged = rechained(JOURNAL, {number: coin_in(number, fact=written({"round": "none"}))})
    replace_all(database, forged)
    assert "the chain was made anew" in journal_of(store).audit().fault.why
    database.by_hand(move_head(forged[-1]))
    assert journal_of(store).audit().fault is None, "the chain alone cannot tell"
    found = journal_of(store).audit(expect=JOURNAL[-1].hash)
    assert "or the chain was made anew" in found.fault.why
    if number > 1:  # what came before is still what it was
        assert journal_of(store).audit(expect=JOURNAL[number - 2].hash).expected == number - 1


def test_a_chain_made_anew_does_not_go_with_its_checkpoint(database):
    store = database.open()
    store.append(KEPT, Checkpoint(5, KEPT[4].hash, "{}"))
    replace_all(database, rechained(KEPT, {2: coin_in(2, by=("nobody",))}))
    number, why = journal_of(store).audit().fault
    assert number == 5
    assert "the checkpoint of this entry has another hash" in why


def test_a_forged_entry_at_the_end_is_after_the_hash_that_was_written_down(database):
    store = database.open()
    store.append(JOURNAL)
    database.by_hand((INSERT, as_row(FORGED)), move_head(FORGED))
    found = journal_of(store).audit(expect=JOURNAL[-1].hash)
    assert (found.fault, found.expected, found.verdict.entries) == (None, LENGTH, LENGTH + 1)


def without_keys(database, *rows):
    """The table of a clerk who has dropped every index and law of the database."""
    store, blob = database.open(), "blob" if database.kind == "sqlite" else "bytea"
    database.by_hand(
        "DROP TABLE entry",
        f"CREATE TABLE entry (number bigint, id text, place text, hash {blob}, body text)",
        *((INSERT, row) for row in rows),
    )
    return journal_of(store).audit().fault


def test_without_an_index_an_id_used_twice_is_found(database):
    again = rechained(JOURNAL, {5: coin_in(2), 6: coin_in(3)})
    assert without_keys(database, *map(as_row, again)) == (5, "its id is used twice")


def test_without_a_key_a_doubled_row_is_found(database):
    number, why = without_keys(database, *map(as_row, JOURNAL), as_row(JOURNAL[3]))
    assert (number, why) == (5, "entry 4 stands in its place: it was put in, doubled or moved")


def test_without_a_key_a_row_without_number_or_text_is_found(database):
    nobody = [None, *as_row(JOURNAL[3])[1:]]
    where = 1 if database.kind == "sqlite" else LENGTH + 1
    assert without_keys(database, *map(as_row, JOURNAL), nobody).number == where
    assert without_keys(database, *map(as_row, JOURNAL[:2]), [3, None, None, None, None]).number == 3


# -- laws of the books, and what cannot be read ----------------------------------------------------


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("nonsense", "cannot be read"),
        ("[]", "cannot be read"),
        ('[2,"x","k",1,["a"],{},[["meter/a/b","paid/a/b",1,"because"]]]', "cannot be read: 'because'"),
        ('[2,"x","k",1,["a"],{},[["meter/a","paid/a/b",1,"contribution"]]]', "is no account"),
        ('[2,"x","k",1,["a"],{},[["meter/a/b","paid/a/b",1.5,"contribution"]]]', "1.5 is no whole number"),
        ('[2,"x","k",1,["a"],{},[["meter/a/b","paid/a/b",true,"contribution"]]]', "True is no whole number"),
        ('[2,"x","k",1,["a"],{},[["meter/a/b","paid/a/b",0,"contribution"]]]', "moves more than nothing"),
        ('[2,"x","k",1,["a"],{},[["meter/a/b","paid/a/b",-5,"contribution"]]]', "moves more than nothing"),
        ('[2,"x","k",1,["a"],{},[["meter/a/b","meter/a/b",5,"contribution"]]]', "to itself moves nothing"),
        ('[2,"x","k",1,["a"],{},[["meter/a/b","paid/a/b",5,"award posted"]]]', "meter/a/b would be"),
        ('[3,"x","k",1,["a"],{},[]]', "its text is of entry 3"),
        ('["2","x","k",1,["a"],{},[]]', "something else"),
        ('[2,5,"k",1,["a"],{},[]]', "something else"),
        ("[" * 100_000, "cannot be read"),
    ],
)
def test_requirement_22_an_entry_that_is_hashed_right_but_breaks_the_books_is_named(body, words):
    from pitboss.ledger.entry import Entry, hash_body

    bad = Entry(2, "x", body, JOURNAL[0].hash, hash_body(JOURNAL[0].hash, body))
    verdict = verify([JOURNAL[0], bad, JOURNAL[2]])
    assert verdict.entries == 1
    assert verdict.fault.number == 2
    assert words in verdict.fault.why


def test_a_journal_that_stops_being_readable_is_not_right():
    def failing():
        yield from JOURNAL[:3]
        raise StoreError("the disk is gone")

    assert audit(failing()).fault == (4, "it cannot be read: the disk is gone")


def test_an_empty_journal_is_right(database):
    found = journal_of(database.open()).audit()
    assert (found.fault, found.verdict.entries, found.verdict.hash) == (None, 0, "0" * 64)


def test_the_hash_that_was_written_down_may_be_of_an_earlier_entry_and_in_capitals():
    found = audit(JOURNAL, expect=f" {JOURNAL[2].hash.upper()}\n")
    assert (found.fault, found.expected) == (None, 3)


@pytest.mark.parametrize("text", ["", "abc", "0" * 63, "0" * 65, "g" * 64, "é" * 64])
def test_what_is_no_hash_is_refused(text):
    with pytest.raises(InputError, match="a hash is 64 hexadecimal digits"):
        audit(JOURNAL, expect=text)


def test_progress_is_said_every_ten_thousand_entries():
    told = []
    audit(make_journal(10_001), progress=told.append)
    assert told == [10_000]
