"""Write the reference pages from the code: run `python docs/reference/build.py` after a change to what they show."""

import dataclasses
import enum
import inspect
import json
import os
import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import get_args

os.environ["COLUMNS"] = "100"  # help is wrapped to the terminal's width: fix it before click is loaded

import click  # noqa: E402
from pydantic.fields import FieldInfo  # noqa: E402
from typer.main import get_command  # noqa: E402

import pincite  # noqa: E402
from pincite import registry  # noqa: E402
from pincite.cli.main import app  # noqa: E402
from pincite.options import is_execution, settable  # noqa: E402
from pincite.render.wire.base import WireModel  # noqa: E402
from pincite.settings import load_settings, preset_names, preset_text  # noqa: E402

HERE = Path(__file__).parent


def commands_page() -> str:
    """Every command's help text."""
    root = get_command(app)
    parts = ["# Commands\n\nMade by `python docs/reference/build.py` from the help texts.\n"]
    for name, command in sorted(root.commands.items()):
        parts += _command_parts(f"pincite {name}", command)
    return "\n".join(parts)


def _command_parts(name: str, command: click.Command) -> list[str]:
    context = click.Context(command, info_name=name, terminal_width=100, max_content_width=100)
    parts = [f"## {name}\n\n```text\n{command.get_help(context).strip()}\n```\n"]
    for child, subcommand in sorted(getattr(command, "commands", {}).items()):
        parts += _command_parts(f"{name} {child}", subcommand)
    return parts


def plug_ins_page() -> str:
    """Every port with the plug-ins registered for it and their arguments."""
    parts = ["# Plug-ins\n\nMade by `python docs/reference/build.py` from the registry.\n"]
    parts.append("A third party adds one with an entry point in the group `pincite.<port>`.\n")
    parts.append("Arguments after *execution* say how or where work is done: they are kept in no store and no run.\n")
    for port, plugins in sorted(registry.BUILT_IN.items()):
        parts.append(f"## `{port}`\n\n| name | what it does | arguments |\n| --- | --- | --- |")
        for name in sorted(plugins):
            plugin = registry.load(port, name)
            summary = (inspect.getdoc(plugin) or "").splitlines()[0]
            parts.append(f"| `{name}` | {summary} | {_arguments(plugin)} |")
        parts.append("")
    return "\n".join(parts)


def _arguments(plugin: object) -> str:
    """The settings of a plug-in: those that decide results, then those that say how and where."""
    names = [name for name in settable(plugin) if name != "k" or getattr(plugin, "takes_k", True)]
    own = [f"`{name}`" for name in names if not is_execution(plugin, name)]
    rest = [f"`{name}`" for name in names if is_execution(plugin, name)]
    return "; ".join(part for part in (", ".join(own), f"*execution:* {', '.join(rest)}" if rest else "") if part)


def presets_page() -> str:
    """Every shipped preset: what it is for, and every setting in which they differ."""
    names = preset_names()
    loaded = {name: dict(_flat(load_settings(name, environment={}).settings.model_dump())) for name in names}
    parts = ["# Presets\n\nMade by `python docs/reference/build.py` from the files in `src/pincite/presets`.\n"]
    parts.append("| preset | |\n| --- | --- |")
    parts += [f"| `{name}` | {preset_text(name).splitlines()[0].lstrip('# ')} |" for name in names]
    parts.append(f"\n| setting | {' | '.join(f'`{name}`' for name in names)} |\n| --- |{' --- |' * len(names)}")
    keys = sorted({key for values in loaded.values() for key in values})
    for key in keys:
        row = [_shown(loaded[name].get(key)) for name in names]
        if len(set(row)) > 1:
            parts.append(f"| `{key}` | {' | '.join(row)} |")
    parts.append("\nAn empty cell: the stage's plug-in takes no such argument, or it has its own default.\n")
    return "\n".join(parts)


def _flat(values: dict[str, object], prefix: str = "") -> Iterator[tuple[str, object]]:
    for key, value in values.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _shown(value: object) -> str:
    return "" if value is None else f"`{json.dumps(value)}`"


def python_page() -> str:
    """Everything that `import pincite` exports."""
    values = {name: getattr(pincite, name) for name in pincite.__all__}
    groups: dict[str, list[str]] = {"The store": ["Store"], "Functions": [], "Types": [], "Errors": []}
    for name, value in values.items():
        if name != "Store":
            groups[_group(value)].append(name)
    parts = ["# Python\n\nMade by `python docs/reference/build.py` from what `import pincite` exports.\n"]
    for title, names in groups.items():
        parts.append(f"## {title}\n")
        parts += [_object_part(name, values[name]) for name in names]
    return "\n".join(parts)


def wire_page() -> str:
    """Every model of the wire schema with its fields."""
    parts = ["# Wire schema\n\nMade by `python docs/reference/build.py` from the models of the wire.\n"]
    parts.append(
        "What `--json` prints is made of these records. A span is `[start, end]`. Fields are only ever added.\n"
    )
    own = [f"pincite.render.wire.{stem}" for stem in ("answer", "search", "document", "check", "cite", "base")]
    for module in (*own, "pincite.review.wire", "pincite.runs.wire"):
        for name, model in vars(import_module(module)).items():
            if isinstance(model, type) and issubclass(model, WireModel) and model.__module__ == module:
                rows = [f"| `{field}` | `{_in_cell(_type(info))}` |" for field, info in model.model_fields.items()]
                if rows:
                    table = "\n".join(["| field | type |", "| --- | --- |", *rows])
                    parts.append(f"## `{name}`\n\n{inspect.getdoc(model)}\n\n{table}\n")
    return "\n".join(parts)


def api_page() -> str:
    """Every route of the server, by group, and what is sent to and from it."""
    from pincite.api.app import create_app
    from pincite.service.options import ServeOptions
    from pincite.service.service import Service

    schema = create_app(Service({}), ServeOptions()).openapi()
    groups: dict[str, list[str]] = {}
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            takes = _schema_names(operation.get("requestBody", {}))
            gives = _schema_names({code: one for code, one in operation["responses"].items() if code < "300"})
            row = f"| `{method.upper()} {path}` | {_in_cell(_one_line(operation['description']))} | {takes} | {gives} |"
            groups.setdefault(operation["tags"][0], []).append(row)
    parts = ["# HTTP API\n\nMade by `python docs/reference/build.py` from the OpenAPI description.\n"]
    parts.append("The server itself shows all of it at `/docs`, and for programs at `/openapi.json`.\n")
    parts.append("Records that are not [wire records](wire.md) are described there too. Errors are")
    parts.append('`{"error": {"code", "message", "request_id"}}`.\n')
    for group, rows in groups.items():
        head = ["| route | what it does | takes | gives |", "| --- | --- | --- | --- |"]
        parts.append("\n".join([f"## {group}\n", *head, *rows]) + "\n")
    return "\n".join(parts)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _schema_names(part: object) -> str:
    found = re.findall(r"#/components/schemas/(\w+)", json.dumps(part))
    streams = re.findall(r"text/event-stream|application/x-ndjson|multipart/form-data|image/png", json.dumps(part))
    return ", ".join(f"`{name}`" for name in dict.fromkeys([*found, *streams]))


def _type(info: FieldInfo) -> str:
    kind = info.annotation
    return kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind)


def _group(value: object) -> str:
    if inspect.isfunction(value):
        return "Functions"
    return "Errors" if isinstance(value, type) and issubclass(value, Exception) else "Types"


def _object_part(name: str, value: object) -> str:
    text = inspect.getdoc(value) or ""
    if inspect.isfunction(value):
        return f"### `{name}{_signature(value)}`\n\n{text}\n"
    assert isinstance(value, type)
    parts = [f"### `{name}`\n\n{text}\n"]
    if issubclass(value, enum.Enum):
        parts.append(f"One of {', '.join(f'`{item.name}`' for item in value)}.\n")
    elif dataclasses.is_dataclass(value):
        rows = [f"| `{field.name}` | `{_in_cell(str(field.type))}` |" for field in dataclasses.fields(value)]
        parts.append("\n".join(["| field | type |", "| --- | --- |", *rows]) + "\n")
    elif name == "Settings":
        parts.append("Every setting with its default: see [presets](presets.md) and `pincite settings`.\n")
        return "\n".join(parts)
    members = [line for member in vars(value) if not member.startswith("_") for line in _member(value, member)]
    return "\n".join([*parts, *members, ""] if members else parts)


def _member(owner: type, name: str) -> list[str]:
    """A public method or property in a line, with the first sentence of its docstring."""
    value = inspect.getattr_static(owner, name)
    function = getattr(value, "__func__", getattr(value, "fget", None) or getattr(value, "func", None) or value)
    if not inspect.isfunction(function):
        return []
    said = " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())
    shown = f"{name}{_signature(function)}" if inspect.isfunction(value) or isinstance(value, classmethod) else name
    return [f"- `{shown}`: {said}"]


def _in_cell(type_name: str) -> str:
    return _plain(type_name).replace("|", "\\|")


def _signature(function: Callable[..., object]) -> str:
    signature = inspect.signature(function)
    kept = [_bare(value) for name, value in signature.parameters.items() if name not in ("self", "cls")]
    return _plain(str(signature.replace(parameters=kept)))


def _bare(parameter: inspect.Parameter) -> inspect.Parameter:
    """A parameter whose default is shown in short."""
    if parameter.default is inspect.Parameter.empty or (
        isinstance(parameter.default, str | int | float | None) and not isinstance(parameter.default, enum.Enum)
    ):
        return parameter
    return parameter.replace(default=_Shown(parameter.default))


class _Shown:
    """A default as it is written in a signature."""

    def __init__(self, value: object) -> None:
        self._value = value

    def __repr__(self) -> str:
        if isinstance(self._value, enum.Enum):
            return f'"{self._value}"'
        return str(self._value) if isinstance(self._value, tuple) else f"{type(self._value).__name__}()"


def _plain(text: str) -> str:
    """A signature as it is written in the code: names without their modules, types without quotes."""
    return re.sub(r"\b(?:[a-z_]+\.)+(?=[A-Z])", "", text).replace("'", "")


if __name__ == "__main__":
    (HERE / "commands.md").write_text(commands_page(), "utf-8")
    (HERE / "presets.md").write_text(presets_page(), "utf-8")
    (HERE / "plug-ins.md").write_text(plug_ins_page(), "utf-8")
    (HERE / "python.md").write_text(python_page(), "utf-8")
    (HERE / "api.md").write_text(api_page(), "utf-8")
    (HERE / "wire.md").write_text(wire_page(), "utf-8")
