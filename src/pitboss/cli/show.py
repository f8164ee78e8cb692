"""`pitboss games`, `show`, `audit`: the catalogue, a game's definition, printed figures beside exact ones."""

from __future__ import annotations

import time
from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.base.error import InputError
from pitboss.cli.option import AsJson, GameName, Settings, argument, choose_game, complete_game, word
from pitboss.cli.screen import say, say_json, say_page, say_sheet, working
from pitboss.reports.game_sheet import (
    catalogue_data,
    catalogue_page,
    falling_warnings,
    game_data,
    game_page,
    warning_block,
)
from pitboss.rules import Game, game_ids, load_game

if TYPE_CHECKING:
    from pitboss.audit.finding import Finding

Check = Annotated[
    bool,
    word(
        "Analyse every paytable and warn where the player has the edge. Takes seconds.",
        None,
        "--check/--no-check",
    ),
]


def show(game: GameName, setting: Settings = None, check: Check = False, json: AsJson = False) -> None:
    """Show the rules and paytables of a game.

    Also its wagers, settings and sources, and warnings: a better hand that pays less and, with
    --check, a paytable that favours the player.
    """
    chosen = choose_game(game, setting)
    if json:
        warnings = find_warnings(chosen, check=check)
        say_json(game_data(chosen) | {"warnings": list(warnings)})
    else:
        say_page(game_page(chosen))
        say_page(warning_block(find_warnings(chosen, check=check)), goes_on=True)


def find_warnings(game: Game, *, check: bool) -> list[str]:
    falling = list(falling_warnings(game))
    if not check:
        return falling
    with working("Looking for a player's edge") as progress:
        from pitboss.audit.finding import edge_warnings

        return falling + list(edge_warnings(game, progress=progress))


def games(json: AsJson = False) -> None:
    """List the games of the catalogue."""
    found = [load_game(name) for name in game_ids()]
    say_sheet(catalogue_data, catalogue_page, found, json=json)


# -- the audit -------------------------------------------------------------------------------------


UNEXPLAINED = 1


class AuditForm(StrEnum):
    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"
    CSV = "csv"
    HTML = "html"


Games = Annotated[list[str] | None, argument("Games to audit. Default: all.", "GAME", complete=complete_game)]
Format = Annotated[AuditForm | None, word("The form of the report. Default: text.", None, "--format")]


Everything = Annotated[
    bool, word("Also the advantage of paytables beside which nothing is printed.", None, "--all")
]


def audit(
    games: Games = None, everything: Everything = False, form: Format = None, json: AsJson = False
) -> None:
    """Check every figure printed in the documents.

    Each is derived again and judged: it agrees, is rounded otherwise, is implied by assumptions that
    are not printed, disagrees, or cannot be derived. The exit status is 1 if one is left unexplained.
    """
    if json and form not in (None, AuditForm.JSON):
        raise InputError("--json and another --format do not go together; leave one out")
    ids = list(dict.fromkeys(load_game(name).id for name in games or ()))
    start = time.perf_counter()
    with working("Auditing") as progress:
        from pitboss.audit.finding import audit as find_all

        findings = find_all(ids or None, everything=everything, progress=progress)
    say_findings(
        findings, AuditForm.JSON if json else form or AuditForm.TEXT, seconds=time.perf_counter() - start
    )
    if not all(finding.is_explained for finding in findings):
        raise typer.Exit(UNEXPLAINED)


def say_findings(findings: Sequence[Finding], form: AuditForm, *, seconds: float) -> None:
    from pitboss.reports.audit_sheet import FIELDS, audit_data, audit_page
    from pitboss.reports.form import format_csv, format_html, format_markdown

    match form:
        case AuditForm.TEXT:
            say_page(audit_page(findings, seconds=seconds))
        case AuditForm.JSON:
            say_json(audit_data(findings))
        case AuditForm.MARKDOWN:
            say(format_markdown(audit_page(findings)))
        case AuditForm.CSV:
            say(format_csv(FIELDS, audit_data(findings)))
        case AuditForm.HTML:
            say(format_html(audit_page(findings), title="Audit of printed figures"))
