"""Forms of a page: nothing is lost, nothing turns into markup."""

import csv
import io
import json
import re
from fractions import Fraction

import pytest

from pitboss.reports.cell import money, percent, whole
from pitboss.reports.form import (
    format_csv,
    format_html,
    format_json,
    format_markdown,
    format_rows,
    format_text,
    read_style,
)
from pitboss.reports.page import Column, Facts, Heading, Lines, PageTable, Tone, Toned, bullets, make_table

HOSTILE = "<script>alert('&')</script> | `a` *b* _c_ \\ [d]"
TABLE = make_table(
    (Column("Hand"), Column("Ways", right=True), Column("Note", wraps=True)),
    [("pair", "3,744", "x"), (Toned("flush", Tone.GOOD), "1,096", ""), (HOSTILE, "1", "last")],
)
PAGE = (
    Heading("Top"),
    Heading("Below", 2),
    Facts((("Label", "value"), ("Longer label", Toned("gold", Tone.STRONG)))),
    TABLE,
    bullets(["one", "two"]),
    Lines(("a sentence", Toned("careful now", Tone.CAREFUL))),
)


def test_text_is_aligned_and_has_no_blanks_at_the_ends_of_lines():
    assert format_text((make_table((Column("Hand"), Column("Ways", right=True)), [("pair", "3,744")]),)) == (
        "Hand   Ways\n----  -----\npair  3,744"
    )
    lines = format_text(PAGE).splitlines()
    assert [line for line in lines if line != line.rstrip()] == []
    assert lines[:2] == ["Top", "==="]
    assert "Label         value" in lines
    assert "Longer label  gold" in lines
    assert "- one" in lines


def test_a_table_without_rows_is_its_head():
    empty = make_table((Column("Hand"), Column("Ways")), [])
    assert format_text((empty,)) == "Hand  Ways\n----  ----"
    assert format_markdown((empty,)).splitlines() == ["| Hand | Ways |", "| --- | --- |"]
    assert "<tbody>" in format_html((empty,), title="t")


def test_a_row_has_a_cell_for_every_column():
    with pytest.raises(AssertionError, match="a cell for every column"):
        PageTable((Column("a"), Column("b")), (("only one",),))


def test_markdown_keeps_cells_apart_and_says_which_are_numbers():
    lines = format_markdown(PAGE).splitlines()
    assert lines[0] == "# Top"
    assert "## Below" in lines
    table = [line for line in lines if line.startswith("|")]
    assert table[:2] == ["| Hand | Ways | Note |", "| --- | ---: | --- |"]
    hostile = table[-1]
    assert hostile.replace("\\\\", "").count("|") - hostile.replace("\\\\", "").count("\\|") == 4
    assert r"\<script>" in hostile
    assert r"\`a\` \*b\* \_c\_" in hostile


def test_a_line_break_cannot_end_a_markdown_row():
    text = format_markdown((make_table((Column("Hand"),), [("two\nlines",)]),))
    assert text.splitlines()[2] == "| two lines |"


def test_html_escapes_everything():
    text = format_html((*PAGE, Heading("<b>h</b>"), Lines(("<i>l</i>",))), title="<t>")
    for raw in ("<script>", "<b>h", "<i>l", "<title><t>"):
        assert raw not in text
    assert "&lt;script&gt;alert(&#x27;&amp;&#x27;)&lt;/script&gt;" in text
    assert "<title>&lt;t&gt;</title>" in text


def luminance(colour):
    """As WCAG 2 reckons it."""
    full = colour if len(colour) == 7 else "#" + "".join(2 * letter for letter in colour[1:])
    parts = [int(full[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_html_is_light_or_dark_as_the_screen_is_and_can_be_read_in_both():
    light, dark = read_style().split("@media screen and (prefers-color-scheme: dark)")
    schemes = [dict(re.findall(r"--(\w+): (#\w+)", part.split("*")[0])) for part in (light, dark)]
    assert schemes[0].keys() == schemes[1].keys()
    assert luminance(schemes[0]["room"]) > 0.9 > 0.1 > luminance(schemes[1]["room"])
    for colours in schemes:
        for letters in ("cream", "soft", "gold", "good", "careful", "inferred", "bad"):
            for ground in ("room", "panel", "over"):
                low, high = sorted((luminance(colours[letters]), luminance(colours[ground])))
                assert (high + 0.05) / (low + 0.05) >= 4.5, (letters, ground)


def test_html_has_tones_and_numbers_to_the_right():
    text = format_html(PAGE, title="t")
    assert '<span class="good">flush</span>' in text
    assert '<td class="right">3,744</td>' in text
    assert '<td class="wraps">x</td>' in text
    assert "<li>one</li>" in text
    for tone in Tone:
        assert tone is Tone.PLAIN or f".{tone.value} {{" in text, f"no style for {tone}"


def test_csv_quotes_what_would_break_a_row():
    records = [{"hand": 'a "pair", of\naces', "ways": 3744, "note": None}]
    text = format_csv(("hand", "ways", "note"), records)
    assert text.startswith("hand,ways,note\r\n")
    (row,) = csv.DictReader(io.StringIO(text, newline=""))
    assert row == {"hand": 'a "pair", of\naces', "ways": "3744", "note": ""}


def test_csv_loses_no_field():
    with pytest.raises(ValueError, match="extra"):
        format_csv(("hand",), [{"hand": "pair", "extra": 1}])


def test_json_is_strict_and_keeps_signs_readable():
    assert json.loads(format_json({"name": "± A♠", "ways": 10**30})) == {"name": "± A♠", "ways": 10**30}
    assert "±" in format_json("±")
    with pytest.raises(ValueError, match="not JSON compliant"):
        format_json(float("nan"))


def test_csv_of_a_page_is_its_rows_with_plain_numbers():
    columns = (Column("Day"), Column("Paid", right=True), Column("Rate", right=True))
    share, bad = percent(Fraction(7, 200)), Toned(whole(-1_000), Tone.BAD)
    table = make_table(columns, [("a, b", money(1_234_560_000), share), ("=1", bad, "-")])
    facts = Facts((("Label", money(5_000_000)),))
    lines = 'Day,Paid,Rate\r\n"a, b",1234.56,0.0350\r\n\'=1,-1000,-\r\n'
    assert format_rows((facts, Heading("Top"), table, Lines(("said",)))) == lines
    assert format_rows((facts, Heading("One", 2), table, Heading("+Two", 2), table)) == (
        f"Label,5.00\r\n\r\nOne\r\n{lines}\r\n'+Two\r\n{lines}"
    )
    assert format_rows((facts,)) == "Label,5.00\r\n"
    assert format_rows((Lines(("nothing",)),)) == ""
