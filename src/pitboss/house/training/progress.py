"""A trainee's progress at one game: what was asked and missed, topic by topic and session by session.

A topic is a kind of question, such as "play: queen high" for a player or "envy" for a dealer. Progress is
data: an answer leaves a mark, and `Progress.marked` is the progress after it. Costs are whole
micro-dollars: for a player what a decision gives up for each dollar of the base wager, for a dealer what
was paid wrongly.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

PLAYER, DEALER = "player", "dealer"
"""The roles that can be trained."""
MOST_SESSIONS = 200
"""Older sessions are forgotten; their answers stay in the topics."""


@dataclass(frozen=True)
class TopicMark:
    """What one answer adds to progress; it may touch several topics."""

    topics: tuple[str, ...]
    is_missed: bool
    cost_micros: int
    milliseconds: int = 0


@dataclass(frozen=True)
class TopicTally:
    asked: int = 0
    missed: int = 0
    right_since: int = 0
    """Right answers in a row since the last miss."""
    cost_micros: int = 0

    def marked(self, mark: TopicMark) -> "TopicTally":
        return TopicTally(
            self.asked + 1,
            self.missed + mark.is_missed,
            0 if mark.is_missed else self.right_since + 1,
            self.cost_micros + mark.cost_micros,
        )

    @property
    def miss_rate(self) -> Fraction:
        return Fraction(self.missed, self.asked) if self.asked else Fraction(0)


def add_mark(topics: dict[str, TopicTally], mark: TopicMark) -> None:
    for topic in mark.topics:
        topics[topic] = topics.get(topic, TopicTally()).marked(mark)


@dataclass(frozen=True)
class SessionTally:
    """One sitting; it is known by its id, so that two trainers at once write to their own."""

    id: str
    started: str
    """Day and time in ISO form."""
    asked: int = 0
    missed: int = 0
    cost_micros: int = 0
    milliseconds: int = 0

    def marked(self, mark: TopicMark) -> "SessionTally":
        return replace(
            self,
            asked=self.asked + 1,
            missed=self.missed + mark.is_missed,
            cost_micros=self.cost_micros + mark.cost_micros,
            milliseconds=self.milliseconds + mark.milliseconds,
        )

    @property
    def accuracy(self) -> Fraction:
        return 1 - Fraction(self.missed, self.asked) if self.asked else Fraction(0)

    @property
    def cost_per_answer_micros(self) -> Fraction:
        return Fraction(self.cost_micros, self.asked) if self.asked else Fraction(0)

    @property
    def seconds_per_answer(self) -> Fraction:
        return Fraction(self.milliseconds, 1000 * self.asked) if self.asked else Fraction(0)


@dataclass(frozen=True)
class RoleProgress:
    """Progress in one role."""

    topics: Mapping[str, TopicTally] = field(default_factory=dict)
    sessions: tuple[SessionTally, ...] = ()

    def marked(self, session: SessionTally, mark: TopicMark) -> "RoleProgress":
        """After one more answer in a session, which begins with its first answer."""
        topics = dict(self.topics)
        add_mark(topics, mark)
        known = session.id in (other.id for other in self.sessions)
        sessions = self.sessions if known else (*self.sessions, session)
        sessions = tuple(one.marked(mark) if one.id == session.id else one for one in sessions)
        return RoleProgress(topics, sessions[-MOST_SESSIONS:])

    def session(self, session_id: str) -> SessionTally | None:
        return next((one for one in self.sessions if one.id == session_id), None)

    def weakest(self, count: int) -> tuple[tuple[str, TopicTally], ...]:
        """The topics missed most, the dearer first where the rate is equal."""
        missed = [(topic, tally) for topic, tally in self.topics.items() if tally.missed]
        missed.sort(key=lambda one: (-one[1].miss_rate, -one[1].cost_micros, one[0]))
        return tuple(missed[:count])


@dataclass(frozen=True)
class Progress:
    """All that is kept about a trainee and a game, by role."""

    trainee: str
    game: str
    parts: Mapping[str, RoleProgress] = field(default_factory=dict)

    def part(self, role: str) -> RoleProgress:
        return self.parts.get(role, RoleProgress())

    def marked(self, role: str, session: SessionTally, mark: TopicMark) -> "Progress":
        return replace(self, parts={**self.parts, role: self.part(role).marked(session, mark)})
