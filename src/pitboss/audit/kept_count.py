"""Counts that are kept on a machine: what took a minute once takes no time again.

A count goes by the fingerprint of its game, which has the paytables and settings in force, by the wagers that
were placed, and by the text of all modules that counted it: whatever changes is another name. A file says
what it holds by its hash, and one that does not hold it is counted again. Counts are kept of paytables that
stand in the definition, so there are never more than the house can choose; `VARIABLE` names another folder.
"""

import json
import os
from collections.abc import Iterable
from fractions import Fraction
from hashlib import sha256
from pathlib import Path
from shutil import rmtree

from pitboss.analysis.analysis import WagerCount, count_wager
from pitboss.base.odds import Kind, Pay
from pitboss.base.private_file import cache_folder, check_own, write_whole
from pitboss.base.progress import Progress, silent
from pitboss.base.source import digest_of
from pitboss.rules import Game, Result
from pitboss.rules.fingerprint import fingerprint
from pitboss.shape.tally import Tally

VARIABLE = "PITBOSS_COUNTS"
"""The folder for counts; set to nothing, none are kept."""
MOST_PROGRAMS = 3
"""Of so many versions of the program counts are kept; those of older ones go."""


def keep_count(game: Game, placed: tuple[str, ...], wager: str, progress: Progress = silent) -> WagerCount:
    """As it was counted before, or counted and kept."""
    folder = count_folder()
    if folder is None or not is_printed(game):
        return count_wager(game, placed, wager, progress)
    path = folder / f"{name_of(game, placed, wager)}.json"
    if kept := read_count(path, wager):
        return kept
    found = count_wager(game, placed, wager, progress)
    write_count(path, found)
    return found


def count_folder() -> Path | None:
    """Of this version of the program."""
    named = os.environ.get(VARIABLE)
    if named is not None and not named:
        return None
    return (Path(named) if named else cache_folder("counts")) / digest_of(count_wager.__module__)


def is_printed(game: Game) -> bool:
    """Whether all its paytables in force are those of the definition, and not somebody's own."""
    return all(game.paytables.get(table.id) == table for tables in game.chosen.values() for table in tables)


def name_of(game: Game, placed: tuple[str, ...], wager: str) -> str:
    return sha256("\n".join((fingerprint(game), wager, *placed)).encode()).hexdigest()


def read_count(path: Path, wager: str) -> WagerCount | None:
    """Nothing where there is no file, or one that was damaged."""
    try:
        check_own(path.parent)
        mark, _, text = path.read_text("utf-8").partition("\n")
    except (OSError, UnicodeDecodeError):
        return None
    return parse_count(text, wager) if mark == sha256(text.encode()).hexdigest() else None


def write_count(path: Path, found: WagerCount) -> None:
    """Whole or not at all; where nothing can be written, nothing is kept."""
    text = format_count(found)
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        check_own(path.parent)
        write_whole(path, f"{sha256(text.encode()).hexdigest()}\n{text}".encode())
        drop_old(path.parent)
    except OSError:
        return


def drop_old(folder: Path) -> None:
    """Counts of versions before the last few, this one left out."""
    others = [one for one in folder.parent.iterdir() if one.is_dir() and one != folder]
    others.sort(key=lambda one: one.stat().st_mtime, reverse=True)
    for old in others[MOST_PROGRAMS - 1 :]:
        rmtree(old, ignore_errors=True)


def format_count(found: WagerCount) -> str:
    rows = [[[format_result(one) for one in outcome], ways] for outcome, ways in found.tally.ways.items()]
    return json.dumps([found.method, found.is_decided, found.tally.total, rows])


def parse_count(text: str, wager: str) -> WagerCount:
    method, is_decided, total, rows = json.loads(text)
    ways = {tuple(map(parse_result, outcome)): count for outcome, count in rows}
    return WagerCount(Tally(wager, ways, total), method, is_decided)


def format_result(result: Result) -> list[str]:
    pay = result.pay
    return [result.name, str(result.stake), pay.kind.name, str(pay.amount), pay.level, str(result.base)]


def parse_result(fields: Iterable[str]) -> Result:
    name, stake, kind, amount, level, base = fields
    return Result(name, Fraction(stake), Pay(Kind[kind], Fraction(amount), level), Fraction(base))
