"""One contract for every store: memory, SQLite and PostgreSQL do the same, word for word."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Timer

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from writing import chained, coin_in, make_journal, with_changes, written

from pitboss.ledger.store import Checkpoint, MovedOnError, SeenBeforeError, StoreError
from pitboss.ledger.verify import verify

JOURNAL = make_journal(40)
OTHERS = make_journal(40, name="another")


def checkpoint_of(entry, state="{}"):
    return Checkpoint(entry.number, entry.hash, state)


# -- writing and reading ---------------------------------------------------------------------------


def test_an_empty_journal_has_nothing_in_it(store):
    assert store.last() is None
    assert list(store.entries()) == []
    assert list(store.entries(5, upto=9)) == []
    assert store.find("round 1") is None
    assert store.checkpoint() is None
    assert store.news(0, 0) == 0


def test_whether_it_can_be_written_is_tried_and_leaves_nothing_behind(store):
    store.append(JOURNAL[:3])
    for is_thorough in (False, True, False, True):
        store.check_writable(thoroughly=is_thorough)
    assert list(store.inspect()) == []
    assert list(store.entries()) == JOURNAL[:3]
    store.append(JOURNAL[3:5])
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.check_writable()


def test_what_is_appended_is_read_back_in_order(store):
    store.append(JOURNAL[:1])
    store.append(JOURNAL[1:30])
    store.append([])
    store.append(JOURNAL[30:])
    assert list(store.entries()) == JOURNAL
    assert store.last() == JOURNAL[-1]
    assert store.last().draft == coin_in(40)


def test_a_part_is_read_by_numbers(store):
    store.append(JOURNAL)
    assert list(store.entries(35)) == JOURNAL[35:]
    assert list(store.entries(upto=3)) == JOURNAL[:3]
    assert list(store.entries(10, upto=12)) == JOURNAL[10:12]
    assert (
        list(store.entries(12, upto=12)) == list(store.entries(12, upto=3)) == list(store.entries(40)) == []
    )


def test_an_entry_is_found_by_its_clients_id(store):
    store.append(JOURNAL)
    assert store.find("round 17") == JOURNAL[16]
    assert store.find("round 41") is None
    assert store.find("ROUND 17") is None
    assert store.find("") is None
    assert store.find("round 17\0") is None
    assert store.find("\ud800") is None


STRANGE = ["é", "e\u0301", "♠ Ace", "a'b\"c\\d", "%s %(x)s ?", "{}", "NULL", "🂡", "x" * 200]


def test_every_writing_and_sign_is_kept(store):
    entries = list(
        chained(coin_in(1, id=id_, by=(id_,), fact=written({id_: [id_, None, True]})) for id_ in STRANGE)
    )
    store.append(entries)
    assert list(store.entries()) == entries
    assert [store.find(id_).draft.by for id_ in STRANGE] == [(id_,) for id_ in STRANGE]


def test_facts_may_hold_signs_that_a_database_cannot(store):
    (entry,) = chained([coin_in(1, fact=written({"why": "nul \0, tab \t, lone \ud800, newline \n"}))])
    store.append([entry])
    assert store.last().draft.fact.facts == {"why": "nul \0, tab \t, lone \ud800, newline \n"}


def test_a_large_text_is_kept(store):
    (entry,) = chained([coin_in(1, fact=written({"before": "♠" * 300_000}))])
    store.append([entry])
    assert store.last() == entry


def test_another_opening_finds_everything(place):
    first = place.open()
    first.append(JOURNAL, checkpoint_of(JOURNAL[-1], '{"floor":1}'))
    first.close()
    second = place.open()
    assert list(second.entries()) == JOURNAL
    assert second.find("round 3") == JOURNAL[2]
    assert second.checkpoint() == checkpoint_of(JOURNAL[-1], '{"floor":1}')


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    batches=st.lists(
        st.lists(
            st.tuples(
                st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=20),
                st.dictionaries(
                    st.text(max_size=5), st.integers() | st.text(max_size=20) | st.none(), max_size=3
                ),
            ),
            max_size=5,
            unique_by=lambda one: one[0],
        ),
        max_size=5,
    )
)
@pytest.mark.parametrize("kind", ["memory", "sqlite", "postgres"])
def test_any_sequence_of_batches_is_read_back_equal(make_place, kind, batches):
    store = make_place(kind).open()
    last, appended = None, []
    for place, batch in enumerate(batches):
        drafts = (coin_in(1, id=f"{id_} {place}", fact=written(facts)) for id_, facts in batch)
        entries = list(chained(drafts, after=last))
        store.append(entries)
        appended += entries
        last = appended[-1] if appended else None
    assert list(store.entries()) == appended
    assert store.last() == last
    assert verify(store.entries()).fault is None
    assert [store.find(entry.id) for entry in appended] == appended


# -- all or nothing --------------------------------------------------------------------------------

NEXT = make_journal(6, after=JOURNAL[3])
(KNOWN,) = chained([coin_in(1)], after=NEXT[4])
(DOUBLED,) = chained([coin_in(5)], after=NEXT[4])
(LONG,) = chained([coin_in(5, id="x" * 201)], after=NEXT[4])
(CONTROL,) = chained([coin_in(5, id="a\tb")], after=NEXT[4])
(LONE,) = chained([coin_in(5, id="\ud800")], after=NEXT[4])
(EMPTY,) = chained([coin_in(5, id="")], after=NEXT[4])
TEXT = "its text is not one line of JSON with its number and id"
ID = "an id is 1 to 200 printable characters"
BAD_LAST = {
    "a gap": (with_changes(NEXT[5], number=11), StoreError, "entry 11 does not follow entry 9"),
    "another chain": (with_changes(NEXT[5], before="f" * 64), StoreError, "entry 10 does not follow entry 9"),
    "a wrong hash": (with_changes(NEXT[5], hash="f" * 64), StoreError, "does not hash to ffffffffffff"),
    "a changed text": (with_changes(NEXT[5], body=NEXT[5].body + " "), StoreError, "does not hash to"),
    "a text with another number": (with_changes(NEXT[5], body="[9,1]"), StoreError, TEXT),
    "a text with another id": (with_changes(NEXT[5], id="round 99"), StoreError, TEXT),
    "a text of two lines": (with_changes(NEXT[5], body=NEXT[5].body + "\n"), StoreError, TEXT),
    "a text that is not ASCII": (with_changes(NEXT[5], body=NEXT[5].body + "é"), StoreError, TEXT),
    "an id that is there": (KNOWN, SeenBeforeError, "is in the journal already"),
    "an id twice in the batch": (DOUBLED, SeenBeforeError, "is in the journal already"),
    "an id too long": (LONG, StoreError, ID),
    "an id with a tab": (CONTROL, StoreError, ID),
    "an id that is no text": (LONE, StoreError, ID),
    "no id": (EMPTY, StoreError, ID),
}


@pytest.mark.parametrize("bad", BAD_LAST)
def test_requirement_47_a_batch_with_one_bad_entry_writes_nothing(store, bad):
    entry, error, why = BAD_LAST[bad]
    store.append(JOURNAL[:4])
    with pytest.raises(error, match=why) as caught:
        store.append([*NEXT[:5], entry])
    assert caught.type is error
    assert list(store.entries()) == JOURNAL[:4]
    assert store.find(NEXT[0].id) is None
    store.append(NEXT)
    assert store.last() == NEXT[-1]


@pytest.mark.parametrize(
    "late",
    [JOURNAL[3:6], JOURNAL[:1], JOURNAL[5:], OTHERS[4:6], make_journal(1, after=OTHERS[3])],
    ids=["again", "from the start", "too early", "of another chain", "the next of another chain"],
)
def test_who_does_not_follow_the_last_entry_is_told_that_the_journal_moved_on(store, late):
    store.append(JOURNAL[:4])
    with pytest.raises(MovedOnError, match="the journal has moved on: its last entry is 4"):
        store.append(late)
    assert list(store.entries()) == JOURNAL[:4]


def test_of_two_who_write_the_second_reads_what_is_new_and_goes_on(place):
    one, other = place.open(), place.open()
    one.append(JOURNAL[:2])
    assert other.last() == JOURNAL[1]
    one.append(JOURNAL[2:4])
    with pytest.raises(MovedOnError):
        other.append(make_journal(3, after=JOURNAL[1], name="late"), checkpoint_of(JOURNAL[1]))
    assert other.checkpoint() is None
    assert list(other.entries(2)) == JOURNAL[2:4]
    other.append(make_journal(3, after=JOURNAL[3], name="late"))
    assert [entry.number for entry in one.entries()] == [1, 2, 3, 4, 5, 6, 7]


# -- checkpoints -----------------------------------------------------------------------------------


def test_a_checkpoint_is_written_with_its_batch_or_later(store):
    store.append(JOURNAL[:4], checkpoint_of(JOURNAL[2], "after three"))
    assert store.checkpoint() == (3, JOURNAL[2].hash, "after three")
    store.append([], checkpoint_of(JOURNAL[3], "after four"))
    assert store.checkpoint() == (4, JOURNAL[3].hash, "after four")
    store.append([], checkpoint_of(JOURNAL[3], "after four, again"))
    assert store.checkpoint() == (4, JOURNAL[3].hash, "after four, again")


def test_the_latest_checkpoint_is_the_one_of_the_highest_entry(store):
    store.append(JOURNAL[:4], checkpoint_of(JOURNAL[3]))
    store.append(JOURNAL[4:6], checkpoint_of(JOURNAL[1]))
    assert store.checkpoint() == checkpoint_of(JOURNAL[3])


@pytest.mark.parametrize(
    "checkpoint",
    [
        Checkpoint(9, JOURNAL[8].hash, "{}"),
        Checkpoint(5, OTHERS[4].hash, "{}"),
        Checkpoint(0, JOURNAL[0].before, "{}"),
        Checkpoint(5, JOURNAL[4].hash, "\0"),
        Checkpoint(5, JOURNAL[4].hash, "é"),
    ],
    ids=["of no entry", "of another chain", "of the start", "a nul", "not ASCII"],
)
def test_a_checkpoint_that_cannot_be_right_is_refused_with_its_batch(store, checkpoint):
    store.append(JOURNAL[:4])
    with pytest.raises(StoreError, match="checkpoint"):
        store.append(JOURNAL[4:6], checkpoint)
    assert store.last() == JOURNAL[3]
    assert store.checkpoint() is None


def test_a_large_state_is_kept(store):
    store.append(JOURNAL[:1], checkpoint_of(JOURNAL[0], "x" * 3_000_000))
    assert len(store.checkpoint().state) == 3_000_000


# -- many at once ----------------------------------------------------------------------------------


def append_own(store, name, count):
    """Write entries one after another among others who do the same; how often somebody was faster."""
    beaten = 0
    for number in range(count):
        while True:
            entries = list(chained([coin_in(number, id=f"{name} {number}")], after=store.last()))
            try:
                store.append(entries)
                break
            except MovedOnError:
                beaten += 1
    return beaten


@pytest.mark.parametrize("handles", ["own", "shared"])
def test_requirement_47_threads_race_and_the_chain_stays_whole(place, handles):
    shared = place.open()
    with ThreadPoolExecutor(4) as pool:
        for name in "abcd":
            pool.submit(append_own, place.open() if handles == "own" else shared, name, 8)
    verdict = verify(shared.entries())
    assert (verdict.entries, verdict.fault) == (32, None)
    ids = [entry.id for entry in shared.entries()]
    assert sorted(ids) == sorted(f"{name} {number}" for name in "abcd" for number in range(8))
    assert [id_ for id_ in ids if id_.startswith("a")] == [f"a {number}" for number in range(8)]


def test_requirement_47_of_several_who_write_the_same_id_at_once_one_gets_it_in(place):
    stores = [place.open() for _ in range(4)]
    stores[0].append(JOURNAL[:4])
    start = Barrier(4)

    def write(store):
        start.wait()
        try:
            store.append(JOURNAL[4:6])
        except MovedOnError:
            return "moved on"
        return "written"

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(write, stores)) == ["moved on"] * 3 + ["written"]
    assert list(stores[3].entries()) == JOURNAL[:6]


def test_a_reader_sees_the_journal_as_it_was_when_he_began(place):
    store = place.open()
    store.append(JOURNAL[:4])
    reading = store.entries()
    assert next(reading) == JOURNAL[0]
    store.append(JOURNAL[4:])
    assert list(reading) == JOURNAL[1:4]
    assert list(store.entries()) == JOURNAL


def test_a_reader_who_stops_halfway_holds_nobody_up(store):
    store.append(JOURNAL[:10])
    for number in range(10, 20):
        reading = store.entries()
        next(reading)
        store.append([JOURNAL[number]])
        del reading
    assert store.last() == JOURNAL[19]


# -- news ------------------------------------------------------------------------------------------


def test_news_is_known_at_once_if_it_is_there(store):
    store.append(JOURNAL[:4])
    assert store.news(0, 60) == 4
    assert store.news(3, 60) == 4


def test_without_news_the_time_runs_out(store):
    store.append(JOURNAL[:4])
    assert store.news(4, 0.05) == 4
    assert store.news(4, 0) == 4


def test_another_process_learns_of_an_entry_when_it_is_written(place):
    one, other = place.open(), place.open()
    one.append(JOURNAL[:4])
    assert other.news(4, 0.01) == 4
    for more in (4, 6):
        writing = Timer(0.05, one.append, [JOURNAL[more : more + 2]])
        writing.start()
        assert other.news(more, 60) == more + 2
        writing.join()
    assert other.news(8, 0.01) == 8


# -- filling ---------------------------------------------------------------------------------------


def test_an_empty_store_is_filled_with_a_whole_journal(store):
    store.fill(iter(JOURNAL), checkpoint_of(JOURNAL[20], "state"))
    assert list(store.entries()) == JOURNAL
    assert store.checkpoint() == checkpoint_of(JOURNAL[20], "state")
    assert store.news(0, 0) == 40
    store.append(make_journal(2, after=JOURNAL[-1]))


def test_filling_with_nothing_leaves_it_empty(store):
    store.fill([])
    assert store.last() is None
    store.fill(JOURNAL)


def test_a_store_that_holds_something_is_not_filled(store):
    store.append(JOURNAL[:1])
    with pytest.raises(StoreError, match="is not empty: a journal is restored into an empty one"):
        store.fill(JOURNAL)
    assert list(store.entries()) == JOURNAL[:1]


@pytest.mark.parametrize("bad", BAD_LAST)
def test_filling_stops_at_a_bad_entry_and_writes_nothing(store, bad):
    entry, error, why = BAD_LAST[bad]
    with pytest.raises(error, match=why):
        store.fill([*JOURNAL[:4], *NEXT[:5], entry])
    assert store.last() is None
    store.append(JOURNAL)


def test_filling_whose_source_fails_writes_nothing(store):
    def failing():
        yield from JOURNAL[:9]
        raise StoreError("the source is gone")

    with pytest.raises(StoreError, match="the source is gone"):
        store.fill(failing())
    assert store.last() is None


# -- the end ---------------------------------------------------------------------------------------


def test_a_closed_store_refuses_everything(store):
    store.append(JOURNAL[:1])
    reading = store.entries()
    store.close()
    store.close()
    for use in (
        lambda: store.append(JOURNAL[1:2]),
        lambda: store.fill(JOURNAL),
        store.last,
        lambda: list(store.entries()),
        lambda: store.find("round 1"),
        store.checkpoint,
        lambda: store.news(0, 0),
    ):
        with pytest.raises(StoreError, match="this journal was closed: open it again"):
            use()
    del reading
