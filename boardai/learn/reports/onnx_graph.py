"""A JAX function as an ONNX graph, for any number of rows.

    1. The function is traced with an open first axis, giving a list of JAX's primitives and function calls.
    2. Calls are inlined; values that depend on no input are computed here and become constants.
    3. Each other primitive becomes one or a few ONNX operators.

Weights are constants that keep their names, so operations on weights are written as operators as well; runtimes compute
them once when they load the file. Such an operation without an ONNX equivalent is computed here.

There is one open axis, `batch`. Numbers of 16 bits are written as float32, since few runtimes compute with bfloat16.
The operators are those of opset 18 (https://onnx.ai/onnx/operators/).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import export

from boardai.basics.optional import optional_package

OPSET, IR_VERSION = 18, 8  # the oldest versions with all operators used here

# Primitives that correspond to one operator with the same inputs.
_SAME = {
    "abs": "Abs", "add": "Add", "add_any": "Add", "and": "And", "ceil": "Ceil", "cos": "Cos", "div": "Div",
    "eq": "Equal", "erf": "Erf", "exp": "Exp", "floor": "Floor", "ge": "GreaterOrEqual", "gt": "Greater",
    "le": "LessOrEqual", "log": "Log", "logistic": "Sigmoid", "lt": "Less", "max": "Max", "min": "Min", "mul": "Mul",
    "neg": "Neg", "not": "Not", "or": "Or", "pow": "Pow", "round": "Round", "sign": "Sign", "sin": "Sin",
    "sqrt": "Sqrt", "sub": "Sub", "tan": "Tan", "tanh": "Tanh", "xor": "Xor",
}  # fmt: skip
_NOTHING = {"copy", "copy_p", "optimization_barrier", "reduce_precision", "sharding_constraint", "stop_gradient"}
_REDUCTIONS = {
    "reduce_max": "ReduceMax", "reduce_min": "ReduceMin", "reduce_prod": "ReduceProd", "reduce_sum": "ReduceSum",
}  # fmt: skip
_CALLS = {
    "checkpoint", "closed_call", "core_call", "custom_jvp_call", "custom_vjp_call", "custom_vjp_call_jaxpr", "jit",
    "pjit", "remat", "remat2",
}  # fmt: skip

Value = Any  # a NumPy array if it is known, else the name of a tensor of the graph
Translation = Callable[["_Graph", Any, list[Value]], Value]


def onnx_model(
    function: Callable[[Any, dict[str, Any]], Sequence[Any]],
    shape: Sequence[int],
    name: str,
    input_name: str,
    outputs: Sequence[str],
    weights: Mapping[str, Any],
) -> Any:
    """A function as an ONNX model.

    >>> from boardai.learn.reports.onnx_graph import onnx_model
    >>> def function(x, weights):
    ...     return (jnp.tanh(x @ weights["kernel"]),)
    >>> model = onnx_model(function, (4,), "an example", "planes", ["value"], {"kernel": np.eye(4, dtype=np.float32)})
    >>> [node.op_type for node in model.graph.node], [array.name for array in model.graph.initializer]
    (['MatMul', 'Tanh', 'Identity'], ['kernel'])

    Args:
        function: takes float32 `[batch, *shape]` and the weights.
        shape: shape of one row.
        name: name of the graph.
        input_name: name of the input.
        outputs: names of the function's outputs.
        weights: arrays by name; those that are used become initializers with these names.

    Raises:
        ValueError: the package onnx is not installed, or an operation of the function has no translation.
    """
    onnx = optional_package("onnx", "onnx", "onnx")
    (batch,) = export.symbolic_shape("batch")
    given = {key: _array(weights[key]) for key in sorted(weights)}  # JAX's order of dictionary keys
    traced = jax.jit(function).trace(jax.ShapeDtypeStruct((batch, *shape), jnp.float32), given).jaxpr
    graph = _Graph(onnx, input_name, given)
    found = graph.call(traced.jaxpr, traced.consts, [input_name, *given])
    for value, output in zip(found, outputs, strict=True):
        graph.add("Identity", [value], output=output)
    helper, proto = onnx.helper, onnx.TensorProto
    output_values = [
        helper.make_tensor_value_info(
            output, graph.kind(aval.dtype), [_size(extent) or "batch" for extent in aval.shape]
        )
        for output, aval in zip(outputs, traced.out_avals, strict=True)
    ]
    planes = helper.make_tensor_value_info(input_name, proto.FLOAT, ["batch", *shape])
    made = helper.make_graph(graph.nodes, name, [planes], output_values, graph.constants)
    return helper.make_model(
        made, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION, producer_name="boardai"
    )


class _Graph:
    """The operators and constants so far."""

    def __init__(self, onnx: Any, input_name: str, weights: Mapping[str, np.ndarray]) -> None:
        self._onnx, self._input = onnx, input_name
        self._unused = dict(weights)
        self._known = dict(weights)  # values of the tensors that depend only on weights, by name
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self._names: dict[tuple[Any, ...], str] = {}
        self._rows = ""

    def call(self, jaxpr: Any, constants: Sequence[Any], arguments: Sequence[Value]) -> list[Value]:
        """Writes the primitives of a function, and returns its outputs."""
        known = dict(zip(jaxpr.constvars, map(_array, constants), strict=True))
        known |= dict(zip(jaxpr.invars, arguments, strict=True))

        def read(atom: Any) -> Value:
            return _array(atom.val) if hasattr(atom, "val") else known[atom]

        for equation in jaxpr.eqns:
            values = [read(atom) for atom in equation.invars]
            known |= dict(zip(equation.outvars, self._results(equation, values), strict=True))
        return [read(atom) for atom in jaxpr.outvars]

    def _results(self, equation: Any, values: list[Value]) -> list[Value]:
        name, params = equation.primitive.name, equation.params
        if name in _CALLS:
            called = params.get("jaxpr", params.get("call_jaxpr", params.get("fun_jaxpr")))
            return self.call(getattr(called, "jaxpr", called), getattr(called, "consts", ()), values)
        arrays = [self._known.get(value) if isinstance(value, str) else value for value in values]
        if any(array is None for array in arrays) or not _is_known(equation):
            return self._translated(equation, values)
        given = [jnp.asarray(array, one.aval.dtype) for array, one in zip(arrays, equation.invars, strict=True)]
        bound = equation.primitive.bind(*given, **params)
        found = [_array(one) for one in (bound if equation.primitive.multiple_results else [bound])]
        if not any(isinstance(value, str) for value in values):
            return found
        written = len(self.nodes)
        try:
            names = self._translated(equation, values)
        except ValueError:  # operations on weights only need no ONNX translation
            del self.nodes[written:]
            return found
        self._known |= dict(zip(names, found, strict=True))
        return names

    def _translated(self, equation: Any, values: list[Value]) -> list[Value]:
        name, params = equation.primitive.name, equation.params
        if name in _NOTHING:
            return values
        if name in _SAME and not (name in ("and", "or", "xor", "not") and equation.outvars[0].aval.dtype != bool):
            return [self.add(_SAME[name], values)]
        if name in _REDUCTIONS:
            return [self.add(_REDUCTIONS[name], [values[0], np.array(params["axes"], np.int64)], keepdims=0)]
        if name not in _TRANSLATIONS:
            raise ValueError(f"ONNX: no translation of JAX's {name}, which a layer of this network uses")
        return [_TRANSLATIONS[name](self, equation, values)]

    def add(self, operator: str, inputs: Sequence[Value], output: str = "", **attributes: Any) -> str:
        """Adds an operator and returns the name of its result."""
        name = output or f"{operator}_{len(self.nodes)}"
        names = [value if isinstance(value, str) else self.constant(value) for value in inputs]
        for used in self._unused.keys() & set(names):
            self.constants.append(self._onnx.numpy_helper.from_array(self._unused.pop(used), used))
        self.nodes.append(self._onnx.helper.make_node(operator, names, [name], **attributes))
        return name

    def constant(self, value: np.ndarray) -> str:
        """Adds a constant, or finds an equal one, and returns its name."""
        array = np.ascontiguousarray(value).reshape(value.shape)  # ascontiguousarray turns a scalar into a row
        key = (array.shape, array.dtype.str, array.tobytes())
        if key not in self._names:
            self._names[key] = f"constant_{len(self._names)}"
            self.constants.append(self._onnx.numpy_helper.from_array(array, self._names[key]))
        return self._names[key]

    def kind(self, dtype: Any) -> int:
        """ONNX's number for a type."""
        return int(self._onnx.helper.np_dtype_to_tensor_dtype(_dtype(dtype)))

    def shape(self, extents: Sequence[Any]) -> Value:
        """A shape for Expand, with the number of rows for an open axis.

        Raises:
            ValueError: another open axis than the rows.
        """
        sizes = [_size(extent) for extent in extents]
        if None not in sizes:
            return np.array(sizes, np.int64)
        if any(size is None and str(extent) != "batch" for size, extent in zip(sizes, extents, strict=True)):
            raise ValueError(f"ONNX: an axis of {[str(extent) for extent in extents]} is not the number of rows")
        self._rows = self._rows or self.add("Shape", [self._input], start=0, end=1)
        return self.add(
            "Concat", [self._rows if size is None else np.array([size], np.int64) for size in sizes], axis=0
        )

    def reshaped(self, value: Value, extents: Sequence[Any]) -> Value:
        """The same numbers in another shape."""
        sizes = [_size(extent) for extent in extents]
        if sizes.count(None) > 1:
            raise ValueError(f"ONNX: more than one axis of {[str(extent) for extent in extents]} is open")
        wanted = np.array([-1 if size is None else size for size in sizes], np.int64)
        return value.reshape(wanted) if not isinstance(value, str) else self.add("Reshape", [value, wanted])

    def transposed(self, value: Value, order: Sequence[int]) -> Value:
        """The axes in another order."""
        order = [int(axis) for axis in order]
        if order == list(range(len(order))):
            return value
        return value.transpose(order) if not isinstance(value, str) else self.add("Transpose", [value], perm=order)

    def sliced(self, value: Value, starts: Sequence[int], ends: Sequence[int], steps: Sequence[int]) -> Value:
        """A slice of each axis, without the ends."""
        axes = np.arange(len(starts))
        return self.add("Slice", [value, *(np.array(one, np.int64) for one in (starts, ends, axes, steps))])


def _dtype(dtype: Any) -> np.dtype:
    """The type that is written: float32 for numbers of 16 bits."""
    return np.dtype(np.float32) if dtype == jnp.bfloat16 or dtype == np.float16 else np.dtype(dtype)


def _array(value: Any) -> np.ndarray:
    array = np.asarray(value)
    return array.astype(_dtype(array.dtype), copy=False)


def _size(extent: Any) -> int | None:
    """An axis's size; None: it is open."""
    return int(extent) if isinstance(extent, int | np.integer) else None


def _is_known(equation: Any) -> bool:
    """Whether all shapes of a primitive's results are closed."""
    return all(_size(extent) is not None for one in equation.outvars for extent in one.aval.shape)


def _number(value: float, equation: Any) -> np.ndarray:
    return np.array(value, _dtype(equation.outvars[0].aval.dtype))


def _convolution(graph: _Graph, equation: Any, values: list[Value]) -> Value:
    params, (x, kernel) = equation.params, values
    of_x, of_kernel, of_result = params["dimension_numbers"]
    if set(params["lhs_dilation"]) != {1} or params["batch_group_count"] != 1:
        raise ValueError("ONNX: no translation of a transposed convolution")
    before, after = zip(*params["padding"], strict=True)
    result = graph.add(
        "Conv",
        [graph.transposed(x, of_x), graph.transposed(kernel, of_kernel)],
        strides=list(params["window_strides"]), dilations=list(params["rhs_dilation"]),
        pads=[int(cells) for cells in (*before, *after)], group=params["feature_group_count"],
    )  # fmt: skip
    return graph.transposed(result, np.argsort(of_result).tolist())


def _product(graph: _Graph, equation: Any, values: list[Value]) -> Value:
    (left_summed, right_summed), (left_batch, right_batch) = equation.params["dimension_numbers"]
    left_axes, right_axes = (len(one.aval.shape) for one in equation.invars)
    if (left_summed, right_summed, left_batch) == ((left_axes - 1,), (0,), ()) and right_axes == 2:
        return graph.add("MatMul", values)
    letters = iter("abcdefghijklmnopqrstuvwxyz")
    left = [next(letters) for _ in range(left_axes)]
    right = [next(letters) for _ in range(right_axes)]
    for one, other in zip((*left_summed, *left_batch), (*right_summed, *right_batch), strict=True):
        right[other] = left[one]
    result = [left[axis] for axis in left_batch]
    result += [left[axis] for axis in range(left_axes) if axis not in (*left_summed, *left_batch)]
    result += [right[axis] for axis in range(right_axes) if axis not in (*right_summed, *right_batch)]
    return graph.add("Einsum", values, equation=f"{''.join(left)},{''.join(right)}->{''.join(result)}")


def _broadcast(graph: _Graph, equation: Any, values: list[Value]) -> Value:
    wanted, places = equation.params["shape"], equation.params["broadcast_dimensions"]
    given = equation.invars[0].aval.shape
    ones: list[Any] = [1] * len(wanted)
    for place, extent in zip(places, given, strict=True):
        ones[place] = extent
    value = values[0] if tuple(given) == tuple(ones) else graph.reshaped(values[0], ones)
    return value if tuple(ones) == tuple(wanted) else graph.add("Expand", [value, graph.shape(wanted)])


def _gather(graph: _Graph, equation: Any, values: list[Value]) -> Value:
    numbers, sizes = equation.params["dimension_numbers"], equation.params["slice_sizes"]
    x, indices = values
    extents = equation.invars[0].aval.shape
    if not isinstance(indices, str) and indices.ndim == 1:  # one slice, which may start in any axes
        starts = np.zeros(len(extents), np.int64)
        starts[list(numbers.start_index_map)] = indices
        last = np.iinfo(np.int64).max
        ends = [last if _size(size) is None else start + size for start, size in zip(starts, sizes, strict=True)]
        part = graph.sliced(x, starts.tolist(), ends, [1] * len(starts))
        return graph.reshaped(part, equation.outvars[0].aval.shape)
    whole = [axis for axis in range(len(extents)) if str(sizes[axis]) == str(extents[axis])]
    if len(numbers.start_index_map) != 1 or {*whole, *numbers.start_index_map} != set(range(len(extents))):
        raise ValueError("ONNX: no translation of indices into several axes at once")
    (axis,) = numbers.start_index_map
    collapsed = axis in numbers.collapsed_slice_dims
    places = equation.invars[1].aval.shape[:-1]
    wide = () if collapsed else (sizes[axis],)
    if collapsed:
        indices = graph.reshaped(indices, places)
    elif isinstance(indices, str):
        indices = graph.add("Add", [indices, np.arange(sizes[axis], dtype=_dtype(equation.invars[1].aval.dtype))])
    else:
        indices = indices + np.arange(sizes[axis], dtype=indices.dtype)
    result = graph.add("Gather", [x, indices], axis=axis)
    # ONNX puts the indices' axes in the place of the axis; JAX specifies the places of the others.
    offsets, count = list(numbers.offset_dims), len(places)
    total = len(offsets) + count
    free = [place for place in range(total) if place not in offsets]
    stands = [*offsets[:axis], *free, *offsets[axis : axis + len(wide)], *offsets[axis + len(wide) :]]
    return graph.transposed(result, np.argsort(stands).tolist())


def _selected(graph: _Graph, equation: Any, values: list[Value]) -> Value:
    if len(values) != 3 or equation.invars[0].aval.dtype != bool:
        raise ValueError("ONNX: no translation of a choice between more than two")
    return graph.add("Where", [values[0], values[2], values[1]])


def _padded(graph: _Graph, equation: Any, values: list[Value]) -> Value:
    before, after, between = zip(*equation.params["padding_config"], strict=True)
    if any(between):
        raise ValueError("ONNX: no translation of padding between cells")
    return graph.add("Pad", [values[0], np.array([*before, *after], np.int64), values[1]])


def _slice(graph: _Graph, equation: Any, values: list[Value]) -> Value:
    params = equation.params
    ends = [np.iinfo(np.int64).max if _size(end) is None else int(end) for end in params["limit_indices"]]
    return graph.sliced(values[0], params["start_indices"], ends, params["strides"] or [1] * len(ends))


def _reversed(graph: _Graph, equation: Any, values: list[Value]) -> Value:
    axes = np.array(equation.params["dimensions"], np.int64)
    ends = np.full(len(axes), np.iinfo(np.int64).min)
    return graph.add("Slice", [values[0], np.full(len(axes), -1), ends, axes, np.full(len(axes), -1)])


def _not_equal(graph: _Graph, equation: Any, values: list[Value]) -> Value:
    return graph.add("Not", [graph.add("Equal", values)])


def _is_finite(graph: _Graph, equation: Any, values: list[Value]) -> Value:
    bad = graph.add("Or", [graph.add("IsInf", values), graph.add("IsNaN", values)])
    return graph.add("Not", [bad])


def _clamped(graph: _Graph, equation: Any, values: list[Value]) -> Value:
    low, x, high = values
    return graph.add("Min", [graph.add("Max", [x, low]), high])


def _best(operator: str) -> Translation:
    def translated(graph: _Graph, equation: Any, values: list[Value]) -> Value:
        (axis,) = equation.params["axes"]
        found = graph.add(operator, values, axis=axis, keepdims=0)
        return graph.add("Cast", [found], to=graph.kind(equation.params["index_dtype"]))

    return translated


_TRANSLATIONS: dict[str, Translation] = {
    "argmax": _best("ArgMax"),
    "argmin": _best("ArgMin"),
    "broadcast_in_dim": _broadcast,
    "clamp": _clamped,
    "concatenate": lambda graph, equation, values: graph.add("Concat", values, axis=equation.params["dimension"]),
    "conv_general_dilated": _convolution,
    "convert_element_type": lambda graph, equation, values: graph.add(
        "Cast", values, to=graph.kind(equation.params["new_dtype"])
    ),
    "dot_general": _product,
    "erfc": lambda graph, equation, values: graph.add("Sub", [_number(1, equation), graph.add("Erf", values)]),
    "expm1": lambda graph, equation, values: graph.add("Sub", [graph.add("Exp", values), _number(1, equation)]),
    "gather": _gather,
    "integer_pow": lambda graph, equation, values: graph.add(
        "Pow", [values[0], _number(equation.params["y"], equation)]
    ),
    "is_finite": _is_finite,
    "log1p": lambda graph, equation, values: graph.add("Log", [graph.add("Add", [values[0], _number(1, equation)])]),
    "ne": _not_equal,
    "pad": _padded,
    "reshape": lambda graph, equation, values: graph.reshaped(values[0], equation.params["new_sizes"]),
    "rev": _reversed,
    "rsqrt": lambda graph, equation, values: graph.add("Reciprocal", [graph.add("Sqrt", values)]),
    "select_n": _selected,
    "slice": _slice,
    "square": lambda graph, equation, values: graph.add("Mul", [values[0], values[0]]),
    "squeeze": lambda graph, equation, values: graph.reshaped(values[0], equation.outvars[0].aval.shape),
    "transpose": lambda graph, equation, values: graph.transposed(values[0], equation.params["permutation"]),
}
