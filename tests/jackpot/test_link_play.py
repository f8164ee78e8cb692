"""Every kind of link, set up with the manager and played at its tables: one meter, and who may feed it."""

from itertools import combinations

import pytest
from ledger_room import OFFICE

from pitboss.base.money import MICROS
from pitboss.house.manager import GameManager
from pitboss.house.progressive import set_up
from pitboss.house.tableside import open_tableside
from pitboss.jackpot.controller import command, event
from pitboss.jackpot.link import LinkKind, link_kind
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.request import Switch
from pitboss.jackpot.terms import Installation, LevelTerms, Terms
from pitboss.rules import game_ids, load_game
from pitboss.storage.memory import MemoryStore

NOW = 1_718_366_400_000_000
MISSISSIPPI, CARIBBEAN = "mississippi_stud", "caribbean_stud"
THREE_CARD, BLACKJACK = "three_card_poker", "blackjack"
LINKS = ["Link 01", "Link ML01", "Link ML03"]
RATE = 30_000


def make_terms(paytables, dealt):
    """A link of these games: `dealt` says what is dealt at each table."""
    game, paytable = next(iter(paytables.items()))
    names = dict.fromkeys(load_game(game).paytables[paytable].levels)
    levels = tuple(LevelTerms(name, 1_000 * MICROS, RATE) for name in names)
    installed = {table: Installation(game=one) for table, one in dealt.items()}
    return Terms("link", paytables, tuple(dealt), levels, installed=installed)


def open_link(terms):
    manager = GameManager(MemoryStore(), lambda: NOW)
    set_up(manager, terms, id_="terms", by=OFFICE)
    manager.ask(Switch("open", OFFICE, terms.id, True))
    return manager


def play(manager, terms, line):
    """A dollar at seats 1 and 2 of every table; at the first table the hand wins."""
    sides = [open_tableside(manager, table, 7, load_game(terms.at(table).game)) for table in terms.tables]
    for side in sides:
        for seat in (1, 2):
            side.do(command.PlaceWager(seat, MICROS))
        side.do(command.CountWagers("dan"))
    fed = 2 * len(sides) * RATE
    for level in terms.levels:
        assert manager.floor.meter(terms.id, level.name) == level.seed_micros + fed
    (posted,) = [
        one for one in sides[0].do(command.PressHand(2, line, "", "dan")) if isinstance(one, event.WinPosted)
    ]
    assert posted.micros == (terms.levels[0].seed_micros + fed) // 10_000 * 10_000
    for step in (command.OpenJackpot(2), command.ConfirmWin("sue")):
        sides[0].do(step)
    for side in sides:
        assert any(isinstance(one, event.RoundEnded) for one in side.do(command.EndRound("dan")))


# -- links of catalogue games ----------------------------------------------------------------------------


@pytest.mark.parametrize("tables", [1, 3])
@pytest.mark.parametrize(
    ("game", "paytable", "line"),
    [
        (THREE_CARD, "TCP Progressive 1", "akq_spades"),
        (THREE_CARD, "TCP Progressive 2", "akq_spades"),
        (MISSISSIPPI, "MS Stud-01", "royal_flush"),
        (MISSISSIPPI, "MS Stud Quick Hit 01", "straight_flush"),
        (MISSISSIPPI, "Link 01", "royal_flush"),
        (MISSISSIPPI, "Link ML01", "royal_flush"),
        (MISSISSIPPI, "Link ML03", "royal_flush"),
        (CARIBBEAN, "Link 01", "royal_flush"),
        (CARIBBEAN, "Link ML01", "royal_flush"),
        (CARIBBEAN, "Link ML03", "royal_flush"),
        (BLACKJACK, "Bet the Set 21 Progressive", "suited_four_of_a_kind"),
    ],
)
def test_every_progressive_of_the_catalogue_stands_alone_or_links_tables_of_its_game(
    game, paytable, line, tables
):
    terms = make_terms({game: paytable}, {f"T{number}": game for number in range(1, tables + 1)})
    assert link_kind(terms) is (LinkKind.SAME_GAME if tables > 1 else LinkKind.STAND_ALONE)
    play(open_link(terms), terms, line)


def progressives():
    """Every paytable of the catalogue with a meter."""
    return [
        (game.id, name)
        for game in map(load_game, game_ids())
        for name, table in game.paytables.items()
        if table.levels
    ]


def pairs():
    """Any two of different games, unless it is a paytable of the link at both."""
    return [
        pytest.param(one, other, id=f"{one[0]} {one[1]} and {other[0]} {other[1]}")
        for one, other in combinations(progressives(), 2)
        if one[0] != other[0] and (one[1] != other[1] or one[1] not in LINKS)
    ]


@pytest.mark.parametrize(("one", "other"), pairs())
def test_no_other_two_games_are_linked_and_the_refusal_says_why(one, other):
    """Both games are named with their hands, or the paytable that has other levels or is for one game."""
    terms = make_terms(dict((one, other)), {"T1": one[0], "T2": other[0]})
    with pytest.raises(RefusedError) as refused:
        open_link(terms)
    text = str(refused.value)
    if set(load_game(one[0]).paytables[one[1]].levels) != set(load_game(other[0]).paytables[other[1]].levels):
        assert "has the levels" in text
    elif {one[1], other[1]} == {"MS Stud-01", "Link 01"}:
        assert "MS Stud-01 is printed for one table or tables of one game" in text
    else:
        for game in (one[0], other[0]):
            assert load_game(game).name in text


# -- several games -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("paytable", LINKS)
def test_an_accepted_link_of_two_five_card_games_has_one_meter_at_the_tables_of_both(paytable):
    """Proved from the catalogue's own games, at set-up and in the manager."""
    games = {MISSISSIPPI: paytable, CARIBBEAN: paytable}
    terms = make_terms(games, {"T1": MISSISSIPPI, "T2": CARIBBEAN, "T3": CARIBBEAN})
    assert link_kind(terms) is LinkKind.MULTI_GAME
    play(open_link(terms), terms, "royal_flush")


def test_both_games_of_a_link_read_one_paytable():
    """The file is shared: there is no second copy that could differ."""
    for paytable in LINKS:
        mississippi, caribbean = (load_game(game).paytables[paytable] for game in (MISSISSIPPI, CARIBBEAN))
        assert mississippi == caribbean
        assert mississippi.where.startswith("shared/five_card_link.toml:")
