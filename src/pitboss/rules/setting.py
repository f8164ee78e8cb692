"""Settings: the choices of the house, and those that every game has without mentioning them.

A data file states the settings of its own rules. What the house asks of every game (how equally good
decisions are told apart, in which order bets are settled, what one round may pay) is one typed set with
defaults: a file may change the default, the choices or the meaning of one of them, and need not.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pitboss.base.error import InputError
from pitboss.base.money import CENT, MICROS

SettingValue = str | bool | int
KINDS = {"bool": "true or false", "int": "a whole number", "str": "words"}


@dataclass(frozen=True)
class Setting:
    """A choice of the house, with the document's default."""

    name: str
    default: SettingValue
    choices: tuple[SettingValue, ...]
    meaning: str

    @property
    def is_of_table(self) -> bool:
        """Whether it is a rule of the table, without effect on the figures."""
        return self.name in TABLE_SETTINGS

    def check(self, value: SettingValue) -> SettingValue:
        if type(value) is not type(self.default):
            kind = type(self.default).__name__
            raise InputError(f"the setting {self.name!r} takes {KINDS[kind]}, not {value!r}")
        if self.choices and value not in self.choices:
            known = ", ".join(map(str, self.choices))
            raise InputError(f"the setting {self.name!r} is one of {known}, not {value!r}")
        return value


@dataclass(frozen=True)
class HouseRules:
    """What the house asks of every game, as it is in force."""

    tie_rule: str = "cheapest"
    folded_hands_qualify: bool = True
    envy_between_own_spots: tuple[str, ...] = ()
    """The wagers on which a player collects on one spot for the hand on the other."""
    denomination_cents: int = MICROS // CENT
    settlement_order: tuple[str, ...] = ()
    """Every bet once; the order of the data file where the house gives none."""
    aggregate_payout_limit: int = 0
    """In dollars; 0 means no limit."""
    two_adjacent_spots: bool = True

    @property
    def takes_dearest(self) -> bool:
        """Whether best play takes the dearest of equally good decisions."""
        return self.tie_rule == "dearest"


def read_house_rules(house: Mapping[str, SettingValue], bets: Iterable[str]) -> HouseRules:
    """The settings in force as typed rules; one that a game does not have keeps its default."""
    usual = HouseRules()
    return HouseRules(
        tie_rule=str(house.get("tie_rule", usual.tie_rule)),
        folded_hands_qualify=bool(house.get("folded_hands_qualify", usual.folded_hands_qualify)),
        envy_between_own_spots=names_in(house.get("envy_between_own_spots", "")),
        denomination_cents=int(house.get("denomination_cents", usual.denomination_cents)),
        settlement_order=names_in(house.get("settlement_order", "")) or tuple(bets),
        aggregate_payout_limit=int(house.get("aggregate_payout_limit", usual.aggregate_payout_limit)),
        two_adjacent_spots=bool(house.get("two_adjacent_spots", usual.two_adjacent_spots)),
    )


def names_in(text: SettingValue) -> tuple[str, ...]:
    """The names of a list that is written with commas."""
    return tuple(name.strip() for name in str(text).split(",") if name.strip())


@dataclass(frozen=True)
class BetFacts:
    """What the settings of a game depend on: its bets in order, and the wagers with envy or a meter."""

    bets: tuple[str, ...]
    envied: tuple[str, ...]
    metered: tuple[str, ...]
    """Wagers paid from a meter for which the rules fix no stake."""


DECKS = "decks"
"""The setting by which the house takes more or fewer decks."""
OF_THE_TABLE = "a rule of the table, without effect on the figures."
TABLE_SETTINGS = ("denomination_cents", "settlement_order", "aggregate_payout_limit")
TIE_RULE = Setting(
    "tie_rule",
    "cheapest",
    ("cheapest", "dearest"),
    "Which of equally good decisions best play takes: the one that adds least money, or most.",
)
FOLDED = Setting(
    "folded_hands_qualify",
    True,
    (True, False),
    "Whether a folded hand can still win the Progressive: the house decides.",
)


SPOTS = Setting(
    "two_adjacent_spots",
    True,
    (True, False),
    "Whether one player may bet on two spots side by side; each hand is paid by itself.",
)
LIMIT = Setting(
    "aggregate_payout_limit",
    0,
    (),
    f"The most that one round may pay in dollars, all seats together; 0 means no limit; {OF_THE_TABLE}",
)


def usual_settings(facts: BetFacts) -> dict[str, Setting]:
    """The settings that a game of such bets has without a word; a data file may state them otherwise.

    Those of envy and of a meter are there where the game gives reason for them.
    """
    found = [TIE_RULE, FOLDED]
    if facts.envied:
        choices = ("none", *dict.fromkeys((*facts.envied, ",".join(facts.envied))))
        meaning = (
            "On which wagers a player on two spots collects envy on one for the hand on the other: "
            "no document says so."
        )
        found.append(Setting("envy_between_own_spots", "none", choices, meaning))
    if facts.metered:
        meaning = (
            "What one Progressive wager is, in cents: the terms of the meter name it, and envy that is "
            f"printed for a dollar multiplies up; {OF_THE_TABLE}"
        )
        found.append(Setting("denomination_cents", MICROS // CENT, (), meaning))
    meaning = f"The order in which the dealer settles the bets of one seat; {OF_THE_TABLE}"
    found += [Setting("settlement_order", ",".join(facts.bets), (), meaning), LIMIT, SPOTS]
    return {setting.name: setting for setting in found}


def complete_settings(stated: Mapping[str, Setting], facts: BetFacts) -> dict[str, Setting]:
    """What the file states with what it need not: best play first, the game's own, the table's last.

    Only the rules of a game ask whether a folded hand qualifies, so that is there where a file names it.
    """
    usual = usual_settings(facts)
    del usual[FOLDED.name]
    own = {name: one for name, one in stated.items() if name not in usual}
    return {
        TIE_RULE.name: stated.get(TIE_RULE.name, TIE_RULE),
        **own,
        **{name: stated.get(name, one) for name, one in usual.items() if name != TIE_RULE.name},
    }
