"""Any game as an environment for Gymnasium: an episode is a round of one seat.

What the seat may see is the observation, options that it may not choose now are masked, and the reward is
what the round wins or loses in units of a wager. As everywhere, every round is dealt from a full deck.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import cast

import numpy as np
from numpy.typing import NDArray

from pitboss import rules
from pitboss.base.error import InputError
from pitboss.base.extra import naming_extra
from pitboss.cards import Card
from pitboss.library.game import Game, game
from pitboss.rules import Choose
from pitboss.rules.dealing import SEAT, Dealing
from pitboss.shape.tally import net
from pitboss.trial.preparing import place_wagers

with naming_extra():
    import gymnasium
    from gymnasium import spaces

GO_ON = "go on"
"""The one action where there is nothing to decide: a natural, a wager without decisions."""
TRIALS = 1_000
"""Rounds that are dealt to learn which questions and options a game has."""
HANDS, CARDS, CHOICES = 8, 22, 40
"""How many hands, cards in a hand and decisions a view has room for; 21 aces are a hand of blackjack."""
MOST_STAKED = 1_000.0
NOTHING, FACE_DOWN, FIRST_CARD = 0, 1, 2
"""In a view of a hand: no card, one that the seat may not see, and the number of the deck's first card."""
NOT_ASKED, OTHER_QUESTION, FIRST_QUESTION = 0, 1, 2

View = dict[str, NDArray[np.generic] | np.int64]
Info = dict[str, object]


@dataclass(frozen=True)
class Vocabulary:
    """The words of a game's decisions."""

    questions: tuple[str, ...]
    options: tuple[str, ...]


@lru_cache(maxsize=16)
def learn(definition: rules.Game, wagers: tuple[str, ...]) -> Vocabulary:
    """The questions and options that come up in the rounds of a coin-tosser, in order of the alphabet."""
    asked = [step for number in range(TRIALS) for step in decisions(definition, wagers, number)]
    options = {option.name for step in asked for option in step.options}
    return Vocabulary(tuple(sorted({step.question for step in asked})), tuple(sorted(options)))


def decisions(definition: rules.Game, wagers: tuple[str, ...], number: int) -> Iterator[Choose]:
    steps = Dealing(definition, Random(number), wagers=wagers).play()
    return (step for step in steps if isinstance(step, Choose))


class GameEnv(gymnasium.Env[View, np.int64]):
    """A seat at a game, by its id or as `pitboss.game` gives it, with one unit on each of the wagers.

    Without wagers named it plays the base game. An action that is masked changes nothing and earns nothing;
    `info["is_legal"]` tells.
    """

    def __init__(self, name: str | Game, wagers: Sequence[str] = ()) -> None:
        self.game = name if isinstance(name, Game) else game(name)
        definition = self.game.definition
        named = tuple(map(self.game.find_wager, wagers))
        self.wagers = place_wagers(definition, named) if named else definition.deciding or self.game.wagers
        self.words = learn(definition, self.wagers)
        self.actions = (GO_ON, *self.words.options)
        """The name of each action."""
        self.cards = {card: place for place, card in enumerate(definition.deck.cards, FIRST_CARD)}
        self.meters = {wager: self.standing(wager) for wager in self.wagers}
        self.action_space = spaces.Discrete(len(self.actions))
        self.observation_space = self.make_space()

    def make_space(self) -> "spaces.Space[View]":
        parts = {
            "hands": spaces.Box(0, len(self.cards) + 1, (HANDS, CARDS), np.int16),
            "question": spaces.Discrete(len(self.words.questions) + FIRST_QUESTION),
            "choices": spaces.Box(0, len(self.actions), (CHOICES,), np.int16),
            "staked": spaces.Box(0, MOST_STAKED, (1,), np.float32),
            "action_mask": spaces.Box(0, 1, (len(self.actions),), np.int8),
        }
        return cast("spaces.Space[View]", spaces.Dict(parts))

    def standing(self, wager: str) -> dict[str, Fraction]:
        """What the wager's meters pay, so that rewards come to the house advantage on average."""
        if not any(table.levels for table in self.game.definition.chosen.get(wager, ())):
            return {}
        figures = self.game.analyze(wager).sheet.analysis.figures
        return dict(figures.meters) if figures else {}

    # -- a round ---------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[View, Info]:
        """A new round, dealt up to the first decision."""
        super().reset(seed=seed)
        random = Random(int(self.np_random.integers(2**63)))
        self.dealing = Dealing(self.game.definition, random, wagers=self.wagers)
        self.steps = self.game.definition.procedure(self.dealing.round)
        self.asked = self.go_on()
        return self.view(), self.tell()

    def step(self, action: np.int64) -> tuple[View, float, bool, bool, Info]:
        """Decide, and go on to the next decision or the end."""
        if not self.mask()[action]:
            return self.view(), 0.0, False, False, {**self.tell(), "is_legal": False}
        if self.asked is None:
            earned = self.settle()
            return self.view(), float(earned), True, False, {**self.tell(), "net": earned}
        option = self.asked.find(self.actions[action])
        assert option is not None, "the mask lets through what is offered"
        self.dealing.choose(self.asked, option)
        self.asked = self.go_on()
        if self.asked is not None:
            return self.view(), 0.0, False, False, self.tell()
        earned = self.settle()
        return self.view(), float(earned), True, False, {**self.tell(), "net": earned}

    def go_on(self) -> Choose | None:
        """Deal on; the next decision, or nothing where the round is over."""
        for step in self.steps:
            if isinstance(step, Choose):
                return step
            self.dealing.answer(step)
        return None

    def settle(self) -> Fraction:
        """What the round wins or loses, exactly."""
        settled = self.game.definition.settle(self.dealing.round, SEAT)
        return sum((net(settled[wager], self.meters[wager]) for wager in self.wagers), Fraction(0))

    # -- what the seat sees ----------------------------------------------------------------------

    def mask(self) -> NDArray[np.int8]:
        """1 for every action that may be taken now."""
        offered = {GO_ON} if self.asked is None else {option.name for option in self.asked.options}
        if unknown := offered - set(self.actions):
            raise InputError(f"{self.game.name}: {TRIALS} rounds did not offer {', '.join(sorted(unknown))}")
        return np.array([name in offered for name in self.actions], np.int8)

    def view(self) -> View:
        place = self.dealing.round.place(SEAT)
        wagers = self.game.definition.wagers
        laid = Fraction(sum(wagers[wager].stakes for wager in self.wagers))
        staked = sum((option.stake for option in place.choices.values()), laid)
        return {
            "hands": self.view_hands(),
            "question": np.int64(self.question_number()),
            "choices": self.view_choices([option.name for option in place.choices.values()]),
            "staked": np.array([min(float(staked), MOST_STAKED)], np.float32),
            "action_mask": self.mask(),
        }

    def view_hands(self) -> NDArray[np.int16]:
        """A row for each hand in the order in which they were dealt, a number for each card."""
        hands = list(self.dealing.round.hands.values())
        if len(hands) > HANDS or any(len(hand) > CARDS for hand in hands):
            raise InputError(f"{self.game.name}: a view has room for {HANDS} hands of {CARDS} cards")
        found = np.full((HANDS, CARDS), NOTHING, np.int16)
        for row, hand in enumerate(hands):
            for column, slot in enumerate(hand):
                found[row, column] = self.cards[slot] if isinstance(slot, Card) else FACE_DOWN
        return found

    def view_choices(self, names: Sequence[str]) -> NDArray[np.int16]:
        """The actions taken so far, counted from 1; the last ones where there are many."""
        found = np.zeros(CHOICES, np.int16)
        for place, name in enumerate(names[-CHOICES:]):
            found[place] = self.actions.index(name) + 1
        return found

    def question_number(self) -> int:
        if self.asked is None:
            return NOT_ASKED
        known = self.words.questions
        is_known = self.asked.question in known
        return known.index(self.asked.question) + FIRST_QUESTION if is_known else OTHER_QUESTION

    def tell(self) -> Info:
        """The same in words."""
        hands = self.dealing.round.hands
        return {
            "question": self.asked.question if self.asked else "",
            "hands": {name: " ".join(map(str, slots)) for name, slots in hands.items()},
            "action_mask": self.mask(),
            "is_legal": True,
        }
