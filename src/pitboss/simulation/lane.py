"""Reading and writing columns so that the processor works on many rounds at once.

A *column* holds one thing of every round of a block. A loop over its rounds is compiled to instructions that
do sixteen or more of them at a time, but only if the compiler knows that what is written is not what is read
next. Of two columns it finds out by itself: where they begin and end is compared before the loop. Of a table
it cannot, since any place of it may be read; so `look_up` and `put` carry a mark that says what always holds:
tables are never written.

A loop that writes a column which it also reads must name both by the same array and the same start, or the
comparison before it finds them to overlap, and goes one by one.
"""

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

WORD = 64


def compiled_in(function: Callable[..., Any]) -> Any:
    """A function whose instructions are written here and stand where it is called."""
    return intrinsic(function)


def tables(builder: Any) -> Any:
    """The mark: the one scope in which all tables are, in all that is compiled."""
    module = builder.module
    domain = module.add_metadata([ir.MetaDataString(module, "pitboss columns")])
    scope = module.add_metadata([ir.MetaDataString(module, "tables"), domain])
    return module.add_metadata([scope])


def pointer(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    array = context.make_array(signature.args[0])(context, builder, args[0])
    place = args[1]
    if place.type.width < WORD and not signature.args[1].signed:
        place = context.cast(builder, place, signature.args[1], types.intp)
    return builder.gep(array.data, [place])


@compiled_in
def look(_: Any, column: Any, place: Any) -> Any:
    """What stands at a place of a contiguous array; places are not counted from the end."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load(pointer(context, builder, signature, args))

    return column.dtype(column, place), code


@compiled_in
def look_up(_: Any, table: Any, place: Any) -> Any:
    """What stands at a place of a table."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = builder.load(pointer(context, builder, signature, args))
        found.set_metadata("alias.scope", tables(builder))
        return found

    return table.dtype(table, place), code


@compiled_in
def put(_: Any, column: Any, place: Any, value: Any) -> Any:
    """Write a value into a column, cut to its kind."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0].dtype
        written = builder.store(
            context.cast(builder, args[2], signature.args[2], kind),
            pointer(context, builder, signature, args),
        )
        written.set_metadata("noalias", tables(builder))
        return context.get_dummy_value()

    return types.void(column, place, value), code


@compiled_in
def high_half(_: Any, one: Any, other: Any) -> Any:
    """The upper sixteen bits of the product of two numbers of sixteen bits."""

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        del context, signature
        wide = ir.IntType(32)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 16)), ir.IntType(16))

    return types.uint16(types.uint16, types.uint16), code
