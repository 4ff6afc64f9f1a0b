"""What `import pincite` gives: the names are a promise, so adding or dropping one is done here too."""

import inspect
import json
import subprocess
import sys
from pathlib import Path

import pincite
from pincite import errors

TYPES = (
    *("Answer", "Box", "BuildReport", "Citation", "Document", "DocumentCard", "Failure", "Filters", "Hit", "Layer"),
    *("Page", "Passage", "Place", "Ranking", "Reading", "Settings", "Span", "Store"),
)
FUNCTIONS = ("load_settings", "read")
STORE = {
    *(
        "ask",
        "build",
        "card",
        "close",
        "describe",
        "documents",
        "location",
        "library",
        "open",
        "place",
        "remove",
        "search",
        "text",
    ),
    *(
        "asking",
        "embedder",
        "highlighter",
        "is_current",
        "opened",
        "reranker",
        "router",
        "usage",
        "verifier",
        "warm_up",
    ),
}


def test_the_exported_names_are_these():
    tree = {
        name for name, value in vars(errors).items() if inspect.isclass(value) and value.__module__ == errors.__name__
    }
    assert set(pincite.__all__) == {*TYPES, *FUNCTIONS, *tree}
    assert list(pincite.__all__) == sorted(pincite.__all__)


def test_every_exported_name_is_there_and_has_a_docstring():
    for name in pincite.__all__:
        assert inspect.getdoc(getattr(pincite, name)), name
    assert set(pincite.__all__) <= set(dir(pincite))


def test_a_store_has_these_members():
    assert {name for name in vars(pincite.Store) if not name.startswith("_")} == STORE


def test_import_is_light():
    code = "import sys, json, pincite; pincite.Span, pincite.StoreError; print(json.dumps(sorted(sys.modules)))"
    loaded = json.loads(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
    heavy = {"pydantic", "numpy", "faiss", "onnxruntime", "httpx", "lxml", "pypdfium2", "typer", "tokenizers"}
    assert not heavy & set(loaded)


def test_the_package_says_that_it_is_typed():
    assert (Path(pincite.__file__).parent / "py.typed").is_file()
