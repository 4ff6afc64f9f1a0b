"""The settings as records: every key has a type and a default, and an unknown key is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from pincite.domain.limits import Limits

_LIMITS = Limits()


class Stage(BaseModel):
    """Which plug-in does a stage (`kind`); any other key is an argument of that plug-in's class."""

    model_config = ConfigDict(extra="allow", frozen=True)

    kind: str

    @property
    def options(self) -> dict[str, Any]:
        """The keyword arguments for the plug-in."""
        return dict(self.model_extra or {})


class ExecutorStage(Stage):
    """Where files are read, where texts are embedded, and how much of a GPU each worker that embeds has."""

    kind: str = "processes"
    embedding: str = "inline"
    gpus: float = Field(default=0, ge=0, allow_inf_nan=False)

    @field_validator("gpus")
    @classmethod
    def _share_or_whole(cls, gpus: float) -> float:
        if gpus > 1 and gpus != int(gpus):
            raise ValueError("it must be a share of one GPU, such as 0.5, or a whole number of them")
        return gpus


class OcrStage(Stage):
    """How pages without a usable text layer are read."""

    kind: str = "rapidocr"
    mode: Literal["auto", "never"] = "auto"


class ModelStage(Stage):
    """A stage whose plug-in may ask a chat model: `chat` is what differs from the settings of that one."""

    chat: dict[str, Any] = Field(default_factory=dict)


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
    open_windows: int = Field(default=24, ge=1)


class AnswerSettings(BaseModel):
    """How passages become an answer, and what it takes to give one."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    threshold: float = Field(default=0.35, ge=0, le=1)
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

    executor: ExecutorStage = ExecutorStage()
    ocr: OcrStage = OcrStage()
    profiler: Stage = Stage(kind="rules")
    structurer: Stage = Stage(kind="rules")
    chat: Stage = Stage(kind="none")
    summarizer: ModelStage = ModelStage(kind="extractive")
    chunker: Stage = Stage(kind="rcts")
    context: ContextSettings = ContextSettings()
    embedder: Stage = Stage(kind="onnx")
    store: Stage = Stage(kind="local")
    vectors: Stage = Stage(kind="flat")
    lexical: Stage = Stage(kind="bm25")
    highlighter: Stage = Stage(kind="onnx")
    reranker: Stage = Stage(kind="none")
    retrieval: RetrievalSettings = RetrievalSettings()
    answerer: ModelStage = ModelStage(kind="extractive")
    verifier: Stage = Stage(kind="onnx")
    lookup: Stage = Stage(kind="none")
    answer: AnswerSettings = AnswerSettings()
    limits: LimitSettings = LimitSettings()
    jobs: int = Field(default=0, ge=0, description="worker processes; 0 is one for each core, on Ray of the cluster")
    trust: tuple[str, ...] = Field(default=(), description="plug-ins that a store made elsewhere may ask for")

    @field_validator("trust", mode="before")
    @classmethod
    def _listed(cls, names: Any) -> Any:
        return tuple(name.strip() for name in names.split(",") if name.strip()) if isinstance(names, str) else names

    def chat_for(self, stage: str) -> Stage:
        """The chat model of a stage: the one for all, with what the stage says of its own."""
        own: dict[str, Any] = getattr(getattr(self, stage, None), "chat", {})
        shared = {"kind": self.chat.kind, **self.chat.options}
        # The options of one kind mean nothing to another.
        return Stage.model_validate(own if own.get("kind", self.chat.kind) != self.chat.kind else {**shared, **own})


# Kinds that were a chat model of their own, and the chat model they are now.
MOVED_KINDS: Mapping[str, Mapping[str, str]] = {
    "summarizer": {"llm": "openai", "local": "local"},
    "answerer": {"openai": "openai", "local": "local"},
}


def stage_fields(name: str) -> frozenset[str]:
    """The keys of a stage that are no arguments of its plug-in."""
    field = Settings.model_fields.get(name)
    model = field.annotation if field else Stage
    return frozenset(getattr(model, "model_fields", Stage.model_fields))
