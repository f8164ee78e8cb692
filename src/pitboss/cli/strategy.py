"""`pitboss strategy`: what each option is worth for a hand, or best play in words."""

from typing import Annotated

import typer

from pitboss.base.error import InputError
from pitboss.cli.option import AsCsv, AsJson, GameName, PaytableName, Settings, choose_game
from pitboss.cli.screen import say, say_json, say_page, working
from pitboss.strategy import USUAL_RULES

Hand = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[HAND]",
        help="Cards seen: your own, then others as they are opened: 'Qh 6d 4c', 'Ah Kd 9c 5s 2d / 9h'.",
    ),
]
MostRules = Annotated[int, typer.Option("--rules", metavar="N", help="At most N rules a question.")]
Errors = Annotated[bool, typer.Option("--errors", help="What usual errors of players cost, instead.")]
MOST_RULES = 100


def check_rules(rules: int) -> None:
    if not 2 <= rules <= MOST_RULES:
        raise InputError(f"--rules is a number from 2 to {MOST_RULES}, not {rules}")


def strategy(
    game: GameName,
    hand: Hand = None,
    paytable: PaytableName = None,
    rules: MostRules = USUAL_RULES,
    errors: Errors = False,
    setting: Settings = None,
    json: AsJson = False,
    csv: AsCsv = False,
) -> None:
    """Best play: the exact value of each option for a hand, or the whole strategy in words.

    The words are found by the program, and their exact cost against best play is printed with them. With
    --errors, what simple habits cost that are not best play.
    """
    if json and csv:
        raise InputError("--json and --csv do not go together; leave one out")
    if csv and not errors:
        raise InputError("--csv is for --errors: a strategy has no rows")
    if errors and hand:
        raise InputError("--errors is about the whole game: leave the hand out")
    check_rules(rules)
    chosen = choose_game(game, setting, [paytable] if paytable else ())
    if not chosen.deciding:
        raise InputError(f"{chosen.name} has no decision to advise on")
    with working("Finding best play"):
        from pitboss.audit.best_play import game_strategy
        from pitboss.reports.form import format_csv
        from pitboss.reports.strategy_sheet import (
            ERROR_FIELDS,
            advice_data,
            advice_page,
            error_data,
            error_page,
            error_rows,
            strategy_data,
            strategy_page,
        )
        from pitboss.strategy.advice import advise
        from pitboss.trial.common_error import common_errors

        if errors:
            found_errors = [error for error in common_errors(chosen) if error.cost]
            data, page = error_data(chosen, found_errors), error_page(chosen, found_errors)
        elif hand:
            advice = advise(chosen, " ".join(hand))
            data, page = advice_data(chosen, advice), advice_page(chosen, advice)
        else:
            found = game_strategy(chosen, rules)
            data, page = strategy_data(found), strategy_page(found)
    if csv:
        say(format_csv(ERROR_FIELDS, error_rows(chosen, found_errors)).rstrip("\r\n"))
    elif json:
        say_json(data)
    else:
        say_page(page)
