"""Changed definitions: each one rule away from some game, made without knowing which game it is."""

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace

from pitboss.base.odds import EVEN, LOSE, PUSH, Kind, Pay, to_one
from pitboss.cards import Card
from pitboss.rules import Draw, Face, Game, Look, Looks, Place, Result, Round, Sight, Step
from pitboss.rules.game import SettingValue

Change = Callable[[Sight, Result], Result]


def with_bets(game: Game, change: Change) -> Game:
    def wrap(bet: Callable[[Sight], Result]) -> Callable[[Sight], Result]:
        return lambda see: change(see, bet(see))

    return replace(game, bets={name: wrap(bet) for name, bet in game.bets.items()})


def pays(result: Result, old: Pay, new: Pay) -> Result:
    return result._replace(pay=new) if result.stake and result.pay == old else result


def half_back(see: Sight, result: Result) -> Result:
    is_lost = result.pay == LOSE and result.base == result.stake
    return result._replace(base=result.base / 2) if is_lost else result


def one_more(see: Sight, result: Result) -> Result:
    is_paid = result.stake and result.pay.kind is Kind.TO and result.pay.amount > 1
    return result._replace(pay=to_one(result.pay.amount + 1)) if is_paid else result


def ace_pushes(see: Sight, result: Result) -> Result:
    """A bet that looks at a card behind the back of every look."""
    looks = getattr(see.judge, "looks", {})
    first = next((look.cards[0] for look in looks.values() if look.cards), None)
    is_ace = isinstance(first, Card) and first.rank == 14
    return result._replace(pay=PUSH) if is_ace and result.stake else result


BETS: dict[str, Change] = {
    "a tie wins": lambda see, result: pays(result, PUSH, EVEN),
    "a tie loses": lambda see, result: pays(result, PUSH, LOSE),
    "a win pushes": lambda see, result: pays(result, EVEN, PUSH),
    "a win pays double": lambda see, result: pays(result, EVEN, to_one(2)),
    "a loss gives half back": half_back,
    "a bonus pays one more": one_more,
    "an ace in the first place pushes": ace_pushes,
    "a loss of more than one pushes": lambda see, result: (
        result._replace(pay=PUSH) if result.stake > 1 and result.pay == LOSE else result
    ),
}


def longer_dealer(game: Game) -> Game:
    """Another card for the first hand that nobody sees, at the end of the round."""

    def procedure(table: Round) -> Generator[Step, None, None]:
        yield from game.procedure(table)
        hidden = next((hand for hand in table.hands if not hand.startswith("seat")), None)
        if hidden:
            yield Draw(hidden, 1, Face.UP)

    return replace(game, procedure=procedure)


def exchanged_looks(game: Game) -> Game:
    """Two looks of one ranking are each other's."""

    def looks(table: Round, place: Place) -> Looks:
        found = dict(game.looks(table, place))
        alike = [name for name, look in found.items() if isinstance(look, Look)]
        for one in alike:
            for other in alike:
                if one < other and found[one].ranking == found[other].ranking:
                    found[one], found[other] = found[other], found[one]
                    return found
        return found

    return replace(game, looks=looks)


def dealer_bust_pushes(see: Sight, result: Result) -> Result:
    won = result.stake and result.pay == EVEN
    return result._replace(pay=PUSH) if won and see.is_in("dealer", "bust") else result


def mutants(game: Game) -> Iterator[tuple[str, Game]]:
    """Every change, by its name."""
    for name, change in BETS.items():
        yield name, with_bets(game, change)
    yield "one card more", longer_dealer(game)
    yield "looks exchanged", exchanged_looks(game)
    yield "every setting otherwise", game.with_settings(**other_settings(game))


def other_settings(game: Game) -> dict[str, SettingValue]:
    found: dict[str, SettingValue] = {}
    for name, setting in game.settings.items():
        choices = (True, False) if isinstance(setting.default, bool) else setting.choices
        found[name] = next((value for value in choices if value != game.house[name]), game.house[name])
    return found
