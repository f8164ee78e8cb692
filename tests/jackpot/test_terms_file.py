"""The file of terms: what a technician writes is read once, or refused with the word that is wrong."""

import pytest

from pitboss.base.error import InputError
from pitboss.base.money import MICROS
from pitboss.jackpot.terms import Installation, LevelTerms, Terms
from pitboss.jackpot.terms_file import parse_terms_file

SHORT = """
id = "tcp"
tables = ["T1"]
[paytables]
three_card_poker = "TCP Progressive 1"
[[level]]
seed = "$1,000"
contribution = "14%"
"""
LONG = """
id = "link"
location = "Great Bend Card Room"
tables = ["M1", "C1"]
wager = "$5"
most_wager = 25
executive_above = "$20,000"
equal_split = true
folded_hands_win = false
interoperability = "IO-7"

[paytables]
"Mississippi Stud" = "link ml01"

[[level]]
name = "Mega"
seed = "$50,000"
contribution = "10.25%"
reserve = "0.5%"
cap = "$1,000,000"

[[level]]
name = "Major"
seed = 1000
contribution = "0.05"

[table.M1]
game = "mississippi stud"
maker = "Galaxy"
has_display = true
"""


def test_a_short_file_says_what_is_needed_and_the_rest_is_as_usual():
    assert parse_terms_file(SHORT, "tcp.toml") == Terms(
        "tcp",
        {"three_card_poker": "TCP Progressive 1"},
        ("T1",),
        (LevelTerms("", 1_000 * MICROS, 140_000),),
    )


def test_a_long_file_says_everything_with_names_in_any_spelling():
    assert parse_terms_file(LONG, "link.toml") == Terms(
        id="link",
        location="Great Bend Card Room",
        tables=("M1", "C1"),
        paytables={"mississippi_stud": "Link ML01"},
        levels=(
            LevelTerms("Mega", 50_000 * MICROS, 102_500, 5_000, 1_000_000 * MICROS),
            LevelTerms("Major", 1_000 * MICROS, 50_000),
        ),
        wager_micros=5 * MICROS,
        most_wager_micros=25 * MICROS,
        executive_above_micros=20_000 * MICROS,
        equal_split=True,
        folded_hands_win=False,
        interoperability="IO-7",
        installed={"M1": Installation(game="mississippi_stud", maker="Galaxy")},
    )


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ('id = "tcp"', "", "tcp.toml: 'id' is missing"),
        ('id = "tcp"', "id = 3", "'id' is words, not 3"),
        ('seed = "$1,000"', "seed = 1000.5", "'seed' is dollars as '$1,000', not 1000.5"),
        ('seed = "$1,000"', 'seed = "0"', "never restarts empty"),
        ('"14%"', '"140%"', "contribution: a rate lies between 0% and 100%"),
        ('"14%"', '"14.00001%"', "at most four digits"),
        ('"14%"', "14", "'contribution' is a rate as '14%', not 14"),
        (
            'contribution = "14%"',
            'contributon = "14%"',
            "unknown key 'contributon'; did you mean 'contribution'",
        ),
        ('tables = ["T1"]', 'tables = ["T1", "T1"]', "each once"),
        ('tables = ["T1"]', "tables = [1]", "'tables' holds words, not 1"),
        ("three_card_poker =", "three_cart_poker =", "did you mean 'three_card_poker'"),
        ("TCP Progressive 1", "TCP Progressive 9", "did you mean 'TCP Progressive "),
        ("[[level]]", "[level]", "'level' is a list"),
        ('id = "tcp"', 'id = "tcp', "tcp.toml: "),
        ('id = "tcp"', 'id = "tcp"\nall_from_meter = "yes"', "'all_from_meter' is true or false"),
        ('three_card_poker = "TCP Progressive 1"', "", "names at least one game"),
        ("[[level]]", "[table.T2]\nmaker = 'Galaxy'\n[[level]]", "'T2' is none of its tables"),
        ("[[level]]", "[table.T1]\ncolour = 'red'\n[[level]]", "[table.T1]: unknown key 'colour'"),
        ("[[level]]", "[table]\nT1 = 1\n[[level]]", "a section is needed, not 1"),
    ],
)
def test_a_mistake_is_told_with_the_file_and_the_word(before, after, words):
    assert before in SHORT
    with pytest.raises(InputError) as refused:
        parse_terms_file(SHORT.replace(before, after), "tcp.toml")
    assert str(refused.value).startswith("tcp.toml: ")
    assert words in str(refused.value)
