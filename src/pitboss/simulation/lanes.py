"""Reading and writing columns so that the processor works on many rounds at once.

A *column* holds one thing of every round of a block. A loop over its rounds is compiled to instructions that
do sixteen or more of them at a time, but only if the compiler knows that what is written is never what is
looked up. It cannot see that by itself; `look` and `put` say so.

They say it of all that their function looks up and puts. So a loop may put only what it looks up at the same
place or not at all, and two loops of which one looks at what the other puts are two functions.
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


def apart(builder: Any) -> Any:
    """The mark that both carry: what is looked up is apart from what is put."""
    module = builder.module
    domain = module.add_metadata([ir.MetaDataString(module, "pitboss columns")])
    scope = module.add_metadata([ir.MetaDataString(module, "looked up"), domain])
    return module.add_metadata([scope])


def pointer(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    array = context.make_array(signature.args[0])(context, builder, args[0])
    place = args[1]
    if place.type.width < WORD and not signature.args[1].signed:
        place = context.cast(builder, place, signature.args[1], types.intp)
    return builder.gep(array.data, [place])


@compiled_in
def look(typingctx: Any, column: Any, place: Any) -> Any:
    """What stands at a place of a contiguous array."""
    del typingctx

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        found = builder.load(pointer(context, builder, signature, args))
        found.set_metadata("alias.scope", apart(builder))
        return found

    return column.dtype(column, place), code


@compiled_in
def put(typingctx: Any, column: Any, place: Any, value: Any) -> Any:
    """Write a value of the column's own kind, or of another that is cut to it."""
    del typingctx

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = signature.args[0].dtype
        written = builder.store(
            context.cast(builder, args[2], signature.args[2], kind),
            pointer(context, builder, signature, args),
        )
        written.set_metadata("noalias", apart(builder))
        return context.get_dummy_value()

    return types.void(column, place, value), code


@compiled_in
def high_half(typingctx: Any, one: Any, other: Any) -> Any:
    """The upper sixteen bits of the product of two numbers of sixteen bits."""
    del typingctx

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        del context, signature
        wide = ir.IntType(32)
        product = builder.mul(builder.zext(args[0], wide), builder.zext(args[1], wide))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 16)), ir.IntType(16))

    return types.uint16(types.uint16, types.uint16), code
