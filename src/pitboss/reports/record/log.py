"""The logs as papers: hits, reductions, changes of configuration, malfunctions, checks."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pitboss.jackpot.win import Win, WinStatus
from pitboss.ledger.account import parse_account
from pitboss.reports.cell import exact_money, money, whole
from pitboss.reports.ledger_sheet import LABELS
from pitboss.reports.page import Block, Cell, Column, Heading, Lines, Page, Table, Tone, Toned, make_table
from pitboss.reports.paper.paper import WIDE, Paper
from pitboss.reports.progressive.check_payment import check_payments, checks_page
from pitboss.reports.progressive.hit import hits_page, last_hits
from pitboss.reports.progressive.instant import format_instant
from pitboss.reports.progressive.malfunction import malfunctions, malfunctions_page
from pitboss.reports.progressive.reduction import Reduction, reductions
from pitboss.reports.progressive.row import row_data, rows_data
from pitboss.reports.progressive.terms_history import NONE, HistoryLine, field_words, terms_history
from pitboss.reports.record.frame import Facing, frame, say_bad, under_title
from pitboss.reports.record.inquiry import Inquiry, Source, cut_words, latest, moment_of, progressive_of


def make_hits(source: Source, inquiry: Inquiry) -> Paper:
    """The latest first, as many as there are."""
    floor, name = source.books.floor, progressive_of(source, inquiry)
    wins = [
        win for win in last_hits(floor, len(floor.wins), progressive=name) if inquiry.is_within(win.posted_at)
    ]
    shown = wins[: inquiry.last or len(wins)]
    page = (*under_title(hits_page(shown, inquiry.zone)), *note(cut_words(wins, inquiry)))
    found = rows_data(shown, inquiry.zone)
    return frame(source, inquiry, "Hits", page, found, facts=hit_facts(wins))


def hit_facts(wins: Sequence[Win]) -> Facing:
    confirmed = [win.micros for win in wins if win.status is WinStatus.CONFIRMED]
    return (
        ("Wins posted", whole(len(wins))),
        ("Confirmed", whole(len(confirmed))),
        ("Confirmed in money", money(sum(confirmed))),
    )


# -- reductions ------------------------------------------------------------------------------------

REDUCTIONS = (
    Column("Entry", right=True),
    Column("When"),
    Column("Account"),
    Column("Before", right=True),
    Column("Taken out", right=True),
    Column("After", right=True),
    Column("Reason"),
    Column("People"),
    Column("Why", wraps=True),
)


def make_reductions(source: Source, inquiry: Inquiry) -> Paper:
    name = progressive_of(source, inquiry)
    found = [
        one for one in reductions(source.books.entries(), progressive=name) if inquiry.is_within(one.made_at)
    ]
    shown = latest(found, inquiry)
    page = (reduction_table(shown, inquiry), *note(cut_words(found, inquiry)))
    data = rows_data(shown, inquiry.zone)
    return frame(source, inquiry, "Reductions", page, data, layout=WIDE, facts=reason_facts(found))


def reason_facts(found: Sequence[Reduction]) -> Facing:
    """How often an amount fell for which reason; an award lowers the meter although it restarts."""
    reasons = Counter(one.reasons[0] for one in found)
    counted = sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple((reason.capitalize(), whole(number)) for reason, number in counted)


def reduction_table(found: Sequence[Reduction], inquiry: Inquiry) -> Table | Lines:
    if not found:
        return Lines(("No amount has gone down in these days.",))
    return make_table(REDUCTIONS, (reduction_row(one, inquiry) for one in found))


def reduction_row(one: Reduction, inquiry: Inquiry) -> tuple[Cell, ...]:
    return (
        whole(one.entry),
        format_instant(one.made_at, inquiry.zone),
        acwhole(one.account),
        exact_money(one.before_micros),
        exact_money(one.taken_micros),
        exact_money(one.after_micros),
        ", ".join(dict.fromkeys(one.reasons)),
        ", ".join(one.by),
        one.why,
    )


def acwhole(name: str) -> str:
    kind, progressive, level = parse_account(name)
    label = LABELS[kind].removesuffix("s")
    return f"{label} of {progressive}" + (f", {level}" if level else "")


# -- configuration, malfunctions, checks -----------------------------------------------------------

HISTORY = (
    Column("Entry", right=True),
    Column("When"),
    Column("Progressive"),
    Column("What"),
    Column("By"),
    Column("Note", wraps=True),
)


def make_history(source: Source, inquiry: Inquiry) -> Paper:
    name = progressive_of(source, inquiry)
    found = [
        line
        for line in terms_history(source.books.entries(), progressive=name)
        if inquiry.is_within(line.made_at)
    ]
    shown = latest(found, inquiry)
    page = (*history_blocks(shown, inquiry), *note(cut_words(found, inquiry)))
    facts = (("Entries", whole(len(found))),)
    return frame(source, inquiry, "Configuration history", page, rows_data(shown, inquiry.zone), facts=facts)


def history_blocks(found: Sequence[HistoryLine], inquiry: Inquiry) -> Iterator[Block]:
    """What happened at a glance, then every change with before and after."""
    if not found:
        yield Lines(("Nothing was set up or changed in these days.",))
        return
    yield make_table(HISTORY, (history_row(line, inquiry) for line in found))
    for line in found:
        if line.changes:
            yield Heading(f"Entry {line.entry:,}: {line.progressive} {line.what}", 2)
            yield change_table(line)


def history_row(line: HistoryLine, inquiry: Inquiry) -> tuple[Cell, ...]:
    told = Toned("a rate was changed: tell accounting", Tone.CAREFUL) if line.is_for_accounting else ""
    when = format_instant(line.made_at, inquiry.zone)
    return whole(line.entry), when, line.progressive, line.what, ", ".join(line.by), told


def change_table(line: HistoryLine) -> Table:
    """Where nothing was there before, there is no column for it."""
    has_before = any(one.before is not None for one in line.changes)
    columns = ("What", "Before", "After") if has_before else ("What", "Set to")
    rows = [
        (field_words(one.name), *((one.before or NONE,) if has_before else ()), one.after or NONE)
        for one in line.changes
    ]
    return make_table([Column(title) for title in columns], rows)


def make_malfunctions(source: Source, inquiry: Inquiry) -> Paper:
    moment = moment_of(source, inquiry)
    found = [
        one
        for one in malfunctions(source.books.entries(), zone=inquiry.zone)
        if inquiry.is_within(one.noted_at)
    ]
    late = sum(one.is_late(moment) for one in found)
    shown = latest(found, inquiry)
    page = (
        *under_title(malfunctions_page(shown, moment, inquiry.zone)),
        *note(cut_words(found, inquiry)),
    )
    data = [{**row_data(one, inquiry.zone), "is_late": one.is_late(moment)} for one in shown]
    facts = (("Noted", whole(len(found))), ("Reported late or not in time", late_cell(late)))
    waiting = sum(one.is_late(moment) and not one.reported_at for one in found)
    banner = say_bad(waiting, "A report is late.", "{count} reports are late.")
    return frame(
        source, inquiry, "Malfunctions", page, data, facts=facts, banner=banner, is_right=not waiting
    )


def make_checks(source: Source, inquiry: Inquiry) -> Paper:
    moment, books = moment_of(source, inquiry), source.books
    found = [
        one
        for one in check_payments(books.entries(), books.floor, zone=inquiry.zone)
        if inquiry.is_within(one.requested_at)
    ]
    late = sum(one.is_late(moment) for one in found)
    shown = latest(found, inquiry)
    page = (*under_title(checks_page(shown, moment, inquiry.zone)), *note(cut_words(found, inquiry)))
    data = [{**row_data(one, inquiry.zone), "is_late": one.is_late(moment)} for one in shown]
    facts = (("Asked for", whole(len(found))), ("Paid late or not in time", late_cell(late)))
    waiting = sum(one.is_late(moment) and not one.paid_at for one in found)
    banner = say_bad(waiting, "A check is late.", "{count} checks are late.")
    return frame(source, inquiry, "Checks", page, data, facts=facts, banner=banner, is_right=not waiting)


def late_cell(late: int) -> Cell:
    return Toned(whole(late), Tone.BAD) if late else whole(0)


def note(words: str) -> Page:
    return (Lines((words,)),) if words else ()
