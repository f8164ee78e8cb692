"""A par sheet as a page: what it is about, a section for each wager, best play, definitions, sources."""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from pitboss.analysis.figures import VOLATILITY_Z
from pitboss.audit.best_play import chart_cost
from pitboss.audit.long_run import FEW
from pitboss.audit.part import SheetPart
from pitboss.base.figure import format_percent
from pitboss.cards.hand_name import line_words
from pitboss.reports.card.foot import capital
from pitboss.reports.game_sheet import deck_words, document_words, value_words
from pitboss.reports.page import (
    Block,
    Cell,
    Column,
    Facts,
    Heading,
    Page,
    PageTable,
    Signatures,
    Toned,
    bullets,
    make_table,
)
from pitboss.reports.par.exposure import HOLD
from pitboss.reports.par.submission import Submission, submission_table
from pitboss.reports.par.wager_section import before, part_notes, tone_of_part, wager_section
from pitboss.reports.strategy_sheet import strategy_page
from pitboss.reports.wager_page import OVERVIEW
from pitboss.rules import Game
from pitboss.strategy.chart import Chart
from pitboss.strategy.words import Strategy


def depends_on_play(part: SheetPart) -> bool:
    """Whether some decision changes what the wager comes to."""
    return part.analysis.is_decided or part.analysis.drawn is not None


def play_words(found: Strategy | Chart | None) -> str:
    """What the figures assume about the player, in a sentence."""
    if found is None:
        return "no decision of the player changes a figure of this sheet"
    kept, cost = ("chart", chart_cost(found)) if isinstance(found, Chart) else ("words", found.cost)
    return (
        "the highest expected result at every decision, by the player's own and all open cards; of equally "
        f"good options the {found.game.house_rules.tie_rule}; the {kept} under best play cost "
        f"{format_percent(cost, 5)} of the base wager more"
    )


def best_play_page(found: Strategy | Chart) -> Page:
    """The strategy's own page, set as a section: one level lower, with capitals where lines begin."""
    title = "Best play: the chart" if isinstance(found, Chart) else "Best play in words"
    return (Heading(title, 2), *map(as_section, strategy_page(found)[1:]))


def as_section(block: Block) -> Block:
    match block:
        case Heading(text=text, level=level):
            return Heading(capital(text), level + 1)
        case Facts(rows=rows):
            return Facts(tuple((capital(label), value) for label, value in rows))
        case PageTable(columns=columns, rows=rows):
            return PageTable(tuple(replace(column, title=capital(column.title)) for column in columns), rows)
        case _:
            return block


# -- the page --------------------------------------------------------------------------------------


WIDE = 30
"""Characters beyond which a list of paytables shares its line."""
WORDS = tomllib.loads(Path(__file__).with_name("page.toml").read_text("utf-8"))
"""What the figures mean, and what stands behind the name of a method."""
ROLES = ("Prepared by (game mathematician)", "Checked by (test laboratory)")


def par_page(
    game: Game,
    parts: Sequence[SheetPart],
    play: Strategy | Chart | None,
    about: Facts,
    submission: Submission,
) -> Page:
    blocks: list[Block] = [submission_table(submission), about]
    if len(parts) > 1:
        blocks += [Heading("Overview", 2), overview(parts)]
    for part in parts:
        blocks += wager_section(part)
    return (*blocks, *general_sections(game, parts, play), Signatures(ROLES))


def par_notes(game: Game, parts: Sequence[SheetPart], play: Strategy | Chart | None) -> Page:
    """What a workbook has beside the sheets that compute."""
    notes = [block for part in parts for block in part_notes(part)]
    return (*notes, *general_sections(game, parts, play))


def general_sections(game: Game, parts: Sequence[SheetPart], play: Strategy | Chart | None) -> Page:
    return (
        *(best_play_page(play) if play else ()),
        Heading("What the figures mean", 2),
        bullets(definitions(parts)),
        Heading("Settings in force", 2),
        setting_table(game),
        Heading("Sources", 2),
        source_table(game, parts),
    )


def about_facts(game: Game, play: Strategy | Chart | None, fingerprint: str, version: str, day: str) -> Facts:
    """What the sheet is about, how the player plays in it, and what it was made from."""
    rows: list[tuple[str, Cell]] = [
        ("Game", f"{game.name}, {deck_words(game)}"),
        ("Strategy", play_words(play)),
        ("Definition", f"SHA-256 {fingerprint}"),
        ("Program", f"Pitboss {version}"),
    ]
    if day:
        rows.append(("Day", day))
    return Facts(tuple(rows))


def overview(parts: Sequence[SheetPart]) -> PageTable:
    return make_table(OVERVIEW, map(overview_row, parts))


def overview_row(part: SheetPart) -> list[Cell]:
    sheet = part.sheet
    return [
        part.analysis.wager.label,
        part.table.id if part.table else "-",
        Toned(format_percent(part.analysis.house_advantage) + before(part), tone_of_part(part)),
        format_percent(sheet.element_of_risk) + before(part),
        format_percent(sheet.hit.middle),
        "-" if part.variance is None else f"{sheet.standard_deviation:.4f}",
    ]


def definitions(parts: Sequence[SheetPart]) -> Iterator[str]:
    methods = dict.fromkeys(part.analysis.method for part in parts)
    yield from (WORDS["methods"][method] for method in methods if method in WORDS["methods"])
    if any(part.analysis.figures for part in parts):
        yield "Ways are the equally likely deals that end in an outcome; all of them are counted."
    yield "Net: what the player wins or loses, in units of the first wager."
    yield "Contribution: net times probability; all of them together are the expected net."
    yield "House advantage: the expected loss over the first wager. The return is what is left of 100%."
    yield "Element of risk: the expected loss over all the money wagered, raises included."
    if any(not part.lacks_terms for part in parts):
        yield HOLD
    yield WORDS["most"]
    yield "Hit frequency: rounds that the player ends ahead; an award from a meter always counts as one."
    yield "Push frequency: rounds that the player ends even."
    if any(part.variance is not None for part in parts):
        yield f"Standard deviation: of the net of one round. Volatility index: {VOLATILITY_Z} deviations."
        yield WORDS["bands"].format(few=FEW)
    metered = [part for part in parts if part.analysis.meter and part.analysis.meter.table.levels]
    if not all(part.unknown_levels for part in metered):
        yield WORDS["meters"]
    if metered:
        yield WORDS["even"]
    if any(part.lacks_terms for part in metered):
        yield WORDS["open"]


def setting_table(game: Game) -> PageTable:
    """Those that figures can depend on; the others are rules of the table."""
    columns = (Column("Setting"), Column("In force"), Column("What it says", wraps=True))
    rows = [
        (line_words(setting.name), value_words(game.house[setting.name]), setting.meaning)
        for setting in game.settings.values()
        if not setting.is_of_table
    ]
    return make_table(columns, rows)


def source_table(game: Game, parts: Sequence[SheetPart]) -> PageTable:
    """Each document once, by its number and its title, with the paytables that it prints."""
    printed: dict[str, list[str]] = {}
    for table in (table for part in parts for table in part.analysis.tables):
        for name in (table.source, *table.also_in):
            printed.setdefault(name, []).append(table.id)
    rows = [
        (
            document_words(name),
            game.sources.get(name, "given with the request"),
            ", ".join(dict.fromkeys(ids)),
            "-" if document_words(name) == name else name,
        )
        for name, ids in printed.items()
    ]
    is_wide = any(len(row[2]) > WIDE for row in rows)
    columns = (
        Column("Document"),
        Column("Title", wraps=True),
        Column("Paytables", wraps=is_wide),
        Column("File"),
    )
    return make_table(columns, rows)
