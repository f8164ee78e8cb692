"""What a lesson prints: sentences, drawings where somebody sees them, or JSON with one object a line."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from fractions import Fraction
from itertools import groupby
from select import select
from typing import TYPE_CHECKING, Protocol

from pitboss.base.figure import format_fraction
from pitboss.base.money import format_dollars
from pitboss.base.phrase import join_or
from pitboss.cli.screen import STYLES, say, say_page
from pitboss.cli.terminal.bot import GIVES_UP
from pitboss.house.training.entry import bets_of, name_bets
from pitboss.house.training.felt import Felt, SeatOnFelt
from pitboss.house.training.lesson import AnswerVerdict
from pitboss.house.training.player_lesson import PlayerQuestion
from pitboss.house.training.progress import RoleProgress, SessionTally
from pitboss.reports.form import format_text
from pitboss.reports.page import Lines, Page, Tone
from pitboss.reports.training_sheet import progress_data, progress_page, tables_page
from pitboss.reports.wording import added_words
from pitboss.rules import Game
from pitboss.rules.step import HIDDEN

if TYPE_CHECKING:
    from rich.console import RenderableType

END = "q ends the lesson; what you answered is kept."


def player_help(question: PlayerQuestion) -> Iterator[str]:
    """The options that are asked about now, each with the least that must be typed."""
    labels = [choice.label for choice in question.choices]
    ways = ", ".join(f"{least_of(label, labels)} for {label}" for label in labels)
    yield f"Type an option or its beginning: {ways}."
    yield END


def least_of(label: str, labels: Sequence[str]) -> str:
    """The shortest beginning of a word by which the option is told from the others."""
    others = [word.lower() for other in labels if other != label for word in other.split()]
    words = label.lower().split()
    for length in range(1, max(map(len, words)) + 1):
        for word in words:
            if not any(other.startswith(word[:length]) for other in others):
                return word[:length]
    return label


def dealer_help(game: Game) -> Iterator[str]:
    one, other = name_bets(bets_of(game))
    ways = " or ".join(f"'7 {one} {what}'" for what in ("10", "take", "push"))
    yield f"Type what the dealer does next: seat, bet, amount, as {ways}."
    yield "The amount is what you hand over, without the wager that stays with the player."
    yield f"Several on a line: '7 {one} 10, {other} take'. '7 take' takes all that comes next there."
    yield f"Bets go by the beginning of their names or their initials{initials_of(game)}. Then 'done'."
    yield f"First what is decided early{early_of(game)}, from the dealer's left; the rest from the right."
    yield f"t shows the paytables, l the layout again, {END}"


def initials_of(game: Game) -> str:
    """An example, where the game has a bet of several words."""
    long = next((bet.split("_") for bet in reversed(list(game.bets)) if "_" in bet), None)
    return f": '{''.join(word[0] for word in long)}' is {' '.join(long)}" if long else ""


def early_of(game: Game) -> str:
    """The decisions of the game that give a hand up."""
    points = {cue.at for cue in game.cues}
    words = [f"'{option}'" for option in GIVES_UP if f"choose {option}" in points]
    return f", as after {' and '.join(words)}" if words else ""


# -- output ----------------------------------------------------------------------------------------


Question = PlayerQuestion | Felt
HAND = re.compile(r"hand \d+")
PROMPT, PAUSE = "> ", "Enter goes on. "
LONGEST_LINE = 1_000
TICK = 0.2
"""Seconds between two looks at the terminal: a wait without end would miss Ctrl-C while cards are dealt."""


class LessonOutput(Protocol):
    @property
    def is_plain(self) -> bool: ...
    def begin(self, seed: int) -> None: ...
    def ask(self, question: Question) -> None: ...
    def read(self) -> str: ...
    def help(self, text: str, question: Question) -> bool:
        """Whether the line asked for help and was answered with it."""

    def judge(self, verdicts: Sequence[AnswerVerdict]) -> None: ...
    def pause(self) -> str:
        """Wait until a mistake is read, where somebody sits at a terminal; what was typed."""

    def refuse(self, why: str) -> None: ...
    def summarize(self, part: RoleProgress, session: SessionTally, seed: int) -> None: ...


def make_output(game: Game, role: str, *, json: bool, plain: bool) -> LessonOutput:
    return LessonJson(game, role) if json else LessonSentences(game, role, is_plain=plain)


def read_line(prompt: str) -> str:
    """A line from a terminal, after a prompt, or from a pipe; EOFError at the end."""
    if sys.stdin is None:
        raise EOFError
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    if is_terminal:
        sys.stdout.write(prompt)
    sys.stdout.flush()
    can_look = is_terminal and sys.platform != "win32"
    while can_look and not select([sys.stdin], [], [], TICK)[0]:
        pass
    line = sys.stdin.readline(LONGEST_LINE)
    if not line:
        raise EOFError
    return line


def wait_for_enter() -> str:
    """What is typed at a terminal from now on, up to Enter; in a pipe nobody reads, and nothing waits."""
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return ""
    if sys.platform != "win32":
        from termios import TCIFLUSH, tcflush

        tcflush(sys.stdin, TCIFLUSH)
    return read_line(PAUSE)


# -- sentences -------------------------------------------------------------------------------------


class LessonSentences:
    def __init__(self, game: Game, role: str, *, is_plain: bool) -> None:
        self.game = game
        self.role = role
        self.is_plain = is_plain

    def begin(self, seed: int) -> None:
        del seed
        self._say(f"{self.game.name}, training as a {self.role}. ? helps, q ends.")

    def ask(self, question: Question) -> None:
        say("")
        self._show(question)

    def read(self) -> str:
        return read_line(PROMPT)

    def help(self, text: str, question: Question) -> bool:
        asked = text.lower()
        if asked in ("?", "help", "h"):
            lines = dealer_help(self.game) if isinstance(question, Felt) else player_help(question)
            self._say("\n".join(lines))
        elif isinstance(question, Felt) and asked in ("t", "tables"):
            self._say_page(tables_page(question))
        elif isinstance(question, Felt) and asked in ("l", "layout"):
            self._show(question)
        else:
            return not asked
        return True

    def judge(self, verdicts: Sequence[AnswerVerdict]) -> None:
        """Right payments in a row are counted, not listed."""
        for is_brief, group in groupby(verdicts, key=lambda one: one.is_right and not one.is_over):
            found = list(group)
            if is_brief and len(verdicts) > 1:
                self._say(f"{len(found)} right.", STYLES[Tone.GOOD])
                continue
            for verdict in found:
                self._say(verdict.sentence, STYLES[Tone.GOOD if verdict.is_right else Tone.CAREFUL])

    def pause(self) -> str:
        return wait_for_enter()

    def refuse(self, why: str) -> None:
        self._say(f"{why[:1].upper()}{why[1:]}")

    def summarize(self, part: RoleProgress, session: SessionTally, seed: int) -> None:
        say("")
        page = progress_page(self.game, self.role, part, part.session(session.id))
        again = Lines((f"The seed was {seed}: with --random-seed it repeats, from the same progress.",))
        self._say_page((*page, again) if part.session(session.id) else page)

    def _show(self, question: Question) -> None:
        if self.is_plain:
            lines = say_felt(question) if isinstance(question, Felt) else say_situation(question)
            self._say("\n".join(lines))
        else:
            from pitboss.cli.train_drawing import draw_felt, draw_situation

            print_wrapped(draw_felt(question) if isinstance(question, Felt) else draw_situation(question))

    def _say(self, text: str, style: str = "") -> None:
        """Broken between words on a terminal; as it is in a pipe."""
        if sys.stdout.isatty():
            from rich.text import Text

            print_wrapped(Text(text, "" if self.is_plain else style))
        else:
            say(text)

    def _say_page(self, page: Page) -> None:
        if self.is_plain:
            say(format_text(page))
        else:
            say_page(page)


def print_wrapped(what: RenderableType) -> None:
    """On a terminal, broken between words."""
    from rich.console import Console

    Console(highlight=False, markup=False, emoji=False).print(what)


def split_hand(question: PlayerQuestion) -> str:
    """Which hand it is about after a split: 'hand 1'; '' where there is only one."""
    hand = HAND.match(question.question)
    return hand[0] if hand and any(option == "split" for _, option in question.history) else ""


def say_situation(question: PlayerQuestion) -> list[str]:
    """The cards, what was decided before, and the options."""
    hand = split_hand(question)
    where = f"In {hand} you" if hand else "You"
    words = [f"{question.number}. {where} hold {' '.join(question.own)}."]
    for name, cards in question.shared:
        seen = [card for card in cards if card != HIDDEN]
        if seen:
            words.append(f"The {name} shows {' '.join(seen)}.")
    if question.so_far:
        words.append(f"So far: {', '.join(question.so_far)}.")
    return [" ".join(words), options_line(question)]


def options_line(question: PlayerQuestion) -> str:
    options = join_or([choice.label for choice in question.choices])
    return f"{options[:1].upper()}{options[1:]}?"


def say_felt(felt: Felt) -> list[str]:
    lines = [f"Round {felt.number}. Settle the table."]
    lines += [f"Meter of the {name}: {format_dollars(micros)}." for name, micros in felt.meters]
    lines += [f"{name.capitalize()}: {' '.join(cards)}." for name, cards in felt.hands]
    return lines + [say_seat(seat) for seat in felt.seats]


def decision_words(name: str, micros: int) -> str:
    """'play $5.00', 'take back, $5.00 back', 'fold'."""
    if micros < 0:
        return f"{name}, {added_words(micros)}"
    return f"{name} {format_dollars(micros)}" if micros else name


def say_seat(seat: SeatOnFelt) -> str:
    hands = " and ".join(" ".join(cards) for cards in seat.hands)
    wagers = ", ".join(f"{label} {format_dollars(micros)}" for label, micros in seat.wagers)
    decisions = [decision_words(name, micros) for name, micros in seat.decisions]
    then = f" Then {', '.join(decisions)}." if decisions else ""
    return f"Seat {seat.number}: {hands}. {wagers}.{then}"


# -- JSON ------------------------------------------------------------------------------------------


class LessonJson:
    """Questions, verdicts and refusals go out as they are; answers are the same words as ever."""

    is_plain = True

    def __init__(self, game: Game, role: str) -> None:
        self.game = game
        self.role = role

    def begin(self, seed: int) -> None:
        self._say({"game": self.game.id, "as": self.role, "seed": seed})

    def ask(self, question: Question) -> None:
        self._say({"question": asdict(question)})

    def read(self) -> str:
        return read_line("")

    def help(self, text: str, question: Question) -> bool:
        return not text

    def judge(self, verdicts: Sequence[AnswerVerdict]) -> None:
        self._say({"verdicts": [asdict(verdict) for verdict in verdicts]})

    def pause(self) -> str:
        return ""

    def refuse(self, why: str) -> None:
        self._say({"refused": why})

    def summarize(self, part: RoleProgress, session: SessionTally, seed: int) -> None:
        self._say({"summary": progress_data(part, part.session(session.id), seed)})

    def _say(self, data: dict[str, object]) -> None:
        say(json.dumps(data, ensure_ascii=False, default=encode))
        sys.stdout.flush()


def encode(value: object) -> str:
    if isinstance(value, Fraction):
        return format_fraction(value)
    raise TypeError(f"no JSON for {value!r}")
