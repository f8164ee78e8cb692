"""What people do with a progressive outside of a table's controller: set it up, work it by hand, write down.

Each use case checks what the deciders cannot know, by the analysis or the journal, and asks the manager.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeVar

from pitboss.base.error import find_name
from pitboss.base.odds import Kind
from pitboss.cards import format_cards, parse_cards
from pitboss.cards.hand_name import line_words
from pitboss.house.manager import GameManager, RequestAnswer
from pitboss.jackpot.books import Books, RoundState
from pitboss.jackpot.chance import game_under_terms, paytable_of
from pitboss.jackpot.coin_in import MOST_SEATS, open_round
from pitboss.jackpot.controller.command import PressHand
from pitboss.jackpot.controller.hand import press_hand
from pitboss.jackpot.controller.news import resume_controller
from pitboss.jackpot.controller.wager import envy_awards, tray_awards
from pitboss.jackpot.fact import CheckPaid, CheckRequested, GameOver, MalfunctionReported
from pitboss.jackpot.layout import make_button, make_layout, prize_of
from pitboss.jackpot.link import check_awards
from pitboss.jackpot.record import (
    note_check,
    note_check_request,
    note_report,
)
from pitboss.jackpot.refusal import RefusedError
from pitboss.jackpot.regulation import day_of
from pitboss.jackpot.request import CoinIn, EndGame, PayMerchandise, PostWin, SetTerms
from pitboss.jackpot.terms import Terms
from pitboss.jackpot.win import Win, WinStatus
from pitboss.ledger.fact import Fact
from pitboss.rules import Game, Paytable

By = tuple[str, ...]
Said = TypeVar("Said", bound=Fact)


def set_up(manager: GameManager, terms: Terms, *, id_: str, by: By) -> RequestAnswer:
    """Terms in force, after every game on them was analysed: the decider does so only for several."""
    check_awards(terms, day_of(manager.clock()))
    return manager.ask(SetTerms(id_, by, terms))


def count_wagers(
    manager: GameManager, table: str, round_: int, stakes: Mapping[int, int], *, id_: str, by: By
) -> RequestAnswer:
    """COIN IN by hand: what no sensor of the table's game would take is not counted either."""
    state = manager.floor.progressive_of(table)
    if state:
        layout = make_layout(game_under_terms(state.terms, state.terms.at(table).game), state.terms)
        for stake in stakes.values():
            layout.check_wager(stake)
    return manager.ask(CoinIn(id_, by, table, round_, stakes))


def post_hand(
    manager: GameManager, table: str, seat: int, line: str, cards: str, *, id_: str, by: By
) -> RequestAnswer:
    """Post a hand by its name: the paytable of the table's game says what it wins."""
    round_ = open_round(manager.floor, table)
    terms = manager.floor.progressives[round_.progressive].terms
    game = terms.at(table).game
    found = find_name("hand", line, paytable_of(terms, game).pays)
    check_cards(game_under_terms(terms, game), paytable_of(terms, game), found, cards)
    level, share, fixed = prize_of(terms, table, found, round_.stakes.get(seat, 0))
    if manager.store.find(id_) is None:
        check_order(manager.floor, round_, seat, level)
    return manager.ask(PostWin(id_, by, table, seat, level, share, found, cards, fixed))


def check_order(floor: Books, round_: RoundState, seat: int, level: str) -> None:
    """Of the winners of a meter in a round the one farthest to the dealer's right is posted first.

    A keypad puts them in order by itself; what a supervisor has recorded or confirmed stays as it is.
    """
    for win in (floor.wins[one] for one in round_.wins):
        if win.level == level and win.seat < seat and win.is_waiting and not win.recorded_at:
            raise RefusedError(
                f"seat {seat} sits farther to the dealer's right than seat {win.seat} and is paid first: "
                f"withdraw win {win.order}, post seat {seat}, then seat {win.seat} again"
            )


def end_round(
    manager: GameManager, table: str, hands: Mapping[int, str], *, id_: str, by: By
) -> RequestAnswer:
    """GAME OVER by hand: tray awards and envy as a keypad with these hand buttons lit would have them."""
    first = None if table in manager.floor.rounds else manager.store.find(id_)
    if first and isinstance(first.draft.fact, GameOver) and first.draft.fact.table == table:
        return RequestAnswer(first.number, first.draft)
    floor = manager.floor
    round_ = open_round(floor, table)
    terms = floor.progressives[round_.progressive].terms
    game = game_under_terms(terms, terms.at(table).game)
    controller = resume_controller(floor, table, MOST_SEATS, make_layout(game, terms))
    for seat, line in hands.items():
        button = controller.layout.buttons[find_name("hand", line, controller.layout.buttons)]
        if button.is_from_meter and seat in round_.stakes:
            raise RefusedError(f"{line_words(button.line)} at seat {seat} wins from the meter: post it")
        press_hand(controller, PressHand(seat, button.line, "", by[0]))
    tray, envy = tray_awards(controller), envy_awards(controller)
    return manager.ask(EndGame(id_, by, table, tray, envy))


def check_cards(game: Game, table: Paytable, line: str, text: str) -> None:
    """Cards that are written down are of the deck and make the hand; by hand they may be left out."""
    if not text.strip():
        return
    cards = parse_cards(text, copies=max(game.deck.copies.values()))
    foreign = [card for card in cards if card not in game.deck.copies]
    if foreign:
        raise RefusedError(f"{foreign[0]} is not in the deck of {game.name}")
    shape = game.wagers[table.wager].shape
    assert shape is not None, "a wager with a paytable has lines"
    made = shape.ranking.pick(shape.ranking.worth(cards).atom, table.pays)
    if made != line:
        found = line_words(made) if made else "nothing that pays"
        raise RefusedError(f"{format_cards(cards)} is {found}, not {line_words(line)}")


class ReplacedPrize(NamedTuple):
    """A hand with a fixed prize; game, level and wager where they do not go without saying."""

    line: str
    game: str = ""
    level: str = ""
    stake_micros: int | None = None


def pay_merchandise(
    manager: GameManager,
    progressive: str,
    prize: ReplacedPrize,
    *,
    account: str,
    value_micros: int,
    what: str,
    consent: str,
    id_: str,
    by: By,
) -> RequestAnswer:
    """Merchandise in place of a fixed prize: what that would pay is read from the paytable."""
    terms = manager.floor.find_progressive(progressive).terms
    game = find_name("game", prize.game, terms.paytables) if prize.game else next(iter(terms.paytables))
    pays = paytable_of(terms, game).pays
    line = find_name("hand", prize.line, pays)
    if pays[line].kind is Kind.METER:
        raise RefusedError(f"{line.replace('_', ' ')} wins from the meter: merchandise replaces fixed prizes")
    fixed = make_button(line, pays[line], terms).fixed_micros(prize.stake_micros or terms.wager_micros)
    return manager.ask(
        PayMerchandise(
            id_,
            by,
            progressive,
            prize.level or terms.levels[0].name,
            account,
            line,
            fixed,
            value_micros,
            what,
            consent,
        )
    )


# -- written down ----------------------------------------------------------------------------------


def request_check(manager: GameManager, win: Win, payee: str, *, id_: str, by: By) -> RequestAnswer:
    if win.status is not WinStatus.CONFIRMED:
        raise RefusedError(f"win {win.order} is {win.status.value}: a check is for a confirmed win")
    if any(one.win == win.id for one in noted(manager, CheckRequested)):
        raise RefusedError(f"a check for win {win.order} was asked for before")
    return manager.ask(note_check_request(id_, by, win=win.id, payee=payee))


def pay_check(manager: GameManager, win: Win, number: str, *, id_: str, by: By) -> RequestAnswer:
    if all(one.win != win.id for one in noted(manager, CheckRequested)):
        raise RefusedError(f"nobody has asked for a check for win {win.order}")
    if any(one.win == win.id for one in noted(manager, CheckPaid)):
        raise RefusedError(f"the check for win {win.order} was handed over before")
    return manager.ask(note_check(id_, by, win=win.id, number=number))


def report_malfunction(manager: GameManager, malfunction: str, to: str, *, id_: str, by: By) -> RequestAnswer:
    if any(one.malfunction == malfunction for one in noted(manager, MalfunctionReported)):
        raise RefusedError("this malfunction was reported before")
    return manager.ask(note_report(id_, by, malfunction=malfunction, to=to))


def noted(manager: GameManager, kind: type[Said]) -> Iterator[Said]:
    """What records of a kind say."""
    facts = (entry.draft.fact for entry in manager.store.entries())
    return (fact for fact in facts if isinstance(fact, kind))
