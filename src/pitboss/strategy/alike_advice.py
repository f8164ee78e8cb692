"""Advice from the general engine, for games whose rules read cards: what can follow is played out.

Typed cards are dealt by the game's own procedure: the first group to the seat, each further one to the next
hand that lies open; a single group to whatever is dealt face up. Insurance and whatever else is asked is a
decision like any other, so best play takes it where that is better.
"""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.analysis.alike import AlikeWalker, Position, check_alike
from pitboss.analysis.walker import ME, card_count, card_move
from pitboss.base.error import InputError, PlanError
from pitboss.cards import Card, format_cards
from pitboss.rules import Choose, Chosen, Draw, Game, Place, Record, Reveal, Round
from pitboss.rules.record import passing_move
from pitboss.strategy.choice import Advice, choices_of
from pitboss.strategy.words import Strategy, Words

Groups = tuple[tuple[Card, ...], ...]


def make_engine(game: Game, seat: int = ME) -> AlikeWalker:
    check_alike(game, game.deciding)
    return AlikeWalker(game, game.deciding, seat=seat)


def advise_cards(game: Game, groups: Groups) -> tuple[Advice, ...]:
    """Every decision at which exactly these cards lie open, after every history that leads there."""
    engine = make_engine(game)
    start = Record((game.seat(*game.deciding, number=ME),))
    found = tuple(advise_round(engine, record) for record in follow(game, start, groups, {}))
    if not found:
        shown = " / ".join(format_cards(group) for group in groups)
        raise InputError(
            f"{game.name} asks nothing when {shown or 'no card'} lies open; write the seat's cards, then "
            "those of other hands after '/'"
        )
    return found


def advise_seat(game: Game, record: Record, seat: int) -> Advice:
    """The decision of a seat in a live round, by all that lies open."""
    return advise_round(make_engine(game, seat), record)


def advise_round(engine: AlikeWalker, record: Record) -> Advice:
    round_, step = engine.game.replay(record)
    assert isinstance(step, Choose)
    values = tuple(option_values(engine, engine.position(record)).values())
    place = round_.place(engine.seat)
    history = tuple(option.name for option in place.choices.values())
    return Advice(step.question, history, open_hands(round_, place), choices_of(step.options, values))


def option_values(engine: AlikeWalker, position: Position) -> dict[str, Fraction]:
    """What each option is worth, as the rules list them."""
    assert isinstance(position.state.step, Choose)
    return {name: branch.value for name, branch in engine.options(position, position.state.step).items()}


def open_hands(round_: Round, place: Place) -> Groups:
    """The open cards of each hand, the seat's own first."""
    own = place.named("")
    names = sorted(round_.hands, key=lambda name: not name.startswith(own))
    hands = (tuple(slot for slot in round_.hand(name) if isinstance(slot, Card)) for name in names)
    return tuple(hand for hand in hands if hand)


def follow(game: Game, record: Record, groups: Groups, hands: dict[str, int]) -> Iterator[Record]:
    """The round at every decision with all typed cards dealt; `hands` says which group is whose."""
    round_, step = game.replay(record)
    if passed := passing_move(round_, step, ME):
        yield from follow(game, record.then(passed), groups, hands)
    elif isinstance(step, Choose) and not any(groups):
        yield record
    elif isinstance(step, Choose):
        for option in step.options:
            chosen = record.then(Chosen(step.seat, step.question, option.name))
            yield from follow(game, chosen, groups, dict(hands))
    elif isinstance(step, Draw | Reveal):
        number = group_of(round_, step.hand, groups, hands)
        cards, groups = take(groups, number, card_count(round_, step))
        if cards:
            yield from follow(game, record.then(card_move(round_, step, cards)), groups, hands)


def group_of(round_: Round, hand: str, groups: Groups, hands: dict[str, int]) -> int:
    if len(groups) == 1 or hand.startswith(round_.place(ME).named("")):
        return 0
    return hands.setdefault(hand, len(hands) + 1)


def take(groups: Groups, number: int, count: int) -> tuple[tuple[Card, ...], Groups]:
    """The next cards of a group, and what is left; no card where there are too few."""
    group = groups[number] if number < len(groups) else ()
    if len(group) < count:
        return (), groups
    return group[:count], (*groups[:number], group[count:], *groups[number + 1 :])


# -- the whole game ----------------------------------------------------------------------------------


def find_words(game: Game, *, most_rules: int) -> Strategy:
    """Best play where it can be said in a few words: one option is best at all but a few hands."""
    engine = make_engine(game)
    whole = engine.walk(engine.start(game.deciding))
    asked: dict[str, dict[str, list[str]]] = {}
    for position in tuple(engine.found):
        round_, step = engine.look(position)
        if isinstance(step, Choose) and step.seat == ME:
            values = option_values(engine, position)
            options = list(values)[::-1] if game.house_rules.takes_dearest else list(values)
            best = max(options, key=lambda name: values[name])
            hands = " / ".join(format_cards(group) for group in open_hands(round_, round_.place(ME)))
            asked.setdefault(step.question, {}).setdefault(best, []).append(hands)
    if not asked:
        raise InputError(f"{game.name} has no decision to put into words")
    words = tuple(Words(question, rules_of(question, best, most_rules)) for question, best in asked.items())
    return Strategy(game, words, whole.value, whole.value)


def rules_of(
    question: str, best: dict[str, list[str]], most_rules: int
) -> tuple[tuple[tuple[str, ...], str], ...]:
    """One option, but for the hands at which another is best."""
    usual = max(best, key=lambda option: len(best[option]))
    exceptions = sum(map(len, best.values())) - len(best[usual])
    if exceptions >= most_rules:
        raise PlanError(
            f"best play at {question!r} is not {usual} in {exceptions} situations, too many for words; "
            "ask for a hand"
        )
    others = ((" or ".join(hands), option) for option, hands in best.items() if option != usual)
    return (*(((hands,), option) for hands, option in others), ((), usual))
