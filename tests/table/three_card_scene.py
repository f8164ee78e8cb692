"""Rounds of the Three Card Poker Progressive for the walks of document 000."""

from dataclasses import replace

from walk import Scene

from pitboss.base.money import MICROS
from pitboss.jackpot.controller import Dialect

BUTTONS = (
    "akq_spades 100%, akq_suited 500 for 1, straight_flush 70 for 1, three_of_a_kind 60 for 1,"
    " straight 6 for 1"
)
TOP = Scene(
    "three_card_poker",
    "TCP Progressive 1",
    """
    seat 1: ante 5, progressive 1; 2c 7d 9s; fold
    seat 3: ante 5, progressive 1; As Ks Qs; play
    seat 4: ante 5; 4c 6d Js; fold
    seat 6: ante 5, progressive 1; 2h 6c 8s; play
    dealer: 2d 4h 6s
    """,
    {3: "akq_spades"},
)
TRAY = replace(
    TOP,
    script="""
    seat 2: ante 5, progressive 1; 9h 8d 7c; play
    seat 5: ante 5, progressive 1; Jh Jc Js; play
    dealer: 2d 4h 6s
    """,
    hands={2: "straight", 5: "three_of_a_kind"},
)
TWO = replace(
    TOP,
    script="""
    seat 2: ante 5, progressive 1; As Ks Qs; play
    seat 5: ante 5, progressive 1; Ah Kh Qh; play
    dealer: 2d 4h 6s
    """,
    hands={2: "akq_spades", 5: "akq_suited"},
    all_from_meter=True,
)
"""One deck has one top hand: where all awards come off the meter, another hand takes of it too."""
TWO_AWARDS = (500 * MICROS, 500_280_000)
"""The right one its fixed award of the $1,000.28, the left one all that is left."""
TWO_ENVIES = replace(
    TOP,
    script="""
    seat 1: ante 5, progressive 1; 2c 7d 9s; fold
    seat 3: ante 5, progressive 1; As Ks Qs; play
    seat 5: ante 5, progressive 1; Ah Kh Qh; play
    seat 7: ante 5; 3d 8c Tc; fold
    dealer: 2d 4h 6s
    """,
    hands={3: "akq_spades", 5: "akq_suited"},
)
OWN_SPOTS = replace(
    TOP,
    script="""
    seat 2 of Ann: ante 5, progressive 1; 2c 7d 9s; fold
    seat 3 of Ann: ante 5, progressive 1; As Ks Qs; play
    seat 6 of Ben: ante 5, progressive 1; 2h 6c 8s; fold
    dealer: 2d 4h 6s
    """,
)
FOLDED = replace(
    TOP,
    script="""
    seat 2: ante 5, progressive 1; 9h 8d 7c; fold
    seat 5: ante 5, progressive 1; 2h 6c Js; play
    dealer: 2d 4h 6s
    """,
    hands={2: "straight"},
)


def on_nexus(scene: Scene) -> Scene:
    return replace(scene, dialect=Dialect.NEXUS)
