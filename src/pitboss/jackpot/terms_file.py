"""A file of terms: what a technician writes to set a progressive up, in TOML.

    id = "tcp"
    tables = ["T1", "T2"]

    [paytables]
    three_card_poker = "TCP Progressive 1"

    [[level]]
    seed = "$1,000"
    contribution = "14%"

Everything is read here once. What nobody would read is refused with the nearest known word.
"""

import tomllib
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeVar

from pitboss.base.error import InputError, find_name, unknown
from pitboss.base.figure import format_rate
from pitboss.base.money import MICROS, format_dollars, parse_dollars, parse_rate
from pitboss.jackpot.terms import PPM, Installation, LevelTerms, Terms
from pitboss.rules import game_ids, load_game

Value = TypeVar("Value")
Data = Mapping[str, object]

MONEY = {
    "wager": "wager_micros",
    "most_wager": "most_wager_micros",
    "executive_above": "executive_above_micros",
}
FLAGS = ("all_from_meter", "equal_split", "folded_hands_win", "stays_on_table", "own_spots_envy")
WORDS = ("location", "interoperability", "jackpot_kind", "meter_falls", "system")
KNOWN = ("id", "tables", "paytables", "level", "table", *MONEY, *FLAGS, *WORDS)
LEVEL_KNOWN = ("name", "seed", "contribution", "reserve", "cap")
TABLE_KNOWN = ("game", "location", "maker", "has_display")


def parse_terms_file(text: str, file: str) -> Terms:
    """The terms that the file says; its mistakes are told with its name."""
    try:
        terms = read_terms(tomllib.loads(text))
        terms.check()
    except (tomllib.TOMLDecodeError, InputError) as problem:
        raise InputError(f"{file}: {problem}") from problem
    return terms


def read_terms(data: Data) -> Terms:
    check_known(data, KNOWN, "the file")
    texts = {name: get(data, name, str, "words") for name in WORDS if name in data}
    flags = {name: get(data, name, bool, "true or false") for name in FLAGS if name in data}
    money = {field: read_money(data, name) for name, field in MONEY.items() if name in data}
    return Terms(
        id=get(data, "id", str, "words"),
        paytables=read_paytables(get(data, "paytables", dict, "a section")),
        tables=tuple(as_text(table, "tables") for table in get(data, "tables", list, "a list")),
        levels=tuple(read_level(level) for level in get(data, "level", list, "a list of [[level]]")),
        installed={name: read_table(name, one) for name, one in as_section(data.get("table", {})).items()},
        **{**texts, **flags, **money},  # type: ignore[arg-type]
    )


def terms_as_file(terms: Terms) -> dict[str, object]:
    """The terms in the words of a file: what `read_terms` reads back."""
    data: dict[str, object] = {
        "id": terms.id,
        "tables": list(terms.tables),
        "paytables": dict(terms.paytables),
        "level": [level_as_file(level) for level in terms.levels],
        "table": {name: installation_as_file(one) for name, one in terms.installed.items()},
    }
    money = {name: getattr(terms, field) for name, field in MONEY.items()}
    data |= {name: format_dollars(micros) for name, micros in money.items() if micros is not None}
    said = {name: getattr(terms, name) for name in (*FLAGS, *WORDS)}
    return data | {name: value for name, value in said.items() if value is not None}


def level_as_file(level: LevelTerms) -> dict[str, str]:
    data = {
        "name": level.name,
        "seed": format_dollars(level.seed_micros),
        "contribution": format_rate(Fraction(level.contribution_ppm, PPM)),
        "reserve": format_rate(Fraction(level.reserve_ppm, PPM)),
    }
    return data if level.cap_micros is None else data | {"cap": format_dollars(level.cap_micros)}


def installation_as_file(one: Installation) -> dict[str, object]:
    return {name: value for name, value in vars(one).items() if value != ""}


def read_paytables(data: Data) -> dict[str, str]:
    """Games and paytables by the names that the catalogue has for them."""
    found: dict[str, str] = {}
    for name, table in data.items():
        game = load_game(find_name("game", name, game_ids()))
        found[game.id] = find_name("paytable", as_text(table, name), game.paytables)
    if not found:
        raise InputError("[paytables] names at least one game and its paytable")
    return found


def read_level(data: object) -> LevelTerms:
    level = as_section(data)
    check_known(level, LEVEL_KNOWN, "[[level]]")
    return LevelTerms(
        name=get(level, "name", str, "words") if "name" in level else "",
        seed_micros=read_money(level, "seed"),
        contribution_ppm=read_ppm(level, "contribution"),
        reserve_ppm=read_ppm(level, "reserve") if "reserve" in level else 0,
        cap_micros=read_money(level, "cap") if "cap" in level else None,
    )


def read_table(name: str, data: object) -> Installation:
    table = as_section(data)
    check_known(table, TABLE_KNOWN, f"[table.{name}]")
    game = get(table, "game", str, "words") if "game" in table else ""
    return Installation(
        game=find_name("game", game, game_ids()) if game else "",
        location=get(table, "location", str, "words") if "location" in table else "",
        maker=get(table, "maker", str, "words") if "maker" in table else "",
        has_display=get(table, "has_display", bool, "true or false") if "has_display" in table else True,
    )


# -- values ----------------------------------------------------------------------------------------


def check_known(data: Data, known: tuple[str, ...], where: str) -> None:
    for key in data:
        if key not in known:
            raise InputError(f"{where}: {unknown('key', key, known)}")


def get(data: Data, name: str, kind: type[Value], words: str) -> Value:
    if name not in data:
        raise InputError(f"{name!r} is missing; add it")
    value = data[name]
    if type(value) is not kind:
        raise InputError(f"{name!r} is {words}, not {value!r}")
    return value


def as_section(data: object) -> dict[str, object]:
    if not isinstance(data, dict):
        raise InputError(f"a section is needed, not {data!r}")
    return data


def as_text(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise InputError(f"{name!r} holds words, not {value!r}")
    return value


def read_money(data: Data, name: str) -> int:
    """Dollars as text, '$1,000.50', or a whole number; a float never holds money."""
    value = data.get(name)
    if type(value) is int and value >= 0:
        return value * MICROS
    return in_words(name, get(data, name, str, "dollars as '$1,000'"), parse_dollars)


def read_ppm(data: Data, name: str) -> int:
    share = in_words(name, get(data, name, str, "a rate as '14%'"), parse_rate) * PPM
    if share.denominator != 1:
        raise InputError(f"{name!r} has at most four digits after the point of a percentage")
    return share.numerator


def in_words(name: str, text: str, parse: Callable[[str], Value]) -> Value:
    try:
        return parse(text)
    except InputError as problem:
        raise InputError(f"{name}: {problem}") from problem
