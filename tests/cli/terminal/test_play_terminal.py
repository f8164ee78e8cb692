"""The real program on a real terminal of 80 by 24: what a person sees, and how it ends."""

import pexpect
import pyte
import pytest
from program import PROGRAM, environment

COLUMNS, ROWS = 80, 24
PATIENCE_SECONDS = 60


class Terminal:
    """A pseudo-terminal with somebody who reads the screen."""

    def __init__(self, *words, **changes):
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.Stream(self.screen)
        self.seen = ""
        self.child = pexpect.spawn(
            PROGRAM[0],
            [*PROGRAM[1:], "play", *words],
            env=environment(**changes),
            dimensions=(ROWS, COLUMNS),
            encoding="utf-8",
            timeout=PATIENCE_SECONDS,
        )

    def read(self):
        part = self.child.read_nonblocking(65536, timeout=PATIENCE_SECONDS)
        self.seen += part
        self.stream.feed(part)

    def until(self, words):
        """Read until the words stand on the screen."""
        while words not in self.text:
            self.read()

    @property
    def text(self):
        return "\n".join(self.screen.display)

    def type(self, keys):
        self.child.send(keys)

    def end(self):
        """What came last, and the exit status."""
        try:
            while True:
                self.read()
        except pexpect.EOF:
            self.child.close()
        return self.child.exitstatus

    def leave(self):
        """Leave in the middle of a round. A question that can be read takes keys already."""
        self.type("q")
        self.until("Leave?")
        self.type("y")
        return self.end()

    def colours(self):
        cells = [cell for row in self.screen.buffer.values() for cell in row.values()]
        return {colour for cell in cells for colour in (cell.fg, cell.bg) if colour != "default"}


def play_two_rounds(terminal):
    terminal.until("Sealed 33287988")
    terminal.type("1")
    terminal.until("for $5.00")
    terminal.type("d")
    terminal.until("“Seat 1, play or fold?”")
    terminal.type("p ")
    terminal.until("You win $35.00.")
    terminal.until("5 to 1 on $5.00 = $25.00")
    terminal.until("next round")
    terminal.type("r")
    terminal.until("Sealed 77c17b8d")
    terminal.until("for $5.00")
    terminal.type("d")
    terminal.until("ace high")
    terminal.until("“Seat 1, play or fold?”")
    terminal.type("f ")
    terminal.until("You lose $5.00.")
    terminal.until("next round")
    terminal.type("q")


def is_grey(colour):
    return len(colour) == 6 and colour[0:2] == colour[2:4] == colour[4:6]


@pytest.mark.parametrize("changes", [{}, {"NO_COLOR": "1"}], ids=["colours", "no colours"])
def test_two_rounds_and_a_farewell(changes):
    terminal = Terminal("three_card_poker", "--seed", "7", **changes)
    terminal.until("Sealed")
    colours = terminal.colours()
    assert colours
    assert all(map(is_grey, colours)) == bool(changes)
    play_two_rounds(terminal)
    assert terminal.end() == 0
    assert terminal.seen.endswith("You brought $500.00 and take home $530.00: $30.00 more.\r\n")


def test_leaving_in_the_middle_of_a_hand_tells_how_it_ended():
    terminal = Terminal("blackjack", "--seed", "7", "--seats", "2", TEXTUAL_ANIMATIONS="none")
    terminal.until("no wager yet")
    terminal.type("1d")
    terminal.until("stand")
    terminal.type("\x03")
    terminal.until("A round is open.")
    terminal.type("y")
    assert terminal.end() == 0
    assert "Ada " in terminal.seen
    assert "You brought $500.00 and take home " in terminal.seen.splitlines()[-1]


def test_keys_pressed_before_a_question_is_drawn_do_not_answer_it():
    """Three bets are typed at the first of three questions: one is taken, and the second question stands."""
    terminal = Terminal("mississippi_stud", "--seed", "7", TEXTUAL_ANIMATIONS="none")
    terminal.until("no wager yet")
    terminal.type("1d")
    terminal.until("“Third street, seat 1.”")
    terminal.until("bet 3x")
    terminal.type("123")
    terminal.until("“Fourth street, seat 1.”")
    terminal.type("?")
    terminal.until("keys and rules")
    terminal.type("x")
    terminal.until("“Fourth street, seat 1.”")
    terminal.until("Wagered     $10.00")
    assert terminal.leave() == 0


def test_a_question_about_leaving_is_not_answered_by_what_was_typed_before_it():
    terminal = Terminal("mississippi_stud", "--seed", "7", TEXTUAL_ANIMATIONS="none")
    terminal.until("no wager yet")
    terminal.type("1d")
    terminal.until("bet 3x")
    terminal.type("qyy")
    terminal.until("Leave?")
    terminal.type("n")
    while "Leave?" in terminal.text:
        terminal.read()
    assert terminal.leave() == 0


def test_a_dumb_terminal_gets_sentences():
    terminal = Terminal("three_card_poker", "--seed", "7", TERM="dumb")
    terminal.until("Your wagers?")
    terminal.type("quit\r")
    assert terminal.end() == 0
    assert "\x1b" not in terminal.seen
