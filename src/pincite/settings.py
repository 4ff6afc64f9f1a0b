"""What a user may set: a TOML preset, then the environment, then flags, each overriding the one before.

Every setting has a dotted name (`limits.pages`). In a preset it is a key in a table, in the environment
`PINCITE_LIMITS_PAGES`, on the command line `--set limits.pages=200`.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from pincite.domain.limits import Limits
from pincite.errors import SettingsError

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
    }
)

_LIMITS = Limits()


class Stage(BaseModel):
    """Which plug-in does a stage (`kind`); any other key is an argument of that plug-in's class."""

    model_config = ConfigDict(extra="allow", frozen=True)

    kind: str

    @property
    def options(self) -> dict[str, Any]:
        """The keyword arguments for the plug-in."""
        return dict(self.model_extra or {})


class OcrStage(Stage):
    """How pages without a usable text layer are read."""

    kind: str = "rapidocr"
    mode: Literal["auto", "never"] = "auto"


class LimitSettings(BaseModel):
    """How much one file may ask of the machine: the fields of `Limits`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    file_mb: int = Field(default=_LIMITS.file_mb, ge=1)
    unpacked_mb: int = Field(default=_LIMITS.unpacked_mb, ge=1)
    pages: int = Field(default=_LIMITS.pages, ge=1)
    page_megapixels: int = Field(default=_LIMITS.page_megapixels, ge=1)
    seconds: int = Field(default=_LIMITS.seconds, ge=1)
    memory_mb: int = Field(default=_LIMITS.memory_mb, ge=256)

    def limits(self) -> Limits:
        """The same as a plain record."""
        return Limits(**self.model_dump())


class ContextSettings(BaseModel):
    """What is embedded before each chunk, and never quoted."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    template: str = ""

    @field_validator("template")
    @classmethod
    def _known_fields(cls, template: str) -> str:
        try:
            template.format(summary="", name="", path="")
        except (KeyError, IndexError, ValueError) as error:
            raise ValueError("it may use {summary}, {name} and {path} only") from error
        return template


class RetrievalSettings(BaseModel):
    """How a query becomes a ranking."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    k: int = Field(default=6, ge=1)
    method: Literal["dense", "bm25", "hybrid"] = "hybrid"
    fusion: Literal["standard", "weighted", "rrf"] = "standard"
    dense_weight: float = Field(default=0.83, ge=0, le=1)
    pool: int = Field(default=300, ge=1)
    route: Literal["auto", "documents", "never"] = "auto"
    document_filter: bool = False
    max_source_documents: int = Field(default=2, ge=1)
    threshold: Literal["none", "absolute", "relative"] = "none"
    threshold_value: float = Field(default=0.25, ge=0)
    min_chunks: int = Field(default=0, ge=0)
    token_baseline: int = Field(default=0, ge=0)
    collapse: float = Field(default=0.0, ge=0, le=1)
    rerank: int = Field(default=100, ge=1)
    results: Literal["spans", "chunks"] = "spans"
    windows: int = Field(default=12, ge=1)


class AnswerSettings(BaseModel):
    """How passages become an answer, and what it takes to give one."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    threshold: float = Field(default=0.4, ge=0, le=1)
    context_tokens: int = Field(default=2500, ge=1)
    support: float = Field(default=0.6, ge=0, le=1)
    unsupported: Literal["remove", "mark"] = "remove"
    retries: int = Field(default=1, ge=0)
    each_documents: int = Field(default=40, ge=1)
    each_windows: int = Field(default=72, ge=1)
    each_threshold: float = Field(default=0.4, ge=0, le=1)


class Settings(BaseModel):
    """All settings, checked: an unknown key or a bad value never gets this far."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    ocr: OcrStage = OcrStage()
    profiler: Stage = Stage(kind="rules")
    structurer: Stage = Stage(kind="rules")
    summarizer: Stage = Stage(kind="extractive")
    chunker: Stage = Stage(kind="rcts")
    context: ContextSettings = ContextSettings()
    embedder: Stage = Stage(kind="onnx")
    vectors: Stage = Stage(kind="flat")
    lexical: Stage = Stage(kind="bm25")
    highlighter: Stage = Stage(kind="onnx")
    reranker: Stage = Stage(kind="none")
    retrieval: RetrievalSettings = RetrievalSettings()
    answerer: Stage = Stage(kind="extractive")
    verifier: Stage = Stage(kind="onnx")
    answer: AnswerSettings = AnswerSettings()
    limits: LimitSettings = LimitSettings()
    jobs: int = Field(default=0, ge=0, description="worker processes; 0 is one for each core")
    trust: tuple[str, ...] = Field(default=(), description="plug-ins that a store made elsewhere may ask for")

    @field_validator("trust", mode="before")
    @classmethod
    def _listed(cls, names: Any) -> Any:
        return tuple(name.strip() for name in names.split(",") if name.strip()) if isinstance(names, str) else names


# The settings that are no table.
_PLAIN = frozenset({"jobs", "trust"})


def stage_fields(name: str) -> frozenset[str]:
    """The keys of a stage that are no arguments of its plug-in."""
    field = Settings.model_fields.get(name)
    model = field.annotation if field else Stage
    return frozenset(getattr(model, "model_fields", Stage.model_fields))


@dataclass(frozen=True, slots=True)
class Loaded:
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
) -> Loaded:
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
    return Loaded(_validate({name: value for name, (value, _) in values.items()}, origins), origins)


def _overlay(given: Iterable[tuple[str, Any, str]]) -> dict[str, tuple[Any, str]]:
    """Each setting by its last giver; another plug-in for a stage makes the arguments of the one before void."""
    values: dict[str, tuple[Any, str]] = {}
    for name, value, origin in given:
        stage, _, key = name.partition(".")
        if key == "kind" and values.get(name, (value, ""))[0] != value:
            own = known_names()
            for other in [other for other in values if other.startswith(f"{stage}.") and other not in own]:
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
        if key:
            nested.setdefault(section, dict(defaults[section]))[key] = value
        else:
            nested[section] = value
    try:
        return Settings.model_validate(nested)
    except ValidationError as error:
        raise _translate(error, origins) from error


def _translate(error: ValidationError, origins: Mapping[str, str]) -> SettingsError:
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"])
    where = origins.get(name, "")
    if first["type"] == "extra_forbidden":
        return SettingsError(name, "is unknown", known=known_names(), where=where)
    allowed = first.get("ctx", {}).get("expected", "")
    problem = f"is {first['input']!r}: {first['msg'].lower() if not allowed else 'it must be ' + allowed}"
    return SettingsError(name, problem, where=where)
