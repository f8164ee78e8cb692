"""Options have keys that the page has not: whatever they are called, and however many there are."""

from itertools import combinations

from pitboss.table.option_key import ALWAYS, BETS, option_keys

NAMES = (
    "zoom",
    "vow",
    "extra wager",
    "yes",
    "over",
    "x",
    "bet 1x",
    "bet 2x",
    "advise",
    "buy",
    "quit",
    "we",
    "play",
)


def test_no_option_has_a_key_of_the_page():
    for names in combinations(NAMES, 4):
        keys = option_keys(names)
        assert len(set(keys.values())) == len(names)
        assert not set(keys.values()) & set(ALWAYS + BETS), keys
