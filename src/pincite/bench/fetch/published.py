"""Getting the published LegalBench-RAG: from its authors' link, or from an archive or folder at hand."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pincite.addresses import hide_passwords
from pincite.bench.corpus import decode_text, nfc
from pincite.bench.fetch.archive import read_members
from pincite.bench.fetch.download import download, sha256_of
from pincite.bench.files import move_into_place, refuse_existing, stage_texts, staged, write_json
from pincite.bench.legalbenchrag.draft import Progress
from pincite.errors import BenchmarkError, Hint

if TYPE_CHECKING:
    from pincite.bench.fetch.download import Transport

# The link in the authors' README, with the flag that asks for the archive rather than the web page.
URL = (
    "https://www.dropbox.com/scl/fo/r7xfa5i3hdsbxex1w6amw/AID389Olvtm-ZLTKAPrw6k4"
    "?rlkey=5n8zrbk4c08lbit3iiexofmwg&st=0hu354cq&dl=1"
)
INSTALLED = ["corpus", "benchmarks", "source.json"]


@dataclass(frozen=True, slots=True)
class FetchReport:
    """What came: how many sets and documents, how many had their line ends mended, and the archive's checksum."""

    source: str
    sha256: str | None
    sets: tuple[str, ...]
    documents: int
    crlf_documents: int
    note: str | None = None


def fetch_archive(
    url: str,
    folder: Path,
    *,
    name: str = "legalbench-rag",
    progress: Progress | None = None,
    allow_private: bool = False,
    transport: Transport | None = None,
    pause: float = 1.0,
) -> Path:
    """Download the archive into a folder, going on where an earlier attempt stopped."""
    try:
        found = download(
            url,
            folder / f"{name}.zip",
            progress=progress,
            allow_private=allow_private,
            transport=transport,
            pause=pause,
        )
        return found.path
    except BenchmarkError as error:
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
        problem = f"{error.problem}. Download it in a browser"
        raise BenchmarkError(error.where, problem, hint=Hint.GET_FROM_FILE) from error


def install(
    source: Path, out: Path, *, sha256: str | None = None, url: str | None = None, force: bool = False
) -> FetchReport:
    """Lay out an archive or folder as `corpus/` and `benchmarks/`, with LF line ends and composed file names.

    `source.json` keeps where it came from and its checksum; `sha256` is the checksum it must have.
    """
    refuse_existing(out, INSTALLED, force=force)
    digest = sha256_of(source) if source.is_file() else None
    if sha256 and digest and sha256.lower() != digest:
        raise BenchmarkError(str(source), f"has the checksum {digest}, not the expected {sha256.lower()}")
    with staged(out) as stage:
        documents, mended = _unpack(source, stage)
        sets = tuple(sorted(path.stem for path in (stage / "benchmarks").glob("*.json")))
        if not documents or not sets:
            missing = "corpus/**/*.txt" if not documents else "benchmarks/*.json"
            raise BenchmarkError(str(source), f"holds no {missing}; is it the LegalBench-RAG archive?")
        got = FetchReport(
            hide_passwords(url) if url else str(source),
            digest,
            sets,
            documents,
            mended,
            _changed(out / "source.json", digest),
        )
        write_json(stage / "source.json", {**asdict(got), "date": datetime.now(UTC).isoformat(timespec="seconds")})
        move_into_place(stage, out, names=INSTALLED)
    return got


def _changed(standing: Path, digest: str | None) -> str | None:
    """Say so where the archive is not the one that was there before."""
    if not standing.exists() or digest is None:
        return None
    before = json.loads(standing.read_text("utf-8")).get("sha256")
    return f"the archive has changed: its checksum was {before}" if before and before != digest else None


def _unpack(source: Path, stage: Path) -> tuple[int, int]:
    documents = mended = 0
    for name, data in read_members(source):
        if name.startswith("benchmarks/"):
            stage_texts(stage, {name: _tidy_benchmark(data, f"{source}, {name}")})
            continue
        stage_texts(stage, {name: decode_text(data, f"{source}, {name}")})
        documents += 1
        mended += b"\r" in data
    return documents, mended


def _tidy_benchmark(data: bytes, where: str) -> str:
    """A benchmark file whose paths are in composed form, as the corpus now is."""

    def compose(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        return {key: nfc(value) if key == "file_path" and isinstance(value, str) else value for key, value in pairs}

    try:
        tests = json.loads(data, object_pairs_hook=compose)
    except (ValueError, RecursionError) as error:
        raise BenchmarkError(where, f"is not JSON: {error}") from error
    return json.dumps(tests, indent=2, ensure_ascii=False) + "\n"
