"""A cache of chat model answers on disk, so that the same request is never paid for twice."""

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
        """Return the cached answer to a request; a damaged file is ignored."""
        if self._folder is None:
            return None
        try:
            return str(
                json.loads(self._place(self._folder, asked).read_text("utf-8", errors="surrogatepass"))["answer"]
            )
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def keep(self, asked: Any, answer: str, *, model: str) -> None:
        """Cache an answer atomically; without space or permission, the work continues without the cache."""
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
