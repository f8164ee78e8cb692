"""The player's lesson: decisions, each compared with the exact optimum.

A fresh question is one of a dozen decisions that come up when rounds are dealt and played by best play.
Most hands play themselves, so each is weighed by how close it is: a decision in which the least mistake
costs c counts (c0/(c0 + c))^2, with c0 three cents for each dollar of the base wager; one in which
nothing can go wrong is left out. When a missed topic is due, rounds are dealt until one comes to it.

Equally good options are both right. A mistake is told in one sentence with its exact price.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.base.phrase import join_or
from pitboss.cards import format_cards
from pitboss.house.training.explanation import explain, praise
from pitboss.house.training.lesson import AnswerVerdict, Course, Topics, TraineeAnswer, draw_weak, pick
from pitboss.house.training.priced import Priced, closeness, price
from pitboss.house.training.progress import RoleProgress, TopicMark
from pitboss.house.training.situation import Situation, read_situation, walk
from pitboss.rules import Chosen, Game, Option
from pitboss.table.randomness import Randomness, SeededRandomness

CANDIDATES = 12
MOST_ROUNDS = 100
"""Rounds that are dealt before a game is taken to have no decision."""
MOST_SEARCHED = 400
"""Rounds that are dealt in search of one topic."""
CLOSE = Fraction(3, 100)
SEEDS = 2**32
LONGEST = 40


@dataclass(frozen=True)
class OfferedOption:
    """An option as it is offered."""

    name: str
    label: str
    """The same with the card that it is about."""
    stake: Fraction
    """What it adds, in units of the base wager."""


@dataclass(frozen=True)
class PlayerQuestion:
    number: int
    topic: str
    question: str
    own: tuple[str, ...]
    shared: tuple[tuple[str, tuple[str, ...]], ...]
    """Hands that the seat shares or plays against, `??` for what is face down."""
    history: tuple[tuple[str, str], ...]
    """What was decided before in this round: question and option."""
    so_far: tuple[str, ...]
    """The same in words, with the cards where it was about others than those held now, as a split pair."""
    choices: tuple[OfferedOption, ...]


@dataclass(frozen=True)
class Drawn:
    """A question with what only the lesson knows."""

    situation: Situation
    priced: tuple[Priced, ...]


class PlayerLesson(Course[Drawn]):
    _drawn: Drawn | None = None
    judged: Drawn | None = None
    """The question that was answered last, with what each option was worth."""

    def draw(self, randomness: Randomness, topics: Topics, resting: tuple[str, ...]) -> Drawn:
        return draw(self.game, randomness, topics, resting)

    def topic_of(self, drawn: Drawn) -> str:
        return drawn.situation.topic

    def ask(self) -> PlayerQuestion:
        self._drawn = self.take_next()
        return make_question(self.number, self._drawn.situation)

    def answer(self, answer: TraineeAnswer) -> tuple[AnswerVerdict, ...]:
        """One verdict; words that are no option are refused and can be said again."""
        assert self._drawn is not None, "ask first"
        found = read_choice(answer.text, self._drawn)
        verdicts = (judge(self._drawn, found, answer.milliseconds),)
        self.keep(verdicts)
        self.judged, self._drawn = self._drawn, None
        return verdicts


def open_player_lesson(game: Game, seed: int, part: RoleProgress) -> PlayerLesson:
    return PlayerLesson(game, seed, dict(part.topics))


# -- drawing ---------------------------------------------------------------------------------------


def draw(game: Game, randomness: Randomness, topics: Topics, resting: tuple[str, ...]) -> Drawn:
    """A missed topic or a fresh situation, by the rule of lessons."""
    wanted = draw_weak(topics, resting, randomness)
    found = find_topic(game, wanted, randomness) if wanted else None
    return found or draw_close(game, randomness)


def find_topic(game: Game, topic: str, randomness: Randomness) -> Drawn | None:
    """A situation of this kind, by rounds played at random; its earlier decisions are then best play's."""

    def wander(situation: Situation) -> Option:
        return situation.step.options[randomness.below(len(situation.step.options))]

    for _ in range(MOST_SEARCHED):
        seed = randomness.below(SEEDS)
        if any(situation.topic == topic for situation in walk(game, SeededRandomness(seed), wander)):
            for drawn in walk_best(game, seed):
                if drawn.situation.topic == topic and closeness(drawn.priced):
                    return drawn
    return None


def draw_close(game: Game, randomness: Randomness) -> Drawn:
    """One of several decisions, the close ones more likely."""
    found: list[Drawn] = []
    for _ in range(MOST_ROUNDS):
        found += [drawn for drawn in walk_best(game, randomness.below(SEEDS)) if closeness(drawn.priced)]
        if len(found) >= CANDIDATES:
            break
    if not found:
        raise InputError(f"no decision came up in {MOST_ROUNDS} rounds of {game.name}")
    return pick(found, [(CLOSE / (CLOSE + closeness(one.priced))) ** 2 for one in found], randomness)


def walk_best(game: Game, seed: int) -> Iterator[Drawn]:
    """The decisions of a round under best play, each priced once."""
    last: list[tuple[Priced, ...]] = []
    for situation in walk(
        game, SeededRandomness(seed), lambda _: min(last[-1], key=lambda one: one.cost).option
    ):
        last.append(price(situation))
        yield Drawn(situation, last[-1])


def make_question(number: int, situation: Situation) -> PlayerQuestion:
    moves = situation.record.moves
    return PlayerQuestion(
        number=number,
        topic=situation.topic,
        question=situation.step.question,
        own=tuple(map(str, sorted(situation.own, reverse=True))),
        shared=tuple((name, tuple(map(str, slots))) for name, slots in situation.shared.items()),
        history=tuple((move.question, move.option) for move in moves if isinstance(move, Chosen)),
        so_far=tuple(say_decisions(situation)),
        choices=tuple(
            OfferedOption(option.name, situation.name_option(option), option.stake)
            for option in situation.step.options
        ),
    )


def say_decisions(situation: Situation) -> Iterator[str]:
    """'bet 1x', 'split (9h 9d)': the last decision about other cards than those held now names them."""
    record = situation.record
    taken = [(number, move) for number, move in enumerate(record.moves) if isinstance(move, Chosen)]
    before = [replace(record, moves=record.moves[:number]) for number, _ in taken]
    held = [read_situation(situation.game, earlier).own for earlier in before] + [situation.own]
    for (_, move), cards, after in zip(taken, held, held[1:], strict=False):
        is_other = cards != after and bool(Counter(cards) - Counter(situation.own))
        yield f"{move.option} ({format_cards(cards)})" if is_other else move.option


# -- judging ---------------------------------------------------------------------------------------


def read_choice(text: str, drawn: Drawn) -> Priced:
    """An option by its name, or by the beginning of it or of one of its words: 'bet 2x', 'b', '2'."""
    wanted = " ".join(text.lower().split())
    labels = [drawn.situation.name_option(one.option) for one in drawn.priced]
    for is_meant in (str.__eq__, str.startswith, has_word):
        found = {
            number
            for number, one in enumerate(drawn.priced)
            for name in (labels[number].lower(), one.option.name)
            if wanted and is_meant(name, wanted)
        }
        if len(found) == 1:
            return drawn.priced[found.pop()]
    raise InputError(f"{text.strip()[:LONGEST]!r} is none of these, or several: {join_or(labels)}?")


def has_word(name: str, beginning: str) -> bool:
    return any(word.startswith(beginning) for word in name.split())


def judge(drawn: Drawn, chosen: Priced, milliseconds: int) -> AnswerVerdict:
    mark = TopicMark(
        (drawn.situation.topic,),
        is_missed=not chosen.is_best,
        cost_micros=round(chosen.cost * MICROS),
        milliseconds=milliseconds,
    )
    words = praise if chosen.is_best else explain
    sentence = words(drawn.situation, drawn.priced, chosen)
    return AnswerVerdict(chosen.is_best, sentence, is_over=True, mark=mark)
