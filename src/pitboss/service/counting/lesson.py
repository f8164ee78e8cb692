"""Jobs of a bench for the trainer: lessons live here, where their next question is drawn ahead."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any

from pitboss.base.error import InputError
from pitboss.base.money import format_dollars
from pitboss.base.progress import Say
from pitboss.cards.hand_name import line_words
from pitboss.house.training.dealer_lesson import DealerLesson, open_dealer_lesson
from pitboss.house.training.entry import bets_of
from pitboss.house.training.explanation import format_cents
from pitboss.house.training.felt import Felt, SeatOnFelt, TableOnFelt
from pitboss.house.training.lesson import TraineeAnswer
from pitboss.house.training.player_lesson import PlayerLesson, PlayerQuestion, open_player_lesson
from pitboss.house.training.progress import DEALER
from pitboss.house.training.progress_file import parse_progress
from pitboss.reports.form import Json
from pitboss.rules import load_game
from pitboss.table.phase import RefusedError

MOST_LESSONS = 60
GONE = "this lesson is over: begin another, your progress is kept"

LESSONS: "OrderedDict[str, PlayerLesson | DealerLesson]" = OrderedDict()


def open_lesson(say: Say, lesson: str, game: str, side: str, seed: int, progress: str) -> Json:
    found = load_game(game)
    part = parse_progress(progress.encode(), trainee="trainee", game=found.id).part(side)
    say("Shuffling")
    made = (open_dealer_lesson if side == DEALER else open_player_lesson)(found, seed, part)
    LESSONS[lesson] = made
    while len(LESSONS) > MOST_LESSONS:
        LESSONS.popitem(last=False)
    return ask(say, lesson)


def find(lesson: str) -> PlayerLesson | DealerLesson:
    if lesson not in LESSONS:
        raise RefusedError(GONE)
    LESSONS.move_to_end(lesson)
    return LESSONS[lesson]


def ask(say: Say, lesson: str) -> Json:
    say("Dealing")
    found = find(lesson)
    question = found.ask()
    if isinstance(question, Felt):
        return felt_data(question, [*bets_of(found.game), "envy"])
    return question_data(question)


def answer(say: Say, lesson: str, text: str, milliseconds: int) -> Json:
    """Verdicts with their marks; what cannot be read comes back as words, for it is no mistake."""
    del say
    found = find(lesson)
    try:
        verdicts = found.answer(TraineeAnswer(text, milliseconds))
    except InputError as problem:
        return {"refused": str(problem), "verdicts": [], "prices": []}
    return {
        "refused": "",
        "verdicts": [{**asdict(one), "is_mistake": one.is_mistake} for one in verdicts],
        "prices": price_rows(found) if isinstance(found, PlayerLesson) else [],
    }


def price_rows(lesson: PlayerLesson) -> list[Json]:
    """What each option of the last question gives up, for every dollar of the base wager."""
    assert lesson.judged
    situation, priced = lesson.judged.situation, lesson.judged.priced
    dearest = max(one.cost for one in priced)
    return [
        {
            "label": situation.name_option(one.option),
            "is_best": one.is_best,
            "words": "best" if one.is_best else f"−{format_cents(one.cost)}",
            "share": float(one.cost / dearest) if dearest else 0.0,
        }
        for one in priced
    ]


# -- what is asked ---------------------------------------------------------------------------------


def question_data(question: PlayerQuestion) -> Json:
    return {
        "kind": "player",
        "number": question.number,
        "topic": question.topic,
        "question": question.question,
        "own": list(question.own),
        "shared": [{"name": name, "cards": list(cards)} for name, cards in question.shared],
        "history": list(question.so_far),
        "choices": [
            {"name": one.name, "label": one.label, "stake": stake_words(one.stake)}
            for one in question.choices
        ],
    }


def stake_words(stake: Fraction) -> str:
    """What an option adds, against the base wager."""
    if not stake:
        return "adds nothing"
    return "as much as the wager" if stake == 1 else f"{stake} × the wager"


def felt_data(felt: Felt, bets: Sequence[str]) -> Json:
    return {
        "kind": "dealer",
        "number": felt.number,
        "hands": [{"name": name, "cards": list(cards)} for name, cards in felt.hands],
        "meters": [{"name": name, "amount": format_dollars(micros)} for name, micros in felt.meters],
        "seats": [seat_data(seat) for seat in felt.seats],
        "tables": [table_data(table) for table in felt.tables],
        "bets": [bet.replace("_", " ") for bet in bets],
    }


def table_data(table: TableOnFelt) -> dict[str, Any]:
    rows = [[line_words(line), *pays] for line, *pays in table.rows]
    return {**asdict(table), "rows": rows}


def seat_data(seat: SeatOnFelt) -> dict[str, Any]:
    return {
        "number": seat.number,
        "wagers": [{"label": label, "micros": micros} for label, micros in seat.wagers],
        "decisions": [{"label": label, "micros": micros} for label, micros in seat.decisions],
        "hands": [list(cards) for cards in seat.hands],
    }
