"""What is written around the felt: the bar on top, the panel under it and the side of a wide screen.

Each part is written into the room that it has, when it is drawn.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from textwrap import wrap

from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from pitboss.base.money import format_dollars
from pitboss.cards.hand_name import line_words
from pitboss.cli.terminal.card import cards_line
from pitboss.cli.terminal.felt import tone_of
from pitboss.cli.terminal.report import net_line, payments_of
from pitboss.cli.terminal.session import Past, PlayerPhase, TerminalSession
from pitboss.reports.sentence import Payment
from pitboss.reports.wording import (
    bet_label,
    limit_words,
    meter_labels,
    pay_lines,
    short_dollars,
    signed_dollars,
    spot_of,
    table_in_force,
    wager_label,
)
from pitboss.rules import Paytable
from pitboss.table.glance import SeatView
from pitboss.table.payment import won_micros

DOT = " · "
GAPS = (2, 1)
"""Between columns of payments, from the widest to the closest."""
MORE_PAYS = "All of its lines: p."
"""Under a paytable that is longer than the panel: the key of the page that has the rest."""
LEAST_PAST = 7
"""Rows that paytables leave to the last rounds."""
Lines = list[Content]


@dataclass
class Shown:
    """What the screen shows besides the session: what is chosen, said, refused and advised."""

    selected: str
    """The wager that keys change while bets are open."""
    said: str = ""
    """The dealer's last words."""
    log: list[str] = field(default_factory=list)
    """What has happened in this round."""
    message: str = ""
    """Why the table refused something."""
    advice: tuple[str, ...] = ()


class TextPart(Widget):
    """A part of the screen that is written from the session."""

    def __init__(self, session: TerminalSession, shown: Shown) -> None:
        super().__init__()
        self.session = session
        self.shown = shown

    def render(self) -> Content:
        return Content("\n").join(self.lines(self.size.width, self.size.height))

    def lines(self, room: int, rows: int) -> Lines:
        raise NotImplementedError


def styled(texts: Sequence[str], style: str) -> Lines:
    return [Content.styled(text, style) for text in texts]


# -- the bar on top --------------------------------------------------------------------------------


class Top(TextPart):
    """The game on the left, the meters on the right, and between them as much as fits."""

    def lines(self, room: int, rows: int) -> Lines:
        session = self.session
        labels = meter_labels(session.game, session.view.meters).items()
        meters = Content("  ").join(
            Content.assemble((f"{label} ", "$secondary"), (format_dollars(micros), "bold $primary"))
            for label, micros in labels
        )
        space = room - len(session.game.name) - 2 - meters.cell_length
        words = next((words for words in self._words() if len(words) < space), "")
        name = Content.styled(f"{session.game.name}  ", "bold $primary")
        return [Content.assemble(name, (words.ljust(space), "$secondary"), meters)]

    def _words(self) -> list[str]:
        """What else the bar may say, from the longest to the shortest."""
        randomness = self.session.table.source.randomness
        kind = f"{randomness.source} repeats" if randomness.is_seeded else "live"
        short = randomness.source if randomness.is_seeded else "live"
        number = f"round {self.session.view.round}"
        return [f"{number}{DOT}{kind}", f"{number}{DOT}{short}", short]


# -- the panel -------------------------------------------------------------------------------------


class Panel(TextPart):
    """The other seats on top, then what this phase is about."""

    def lines(self, room: int, rows: int) -> Lines:
        others = other_lines(self.session, room) if self.session.others else []
        match self.session.phase:
            case PlayerPhase.BETTING:
                lines = wager_lines(self.session, self.shown.selected, room, rows)
            case PlayerPhase.RESULT:
                lines = payment_lines(self.session, room, rows)
            case _:
                lines = self._told(room, rows - len(others))
        spare = rows - len(lines) - len(others)
        if not others or spare < 0:
            return lines
        return [*others, *([Content()] if spare else []), *lines]

    def _told(self, room: int, rows: int) -> Lines:
        """What has happened, the newest last, and under it the advice that was asked for."""
        advice = [line for text in self.shown.advice for line in wrap(text, room)]
        rows -= len(advice) + 1 if advice else 0
        told = [line for text in self.shown.log for line in wrap(text, room)][-rows:] if rows > 0 else []
        if not advice:
            return [*styled(told[:-1], "$secondary"), *styled(told[-1:], "")]
        told += [""] if told else []
        return [*styled(told, "$secondary"), *styled(advice[:1], "bold $primary"), *styled(advice[1:], "")]


class Foot(Static):
    """Under the panel: a refusal, or the seal that the open round will be dealt under."""

    def show(self, session: TerminalSession, message: str) -> None:
        seal = f"Sealed {session.view.commitment} at {session.table.source.position}"
        self.set_class(bool(message), "-alarm")
        self.display = bool(message) or session.phase is PlayerPhase.BETTING
        if self.content != (words := Content(message or seal)):
            self.update(words)


def wager_lines(session: TerminalSession, selected: str, room: int, rows: int) -> Lines:
    """The chosen wager: what it takes, what it is, what it pays; of a long paytable the best lines."""
    wager, limit = session.game.wagers[selected], session.table.setup.posted[selected]
    table = table_in_force(session.game, selected, session.hands)
    label = bet_label(session.game, spot_of(session.game, selected))
    name = f", {table.id}" if table else ""
    head = [
        *styled([f"{label}: {limit_words(limit)}{name}"], "bold $primary"),
        *styled(wrap(wager.summary, room), ""),
    ]
    pays = join_wrapped(pay_lines(table), room) if table else []
    if len(head) + len(pays) > rows > len(head):
        pays = [*pays[: rows - len(head) - 1], MORE_PAYS]
    return [*head, *styled(pays, "$secondary")]


def join_wrapped(parts: Sequence[str], room: int) -> list[str]:
    """Parts with dots between them, broken only between parts."""
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(DOT) + len(part) <= room:
            lines[-1] += DOT + part
        else:
            lines.append(part)
    return lines


# -- the other seats -------------------------------------------------------------------------------


def other_lines(session: TerminalSession, room: int) -> Lines:
    """Everybody else side by side: a name with what was decided or won, and under it the cards."""
    seats = [seat for seat in session.view.seats if seat.number != session.seat]
    width = room // len(seats)
    names = (fill(seat_words(session, seat, width - 1), width) for seat in seats)
    cards = (fill(seat_cards(session, seat.number, width - 1), width) for seat in seats)
    return [Content("").join(names), *([Content("").join(cards)] if session.felt.shared else [])]


def fill(content: Content, width: int) -> Content:
    return content.pad_right(width - content.cell_length)


def seat_words(session: TerminalSession, seat: SeatView, room: int) -> Content:
    """The amount is never cut: where there is no room for the name, the number of the seat stands alone."""
    words, style = short_dollars(sum(seat.wagers.values())), "$secondary"
    if session.phase is PlayerPhase.RESULT:
        net = session.net_of(seat.number)
        words, style = signed_dollars(net).removesuffix(".00") if net else "even", tone_of(net)
    elif seat.choices:
        words, style = list(seat.choices.values())[-1], ""
    name = f"{seat.number} {seat.player}"
    name = name if len(name) + 1 + len(words) <= room else str(seat.number)
    return Content.assemble((name, "bold"), " ", (words, style))


def seat_cards(session: TerminalSession, seat: int, room: int) -> Content:
    """All cards of the seat in one row, close together where there are many."""
    cards = [card for hand in session.felt.hands.get(seat, ()) for card in hand.cards]
    line = cards_line(cards)
    return line if line.cell_length <= room else cards_line(cards, gap="").truncate(room, ellipsis=True)


# -- payments --------------------------------------------------------------------------------------


def payment_lines(session: TerminalSession, room: int, rows: int) -> Lines:
    """Every payment with its arithmetic, and the net before them if there is a row for it.

    Where there are too many, the lost ones share a line and so do envies; the history has all in full.
    """
    past = session.kept
    assert past, "the round is over"
    net = Content.styled(net_line(past), "bold $success" if past.net_micros > 0 else "bold")
    paid = payments_of(session, past)
    split = len(past.settled)
    bets, envies = bet_lines(paid[:split], past, room), [one.words for one in paid[split:]]
    if len(bets) + len(envies) > rows:
        lost = join_wrapped([" ".join(text.split()) for text, tone in bets if tone == "$error"], room)
        bets = [one for one in bets if one[1] != "$error"] + [(text, "$error") for text in lost]
        envies = join_wrapped(envies, room)
    lines = [*(Content.styled(*one) for one in bets), *styled(envies, "$success")]
    if len(lines) > rows:
        lines[rows - 1 :] = [Content("and more: h shows every payment")]
    return [net, *lines] if len(lines) < rows else lines


def bet_lines(paid: Sequence[Payment], past: Past, room: int) -> list[tuple[str, str]]:
    """Bets in columns, or one after the other where the columns are too wide; each with its colour."""
    tones = [tone_of(won_micros(settled)) for settled in past.settled]
    wide = [max(map(len, column)) for column in zip(*(one.columns for one in paid), strict=True)]
    gap = next((gap for gap in GAPS if sum(wide) + gap * (len(wide) - 1) <= room), None)
    if gap is None:
        texts = [f"{one.label}: {', '.join(filter(None, one.columns[1:]))}" for one in paid]
        return [(line, tone) for text, tone in zip(texts, tones, strict=True) for line in wrap(text, room)]
    rows = ((part.ljust(width + gap) for part, width in zip(one.columns, wide, strict=True)) for one in paid)
    return [("".join(row).rstrip(), tone) for row, tone in zip(rows, tones, strict=True)]


# -- the side --------------------------------------------------------------------------------------


class Side(TextPart):
    """What the wagers pay, and under it the last rounds."""

    def lines(self, room: int, rows: int) -> Lines:
        lines: Lines = []
        for wager in self._wagers():
            table = table_in_force(self.session.game, wager, self.session.hands)
            pays = [pay_line(*pay, room) for pay in pay_rows(table, room)] if table else []
            if pays and len(lines) + len(pays) + 2 + LEAST_PAST <= rows:
                lines += [*styled([wager_label(self.session.game, wager)], "bold $primary"), *pays, Content()]
        past = self.session.past[-max(1, rows - len(lines) - 1) :]
        lines += styled(["Last rounds"], "bold $primary")
        return lines + (
            [self._past_line(one, room) for one in reversed(past)] or styled(["none yet"], "$secondary")
        )

    def _wagers(self) -> list[str]:
        """While bets are open the chosen wager comes first."""
        is_betting = self.session.phase is PlayerPhase.BETTING
        return sorted(self.session.offered, key=lambda wager: is_betting and wager != self.shown.selected)

    def _past_line(self, past: Past, room: int) -> Content:
        hands = past.felt.hands.get(self.session.seat, ())
        cards = cards_line(hands[0].cards[:5] if hands else ())
        net = signed_dollars(past.net_micros)
        left = Content.assemble((f"{past.view.round:>3} ", "$secondary"), cards)
        return Content.assemble(fill(left, room - len(net)), (net, tone_of(past.net_micros)))


def pay_rows(table: Paytable, room: int) -> Iterator[tuple[str, str]]:
    """A line and its pay; envy beside it, or under it where there is no room."""
    for line, pay in table.pays.items():
        name, envy = line_words(line), table.envy_micros.get(line)
        beside = f"{name}, envy {short_dollars(envy)}" if envy else name
        is_wide = len(beside) + 1 + len(str(pay)) > room
        yield name if is_wide else beside, str(pay)
        if envy and is_wide:
            yield "  envy", short_dollars(envy)


def pay_line(name: str, pay: str, room: int) -> Content:
    dots = "·" * max(0, room - len(name) - len(pay) - 2)
    return Content.assemble(
        f"{name} ", (dots, "$secondary"), f" {pay}" if dots else pay.rjust(room - len(name) - 1)
    )
