"""Entries of the journal for reading: what happened in a line, and everything else behind it.

Hashes of PINs and cards are nobody's business, not even an auditor's: they are left out.
"""

import json
from collections.abc import Iterator, Mapping

from pitboss.base.money import format_dollars
from pitboss.jackpot.fact import TermsSet, WinPosted
from pitboss.ledger.codec import Json
from pitboss.ledger.entry import Entry, read_body
from pitboss.ledger.fact import Fact
from pitboss.reports.form import Data

OF_A_WIN = ("progressive", "level", "table", "seat", "line", "micros")
SECRET = ("pin_hash", "card_hash")
LONGEST_LINE = 160
LONGEST_WORD = 40
"""Longer ones are hashes: their beginning is enough to tell them apart."""


def entry_data(entry: Entry) -> Data:
    draft, facts = entry.draft, without_secrets(read_body(entry.body).facts)
    return {
        "number": entry.number,
        "id": entry.id,
        "at_micros": draft.at_micros,
        "kind": draft.kind,
        "by": list(draft.by),
        "says": say_fact(draft.fact, facts),
        "facts": json.dumps(facts, indent=1, ensure_ascii=False),
        "transfers": [
            {
                "source": str(one.source),
                "target": str(one.target),
                "micros": one.micros,
                "why": one.reason.value,
            }
            for one in draft.transfers
        ],
        "hash": entry.hash,
        "before": entry.before,
    }


def without_secrets(facts: Mapping[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in facts.items() if name not in SECRET}


def say_fact(fact: Fact, facts: Mapping[str, Json]) -> str:
    """The plain facts in one line; a win by its hand."""
    if isinstance(fact, WinPosted):
        facts = {key: getattr(fact.win, key) for key in OF_A_WIN}
    if isinstance(fact, TermsSet):
        facts = {"progressive": fact.after.id}
    words = ", ".join(words_of(facts))
    return words if len(words) <= LONGEST_LINE else f"{words[: LONGEST_LINE - 1]}…"


def words_of(facts: Mapping[str, Json]) -> Iterator[str]:
    for name, value in facts.items():
        label = name.removesuffix("_micros").replace("_", " ")
        if isinstance(value, bool):
            if value:
                yield label
        elif isinstance(value, int) and name.endswith("micros"):
            yield format_dollars(value) if label == "micros" else f"{label} {format_dollars(value)}"
        elif isinstance(value, str | int) and value != "":
            words = str(value).replace("_", " ")
            yield f"{label} {words if len(words) < LONGEST_WORD or ' ' in words else words[:16] + '…'}"
