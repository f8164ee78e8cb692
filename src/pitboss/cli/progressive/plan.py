"""`pitboss progressive plan`: a progressive on paper, before it is set up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.base.error import InputError
from pitboss.cli.option import (
    AsJson,
    Contribution,
    MeterSeed,
    Reserve,
    read_asked,
    read_dollars,
    read_number,
    read_rate,
)
from pitboss.cli.paper import Out, check_endings, say_paper
from pitboss.cli.progressive.advice import Hours, Rounds, read_terms
from pitboss.cli.screen import working

if TYPE_CHECKING:
    from pitboss.design.plan import Traffic

PaytableName = Annotated[
    str | None, typer.Argument(metavar="PAYTABLE", help="A paytable with a meter, of any game.")
]
TermsFile = Annotated[
    str | None, typer.Option("--terms", metavar="FILE", help="The progressive of this file of terms instead.")
]
Tables = Annotated[
    str | None, typer.Option(metavar="N", help="Tables on the link. Default 1, or those of the file.")
]
Players = Annotated[str, typer.Option(metavar="N", help="Players at each table.")]
Share = Annotated[str, typer.Option(metavar="%", help="How many of the players bet the progressive.")]
Cap = Annotated[str | None, typer.Option(metavar="$", help="Where the meter stops.")]
FromMeter = Annotated[
    bool, typer.Option("--all-from-meter", help="Fixed awards come off the meter, not from the tray.")
]
Scale = Annotated[
    bool,
    typer.Option(
        "--scale", help="Instead: what ten tables to a million seats take and do, measured and played."
    ),
]


def plan(
    paytable: PaytableName = None,
    terms: TermsFile = None,
    tables: Tables = None,
    rounds: Rounds = "40",
    hours: Hours = "24",
    players: Players = "7",
    share: Share = "100%",
    meter_seed: MeterSeed = None,
    contribution: Contribution = None,
    reserve: Reserve = None,
    cap: Cap = None,
    all_from_meter: FromMeter = False,
    scale: Scale = False,
    out: Out = None,
    json: AsJson = False,
) -> None:
    """Plan a progressive before it is set up.

    The amount at a hit, the time between hits, back-to-back hits, the cash it takes, the cost of its seed,
    the player's edge at each meter, the chance of running dry, and what linking tables saves. Nothing is
    simulated: figures are exact, or bounds that are proved, or say to how
    many digits they hold.
    """
    check_endings(out)
    if scale:
        with working("Playing floors"):
            from pitboss.reports.plan_scale import scale_paper

            large = scale_paper()
        say_paper(large, out=out, json=json)
        return
    if paytable is not None and terms is not None:
        raise InputError(f"the file names its paytables: leave out {paytable!r}, or --terms")
    if paytable is None and terms is None:
        raise InputError("name a paytable with a meter, or give a file with --terms")
    asked = read_asked(players=None, meter=None, seed=meter_seed, contribution=contribution, reserve=reserve)
    traffic = read_traffic(tables, rounds, hours, players, share)
    with working("Planning") as progress:
        from pitboss.audit.plan import find_meter_table, plan_for, table_terms
        from pitboss.reports.plan_page import plan_paper

        if terms is not None:
            if asked.about_meters or cap is not None or all_from_meter:
                raise InputError("the file has the terms: change them there")
            found = read_terms(terms)
            traffic = read_traffic(tables or str(len(found.tables)), rounds, hours, players, share)
        else:
            assert paytable is not None
            limit = read_dollars(cap) if cap is not None else None
            named = find_meter_table(paytable)
            found = table_terms(
                *named, asked, tables=traffic.tables, cap=limit, all_from_meter=all_from_meter
            )
        made = plan_for(found, traffic, progress)
        paper = plan_paper(made, with_plots=out is not None)
    say_paper(paper, out=out, json=json)


def read_traffic(tables: str | None, rounds: str, hours: str, players: str, share: str) -> Traffic:
    from pitboss.design.plan import Traffic

    return Traffic(
        read_number("--tables", tables or "1"),
        read_number("--rounds", rounds),
        read_number("--hours", hours),
        read_number("--players", players),
        read_rate(share),
    )
