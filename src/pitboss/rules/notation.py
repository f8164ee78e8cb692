"""A round as one line of text, and back.

    three_card_poker | seat 1: ante 1, pair_plus 1 | seat 1 hand < Qh 6d 4c | dealer < ?3 ?4 ?5
    | seat 1 play = play | dealer > 0 Kh, 1 9d, 2 2s

The first field names the game, with the settings and paytables that are not its defaults. Then come
the seats with their wagers (`seat 2 with 1:` where one player holds both, `toke ante 1` beside them for the
dealer), and the moves: `<` cards
dealt (`?n` is a card that nobody has opened), `>` cards opened by place, `=` a decision taken,
`dealer peek = no` a look under a card. What the procedure did not foresee follows (`irregularity`), then
what a meter paid, as `award seat 1 progressive = 12.50`. What is printed parses back to the same record.

The last field, `check`, has two digits for each field before it, drawn from the line up to there, so that
a change shows with its place. Anybody can compute it: it finds errors; forgery is for the seal to find.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import zip_longest
from typing import NamedTuple, TypeVar
from zlib import crc32

from pitboss.base.error import InputError, PitbossError
from pitboss.base.money import format_plain, parse_dollars
from pitboss.cards import Card, parse_card
from pitboss.rules.catalogue import load_game
from pitboss.rules.game import Game
from pitboss.rules.irregularity import format_irregularity, parse_irregularity
from pitboss.rules.record import Award, Chosen, Dealt, Move, Opened, Peeked, Record, Seat
from pitboss.rules.setting import SettingValue
from pitboss.rules.step import Blank, Slot

FIELD = " | "
DEALT = re.compile(r"(?P<hand>[^<>=]+?) < (?P<cards>.+)")
OPENED = re.compile(r"(?P<hand>[^<>=]+?) >(?P<cards>.*)")
CHOSEN = re.compile(r"seat (?P<seat>\d+) (?P<question>[^<>=]+?) = (?P<option>.+)")
PEEKED = re.compile(r"(?P<hand>[^<>=]+?) peek = (?P<found>yes|no)")
SEAT = re.compile(r"seat (?P<number>\d+)(?: with (?P<twin>\d+))?:(?P<wagers>.*)")
AWARD = re.compile(r"award seat (?P<seat>\d+) (?P<bet>\w+) = (?P<amount>\d+(?:\.\d{1,6})?)")
TOKE = "toke "
CHECK = re.compile(r"check (?P<digits>[0-9a-f]+)")


def format_record(game: Game, record: Record) -> str:
    fields = [format_head(game)]
    for seat in record.seats:
        tokes = {f"{TOKE}{name}": stake for name, stake in seat.tokes.items()}
        wagers = ", ".join([f"{name} {stake!s}" for name, stake in {**seat.wagers, **tokes}.items()])
        twin = f" with {seat.twin}" if seat.twin else ""
        fields.append(f"seat {seat.number}{twin}: {wagers}")
    fields += [format_move(move) for move in record.moves]
    fields += map(format_irregularity, record.irregularities)
    fields += [f"award seat {seat} {bet} = {format_plain(micros)}" for seat, bet, micros in record.awards]
    return FIELD.join([*fields, f"check {check_digits(fields)}"])


def check_digits(fields: Iterable[str]) -> str:
    """Two hexadecimal digits for each field, of the checksum of everything up to its end."""
    checksum, digits = 0, []
    for field in fields:
        checksum = crc32(f"{field}\n".encode(), checksum)
        digits.append(f"{checksum & 0xFF:02x}")
    return "".join(digits)


def has_check(text: str) -> bool:
    """Whether the line was printed with a check of its fields."""
    return CHECK.fullmatch(text.rpartition(FIELD.strip())[2].strip()) is not None


def check_fields(fields: list[str], digits: str) -> None:
    """Every field is as it was when the line was printed; the first that is not is named."""
    found = check_digits(fields)
    for number in range(len(fields)):
        if found[2 * number : 2 * number + 2] != digits[2 * number : 2 * number + 2]:
            raise InputError(f"field {number + 1}: {fields[number]!r} was changed after the line was printed")
    if len(found) != len(digits):
        raise InputError(f"field {len(fields) + 1}: a field is missing: the check is for {len(digits) // 2}")


def format_head(game: Game) -> str:
    """The game and whatever is not its default."""
    words = [game.id]
    for name, value in game.house.items():
        if value != game.settings[name].default:
            words.append(f"{name}={str(value).lower() if isinstance(value, bool) else value}")
    for wager, tables in game.chosen.items():
        usual = game.tables_for(wager)
        if not usual or tables != game.tables_like(usual[0]):
            words.append(f"paytable={tables[0].id}")
    return "; ".join(words)


def format_move(move: Move) -> str:
    match move:
        case Dealt():
            return f"{move.hand} < {' '.join(map(format_slot, move.cards))}"
        case Opened():
            opened = ", ".join(f"{place} {format_slot(slot)}" for place, slot in move.cards)
            return f"{move.hand} > {opened}".rstrip()
        case Peeked():
            return f"{move.hand} peek = {'yes' if move.found else 'no'}"
        case Chosen():
            return f"seat {move.seat} {move.question} = {move.option}"


def format_slot(slot: Slot) -> str:
    return f"?{slot.number}" if isinstance(slot, Blank) else str(slot)


def parse_record(text: str) -> tuple[Game, Record]:
    """Read a line of notation; what the game does not allow is refused with the place in the line."""
    return read_fields(text, add_lawful_field)


def read_record(text: str) -> tuple[Game, Record]:
    """Read a line that the program has printed: no move is held against the game before all are played.

    For whoever reads many lines and plays each of them once.
    """
    return read_fields(text, add_field)


def read_fields(text: str, add: Callable[[Game, Record, str], Record]) -> tuple[Game, Record]:
    """The game and the record of a line, field after field; what cannot be read is named with its place."""
    fields = [field.strip() for field in text.strip().split(FIELD.strip())]
    if match := CHECK.fullmatch(fields[-1]):
        check_fields(fields[:-1], match["digits"])
        fields.pop()
    game = at_field(1, fields[0], parse_head)
    record = Record(())
    for number, words in enumerate(fields[1:], start=2):
        record = at_field(number, words, partial(add, game, record))
    if not record.seats:
        raise InputError("a round needs at least one seat: 'seat 1: ante 1'")
    return game, record


def add_lawful_field(game: Game, record: Record, words: str) -> Record:
    """The record with one more field, if the game allows a move there."""
    found = add_field(game, record, words)
    if found.moves is not record.moves:
        check_deck(game, found)
        game.replay(found)
    return found


def add_field(game: Game, record: Record, words: str) -> Record:
    """The record with one more field, if that may come here."""
    if match := SEAT.fullmatch(words):
        if record.moves or record.irregularities or record.awards:
            raise InputError(f"{words!r}: seats come before the moves")
        return replace(record, seats=(*record.seats, parse_seat(game, record.seats, match)))
    if irregularity := parse_irregularity(words):
        if record.awards:
            raise InputError(f"{words!r}: irregularities come before the awards")
        if record.is_void:
            raise InputError(f"{words!r}: nothing can happen in a round that is void")
        return replace(record, irregularities=(*record.irregularities, irregularity))
    if match := AWARD.fullmatch(words):
        award = Award(int(match["seat"]), match["bet"], parse_dollars(match["amount"]))
        if award.bet not in game.bets or all(seat.number != award.seat for seat in record.seats):
            raise InputError(f"{words!r}: no such seat or bet in this round")
        return replace(record, awards=(*record.awards, award))
    if record.irregularities or record.awards:
        raise InputError(f"{words!r}: moves come before irregularities and awards")
    return record.then(parse_move(words))


def check_deck(game: Game, record: Record) -> None:
    """No card comes more often than it is in the deck."""
    open_cards = Counter(
        card
        for move in record.moves
        for card in (
            move.cards
            if isinstance(move, Dealt)
            else [card for _, card in move.cards]
            if isinstance(move, Opened)
            else ()
        )
        if isinstance(card, Card)
    )
    for card, times in open_cards.items():
        if times > game.deck.copies.get(card, 0):
            raise InputError(f"{card} comes {times} times, more often than it is in the deck")


T = TypeVar("T")
R = TypeVar("R")


def at_field(number: int, value: T, read: Callable[[T], R]) -> R:
    try:
        return read(value)
    except PitbossError as problem:
        raise InputError(f"field {number}: {problem}") from problem


def parse_head(text: str) -> Game:
    name, *words = [word.strip() for word in text.split(";")]
    return choose_rules(load_game(name), tuple(words))


@lru_cache(maxsize=256)
def choose_rules(game: Game, words: tuple[str, ...]) -> Game:
    """The game with what is written after its name; the same words give the same object."""
    for word in words:
        key, found, value = word.partition("=")
        if not found:
            raise InputError(f"cannot read {word!r}: write 'setting=value' or 'paytable=ID'")
        if key == "paytable":
            game = game.with_paytable(value)
        else:
            game = game.with_settings(**{key: parse_setting(value)})
    return game


def parse_setting(text: str) -> SettingValue:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.isdecimal() else text


def parse_seat(game: Game, seated: tuple[Seat, ...], match: re.Match[str]) -> Seat:
    number, twin = int(match["number"]), int(match["twin"] or 0)
    before = [seat.number for seat in seated]
    if before and number <= before[-1]:
        raise InputError(f"seat {number}: seats go up from the dealer's left, each once")
    if twin and twin not in before:
        raise InputError(f"seat {number} with {twin}: no seat {twin} before it")
    wagers: dict[str, Fraction] = {}
    tokes: dict[str, Fraction] = {}
    for words in filter(None, (part.strip() for part in match["wagers"].split(","))):
        name, _, amount = words.rpartition(" ")
        if not name or not re.fullmatch(r"[0-9]+(/[1-9][0-9]*|\.[0-9]{1,6})?", amount):
            raise InputError(f"cannot read the wager {words!r}: write 'ante 1'")
        laid = tokes if name.startswith(TOKE) else wagers
        wager = game.wager(name.removeprefix(TOKE)).id
        if wager in laid:
            raise InputError(f"{name!r} comes twice on seat {number}: a spot holds one stake")
        laid[wager] = Fraction(amount)
    return Seat(number, wagers, twin, tokes)


def parse_move(text: str) -> Move:
    if match := PEEKED.fullmatch(text):
        return Peeked(match["hand"], match["found"] == "yes")
    if match := CHOSEN.fullmatch(text):
        return Chosen(int(match["seat"]), match["question"], match["option"])
    if match := DEALT.fullmatch(text):
        return Dealt(match["hand"], tuple(parse_slots(match["cards"].split())))
    if match := OPENED.fullmatch(text):
        opened = []
        for words in filter(None, (part.strip() for part in match["cards"].split(","))):
            place, _, card = words.partition(" ")
            if not place.isdecimal():
                raise InputError(f"cannot read {words!r}: write the place and the card, '0 Kh'")
            opened.append((int(place), parse_card(card)))
        return Opened(match["hand"], tuple(opened))
    raise InputError(
        f"cannot read the move {text!r}: write 'hand < cards', 'hand > places' or 'seat n question = option'"
    )


def parse_slots(tokens: Iterable[str]) -> Iterable[Slot]:
    for token in tokens:
        if token.startswith("?") and token[1:].isdecimal():
            yield Blank(int(token[1:]))
        else:
            yield parse_card(token)


# -- two lines side by side --------------------------------------------------------------------------


class Difference(NamedTuple):
    """A field of the first line and what the second has in its place; empty where a line has ended."""

    field: int
    one: str
    other: str


def diff_lines(one: str, other: str) -> tuple[Difference, ...]:
    """What differs between two lines, field by field, however they are spaced."""
    fields = [format_record(*parse_record(line)).split(FIELD)[:-1] for line in (one, other)]
    pairs = enumerate(zip_longest(*fields, fillvalue=""), start=1)
    return tuple(Difference(number, left, right) for number, (left, right) in pairs if left != right)
