"""What decides a cell besides the document and the question: the models, the curve and the chunking."""

from __future__ import annotations

import hashlib
import json
from importlib.resources import files

from pincite.pipeline.asking.each import FEW_WINDOWS
from pincite.pipeline.searchable_store import SearchableStore
from pincite.review.question import ReviewQuestion


def models_identity(store: SearchableStore) -> str:
    """A digest of the models that read cells, and of the settings that steer them."""
    settings = store.settings
    parts = {
        "store": store.opened.state.settings,
        "embedder": store.opened.state.embedder,
        "highlighter": settings.highlighter.model_dump(),
        "fusion": [settings.retrieval.fusion, settings.retrieval.dense_weight, FEW_WINDOWS],
    }
    digest = hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode())
    if settings.highlighter.kind == "onnx":
        digest.update(files("pincite.models").joinpath("highlighter.onnx").read_bytes())
    digest.update(files("pincite.review").joinpath("presence.json").read_bytes())
    return digest.hexdigest()[:32]


def question_identity(question: ReviewQuestion) -> str:
    """All of a question that decides its cells: its name only heads the column."""
    parts = [question.question, question.type.value, list(question.choices)]
    return json.dumps(parts, ensure_ascii=False)
