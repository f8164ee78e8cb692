"""Links: which tables may feed one meter together.

A progressive stands alone at one table, links tables of one game, or links several games. The last needs
proof that every game on it wins the same meter with the same hand at the same chance (WAC
230-15-685(6)): the exact analysis of each game gives it, and nothing else is believed.
"""

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from enum import StrEnum
from fractions import Fraction
from itertools import zip_longest

from pitboss.base.figure import format_fraction
from pitboss.base.money import MICROS, format_dollars
from pitboss.jackpot.chance import MeterAward, meter_awards, paytable_of
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.regulation import Regulation, find_rule, regulation
from pitboss.jackpot.terms import Terms
from pitboss.rules import load_game

Prove = Callable[[Terms, str], Sequence[MeterAward]]
"""What wins from the meters in a game of the terms, with exact chances."""


class LinkKind(StrEnum):
    STAND_ALONE = "stand-alone"
    SAME_GAME = "same-game link"
    MULTI_GAME = "multi-game link"


def link_kind(terms: Terms) -> LinkKind:
    if len(terms.paytables) > 1:
        return LinkKind.MULTI_GAME
    return LinkKind.SAME_GAME if len(terms.tables) > 1 else LinkKind.STAND_ALONE


def check_link(
    terms: Terms,
    others: Iterable[Terms],
    day: date,
    *,
    prove: Prove = meter_awards,
    rules: Regulation | None = None,
) -> None:
    """The tables may be linked as the terms say; several games are analysed, one game is not."""
    check_location(terms)
    check_displays(terms)
    check_makers(terms)
    if link_kind(terms) is not LinkKind.MULTI_GAME:
        return
    rules = rules or regulation()
    check_games(terms)
    check_one_progressive(terms, others, day, rules)
    check_awards(terms, day, prove=prove, rules=rules)
    check_printed(terms)


def check_awards(
    terms: Terms, day: date, *, prove: Prove = meter_awards, rules: Regulation | None = None
) -> None:
    """What wins from the meters, by the analysis of every game: often enough, and alike in all of them."""
    if not terms.paytables:
        raise RefusedError(f"{terms.id}: name its game and the paytable")
    for game in terms.paytables:
        check_wager(terms, game)
    first, *rest = [prove(terms, game) for game in terms.paytables]
    for found in (first, *rest):
        check_rarity(terms, found, day, rules or regulation())
    for found in rest:
        check_alike(terms, first, found)


def check_wager(terms: Terms, game_id: str) -> None:
    """Where the rules of a game say what is wagered, the denomination is that."""
    game = load_game(game_id)
    fixed = game.wagers[paytable_of(terms, game_id).wager].dollars * MICROS
    if fixed and terms.wager_micros != fixed:
        one, rule = format_dollars(terms.wager_micros), format_dollars(fixed)
        raise RefusedError(f"{terms.id}: a wager of {one} is none of {game.name}, where it is {rule}")


# -- the tables ------------------------------------------------------------------------------------


def check_location(terms: Terms) -> None:
    """A link stays in one licensed location (WAC 230-15-685(5), (6))."""
    for table in terms.tables:
        where = terms.at(table).location
        if where != terms.location:
            raise RefusedError(
                f"{terms.id} is of {terms.location}, and {table} stands in {where}: "
                "a link stays in one licensed location"
            )


def check_displays(terms: Terms) -> None:
    """The amount is posted at every table (WAC 230-15-685(2))."""
    for table in terms.tables:
        if not terms.at(table).has_display:
            raise RefusedError(f"{terms.id}: {table} has no meter on display: hang one there first")


def check_makers(terms: Terms) -> None:
    """Equipment of several makers has been tested together, and the approval says so (685(7))."""
    makers = sorted({maker for table in terms.tables if (maker := terms.at(table).maker)})
    if len(makers) > 1 and not terms.interoperability.strip():
        raise RefusedError(
            f"{terms.id} links equipment of {' and '.join(makers)}: give the number of its "
            "interoperability approval"
        )


# -- several games ---------------------------------------------------------------------------------


def check_games(terms: Terms) -> None:
    """Where there are several games, every table says which it deals, and every game is dealt."""
    for table in terms.tables:
        game = terms.at(table).game
        if game not in terms.paytables:
            known = ", ".join(terms.paytables)
            wrong = f"{game!r} has no paytable here" if game else "it does not say"
            raise RefusedError(f"{terms.id}: which game is dealt at {table}? {wrong}; there are {known}")
    dealt = {terms.at(table).game for table in terms.tables}
    for game in terms.paytables:
        if game not in dealt:
            raise RefusedError(f"{terms.id}: no table deals {game}: take its paytable off the link")


def check_one_progressive(terms: Terms, others: Iterable[Terms], day: date, rules: Regulation) -> None:
    """While the rule is on, a game is on one cross-game link of a location and not on two."""
    rule = find_rule(rules.one_progressive_per_game, day)
    if rule is None or not rule.is_on:
        return
    for other in others:
        if other.id == terms.id or other.location != terms.location:
            continue
        shared = sorted(set(other.paytables) & set(terms.paytables))
        if link_kind(other) is LinkKind.MULTI_GAME and shared:
            raise RefusedError(
                f"{shared[0]} is on the cross-game link {other.id} already, and a game may be on one only "
                f"(since {rule.since}: {rule.source})"
            )


def check_printed(terms: Terms) -> None:
    """Several games are linked by paytables that are printed for that; others are for one game."""
    for game, name in terms.paytables.items():
        if not paytable_of(terms, game).links_games:
            raise RefusedError(
                f"{terms.id}: {name} is printed for one table or tables of one game: "
                "a link of several games needs a paytable that is printed for one"
            )


def check_rarity(terms: Terms, awards: Sequence[MeterAward], day: date, rules: Regulation) -> None:
    """Nobody is asked to play for what is as good as impossible (NJ 13:69D-1.52(e)4)."""
    rule = find_rule(rules.longest_odds, day)
    for award in awards:
        if rule and award.chance < Fraction(1, rule.one_in):
            raise RefusedError(
                f"{terms.id}: {award.name} of {award.game} wins {level_words(award.level)} with a chance of "
                f"{format_fraction(award.chance)}, which is rarer than one in {rule.one_in:,}"
            )


def check_alike(terms: Terms, one: Sequence[MeterAward], other: Sequence[MeterAward]) -> None:
    """Every award is won by the same hand, for the same share, at the same chance."""
    for mine, theirs in zip_longest(sort_awards(one), sort_awards(other)):
        if mine is None or theirs is None:
            extra = mine or theirs
            lacking = (other if mine else one)[0].game
            raise RefusedError(
                f"{terms.id}: {won_by(extra)}, and in {lacking} it does not: "
                "a link of several games needs the same winning hands"
            )
        if (mine.level, mine.hand, mine.share) != (theirs.level, theirs.hand, theirs.share):
            raise RefusedError(
                f"{terms.id}: {won_by(mine)}, {won_by(theirs)}: "
                "a link of several games needs the same winning hand"
            )
        if mine.chance != theirs.chance:
            raise RefusedError(
                f"{terms.id}: {mine.name} has a chance of {format_fraction(mine.chance)} in {mine.game} and "
                f"of {format_fraction(theirs.chance)} in {theirs.game}: "
                "a link of several games needs the same probability"
            )


def sort_awards(awards: Sequence[MeterAward]) -> list[MeterAward]:
    return sorted(awards, key=lambda award: (award.level, -award.share, award.hand))


def won_by(award: MeterAward) -> str:
    share = "" if award.share == 1 else f"{award.share * 100}% of "
    chance = format_fraction(award.chance)
    return f"in {award.game} {award.name} wins {share}{level_words(award.level)} with a chance of {chance}"


def level_words(level: str) -> str:
    return f"the {level} meter" if level else "the meter"
