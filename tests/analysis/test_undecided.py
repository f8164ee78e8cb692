"""Games without decisions: dealt out once, and settled for any wagers and pays as the walker settles them."""

from collections.abc import Generator
from dataclasses import replace
from fractions import Fraction

import pytest

from pitboss.analysis.analysis import analyze, solve
from pitboss.analysis.undecided import deals_alike, find_ends, settle_ends
from pitboss.analysis.walker import walk
from pitboss.base.error import PlanError
from pitboss.cards import Card, Deck
from pitboss.rules import Draw, Face, Round, Step, load_game

SMALL = Deck(tuple((Card(rank, 0), copies) for rank, copies in ((3, 2), (4, 1), (9, 2), (13, 2), (14, 1))))
GAME = load_game("baccarat").with_deck(SMALL)


@pytest.mark.parametrize("wagers", [("banker",), ("player", "tie", "banker_dragon")], ids=",".join)
@pytest.mark.parametrize("tables", [(), ("Banker EZ", "DB LA Banker")], ids=["first", "others"])
def test_wagers_come_together_to_what_the_walker_says(
    wagers: tuple[str, ...], tables: tuple[str, ...]
) -> None:
    game = GAME
    for table in tables:
        game = game.with_paytable(table)
    found, walked = settle_ends(game, wagers), walk(game, wagers)
    assert {wager: tally.chances() for wager, tally in found.tallies.items()} == {
        wager: tally.chances() for wager, tally in walked.tallies.items()
    }
    total = sum(walked.joint.values())
    chances = {joint: Fraction(ways, total) for joint, ways in walked.joint.items()}
    assert {
        joint: Fraction(ways, sum(found.joint.values())) for joint, ways in found.joint.items()
    } == chances


def test_all_wagers_and_pays_share_one_deal() -> None:
    find_ends.cache_clear()
    for wager in GAME.wagers:
        for table in GAME.tables_for(wager):
            solve(GAME.with_paytable(table.id), (wager,))
    assert find_ends.cache_info().misses == 1


def no_draws_beside_a_tie(table: Round) -> Generator[Step, None, None]:
    """Nobody draws a third card where a Tie was wagered on."""
    if not table.places[0].has("tie"):
        yield from GAME.procedure(table)
        return
    for _ in range(2):
        yield Draw("player", 1, Face.UP)
        yield Draw("banker", 1, Face.UP)


def test_a_game_that_deals_by_what_was_wagered_is_walked_for_each_wager() -> None:
    game = replace(GAME, procedure=no_draws_beside_a_tie)
    assert not deals_alike(game, ("player",))
    expected = {wager: walk(game, (wager,)).tallies[wager].chances() for wager in ("player", "tie")}
    assert {wager: analyze(game, wager).figures.tally.chances() for wager in expected} == expected  # type: ignore[union-attr]


def test_hands_that_are_not_alike_are_found_out_though_the_first_pays_do_not_tell_them_apart() -> None:
    """By its points alone a hand does not say whether a seven was made of three cards."""
    game = replace(GAME, alike=lambda cards: sum(min(card.rank, 10) for card in cards) % 10)
    with pytest.raises(PlanError):
        settle_ends(game, ("player",))
