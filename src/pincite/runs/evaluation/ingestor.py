"""The ingestor of NVIDIA's RAG blueprint over HTTP: collections, and the documents of a corpus into one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx

from pincite.errors import TargetError
from pincite.http import shown_url


class Ingestor:
    """A server with `/v1/collections` and `/v1/documents`."""

    def __init__(self, url: str, *, timeout: float = 180) -> None:
        self._url = url.rstrip("/")
        self._shown = shown_url(url)
        self._client = httpx.Client(timeout=timeout)

    def __enter__(self) -> Ingestor:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def collections(self) -> list[str]:
        """The names of the collections that are there."""
        found = self._send("GET", "/v1/collections")
        rows = found.get("collections", []) if isinstance(found, dict) else []
        return [str(row.get("collection_name")) if isinstance(row, dict) else str(row) for row in rows]

    def make(self, collection: str) -> None:
        """Make a collection."""
        self._send("POST", "/v1/collection", json={"collection_name": collection})

    def delete(self, collection: str) -> None:
        """Delete a collection with all its documents."""
        self._send("DELETE", "/v1/collections", json=[collection])

    def documents(self, collection: str) -> list[str]:
        """The names of the documents of a collection."""
        found = self._send("GET", "/v1/documents", params={"collection_name": collection})
        rows = found.get("documents", []) if isinstance(found, dict) else []
        return [str(row.get("document_name")) if isinstance(row, dict) else str(row) for row in rows]

    def add(self, collection: str, files: Sequence[Path], *, batch: int = 1000) -> int:
        """Upload files in batches; gives how many."""
        for start in range(0, len(files), max(1, batch)):
            with ExitStack() as opened:
                parts = [
                    ("documents", (file.name, opened.enter_context(file.open("rb"))))
                    for file in files[start : start + batch]
                ]
                data = {"data": json.dumps({"collection_name": collection, "blocking": True})}
                self._send("POST", "/v1/documents", files=parts, data=data)
        return len(files)

    def _send(self, method: str, path: str, **given: Any) -> Any:
        try:
            response = self._client.request(method, f"{self._url}{path}", **given)
            response.raise_for_status()
            return response.json() if response.content else {}
        except httpx.HTTPStatusError as error:
            raise TargetError(self._shown, f"answered {method} {path} with {error.response.status_code}") from error
        except (httpx.HTTPError, ValueError) as error:
            raise TargetError(self._shown, f"{method} {path} failed ({type(error).__name__}: {error})") from error
