"""Values as JSON and back, by the annotations of their classes: what the journal keeps of a typed value.

A dataclass is an object, its fields by their names; a named tuple is a list, and so is any tuple; an
enumeration is its value; keys of a mapping are text. What a class looks like is found out once and kept as
functions, for a COIN IN is written and read a million times.

A field that has a default may be missing when it is read: entries of earlier versions did not have it. It is
written all the same, unless it is marked with LEFT_OUT. A key that no field has is passed over.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from operator import attrgetter
from types import MappingProxyType, NoneType, UnionType
from typing import Any, NamedTuple, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

from pitboss.base.error import InputError

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"
Value = TypeVar("Value")
LEFT_OUT: Mapping[str, bool] = MappingProxyType({"left out": True})
"""Metadata of a field that is not written while it is at its default."""

Encode = Callable[[Any], Any]
Decode = Callable[[Any], Any]


class Codec(NamedTuple):
    encode: Encode | None
    """None where the value is its own JSON."""
    decode: Decode


def encode(value: object) -> dict[str, Json]:
    """A dataclass as JSON, by its annotations."""
    write = codec_of(type(value)).encode
    assert write is not None, "no plain value is asked for by its class"
    data: dict[str, Json] = write(value)
    return data


def decode(kind: type[Value], data: Json) -> Value:
    """A dataclass read from JSON; raises InputError where the two do not fit."""
    made: Value = codec_of(kind).decode(data)
    return made


def codec_of(kind: object) -> Codec:
    """How values of an annotation are written and read; found out once."""
    found = CODECS.get(kind)
    if found is None:
        CODECS[kind] = found = make_codec(kind)
    return found


CODECS: dict[object, Codec] = {}


def make_codec(kind: object) -> Codec:
    origin, inner = get_origin(kind), get_args(kind)
    if kind in PLAIN:
        return Codec(None, PLAIN[kind])
    if origin is UnionType and inner[1:] == (NoneType,):
        return optional(codec_of(inner[0]))
    if origin in (Mapping, dict) and inner[0] in (str, int):
        return mapping(*inner)
    if origin is list or (origin is tuple and inner[1:] == (...,)):
        return sequence(codec_of(inner[0]), origin)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return enumeration(kind)
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return row(kind)
    if isinstance(kind, type) and is_dataclass(kind):
        return section(kind)
    raise TypeError(f"the journal has no writing for {kind}")


# -- plain values ----------------------------------------------------------------------------------


def plain(kind: type[Value], words: str) -> Decode:
    def read(value: Json) -> Value:
        if type(value) is not kind:
            raise InputError(f"{words} is needed, not {value!r}")
        return value

    return read


PLAIN: Mapping[object, Decode] = {
    int: plain(int, "a whole number"),
    str: plain(str, "a text"),
    bool: plain(bool, "true or false"),
}


def enumeration(kind: type[Enum]) -> Codec:
    members = {member.value: member for member in kind}

    def read(value: Json) -> Enum:
        if type(value) is not str or value not in members:
            raise InputError(f"one of {', '.join(members)} is needed, not {value!r}")
        return members[value]

    return Codec(attrgetter("value"), read)


# -- values of values ------------------------------------------------------------------------------


def optional(inner: Codec) -> Codec:
    write, read = inner
    if write is None:
        return Codec(None, lambda value: None if value is None else read(value))
    return Codec(
        lambda value: None if value is None else write(value),
        lambda value: None if value is None else read(value),
    )


def sequence(inner: Codec, kind: type[list[Any]] | type[tuple[Any, ...]]) -> Codec:
    write, read = inner
    return Codec(
        list if write is None else lambda values: [write(one) for one in values],
        lambda values: kind(map(read, as_list(values))),
    )


def row(kind: Any) -> Codec:
    """A named tuple of plain values, as a list."""
    hints = get_type_hints(kind)
    kinds = [hints[name] for name in kind._fields]

    def read(values: Json) -> Any:
        found = as_list(values)
        if list(map(type, found)) != kinds:
            raise InputError(f"{', '.join(kind._fields)} are needed, not {found!r}")
        return kind._make(found)

    return Codec(list, read)


def as_list(value: Json) -> list[Json]:
    if type(value) is not list:
        raise InputError(f"a list is needed, not {value!r}")
    return value


def mapping(key: type, kind: Any) -> Codec:
    """Names with values; names that are numbers are written as text."""
    write, read = codec_of(kind)

    def read_all(values: Json) -> Any:
        found = as_section(values)
        words = found if key is str else numbers(found)
        return dict(zip(words, map(read, found.values()), strict=True))

    def write_all(values: Any) -> dict[str, Json]:
        if write is None:
            return {str(word): one for word, one in values.items()}
        return {str(word): write(one) for word, one in values.items()}

    return Codec(write_all, read_all)


def numbers(words: Iterable[str]) -> list[int]:
    try:
        return list(map(int, words))
    except ValueError:
        raise InputError(f"numbers are needed, not {', '.join(words)}") from None


def as_section(value: Json) -> dict[str, Json]:
    if type(value) is not dict:
        raise InputError(f"names with values are needed, not {value!r}")
    return value


# -- dataclasses -----------------------------------------------------------------------------------


def section(kind: Any) -> Codec:
    """A dataclass, its fields by their names."""
    hints = get_type_hints(kind)
    codecs = {one.name: codec_of(hints[one.name]) for one in fields(kind)}
    return Codec(section_writer(kind, codecs), section_reader(kind, codecs))


def section_writer(kind: Any, codecs: Mapping[str, Codec]) -> Encode:
    names = tuple(codecs)
    left_out = {one.name: default_of(one) for one in fields(kind) if one.metadata.get("left out")}
    others = {name: codec.encode for name, codec in codecs.items() if codec.encode}

    def write(value: Any) -> dict[str, Json]:
        data = dict(vars(value))
        if len(data) != len(names):  # it remembers what it was asked
            data = {name: data[name] for name in names}
        for name, default in left_out.items():
            if data[name] == default:
                del data[name]
        for name, convert in others.items():
            if name in data:
                data[name] = convert(data[name])
        return data

    return write


def section_reader(kind: Any, codecs: Mapping[str, Codec]) -> Decode:
    """Fills the object as its own `__init__` would, in a third of the time."""
    if hasattr(kind, "__post_init__") or "__slots__" in vars(kind):
        raise TypeError(f"{kind.__name__} does more than hold values: the journal cannot make one")
    readers = tuple((name, codec.decode) for name, codec in codecs.items())
    defaults = {one.name: default_of(one) for one in fields(kind) if not is_needed(one)}
    new = kind.__new__

    def read(data: Json) -> Any:
        found, name = as_section(data), ""
        made = new(kind)
        values = vars(made)
        try:
            for name, decoded in readers:
                values[name] = decoded(found[name]) if name in found else defaults[name]
        except KeyError:
            raise InputError(f"{name!r} is missing") from None
        except InputError as problem:
            raise InputError(f"{name!r}: {problem}") from problem
        return made

    return read


def is_needed(one: Field[Any]) -> bool:
    return one.default is MISSING and one.default_factory is MISSING


def default_of(one: Field[Any]) -> Any:
    return one.default if one.default_factory is MISSING else one.default_factory()
