"""What a user may set."""

from pincite.settings.load import LoadedSettings, cache_folder, known_names, load_settings, preset_names, preset_text
from pincite.settings.model import (
    MOVED_KINDS,
    AnswerSettings,
    ModelStage,
    RetrievalSettings,
    Settings,
    Stage,
    stage_fields,
)

__all__ = [
    "MOVED_KINDS",
    "AnswerSettings",
    "LoadedSettings",
    "ModelStage",
    "RetrievalSettings",
    "Settings",
    "Stage",
    "cache_folder",
    "known_names",
    "load_settings",
    "preset_names",
    "preset_text",
    "stage_fields",
]
