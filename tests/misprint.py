"""Games of the catalogue with paytables and prints that nobody ever printed."""

from dataclasses import replace

from pitboss.audit.finding import audit_table
from pitboss.base.odds import parse_pay
from pitboss.rules import load_game


def invent(game_name, table_name, *, pays=None, printed=None, **changes):
    """The game and its paytable with other pays and other figures printed beside it."""
    game = load_game(game_name)
    table = game.paytables[table_name]
    if pays is not None:
        changes["pays"] = {
            line: parse_pay(pay) for line, pay in zip(table.pays, pays.split(","), strict=True)
        }
    table = replace(table, printed=printed or {}, also_in=(), **changes)
    return replace(game, paytables={**game.paytables, table.id: table}, designators={}), table


def judge_print(game_name, table_name, figure, text, **changes):
    """The one finding about one printed figure."""
    printed = {figure: text} | changes.pop("beside", {})
    findings = audit_table(*invent(game_name, table_name, printed=printed, **changes))
    return next(finding for finding in findings if finding.figure == figure)
