"""Settings become objects, here and nowhere else."""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from pincite import registry
from pincite.domain.limits import Limits
from pincite.domain.store_place import StoreAddress, StorePlace, store_place
from pincite.errors import MissingExtra, SettingsError
from pincite.options import check_options, is_injected, settable
from pincite.ports import Answerer, ChatModel, Executor, OcrEngine, Profiler, Reader, Structurer, Summarizer
from pincite.ports.store import MakePlugin, StoreEngine
from pincite.settings import ModelStage, Settings, Stage, cache_folder, load_settings

_STAGES = (
    *("ocr", "profiler", "structurer", "chat", "summarizer", "chunker", "embedder", "store", "vectors"),
    *("lexical", "highlighter", "reranker", "answerer", "verifier", "lookup"),
)


@dataclass(frozen=True, slots=True)
class ReadingStages:
    """The stages that turn a file into a reading."""

    readers: tuple[Reader, ...]
    ocr: OcrEngine | None
    profiler: Profiler
    structurer: Structurer
    limits: Limits


def wire_reading(settings: Settings) -> ReadingStages:
    """Make the reading stages; a missing OCR package leaves OCR out, and the readers say so where it matters."""
    return ReadingStages(
        readers=wire_readers(),
        ocr=_make_ocr(settings),
        profiler=make("profiler", settings.profiler),
        structurer=make("structurer", settings.structurer),
        limits=settings.limits.limits(),
    )


def wire_readers() -> tuple[Reader, ...]:
    """Return every registered reader, third-party ones first, since they were installed to be used."""
    built_in = list(registry.BUILT_IN["reader"])
    others = [name for name in registry.names("reader") if name not in built_in]
    return tuple(_make_reader(name) for name in (*others, *built_in))


def make_executor(settings: Settings) -> Executor:
    """Make the executor for files, with the number of workers from the settings."""
    return _make_executor(settings.executor.kind, settings)


def make_embedding_executor(settings: Settings) -> Executor:
    """Make the executor for embedding, with the number of workers from the settings."""
    kind, gpus = settings.executor.embedding, settings.executor.gpus
    return _make_executor(kind, settings, **({"gpus": gpus} if gpus else {}))


def _make_executor(kind: str, settings: Settings, **injected: Any) -> Executor:
    executor: Executor = make("executor", _executor_stage(kind, settings), jobs=settings.jobs, **injected)
    return executor


def _executor_stage(kind: str, settings: Settings) -> Stage:
    """The executor of a kind, without the options that only the other one takes: files and texts have one each."""
    stage = settings.executor
    other = stage.embedding if kind == stage.kind else stage.kind
    options = {
        name: value
        for name, value in stage.options.items()
        if _executor_takes(kind, name) or not _executor_takes(other, name)
    }
    return Stage.model_validate({"kind": kind, **options})


def _executor_takes(kind: str, name: str) -> bool:
    return name in settable(registry.load("executor", kind))


def check_wiring(settings: Settings) -> None:
    """Refuse unknown plug-ins and arguments before any work begins."""
    _check_executors(settings)
    for port in _STAGES:
        stage: Stage = getattr(settings, port)
        registry.require(port, stage.kind)
        may_chat = isinstance(stage, ModelStage)
        if stage.options or may_chat:
            # Imported late: importing every plug-in takes longer than finding that no file has changed.
            plugin = registry.load(port, stage.kind)
            if may_chat and takes_chat(plugin):
                _check_chat(port, settings)
            check_options(port, stage.kind, plugin=plugin, options=stage.options)


def _check_executors(settings: Settings) -> None:
    kinds = (settings.executor.kind, settings.executor.embedding)
    for kind in kinds:
        registry.require("executor", kind)
    for kind in kinds if settings.executor.options else ():
        options = _executor_stage(kind, settings).options
        check_options("executor", kind, plugin=registry.load("executor", kind), options=options)
    if settings.executor.gpus:
        _check_gpus(settings)


def _check_gpus(settings: Settings) -> None:
    """Refuse GPUs for workers that cannot be given one, and for an embedder that cannot use it."""
    where, embedder = settings.executor.embedding, settings.embedder.kind
    if not is_injected(registry.load("executor", where), "gpus"):
        raise SettingsError("executor.gpus", f"is for workers of a cluster, and executor.embedding is {where}; use ray")
    if "device" not in settable(registry.load("embedder", embedder)):
        raise SettingsError("executor.gpus", f"is set, and embedder.kind={embedder} cannot use a GPU")


def make(port: str, stage: Stage, **injected: Any) -> Any:
    """The plug-in a stage names, with its arguments checked against its signature and annotations."""
    plugin = registry.load(port, stage.kind)
    check_options(port, stage.kind, plugin=plugin, options=stage.options)
    return plugin(**stage.options, **injected)


def takes_chat(plugin: Any) -> bool:
    """Whether a plug-in asks a chat model."""
    return is_injected(plugin, "chat")


def make_answerer(settings: Settings) -> Answerer:
    """The answerer, with the chat model it asks; answers are kept on disk."""
    answerer: Answerer = _make_with_chat("answerer", settings, cache=cache_folder() / "answers")
    return answerer


def make_summarizer(settings: Settings) -> Summarizer:
    """The summarizer, with the chat model it asks; answers are kept on disk."""
    summarizer: Summarizer = _make_with_chat("summarizer", settings, cache=cache_folder() / "summaries")
    return summarizer


def make_chat(stage: Stage, *, cache: Path | None = None, asker: Any = None) -> ChatModel:
    """A chat model that may keep its answers in a folder; `asker` is the plug-in that asks it.

    What the asker would have, where the settings do not say, is set if this model can be set so.
    """
    plugin = registry.load("chat", stage.kind)
    wanted = getattr(asker, "chat_defaults", None)
    defaults = wanted(small=bool(getattr(plugin, "small", False))) if wanted is not None else {}
    known = settable(plugin)
    options = {**{name: value for name, value in defaults.items() if name in known}, **stage.options}
    keeps = {"cache": cache} if is_injected(plugin, "cache") else {}
    chat: ChatModel = make("chat", Stage.model_validate({"kind": stage.kind, **options}), **keeps)
    return chat


def _make_with_chat(port: str, settings: Settings, *, cache: Path) -> Any:
    stage: Stage = getattr(settings, port)
    plugin = registry.load(port, stage.kind)
    if not takes_chat(plugin):
        return make(port, stage)
    _check_chat(port, settings)
    return make(port, stage, chat=make_chat(settings.chat_for(port), cache=cache, asker=plugin))


def _check_chat(port: str, settings: Settings) -> None:
    """Refuse a stage that asks a model where none is set, and options of the model that are given to the stage."""
    stage: Stage = getattr(settings, port)
    chat = settings.chat_for(port)
    if chat.kind == "none":
        known = [name for name in registry.names("chat") if name != "none"]
        raise SettingsError(
            "chat.kind", f"is 'none', and {port}.kind={stage.kind} asks a model; set another", known=known
        )
    plugin = registry.load("chat", chat.kind)
    check_options("chat", chat.kind, plugin=plugin, options=chat.options)
    own = settable(registry.load(port, stage.kind))
    for name in stage.options:
        if name not in own and name in settable(plugin):
            raise SettingsError(
                f"{port}.{name}", f"is set on the chat model: write chat.{name}, or {port}.chat.{name} for this alone"
            )


def _make_reader(name: str) -> Reader:
    try:
        reader: Reader = registry.load("reader", name)()
    except (ImportError, AttributeError, TypeError) as error:
        raise SettingsError("reader", f"'{name}' cannot be loaded ({error}); fix or uninstall that plug-in") from error
    missing = [key for key in ("format", "suffixes", "magic", "version") if not hasattr(reader, key)]
    if missing:
        raise SettingsError("reader", f"'{name}' does not declare {', '.join(missing)}; fix or uninstall that plug-in")
    return reader


class PluginFactory(Protocol):
    """Gives the plug-in a stage names: `make`, or a `PluginPool`'s, which gives each of them once."""

    def __call__(self, port: str, stage: Stage) -> Any:
        """The plug-in."""
        ...


class PluginPool:
    """Plug-ins that are made once and shared, so that several stores load a model once; for any number of threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: dict[str, Any] = {}

    def make(self, port: str, stage: Stage) -> Any:
        """The plug-in a stage names; the same object for the same arguments."""
        key = json.dumps([port, stage.kind, stage.options], sort_keys=True, default=repr)
        with self._lock:
            if key not in self._made:
                self._made[key] = make(port, stage)
            return self._made[key]


def plugin_maker(settings: Settings, make: PluginFactory = make) -> MakePlugin:
    """What makes the plug-ins of a store as settings name them."""
    return lambda port: make(port, getattr(settings, port))


def locate_store(given: StorePlace | str, settings: Settings | None = None) -> StorePlace:
    """Parse a store's location: an address names its kind, other text is read as the kind in the settings."""
    if isinstance(given, str):
        return store_place(given, kind=(settings or load_settings().settings).store.kind)
    return given


def store_engine(place: StorePlace, settings: Settings | None = None) -> StoreEngine:
    """The store at a place, whose options are in the settings."""
    stage = (settings or load_settings().settings).store
    kind = place.kind if isinstance(place, StoreAddress) else "local"
    # The options of one kind do not apply to another.
    engine: StoreEngine = make("store", stage if stage.kind == kind else Stage(kind=kind), place=place)
    return engine


def _make_ocr(settings: Settings) -> OcrEngine | None:
    if settings.ocr.mode == "never":
        return None
    try:
        engine: OcrEngine = make("ocr", settings.ocr)
    except MissingExtra:
        return None
    return engine
