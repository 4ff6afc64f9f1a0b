"""Answers of chat models kept on disk by what was asked, so that nothing is paid or waited for twice."""

from __future__ import annotations

import hashlib
import json
import logging
from pathlib import Path
from typing import Any

from pincite.files import os_reason, write_text

_LOG = logging.getLogger(__name__)


class ChatCache:
    """A folder of answers; without a folder nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def recall(self, asked: Any) -> str | None:
        """The answer kept for what is asked; a file that is damaged is as good as none."""
        if self._folder is None:
            return None
        try:
            return str(
                json.loads(self._place(self._folder, asked).read_text("utf-8", errors="surrogatepass"))["answer"]
            )
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def keep(self, asked: Any, answer: str, *, model: str) -> None:
        """Keep an answer, whole or not at all; where there is no room or permission, the work goes on without."""
        if self._folder is None:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            kept = json.dumps({"model": model, "answer": answer}, ensure_ascii=False)
            write_text(self._place(self._folder, asked), kept)
        except OSError as error:
            _LOG.warning("The answers in %s are not kept (%s); the work goes on.", self._folder, os_reason(error))
            self._folder = None

    @staticmethod
    def _place(folder: Path, asked: Any) -> Path:
        words = json.dumps(asked, sort_keys=True, ensure_ascii=False)
        return folder / f"{hashlib.sha256(words.encode('utf-8', 'surrogatepass')).hexdigest()}.json"
