"""`pitboss analyze`, `price`, `strategy`: exact figures, under pays of the user's own too, and best play."""

from typing import Annotated

from pitboss.base.error import InputError
from pitboss.cli.option import (
    AsCsv,
    AsJson,
    Contribution,
    GameName,
    Meter,
    MeterSeed,
    PaytableName,
    Paytables,
    Players,
    Reserve,
    Settings,
    argument,
    choose_game,
    complete_wager,
    read_asked,
    read_number,
    read_units,
    word,
)
from pitboss.cli.screen import say, say_analysis, say_json, say_page, working
from pitboss.strategy import USUAL_RULES

Wagers = Annotated[
    list[str] | None,
    word(
        "A wager to analyse; may be repeated. Default: those of --paytable, else all.",
        "W",
        "--wager",
        complete=complete_wager,
    ),
]

Together = Annotated[
    bool, word("Also all of them together at one seat, and at all --players.", None, "--together")
]
Rounds = Annotated[
    str | None, word("Rounds that --together, --won and --bankroll are about. Default: 40.", "N")
]
Won = Annotated[
    str | None, word("What the house won in these rounds, in units of a wager: where does it lie?", "N")
]
Bankroll = Annotated[str | None, word("Units that a player brings: how likely are they lost?", "N")]
Goal = Annotated[str | None, word("Units ahead at which the player leaves, in any number of rounds.", "N")]


def analyze(
    game: GameName,
    paytable: Paytables = None,
    wager: Wagers = None,
    players: Players = None,
    meter: Meter = None,
    meter_seed: MeterSeed = None,
    contribution: Contribution = None,
    reserve: Reserve = None,
    setting: Settings = None,
    together: Together = False,
    rounds: Rounds = None,
    won: Won = None,
    bankroll: Bankroll = None,
    goal: Goal = None,
    json: AsJson = False,
    csv: AsCsv = False,
) -> None:
    """Analyse the wagers of a game, exactly.

    House advantage, element of risk, hit frequency, deviation and every outcome, with best play where
    there is something to decide; for a progressive its meter's average, break-even and terms.
    """
    chosen = choose_game(game, setting)
    from pitboss.audit.request import request_analysis

    asked = read_asked(
        players=players, meter=meter, seed=meter_seed, contribution=contribution, reserve=reserve
    )
    request = request_analysis(chosen, paytables=paytable or (), wagers=wager or (), asked=asked)
    from pitboss.audit.long_run import LongRun

    run = LongRun(
        read_number("--rounds", rounds) if rounds is not None else None,
        read_units("--won", won),
        read_units("--bankroll", bankroll),
        read_units("--goal", goal),
    )
    say_analysis(request, "Analysing", json=json, csv=csv, run=run if together or run.is_asked else None)


WagerName = Annotated[str, word("The wager that the pays are for.", "W", "--wager", complete=complete_wager)]
Pays = Annotated[
    str,
    word(
        "Pays in the order of the wager's lines, '40,30,6,4,1', or by name, "
        "'straight_flush=40 to 1, pair=push'. A pay is '40 to 1', '300 for 1', '10%' of the meter, 'push' or "
        "'lose'; a bare number is meant as the wager's printed tables mean it. Semicolons may separate, too.",
        "PAYS",
    ),
]


def price(
    game: GameName,
    wager: WagerName,
    pays: Pays,
    players: Players = None,
    meter: Meter = None,
    meter_seed: MeterSeed = None,
    contribution: Contribution = None,
    reserve: Reserve = None,
    setting: Settings = None,
    json: AsJson = False,
    csv: AsCsv = False,
) -> None:
    """Price a paytable of your own.

    The figures are those of `pitboss analyze`, with your pays in force for the wager.
    """
    chosen = choose_game(game, setting)
    from pitboss.audit.request import request_price

    asked = read_asked(
        players=players, meter=meter, seed=meter_seed, contribution=contribution, reserve=reserve
    )
    request = request_price(chosen, wager=wager, pays=pays, asked=asked)
    say_analysis(request, "Pricing", json=json, csv=csv)


# -- best play -------------------------------------------------------------------------------------


Hand = Annotated[
    list[str] | None,
    argument(
        "Cards seen: your own, then others as they are opened: 'Qh 6d 4c', 'Ah Kd 9c 5s 2d / 9h'.", "[HAND]"
    ),
]
MostRules = Annotated[int, word("At most N rules a question.", "N", "--rules")]
Errors = Annotated[bool, word("What usual errors of players cost, instead.", None, "--errors")]
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
