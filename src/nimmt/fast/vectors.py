"""The two innermost loops of the value nets, written in LLVM's own vectors.

Left to itself the compiler stores all sums after every column that is added, and multiplies numbers of 16 bits in
vectors of half their size. Nothing here depends on a processor: LLVM makes of it what the machine has.
"""

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types

from .jit import generated

WIDTH = 128
"""Numbers in a row of weights, and sums."""

_declared: Any = cgutils.get_or_insert_function
_LANES = 16
_WORD, _LONG, _INDEX = ir.IntType(16), ir.IntType(32), ir.IntType(64)
_BLOCK, _WIDE = ir.VectorType(_WORD, _LANES), ir.VectorType(_LONG, _LANES)


@generated
def add_columns(_: Any, weights: Any, columns: Any, size: Any, sums: Any) -> Any:
    """Add the first `size` of these columns, which are rows of weights, to the sums; those stay in registers."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        rows, numbers, results = (
            context.make_array(signature.args[place])(context, builder, arguments[place]).data for place in (0, 1, 3)
        )
        size, first, before = arguments[2], ir.Constant(_INDEX, 0), builder.basic_block
        loop, done = builder.append_basic_block("columns"), builder.append_basic_block("done")
        old = _blocks(builder, results)
        builder.cbranch(builder.icmp_signed("<", first, size), loop, done)

        builder.position_at_end(loop)
        place, sofar = builder.phi(_INDEX), [builder.phi(_BLOCK) for _ in old]
        column = builder.zext(builder.load(builder.gep(numbers, [place])), _INDEX)
        here = _blocks(builder, _row(builder, rows, column))
        added = [builder.add(total, block) for total, block in zip(sofar, here, strict=True)]
        following = builder.add(place, ir.Constant(_INDEX, 1))
        builder.cbranch(builder.icmp_signed("<", following, size), loop, done)

        builder.position_at_end(done)
        found = [builder.phi(_BLOCK) for _ in old]
        for phi, at_first, later in zip(
            [place, *sofar, *found], [first, *old, *old], [following, *added, *added], strict=True
        ):
            phi.add_incoming(at_first, before)
            phi.add_incoming(later, loop)
        for number, total in enumerate(found):
            builder.store(total, _block(builder, results, number), align=2)
        return context.get_dummy_value()

    if not (_is_words(weights, 2) and _is_words(columns, 1) and _is_words(sums, 1)):
        return None
    return types.void(weights, columns, types.int64, sums), generate


@generated
def dot(_: Any, weights: Any, row: Any, sums: Any) -> Any:
    """The sum of products of a row of weights with the sums, in 32 bits."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        rows, factors = (
            context.make_array(signature.args[place])(context, builder, arguments[place]).data for place in (0, 2)
        )
        total = ir.Constant(_WIDE, None)
        for one, other in zip(
            _blocks(builder, _row(builder, rows, arguments[1])), _blocks(builder, factors), strict=True
        ):
            total = builder.add(total, builder.mul(builder.sext(one, _WIDE), builder.sext(other, _WIDE)))
        kind = ir.FunctionType(_LONG, [_WIDE])
        reduce = _declared(builder.module, kind, f"llvm.vector.reduce.add.v{_LANES}i32")
        return builder.call(reduce, [total])

    if not (_is_words(weights, 2) and _is_words(sums, 1)):
        return None
    return types.int32(weights, types.int64, sums), generate


def _is_words(kind: Any, dimensions: int) -> bool:
    """Whether this is an array of 16 bits without gaps: of anything else the compiler finds no such function."""
    return isinstance(kind, types.Array) and (kind.dtype, kind.ndim, kind.layout) == (types.int16, dimensions, "C")


def _row(builder: Any, rows: Any, number: Any) -> Any:
    return builder.gep(rows, [builder.mul(number, ir.Constant(_INDEX, WIDTH))])


def _block(builder: Any, address: Any, number: int) -> Any:
    return builder.gep(builder.bitcast(address, _BLOCK.as_pointer()), [ir.Constant(_INDEX, number)])


def _blocks(builder: Any, address: Any) -> list[Any]:
    return [builder.load(_block(builder, address, number), align=2) for number in range(WIDTH // _LANES)]
