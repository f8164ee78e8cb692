"""Opens a session as the player asked for it, and plays it in lines: sentences, or events as JSON."""

import sys
from datetime import date
from io import TextIOWrapper

from pitboss.cli.terminal.json_voice import JsonVoice
from pitboss.cli.terminal.plain import Plain, PlainVoice, Voice
from pitboss.cli.terminal.session import Session
from pitboss.house.opening import open_table
from pitboss.rules import Game


def open_session(game: Game, *, day: date, seed: int | None, others: int) -> Session:
    """The player in the middle, the others to both sides."""
    seats = others + 1
    own = others // 2 + 1
    table = open_table(game, day=day, seed=seed, seats=seats)
    return Session(table, own, tuple(seat for seat in range(1, seats + 1) if seat != own))


def play_in_lines(session: Session, bankroll_micros: int, *, as_json: bool) -> None:
    """Bytes that are no text are read as signs that no answer has."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    voice: Voice = JsonVoice(write_line) if as_json else PlainVoice(write_line)
    Plain(session, voice, read_line).run(bankroll_micros)


def write_line(text: str) -> None:
    """Whole lines, at once: who reads them may be waiting to answer."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def read_line() -> str | None:
    """The next answer; None when there is no more."""
    line = sys.stdin.readline() if sys.stdin else ""
    return line.rstrip("\n") if line else None
