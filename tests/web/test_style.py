"""The styles of the pages: one file names colours, and no rule is there that nothing can match."""

import re

from page_files import STATIC, PageFiles, pages
from style_sheet import COMMENT, marks, names, rules

TOKEN = STATIC / "part" / "token.css"
SHEETS = sorted(STATIC.rglob("*.css"))
MODULES = sorted(STATIC.rglob("*.js"))
COLOUR = re.compile(
    r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgba?|hsla?|hwb|(?:ok)?(?:lab|lch))\((?!from var)"
    r"|(?<![\w-])(?:black|white|red|green|blue|gold|grey|gray|yellow|orange|brown)(?![\w-])",
    re.IGNORECASE,
)
QUOTED = re.compile(r"[\"'`](#[0-9a-f]{3,8})\b|\b(?:rgba?|hsla?)\(", re.IGNORECASE)
SET = re.compile(r"(--[\w-]+)(?=: |\")")
FAMILIES = ("--chip-", "--suit-")
"""Tokens whose names a module puts together."""
ASKED = re.compile(r"var\((--[\w-]+)[,)]")


def test_no_colour_is_named_outside_the_tokens():
    for sheet in SHEETS:
        if sheet != TOKEN:
            values = [body for _, body in rules(sheet)]
            assert not [found[0] for body in values if (found := COLOUR.search(body))], sheet.name
    for module in MODULES:
        assert not QUOTED.search(module.read_text()), module.name


def test_every_token_is_used_and_every_property_that_is_asked_for_is_there():
    texts = {file: COMMENT.sub("", file.read_text()) for file in (*SHEETS, *MODULES)}
    made = {name for text in texts.values() for name in SET.findall(text)}
    asked = {name for text in texts.values() for name in ASKED.findall(text)}
    assert asked <= made, asked - made
    modules = "".join(texts[module] for module in MODULES)
    idle = {name for name in set(SET.findall(texts[TOKEN])) - asked if f'"{name[2:]}"' not in modules}
    assert not {name for name in idle if not name.startswith(FAMILIES)}


def is_marked(mark: str, page: PageFiles) -> bool:
    return mark in page.marks or any(
        mark.startswith(one) and (one[-1] == "-" or mark[len(one) :].isdigit()) for one in page.beginnings
    )


def is_named(name: str, page: PageFiles) -> bool:
    """An element or an attribute; `data-light` is `dataset.light` in a module."""
    data = re.sub(r"-(\w)", lambda found: found[1].upper(), name.removeprefix("data-"))
    spelled = rf"dataset\.{data}|(?<![\w-]){name}" if name.startswith("data-") else rf"(?<![\w-]){name}"
    is_heading = name[0] == "h" and name[1:].isdigit() and "h" in page.beginnings
    return is_heading or bool(re.search(rf"(?:{spelled})(?![\w-])", page.text))


def can_match(selector: str, page: PageFiles) -> bool:
    return all(is_marked(one, page) for one in marks(selector)) and all(
        is_named(one, page) for one in names(selector)
    )


def test_no_rule_is_there_that_nothing_on_its_pages_can_match():
    idle = [
        f"{sheet.relative_to(STATIC)}: {selector}"
        for sheet in SHEETS
        for selector, _ in rules(sheet)
        if not any(sheet in page.sheets and can_match(selector, page) for page in pages())
    ]
    assert not idle, "\n".join(idle)
