"""The arguments of a plug-in as settings: which a user may set, which decide results, and what values they take.

A plug-in says it where it declares its arguments:

    def __init__(self, *, size: int = 500, model: Local[str] = "embedder", threads: Execution[int] = 0) -> None: ...

A plain argument is *identity*: it decides what comes out, and stores and runs keep it. `Execution` is how or where the
work is done (threads, an address, the name of a key's variable): it comes from the user's own settings and is kept
nowhere. `Local` names something that is loaded, such as a model's file: only the user may name it, and only its last
name is kept. `Injected` is given by whoever makes the plug-in, such as the chat model it asks: it is no setting, and
neither is an argument that begins with an underscore.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import NoneType
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, create_model

from pincite.errors import SettingsError

_T = TypeVar("_T")
_EXECUTION, _LOCAL, _INJECTED = "pincite: execution", "pincite: local", "pincite: injected"
Execution = Annotated[_T, _EXECUTION]
Local = Annotated[_T, _LOCAL]
Injected = Annotated[_T, _INJECTED]

# Whatever a third party declares, an argument of such a name is taken for execution. No pattern with "model" in it:
# a model's name is identity.
_TELLING = re.compile(
    r"(?:^|_)(?:url|uri|host|endpoint|address|proxy|port|headers?|key|secret|token|password|variable|environment|"
    r"threads|device|timeout|attempts|concurrency|transport|path|file|folder|directory|dir|program|command|cache|cached)"
    r"(?:$|_)"
)
_CONNECTING = re.compile(r"(?:^|_)(?:url|uri|host|endpoint|address)(?:$|_)")
_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "string": "text",
    "list": "a list",
    "tuple": "a list",
    "dict": "a table",
}
_NUMBERS = {int, float, NoneType}


def settable(plugin: Any) -> dict[str, inspect.Parameter]:
    """The arguments of a plug-in that are settings, by name; what is given by position alone is none."""
    others = {inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}
    return {
        name: parameter
        for name, parameter in inspect.signature(plugin).parameters.items()
        if parameter.kind not in others and not name.startswith("_") and not is_injected(plugin, name)
    }


def is_injected(plugin: Any, name: str) -> bool:
    """Whether an argument is given by whoever makes the plug-in."""
    return _is_marked(plugin, name, _INJECTED)


def sounds_like_execution(name: str) -> bool:
    """Whether an argument's name says that it is an address, a secret, a place or a matter of speed."""
    return bool(_TELLING.search(name))


def is_execution(plugin: Any, name: str) -> bool:
    """Whether an argument says how or where work is done, and not what comes out."""
    return _is_marked(plugin, name, _EXECUTION) or (sounds_like_execution(name) and not is_local(plugin, name))


def is_local(plugin: Any, name: str) -> bool:
    """Whether an argument names something that is loaded."""
    return _is_marked(plugin, name, _LOCAL)


def is_declared(plugin: Any, name: str) -> bool:
    """Whether a plug-in itself says of an argument that it is execution or local."""
    return _is_marked(plugin, name, _EXECUTION) or is_local(plugin, name)


def connects(plugin: Any) -> bool:
    """Whether a plug-in uses the network: it then takes an address."""
    return any(_CONNECTING.search(name) for name in settable(plugin))


def identity_options(plugin: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """What may be kept of a plug-in's options: those that decide what comes out, and of local things the last name."""
    return {
        name: last_name(value) if is_local(plugin, name) else value
        for name, value in options.items()
        if not is_execution(plugin, name)
    }


def own_options(plugin: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that only a user may give: execution, and the names of local things."""
    return {name: value for name, value in options.items() if is_execution(plugin, name) or is_local(plugin, name)}


def last_name(value: Any) -> Any:
    """A path without its folders; a name that is no path of this machine, such as `BAAI/bge-m3`, stays whole."""
    if not isinstance(value, str | Path):
        return value
    text = str(value)
    is_path = text.startswith(("/", "\\", ".", "~")) or "\\" in text or text[1:2] == ":" or Path(text).exists()
    return re.split(r"[/\\]", text.rstrip("/\\"))[-1] if is_path else text


def check_options(where: str, kind: str, *, plugin: Any, options: Mapping[str, Any]) -> None:
    """Refuse an argument that a plug-in does not take, and a value that does not fit its annotation."""
    known = settable(plugin)
    for name in options:
        if name not in known:
            raise SettingsError(f"{where}.{name}", f"is unknown to {where} '{kind}'", known=["kind", *known])
    try:
        _form(plugin, tuple(options)).validate_python(dict(options))
    except ValidationError as error:
        first = error.errors()[0]
        raise SettingsError(f"{where}.{first['loc'][0]}", _problem(first)) from error


# A command makes two dozen plug-ins, some several times; to read the annotations of one takes longer than to make it.
@lru_cache(maxsize=512)
def _form(plugin: Any, names: tuple[str, ...]) -> TypeAdapter[Any]:
    """What checks the values of these arguments."""
    hints = _hints(plugin)
    fields: dict[str, Any] = {name: _field(hints.get(name, Any)) for name in names}
    return TypeAdapter(create_model("Options", __config__=ConfigDict(arbitrary_types_allowed=True), **fields))


def _field(hint: Any) -> tuple[Any, Any]:
    inner = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    # Strict for numbers alone: true is no size, and "12" in quotes is no number.
    numeric = {inner} <= _NUMBERS or (bool(get_args(inner)) and set(get_args(inner)) <= _NUMBERS)
    return hint, Field(strict=True) if numeric else ...


def _problem(error: Any) -> str:
    expected = error.get("ctx", {}).get("expected")
    kind = next((words for start, words in _KINDS.items() if error["type"].startswith(start)), None)
    wanted = expected or kind
    return f"is {error['input']!r}: " + (f"it must be {wanted}" if wanted else str(error["msg"]).lower())


def _is_marked(plugin: Any, name: str, mark: str) -> bool:
    hint = _hints(plugin).get(name)
    return get_origin(hint) is Annotated and mark in get_args(hint)[1:]


@lru_cache(maxsize=512)
def _hints(plugin: Any) -> dict[str, Any]:
    """The annotations of a plug-in's arguments; none where a third party's cannot be resolved."""
    target = plugin.__init__ if inspect.isclass(plugin) else plugin
    try:
        return get_type_hints(target, include_extras=True)
    except (NameError, TypeError):
        return {}
