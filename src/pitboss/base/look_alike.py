"""Names that a person could take for one another have one skeleton: 'Sue', 'SUE', 'Ѕuе' and 'Su\u200be'.

Two people must not be told apart by letters that look the same. A skeleton is only compared and never shown:
letters of other alphabets that look Latin become Latin, digits become the letters they resemble, and what
cannot be seen goes. It refuses a little too much ('Ali' and 'All'), which costs somebody another choice.
"""

from functools import lru_cache
from unicodedata import category, normalize

LARGE = str.maketrans(
    "АВЕЅІЈКМНОРСТУХѴԚԜҮΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ",
    "ABESIJKMHOPCTYXVQWYABEZHIKMNOPTYXC",
)
"""Capitals of Cyrillic and Greek that look like Latin ones."""
SMALL = str.maketrans(
    "аеѕіјкмнорстухѵԛԝһԁԍґвʏүαβγεικνορτυχϲσɑɡı",
    "aesijkmhopctyxvqwhdgrbyyabyeiknoptuxcoagi",
)
ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "|": "l", "!": "l", "5": "s", "$": "s", "@": "a"})
PAIRS = (("rn", "m"), ("vv", "w"))
"""Two letters that look like one."""
MOST_KNOWN = 1 << 16
"""Names: more than sit in a room at once, or each would be looked at anew with every press."""


@lru_cache(MOST_KNOWN)
def skeleton(name: str) -> str:
    """The same for all names that look alike; never empty where the name is not."""
    plain = normalize("NFKC", name).translate(LARGE)
    plain = normalize("NFKD", plain.casefold()).translate(SMALL).translate(ALIKE)
    seen = "".join(one for one in plain if is_seen(one))
    for pair, one in PAIRS:
        seen = seen.replace(pair, one)
    return seen or "".join(name.split()).casefold()


def is_seen(letter: str) -> bool:
    """Letters, digits and signs; not spaces, dashes, marks over a letter, or what takes no room at all."""
    return category(letter)[0] in "LNS"


def look_alike(one: str, other: str) -> bool:
    return skeleton(one) == skeleton(other)
