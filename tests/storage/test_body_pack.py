"""Bodies are packed without loss, and what is damaged is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from writing import make_journal

from pitboss.storage.backup import journal_of
from pitboss.storage.body_pack import WORDS, pack_body, unpack_body

JOURNAL = make_journal(9)


@given(st.text(st.characters(max_codepoint=126, min_codepoint=32), max_size=2_000))
def test_whatever_is_packed_is_unpacked_the_same(body):
    kept = pack_body(body)
    assert (unpack_body(kept) if isinstance(kept, bytes) else kept) == body


def test_an_entry_takes_less_than_half():
    assert (
        sum(len(pack_body(entry.body)) for entry in JOURNAL) < sum(len(entry.body) for entry in JOURNAL) / 2
    )


def test_the_dictionary_is_the_one_that_files_were_written_with():
    from hashlib import sha256

    assert sha256(WORDS).hexdigest()[:16] == "c6399defd1fed3a8"


@pytest.mark.parametrize("damage", [b"", b"\x01", b"\x02abc", b"\x01\xff\xff\xff", b"\x07"])
def test_a_damaged_body_is_named(make_place, damage):
    place = make_place("sqlite")
    store = place.open()
    store.append(JOURNAL)
    place.drop_triggers()
    place.by_hand(("UPDATE entry SET body = ? WHERE number = 4", [damage]))
    place.put_triggers()
    assert journal_of(store).audit().fault.number == 4
