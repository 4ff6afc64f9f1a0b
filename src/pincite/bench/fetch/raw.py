"""Getting the raw datasets that LegalBench-RAG is made from: their authors' archives, reduced to what making needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path, PurePosixPath

from pincite.addresses import hide_passwords
from pincite.bench.corpus import nfc
from pincite.bench.fetch.archive import read_members
from pincite.bench.fetch.download import sha256_of
from pincite.bench.files import move_into_place, refuse_existing, stage_bytes, staged, write_json
from pincite.errors import BenchmarkError

# Terms of use travel with the data.
TERMS = ("LICENSE*", "LICENCE*", "TERMS*", "README*", "CUAD_v1_README*")


@dataclass(frozen=True, slots=True)
class RawSet:
    """Where a dataset is published, and the files that making a benchmark needs, the first of which must be there."""

    url: str
    files: tuple[str, ...]


RAW_SETS: Mapping[str, RawSet] = {
    "cuad": RawSet(
        "https://zenodo.org/records/4595826/files/CUAD_v1.zip?download=1",
        ("master_clauses.csv", "full_contract_txt/*.txt"),
    ),
    "contractnli": RawSet(
        "https://stanfordnlp.github.io/contract-nli/resources/contract-nli.zip",
        ("train.json", "dev.json", "test.json"),
    ),
    "maud": RawSet(
        "https://github.com/TheAtticusProject/maud/archive/refs/heads/main.zip",
        ("data/raw/main.csv", "data/*.csv", "data/contracts/*.txt"),
    ),
    "privacy_qa": RawSet(
        "https://github.com/AbhilashaRavichander/PrivacyQA_EMNLP/archive/refs/heads/master.zip",
        ("data/policy_test_data.csv", "data/*.csv"),
    ),
}
# As its authors write it.
ALIASES = {"privacyqa": "privacy_qa", "contract-nli": "contractnli"}


@dataclass(frozen=True, slots=True)
class RawFetchReport:
    """What came of a raw dataset, and where it lies."""

    set: str
    folder: str
    source: str
    sha256: str | None
    files: int


def raw_name(name: str) -> str | None:
    """The raw dataset that a name means, or None."""
    known = ALIASES.get(name.lower(), name.lower())
    return known if known in RAW_SETS else None


def install_raw(
    name: str, source: Path, out: Path, *, sha256: str | None = None, url: str | None = None, force: bool = False
) -> RawFetchReport:
    """Lay out an archive or folder as `raw_data/<set>/`, every file byte for byte; `source.json` says where from."""
    place = f"raw_data/{name}"
    refuse_existing(out, [place], force=force)
    digest = sha256_of(source) if source.is_file() else None
    if sha256 and digest and sha256.lower() != digest:
        raise BenchmarkError(str(source), f"has the checksum {digest}, not the expected {sha256.lower()}")
    raw = RAW_SETS[name]
    with staged(out) as stage:
        found: set[str] = set()
        for path, data in read_members(source, wanted=partial(wanted_file, files=raw.files)):
            stage_bytes(stage / place, path, data=data)
            found.add(path)
        if raw.files[0] not in found:
            raise BenchmarkError(str(source), f"holds no {raw.files[0]}; is it the {name} archive?")
        got = RawFetchReport(name, str(out / place), hide_passwords(url) if url else str(source), digest, len(found))
        record = {**asdict(got), "folder": place, "date": datetime.now(UTC).isoformat(timespec="seconds")}
        write_json(stage / place / "source.json", record)
        move_into_place(stage, out, names=[place])
    return got


def wanted_file(name: str, *, files: tuple[str, ...]) -> str | None:
    """An entry's path from where it matches one of the patterns on, or None; terms of use only beside the data."""
    parts = PurePosixPath(nfc(name)).parts
    if any(part.startswith(".") or part == "__MACOSX" for part in parts):
        return None
    for at in range(len(parts)):
        tail = PurePosixPath(*parts[at:])
        if any(_fits(tail, pattern) for pattern in files):
            return str(tail)
    return parts[-1] if len(parts) <= 2 and any(PurePosixPath(parts[-1]).match(term) for term in TERMS) else None


def _fits(path: PurePosixPath, pattern: str) -> bool:
    """Whether a whole path fits: a star stands for no more than one part."""
    return len(path.parts) == pattern.count("/") + 1 and path.match(pattern)
