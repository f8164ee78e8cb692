"""A definition is read: one module of rules and one data file become a game.

Paytables that are printed for several games lie in a folder `shared` beside the data files; a game takes a
file of them for one of its wagers. A data file is checked when it is read. What cannot be right is refused
with file and line; what looks odd becomes a warning on the paytable.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from types import ModuleType
from typing import Any

from pitboss.base.error import InputError, find_name, unknown
from pitboss.cards import STANDARD, Deck, Ranking, SuitRanking
from pitboss.cards.deck import make_deck
from pitboss.cards.poker import PokerRanking
from pitboss.rules.bet import Stake
from pitboss.rules.cue import Cue
from pitboss.rules.game import Depth, Game, Status, Wager, check_order
from pitboss.rules.paytable import Paytable, Row, Shape, falling_pays, make_shape, read_rows
from pitboss.rules.setting import DECKS, BetFacts, Setting, complete_settings, usual_settings

ROOM = "pitboss.games"
"""Where the package has its games, and the paytables that several of them share."""


def read_game(text: str, module: ModuleType, *, file: str, shared: tuple[Path, ...] = ()) -> Game:
    """The game of a data file's text and the rules; `shared` are more folders of shared paytables."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise InputError(f"{file}: {problem}; correct the line") from problem
    page = Page(file, text, shared)
    check_keys(data, GAME_KEYS, where=file)
    wagers = {name: read_wager(name, entry, module, page) for name, entry in data["wagers"].items()}
    tables: dict[str, Paytable] = {}
    read_tables(tables, data.get("paytable", []), wagers, data["sources"], page)
    for name, wager in data.get("shared", {}).items():
        entries, found = find_shared(name, wager, page)
        read_tables(tables, entries, wagers, data["sources"], found)
    settings = read_settings(data.get("settings", {}), find_facts(wagers, tables), page)
    check_designators(data.get("designators", {}), tables, page)
    check_layout(data["layout"], wagers, page)
    deck = read_deck(data.get("deck", {}), settings, page)
    check_joker(deck, module, page)
    game = Game(
        id=data["id"],
        name=data["name"],
        deck=deck,
        procedure=module.procedure,
        looks=module.looks,
        bets={bet: getattr(module, bet) for wager in wagers.values() for bet in wager.bets},
        wagers=wagers,
        paytables=tables,
        designators={name: tuple(ids) for name, ids in data.get("designators", {}).items()},
        settings=settings,
        stakes=read_stakes(module, page),
        alike=getattr(module, "alike", None),
        group=data.get("group", ""),
        summary=data["summary"],
        rules=tuple(read_rule(rule, page) for rule in data.get("rules", ())),
        left_open=find_left_open(data),
        sources=data["sources"],
        layout=data["layout"],
        cues=tuple(read_cue(entry, wagers, settings, page) for entry in data.get("dealer", ())),
        status=read_status(data.get("status", {}), page),
        offer=read_offer(data.get("offer", []), wagers, page),
        house={name: setting.default for name, setting in settings.items()},
        **as_fields(data.get("deck", {}), without=("decks", "joker")),
    )
    try:
        check_order(game)
    except InputError as problem:
        raise InputError(f"{page.where('[settings.settlement_order]')}: {problem}") from problem
    return put_defaults_in_force(game)


@dataclass(frozen=True)
class Keys:
    """What an entry of a data file must say, and what it may."""

    must: frozenset[str]
    may: frozenset[str]


def make_keys(must: str, may: str = "") -> Keys:
    return Keys(frozenset(must.split()), frozenset(may.split()))


GAME_KEYS = make_keys(
    "id name summary sources wagers layout",
    "group rules offer deck dealer settings designators paytable shared status",
)
SHARED_KEYS = make_keys("paytable")
STATUS_KEYS = make_keys("depth why")
DECK_KEYS = make_keys("", "decks joker packets devices mode behind_cut most_seats")
LEFT_OPEN = re.compile(r"\[([^\[\]]+)\]")
"""A part of a rule that leaves something to the house: `by its table[; some tables pay envy].`"""
CUE_KEYS = make_keys("at does", "says look line below without has lacks envy again unless sets")
WAGER_KEYS = make_keys(
    "label bets summary",
    "decides alone alone_unless independent look lines best_paid stakes stays dollars paid waits",
)
SETTING_KEYS = make_keys("default meaning", "choices")
USUAL_KEYS = make_keys("", "default meaning choices")
TABLE_KEYS = make_keys("id wager source pays", "also_in envy_times_wager links_games printed notes hands")
LAYOUT_KEYS = make_keys("felt spots")
SPOT_KEYS = make_keys("bet label x y")


KINDS: Mapping[type, str] = {
    str: (
        "id name group summary label look felt bet wager source pays notes mode at does says line below "
        "without has lacks envy sets alone_unless meaning depth why"
    ),
    dict: "sources wagers layout deck settings designators shared printed status unless",
    list: "rules offer dealer paytable packets devices bets lines choices also_in spots again paid",
    int: "decks behind_cut most_seats stakes dollars hands x y",
    bool: "decides alone best_paid independent joker stays waits envy_times_wager links_games",
}
KIND_OF: Mapping[str, type] = {key: kind for kind, keys in KINDS.items() for key in keys.split()}
KIND_WORDS = {str: "words", dict: "a table", list: "a list", int: "a whole number", bool: "true or false"}


def check_keys(entry: object, keys: Keys, *, where: str) -> None:
    """An entry says all it must, each of its kind, and nothing that nobody would read."""
    if not isinstance(entry, Mapping):
        raise InputError(f"{where}: write a table with {', '.join(sorted(keys.must | keys.may))}")
    for key in sorted(keys.must - entry.keys()):
        raise InputError(f"{where}: {key!r} is missing; add it")
    for key in sorted(entry.keys() - keys.must - keys.may):
        problem = unknown("key", key, sorted(keys.must | keys.may))
        raise InputError(f"{where}: {problem}")
    for key, value in entry.items():
        kind = KIND_OF.get(key, object)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise InputError(f"{where}: {key!r} is {KIND_WORDS[kind]}, not {value!r}")


def as_fields(entry: Mapping[str, Any], *, without: tuple[str, ...] = ()) -> dict[str, Any]:
    """An entry that was checked, as the fields of what it defines: lists as tuples."""
    found = {key: value for key, value in entry.items() if key not in without}
    return {key: tuple(value) if isinstance(value, list) else value for key, value in found.items()}


def check_designators(
    designators: Mapping[str, list[str]], tables: Mapping[str, Paytable], page: "Page"
) -> None:
    """A designator names paytables of its file, and has a name of its own."""
    for name, ids in designators.items():
        where = page.where(f'"{name}" =')
        if name in tables:
            raise InputError(f"{where}: {name!r} is a paytable too; give the designator a name of its own")
        for table in ids:
            if table not in tables:
                raise InputError(f"{where}: {name}: no paytable {table!r} in this file")


def check_layout(layout: Mapping[str, Any], wagers: Mapping[str, Wager], page: "Page") -> None:
    """Every spot is of a wager or a bet, once, on the seat's area; every wager has one for its money."""
    check_keys(layout, LAYOUT_KEYS, where=page.where("[layout]"))
    known = [*wagers, *(bet for wager in wagers.values() for bet in wager.bets)]
    placed: set[str] = set()
    for spot in layout["spots"]:
        check_keys(spot, SPOT_KEYS, where=page.where("[layout]"))
        bet = spot["bet"]
        where = page.where(f'bet = "{bet}"')
        if bet not in known:
            raise InputError(f"{where}: {unknown('bet', bet, dict.fromkeys(known))}")
        if bet in placed:
            raise InputError(f"{where}: {bet!r} has two spots; keep one of them")
        if not (0 <= spot["x"] <= 100 and 0 <= spot["y"] <= 100):
            raise InputError(f"{where}: the spot of {bet!r} lies off its seat: x and y run from 0 to 100")
        placed.add(bet)
    for name, wager in wagers.items():
        if not placed & {name, *wager.laid}:
            raise InputError(f"{page.where('[layout]')}: the wager {name!r} has no spot; add one")


def find_facts(wagers: Mapping[str, Wager], tables: Mapping[str, Paytable]) -> BetFacts:
    """What the settings of the house depend on."""
    envied = {table.wager for table in tables.values() if table.envy_micros}
    metered = {table.wager for table in tables.values() if table.levels}
    return BetFacts(
        tuple(bet for wager in wagers.values() for bet in wager.bets),
        tuple(name for name in wagers if name in envied),
        tuple(name for name, wager in wagers.items() if name in metered and not wager.dollars),
    )


def read_settings(data: Mapping[str, Mapping[str, Any]], facts: BetFacts, page: "Page") -> dict[str, Setting]:
    """What the file states, and what every game has without a word."""
    usual = usual_settings(facts)
    stated = {name: read_setting(name, entry, usual.get(name), page) for name, entry in data.items()}
    return complete_settings(stated, facts)


def read_setting(name: str, data: Mapping[str, Any], usual: Setting | None, page: "Page") -> Setting:
    """A setting of the game's own; of one that every game has, only what is otherwise here."""
    where = page.where(f"[settings.{name}]")
    check_keys(data, USUAL_KEYS if usual else SETTING_KEYS, where=where)
    setting = Setting(
        name,
        data["default"] if "default" in data or not usual else usual.default,
        tuple(data.get("choices", usual.choices if usual else ())),
        data["meaning"] if "meaning" in data or not usual else usual.meaning,
    )
    try:
        setting.check(setting.default)
        if usual:
            replace(usual, choices=()).check(setting.default)
    except InputError as problem:
        raise InputError(f"{where}: the default is not a choice: {problem}") from problem
    return setting


def put_defaults_in_force(game: Game) -> Game:
    """The first paytable of each wager, in the order of the file."""
    for wager in game.wagers:
        tables = game.tables_for(wager)
        if tables:
            game = replace(game, chosen={**game.chosen, wager: game.tables_like(tables[0])})
    return game


def read_words(text: str) -> str:
    """What is written, without the brackets around what the house may choose."""
    return LEFT_OPEN.sub(r"\1", text)


def read_rule(text: object, page: "Page") -> str:
    if not isinstance(text, str):
        raise InputError(f"{page.where('rules =')}: a rule is words, not {text!r}")
    return read_words(text)


def find_left_open(data: Mapping[str, Any]) -> tuple[str, ...]:
    """What stands in brackets in the rules and the summaries of wagers."""
    texts = [*data.get("rules", ()), *(wager["summary"] for wager in data["wagers"].values())]
    return tuple(part for text in texts for part in LEFT_OPEN.findall(text))


def read_cue(
    data: Mapping[str, Any], wagers: Mapping[str, Wager], settings: Mapping[str, Setting], page: "Page"
) -> Cue:
    where = page.where(f'at = "{data.get("at", "")}"')
    check_keys(data, CUE_KEYS, where=where)
    unless = tuple(data.get("unless", {}).items())
    cue = Cue(**{**as_fields(data), "unless": unless})
    try:
        cue.check()
        for name, value in unless:
            settings[find_name("setting", name, settings)].check(value)
        for wager in filter(None, (cue.without, cue.has, cue.lacks, cue.envy)):
            find_name("wager", wager, wagers)
    except InputError as problem:
        raise InputError(f"{where}: {problem}") from problem
    return cue


def read_status(data: Mapping[str, Any], page: "Page") -> Status:
    """What the game says of itself; one that says nothing is counted."""
    if not data:
        return Status()
    where = page.where("[status]")
    check_keys(data, STATUS_KEYS, where=where)
    depths = {depth.value: depth for depth in Depth}
    if data["depth"] not in depths:
        raise InputError(f"{where}: {unknown('depth', data['depth'], depths)}")
    return Status(depths[data["depth"]], data["why"])


def read_offer(data: list[object], wagers: Mapping[str, Wager], page: "Page") -> tuple[str, ...]:
    """The wagers of a table for which nobody chose them; one of them can be placed by itself."""
    where = page.where("offer =")
    for name in data:
        if name not in wagers:
            raise InputError(f"{where}: {unknown('wager', str(name), wagers)}")
    if data and not any(wagers[str(name)].alone for name in data):
        raise InputError(f"{where}: no wager of the offer can stand alone; add one")
    return tuple(map(str, data))


def read_deck(data: Mapping[str, Any], settings: Mapping[str, Setting], page: "Page") -> Deck:
    """So many decks as the file says, or as the setting does whose choice they are."""
    where = page.where("[deck]")
    check_keys(data, DECK_KEYS, where=where)
    joker = data.get("joker", False)
    if DECKS not in settings:
        return make_deck(decks=data.get("decks", 1), joker=joker) if "decks" in data or joker else STANDARD
    if "decks" in data:
        raise InputError(f"{where}: the number of decks is a setting; leave 'decks' out here")
    return make_deck(decks=int(settings[DECKS].default), joker=joker)


def check_joker(deck: Deck, module: ModuleType, page: "Page") -> None:
    """Where a joker is dealt, every ranking says what it is worth."""
    for look, ranking in getattr(module, "RANKINGS", {}).items() if deck.has_joker else ():
        if not ranking.judges_joker:
            where = page.where("[deck]")
            raise InputError(f"{where}: the look {look!r} is judged by a ranking that knows no joker")


def read_wager(name: str, data: Mapping[str, Any], module: ModuleType, page: "Page") -> Wager:
    where = page.where(f"[wagers.{name}]")
    check_keys(data, WAGER_KEYS, where=where)
    for bet in data["bets"]:
        if not callable(getattr(module, bet, None)):
            raise InputError(f"{where}: the rules have no function {bet!r} for a bet of {name!r}")
    for bet in data.get("paid", ()):
        if bet not in data["bets"]:
            raise InputError(f"{where}: paid: {unknown('bet', bet, data['bets'])}")
    shape = None
    if "lines" in data:
        ranking = getattr(module, "RANKINGS", {}).get(data.get("look"))
        if not isinstance(ranking, Ranking):
            raise InputError(f"{where}: RANKINGS of the rules has no look {data.get('look')!r}")
        try:
            shape = make_shape(ranking, data["lines"], best_paid=data.get("best_paid", False))
        except InputError as problem:
            hint = "; for another line give RANKINGS a ranking.with_lines(...)"
            more = hint if isinstance(ranking, PokerRanking | SuitRanking) else ""
            raise InputError(f"{where}: {problem}{more}") from problem
    summary = read_words(data["summary"])
    return Wager(
        id=name, shape=shape, **{**as_fields(data, without=("lines", "best_paid")), "summary": summary}
    )


def read_stakes(module: ModuleType, page: "Page") -> dict[str, Stake]:
    """What the rules say lies on each bet; a bet that they do not name has the wager's own stake."""
    stakes: dict[str, Stake] = getattr(module, "STAKES", {})
    for bet, stake in stakes.items():
        if not callable(getattr(module, bet, None)) or not isinstance(stake, Stake):
            raise InputError(f"{page.file}: STAKES of the rules has {bet!r}; name a bet and its Stake")
    return stakes


def find_shared(name: str, wager: str, page: "Page") -> tuple[list[dict[str, Any]], "Page"]:
    """The paytables of a shared file, as tables of one of the game's wagers, and the page they stand on."""
    places = [folder / f"{name}.toml" for folder in (*page.shared, Path(str(files(ROOM))) / "shared")]
    path = next((path for path in places if path.is_file()), None)
    if path is None:
        raise InputError(f"{page.where(f'{name} =')}: there are no shared paytables {name!r}")
    shared = Page(f"shared/{path.name}", path.read_text("utf-8"))
    data = tomllib.loads(shared.text)
    check_keys(data, SHARED_KEYS, where=shared.file)
    return [{**entry, "wager": wager} for entry in data["paytable"]], shared


def read_tables(
    tables: dict[str, Paytable],
    entries: list[dict[str, Any]],
    wagers: Mapping[str, Wager],
    sources: Mapping[str, str],
    page: "Page",
) -> None:
    """Add the paytables of a page to those that were read before."""
    for number, entry in enumerate(entries):
        start = page.line_of("[[paytable]]", skip=number)
        where = f"{page.file}:{start}"
        check_keys(entry, TABLE_KEYS, where=where)
        name = entry["id"]
        if name in tables:
            raise InputError(f"{where}: a second paytable is called {name!r}; give it a name of its own")
        wager = wagers.get(entry["wager"])
        if wager is None or wager.shape is None:
            raise InputError(f"{where}: {name}: no wager {entry['wager']!r} with lines in this game")
        for source in (entry["source"], *entry.get("also_in", ())):
            if source not in sources:
                raise InputError(f"{where}: {name}: the source {source!r} is not listed under [sources]")
        tables[name] = read_table(entry, wager.shape, page, start)


def read_table(entry: dict[str, Any], shape: Shape, page: "Page", start: int) -> Paytable:
    name = entry["id"]
    where = f"{page.file}:{start}"
    pays, envy = read_rows(page.rows(start, entry["pays"]), shape, table=name, where=where)
    warnings = tuple(f"{where}: {name}: {warning}" for warning in falling_pays(pays, shape))
    more: dict[str, Any] = {"pays": pays, "envy_micros": envy, "warnings": warnings, "where": where}
    return Paytable(**{**as_fields(entry), **more})


@dataclass(frozen=True)
class Page:
    """A data file's text, for saying on which line something stands."""

    file: str
    text: str
    shared: tuple[Path, ...] = field(default=(), repr=False)
    """Folders with paytables that several games share."""

    def line_of(self, words: str, *, skip: int = 0) -> int:
        """The line where these words stand (again, after n times)."""
        found = [n for n, line in enumerate(self.text.splitlines(), start=1) if words in line]
        return found[skip] if len(found) > skip else 1

    def where(self, words: str) -> str:
        return f"{self.file}:{self.line_of(words)}"

    def rows(self, start: int, pays: str) -> list[Row]:
        """The rows of the paytable that starts on a line, each with its own line in the file."""
        lines = self.text.splitlines()
        first = next((n for n in range(start, len(lines)) if lines[n].startswith("pays")), start)
        return [
            Row(f"{self.file}:{first + 2 + offset}", text)
            for offset, text in enumerate(pays.splitlines())
            if text.strip()
        ]
