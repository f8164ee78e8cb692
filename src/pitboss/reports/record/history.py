"""What the journal tells: changes of terms, reductions of amounts, and its entries one by one.

A change of a rate is for accounting to know, who reconcile by it (NJ 13:69D-1.52(e)3): it is marked. An
amount falls because it is won, because a round is void, or by an adjustment for one of five reasons (WAC
230-15-695); each is documented where it stands in the journal, and kept five years (IN 68 IAC 2-6-34).
Hashes of PINs and cards are nobody's business, not even an auditor's: entries are shown without them.
"""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from fractions import Fraction

from pitboss.base.figure import format_rate
from pitboss.base.money import format_dollars
from pitboss.cards.hand_name import line_words
from pitboss.jackpot.fact import (
    Adjusted,
    MerchandisePaid,
    MoneyMoved,
    RoundVoided,
    Switched,
    TermsSet,
    WinBackedOut,
    WinPosted,
    WinSettled,
)
from pitboss.jackpot.terms import PPM, Installation, Terms
from pitboss.jackpot.win import Win, WinStatus
from pitboss.ledger.account import Account, AccountKind, parse_account
from pitboss.ledger.book import Book
from pitboss.ledger.codec import Json
from pitboss.ledger.entry import Draft, Entry, read_body
from pitboss.ledger.fact import Fact
from pitboss.ledger.transfer import Reason
from pitboss.reports.cell import whole
from pitboss.reports.field import Field, count, field_table, money, words
from pitboss.reports.form import Data
from pitboss.reports.ledger_sheet import LABELS
from pitboss.reports.page import Block, Column, Heading, Lines, PageTable, Tone, Toned, make_table
from pitboss.reports.paper.paper import WIDE
from pitboss.reports.record.frame import Facing, Inquiry, JournalSource, Sheet, cut_words, latest, listed
from pitboss.reports.record.row import format_instant, rows_data

TOLD = "a rate was changed: tell accounting"
RATES = ("contribution_ppm", "reserve_ppm")
NONE = "-"


@dataclass(frozen=True)
class RecordedChange:
    """One field of the terms; what was not there before or is not there after is None."""

    name: str
    before: str | None
    after: str | None


@dataclass(frozen=True)
class HistoryLine:
    entry: int
    made_at: int
    by: tuple[str, ...]
    progressive: str
    what: str
    changes: tuple[RecordedChange, ...]
    is_for_accounting: bool


def terms_history(entries: Iterable[Entry], *, progressives: Collection[str] = ()) -> Iterator[HistoryLine]:
    for entry in entries:
        line = history_line(entry)
        if line and (not progressives or line.progressive in progressives):
            yield line


def history_line(entry: Entry) -> HistoryLine | None:
    draft = entry.draft
    match draft.fact:
        case TermsSet(after, before):
            return terms_line(entry, after, before)
        case Switched(name, is_open, stopped):
            what = "opened" if is_open else "closed"
            why = f"{what}: {stopped}" if stopped else what
            return HistoryLine(entry.number, draft.at_micros, draft.by, name, why, (), False)
    return None


def terms_line(entry: Entry, after: Terms, before: Terms | None) -> HistoryLine:
    changes = tuple(find_changes(flatten(before) if before else {}, flatten(after)))
    is_rate = before is not None and any(change.name.endswith(RATES) for change in changes)
    what, draft = "changed" if before else "set up", entry.draft
    return HistoryLine(entry.number, draft.at_micros, draft.by, after.id, what, changes, is_rate)


def find_changes(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[RecordedChange]:
    for name in dict.fromkeys((*before, *after)):
        if before.get(name) != after.get(name):
            yield RecordedChange(name, before.get(name), after.get(name))


def flatten(terms: Terms) -> dict[str, str]:
    """Every field of the terms under a name of its own, its value in words."""
    found: dict[str, str] = {}
    for name, value in sorted(vars(terms).items()):
        if name == "levels":
            for level in terms.levels:
                title = f"level {level.name}".rstrip()
                rest = sorted(vars(level).items())
                found |= {f"{title} {key}": in_words(key, one) for key, one in rest if key != "name"}
        elif isinstance(value, Mapping):
            found |= {f"{name} {key}": in_words(key, one) for key, one in sorted(value.items())}
        else:
            found[name] = in_words(name, value)
    return {name: words for name, words in found.items() if words}


def in_words(name: str, value: object) -> str:
    if name.endswith("_micros") and isinstance(value, int):
        return format_dollars(value)
    if name.endswith("_ppm") and isinstance(value, int):
        return format_rate(Fraction(value, PPM))
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    if isinstance(value, Installation):
        return ", ".join(f"{key} {one}" for key, one in sorted(vars(value).items()) if one != "")
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


# -- the record ------------------------------------------------------------------------------------


def make_history(source: JournalSource, inquiry: Inquiry) -> Sheet:
    lines = terms_history(source.books.entries(), progressives=inquiry.progressives)
    found = [line for line in lines if inquiry.is_within(line.made_at)]
    shown = latest(found, inquiry)
    cut = cut_words(found, inquiry)
    page = (*history_blocks(shown, inquiry.zone), *((Lines((cut,)),) if cut else ()))
    facts = (("Entries", whole(len(found))),)
    return Sheet("Configuration history", page, rows_data(shown, inquiry.zone), facts)


def history_blocks(found: Sequence[HistoryLine], zone: tzinfo | None) -> Iterator[Block]:
    """What happened at a glance, then every change with before and after."""
    if not found:
        yield Lines(("Nothing was set up or changed in these days.",))
        return
    yield field_table(history_fields(zone), found)
    for line in found:
        if line.changes:
            yield Heading(f"Entry {line.entry:,}: {line.progressive} {line.what}", 2)
            yield change_table(line)


def history_fields(zone: tzinfo | None) -> tuple[Field[HistoryLine], ...]:
    return (
        count("Entry", lambda line: line.entry),
        words("When", lambda line: format_instant(line.made_at, zone)),
        words("Progressive", lambda line: line.progressive),
        words("What", lambda line: line.what),
        words("By", lambda line: ", ".join(line.by)),
        words("Note", lambda line: Toned(TOLD, Tone.CAREFUL) if line.is_for_accounting else "", wraps=True),
    )


def change_table(line: HistoryLine) -> PageTable:
    """Where nothing was there before, there is no column for it."""
    has_before = any(one.before is not None for one in line.changes)
    columns = ("What", "Before", "After") if has_before else ("What", "Set to")
    rows = [
        (field_words(one.name), *((one.before or NONE,) if has_before else ()), one.after or NONE)
        for one in line.changes
    ]
    return make_table([Column(title) for title in columns], rows)


def field_words(name: str) -> str:
    return name.removesuffix("_micros").removesuffix("_ppm").replace("_", " ")


# -- reductions ------------------------------------------------------------------------------------


HELD = frozenset({AccountKind.METER, AccountKind.RESERVE, AccountKind.OVERFLOW})


@dataclass(frozen=True)
class Reduction:
    entry: int
    made_at: int
    by: tuple[str, ...]
    account: str
    reasons: tuple[str, ...]
    why: str
    before_micros: int
    after_micros: int
    taken_micros: int
    """What went out; a meter that is won restarts in the same entry."""

    @property
    def micros(self) -> int:
        return self.before_micros - self.after_micros

    @property
    def is_restarted(self) -> bool:
        """Whether the meter was filled again in the same entry."""
        return self.before_micros - self.taken_micros < self.after_micros


def reductions(entries: Iterable[Entry], *, progressives: Collection[str] = ()) -> Iterator[Reduction]:
    """In the order of the journal; an entry that lowers several accounts is there for each."""
    book, wins = Book(), {}
    for entry in entries:
        if isinstance(entry.draft.fact, WinPosted):
            wins[entry.draft.fact.win.id] = entry.draft.fact.win
        before = dict(book.balances)
        book.apply(entry.draft.transfers)
        for account, reasons in taken_from(entry.draft).items():
            if not progressives or account.progressive in progressives:
                yield Reduction(
                    entry.number,
                    entry.draft.at_micros,
                    entry.draft.by,
                    str(account),
                    tuple(reason.value for reason in reasons),
                    reason_text(entry.draft, wins),
                    before.get(account, 0),
                    book.balances[account],
                    sum(one.micros for one in entry.draft.transfers if one.source == account),
                )


def taken_from(draft: Draft) -> dict[Account, list[Reason]]:
    """Accounts that the entry took money out of, with why; an award counts although the meter restarts."""
    found: dict[Account, list[Reason]] = {}
    for transfer in draft.transfers:
        if transfer.source.kind in HELD:
            found.setdefault(transfer.source, []).append(transfer.reason)
    return found


def reason_text(draft: Draft, wins: Mapping[str, Win]) -> str:
    """What was written down with it; a win by its hand."""
    match draft.fact:
        case WinPosted(win):
            return say_hand(win)
        case WinSettled(id_, WinStatus.CONFIRMED):
            return say_hand(wins[id_])
        case WinBackedOut(id_, text):
            return f"{say_hand(wins[id_])}: {text}"
        case MoneyMoved() as moved:
            return f"{moved.text} (approval {moved.approval})"
        case Adjusted() | MerchandisePaid() as said:
            return said.text
        case RoundVoided() | WinSettled() as undone:
            return undone.why
    return ""


def say_hand(win: Win) -> str:
    return f"{line_words(win.line)} at {win.table}, seat {win.seat}"


# -- the record ------------------------------------------------------------------------------------


def make_reductions(source: JournalSource, inquiry: Inquiry) -> Sheet:
    falls = reductions(source.books.entries(), progressives=inquiry.progressives)
    found = [one for one in falls if inquiry.is_within(one.made_at)]
    shown = latest(found, inquiry)
    none, cut = "No amount has gone down in these days.", cut_words(found, inquiry)
    page = listed(reduction_fields(inquiry.zone), shown, none, cut)
    return Sheet("Reductions", page, rows_data(shown, inquiry.zone), reason_facts(found), layout=WIDE)


def reason_facts(found: Sequence[Reduction]) -> Facing:
    """How often an amount fell for which reason; an award lowers the meter although it restarts."""
    reasons = Counter(one.reasons[0] for one in found)
    counted = sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple((reason.capitalize(), whole(number)) for reason, number in counted)


def reduction_fields(zone: tzinfo | None) -> tuple[Field[Reduction], ...]:
    return (
        count("Entry", lambda one: one.entry),
        words("When", lambda one: format_instant(one.made_at, zone)),
        words("Account", lambda one: account_words(one.account)),
        money("Before", lambda one: one.before_micros),
        money("Taken out", lambda one: one.taken_micros),
        money("After", lambda one: one.after_micros),
        words("Reason", reasons_words),
        words("People", lambda one: ", ".join(one.by)),
        words("Why", lambda one: one.why, wraps=True),
    )


def reasons_words(one: Reduction) -> str:
    return ", ".join((*dict.fromkeys(one.reasons), *(("restarted",) if one.is_restarted else ())))


def account_words(name: str) -> str:
    kind, progressive, level = parse_account(name)
    label = LABELS[kind].removesuffix("s")
    return f"{label} of {progressive}" + (f", {level}" if level else "")


# -- entries for reading ---------------------------------------------------------------------------


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
