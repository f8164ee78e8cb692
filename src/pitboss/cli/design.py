"""`pitboss design` and `vulnerability`: paytables that meet a target, and what a seen card is worth."""

from __future__ import annotations

from typing import Annotated

from pitboss.base.error import InputError
from pitboss.cli.option import (
    AsJson,
    Contribution,
    GameName,
    MeterSeed,
    Players,
    Reserve,
    Settings,
    choose_game,
    complete_wager,
    read_asked,
    read_number,
    word,
)
from pitboss.cli.paper import Out, check_endings, say_paper
from pitboss.cli.screen import working

WagerName = Annotated[
    str, word("The wager whose paytable is searched.", "W", "--wager", complete=complete_wager)
]
Advantage = Annotated[
    str | None, word("House advantage: '5%..7%', '..6%', or '2.32%' as it would be printed.", "RANGE")
]
Hit = Annotated[str | None, word("Hit frequency: '20%..'.", "RANGE")]
Volatility = Annotated[str | None, word("Volatility index: '..30'.", "RANGE")]
Like = Annotated[
    str | None,
    word(
        "The table that others are held against: a paytable, or pays as '40,30,6,4,1'. Default: the "
        "first that is printed.",
        "TABLE",
    ),
]
Lines = Annotated[
    list[str] | None,
    word(
        "Pays to try on a line: 'straight_flush=30..50', '3..5/0.5' by steps, '30,40', '40', 'push', or "
        "'none' to leave an optional line out; may be repeated. Default: half to twice what is printed.",
        "LINE=PAYS",
        "--line",
    ),
]
Most = Annotated[str, word("List at most N tables.", "N")]
Order = Annotated[
    str,
    word(
        "'nearest': fewest lines changed, then the smallest relative changes; 'advantage': nearest to "
        "the middle asked; 'calmest': the smallest deviation.",
        "ORDER",
        "--sort",
    ),
]
Jackpot = Annotated[
    str | None,
    word(
        "Search the terms of a progressive, not its pays: dollars as '5000..8000'. Then --meter-seed, "
        "--contribution and --reserve are what is tried: '500..2000/500', '10%,12%' or one value.",
        "RANGE",
        "--average-jackpot",
    ),
]
Envy = Annotated[
    str | None, word("With --average-jackpot: envy to try, in percent of the print, '50%..150%/50%'.", "%")
]
Edge = Annotated[bool, word("Allow tables that favour the player.", None, "--player-edge")]


def design(
    game: GameName,
    wager: WagerName,
    advantage: Advantage = None,
    hit: Hit = None,
    volatility: Volatility = None,
    like: Like = None,
    line: Lines = None,
    most: Most = "20",
    sort: Order = "nearest",
    player_edge: Edge = False,
    players: Players = None,
    meter_seed: MeterSeed = None,
    contribution: Contribution = None,
    reserve: Reserve = None,
    average_jackpot: Jackpot = None,
    envy: Envy = None,
    setting: Settings = None,
    out: Out = None,
    json: AsJson = False,
) -> None:
    """Find paytables that meet a target.

    All tables of the wager's shape in which a better hand never pays less, counted; the nearest to a table,
    ranked; and what each line moves. Exact: where pays change best play, it is found anew for each table.
    """
    check_endings(out)
    chosen, number = choose_game(game, setting), read_number("--most", most)
    with working("Searching") as progress:
        from pitboss.audit.design import make_design, make_meter_design
        from pitboss.base.error import find_name
        from pitboss.design.meter_terms import MeterTargets
        from pitboss.design.search import By
        from pitboss.design.target import ANY, Targets, parse_span
        from pitboss.reports.design_sheet import design_paper, meter_design_paper

        spans = [parse_span(text) if text is not None else ANY for text in (advantage, hit, volatility)]
        if average_jackpot is not None:
            terms = make_meter_design(
                chosen,
                wager,
                MeterTargets(spans[0], parse_span(average_jackpot)),
                like=like,
                seed=one_text("--meter-seed", meter_seed),
                contribution=one_text("--contribution", contribution),
                reserve=one_text("--reserve", reserve),
                envy=envy,
                players=read_number("--players", players) if players is not None else None,
                most=number,
            )
            paper = meter_design_paper(terms)
        else:
            found = make_design(
                chosen,
                wager,
                Targets(spans[0], spans[1], spans[2], player_edge),
                like=like,
                lines=line or (),
                most=number,
                by=By(find_name("order", sort, list(By))),
                asked=read_asked(
                    players=players, meter=None, seed=meter_seed, contribution=contribution, reserve=reserve
                ),
                progress=progress,
            )
            paper = design_paper(found)
    say_paper(paper, out=out, json=json)


def one_text(about: str, texts: list[str] | None) -> str | None:
    if texts and len(texts) > 1:
        raise InputError(f"{about}: give all that is to be tried at once, as '500..2000/500'")
    return texts[0] if texts else None


# -- what a seen card is worth ---------------------------------------------------------------------


MOST_DEAD = 6
MOST_PLAYERS = 7

Paytables = Annotated[
    list[str] | None,
    word("A paytable of the base wager; may be repeated. Default: the first.", "ID", "--paytable"),
]
Dead = Annotated[str, word("Up to N cards of other players are known.", "N", "--others")]
Colluders = Annotated[
    str, word("A table of N players who tell each other all their cards.", "N", "--players")
]
Thorough = Annotated[
    bool, word("Count leaks that take many minutes, too, and sample ten times as much.", None, "--thorough")
]
Seed = Annotated[
    str, word("Of the generator that draws known cards where all are too many.", "N", "--random-seed")
]


def vulnerability(
    game: GameName,
    paytable: Paytables = None,
    others: Dead = "2",
    players: Colluders = "6",
    thorough: Thorough = False,
    random_seed: Seed = "1",
    setting: Settings = None,
    out: Out = None,
    json: AsJson = False,
) -> None:
    """Count what a seen card is worth.

    Cards of the dealer or of the board, the card to be drawn, cards of other players: best play with them
    less best play without, exactly. A whole table's cards are sampled, with an interval. What would take
    too long is named.
    """
    check_endings(out)
    chosen = choose_game(game, setting)
    dead = read_number("--others", others)
    if dead > MOST_DEAD:
        raise InputError(f"--others: at most {MOST_DEAD} cards, not {dead}")
    table = read_number("--players", players)
    if table > MOST_PLAYERS:
        raise InputError(f"--players: at most {MOST_PLAYERS}, not {table}")
    with working("Counting") as progress:
        from pitboss.audit.design import make_vulnerability
        from pitboss.reports.design_sheet import vulnerability_paper

        found = make_vulnerability(
            chosen,
            paytable or (),
            most_dead=dead,
            players=table,
            is_thorough=thorough,
            seed=read_number("--random-seed", random_seed),
            progress=progress,
        )
    say_paper(vulnerability_paper(found), out=out, json=json)
