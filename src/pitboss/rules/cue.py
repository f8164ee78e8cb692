"""The dealer's procedure as data: what the dealer does and says at each point of a round.

A data file lists them under `[[dealer]]`:

    [[dealer]]
    at = "open dealer"
    look = "dealer"
    line = "queen_high_or_better"
    does = "sets the three cards from high to low"
    says = "Dealer plays with {hand}."

Points are `bets`, `no more bets`, `deal <hand>`, `ask <question>`, `choose <option>`, `peek <hand>`,
`open <hand>`, `best hand`, `settle <bet>`, `envy` and `over`; a seat's own hand is called `seat hand`
whatever the seat's number, and a hand's cue comes with its first card. Every cue of a point whose condition
holds is given, in the order of the file. The file has them in the order of a round: bets whose cues stand
side by side are settled in the house's order, and what stands between two of them comes between them.

- Where a wager is paid by a column for the number of hands, `column shown` is for a device that shows it and
  `column` for the dealer who sets it.
- Where a seat folded, `collect` is for its forfeited wagers and `collect cards` for wagers and cards.
- In a round with envy, `keep` is for a hand that stays face up and `lock up` for one that does not.
"""

from dataclasses import dataclass

from pitboss.base.error import InputError

FIXED = (
    "bets",
    "no more bets",
    "column",
    "column shown",
    "collect",
    "collect cards",
    "best hand",
    "keep",
    "lock up",
    "envy",
    "over",
)
OPEN = ("deal ", "ask ", "choose ", "peek ", "open ", "settle ")
SETS = ("", "high_to_low")
WORDS = ("seat", "seats", "hand", "hands", "amount", "stake", "bet", "result", "best", "holder")


@dataclass(frozen=True)
class Cue:
    """A line of the dealer's manual, with the words that only the table can fill in left open."""

    at: str
    does: str
    says: str = ""
    look: str = ""
    """A look that the cue speaks of as `{hand}`."""
    line: str = ""
    """Only when the look is on this line."""
    below: str = ""
    """Only when the look is not on this line."""
    without: str = ""
    """Only when some seat lacks this wager; `{seats}` are those seats."""

    has: str = ""
    """Only when the seat that it is about has this wager."""
    lacks: str = ""
    """Only when the seat that it is about does not have this wager."""

    envy: str = ""
    """Only when this wager pays envy; `{seats}` are those that have it."""
    again: tuple[str, ...] = ()
    """Later points after which it comes again: a card after each question, an option at each."""
    unless: tuple[tuple[str, str | bool | int], ...] = ()
    """Settings of the house that rule it out together."""
    sets: str = ""
    """How the hand of the point is put in order when it is opened: `high_to_low`, or as it was dealt."""

    @property
    def is_plain(self) -> bool:
        """Whether it is given whatever the cards are."""
        return not (self.look or self.without or self.envy or self.has or self.lacks)

    def check(self) -> None:
        """A cue is for a point that there is and leaves no word open that the table cannot fill."""
        if self.at not in FIXED and not self.at.startswith(OPEN):
            known = ", ".join((*FIXED, *(f"{word}..." for word in OPEN)))
            raise InputError(f"there is no point {self.at!r} in a round; points are {known}")
        if self.sets not in SETS:
            raise InputError(f"{self.at!r}: a hand is set {' or '.join(SETS[1:])}, not {self.sets!r}")
        try:
            words = dict.fromkeys(WORDS, "")
            self.does.format_map(words), self.says.format_map(words)
        except (KeyError, IndexError, ValueError) as problem:
            known = ", ".join(WORDS)
            raise InputError(f"{self.at!r}: words to fill in are {known}, not {problem}") from problem
