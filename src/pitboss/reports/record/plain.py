"""Words that people typed, made fit for paper: no sign in them breaks a file or turns a line round.

Half a character, a bell or a mark that reverses what follows cannot be printed, and could make a paper say
what is not in the journal. Each is written as its code, so that nothing is lost. Data keeps its signs, as far
as a file can hold them.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import replace

from pitboss.reports.form import Json
from pitboss.reports.page import (
    Block,
    Cell,
    Facts,
    Heading,
    Lines,
    Listing,
    Page,
    PageTable,
    Picture,
    Signatures,
    Toned,
)

SPACES = frozenset("\t\n\r")
JOINERS = frozenset("\u200c\u200d")
"""Names of some languages are spelled with them; they hide nothing."""
UNFIT = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})


def plain_text(text: str) -> str:
    return text if text.isprintable() else "".join(map(plain_sign, text))


def plain_sign(sign: str) -> str:
    if sign in SPACES:
        return " "
    if sign in JOINERS or unicodedata.category(sign) not in UNFIT:
        return sign
    return code_of(sign)


def code_of(sign: str) -> str:
    return f"⟨U+{ord(sign):X}⟩"


def plain_page(page: Page) -> Page:
    return tuple(plain_block(block) for block in page)


def plain_block(block: Block) -> Block:
    match block:
        case Heading(text=text):
            return replace(block, text=plain_text(text))
        case Facts(rows=rows):
            return Facts(tuple((plain_text(label), plain_cell(value)) for label, value in rows))
        case PageTable(rows=rows):
            return replace(block, rows=tuple(tuple(map(plain_cell, row)) for row in rows))
        case Lines(lines=lines):
            return replace(block, lines=tuple(map(plain_cell, lines)))
        case Picture(words=words):
            return replace(block, words=plain_text(words))
        case Signatures(roles=roles):
            return Signatures(tuple(map(plain_text, roles)))
        case Listing(text=text):
            return Listing(plain_text(text))


def plain_cell(cell: Cell) -> Cell:
    if isinstance(cell, Toned):
        return Toned(plain_text(cell.text), cell.tone) if isinstance(cell.text, str) else cell
    return plain_text(cell) if isinstance(cell, str) else cell


def plain_data(data: Json) -> Json:
    """Only what no file could hold is replaced: half a character."""
    if isinstance(data, str):
        return "".join(code_of(sign) if "\ud800" <= sign <= "\udfff" else sign for sign in data)
    if isinstance(data, Mapping):
        return {str(plain_data(name)): plain_data(value) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [plain_data(value) for value in data]
    return data
