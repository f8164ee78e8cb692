"""A paytable's text reads back, and what cannot be right is refused where it stands."""

from fractions import Fraction
from importlib import import_module
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.base.error import InputError
from pitboss.base.odds import Kind, Pay
from pitboss.cards import FIVE
from pitboss.rules.definition import read_game
from pitboss.rules.paytable import Row, make_shape, read_rows

LINES = ["royal_flush?", "straight_flush", "full_house", "flush?", "pair_jacks_or_better"]
SHAPE = make_shape(FIVE.with_lines("pair_jacks_or_better", "pair_sixes_to_tens"), LINES)
PAYS = st.builds(
    Pay, st.sampled_from([Kind.TO, Kind.FOR]), st.fractions(min_value=1, max_value=9999, max_denominator=9)
) | st.builds(lambda percent: Pay(Kind.METER, Fraction(percent, 100), "Mega"), st.integers(1, 100))


def read(rows):
    return read_rows([Row("here", row) for row in rows], SHAPE, table="mine", where="here")


@given(
    st.fixed_dictionaries(dict.fromkeys(SHAPE.required, PAYS), optional={"royal_flush": PAYS, "flush": PAYS}),
    st.dictionaries(st.sampled_from(SHAPE.required), st.integers(1, 100_000)),
    st.randoms(use_true_random=False),
)
def test_a_paytable_reads_back_from_its_text_best_line_first(pays, envy, random):
    rows = [
        f"{line}  {pay}" + (f"  envy ${envy[line]:,}" if line in envy else "") for line, pay in pays.items()
    ]
    random.shuffle(rows)
    read_pays, read_envy = read(rows)
    assert read_pays == pays
    assert list(read_pays) == [line for line in SHAPE.allowed if line in pays]
    assert read_envy == {line: dollars * 1_000_000 for line, dollars in envy.items()}


# -- a data file with one thing wrong in it ---------------------------------------------------------------

TEXT = (files("pitboss.games") / "three_card_poker.toml").read_text("utf-8")
MODULE = import_module("pitboss.games.three_card_poker")
FIRST_PAIR_PLUS = """straight_flush    40 to 1
three_of_a_kind   30 to 1
straight          6 to 1
flush             4 to 1
pair              1 to 1
"""


def read_changed(old, new):
    assert old in TEXT
    return read_game(TEXT.replace(old, new, 1), MODULE, file="mine.toml")


def line_of(old, new, words, *, after=""):
    """The line in the changed file on which the words stand."""
    changed = TEXT.replace(old, new, 1)
    position = changed.index(words, changed.index(after) + len(after))
    return changed[:position].count("\n") + 1


def refuse(old, new, message, *, at, after=""):
    with pytest.raises(InputError) as refused:
        read_changed(old, new)
    text = str(refused.value)
    assert message in text
    assert text.startswith(f"mine.toml:{line_of(old, new, at, after=after)}: ")


PAIR_PLUS_A = 'id = "Pair Plus A"'
TABLE_OF_PAIR_PLUS_A = "[[paytable]]\n" + PAIR_PLUS_A


def test_the_unchanged_file_is_read_without_warnings():
    game = read_game(TEXT, MODULE, file="mine.toml")
    assert not [warning for table in game.paytables.values() for warning in table.warnings]


def test_a_missing_line_is_refused_at_its_table():
    changed = FIRST_PAIR_PLUS.replace("flush             4 to 1\n", "")
    refuse(FIRST_PAIR_PLUS, changed, "Pair Plus A: no pay for flush", at=TABLE_OF_PAIR_PLUS_A)


def test_a_line_that_is_there_twice_is_refused_where_it_comes_again():
    changed = FIRST_PAIR_PLUS + "pair  2 to 1\n"
    refuse(FIRST_PAIR_PLUS, changed, "Pair Plus A: the line 'pair' is there twice", at="pair  2 to 1")


def test_a_line_that_the_wager_does_not_have_is_refused_where_it_stands():
    changed = FIRST_PAIR_PLUS + "full_house  2 to 1\n"
    refuse(FIRST_PAIR_PLUS, changed, "Pair Plus A: this wager has no line 'full_house'", at="full_house  2")


@pytest.mark.parametrize(
    "row", ["pair 1 at 1", "pair 101%", "pair   x", "pair 1 to 1 envy $x", "pair 5 to 0"]
)
def test_odds_that_cannot_be_read_are_refused_where_they_stand(row):
    changed = FIRST_PAIR_PLUS.replace("pair              1 to 1", row)
    refuse(FIRST_PAIR_PLUS, changed, "Pair Plus A: cannot read" if "101" not in row else "101%", at=row)


@pytest.mark.parametrize("row", ["pair", "Pair 1 to 1", "9 pair"])
def test_a_row_that_is_no_row_is_refused_where_it_stands(row):
    changed = FIRST_PAIR_PLUS.replace("pair              1 to 1", row)
    refuse(
        FIRST_PAIR_PLUS, changed, f"Pair Plus A: cannot read '{row}'", at=f"\n{row}\n"[1:], after=PAIR_PLUS_A
    )


def test_a_better_hand_that_pays_less_is_a_warning_at_its_table():
    changed = FIRST_PAIR_PLUS.replace("straight          6 to 1", "straight  3 to 1")
    game = read_changed(FIRST_PAIR_PLUS, changed)
    start = line_of(FIRST_PAIR_PLUS, changed, TABLE_OF_PAIR_PLUS_A)
    (warning,) = game.paytables["Pair Plus A"].warnings
    assert warning == f"mine.toml:{start}: Pair Plus A: straight pays 3 to 1, less than flush at 4 to 1"


@pytest.mark.parametrize(
    ("better", "worse", "falls"),
    [
        ("5 to 1", "5 to 1", False),
        ("6 for 1", "5 to 1", False),
        ("5 for 1", "5 to 1", True),
        ("5 to 1", "10%", True),
        ("10%", "500 to 1", False),
        ("10%", "100%", True),
        ("1 to 1", "push", False),
        ("push", "1 to 1", True),
    ],
)
def test_pays_are_compared_by_what_they_win(better, worse, falls):
    changed = FIRST_PAIR_PLUS.replace("40 to 1", better).replace("30 to 1", worse)
    table = read_changed(FIRST_PAIR_PLUS, changed).paytables["Pair Plus A"]
    assert any("straight_flush pays" in warning for warning in table.warnings) is falls


FIRST_TABLE = "[[paytable]]"


@pytest.mark.parametrize(
    ("old", "new", "message", "at"),
    [
        (PAIR_PLUS_A, 'name = "Pair Plus A"', "'id' is missing", '[[paytable]]\nname = "Pair'),
        (
            PAIR_PLUS_A,
            f"{PAIR_PLUS_A}\nnote = 'x'",
            "unknown key 'note'; did you mean 'notes'",
            TABLE_OF_PAIR_PLUS_A,
        ),
        ('wager = "pair_plus"', 'wager = "pairs"', "no wager 'pairs'", TABLE_OF_PAIR_PLUS_A),
        (
            'source = "000_fb4da7aa21f95d42.txt"',
            'source = "9.txt"',
            "the source '9.txt' is not listed",
            FIRST_TABLE,
        ),
        ('["001_f8cbc0df5d01a48c.txt"]', '["9.txt"]', "the source '9.txt' is not listed", FIRST_TABLE),
        ('["Ante A", "Pair Plus A"]', '["Pair Plus Z"]', "no paytable 'Pair Plus Z'", '"TCP-01" ='),
        ('"TCP-01" =', '"Ante A" =', "'Ante A' is a paytable too", '"Ante A" ='),
        ('["play", "ante_bonus"', '["ploy", "ante_bonus"', "no function 'ploy'", "[wagers.ante]"),
        ('look = "six"', 'look = "seven"', "has no look 'seven'", "[wagers.six_card_bonus]"),
        ('look = "six"\n', "", "has no look None", "[wagers.six_card_bonus]"),
        ('"straight"]', '"royal_flush"]', "a three-card hand cannot be 'royal_flush'", "[wagers.ante]"),
        ('label = "Pair Plus"\n', "", "'label' is missing", "[wagers.pair_plus]"),
        ('{ bet = "play"', '{ bet = "ploy"', "unknown bet 'ploy'; did you mean 'play'", '{ bet = "ploy"'),
        ('{ bet = "play"', '{ bet = "ante"', "'ante' has two spots", '{ bet = "ante"'),
        ("x = 18", "x = 118", "the spot of 'six_card_bonus' lies off its seat", '{ bet = "six_card_bonus"'),
        ('{ bet = "bonus"', '{ bet = "ante_bonus"', "the wager 'bonus' has no spot", "[layout]"),
        ('felt = "green"\n', "", "'felt' is missing", "[layout]"),
        ("rules = [", "rules = [5,", "a rule is words, not 5", "rules = ["),
        (
            "rules = [",
            'offer = ["antes"]\nrules = [',
            "unknown wager 'antes'; did you mean 'ante'",
            "offer = ",
        ),
        ("rules = [", 'offer = ["bonus"]\nrules = [', "no wager of the offer can stand alone", "offer = "),
        ('sets = "high_to_low"', "sets = 3", "'sets' is words, not 3", 'at = "open dealer"'),
        (
            'default = "progressive"',
            'default = "best"',
            "the default is not a choice",
            "[settings.envy_between_own_spots]",
        ),
        ("meaning = ", "means = ", "'meaning' is missing", "[settings.ante_mandatory]"),
        (
            "[settings.two_adjacent_spots]",
            "[settings.two_adjacent_spots]\ndefault = 2",
            "is one of True, False, not 2",
            "[settings.two_adjacent_spots]",
        ),
        (
            "[settings.ante_mandatory]",
            "[settings.settlement_order]\ndefault = 'ante'\n\n[settings.ante_mandatory]",
            "a settlement order lists every bet once",
            "[settings.settlement_order]",
        ),
        (
            "[sources]\n",
            "[shared]\nseven_card = 'progressive'\n\n[sources]\n",
            "there are no shared paytables 'seven_card'",
            "seven_card =",
        ),
    ],
)
def test_what_cannot_be_right_is_refused_with_file_and_line(old, new, message, at):
    refuse(old, new, message, at=at)


def test_the_name_of_another_paytable_is_refused_where_it_comes_again():
    refuse(
        'id = "Pair Plus B"',
        PAIR_PLUS_A,
        "a second paytable is called 'Pair Plus A'",
        at=TABLE_OF_PAIR_PLUS_A,
        after=FIRST_PAIR_PLUS,
    )


def test_a_file_that_is_not_toml_is_refused_by_name():
    with pytest.raises(InputError, match=r"mine\.toml: .*line 1"):
        read_game("id = \n", MODULE, file="mine.toml")


def test_a_game_without_wagers_is_refused_by_name():
    with pytest.raises(InputError, match=r"mine\.toml: 'layout' is missing"):
        read_game('id = "x"', MODULE, file="mine.toml")
