"""Codes that have words: programs compare and send the code, people read the words."""

from enum import Enum


class Spoken(Enum):
    """An enumeration whose members are written `NAME = "code", "words for people"`; the value is the code."""

    words: str

    def __new__(cls, code: str, words: str) -> "Spoken":
        member = object.__new__(cls)
        member._value_ = code
        member.words = words
        return member
