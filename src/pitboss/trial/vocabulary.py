"""Strategies in words, read back: the sentences that `pitboss strategy` finds, or a player's own in the
same words.

A rule reads `option: condition and condition`; the first whose conditions all hold decides, and `otherwise`
always holds. A condition is looked up among everything that can be said of the cards at that decision, so
that words and meaning cannot drift apart.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pitboss.analysis.bestplay import Counted
from pitboss.base.error import InputError, find_name, unknown
from pitboss.shape.situations import Situations
from pitboss.shape.unroll import Node
from pitboss.strategy.words import OTHERWISE, Seen, Strategy, node_features, option_words

JOINED = " and "
EARLIER = {"a pair of 2s or better": "any pair", "the highest card a or higher": "an ace"}
"""Sentences that earlier versions found, and what says the same now."""
Rules = dict[str, list[tuple[str, tuple[str, ...]]]]
"""For each question its rules from the top: the option and its conditions."""


def fold(text: str) -> str:
    return " ".join(text.lower().split())


@dataclass
class Spoken:
    """Choices by rules in words, for the counting engine to follow."""

    counted: Counted
    rules: Rules
    said: dict[str, dict[str, tuple[str, int]]] = field(default_factory=dict)
    """For each question the feature and bound that a sentence stands for."""
    seen: Seen = field(default_factory=dict)

    def __call__(self, node: Node, stage: Situations) -> NDArray[np.int8]:
        if node.question not in self.rules:
            raise InputError(
                f"the rules say nothing about {node.question!r}; its options are {options_of(node)}"
            )
        choice = np.full(len(stage), -1, np.int8)
        for option, conditions in self.rules[node.question]:
            holds = choice == -1
            for condition in conditions:
                holds &= self.meaning(node, stage, condition)
            choice[holds] = self.option(node, option)
        if int(choice.min()) < 0:
            raise InputError(
                f"the rules for {node.question!r} leave hands undecided; end with 'option: otherwise'"
            )
        return choice

    def option(self, node: Node, text: str) -> int:
        words = [option_words(option, self.counted) for option in node.options]
        names = [option.name for option in node.options]
        known = dict(zip(words, range(len(words)), strict=True)) | dict(
            zip(names, range(len(names)), strict=True)
        )
        return known[find_name(f"option of {node.question!r}", text, known)]

    def meaning(self, node: Node, stage: Situations, condition: str) -> NDArray[np.bool_]:
        """The rows at which a condition holds."""
        if fold(condition) == fold(OTHERWISE):
            return np.ones(len(stage), np.bool_)
        known = self.sayings(node.question)
        found = known.get(fold(condition)) or known.get(EARLIER.get(fold(condition), ""))
        if found is None:
            raise unknown(f"condition for {node.question!r}", condition, known)
        name, bound = found
        features = node_features(self.counted, node, self.seen)
        return next(one.values >= bound for one in features if one.name == name)

    def sayings(self, question: str) -> dict[str, tuple[str, int]]:
        """Everything that can be said at a question, whatever was chosen before."""
        if question not in self.said:
            found: dict[str, tuple[str, int]] = {}
            for node, _ in self.counted.tree.decisions:
                if node.question == question:
                    for feature in node_features(self.counted, node, self.seen):
                        for bound in np.unique(feature.values):
                            # Where two bounds share a sentence, the lower one holds for every hand.
                            found[fold(feature.at_least(int(bound)))] = (feature.name, int(bound))
            self.said[question] = found
        return self.said[question]


def options_of(node: Node) -> str:
    return ", ".join(option.name for option in node.options)


def parse_rules(text: str, questions: Sequence[str], *, where: str = "the rules") -> Rules:
    """Read rules: a line `[question]`, then its rules; a game with one question needs no such line.

    '#' begins a remark.
    """
    rules: Rules = {}
    question = questions[0] if len(questions) == 1 else None
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].strip()
        if not words:
            continue
        if words.startswith("[") and words.endswith("]"):
            question = find_name("question", words[1:-1].strip(), questions)
            continue
        option, sign, said = (part.strip() for part in words.partition(":"))
        if not sign or not said or not option:
            raise InputError(f"{where}, line {number}: write 'option: conditions', not {words!r}")
        if question is None:
            raise InputError(
                f"{where}, line {number}: begin with '[question]', one of {', '.join(questions)}"
            )
        conditions = tuple(part.strip() for part in fold(said).split(JOINED))
        rules.setdefault(question, []).append((option, conditions))
    missing = [one for one in questions if one not in rules]
    if missing:
        raise InputError(f"{where}: no rule for {missing[0]!r}")
    return rules


def rules_of(strategy: Strategy) -> Rules:
    """The rules that were found, as somebody would type them in."""
    return {
        words.question: [(option, conditions or (OTHERWISE,)) for conditions, option in words.rules]
        for words in strategy.words
    }
