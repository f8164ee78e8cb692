"""Poker hands as a dealer calls them: "queen high", "a pair of nines", "a straight to the five"."""

NAMES = {
    2: "two",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
    7: "seven",
    8: "eight",
    9: "nine",
    10: "ten",
    11: "jack",
    12: "queen",
    13: "king",
    14: "ace",
}

OWN_NAMES = {
    "royal_flush": "a royal flush",
    "five_wilds": "five wild cards",
    "mini_royal": "a mini royal",
    "akq_suited": "a suited ace-king-queen",
    "akq_spades": "the ace-king-queen of spades",
}
"""Lines of paytables that are narrower than a category and have a name that dealers call."""


def plural(rank: int) -> str:
    name = NAMES[rank]
    return f"{name}es" if name.endswith("x") else f"{name}s"


def hand_parts(category: str, deciding: tuple[int, ...]) -> tuple[str, str]:
    """What a hand is called, and what is said of it beyond that: 'a flush' and ', queen high'.

    It is a category and the ranks that decide within it, highest first.
    """
    top = deciding[0]
    match category:
        case "high_card":
            return f"{NAMES[top]} high", ""
        case "pair":
            return f"a pair of {plural(top)}", ""
        case "two_pair":
            return "two pair", f", {plural(top)} and {plural(deciding[1])}"
        case "three_of_a_kind":
            return f"three {plural(top)}", ""
        case "four_of_a_kind":
            return f"four {plural(top)}", ""
        case "five_of_a_kind":
            return f"five {plural(top)}", ""
        case "full_house":
            return "a full house", f", {plural(top)} over {plural(deciding[1])}"
        case "flush":
            return "a flush", f", {NAMES[top]} high"
        case "straight":
            return "a straight", f" to the {NAMES[top]}"
        case "straight_flush":
            return "a straight flush", f" to the {NAMES[top]}"
        case _:
            return category.replace("_", " "), ""


def line_words(name: str) -> str:
    """A line of a paytable or an outcome: 'akq_suited' is read 'AKQ suited'."""
    return name.replace("_", " ").replace("akq", "AKQ")
