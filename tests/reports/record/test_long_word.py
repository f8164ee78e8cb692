"""Words without a space in them: none leaves the page, and whoever searches it still finds them."""

import pypdfium2
import pytest

from jackpot.ledger_room import make_terms
from pitboss.base.money import MICROS
from pitboss.jackpot.terms import LevelTerms
from pitboss.reports.page import Column, Facts, Heading, Lines, Signatures, Tone, Toned, bullets, make_table
from pitboss.reports.paper.paper import SHEET, WIDE, Form, Paper, Size, write_paper
from reports.record.journal_room import make_paper, make_room

MARGIN = 16 / 25.4 * 72
"""Sixteen millimetres, in points."""
HASH = "0123456789abcdef" * 4
LONG = "Room_with_a_very_long_name_that_has_no_space_in_it_at_all_and_goes_on_and_on_until_the_margin"


def open_pages(paper, size=Size.A4):
    return list(pypdfium2.PdfDocument(write_paper(paper, Form.PDF, size)))


def letters_outside(pages):
    """Of what can be seen: a space at the end of a line may hang over."""
    for page in pages:
        width, text = page.get_size()[0], page.get_textpage()
        for place in range(text.count_chars()):
            left, _, right, _ = text.get_charbox(place)
            if (
                text.get_text_range(place, 1).strip()
                and not MARGIN - 0.5 < left <= right < width - MARGIN + 0.5
            ):
                yield text.get_text_range(max(0, place - 20), 21)


def words_of(pages):
    return "\n".join(page.get_textpage().get_text_range() for page in pages).replace("\r\n", "\n")


def everywhere(word):
    """A word in every place that a page has."""
    columns = (Column("One"), Column("Two"), Column("Three", wraps=True), Column("Four", right=True))
    return (
        Facts((("Label", word), (word[:40], "value"))),
        Facts((("Label", word),)),
        make_table(columns, [(word, word, word, "$1"), ("a", HASH, "b", "$2")]),
        Lines((word,)),
        bullets((word,)),
        Heading(word, 2),
        Signatures((word,)),
    )


@pytest.mark.parametrize("layout", [SHEET, WIDE], ids=["sheet", "wide"])
@pytest.mark.parametrize("size", list(Size))
@pytest.mark.parametrize("word", [LONG, HASH, "W" * 70])
def test_no_word_leaves_the_page(word, layout, size):
    banner = (Lines((Toned(word, Tone.GOOD),)),)
    pages = open_pages(Paper(f"Of {word}", everywhere(word), {}, (("Hash", HASH),), layout, banner), size)
    assert not list(letters_outside(pages))
    assert words_of(pages).replace("\n", "").count(word) >= 9


def test_a_long_word_leaves_room_for_the_columns_beside_it():
    """A column that wraps beside it is not squeezed to one letter a line."""
    table = make_table((Column("Name"), Column("Note", wraps=True)), [(LONG * 2, "a note of several words")])
    assert "a note of several words" in words_of(open_pages(Paper("Notes", (table,), {})))


def test_a_hash_that_finds_room_stays_in_one_piece():
    table = make_table(
        (Column("Game"), Column("Fingerprint"), Column("Note", wraps=True)), [("A", HASH, "b")]
    )
    page = (Facts((("Entry", f"number 1,234 with the hash {HASH}"),)), table, Lines((f"That is {HASH}",)))
    lines = words_of(open_pages(Paper("Hashes", page, {}))).splitlines()
    assert sum(HASH in line for line in lines) == 3


@pytest.mark.parametrize("size", list(Size))
def test_a_location_of_one_long_word_stays_on_the_paper_of_changes(size):
    room = make_room()
    terms = (LevelTerms("", 1_000 * MICROS, 120_000, 10_000),)
    room.set_terms(make_terms(terms, id="Second", tables=("T6",), location=LONG))
    pages = open_pages(make_paper(room, "history"), size)
    assert not list(letters_outside(pages))
    assert LONG in words_of(pages).replace("\n", "")
