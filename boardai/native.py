"""The bridge to C++: the only module that imports cppyy.

It loads the compiled library that `boardai/native_library.py` chooses for this processor, gives C++ states Python
manners, instantiates the compiled templates for a state, compiles users' C++ games at run time, releases the GIL around
long calls, lets Ctrl-C interrupt them, and turns C++ exceptions into Python's own. `docs/concepts.md` explains
why each of these is done the way it is.
"""

from __future__ import annotations

import copyreg
import ctypes
import functools
import hashlib
import importlib
import json
import logging
import operator
import re
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from boardai import native_library
from boardai.basics.quoting import quoted
from boardai.native_calls import by_one, first_alone
from boardai.native_state import add_encoding_methods, add_python_methods, cpp_text
from boardai.native_templates import TEMPLATES, Template

_LOG = logging.getLogger("boardai")


_LOADED = native_library.of_this_machine()

# RTLD_GLOBAL makes the symbols visible to Cling; a plain dlopen costs 0.2 ms where cppyy.load_library costs 32.
_LIBRARY = ctypes.CDLL(str(_LOADED.file), ctypes.RTLD_GLOBAL)

import cppyy  # noqa: E402  (after the checks, so that they fail with their own message)

_LOCK = threading.RLock()
_GAMES_ROOT = Path(importlib.import_module("boardai.games").__path__[0]).parent
cppyy.add_include_path(str(_LOADED.package / "include"))
cppyy.add_include_path(str(_GAMES_ROOT))
cppyy.cppdef("#include <boardai/python/api.hpp>")  # in brackets: see _include
_boardai = cppyy.gbl.boardai
_python = _boardai.python


def build_info() -> dict[str, str]:
    """How the library was built: architecture, compiler, version."""
    return {key: getattr(_LOADED, key) for key in ("architecture", "compiler", "version")}


@functools.cache
def _include(header: str) -> None:
    # In brackets: between quotes Cling looks in the current folder first, which may be a checkout with other headers.
    cppyy.cppdef(f"#include <{header}.hpp>")


def namespace(*headers: str) -> Any:
    """The C++ namespace `boardai`, for options structs and plain functions, after reading `headers` (without .hpp)."""
    for header in headers:
        _include(header)
    return _boardai


def add_headers(folder: str) -> None:
    """Lets `namespace` read headers that include some of another package's, which lie in `folder`."""
    cppyy.add_include_path(folder)


def options(name: str, header: str, values: Mapping[str, Any]) -> Any:
    """A C++ options struct with these values; the others keep their defaults.

    A text names the enumerator, in the enumeration of the field's default.

    Args:
        name: of the struct, as it is called in the namespace `boardai`.
        header: header of the declaration, without .hpp.
        values: by field name; a nested struct's values are a mapping of their own.

    Raises:
        AttributeError: the struct has no such field. (cppyy itself would accept any name.)
        ValueError: a value is not of the field's kind.
    """
    struct = functools.reduce(getattr, name.split("::"), namespace(header))()
    _set_fields(struct, values)
    return struct


@functools.cache
def evaluation_spec(name: str) -> Any:
    """An evaluation by name, as native searches take it."""
    return namespace("boardai/core/evaluation/evaluation").EvaluationSpec(cpp_text(name))


def _set_fields(struct: Any, values: Mapping[str, Any]) -> None:
    for field, value in values.items():
        if not hasattr(struct, field):
            raise AttributeError(f"{type(struct).__name__} has no option {field}")
        if isinstance(value, Mapping):
            _set_fields(getattr(struct, field), value)
            continue
        try:
            # cppyy takes Python's whole numbers only.
            setattr(struct, field, value if isinstance(value, int) else _plain(value))
        except (TypeError, ValueError, OverflowError) as error:
            kind = type(getattr(struct, field)).__name__
            raise ValueError(f"{field} cannot be {quoted(value)}: it must be {_KINDS.get(kind, kind)}") from error


def _plain(value: Any) -> Any:
    """Python's own number in the place of NumPy's or JAX's; anything else as it is."""
    try:
        return operator.index(value)
    except TypeError:
        return value


_KINDS = {"int": "a whole number in range", "float": "a number", "bool": "true or false"}


class NotCopyable:
    """Base class of wrappers of a C++ object, which two copies would share."""

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError(
            f"a {type(self).__name__} can be neither copied nor pickled, because its memory is in C++: make another one"
        )


# --- errors ----------------------------------------------------------------------------------------------------


def _reduce_exception(python: type[Exception], error: Exception) -> tuple[type[Exception], tuple[str]]:
    return python, (str(error),)


def _translate_exceptions() -> None:
    """Makes std::invalid_argument a ValueError, std::out_of_range an IndexError, std::bad_alloc a MemoryError.

    A std::runtime_error, of a system that refuses what is needed, is a RuntimeError. Their messages are the bare ones.

    The C++ exception classes are shared by all users of cppyy in the process; the change only adds base classes.
    """
    std = cppyy.gbl.std
    pairs = (
        (std.invalid_argument, ValueError), (std.out_of_range, IndexError), (std.bad_alloc, MemoryError),
        (std.runtime_error, RuntimeError),
    )  # fmt: skip
    for cpp, python in pairs:
        if python in cpp.__mro__:
            continue
        cpp.__bases__ = (*cpp.__bases__, python)
        cpp.__module__ = "builtins"
        cpp.__qualname__ = cpp.__name__ = python.__name__
        copyreg.pickle(cpp, functools.partial(_reduce_exception, python))
    exception_text = _python.exception_text
    std.exception.__str__ = lambda self: exception_text(self)


_translate_exceptions()
_python.install_interrupt_hook()


def _guarded(function: Callable[..., Any], *, release: bool = False) -> Callable[..., Any]:
    """Wraps a native call: the Python exception that unwound it is raised again, the very same object.

    Args:
        function: the call.
        release: it releases the GIL. cppyy makes its strings in one place for all threads, so texts and bytes get a
            string of their own.
    """
    signature = function.__doc__ or ""  # cppyy writes it there, again at each look
    # Looking at every argument would cost a tenth of a call.
    takes_text = "string" in signature or "EvaluationSpec" in signature
    takes_strings = release and "std::string" in signature

    def call(*arguments: Any) -> Any:
        if takes_text:
            for argument in arguments:
                if isinstance(argument, str):
                    cpp_text(argument)
        if takes_strings:
            arguments = tuple(_own_string(one) if isinstance(one, str | bytes) else one for one in arguments)
        try:
            return function(*arguments)
        except _python.PythonError:
            error = _python.take_python_error()
        try:
            raise error
        finally:
            del error  # its traceback holds this frame: a search and its table would stay until cycles are looked for

    call.__doc__ = signature
    return call


def _own_string(text: str | bytes) -> Any:
    return cppyy.gbl.std.string(text.encode() if isinstance(text, str) else text)


def progress_hook(report: Callable[[], None] | None) -> Any:
    """A native search's progress report. The caller keeps `report` alive while the search may call it."""
    hook = namespace("boardai/core/machine/interrupt").ProgressHook
    return hook() if report is None else _python.progress_hook(report)


def read_report(search: Any) -> dict[str, Any] | None:
    """The last report of a native search, in one call: the fields of `SearchReport` by name; None if there is none.

    Args:
        search: a native `SearchSession`.
    """
    return _report_reader()(search)


@functools.cache
def _report_reader() -> Any:
    _include("boardai/python/report")
    return _python.read_report


# --- states ----------------------------------------------------------------------------------------------------


def _dress(cls: Any, *, name: str, module: str, restore_with: tuple[str, str], encodes: bool, **manners: Any) -> None:
    """Adds Python's special methods to a C++ state class; `restore_with` is for pickle to find the class."""
    cls._api = _python.StateApi[cls]
    add_python_methods(cls, cls._api, name=name, module=module, **manners)
    cls.is_encodable = encodes
    if encodes:
        cls._encoding_api = _python.EncodingApi[cls]
        add_encoding_methods(cls, cls._encoding_api)
    cls.unpack = staticmethod(functools.partial(_unpack, cls))
    # Both are needed, because cppyy's own __reduce_ex__ would be called first.
    cls.__reduce__ = lambda self: (restore, (*restore_with, self.pack()))
    cls.__reduce_ex__ = lambda self, protocol: self.__reduce__()


def _resolve(cpp_type: str) -> Any:
    """The cppyy class of a C++ type name such as `boardai::hex::State<2>`."""
    scope: Any = cppyy.gbl
    path, _, arguments = cpp_type.partition("<")
    for part in path.split("::"):
        scope = getattr(scope, part)
    if arguments:
        scope = scope[tuple(int(value) for value in arguments.rstrip(">").split(","))]
    return scope


_BOUND: dict[str, Any] = {}


def bind(cpp_type: str, *, header: str, module: str, name: str, **manners: Any) -> Any:
    """Binds a state class that is compiled into a library, and adds Python's special methods.

    Args:
        cpp_type: fully qualified C++ name; template arguments are whole numbers: `boardai::hex::State<2>`.
        header: what Cling reads, as an #include path (`games/hex/bind.hpp`); declares everything `extern template`.
        module: the game's Python module; it must offer `state_class(cpp_type)`, by which pickles find the class.
        name: the class's name in Python.
        **manners: docstring, drawing, and what Python may call (`boardai.native_state.add_python_methods`).

    Returns:
        The class; the same object at every call.
    """
    with _LOCK:
        if cpp_type not in _BOUND:
            _include(header.removesuffix(".hpp"))
            cls = _resolve(cpp_type)
            _dress(cls, name=name, module=module, restore_with=(module, cpp_type), encodes=True, **manners)
            _BOUND[cpp_type] = cls
        return _BOUND[cpp_type]


_RUN_TIME = "C++ game "


def restore(module: str, cpp_type: str, packed: bytes) -> Any:
    """Unpickles a native state: `cpp_type` is a type's name, or the source of a game compiled at run time."""
    if module.startswith(_RUN_TIME):
        cls = define(cpp_type, module.removeprefix(_RUN_TIME))
    else:
        cls = importlib.import_module(module).state_class(cpp_type)
    return cls.unpack(packed)


def _unpack(cls: Any, packed: bytes) -> Any:
    """The state of that class that `pack` gave these bytes for.

    Raises:
        ValueError: damaged bytes.
    """
    return cls(_python.Unpacked[cls](packed).state)


# --- games written in C++ by users -----------------------------------------------------------------------------


@functools.cache
def _load_template_bodies() -> None:
    """Bodies of the templates, needed only where Cling itself instantiates them."""
    namespace("boardai/runtime", "boardai/python/api-inl", "boardai/core/evaluation/evaluations-inl")


_DEFINED: dict[str, Any] = {}


def define(source: str, name: str = "game") -> Any:
    """Compiles a game written in C++ and returns its state class.

    The same text gives the same class; a changed text gives a new one, and objects of the old class stay valid.

    Args:
        source: C++ with a line `BOARDAI_GAME(State)`; `#include "boardai/runtime.hpp"` is optional.
        name: shown as the file name in compiler messages.

    Raises:
        ValueError: it does not compile or does not satisfy the game contract; the compiler's own words.
    """
    if "BOARDAI_GAME" not in source:
        raise ValueError(f"{name}: no line BOARDAI_GAME(State) names the game's state")
    tag = "boardai_game_" + hashlib.sha256(source.encode()).hexdigest()[:16]
    with _LOCK:
        if tag not in _DEFINED:
            _load_template_bodies()
            _compile_text(_wrap(source, name, tag), tag, f"{name} is not a game boardai can use")
            space = getattr(cppyy.gbl, tag)
            cls = space.BoardaiGameState
            _dress(
                cls,
                name=cls.__name__,
                module=_RUN_TIME + name,
                doc=f"State of the C++ game {name}, compiled at run time.",
                restore_with=(_RUN_TIME + name, source),
                encodes=bool(space.boardai_is_encodable),
                public=[word.strip() for word in str(space.boardai_public).split(",") if word.strip()],
                facts=True,
            )
            _DEFINED[tag] = cls
        return _DEFINED[tag]


def _wrap(source: str, name: str, tag: str) -> str:
    """The source in a separate namespace, so that a changed cell in a notebook can define its names again."""
    includes, body = _lift_includes(source)
    return "\n".join(
        [
            *includes,
            f"namespace {tag} {{",
            "using namespace ::boardai;",
            f'#line 1 "{name}"',
            *body,
            "constexpr bool boardai_is_encodable = ::boardai::Encodable<BoardaiGameState>;",
            "}",
        ]
    )


def _lift_includes(source: str) -> tuple[list[str], list[str]]:
    """The lines that include, which cannot stand inside a namespace, and all lines with empty ones in their places."""
    includes, body = [], []
    for line in source.splitlines():
        lifted = re.match(r"\s*#\s*(include|pragma\s+once)\b", line)
        if lifted and lifted.group(1) == "include":
            # In brackets, as in _include, if it is one of ours.
            includes.append(re.sub(r'"((?:boardai|games)/[^"]*)"', r"<\1>", line))
        body.append("" if lifted else line)
    return includes, body


_REFUSED: dict[str, str] = {}


def _compile_text(text: str, tag: str, refusal: str) -> None:
    """Compiles a user's text, whose names are in the namespace `tag`.

    One that was refused is refused again without the compiler, in which each try would leave 0.4 MB behind, and which
    would not read an included file again.

    Raises:
        ValueError: `refusal`, and the compiler's own words.
    """
    key = hashlib.sha256(text.encode()).hexdigest()
    if key not in _REFUSED:
        try:
            cppyy.cppdef(text)
            return
        except SyntaxError as error:
            _REFUSED[key] = _compiler_message(str(error), tag)
    raise ValueError(f"{refusal}:\n{_REFUSED[key]}")


def _compiler_message(text: str, tag: str) -> str:
    """The compiler's complaint without the names of our making."""
    lines = [line for line in text.replace(f"{tag}::", "").splitlines() if tag not in line]
    return "\n".join(line for line in lines if line.strip()).strip() or text


_COMPILED: dict[str, Any] = {}


def compiled(
    kind: str, source: str, name: str, *, header: str, before: Iterable[str], after: Iterable[str], refusal: str
) -> Any:
    """A user's C++ text, compiled: a namespace that holds a namespace `written` with the text.

    The same text gives the same namespace.

    Args:
        kind: a word for its kind.
        source: the text.
        name: shown as the file name in compiler messages.
        header: header that it uses, without .hpp.
        before: our lines above the namespace `written`, in which the namespace `boardai` is open.
        after: our lines at the end of `written`.
        refusal: beginning of the message.

    Raises:
        ValueError: it does not compile; `refusal`, and the compiler's own words.
    """
    includes, body = _lift_includes(source)
    before, after = list(before), list(after)
    key = "\n".join([kind, name, *before, source])
    tag = f"boardai_{kind}_{hashlib.sha256(key.encode()).hexdigest()[:16]}"
    with _LOCK:
        if tag not in _COMPILED:
            _include(header)
            opening = [f"namespace {tag} {{", "using namespace ::boardai;", *before, "namespace written {"]
            text = "\n".join([*includes, *opening, f"#line 1 {json.dumps(name)}", *body, *after, "}", "}"])
            _compile_text(text, tag, refusal)
            _COMPILED[tag] = getattr(cppyy.gbl, tag)
        return _COMPILED[tag]


# --- templates over states -------------------------------------------------------------------------------------


@functools.cache
def _python_state() -> Any:
    namespace("boardai/python/python_state")
    return _python.PythonState


def is_native(state: Any) -> bool:
    """Whether this is a C++ state, shipped or compiled at run time."""
    return hasattr(type(state), "_api")


def native_type(state: Any) -> Any:
    """The C++ class by which native searches handle `state`: its own, or the adapter for Python-written games."""
    return type(state) if is_native(state) else _python_state()


def native_state(state: Any) -> Any:
    """`state` itself if native, else an adapter that holds a clone of it."""
    return state if is_native(state) else _adapter()(state)


@functools.cache
def _adapter() -> Callable[[Any], Any]:
    return _guarded(_python_state())


def encodable(state: Any) -> bool:
    """Whether the state has planes and policy indices."""
    if is_native(state):
        return bool(type(state).is_encodable)
    return all(hasattr(state, method) for method in ("observation", "observation_shape", "policy_size", "policy_index"))


def _own_constructors(cls: Any) -> list[str]:
    """Signatures of the constructors that do not copy or move."""
    copies = (f"(const {cls.__cpp_name__}&)", f"({cls.__cpp_name__}&&)")
    return [line for line in cls.__init__.__doc__.splitlines() if not line.endswith(copies)]


def _own_constructor(cls: Any) -> Any:
    """The one constructor that does not copy or move.

    With several to choose from, cppyy hides an exception of the right one behind a TypeError about all of them,
    whenever an earlier call had succeeded.
    """
    own = _own_constructors(cls)
    if len(own) != 1:
        raise TypeError(f"{cls.__cpp_name__} must have one constructor of its own, has {len(own)}")
    return cls.__init__.__overload__(own[0][own[0].rindex("(") + 1 : -1])


_PREPARED: dict[tuple[str, Any], Any] = {}
_ASIDE: dict[Any, Callable[..., Any]] = {}


def template(name: str, state: Any) -> Any:
    """The instance of a native class template (`Perft`, `Puct`, ...) for this state's class.

    For native games long calls release the GIL; Ctrl-C and exceptions of Python-written games come through all.

    Raises:
        ValueError: the template needs a network encoding and the game has none.
    """
    known = TEMPLATES[name]
    if known.encodable and not encodable(state):
        raise ValueError(
            f"{name} needs what a network sees: this game's state has no observation(), observation_shape, policy_size "
            "and policy_index() (in C++: it does not satisfy boardai::Encodable)"
        )
    cls = native_type(state)
    with _LOCK:
        if (name, cls) not in _PREPARED:
            _declare(name, known, cls)
            instance = getattr(_boardai, name)[cls]
            _prepare(instance, known, release=is_native(state))
            _PREPARED[name, cls] = instance
        return _PREPARED[name, cls]


def _prepare(cls: Any, known: Template, *, release: bool) -> None:
    """Makes a C++ class ready for Python: exceptions come through, and long calls may release the GIL."""
    runs = []
    for method in known.long_calls:
        overload = getattr(cls, method)
        if release:
            overload.__release_gil__ = True
        guarded = _guarded(overload, release=release)
        if release:
            guarded = first_alone(guarded)
            if method in ("run", "search"):
                runs.append(guarded)
        if method in (*known.alone, *known.together):
            guarded = by_one(guarded, shares=method in known.together)
        setattr(cls, method, guarded)
    cls._runs = tuple(runs)
    if len(_own_constructors(cls)) == 1:
        cls.__init__ = _guarded(_own_constructor(cls))


def released(function: Any) -> Callable[..., Any]:
    """A plain function of the library that releases the GIL: other threads run meanwhile, and may call it too.

    Args:
        function: runs long, and does not call Python.
    """
    function.__release_gil__ = True
    return first_alone(_guarded(function, release=True))


def made_aside(cls: Any) -> Callable[..., Any]:
    """Makes objects of a C++ class of the library; other threads of Python run meanwhile.

    Args:
        cls: takes long to construct, and does not call Python.
    """
    with _LOCK:
        if cls not in _ASIDE:
            cls.__init__.__release_gil__ = True
            _ASIDE[cls] = first_alone(cls)
        return _ASIDE[cls]


def own_search(cpp_type: str, header: str) -> Any:
    """A game's own search, compiled into the library: a `SearchSession` with a long call `run`.

    Args:
        cpp_type: fully qualified C++ name, e.g. `boardai::reversi::EndgameSolver<1>`.
        header: what Cling reads, without .hpp; declares it `extern template`.
    """
    with _LOCK:
        if cpp_type not in _BOUND:
            _include(header)
            cls = _resolve(cpp_type)
            _prepare(cls, Template("", ("run",)), release=True)
            _BOUND[cpp_type] = cls
        return _BOUND[cpp_type]


def _declare(name: str, known: Template, cls: Any) -> None:
    """Makes Cling know the template for this class: bodies for a game compiled at run time, else the library's."""
    if cls.__cpp_name__.startswith("boardai_game_"):
        _load_template_bodies()
        if known.search:
            _include("boardai/search/plain/depth_first-inl")  # for those that are one header
        bodies = f"{known.header}-inl.hpp"
        cppyy.cppdef(f"#include <{known.header}.hpp>\n#if __has_include(<{bodies}>)\n#include <{bodies}>\n#endif")
        if known.search:
            _compile(name, known, cls)
    else:
        _include(known.header)
        cppyy.cppdef(f"extern template class boardai::{name}<{cls.__cpp_name__}>;")


def _compile(name: str, known: Template, cls: Any) -> None:
    """Compiles a search for a game of the user's own, so that no time limit of its counts the compiler's time."""
    start = time.perf_counter()
    instance = f"::boardai::{name}<{cls.__cpp_name__}>"
    # Taking a function's address compiles it.
    wanted = " ".join(f"auto {name}_{method} = &{instance}::{method};" for method in known.long_calls)
    cppyy.cppdef(f"namespace {cls.__cpp_name__.partition('::')[0]} {{ {wanted} }}")
    _LOG.info("compiled %s for %s in %.1f s", name, cls.__name__, time.perf_counter() - start)


def satisfied(state: Any, concepts: Sequence[str], headers: Sequence[str]) -> list[bool]:
    """Which concepts a C++ state's class satisfies.

    Args:
        state: of a C++ class.
        concepts: of the namespace boardai.
        headers: that have them.
    """
    name = native_type(state).__cpp_name__
    text = " ".join(f"text += boardai::{one}<{name}> ? '1' : '0';" for one in concepts)
    with _LOCK:
        for header in headers:
            _include(header)
        function = f"satisfied_{hashlib.sha256(f'{name} {text}'.encode()).hexdigest()[:16]}"
        if not hasattr(cppyy.gbl, function):
            cppyy.cppdef(f"inline std::string {function}() {{ std::string text; {text} return text; }}")
        return [one == "1" for one in str(getattr(cppyy.gbl, function)())]


def construct(cls: Any, params: dict[str, Any]) -> Any:
    """A state of a C++ class from its constructor's arguments by name.

    Raises:
        ValueError: the constructor rejected them (with its own message), or no constructor takes them.
    """
    try:
        return cls(**params)
    except TypeError as error:
        # See _own_constructor; the copy constructor is needed here. Lines that are not cppyy's are the state's.
        lines = [line.strip() for line in str(error).splitlines()[1:]]
        thrown = [line for line in lines if not line.endswith("=>") and "TypeError:" not in line]
        reason = (
            thrown[-1] if thrown else f"{cls.__name__} has no constructor that takes {', '.join(params) or 'nothing'}"
        )
        raise ValueError(reason) from None
