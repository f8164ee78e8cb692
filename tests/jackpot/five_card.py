"""A second five-card game for links: Caribbean Stud with a progressive wager on the player's own five cards.

The link paytables are printed for any five-card poker game; only Mississippi Stud has them in the catalogue.
"""

from importlib.resources import files
from types import ModuleType

from pitboss.games import caribbean_stud
from pitboss.rules import load_game
from pitboss.rules.catalogue import read_game

WAGER = """
[wagers.progressive]
label = "Progressive"
bets = ["progressive"]
independent = true
look = "player"
lines = [
    "royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight", "three_of_a_kind",
]
summary = "The player's own five cards."
"""
TABLES = """
[[paytable]]
id = "Link 01"
wager = "progressive"
source = "003_517afc6403fdff44.txt"
pays = '''
royal_flush       100%
straight_flush    10%
four_of_a_kind    300 for 1
full_house        50 for 1
flush             40 for 1
straight          30 for 1
three_of_a_kind   9 for 1
'''

[[paytable]]
id = "Link ML01"
wager = "progressive"
source = "003_517afc6403fdff44.txt"
pays = '''
royal_flush       100% Mega
straight_flush    100% Major
four_of_a_kind    300 for 1
full_house        50 for 1
flush             40 for 1
straight          30 for 1
three_of_a_kind   9 for 1
'''
"""
SPOT = '{ bet = "progressive", label = "Progressive", x = 50, y = 2 },'


def define_caribbean():
    module = ModuleType("caribbean_with_progressive")
    vars(module).update(vars(caribbean_stud))
    module.progressive = lambda see: see.pay()
    text = (files("pitboss.games") / "caribbean_stud.toml").read_text("utf-8")
    text = (
        text.replace("[layout]", f"{WAGER}\n[layout]").replace("spots = [", f"spots = [\n    {SPOT}") + TABLES
    )
    return read_game(text, module, file="caribbean_stud.toml")


CARIBBEAN = define_caribbean()


def catalogue(name):
    return CARIBBEAN if name == "caribbean_stud" else load_game(name)
