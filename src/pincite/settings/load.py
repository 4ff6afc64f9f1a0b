"""Settings as a user gives them: a TOML preset, then the environment, then flags, each overriding the one before.

Every setting has a dotted name (`limits.pages`). In a preset it is a key in a table, in the environment
`PINCITE_LIMITS_PAGES`, on the command line `--set limits.pages=200`.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pincite.errors import SettingsError
from pincite.settings.model import MOVED_KINDS, Settings

ENVIRONMENT_PREFIX = "PINCITE_"
# Variables that start like a setting but name a place or an outside service.
OTHER_VARIABLES = frozenset(
    {
        "PINCITE_DATA",
        "PINCITE_PRESET",
        "PINCITE_CACHE",
        "PINCITE_PRICES",
        "PINCITE_LLM_BASE_URL",
        "PINCITE_LLM_MODEL",
        "PINCITE_TARGET_TOKEN",
    }
)
# The settings that are no table.
_PLAIN = frozenset({"jobs", "trust"})
_CHATTING = frozenset({"summarizer", "answerer"})


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """Settings, and for each dotted name that was set, who set it."""

    settings: Settings
    origins: Mapping[str, str]


def cache_folder() -> Path:
    """Where work that can be done again is kept: `$PINCITE_CACHE`, or the user's cache folder."""
    named = os.environ.get("PINCITE_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pincite"


def preset_names() -> list[str]:
    """The presets that ship with the package."""
    folder = files("pincite").joinpath("presets")
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))


def preset_text(preset: str) -> str:
    """The TOML of a shipped preset by name, or of a file by path."""
    path = Path(preset)
    if path.suffix == ".toml" or path.is_file():
        try:
            return path.read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise SettingsError("preset", f"cannot be read from {path}: {error}") from error
    if preset not in preset_names():
        raise SettingsError("preset", f"is '{preset}', which is neither shipped nor a .toml file", known=preset_names())
    return files("pincite").joinpath("presets", f"{preset}.toml").read_text("utf-8")


def load_settings(
    preset: str | None = None,
    *,
    flags: Iterable[str] = (),
    environment: Mapping[str, str] | None = None,
    base: Mapping[str, Any] | None = None,
) -> LoadedSettings:
    """Read the preset, then the environment, then `name=value` flags.

    Where no preset is named, the values of `base` (what a store remembers) lie between the default preset and the rest.
    """
    environment = os.environ if environment is None else environment
    named = preset or environment.get("PINCITE_PRESET")
    preset = named or "default"
    given = [
        (name, value, f"preset {preset}")
        for name, value in _flatten(_parse_toml(preset_text(preset), where=f"preset {preset}"))
    ]
    given += [(name, value, "the store") for name, value in _flatten(base or {}) if not named]
    given += list(_from_environment(environment))
    given += [_from_flag(flag) for flag in flags]
    values = _overlay(given)
    origins = {name: origin for name, (_, origin) in values.items()}
    return LoadedSettings(_validate({name: value for name, (value, _) in values.items()}, origins), origins)


def _overlay(given: Iterable[tuple[str, Any, str]]) -> dict[str, tuple[Any, str]]:
    """Each setting by its last giver; another plug-in for a stage makes the arguments of the one before void."""
    values: dict[str, tuple[Any, str]] = {}
    for name, value, origin in given:
        stage, _, key = name.rpartition(".")
        if key == "kind" and values.get(name, (value, ""))[0] != value:
            kept = {*known_names(), *(other for other in values if other.startswith(f"{stage}.chat."))}
            for other in [other for other in values if other.startswith(f"{stage}.") and other not in kept]:
                del values[other]
        values[name] = (value, origin)
    return values


def _from_flag(flag: str) -> tuple[str, Any, str]:
    name, equals, text = flag.partition("=")
    if not equals:
        raise SettingsError(flag, "must be written name=value", known=known_names())
    return name.strip(), _parse_value(text.strip()), "flag"


def known_names() -> list[str]:
    """The dotted names of all settings (a stage takes its plug-in's arguments besides)."""
    names = []
    for name, field in Settings.model_fields.items():
        model = field.annotation
        inner = getattr(model, "model_fields", None)
        names += [f"{name}.{key}" for key in inner] if inner else [name]
    return sorted(names)


def _parse_toml(text: str, *, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise SettingsError("preset", f"is not valid TOML: {error}", where=where) from error


def _flatten(table: Mapping[str, Any], prefix: str = "") -> Iterable[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _from_environment(environment: Mapping[str, str]) -> Iterable[tuple[str, Any, str]]:
    for variable, text in sorted(environment.items()):
        if not variable.startswith(ENVIRONMENT_PREFIX) or variable in OTHER_VARIABLES:
            continue
        section, _, key = variable.removeprefix(ENVIRONMENT_PREFIX).lower().partition("_")
        if section in _CHATTING:
            key = re.sub("^chat_", "chat.", key)
        yield (f"{section}.{key}" if key else section), _parse_value(text), f"environment {variable}"


def _parse_value(text: str) -> Any:
    """A value as TOML would read it; anything that is not TOML is a plain string."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError):
        return text


def _validate(values: Mapping[str, Any], origins: Mapping[str, str]) -> Settings:
    nested: dict[str, Any] = {}
    defaults = Settings().model_dump()
    for name, value in values.items():
        section, _, key = name.partition(".")
        if section not in Settings.model_fields or bool(key) == (section in _PLAIN):
            raise SettingsError(name, "is unknown", known=known_names(), where=origins[name])
        table = nested.setdefault(section, dict(defaults[section])) if key else nested
        if section in _CHATTING and key.startswith("chat."):
            table["chat"] = {**table["chat"], key.removeprefix("chat."): value}
        elif key:
            table[key] = value
        else:
            nested[section] = value
    _refuse_moved(values, origins)
    try:
        return Settings.model_validate(nested)
    except ValidationError as error:
        raise _translate(error, origins) from error


def _refuse_moved(values: Mapping[str, Any], origins: Mapping[str, str]) -> None:
    """Say what to write now in place of a kind that was a chat model of its own."""
    for stage, kinds in MOVED_KINDS.items():
        kind = str(values.get(f"{stage}.kind"))
        if kind in kinds:
            where = origins[f"{stage}.kind"]
            now = f"write {stage}.kind=model and chat.kind={kinds[kind]}, and give model, base_url and the like to chat"
            raise SettingsError(
                f"{stage}.kind", f"is {kind!r}, but chat models are a stage of their own: {now}", where=where
            )


def _translate(error: ValidationError, origins: Mapping[str, str]) -> SettingsError:
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"])
    where = origins.get(name, "")
    if first["type"] == "extra_forbidden":
        return SettingsError(name, "is unknown", known=known_names(), where=where)
    allowed = first.get("ctx", {}).get("expected", "")
    problem = f"is {first['input']!r}: {first['msg'].lower() if not allowed else 'it must be ' + allowed}"
    return SettingsError(name, problem, where=where)
