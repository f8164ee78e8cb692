"""`pitboss train`: lessons for players and dealers, line by line.

The lessons are asked, answered and judged in `pitboss.house`; this command prints and reads. Where somebody
sees it cards are drawn. In a pipe and for a screen reader every line is a sentence, and nothing moves.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Annotated

from pitboss.base.error import InputError
from pitboss.cli.option import (
    AsJson,
    GameName,
    PaytableName,
    Settings,
    choose_game,
    read_number,
    read_random_seed,
    word,
)
from pitboss.cli.screen import can_draw, working
from pitboss.house.training.progress import DEALER, PLAYER, Progress, SessionTally

if TYPE_CHECKING:
    from pitboss.cli.train_output import LessonOutput
    from pitboss.house.training.dealer_lesson import DealerLesson
    from pitboss.house.training.felt import Felt
    from pitboss.house.training.lesson import AnswerVerdict
    from pitboss.house.training.player_lesson import PlayerLesson, PlayerQuestion
    from pitboss.house.training.progress_file import Store
    from pitboss.rules import Game

    Lesson = PlayerLesson | DealerLesson
    Question = PlayerQuestion | Felt

NOWHERE = "none"
LEAVE = ("q", "quit", "exit")
MOST_ROUNDS = 10_000

Role = Annotated[str, word("Which side to train.", "player|dealer", "--as")]
Rounds = Annotated[str | None, word("End after N questions or rounds; 0 shows progress only.", "N")]
LessonSeed = Annotated[str | None, word("Repeat the lesson of this seed.", "N", "--random-seed")]
Kept = Annotated[
    str | None,
    word(
        "Where progress is kept; 'none' keeps nothing. Default: the user's data directory.",
        "DIR",
        "--progress",
    ),
]
Trainee = Annotated[str, word("Whose progress it is.", "NAME")]
Plain = Annotated[
    bool, word("Sentences alone, as in a pipe: no colours, drawings or spinner.", None, "--plain")
]


def train(
    game: GameName,
    role: Role = PLAYER,
    rounds: Rounds = None,
    random_seed: LessonSeed = None,
    progress: Kept = None,
    trainee: Trainee = "trainee",
    paytable: PaytableName = None,
    setting: Settings = None,
    plain: Plain = False,
    json: AsJson = False,
) -> None:
    """Train as a player or as a dealer.

    As a player every decision is compared with the exact optimum, and a mistake is told with its price.
    As a dealer a table of finished hands is settled, payment by payment. What is missed comes back more
    often. Answers are lines: '?' helps, 'q' ends.
    """
    if role not in (PLAYER, DEALER):
        raise InputError(f"--as is player or dealer, not {role!r}")
    most = read_rounds(rounds)
    number = read_random_seed(random_seed)
    chosen = choose_game(game, setting, [paytable] if paytable else ())
    store = open_store(progress, trainee, chosen)
    is_plain = plain or not can_draw()
    with working("Getting ready"):
        from pitboss.cli.train_output import make_output

        output = make_output(chosen, role, json=json, plain=is_plain)
    sitting = LessonSitting(role, store, output, most, number)
    if most != 0:
        sitting.hold(open_lesson(role, chosen, number, store))
    output.summarize(store.progress.part(role), sitting.session, number)


def read_rounds(text: str | None) -> int | None:
    if text is None:
        return None
    most = read_number("--rounds", text)
    if most > MOST_ROUNDS:
        raise InputError(f"--rounds is a number up to {MOST_ROUNDS:,}, not {most:,}")
    return most


def open_store(directory: str | None, trainee: str, game: Game) -> Store:
    from pitboss.house.training.progress_file import Memory, open_progress, usual_directory

    if directory == NOWHERE:
        return Memory(Progress(trainee, game.id))
    return open_progress(Path(directory) if directory else usual_directory(), trainee, game.id)


def open_lesson(role: str, game: Game, seed: int, store: Store) -> Lesson:
    part = store.progress.part(role)
    if role == PLAYER:
        from pitboss.house.training.player_lesson import open_player_lesson

        return open_player_lesson(game, seed, part)
    from pitboss.house.training.dealer_lesson import open_dealer_lesson

    return open_dealer_lesson(game, seed, part)


def start_session() -> SessionTally:
    started = datetime.now().astimezone().isoformat(timespec="seconds")
    return SessionTally(token_hex(8), started)


@dataclass
class LessonSitting:
    """One conversation, from the first question to the last."""

    role: str
    store: Store
    output: LessonOutput
    most: int | None
    seed: int
    clock: Callable[[], float] = time.monotonic
    session: SessionTally = field(default_factory=start_session)

    def hold(self, lesson: Lesson) -> None:
        """Until the last question, or until the trainee leaves: by a word, Ctrl-D or Ctrl-C anywhere."""
        with suppress(EOFError, KeyboardInterrupt):
            self.output.begin(self.seed)
            while self.most is None or lesson.number < self.most:
                question = self._ask(lesson)
                self.output.ask(question)
                if not self._discuss(lesson, question):
                    return

    def _ask(self, lesson: Lesson) -> Question:
        if lesson.is_ready or self.output.is_plain:
            return lesson.ask()
        with working("Dealing"):
            return lesson.ask()

    def _discuss(self, lesson: Lesson, question: Question) -> bool:
        """Until the question is done with; whether there is somebody to go on with."""
        from pitboss.house.training.lesson import TraineeAnswer

        while True:
            text, milliseconds = self._read()
            if text.lower() in LEAVE:
                return False
            if self.output.help(text, question):
                continue
            try:
                verdicts = lesson.answer(TraineeAnswer(text, milliseconds))
            except InputError as problem:
                self.output.refuse(str(problem))
                continue
            self._keep(verdicts)
            self.output.judge(verdicts)
            if any(verdict.is_mistake for verdict in verdicts) and not self._pause():
                return False
            if verdicts[-1].is_over:
                return True

    def _pause(self) -> bool:
        """After a mistake nothing goes on, and no time counts, until it is read; whether it goes on then."""
        return self.output.pause().strip().lower() not in LEAVE

    def _keep(self, verdicts: tuple[AnswerVerdict, ...]) -> None:
        for verdict in verdicts:
            if verdict.mark:
                self.store.add(self.role, self.session, verdict.mark)

    def _read(self) -> tuple[str, int]:
        """What is typed, and how long it took."""
        before = self.clock()
        line = self.output.read()
        return line.strip(), round((self.clock() - before) * 1000)
