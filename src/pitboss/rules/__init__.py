"""Floor 3: what a game is. Steps, record, bets, paytables, catalogue, notation."""

from pitboss.rules.bet import BONUS, FOLD, NOTHING, Highest, Look, Looks, Result, Sight, Stake, raised
from pitboss.rules.catalogue import game_ids, load_game
from pitboss.rules.game import Depth, Game, Status, Wager
from pitboss.rules.paytable import Paytable
from pitboss.rules.record import Chosen, Dealt, Opened, Peeked, Place, Record, Round, Seat
from pitboss.rules.setting import HouseRules, Setting
from pitboss.rules.single_raise import raise_once
from pitboss.rules.step import (
    Blank,
    Choose,
    Done,
    Draw,
    Face,
    Needed,
    Option,
    Peek,
    Reveal,
    Settle,
    Slot,
    Step,
    offer,
)

__all__ = [
    "BONUS",
    "FOLD",
    "NOTHING",
    "Blank",
    "Choose",
    "Chosen",
    "Dealt",
    "Depth",
    "Done",
    "Draw",
    "Face",
    "Game",
    "Highest",
    "HouseRules",
    "Look",
    "Looks",
    "Needed",
    "Opened",
    "Option",
    "Paytable",
    "Peek",
    "Peeked",
    "Place",
    "Record",
    "Result",
    "Reveal",
    "Round",
    "Seat",
    "Setting",
    "Settle",
    "Sight",
    "Slot",
    "Stake",
    "Status",
    "Step",
    "Wager",
    "game_ids",
    "load_game",
    "offer",
    "raise_once",
    "raised",
]
