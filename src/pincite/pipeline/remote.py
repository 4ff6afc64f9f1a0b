"""Files on object storage: listed with their ETags, and fetched only where they are new or changed."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any

from pincite.domain.limits import Limits
from pincite.domain.raw_file import RawFile
from pincite.errors import MissingExtra, NotFound, ReadError
from pincite.ingest.source import check_size

_URL = re.compile(r"[a-z][a-z0-9+.-]+://.+")
# The extra that brings each kind of storage.
_EXTRAS = {"s3": "s3", "s3a": "s3", "gs": "gcs", "gcs": "gcs", "az": "azure", "abfs": "azure", "abfss": "azure"}
# Storage that sends, but hardly anything, is given up: an object after so long, and a second for so many bytes of it.
_OBJECT_SECONDS, _BYTES_A_SECOND = 120.0, 20_000
_LISTING_SECONDS = 3600.0
# What ends an object's name where a listing shows a folder.
_FOLDER = "/"


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """An object as a listing shows it; its ETag changes with its content."""

    url: str
    size: int
    etag: str
    storage: Any = field(compare=False, repr=False)

    def __str__(self) -> str:
        return self.url

    @property
    def mark(self) -> tuple[int, int]:
        """Size and ETag, in the form of a file's size and time."""
        return self.size, int.from_bytes(hashlib.sha256(self.etag.encode()).digest()[:7], "big")

    def fetch(self, *, limits: Limits) -> RawFile:
        """The object's content, under its address; one that is too large by the listing is not asked for."""
        check_size(self.url, self.size, limits=limits)
        try:
            seconds = _OBJECT_SECONDS + self.size / _BYTES_A_SECOND
            return RawFile(self.url, _ask(self.storage, "cat_file", self.url, seconds=seconds))
        except Exception as error:
            # Each storage raises its own errors; all of them mean that the file cannot be read.
            raise ReadError(self.url, "missing", f"cannot be fetched: {_reason(error)}") from error


def is_remote(path: object) -> bool:
    """Whether a text names object storage: `s3://bucket/prefix`."""
    return isinstance(path, str) and _URL.fullmatch(path) is not None


def list_remote(url: str, wanted: frozenset[str]) -> tuple[list[RemoteFile], Counter[str]]:
    """The objects under an address whose names end as documents do, and how many others there are."""
    storage, path = _storage(url)
    scheme = url.partition("://")[0]
    try:
        found = _ask(storage, "find", path, detail=True, seconds=_LISTING_SECONDS)
    except Exception as error:
        raise NotFound(f"{url} cannot be listed: {_reason(error)}") from error
    files: list[RemoteFile] = []
    others: Counter[str] = Counter()
    for name, info in sorted(found.items()):
        file = RemoteFile(f"{scheme}://{name}", int(info["size"] or 0), _version(info), storage)
        suffix = RawFile(name, b"").suffix
        if suffix in wanted:
            files.append(file)
        elif not name.endswith(_FOLDER):
            others[suffix] += 1
    if not found:
        raise NotFound(f"{url}: there is no such object or prefix.")
    return files, others


def _storage(url: str) -> tuple[Any, str]:
    scheme = url.partition("://")[0]
    try:
        from fsspec.core import url_to_fs

        storage, path = url_to_fs(url)
        # A cached listing may be outdated.
        storage.invalidate_cache()
    except ImportError as error:
        if scheme not in _EXTRAS and find_spec("fsspec") is not None:
            raise NotFound(f"{url} cannot be reached: {_reason(error)}") from error
        raise MissingExtra(_EXTRAS.get(scheme, "s3"), f"Reading from {scheme}://") from error
    except Exception as error:
        # Each storage checks its own address and credentials.
        raise NotFound(f"{url} cannot be reached: {_reason(error)}") from error
    return storage, path


def _ask(storage: Any, what: str, *given: Any, seconds: float, **options: Any) -> Any:
    """Ask storage for something, and give up after so long where it can be interrupted."""
    if not storage.async_impl:
        return getattr(storage, what)(*given, **options)
    from fsspec.asyn import sync

    return sync(storage.loop, getattr(storage, f"_{what}"), *given, timeout=seconds, **options)


def _reason(error: Exception) -> str:
    if isinstance(error, TimeoutError) and not str(error):
        return "the storage sends too slowly"
    return str(error) or type(error).__name__


def _version(info: dict[str, Any]) -> str:
    """Return the storage's version mark, which changes with an object's content."""
    version = next((info[name] for name in ("ETag", "etag", "md5Hash", "mtime", "LastModified") if info.get(name)), "")
    return str(version)
