"""Ask the package index which wheels the locked packages have, and write it to requirements/wheels.json.

Run by `make lock`. The table says for each locked package the tags of its wheels, and a digest of the hashes the lock
file allows, by which a stale table is noticed. `tests/house/test_wheels.py` holds it against the platforms we support.
"""

from __future__ import annotations

import hashlib
import html
import json
import os
import re
import sys
import urllib.request
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
TABLE = HERE / "wheels.json"
_LINE = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>[^ ;\\]+)(?: ; (?P<marker>.*?))? *\\?$")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")
_LINK = re.compile(r'<a href="([^"#]*)#sha256=([0-9a-f]{64})"')


@dataclass(frozen=True, slots=True)
class Locked:
    """A package as a lock file names it."""

    name: str
    version: str
    marker: str
    hashes: frozenset[str]

    @property
    def key(self) -> str:
        """How the table calls it."""
        return f"{self.name}=={self.version}"

    @property
    def digest(self) -> str:
        """A short hash of the hashes it may have."""
        return hashlib.sha256("".join(sorted(self.hashes)).encode()).hexdigest()[:16]


def parse_lock(text: str) -> list[Locked]:
    """The packages of a lock file."""
    blocks: list[list[str]] = []
    for line in text.splitlines():
        if line.startswith((" ", "\t")):
            blocks[-1].append(line)
        elif line.strip():
            blocks.append([line])
    return [_parse_block(block) for block in blocks]


def _parse_block(block: list[str]) -> Locked:
    found = _LINE.match(block[0])
    if found is None:
        raise ValueError(f"This is no line of a lock file: {block[0]!r}")
    hashes = frozenset(digest for line in block for digest in _HASH.findall(line))
    return Locked(found["name"], found["version"], found["marker"] or "", hashes)


def locked_packages(folder: Path = HERE) -> dict[str, list[Locked]]:
    """The packages of each lock file."""
    return {path.name: parse_lock(path.read_text("utf-8")) for path in sorted(folder.glob("*.lock"))}


def wheel_tags(locked: Locked, page: str) -> list[str]:
    """The tags (python-abi-platform) of the wheels on a package's page that the lock file allows."""
    files = {html.unescape(link).rsplit("/", 1)[-1] for link, digest in _LINK.findall(page) if digest in locked.hashes}
    return sorted({"-".join(name.removesuffix(".whl").split("-")[-3:]) for name in files if name.endswith(".whl")})


def _index() -> str:
    """The package index that pip asks."""
    from pip._internal.models.index import PyPI

    return os.environ.get("PIP_INDEX_URL", PyPI.simple_url).rstrip("/")


def _fetch(name: str) -> str:
    request = urllib.request.Request(f"{_index()}/{name}/", headers={"Accept": "text/html"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        text: str = answer.read().decode("utf-8")
        return text


def make_table(packages: Iterable[Locked]) -> dict[str, dict[str, object]]:
    """What the index says of each package."""
    unique = sorted({locked.key: locked for locked in packages}.values(), key=lambda locked: locked.key)
    with ThreadPoolExecutor(8) as pool:
        pages = list(pool.map(_fetch, [locked.name for locked in unique]))
    return {
        locked.key: {"hashes": locked.digest, "wheels": wheel_tags(locked, page)}
        for locked, page in zip(unique, pages, strict=True)
    }


def main() -> None:
    """Write the table."""
    table = make_table(locked for packages in locked_packages().values() for locked in packages)
    rows = ",\n".join(f"{json.dumps(key)}: {json.dumps(row)}" for key, row in table.items())
    TABLE.write_text(f"{{\n{rows}\n}}\n", "utf-8")
    sys.stdout.write(f"{TABLE}: {len(table)} packages\n")


if __name__ == "__main__":
    main()
