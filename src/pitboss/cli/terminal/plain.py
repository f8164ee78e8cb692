"""Plain mode: the table in sentences, line by line, for a pipe, a screen reader or a simple terminal.

A question is a line of its own and an answer is one line. What cannot be read repeats the question and
changes nothing. When the answers end, the player leaves: an open round is played out without another
dollar, and the chips are cashed out.
"""

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import TextIOWrapper

from pitboss.base.error import InputError
from pitboss.base.money import format_dollars, format_plain, parse_dollars
from pitboss.base.phrase import join_or
from pitboss.cli.terminal.report import (
    advice_lines,
    farewell_lines,
    greeting_lines,
    hands_lines,
    history_lines,
    paytable_lines,
    result_lines,
    status_line,
)
from pitboss.cli.terminal.session import PlayerPhase, TerminalSession
from pitboss.reports.form import Json
from pitboss.reports.refusal import refusal_words
from pitboss.reports.wording import added_words, card_words, cards_words, wager_label
from pitboss.rules import Game
from pitboss.rules.step import HIDDEN
from pitboss.table.event import Event
from pitboss.table.glance import AskedView, OptionView
from pitboss.table.wire import format_event

ANYTIME = ("history", "pays", "rules", "buy", "quit", "help")
BETTING = ("deal", "rebet", "clear", *ANYTIME)
DECIDING = ("advice", "cards", *ANYTIME)
BUY = "buy"
SIGNS = ("-", "+", "\N{MINUS SIGN}", "\N{EN DASH}")
AMOUNT = re.compile(r"(?P<words>.*?)\s*(?P<amount>\$?\s*\d[\d,]*(?:\.\d+)?)?", re.DOTALL)


@dataclass(frozen=True)
class Wish:
    """A word that asks for something, with an amount if one was typed."""

    word: str
    micros: int | None = None


@dataclass(frozen=True)
class StakeAnswer:
    """So much on a wager."""

    wager: str
    micros: int


@dataclass(frozen=True)
class OptionAnswer:
    """An option of a decision."""

    option: str


def read_bet(game: Game, text: str, offered: Sequence[str] = ()) -> Wish | StakeAnswer:
    """'ante 5', 'pair plus $10', 'deal', 'buy 100'; an amount alone goes on the first wager."""
    words, micros = split_amount(text)
    if micros is None:
        return Wish(find_word(words, BETTING, "Say a wager and an amount"))
    wager = find_wager(game, words, offered or tuple(game.wagers))
    return Wish(BUY, micros) if wager == BUY else StakeAnswer(wager, micros)


def read_choice(asked: AskedView, text: str) -> Wish | OptionAnswer:
    """An option by its name, the beginning of it or its key, or its word and an amount, as 'play 15'.

    Or something that can be asked at any time.
    """
    names = [option.name for option in asked.options]
    keys = {option.key: option.name for option in asked.options}
    if text.strip().lower() in keys:
        return OptionAnswer(keys[text.strip().lower()])
    found = match_names(text, names)
    if len(found) == 1:
        return OptionAnswer(found[0])
    words, micros = split_amount(text)
    if micros is not None and (meant := find_range(asked, words)):
        return OptionAnswer(f"{meant} ${format_plain(micros)}")
    if found or not words:
        raise InputError(f"Say {join_or(found or names)}.")
    return Wish(find_word(words, DECIDING, f"Say {join_or(names)}"), micros)


def find_range(asked: AskedView, words: str) -> str:
    """The word of an option whose amount is the player's to say, as 'play' of 'play 1x'; '' where none is."""
    ranges = [option.name.rpartition(" ")[0] for option in asked.options if option.most_micros]
    return next((word for word in ranges if words and word.startswith(words.lower())), "")


def split_amount(text: str) -> tuple[str, int | None]:
    match = AMOUNT.fullmatch(text.strip())
    assert match, "the pattern fits any text"
    if match["amount"] and match["words"].rstrip(" $").endswith(SIGNS):
        raise InputError("Say an amount without a sign: so much shall lie there, 0 for nothing.")
    return match["words"].strip(), parse_dollars(match["amount"]) if match["amount"] else None


def find_word(text: str, words: Sequence[str], advice: str) -> str:
    """A word or its beginning; a single letter means the first word that begins with it."""
    if text == "?":
        return "help"
    found = match_names(text, words)
    if not found or (len(found) > 1 and len(text) > 1):
        raise InputError(f"{advice}, or {join_or(found or words)}.")
    return found[0]


def find_wager(game: Game, text: str, offered: Sequence[str]) -> str:
    """A wager by its id or the label of its spot, or the beginning of either; no name means the first."""
    if not text:
        return offered[0]
    names = {**{wager_label(game, wager): wager for wager in offered}, BUY: BUY}
    found = {names.get(name, name) for name in match_names(text, (*names, *offered))}
    if len(found) != 1:
        meant = [name for name, wager in names.items() if wager in found] or list(names)
        raise InputError(f"Say which: {join_or(meant)}, and an amount.")
    return found.pop()


def match_names(text: str, names: Sequence[str]) -> list[str]:
    """The names that a typed word can mean: the very name, else all that begin so, else all that hold it."""
    wanted = fold(text)
    if not wanted:
        return []
    exact = [name for name in names if fold(name) == wanted]
    begun = [name for name in names if fold(name).startswith(wanted)]
    return exact or begun or [name for name in names if wanted in fold(name).split()]


def fold(text: str) -> str:
    return " ".join(text.lower().replace("_", " ").replace("-", " ").split())


# -- output ----------------------------------------------------------------------------------------


Write = Callable[[str], None]
"""Writes a line."""


class SentenceOutput:
    """Sentences, one a line."""

    def __init__(self, write: Write) -> None:
        self.write = write

    def say(self, *sentences: str) -> None:
        for sentence in sentences:
            self.write(sentence)

    def tell(self, session: TerminalSession, events: Iterable[Event]) -> None:
        self.say(*session.speaker.tell(events))

    def ask(self, session: TerminalSession, question: str) -> None:
        del session
        self.write(question)


class JsonOutput(SentenceOutput):
    """Objects, one a line."""

    def say(self, *sentences: str) -> None:
        for sentence in sentences:
            self.write(json.dumps({"say": sentence}))

    def tell(self, session: TerminalSession, events: Iterable[Event]) -> None:
        del session
        for happened in events:
            self.write(json.dumps(format_event(happened)))

    def ask(self, session: TerminalSession, question: str) -> None:
        asked = session.asked
        options: list[Json] = [option._asdict() for option in asked.options] if asked else []
        self.write(json.dumps({"ask": question, "options": options}))


def write_line(text: str) -> None:
    """Whole lines, at once: who reads them may be waiting to answer."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def read_line() -> str | None:
    """The next answer; None when there is no more."""
    line = sys.stdin.readline() if sys.stdin else ""
    return line.rstrip("\n") if line else None


# -- the conversation ------------------------------------------------------------------------------


Read = Callable[[], str | None]
"""The next answer, or None when there will be no more."""


class Leaving(Exception):  # noqa: N818  no error: the player goes
    """The player wants to go, or has no more answers."""


class Plain:
    def __init__(self, session: TerminalSession, output: SentenceOutput, read: Read) -> None:
        self.session = session
        self.output = output
        self.read = read

    def run(self, bankroll_micros: int) -> None:
        """From sitting down to cashing out."""
        session = self.session
        self.output.say(*greeting_lines(session))
        self._tell(session.sit_down(bankroll_micros))
        self._tell(session.open_bets())
        try:
            while session.phase is not PlayerPhase.CLOSED:
                self._go_on()
        except Leaving:
            pass
        self._leave()

    def _go_on(self) -> None:
        match self.session.phase:
            case PlayerPhase.BETTING:
                self._ask_bet()
            case PlayerPhase.DECIDING:
                self._ask_choice()
            case PlayerPhase.DEALING:
                self._tell(self.session.step())
            case _:
                self._end_round()

    def _tell(self, events: Iterable[Event]) -> None:
        self.output.tell(self.session, events)

    def _end_round(self) -> None:
        self.output.say(*result_lines(self.session))
        self._tell(self.session.open_bets())

    def _leave(self) -> None:
        was_open = self.session.is_in_round
        self._tell(self.session.leave())
        if was_open:
            self.output.say(*result_lines(self.session))
        self.output.say(*farewell_lines(self.session))

    # -- questions -------------------------------------------------------------------------------

    def _ask(self, question: str) -> str:
        """The answer to a question; an empty line asks again."""
        while True:
            self.output.ask(self.session, question)
            answer = self.read()
            if answer is None:
                raise Leaving
            if answer.strip():
                return answer.strip()

    def _ask_bet(self) -> None:
        session = self.session
        if session.is_broke:
            usual = format_dollars(session.first_buy_in_micros)
            self.output.say(f"Your chips are not enough for a wager: buy {usual} more, or quit.")
        answer = self._ask(f"{status_line(session)} Your wagers?")
        try:
            self._do_bet(read_bet(session.game, answer, session.offered))
        except InputError as problem:
            self.output.say(as_sentence(refusal_words(problem)))

    def _do_bet(self, meant: Wish | StakeAnswer) -> None:
        session = self.session
        match meant:
            case StakeAnswer(wager=wager, micros=micros):
                self._tell(session.stake(wager, micros))
            case Wish(word="deal"):
                self._tell(session.deal())
            case Wish(word="rebet"):
                self._tell(session.rebet())
            case Wish(word="clear"):
                self._tell(session.clear())
            case Wish():
                self._do_wish(meant)

    def _ask_choice(self) -> None:
        asked = self.session.asked
        assert asked, "the player is asked"
        answer = self._ask(question_line(self.session, asked))
        try:
            meant = read_choice(asked, answer)
            if isinstance(meant, OptionAnswer):
                self._tell(self.session.decide(meant.option))
            else:
                self._do_wish(meant)
        except InputError as problem:
            self.output.say(as_sentence(refusal_words(problem)))

    def _do_wish(self, wish: Wish) -> None:
        session = self.session
        match wish.word:
            case "quit":
                self._quit()
            case "buy":
                usual = session.first_buy_in_micros
                self._tell(session.buy_in(usual if wish.micros is None else wish.micros))
            case "help":
                self.output.say(*help_lines(session))
            case "cards":
                self.output.say(*hands_lines(session))
            case "rules":
                self.output.say(*session.game.rules)
            case "pays":
                self.output.say(*paytable_lines(session))
            case "history":
                self.output.say(*history_lines(session))
            case "advice":
                self.output.say(*map(as_sentence, advice_lines(session)))

    def _quit(self) -> None:
        """Leave; with a round open only when the player says so twice."""
        asked = self.session.asked
        if asked is None:
            raise Leaving
        answer = self._ask(f"A round is open: if you leave, you {asked.options[0].name}. Leave? Yes or no?")
        if answer.lower() in ("y", "yes", "q", "quit"):
            raise Leaving


def question_line(session: TerminalSession, asked: AskedView) -> str:
    """'Queen high. Fold or play for $5.00?'"""
    options = [price_words(option_words(session, option.name), option) for option in asked.options]
    return f"{capital(about_line(session, asked))}. {capital(join_or(options))}?"


def price_words(name: str, option: OptionView) -> str:
    """'play 1x for $5.00', and where the amount is the player's to say, how far it goes."""
    if not option.stake_micros:
        return name
    if option.stake_micros < 0:
        return f"{name} for {added_words(option.stake_micros)}"
    most = f" or anything up to {format_dollars(option.most_micros)}" if option.most_micros else ""
    return f"{name} for {format_dollars(option.stake_micros)}{most}"


def option_words(session: TerminalSession, option: str) -> str:
    """An option, and the card that it is about."""
    card = session.card_of(option)
    return f"{option} ({card_words(card)})" if card else option


def about_line(session: TerminalSession, asked: AskedView) -> str:
    """What is decided about: the hand that is asked for where there are several, else what the hand makes.

    While it makes nothing yet, its cards and those that it shares.
    """
    hands = session.felt.hands[session.seat]
    numbered = [hand for hand in hands if asked.question.startswith(f"{hand.name} ")]
    if len(hands) > 1 and numbered:
        hand = numbered[0]
        return f"{hand.name} of {len(hands)}, {cards_words(hand.cards)}, {hand.words}"
    if hands[0].words:
        return f"you hold {hands[0].words}"
    shared = (hand for hand in session.felt.shared if any(card != HIDDEN for card in hand.cards))
    seen = "".join(f"; {hand.name}: {cards_words(hand.cards)}" for hand in shared)
    return f"{asked.question}: you hold {cards_words(hands[0].cards)}{seen}"


def help_lines(session: TerminalSession) -> Iterator[str]:
    wager = wager_label(session.game, session.offered[0]).lower()
    yield f"While bets are open say a wager and an amount, as '{wager} 10'; '{wager} 0' takes it back."
    yield "Deal starts the round, rebet repeats the last wagers, clear takes all back, buy 100 buys chips."
    yield "When you are asked, say an option, its beginning or its key; advice tells what each is worth."
    yield "Cards says your cards again. At any time: rules, pays, history, help, quit."


def capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def as_sentence(words: object) -> str:
    return f"{capital(str(words)).rstrip('.:')}."


def play_in_lines(session: TerminalSession, bankroll_micros: int, *, as_json: bool) -> None:
    """Bytes that are no text are read as signs that no answer has."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    output = JsonOutput(write_line) if as_json else SentenceOutput(write_line)
    Plain(session, output, read_line).run(bankroll_micros)
