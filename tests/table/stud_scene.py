"""Rounds of the Mississippi Stud progressives for the walks of document 003."""

from dataclasses import replace

from three_card_scene import on_nexus
from walk import Scene

STAY = "bet 1x, bet 1x, bet 1x"
BUTTONS = (
    "royal_flush 100%, straight_flush 10%, four_of_a_kind 300 for 1, full_house 50 for 1, flush 40 for 1,"
    " straight 30 for 1, three_of_a_kind 9 for 1"
)
TOP = Scene(
    "mississippi_stud",
    "MS Stud-01",
    f"""
    seat 1: ante 5, progressive 1; 2c 7d; fold
    seat 3: ante 5, progressive 1; As Ks; {STAY}
    seat 4: ante 5; 3c 8d; fold
    seat 6: ante 5, progressive 1; 4h 9d; fold
    board: Qs Js Ts
    """,
    {3: "royal_flush"},
)
BIG = replace(TOP, seeds={"": 20_000})
OWN_SPOTS = replace(
    TOP,
    script=f"""
    seat 2 of Ann: ante 5, progressive 1; 2c 7d; fold
    seat 3 of Ann: ante 5, progressive 1; As Ks; {STAY}
    seat 6 of Ben: ante 5, progressive 1; 4h 9d; fold
    board: Qs Js Ts
    """,
)
TENTH = replace(
    TOP,
    script=f"""
    seat 2: ante 5, progressive 1; 9s 8s; {STAY}
    seat 5: ante 5, progressive 1; 2c 7d; fold
    board: Qs Js Ts
    """,
    hands={2: "straight_flush"},
)
TRAY = replace(
    TOP,
    script=f"""
    seat 2: ante 5, progressive 1; 9s 9c; {STAY}
    seat 5: ante 5, progressive 1; Tc 4d; {STAY}
    board: 9d Th Ts
    """,
    hands={2: "full_house", 5: "three_of_a_kind"},
)
TWO = replace(
    TOP,
    script=f"""
    seat 2: ante 5, progressive 1; As Ks; {STAY}
    seat 5: ante 5, progressive 1; 9s 8s; {STAY}
    seat 7: ante 5, progressive 1; 2c 7d; fold
    board: Qs Js Ts
    """,
    hands={2: "royal_flush", 5: "straight_flush"},
)
TWO_AWARDS = (100_040_000, 900_380_000)
"""Of $1,000.42 the right one takes a tenth, cut to cents, and the left one all that is left."""
TWO_PAID = ((2, 5, 300), (5, 2, 1_000), (7, 2, 1_000), (7, 5, 300))
FOLDED = replace(
    TOP,
    script="""
    seat 2: ante 5, progressive 1; 9s 9c; bet 1x, fold
    seat 5: ante 5, progressive 1; 2c 7d; fold
    board: 9d 4h Ts
    """,
    hands={2: "three_of_a_kind"},
)


def no_folded(scene: Scene) -> Scene:
    """In a house where folded hands do not qualify."""
    return replace(scene, house={"folded_hands_qualify": False})


def on_link(scene: Scene) -> Scene:
    return replace(on_nexus(scene), paytable="Link 01")


def on_levels(scene: Scene) -> Scene:
    """Three meters of their own."""
    return replace(on_link(scene), paytable="Link ML03", seeds={"Mega": 5_000, "Major": 500, "Minor": 100})


WAGERS = replace(
    TOP, script=TOP.script.replace("seat 1: ante 5, progressive 1", "seat 1: ante 5, progressive 3"), most=3
)
"""Seat 1 has three dollars on the sensor."""
