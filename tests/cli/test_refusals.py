"""What the program refuses: one line that says what is wrong and what to do, and exit status 2."""

import pytest

from pitboss.cli import complain
from pitboss.rules import game_ids

TCP, MS, PAYS = "three_card_poker", "mississippi_stud", "--pays"
PLUS = ("price", TCP, "--wager", "pair_plus", PAYS)
PROGRESSIVE = ("analyze", TCP, "--wager", "progressive")
LINK = ("analyze", MS, "--paytable", "Link ML01")
ODDS = "write '40 to 1', '3.5', '300 for 1', '10%' or 'push'"
PLUS_LINES = "Pair Plus has 5 lines, straight_flush, three_of_a_kind, straight, flush, pair"

REFUSALS = [
    # names
    (("show", "three_crad_poker"), "unknown game 'three_crad_poker'; did you mean 'three_card_poker'?"),
    (("show", ""), f"unknown game ''; known: {', '.join(game_ids())}"),
    (("show", "a\nb\x1b[31m"), r"unknown game 'a\nb\x1b[31m'"),
    (("show", "../three_card_poker"), "unknown game '../three_card_poker'"),
    (("show", "x" * 5000), "unknown game 'xxx"),
    (("audit", "blackjak"), "did you mean 'blackjack'?"),
    (("analyze", TCP, "--wager", "pare plus"), "unknown wager 'pare plus'; did you mean 'pair_plus'?"),
    (("analyze", TCP, "--wager", ""), "unknown wager ''; known: ante, pair_plus"),
    (
        ("analyze", TCP, "--paytable", "Pair Plus Z"),
        "unknown paytable 'Pair Plus Z'; did you mean 'Pair Plus",
    ),
    (("analyze", TCP, "--paytable", "TCP-99"), "unknown paytable 'TCP-99'; did you mean 'TCP-09'?"),
    (("analyze", TCP, "--paytable", ""), "unknown paytable ''"),
    (("price", TCP, "--wager", "zzz", PAYS, "1"), "unknown wager 'zzz'"),
    # usage
    (("audti",), "No such command 'audti'"),
    (("show",), "Missing argument 'GAME'; see 'pitboss show --help'"),
    (("games", "extra"), "unexpected extra argument"),
    (("price", TCP, "--wager", "ante"), "Missing option '--pays'"),
    (("audit", "--format", "xml"), "'xml' is not one of 'text', 'json', 'markdown', 'csv', 'html'"),
    (("audit", "--json", "--format", "csv"), "--json and another --format do not go together"),
    (("analyze", TCP, "--setting"), "--setting"),
    # players
    (("analyze", TCP, "--players", "0"), "a table has 1 to 14 players, not 0"),
    (("analyze", TCP, "--players", "-1"), "--players: write a whole number, not '-1'"),
    (("analyze", TCP, "--players", "2.5"), "--players: write a whole number, not '2.5'"),
    (("analyze", TCP, "--players", "nan"), "--players: write a whole number, not 'nan'"),
    (("analyze", TCP, "--players", ""), "--players: write a whole number, not ''"),
    (("analyze", TCP, "--players", "9" * 5000), "--players: a number has at most 20 digits, not 5000"),
    (("analyze", TCP, "--players", "1000000000"), "a table has 1 to 14 players"),
    (("analyze", "caribbean_stud", "--wager", "cover_all", "--players", "8"), "players must be 1 to 7"),
    (
        ("analyze", "caribbean_stud", "--paytable", "Cover All 3", "--players", "5"),
        "is for 3 hands: 2 players",
    ),
    # amounts and rates
    ((*PROGRESSIVE, "--meter", "nan"), "--meter: cannot read the amount 'nan'"),
    ((*PROGRESSIVE, "--meter", "-5"), "--meter: cannot read the amount '-5'"),
    ((*PROGRESSIVE, "--meter", ""), "--meter: cannot read the amount ''"),
    ((*PROGRESSIVE, "--meter", "inf"), "--meter: cannot read the amount 'inf'"),
    ((*PROGRESSIVE, "--meter", "1e9"), "--meter: cannot read the amount '1e9'"),
    ((*PROGRESSIVE, "--meter", "9" * 5000), "--meter: a number has at most 20 characters, not 5000"),
    ((*PROGRESSIVE, "--meter-seed", "ten"), "--meter-seed: cannot read the amount 'ten'"),
    ((*PROGRESSIVE, "--contribution", "150%"), "--contribution: a rate lies between 0% and 100%"),
    ((*PROGRESSIVE, "--contribution", "-1%"), "--contribution: cannot read the rate '-1%'"),
    ((*PROGRESSIVE, "--contribution", "nan"), "--contribution: cannot read the rate 'nan'"),
    ((*PROGRESSIVE, "--contribution", "1/0"), "--contribution: cannot read the rate '1/0'"),
    ((*PROGRESSIVE, "--contribution", "1e999999999"), "--contribution: cannot read the rate '1e999999999'"),
    ((*PROGRESSIVE, "--reserve", ""), "--reserve: cannot read the rate ''"),
    ((*PROGRESSIVE, "--meter", "1", "--meter", "2"), "--meter is there twice"),
    # meters by name
    ((*PROGRESSIVE, "--meter", "Mega=5"), "this wager has one meter; leave out 'Mega='"),
    (("analyze", TCP, "--wager", "ante", "--meter", "5"), "meter: no meter pays on Ante"),
    (("analyze", TCP, "--wager", "ante", "--meter-seed", "5"), "seed: no meter pays on Ante"),
    ((*LINK, "--meter", "5"), "this wager has the meters Mega, Major: write 'Mega=...'"),
    ((*LINK, "--meter", "Mega=5"), "give an amount for Major too"),
    ((*LINK, "--meter", "Mgea=5", "--meter", "Major=5"), "unknown meter 'Mgea'; did you mean 'Mega'?"),
    # settings and paytables
    (("analyze", TCP, "--setting", "tie_rule"), "--setting: write it as name=value, not 'tie_rule'"),
    (
        ("analyze", TCP, "--setting", "tie_rule=dearest", "--setting", "Tie Rule=cheapest"),
        "--setting: tie_rule is there twice; keep one of them",
    ),
    (
        ("design", TCP, "--wager", "pair_plus", "--advantage", "2%..3%", "--line", "straight=3..5/0"),
        "a step of 0 leads nowhere: '3..5/0'",
    ),
    (
        ("design", TCP, "--wager", "progressive", "--average-jackpot", "4000..", "--meter-seed", "1..9/0"),
        "--meter-seed: a step of 0 leads nowhere: '1..9/0'",
    ),
    (
        ("progressive", "plan", "TCP Progressive 1", "--contribution", "0%"),
        "a contribution of 0% feeds no meter",
    ),
    (
        ("progressive", "plan", "TCP Progressive 1", "--terms", "x.toml"),
        "the file names its paytables: leave out 'TCP Progressive 1', or --terms",
    ),
    (
        ("progressive", "simulate", "TCP Progressive 1", "--terms", "x.toml"),
        "the file names its paytables: leave out 'TCP Progressive 1', or --terms",
    ),
    (("analyze", TCP, "--setting", ""), "--setting: write it as name=value"),
    (("analyze", TCP, "--setting", "tie_rul=dearest"), "unknown setting 'tie_rul'; did you mean 'tie_rule'?"),
    (("analyze", TCP, "--setting", "tie_rule=any"), "is one of cheapest, dearest, not 'any'"),
    (("show", TCP, "--setting", "ante_mandatory=maybe"), "'ante_mandatory' takes true or false, not 'maybe'"),
    (
        ("show", TCP, "--setting", "aggregate_payout_limit=x"),
        "'aggregate_payout_limit' takes a whole number, not 'x'",
    ),
    (("show", TCP, "--setting", f"aggregate_payout_limit={'9' * 5000}"), "'aggregate_payout_limit'"),
    (("analyze", TCP, "--paytable", "Ante A", "--paytable", "TCP-05"), "'Ante A' and 'Ante C' both pay ante"),
    # pays
    ((*PLUS, ""), f"no pays given: {PLUS_LINES}"),
    ((*PLUS, " , "), f"no pays given: {PLUS_LINES}"),
    ((*PLUS, "40,30,6,4"), f"4 pays are not a table: {PLUS_LINES}"),
    ((*PLUS, "40"), f"1 pay is not a table: {PLUS_LINES}"),
    ((*PLUS, "1,000,30,6,4,1"), "write thousands without a comma, or put semicolons between the pays"),
    ((*PLUS, "40,30,6,4,x"), f"pair: cannot read the pay 'x': {ODDS}"),
    ((*PLUS, "40,30,6,4,-1"), "pair: cannot read the pay '-1'"),
    ((*PLUS, "40,30,6,4,"), "pair: cannot read the pay ''"),
    ((*PLUS, "40,30,6,4,nan"), "pair: cannot read the pay 'nan'"),
    ((*PLUS, "40,30,6,4,3 to 0"), "pair: cannot read the pay '3 to 0'"),
    ((*PLUS, "40,30,6,4,0%"), "pair: a meter pays between 1% and 100%, not '0%'"),
    ((*PLUS, f"{'9' * 5000},30,6,4,1"), "straight_flush: a pay has at most 40 characters, not 5000"),
    ((*PLUS, "1000001,30,6,4,1"), "straight_flush: a pay is at most 1,000,000 to 1"),
    ((*PLUS, "40,30,6,4,1 to 101"), "pair: a pay is at most 1,000,000 to 1, in parts of at most 100"),
    ((*PLUS, "40,30,6,4,1", "--meter", "50"), "meter: no meter pays on Pair Plus"),
    ((*PLUS, "straight_flush=40,30,6,4,1"), "name the line of every pay or of none: '30' has none"),
    ((*PLUS, "straight_flush=40,pear=1"), "unknown line of Pair Plus 'pear'; did you mean 'pair'?"),
    ((*PLUS, "straight_flush=40,pair=1"), "no pay for three_of_a_kind, straight, flush"),
    ((*PLUS, "pair=1,pair=2"), "the line 'pair' is there twice"),
    ((*PLUS, "100% envy ten,30,6,4,1"), "cannot read the amount 'ten'"),
    (("price", TCP, "--wager", "bonus", PAYS, "1,1"), "Bonus has 4 lines, akq_spades, akq_suited,"),
    (("price", TCP, "--wager", "bonus", PAYS, "1,1"), "or 5 with straight"),
    (
        ("price", TCP, "--wager", "ante", PAYS, "100%,4,1"),
        "Ante is 3 bets and takes neither a share of a meter",
    ),
    (("price", TCP, "--wager", "ante", PAYS, "5 envy $1,4,1"), "nor envy"),
]


@pytest.mark.parametrize(
    ("words", "reason"), REFUSALS, ids=lambda value: " ".join(value)[:60] if isinstance(value, tuple) else ""
)
def test_a_refusal_is_one_line_with_the_reason(pitboss, words, reason):
    reply = pitboss(*words)
    assert reply.status == 2
    assert reply.out == ""
    assert reply.err.startswith("pitboss: ")
    assert reply.err.endswith("\n")
    assert reply.err.count("\n") == 1
    assert reason in reply.err
    assert len(reply.err) <= 1011
    assert reply.err[:-1].isprintable()


def test_a_complaint_is_one_printable_line_however_it_was_written(capsys):
    assert complain("two\nlines,\n  a \x1b[31mcolour and " + "x" * 5000, 2) == 2
    found = capsys.readouterr().err
    assert found.startswith("pitboss: two lines, a ?[31mcolour and xxx")
    assert found.endswith("xxx...\n")
    assert len(found) == len("pitboss: ") + 1000 + 1
