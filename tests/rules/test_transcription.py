"""Every pay a second time, copied apart from the data files, best hand first: a slip must happen twice."""

import pytest

from documents import proves
from pitboss.base.odds import parse_pay
from pitboss.rules import game_ids, load_game

# "40 30 to 1" is short for pays that are all to 1. Sources are those that the data files name: the letters
# of 2008, 2012 and 2023, the Three Card Poker manual and Bet the Set 21; the others are public.
PRINTED = {
    "Ante A": "5 4 1 to 1",
    "Ante B": "5 3 1 to 1",
    "Ante C": "4 3 1 to 1",
    "Pair Plus A": "40 30 6 4 1 to 1",
    "Pair Plus B": "40 25 6 4 1 to 1",
    "Pair Plus C": "40 30 5 4 1 to 1",
    "Pair Plus D": "40 30 6 3 1 to 1",
    "TCP-6B1": "1000 200 50 25 20 10 5 to 1",
    "TCP-6B2": "1000 200 50 25 15 10 5 to 1",
    "TCP-6B3": "1000 200 100 20 15 9 8 to 1",
    "TCP-6B4": "1000 200 100 20 15 10 7 to 1",
    "TCPB-01": "4000 1000 125 100 to 1",
    "TCPB-02": "4000 1000 60 40 7 to 1",
    "TCPB-03E": "4000 to 1 envy 100, 1000 to 1 envy 25, 100 to 1 envy 5, 75 to 1",
    "TCPB-04E": "3000 to 1 envy 100, 1000 to 1 envy 25, 50 to 1 envy 5, 40 to 1, 6 to 1",
    "TCP Progressive 1": "100% envy 100, 500 for 1 envy 25, 70 for 1, 60 for 1, 6 for 1",
    "TCP Progressive 2": "100% envy 100, 500 for 1 envy 25, 100 for 1, 90 for 1",
    "TCDPPP-01": "100 40 25 5 4 1 to 1",
    "TCDPPP-02": "100 40 30 5 4 1 to 1",
    "TCDPPP-03": "100 40 30 6 3 1 to 1",
    "TCDPPP Ante Bonus": "10 7 5 to 1",
    "MS-01": "500 to 1, 100 to 1, 40 to 1, 10 to 1, 6 to 1, 4 to 1, 3 to 1, 2 to 1, 1 to 1, push",
    "MS 3 Card Bonus 1": "40 30 6 4 1 to 1",
    "MS 3 Card Bonus 2": "40 30 5 4 1 to 1",
    "MS 3 Card Bonus 3": "40 30 6 3 1 to 1",
    "MS 3 Card Bonus 4": "50 40 30 6 4 1 to 1",
    "MS 3 Card Bonus 5": "50 40 30 5 4 1 to 1",
    "MS 3 Card Bonus 6": "50 40 30 6 3 1 to 1",
    "MS Stud-01": "100% envy 1000, 10% envy 300, 300 for 1, 50 for 1, 40 for 1, 30 for 1, 9 for 1",
    "MS Stud Quick Hit 01": "100% envy 500, 10% envy 25, 50 for 1, 40 for 1, 30 for 1, 9 for 1",
    "Link 01": "100% envy 1000, 10% envy 300, 300 for 1, 50 for 1, 40 for 1, 30 for 1, 9 for 1",
    "Link ML01": "100% Mega envy 1000, 100% Major envy 300, 300 for 1, 50 for 1, 40 for 1, 30 for 1, 9 for 1",
    "Link ML03": "100% Mega envy 1000, 100% Major envy 300, 100% Minor, 50 for 1, 40 for 1, 30 for 1, 9 for 1",  # noqa: E501
    "Bet the Set 21 Progressive": "100% envy 1000, 500 for 1, 25 for 1",
    "Cover All 2": "500 200 60 40 35 25 9 to 1",
    "Cover All 3": "300 125 40 30 20 17 6 to 1",
    "Cover All 4": "250 100 30 20 15 10 5 to 1",
    "Cover All 5": "200 90 20 15 10 8 4 to 1",
    "Cover All 6": "150 80 17 12 9 7 3 to 1",
    "Cover All 7": "125 70 15 9 7 5 3 to 1",
    "Cover All 8": "100 40 7 6 5 4 3 to 1",
    "Caribbean Stud Raise": "100 50 20 7 5 4 3 2 1 to 1",
    "LIR 1": "1000 200 50 11 8 5 3 2 1 to 1",
    "LIR 2": "500 200 50 11 8 5 3 2 1 to 1",
    "LIR CA": "500 100 25 15 10 5 3 2 1 to 1",
    "LIR3 1": "50 40 30 6 4 1 to 1",
    "LIR3 2": "50 40 30 6 3 1 to 1",
    "LIR3 CA": "40 30 5 4 1 to 1",
    "LIR3 WA": "40 20 6 3 1 to 1",
    "LIR5 1": "20000 for 1, 2000 for 1, 400 for 1, 200 for 1, 50 for 1, 25 for 1, 5 for 1",
    "LIR5 WA": "10000 for 1, 2000 for 1, 100 for 1, 75 for 1, 50 for 1, 25 for 1, 8 for 1, 4 for 1",
    "BRS 1": "500 to 1, 100 to 1, 40 to 1, 8 to 1, 6 to 1, 4 to 1, 3 to 1, 2 to 1, 1 to 1, push",
    "Player 1": "1 to 1, push",
    "Banker 5%": "19 to 20, push",
    "Banker EZ": "1 to 1, push, push",
    "Tie 8": "8 to 1",
    "Tie 9": "9 to 1",
    "Dragon 7": "40 to 1",
    "Panda 8": "25 to 1",
    "DB 1 Player": "30 to 1, 10 to 1, 6 to 1, 4 to 1, 2 to 1, 1 to 1, 1 to 1, push",
    "DB 1 Banker": "30 to 1, 10 to 1, 6 to 1, 4 to 1, 2 to 1, 1 to 1, 1 to 1, push",
    "DB LA Player": "30 to 1, 10 to 1, 4 to 1, 4 to 1, 2 to 1, 2 to 1, 1 to 1, push",
    "DB LA Banker": "30 to 1, 10 to 1, 4 to 1, 4 to 1, 2 to 1, 2 to 1, 1 to 1, push",
    "3CB Commission 5%": "19 to 20",
    "3CB Commission 3%": "97 to 100",
    "3CB No Commission": "1 to 1, 1 to 2",
    "3CB Tie": "20 to 1",
    **{f"3CB Total {total}": "8 to 1" for total in range(10)},
    "War 1": "push",
    "War Bonus": "1 to 1",
    "War Tie 10": "10 to 1",
    "War Tie 11": "11 to 1",
    "Super Bonus 1": "200 to 1, 30 to 1, 15 to 1, 2 to 1, 3 to 2, 1 to 1",
    "Queens Up 1": "50 40 8 4 3 2 1 to 1",
    "Queens Up 2": "50 40 7 4 3 2 1 to 1",
    "Queens Up 3": "50 30 9 4 3 2 1 to 1",
    "Queens Up 4": "50 30 7 4 3 2 1 to 1",
    "FCP Bonus 1": "25 20 2 to 1",
    "FCP Bonus 2": "30 15 2 to 1",
    "Aces Up 1": "50 40 8 5 4 3 1 to 1",
    "Aces Up 2": "50 40 9 6 4 2 1 to 1",
    "Aces Up 3": "50 30 7 6 5 2 1 to 1",
    "Aces Up 4": "50 30 9 6 4 2 1 to 1",
    "Aces Up 5": "50 40 7 6 5 2 1 to 1",
    "Aces Up 6": "50 30 8 6 4 2 1 to 1",
    "DJ Blind 1": "1000 50 10 9 4 3 2 1 to 1",
    "DJ Trips 1": "2000 1000 200 90 70 60 30 25 25 20 6 6 5 4 3 1 to 1",
    "DJ Trips 2": "2000 1000 200 90 70 90 40 25 25 20 6 6 5 4 3 1 to 1",
    "DJ BB 1": "500 500 500 300 200 100 50 15 to 1",
    "H5 Trips 1": "100 100 50 40 20 7 4 2 1 to 1",
    "FR WA": "100 20 10 2 to 1",
    "FR 1": "300 100 10 1 to 1",
    "SFR WA": "500 200 100 50 9 to 1",
    "SFR 1": "8000 1000 100 60 7 to 1",
    "Flush Rush 1": "1000 500 300 100 20 15 9 5 to 1",
    "UTH Blind A": "500 to 1, 50 to 1, 10 to 1, 3 to 1, 3 to 2, 1 to 1, push, push, push",
    "UTH Blind B": "500 to 1, 50 to 1, 10 to 1, 3 to 1, 3 to 2, push, push, push, push",
    "UTH Blind C": "500 to 1, 50 to 1, 10 to 1, 3 to 1, 6 to 5, 1 to 1, push, push, push",
    "UTH Trips A": "50 40 30 9 7 4 3 to 1",
    "UTH Trips B": "50 40 30 8 6 5 3 to 1",
    "UTH Trips C": "50 40 30 8 7 4 3 to 1",
    "UTH Trips D": "50 40 20 7 6 5 3 to 1",
    "UTH BB CA": "7500 500 50 30 20 9 to 1",
    "UTH BB PA-C": "2500 500 50 30 20 9 to 1",
    "UTH BB 3": "10000 500 40 25 20 9 to 1",
    "UTH Hole Card 1": "1000 30 25 20 15 10 5 3 to 1",
    "UTH Hole Card 2": "30 25 20 15 10 5 3 to 1",
    "THB Bonus 1": "1000 30 25 20 15 10 5 3 to 1",
    "THB Bonus 2": "30 25 20 15 10 5 3 to 1",
    "Natural 3 to 2": "3 to 2",
    "Natural 6 to 5": "6 to 5",
}
TABLES = {table.id: table for name in game_ids() for table in load_game(name).paytables.values()}


def read_short(text):
    """The pays and the envy of each row, in dollars."""
    if "," not in text and text.endswith(" to 1"):
        return [(f"{amount} to 1", 0) for amount in text.removesuffix(" to 1").split()]
    rows = [row.partition(" envy ") for row in text.split(", ")]
    return [(pay, int(envy or 0)) for pay, _, envy in rows]


def test_the_two_transcriptions_name_the_same_tables():
    assert TABLES.keys() == PRINTED.keys()


@proves(
    "000 paytables TCP-01 to 12",
    "000 six 4",
    "001 bonus 3",
    "001 bonus 4",
    "002 paytables TCDPPP-01 to 03",
    "003 paytables MS-01",
    "003 paytables 3 Card Bonus 1 to 6",
    "003 cover all paytable",
    "004 step 3",
)
@pytest.mark.parametrize("name", PRINTED)
def test_pays_and_envy_are_as_printed(name):
    table = TABLES[name]
    rows = [(pay, table.envy_micros.get(line, 0) // 1_000_000) for line, pay in table.pays.items()]
    assert rows == [(parse_pay(pay), envy) for pay, envy in read_short(PRINTED[name])]
