"""Plain mode: sentences line by line, answers from a pipe, and not a cent unaccounted for."""

import io
import re
import signal
import subprocess
import sys

import pytest
from player import CHIPS, DAY, say, tossed
from program import PATIENCE_SECONDS, PROGRAM, environment

from apart import hear_ctrl_c
from pitboss.base.money import parse_dollars
from pitboss.cli.terminal.session import open_session
from pitboss.reports.wording import wager_label
from pitboss.rules import game_ids, load_game

ROUND = re.compile(r"You (win|lose) (\$[\d,.]+)\. You have")
HOME = re.compile(r"You brought (\$[\d,.]+) and take home (\$[\d,.]+):")
SCRIPTS = {
    "three_card_poker": ("ante 5", "pair plus 5", "deal", "play", "rebet", "deal", "fold", "quit"),
    "three_card_draw_poker": (
        "ante 5",
        "pair plus 10",
        "deal",
        "play 2x",
        "discard first",
        "rebet",
        "d",
        "f",
        "q",
    ),
    "mississippi_stud": (
        "ante 5",
        "3 card bonus 2",
        "progressive 1",
        "deal",
        "3",
        "bet 1x",
        "2",
        "r",
        "d",
        "f",
        "q",
    ),
    "caribbean_stud": ("ante 10", "cover all 5", "deal", "raise", "rebet", "deal", "fold", "quit"),
    "blackjack": ("bet 10", "bet the set 1", "deal", "hit", "stand", "r", "d", "double", "stand", "quit"),
}
SAID = {
    "three_card_poker": (
        "Your cards: five of hearts, three of hearts, four of hearts.",
        "You hold a straight flush to the five. Fold or play for $5.00?",
        "Your Pair Plus: straight flush, 40 to 1 on $5.00 = $200.00, with the wager $205.00 back.",
        "You win $235.00. You have $735.00.",
        "Your Ante: fold, $5.00 lost.",
        "You brought $500.00 and take home $725.00: $225.00 more.",
    ),
    "three_card_draw_poker": (
        "Your draw card: one face down.",
        "You hold a straight flush to the five. Keep all, discard first (five of hearts), "
        "discard second (three of hearts) or discard third (four of hearts)?",
        "Your draw card open: jack of diamonds.",
        "Your Pair Plus: straight flush, 40 to 1 on $10.00 = $400.00, with the wager $410.00 back.",
    ),
    "mississippi_stud": (
        "Board: three face down.",
        "3rd street: you hold jack of diamonds, queen of hearts. "
        "Fold, bet 1x for $5.00, bet 2x for $10.00 or bet 3x for $15.00?",
        "You: bet 3x, $15.00 more.",
        "Your 3 Card Bonus: straight flush, 40 to 1 on $2.00 = $80.00, with the wager $82.00 back.",
        "The Progressive meter stands at $10,000.00.",
    ),
    "caribbean_stud": (
        "Dealer's cards: four face down.",
        "Dealer's cards: ace of clubs.",
        "Dealer: Dealer qualifies with ace high.",
        "Your Raise: $20.00 lost.",
    ),
    "blackjack": (
        "Your cards: king of hearts.",
        "You hold 17. Stand, hit or double for $10.00?",
        "Dealer's cards: eight of spades.",
    ),
}


def pipe(*words, answers=(), **changes):
    """The real program with answers from a pipe."""
    return subprocess.run(
        [*PROGRAM, "play", *words],
        input="".join(f"{answer}\n" for answer in answers),
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        env=environment(**changes),
        check=False,
    )


def nets(text):
    return sum(parse_dollars(amount) * (1 if verb == "win" else -1) for verb, amount in ROUND.findall(text))


def came_home(text):
    ((brought, taken),) = HOME.findall(text)
    return parse_dollars(taken) - parse_dollars(brought)


@pytest.mark.parametrize("name", SCRIPTS)
def test_two_rounds_through_a_pipe_come_out_to_the_cent(name):
    found = pipe(name, "--random-seed", "7", answers=SCRIPTS[name])
    assert (found.returncode, found.stderr) == (0, "")
    lines = found.stdout.splitlines()
    for sentence in SAID[name]:
        assert sentence in lines, sentence
    assert len(re.findall(r"^Round \d+\.$", found.stdout, re.MULTILINE)) == 3
    assert came_home(found.stdout) == nets(found.stdout)


@pytest.mark.parametrize("name", game_ids())
def test_plain_lines_are_words_alone(name):
    found = say(open_session(load_game(name), day=DAY, seed=7, others=3), *tossed(name, others=3))
    text = "\n".join(found)
    assert not re.search(r"[\u2500-\u259f♣♦♥♠\x00-\x09\x0b-\x1f\x7f_]", text)
    assert all(line and line[-1] in ".?" for line in found)


@pytest.mark.parametrize("name", game_ids())
def test_the_same_seed_says_the_same(name):
    first, second = (
        say(open_session(load_game(name), day=DAY, seed=3, others=2), *tossed(name, seed=3, others=2))
        for _ in range(2)
    )
    assert first == second


def test_a_live_table_says_so():
    found = pipe("blackjack")
    assert found.returncode == 0
    assert found.stdout.startswith(
        "Blackjack. Live table: the cards come from the operating system's generator.\n"
    )
    assert found.stdout.endswith("You brought $500.00 and take home $500.00: as much as you brought.\n")


def test_a_street_is_asked_with_the_cards_that_lie_open():
    found = say(open_session(load_game("mississippi_stud"), day=DAY, seed=7, others=0), "5", "deal", "1", "1")
    asked = [line.partition(". ")[0] for line in found if "street: you hold" in line]
    assert asked == [
        "3rd street: you hold jack of diamonds, queen of hearts",
        "4th street: you hold jack of diamonds, queen of hearts; board: five of hearts, two face down",
        "5th street: you hold jack of diamonds, queen of hearts; "
        "board: five of hearts, three of hearts, one face down",
    ]


@pytest.mark.parametrize("name", game_ids())
def test_help_names_a_wager_of_the_game(name):
    found = "\n".join(say(open_session(load_game(name), day=DAY, seed=7, others=0), "help"))
    game = load_game(name)
    assert any(f"as '{wager_label(game, wager).lower()} 10'" in found for wager in game.offered)


def test_the_seal_is_told_with_the_position_from_which_the_round_is_dealt():
    answers = ("bet 10", "deal", *["stand"] * 3)
    found = say(open_session(load_game("blackjack"), day=DAY, seed=7, others=0), *answers)
    sealed = [line for line in found if "has sealed the cards" in line]
    assert sealed[0].endswith(", from position 0.")
    assert not sealed[1].endswith(", from position 0.")
    assert sealed[0].partition(", from")[0] == sealed[1].partition(", from")[0]


# -- answers that do not fit -----------------------------------------------------------------------


def poker(*answers, others=0):
    return say(open_session(load_game("three_card_poker"), day=DAY, seed=7, others=others), *answers)


def test_a_wrong_answer_repeats_the_question_and_changes_nothing():
    lines = poker("ante 5", "deal", "bla", "", "raise", "play", "quit")
    question = "You hold a straight flush to the five. Fold or play for $5.00?"
    assert lines.count(question) == 4
    assert "Say fold or play, or advice, cards, history, pays, rules, buy, quit or help." in lines
    assert lines[-1] == "You brought $500.00 and take home $535.00: $35.00 more."


def test_a_refusal_is_one_sentence_and_the_chips_stay():
    lines = poker("ante 3", "bonus 1", "deal", "ante 900", "rebet", "quit")
    told = [
        line
        for line in lines[lines.index("Dealer: Place your bets, please.") + 1 :]
        if "on the felt" not in line
    ]
    assert told == [
        "Ante takes $5.00 to $100.00, not $3.00.",
        "Bonus rides along: place Ante or Pair Plus on seat 1 first.",
        "No seat has a wager: there is nothing to deal for.",
        "Ante takes $5.00 to $100.00, not $900.00.",
        "There is no earlier wager to repeat: place one first.",
        "You cash out $500.00.",
        "You brought $500.00 and take home $500.00: as much as you brought.",
    ]


def test_a_decision_that_chips_do_not_cover_is_refused_until_more_are_bought():
    session = open_session(load_game("three_card_poker"), day=DAY, seed=5, others=0)
    bets = [*["ante 100", "pair plus 100", "deal", "fold"] * 2, "ante 60", "deal"]
    lines = say(session, *bets, "play", "buy 20", "play", "quit")
    assert "$60.00 is needed and the player has $40.00 in chips: buy in, or do not 'play'." in lines
    assert "You: play, $60.00 more." in lines
    assert lines[-1].startswith("You brought $520.00 and take home ")


def test_chips_for_nothing_are_refused():
    lines = poker("buy 0", "buy 0.001", "quit")
    assert lines.count("Chips are bought for whole cents, and for more than none.") == 2
    assert lines[-1] == "You brought $500.00 and take home $500.00: as much as you brought."


def test_running_out_of_chips_offers_a_buy_in():
    session = open_session(load_game("three_card_poker"), day=DAY, seed=5, others=0)
    lines = say(
        session, *["ante 100", "pair plus 100", "deal", "fold"] * 2, "ante 100", "deal", "fold", "buy", "quit"
    )
    assert "Your chips are not enough for a wager: buy $500.00 more, or quit." in lines
    assert lines[-1] == "You brought $1,000.00 and take home $500.00: $500.00 less."


def test_leaving_in_a_round_asks_once_and_adds_no_money():
    lines = poker("ante 5", "deal", "quit", "no", "quit", "yes")
    assert lines.count("A round is open: if you leave, you fold. Leave? Yes or no?") == 2
    assert "You: fold." in lines
    assert lines[-1] == "You brought $500.00 and take home $495.00: $5.00 less."


@pytest.mark.parametrize("answers", [(), ("ante 5",), ("ante 5", "deal"), ("ante 5", "deal", "quit")])
def test_the_end_of_the_answers_is_a_polite_leaving(answers):
    lines = poker(*answers)
    assert lines[-1].startswith("You brought $500.00 and take home ")
    assert parse_dollars(HOME.search(lines[-1])[2]) >= CHIPS - 5_000_000


def test_everything_can_be_asked_for():
    lines = poker(
        "help", "rules", "pays", "history", "ante 5", "deal", "cards", "advice", "history", "p", "h", "quit"
    )
    text = "\n".join(lines)
    assert load_game("three_card_poker").rules[0] in lines
    assert "Ante, Ante A: straight flush 5 to 1; three of a kind 4 to 1; straight 1 to 1." in lines
    assert "No round has been played yet." in lines
    assert (
        "Your cards: five of hearts, three of hearts, four of hearts (a straight flush to the five)." in lines
    )
    assert "Worth of the round, for each dollar of Ante." in lines
    assert re.search(r"^Play: \d\.\d{4}, best\.$", text, re.MULTILINE)
    assert "Round 1: +$35.00." in lines


def test_others_are_heard_and_their_nets_told():
    lines = poker("ante 5", "deal", "play", "quit", others=2)
    assert [line for line in lines if line.startswith(("Ada takes", "Ben takes"))] == [
        "Ada takes seat 1.",
        "Ben takes seat 3.",
    ]
    assert "Ada: play, $10.00 more." in lines
    assert [line.split()[0] for line in lines if re.match(r"(Ada|Ben) (wins|loses|breaks)", line)] == [
        "Ada",
        "Ben",
    ]


def test_a_split_hand_is_named_when_it_is_asked_about():
    session = open_session(load_game("blackjack"), day=DAY, seed=3, others=0)
    lines = say(session, "bet 10", "deal", "split", "stand", "stand", "stand", "stand", "quit")
    assert any(re.match(r"Hand 1 of 2, jack of spades, \w+ of \w+, \d+\. Stand", line) for line in lines)
    assert any(line.startswith("Hand 2 of 2, ten of spades, ") for line in lines)
    assert any(line.startswith("Your 2nd hand: ") for line in lines)


# -- the streams -----------------------------------------------------------------------------------


def test_bytes_that_are_no_text_are_only_a_wrong_answer():
    found = subprocess.run(
        [*PROGRAM, "play", "three_card_poker", "--random-seed", "7"],
        input=b"\xff\xfe\nante 5\ndeal\nplay\nquit\n",
        capture_output=True,
        timeout=PATIENCE_SECONDS,
        env=environment(),
        check=False,
    )
    assert found.returncode == 0
    assert found.stdout.endswith(b"take home $535.00: $35.00 more.\n")


def test_an_interrupt_ends_with_whole_lines_and_status_130():
    process = subprocess.Popen(
        [*PROGRAM, "play", "three_card_poker", "--random-seed", "7"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        preexec_fn=hear_ctrl_c,
    )
    said = ""
    while "Your wagers?" not in said:
        said += process.stdout.readline()
    process.send_signal(signal.SIGINT)
    rest, complaint = process.communicate(timeout=PATIENCE_SECONDS)
    assert (process.returncode, rest) == (130, "")
    assert "Traceback" not in complaint


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--players", "8"], "--players: 1 to 7 sit at the table, you among them, not 8"),
        (["--players", "x"], "--players: write a whole number, not 'x'"),
        (["--random-seed", "-1"], "--random-seed: write a whole number, not '-1'"),
        (["--bankroll", "lots"], "--bankroll: cannot read the amount 'lots'"),
        (["--bankroll", "99999999"], "--bankroll: a table sells at most $10,000,000.00 in chips"),
        (["--bankroll", "0"], "chips are bought for whole cents, and for more than none"),
        (["--date", "today"], "--date: write a day as 2024-06-14, not 'today'"),
        (["--date", "1990-01-01"], "Washington State had no rule for this on 1990-01-01"),
        (["--paytable", "Ante Z"], "unknown paytable 'Ante Z'; did you mean 'Ante "),
        (["--setting", "nothing"], "--setting: write it as name=value, not 'nothing'"),
    ],
)
def test_words_that_cannot_be_used_are_one_line(pitboss, words, complaint):
    found = pitboss("play", "three_card_poker", "--plain", *words)
    assert found.status == 2
    assert found.err.startswith(f"pitboss: {complaint}")
    assert found.err.count("\n") == 1


def test_paytables_settings_and_the_day_reach_the_table(pitboss, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("pays\nquit\n"))
    words = (
        "--paytable",
        "TCP-09",
        "--setting",
        "ante_mandatory=true",
        "--date",
        "2020-01-01",
        "--bankroll",
        "$1,000",
    )
    found = pitboss("play", "three_card_poker", "--random-seed", "1", *words)
    assert found.status == 0
    assert "Ante, Ante C: straight flush 4 to 1;" in found.out
    assert "Pair Plus takes $5.00 to $100.00 in steps of $1.00, beside another wager." in found.out
    assert found.out.endswith("You brought $1,000.00 and take home $1,000.00: as much as you brought.\n")
