"""Which code ran: our version and commit, a hash of the source, and the packages that bear on results."""

from __future__ import annotations

import hashlib
import platform
import subprocess
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import pincite

_PACKAGES = ("numpy", "faiss-cpu", "onnxruntime", "tokenizers", "PyStemmer", "pypdfium2", "python-docx", "lxml", "nltk")
_HOME = Path(pincite.__file__).parent
# What decides the rows and vectors of an index, beside the settings.
_INDEXING = (
    *("ingest", "structure", "summarize", "chunk", "embed", "store", "pipeline"),
    *("legal", "domain", "ports"),
)


def code_version() -> dict[str, Any]:
    """Our version, the commit and whether it was altered, where it runs from a checkout, and the source by hash."""
    return dict(_code_version())


@lru_cache(maxsize=1)
def _code_version() -> dict[str, Any]:
    commit = _git("rev-parse", "HEAD")
    changed = _git("status", "--porcelain", "--", str(_HOME)) if commit else None
    return {
        "version": pincite.__version__,
        "commit": commit,
        "dirty": None if changed is None else bool(changed),
        "source": source_hash(),
    }


def package_versions() -> dict[str, str]:
    """Python's version and those of the packages that results depend on."""
    found = {"python": platform.python_version()}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


@lru_cache(maxsize=2)
def source_hash(*, indexing_only: bool = False) -> str:
    """A hash of the package's source, or of the part that decides what an index holds."""
    digest = hashlib.sha256()
    for path in sorted(_HOME.rglob("*.py")):
        name = path.relative_to(_HOME).as_posix()
        if not indexing_only or "/" not in name or name.split("/")[0] in _INDEXING:
            digest.update(name.encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _git(*arguments: str) -> str | None:
    try:
        done = subprocess.run(["git", "-C", str(_HOME), *arguments], capture_output=True, text=True, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None
