"""What help says in a lesson, in the words of the game that is trained: its options, bets and decisions."""

from collections.abc import Iterator, Sequence

from pitboss.cli.terminal.bot import GIVES_UP
from pitboss.house.training.entry import bets_of, name_bets
from pitboss.house.training.player_lesson import PlayerQuestion
from pitboss.rules import Game

END = "q ends the lesson; what you answered is kept."


def player_help(question: PlayerQuestion) -> Iterator[str]:
    """The options that are asked about now, each with the least that must be typed."""
    labels = [choice.label for choice in question.choices]
    ways = ", ".join(f"{least_of(label, labels)} for {label}" for label in labels)
    yield f"Type an option or its beginning: {ways}."
    yield END


def least_of(label: str, labels: Sequence[str]) -> str:
    """The shortest beginning of a word by which the option is told from the others."""
    others = [word.lower() for other in labels if other != label for word in other.split()]
    words = label.lower().split()
    for length in range(1, max(map(len, words)) + 1):
        for word in words:
            if not any(other.startswith(word[:length]) for other in others):
                return word[:length]
    return label


def dealer_help(game: Game) -> Iterator[str]:
    one, other = name_bets(bets_of(game))
    ways = " or ".join(f"'7 {one} {what}'" for what in ("10", "take", "push"))
    yield f"Type what the dealer does next: seat, bet, amount, as {ways}."
    yield "The amount is what you hand over, without the wager that stays with the player."
    yield f"Several on a line: '7 {one} 10, {other} take'. '7 take' takes all that comes next there."
    yield f"Bets go by the beginning of their names or their initials{initials_of(game)}. Then 'done'."
    yield f"First what is decided early{early_of(game)}, from the dealer's left; the rest from the right."
    yield f"t shows the paytables, l the layout again, {END}"


def initials_of(game: Game) -> str:
    """An example, where the game has a bet of several words."""
    long = next((bet.split("_") for bet in reversed(list(game.bets)) if "_" in bet), None)
    return f": '{''.join(word[0] for word in long)}' is {' '.join(long)}" if long else ""


def early_of(game: Game) -> str:
    """The decisions of the game that give a hand up."""
    points = {cue.at for cue in game.cues}
    words = [f"'{option}'" for option in GIVES_UP if f"choose {option}" in points]
    return f", as after {' and '.join(words)}" if words else ""
