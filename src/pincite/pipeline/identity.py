"""What stores and runs keep of the settings, and what of it is used again: never where to connect, nor what to load.

Kept are the options that decide results. What a store remembers of its own plug-ins is used only where it is harmless:
a plug-in of another maker, or one that asks a provider, must be named by the user's own settings, and all addresses,
keys, files and matters of speed come from there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pincite import registry
from pincite.errors import StoreError
from pincite.options import connects, identity_options, is_local, own_options, sounds_like_execution
from pincite.settings import Settings, Stage, stage_fields
from pincite.store.generations import Generation

_INDEX = {"summarizer", "chunker", "context", "embedder", "vectors", "lexical"}


def index_identity(settings: Settings) -> dict[str, Any]:
    """The settings that decide what an index holds: one made with others cannot be added to."""
    return _identity(settings.model_dump(mode="json", include=_INDEX), settings)


def reading_identity(settings: Settings) -> dict[str, Any]:
    """The settings that decide what is read from a file."""
    return _identity(settings.model_dump(mode="json", include={"ocr", "profiler", "structurer"}), settings)


def run_identity(settings: Settings) -> dict[str, Any]:
    """The settings that decide the results of a run."""
    return _identity(settings.model_dump(mode="json", exclude={"jobs", "limits", "trust"}), settings)


def received_identity(told: Mapping[str, Any], own: Settings | None = None) -> dict[str, Any]:
    """Settings from a store or a run folder, less what must not be there; plug-ins nobody trusts are not imported."""
    return _identity(told, own)


def keep_identity(generation: Generation | None) -> Generation | None:
    """A generation without the options that earlier versions kept and must not be."""
    return generation and replace(generation, settings=received_identity(generation.settings))


def stage_of_store(port: str, generation: Generation, *, own: Settings, folder: Path) -> Stage:
    """The plug-in a store was made with, run as the user's own settings say; one they must name is refused.

    What the store says of the plug-in counts where it decides results; all else is the user's.
    """
    stored = _stage(generation.settings[port])
    mine: Stage = getattr(own, port)
    named = mine.kind == stored.kind
    if not named and stored.kind not in own.trust:
        _refuse_strangers(port, stored.kind, folder=folder)
    plugin = registry.load(port, stored.kind)
    kept = {
        name: value for name, value in identity_options(plugin, stored.options).items() if not is_local(plugin, name)
    }
    return Stage.model_validate({"kind": stored.kind, **kept, **(own_options(plugin, mine.options) if named else {})})


def local_names(port: str, generation: Generation) -> dict[str, Any]:
    """What a store tells of the files its plug-in was given, for a user who must name them again."""
    stored = _stage(generation.settings[port])
    if stored.kind not in registry.BUILT_IN[port]:
        return {}
    plugin = registry.load(port, stored.kind)
    return {name: value for name, value in stored.options.items() if is_local(plugin, name)}


def _refuse_strangers(port: str, kind: str, *, folder: Path) -> None:
    """Refuse a plug-in that only a user may choose."""
    how = f"say --set {port}.kind={kind}, or list it in the setting trust (PINCITE_TRUST={kind})"
    if kind not in registry.BUILT_IN[port]:
        registry.require(port, kind)
        raise StoreError(
            folder,
            f"it was made with the {port} '{kind}' of another maker, and no store decides which code runs; "
            f"if you trust that plug-in, {how}",
        )
    if connects(registry.load(port, kind)):
        raise StoreError(
            folder,
            f"it was made with the {port} '{kind}', which asks a provider, and no store decides where your questions "
            f"go; if you want that, {how}",
        )


def _identity(told: Mapping[str, Any], own: Settings | None) -> dict[str, Any]:
    return {
        name: _kept(name, value, own) if name in registry.BUILT_IN and isinstance(value, dict) else value
        for name, value in told.items()
    }


def _kept(port: str, told: Mapping[str, Any], own: Settings | None) -> dict[str, Any]:
    """What is kept of one stage."""
    kind = told.get("kind")
    mine: Stage | None = getattr(own, port, None)
    fields = {name: value for name, value in told.items() if name in stage_fields(port)}
    options = {name: value for name, value in told.items() if name not in fields}
    if not options:
        return fields
    known = isinstance(kind, str) and (kind in registry.BUILT_IN[port] or (mine is not None and mine.kind == kind))
    if known:
        return fields | identity_options(registry.load(port, str(kind)), options)
    return fields | {name: value for name, value in options.items() if not sounds_like_execution(name)}


def _stage(told: Any) -> Stage:
    return Stage.model_validate(told)
