"""The dealer's card of a game: procedure, what is settled in which order, pays, and what if it goes wrong."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from pitboss.base.odds import Kind
from pitboss.cards.hand_name import line_words
from pitboss.jackpot.controller.dialect import LABELS, Button, Dialect
from pitboss.reports.card.felt_plan import draw_felt_plan
from pitboss.reports.card.foot import (
    capital,
    card_data,
    cards_words,
    house_choices,
    made_from,
    unusual_choices,
    usual_choices,
)
from pitboss.reports.card.payout import column_tables, kept_lines, payout_data, payout_tables
from pitboss.reports.card.procedure import ProcedureStep, order_words, pays_envy, settle_order, steps_of
from pitboss.reports.form import Json
from pitboss.reports.irregularity import Handling, handlings
from pitboss.reports.page import (
    Block,
    Cell,
    Column,
    Facts,
    Heading,
    PageTable,
    Tone,
    Toned,
    bullets,
    make_table,
)
from pitboss.reports.paper.paper import CARD, Paper
from pitboss.reports.wording import short_dollars
from pitboss.rules import Game
from pitboss.table.setup import Setup, SpotLimit, is_progressive, usual_limit

PLAN_PERCENT = 74
DEALER_LAYOUT = replace(CARD, largest_points=9.0)
"""Tables of stakes are wide: larger letters would break their lines."""


def make_dealer_card(table: Setup | Game) -> Paper:
    """The card of a table, or of a game with the usual limits."""
    game, limits = (table.game, table.posted) if isinstance(table, Setup) else (table, usual_limits(table))
    return Paper(
        title=f"{game.name}: the dealer's card",
        banner=tuple(procedure_blocks(game, limits)),
        page=tuple(card_blocks(game, limits)),
        data=dealer_data(game, limits),
        made_from=made_from(game),
        layout=DEALER_LAYOUT,
    )


def usual_limits(game: Game) -> dict[str, SpotLimit]:
    return {wager: usual_limit(game, game.wagers[wager]) for wager in game.offered}


def procedure_blocks(game: Game, limits: Mapping[str, SpotLimit]) -> Iterator[Block]:
    yield Facts(tuple(head_facts(game, limits)))
    if steps := steps_of(game, limits):
        yield procedure_table(steps)
    yield from column_tables(game, limits)


def head_facts(game: Game, limits: Mapping[str, SpotLimit]) -> Iterator[tuple[str, Cell]]:
    posted = (f"{game.wagers[wager].label} {span_words(limit)}" for wager, limit in limits.items())
    yield "Cards", cards_words(game)
    yield "Limits", "; ".join(posted)
    yield "Settling", capital(order_words(game, settle_order(game, limits)))
    if meters := list(meter_words(game, limits)):
        yield "Meters", capital("; ".join(meters))
    if unusual := "; ".join(unusual_choices(game)):
        yield "At this table", Toned(unusual, Tone.STRONG)


def span_words(limit: SpotLimit) -> str:
    low, high = short_dollars(limit.minimum_micros), short_dollars(limit.maximum_micros)
    return low if low == high else f"{low} to {high}"


def procedure_table(steps: tuple[ProcedureStep, ...]) -> PageTable:
    columns = (Column(""), Column("At"), Column("The dealer", wraps=True), Column("and says"))
    rows = ((str(number), *step) for number, step in enumerate(steps, start=1))
    return make_table(columns, rows)


def card_blocks(game: Game, limits: Mapping[str, SpotLimit]) -> Iterator[Block]:
    order = settle_order(game, limits)
    badges = {bet: str(number) for number, bet in enumerate(order, start=1)}
    plan = draw_felt_plan(game, wagers=list(limits), badges=badges, from_dealer=True)
    yield replace(plan, width_percent=PLAN_PERCENT)
    if tables := tuple(payout_tables(game, limits)):
        yield Heading("Pays", 2)
        yield from tables
    yield from kept_lines(game, limits)
    yield Heading("When something goes wrong", 2)
    yield make_table((Column("What"), Column("Then", wraps=True)), tuple(incidents(game, limits)))
    yield from progressive_blocks(game, limits)
    if choices := tuple(usual_choices(game)):
        yield Heading("House choices", 2)
        yield bullets(choices)


def progressive_blocks(game: Game, limits: Mapping[str, SpotLimit]) -> Iterator[Block]:
    meters = [wager for wager in limits if is_progressive(game, wager)]
    if meters:
        yield Heading("The progressive", 2)
        yield keypad_table(has_envy=any(pays_envy(game, wager) for wager in meters))


def incidents(game: Game, limits: Mapping[str, SpotLimit]) -> Iterator[Handling]:
    return handlings(game, has_meter=any(is_progressive(game, wager) for wager in limits))


def dealer_data(game: Game, limits: Mapping[str, SpotLimit]) -> Json:
    return {
        **card_data(game),
        "procedure": [dict(step._asdict()) for step in steps_of(game, limits)],
        "settlement_order": settle_order(game, limits),
        "payouts": payout_data(game, limits),
        "irregularities": [dict(one._asdict()) for one in incidents(game, limits)],
        "house_choices": list(house_choices(game)),
    }


# -- the progressive at the keypad -----------------------------------------------------------------


OVER = "The round is over"
PRESSES = (
    ("Lock the wagers in", (Button.START,)),
    ("A hand wins", (Button.SEAT, Button.HAND)),
    ("A meter pays: supervisor", (Button.KEY_TO_JACKPOT, Button.CONFIRM)),
    ("Record the win", (Button.JACKPOT, Button.CARD)),
    ("Or take it back", (Button.CANCEL, Button.HAND)),
    ("Lower the meter", (Button.KEY_TO_RUN,)),
    ("Print the win page", (Button.WIN_PAGE,)),
    (OVER, (Button.END,)),
)
"""In the order of a round; a maker's keypad has some of the buttons."""


def keypad_table(*, has_envy: bool) -> PageTable:
    columns = (Column("Keypad", wraps=True), *(Column(dialect.value, wraps=True) for dialect in Dialect))
    rows = (
        (say_step(what, has_envy=has_envy), *(label_of(dialect, buttons) for dialect in Dialect))
        for what, buttons in PRESSES
    )
    return make_table(columns, rows)


def say_step(what: str, *, has_envy: bool) -> str:
    return f"Envy is paid: {what.lower()}" if has_envy and what == OVER else what


def label_of(dialect: Dialect, buttons: tuple[Button, ...]) -> str:
    labels = [LABELS[dialect][button] for button in buttons if button in LABELS[dialect]]
    return ", then ".join(labels) or "by itself"


def meter_words(game: Game, wagers: Iterable[str]) -> Iterator[str]:
    """What becomes of the wagers, and which hands a meter pays and so need a supervisor."""
    for wager in wagers:
        if game.wagers[wager].stays:
            yield f"{game.wagers[wager].label} stays on the table until it is settled"
        else:
            yield f"{game.wagers[wager].label}: take the wagers off once they are counted"
        for table in game.chosen.get(wager, ()):
            found = [line_words(line) for line, pay in table.pays.items() if pay.kind is Kind.METER]
            if found:
                label, hands = game.wagers[wager].label, ", ".join(found)
                yield f"{label} pays {hands} from the meter, the rest from the tray"
