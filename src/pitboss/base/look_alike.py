"""Names that a person could take for one another have one skeleton: 'Sue', 'SUE', 'Ѕuе' and 'Su\u200be'.

Two people must not be told apart by letters that look the same. A skeleton is only compared and never shown:
letters of other alphabets that look Latin become Latin, digits become the letters they resemble, and what
cannot be seen goes. It refuses a little too much ('Ali' and 'All'), which costs somebody another choice.

No table of letters that look alike is ever whole. So a name is also of one script, and of one that people
write their names in here: an Armenian letter among Latin ones, or a word of small capitals, is no name.
"""

from functools import lru_cache
from unicodedata import category, normalize
from unicodedata import name as name_of

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


# -- scripts ---------------------------------------------------------------------------------------

ALPHABETS = ("ARABIC", "CYRILLIC", "DEVANAGARI", "GREEK", "HANGUL", "HEBREW", "LATIN", "THAI")
SCRIPTS = {
    **{one: one for one in ALPHABETS},
    **dict.fromkeys(("CJK", "HIRAGANA", "KATAKANA"), "EAST ASIAN"),
}
"""By the first word of a letter's name in Unicode: scripts of names, none of which is written in another's
letters. Chinese and Japanese ones stand together."""
PLAIN_LATIN = (range(0x250), range(0x1E00, 0x1F00))
"""Latin letters that words are written in; elsewhere are those of phonetics, small capitals among them."""
PLAIN_CYRILLIC = (range(0x400, 0x530),)


def is_of_one_script(name: str) -> bool:
    """Whether all letters of a name belong together."""
    found = {script_of(letter) for letter in normalize("NFKC", name) if category(letter)[0] == "L"}
    return len(found) <= 1 and "" not in found


def script_of(letter: str) -> str:
    """Empty where nobody's name is written in it."""
    script = SCRIPTS.get(name_of(letter, "?").split()[0], "")
    plain = {"LATIN": PLAIN_LATIN, "CYRILLIC": PLAIN_CYRILLIC}.get(script)
    return script if plain is None or any(ord(letter) in one for one in plain) else ""
