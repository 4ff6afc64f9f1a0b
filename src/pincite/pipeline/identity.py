"""What stores and runs keep of the settings, and what of it is used again: never where to connect, nor what to load.

Kept are the options that decide results; of a stage that asks a chat model also that model, and its prompts as a hash.
What a store remembers of its own plug-ins is used only where it is harmless: a plug-in of another maker, or one that
asks a provider, must be named by the user's own settings, and all addresses, keys, files and matters of speed come
from there.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pincite import registry
from pincite.domain.store_place import StorePlace
from pincite.domain.store_state import StoreState
from pincite.errors import StoreError
from pincite.options import connects, identity_options, is_local, own_options, settable, sounds_like_execution
from pincite.pipeline.wire import takes_chat
from pincite.settings import MOVED_KINDS, Settings, Stage, stage_fields

_INDEX = {"summarizer", "chunker", "context", "embedder", "vectors", "lexical"}
# Stages that do not decide results; a chat model is kept with the stage that uses it.
_NOT_RUN = {"jobs", "limits", "trust", "chat", "executor", "lookup", "store"}
_CHATTING = {"summarizer", "answerer"}


def index_identity(settings: Settings) -> dict[str, Any]:
    """The settings that decide what an index holds: one made with others cannot be added to."""
    return _made_identity(settings.model_dump(mode="json", include=_INDEX), settings)


def reading_identity(settings: Settings) -> dict[str, Any]:
    """The settings that decide what is read from a file."""
    return _identity(settings.model_dump(mode="json", include={"ocr", "profiler", "structurer"}), settings)


def run_identity(settings: Settings) -> dict[str, Any]:
    """The settings that decide the results of a run."""
    return _made_identity(settings.model_dump(mode="json", exclude=_NOT_RUN), settings)


def received_identity(stored: Mapping[str, Any], own: Settings | None = None) -> dict[str, Any]:
    """Clean settings read from a store or a run folder; untrusted plug-ins are not imported."""
    return _identity(stored, own)


def keep_identity(state: StoreState) -> StoreState:
    """Remove options that earlier versions kept and that must not be kept."""
    return replace(state, settings=received_identity(state.settings))


def stage_of_store(port: str, state: StoreState, *, own: Settings, folder: StorePlace) -> Stage:
    """The plug-in a store was made with, run as the user's own settings say; one they must name is refused.

    What the store says of the plug-in counts where it decides results; all else is the user's.
    """
    stored = _stage(state.settings[port])
    mine: Stage = getattr(own, port)
    named = mine.kind == stored.kind
    if not named and stored.kind not in own.trust:
        _refuse_untrusted(port, stored.kind, folder=folder)
    plugin = registry.load(port, stored.kind)
    kept = {
        name: value for name, value in identity_options(plugin, stored.options).items() if not is_local(plugin, name)
    }
    return Stage.model_validate({"kind": stored.kind, **kept, **(own_options(plugin, mine.options) if named else {})})


def local_names(port: str, state: StoreState) -> dict[str, Any]:
    """Describe the files that a store's plug-in was given, for a user who must name them again."""
    stored = _stage(state.settings[port])
    if stored.kind not in registry.BUILT_IN[port]:
        return {}
    plugin = registry.load(port, stored.kind)
    return {name: value for name, value in stored.options.items() if is_local(plugin, name)}


def _refuse_untrusted(port: str, kind: str, *, folder: StorePlace) -> None:
    """Refuse a plug-in that only the user may choose."""
    how = f"say --set {port}.kind={kind}, or list it in the setting trust (PINCITE_TRUST={kind})"
    if kind not in registry.BUILT_IN[port]:
        registry.require(port, kind)
        raise StoreError(
            folder,
            f"it was made with the {port} '{kind}' of a third party, and a store may not decide which code runs; "
            f"if you trust that plug-in, {how}",
        )
    if connects(registry.load(port, kind)):
        raise StoreError(
            folder,
            f"it was made with the {port} '{kind}', which asks a provider, and a store may not decide where "
            f"your questions go; if you want that, {how}",
        )


def _made_identity(stages: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    """What is kept of settings that are in force: of a stage that asks a model, that model and the prompts' hash."""
    asking = {}
    for port in _CHATTING & stages.keys():
        stage: Stage = getattr(settings, port)
        plugin = registry.load(port, stage.kind)
        asking[port] = {name: value for name, value in stages[port].items() if name != "chat"}
        if takes_chat(plugin):
            asking[port] |= {"chat": settings.chat_for(port).model_dump(mode="json")}
            asking[port] |= {"prompt": _hash_prompts(plugin, stage.options)}
    return _identity({**stages, **asking}, settings)


def _hash_prompts(plugin: Any, options: Mapping[str, Any]) -> str:
    words = "\0".join(plugin.prompts(**options)) if hasattr(plugin, "prompts") else str(options.get("prompt", ""))
    return f"sha256:{hashlib.sha256(words.encode('utf-8', 'surrogatepass')).hexdigest()[:16]}"


def _identity(stored: Mapping[str, Any], own: Settings | None) -> dict[str, Any]:
    return {
        name: _kept(name, value, own) if name in registry.BUILT_IN and isinstance(value, dict) else value
        for name, value in stored.items()
    }


def _brought_up(port: str, stored: Mapping[str, Any]) -> Mapping[str, Any]:
    """Update a stage kept by an earlier version, whose kind named a chat model."""
    moved = MOVED_KINDS.get(port, {}).get(str(stored.get("kind")))
    if moved is None:
        return stored
    plugin = registry.load(port, "model")
    own = {name: value for name, value in stored.items() if name in settable(plugin)}
    chat = {name: value for name, value in stored.items() if name not in own and name != "kind"}
    return {**own, "kind": "model", "chat": {**chat, "kind": moved}, "prompt": _hash_prompts(plugin, own)}


def _kept(port: str, stored: Mapping[str, Any], own: Settings | None) -> dict[str, Any]:
    """What is kept of one stage."""
    stored = _brought_up(port, stored)
    kind = stored.get("kind")
    mine: Stage | None = getattr(own, port, None)
    fields = {name: value for name, value in stored.items() if name in stage_fields(port)}
    options = {name: value for name, value in stored.items() if name not in fields}
    if isinstance(chat := fields.get("chat"), dict):
        fields["chat"] = _kept("chat", chat, own)
    if not options:
        return fields
    known = isinstance(kind, str) and (kind in registry.BUILT_IN[port] or (mine is not None and mine.kind == kind))
    if known:
        return fields | identity_options(registry.load(port, str(kind)), options)
    return fields | {name: value for name, value in options.items() if not sounds_like_execution(name)}


def _stage(stored: Any) -> Stage:
    return Stage.model_validate(stored)
