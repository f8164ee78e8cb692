"""The catalogue and one game, as data and as a page: rules, wagers, paytables, sources, settings."""

from collections.abc import Iterable, Iterator

from pitboss.base.money import format_dollars
from pitboss.base.odds import format_pay
from pitboss.reports.field import Field, field_table, number, words
from pitboss.reports.form import Json
from pitboss.reports.page import (
    Cell,
    Column,
    Facts,
    Heading,
    Lines,
    Page,
    PageTable,
    Tone,
    Toned,
    bullets,
    make_table,
)
from pitboss.rules import Game, Paytable, Wager
from pitboss.rules.setting import Setting

FULL_DECK = 52


def catalogue_data(games: Iterable[Game]) -> list[Json]:
    return [
        {
            "game": game.id,
            "name": game.name,
            "group": game.group,
            "summary": game.summary,
            "wagers": list(game.wagers),
            "paytables": list(game.paytables),
            "designators": list(game.designators),
        }
        for game in games
    ]


def catalogue_page(games: Iterable[Game]) -> Page:
    return (field_table(CATALOGUE, games),)


CATALOGUE: tuple[Field[Game], ...] = (
    words("Game", lambda game: Toned(game.id, Tone.STRONG)),
    words("Name", lambda game: game.name),
    number("Wagers", lambda game: len(game.wagers)),
    number("Paytables", lambda game: len(game.paytables)),
    words("Summary", lambda game: game.summary, wraps=True),
)


# -- one game as data ------------------------------------------------------------------------------


def game_data(game: Game) -> dict[str, Json]:
    return {
        "game": game.id,
        "name": game.name,
        "summary": game.summary,
        "deck": deck_words(game),
        "status": {"depth": game.status.depth.value, "why": game.status.why},
        "rules": list(game.rules),
        "wagers": {wager.id: wager_entry(game, wager) for wager in game.wagers.values()},
        "offered": list(game.offered),
        "paytables": {table.id: table_entry(table) for table in game.paytables.values()},
        "designators": {name: list(tables) for name, tables in game.designators.items()},
        "settings": {
            setting.name: {
                "default": setting.default,
                "in_force": game.house[setting.name],
                "choices": list(setting.choices),
                "meaning": setting.meaning,
            }
            for setting in game.settings.values()
        },
        "sources": dict(game.sources),
        "warnings": [*falling_warnings(game)],
    }


def wager_entry(game: Game, wager: Wager) -> Json:
    return {
        "label": wager.label,
        "summary": wager.summary,
        "bets": list(wager.bets),
        "alone": wager.alone,
        "decides": wager.decides,
        "lines": list(wager.shape.allowed) if wager.shape else [],
        "required_lines": list(wager.shape.required) if wager.shape else [],
        "paytable_in_force": [table.id for table in game.chosen.get(wager.id, ())],
    }


def table_entry(table: Paytable) -> Json:
    return {
        "wager": table.wager,
        "hands": table.hands,
        "pays": {line: format_pay(pay) for line, pay in table.pays.items()},
        "envy": {line: format_dollars(micros) for line, micros in table.envy_micros.items()},
        "envy_times_wager": table.envy_times_wager,
        "printed": dict(table.printed),
        "source": table.source,
        "also_in": list(table.also_in),
        "notes": table.notes,
    }


def falling_warnings(game: Game) -> Iterator[str]:
    for table in game.paytables.values():
        yield from table.warnings


def deck_words(game: Game) -> str:
    """'one 52-card deck', 'six'... as the rule card says it."""
    decks, rest = divmod(game.deck.size, FULL_DECK)
    if rest or len(game.deck.cards) != FULL_DECK:
        return f"{game.deck.size} cards"
    return "one 52-card deck" if decks == 1 else f"{decks} decks of 52 cards"


# -- one game as a page ----------------------------------------------------------------------------


def status_words(game: Game) -> str:
    """How far the mathematics go, and why no further."""
    return ": ".join(filter(None, (game.status.depth.value, game.status.why)))


def game_facts(game: Game) -> Iterator[tuple[str, str]]:
    yield "Game", game.id
    yield "Deck", deck_words(game)
    yield "Mathematics", status_words(game)
    if game.unoffered:
        offered = ", ".join(game.wagers[wager].label for wager in game.offered)
        yield "Offered", f"{offered}, at a table for which nobody chose others"


def game_page(game: Game) -> Page:
    return (
        Heading(game.name),
        Lines((game.summary,)),
        Facts(tuple(game_facts(game))),
        Heading("Rules", 2),
        bullets(game.rules),
        Heading("Wagers", 2),
        field_table(WAGERS, game.wagers.values()),
        *paytable_blocks(game),
        *designator_blocks(game),
        Heading("Settings", 2),
        field_table(setting_fields(game), game.settings.values()),
        Heading("Sources", 2),
        source_table(game),
    )


WAGERS: tuple[Field[Wager], ...] = (
    words("Wager", lambda wager: Toned(wager.id, Tone.STRONG)),
    words("Name", lambda wager: wager.label),
    words("Placed", lambda wager: "alone" if wager.alone else "beside another"),
    words("Summary", lambda wager: wager.summary, wraps=True),
)


def paytable_blocks(game: Game) -> Iterator[Heading | PageTable]:
    """A grid for each wager, its hands down and its paytables across, and where each was printed."""
    for wager in game.wagers.values():
        tables = game.tables_for(wager.id)
        if wager.shape and tables:
            yield Heading(f"Paytables of {wager.label} ({wager.id})", 2)
            yield pay_grid(wager.shape.allowed, tables)
            yield field_table(PRINTS, tables)


def pay_grid(lines: tuple[str, ...], tables: tuple[Paytable, ...]) -> PageTable:
    columns = [Column("Line"), *(Column(table.id, right=True, wraps=True) for table in tables)]
    rows = [
        [line, *(pay_words(table, line) for table in tables)]
        for line in lines
        if any(line in table.pays for table in tables)
    ]
    return make_table(columns, rows)


def pay_words(table: Paytable, line: str) -> Cell:
    if line not in table.pays:
        return Toned("-", Tone.DIM)
    envy = table.envy_micros.get(line)
    return format_pay(table.pays[line]) + (
        f" envy {format_dollars(envy).removesuffix('.00')}" if envy else ""
    )


PRINTS: tuple[Field[Paytable], ...] = (
    words("Paytable", lambda table: Toned(table.id, Tone.STRONG)),
    words("Source", lambda table: ", ".join([table.source, *table.also_in])),
    words("Printed", lambda table: printed_words(table) or "-", wraps=True),
    words("Notes", lambda table: table.notes or "-", wraps=True),
)


def printed_words(table: Paytable) -> str:
    return ", ".join(f"{figure_words(figure)} {text}" for figure, text in table.printed.items())


def figure_words(figure: str) -> str:
    name, summary, _ = figure.partition("_summary")
    return name.replace("_", " ") + (" (summary)" if summary else "")


def designator_blocks(game: Game) -> Iterator[Heading | PageTable]:
    if game.designators:
        yield Heading("Designators", 2)
        rows = [(Toned(name, Tone.STRONG), ", ".join(ids)) for name, ids in game.designators.items()]
        yield make_table((Column("Designator"), Column("Paytables")), rows)


def setting_fields(game: Game) -> tuple[Field[Setting], ...]:
    return (
        words("Setting", lambda setting: Toned(setting.name, Tone.STRONG)),
        words("In force", lambda setting: value_words(game.house[setting.name])),
        words("Choices", lambda setting: ", ".join(map(value_words, setting.choices)) or "any"),
        words("Meaning", lambda setting: setting.meaning, wraps=True),
    )


def value_words(value: str | bool | int) -> str:
    """A setting's value as it is typed: true and false in small letters."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def source_table(game: Game) -> PageTable:
    rows = [(Toned(name, Tone.STRONG), words) for name, words in game.sources.items()]
    return make_table((Column("Source"), Column("What it is", wraps=True)), rows)


def document_words(name: str) -> str:
    """'document 003' for the file of that number: a paper has the titles under its sources."""
    number, _, rest = name.partition("_")
    return f"document {number}" if rest and number.isdecimal() else name


def warning_block(warnings: Iterable[str]) -> Page:
    """Nothing if there is nothing to warn of."""
    lines = tuple(Toned(f"Warning: {warning}", Tone.CAREFUL) for warning in warnings)
    return (Lines(lines),) if lines else ()
