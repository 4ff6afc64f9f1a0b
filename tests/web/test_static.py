"""The files of the page that ship."""

import gzip
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pincite.domain.answer import FaultKind, NoteKind
from pincite.domain.profile import DocumentKind
from pincite.errors import ReadError
from pincite.review.questions import load_set, set_names
from pincite.review.values.value import CellNote

REPOSITORY = Path(__file__).resolve().parents[2]
SOURCES = REPOSITORY / "web"
STATIC = REPOSITORY / "src" / "pincite" / "web" / "static"


def files(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def needs_node():
    if not shutil.which("npx") or not (SOURCES / "node_modules").is_dir():
        pytest.skip("node, or what web/package-lock.json names, is not installed (npm ci in web/)")


def test_what_ships_is_what_the_sources_give(tmp_path):
    needs_node()
    subprocess.run(
        ["npx", "vite", "build", "--outDir", str(tmp_path / "built"), "--logLevel", "error"], cwd=SOURCES, check=True
    )
    assert files(tmp_path / "built") == files(STATIC), "run `make web`, and commit what it makes"


def test_the_sources_have_no_type_error():
    needs_node()
    done = subprocess.run(["npm", "run", "--silent", "check"], cwd=SOURCES, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_types_are_those_of_the_api():
    done = subprocess.run([sys.executable, SOURCES / "describe.py"], capture_output=True, text=True, check=True)
    assert done.stdout == (SOURCES / "openapi.json").read_text("utf-8"), "run `make web`, and commit what it makes"


def test_the_lock_names_a_binding_for_every_platform():
    packages = json.loads((SOURCES / "package-lock.json").read_text("utf-8"))["packages"]
    for name, package in packages.items():
        for wanted in package.get("optionalDependencies", {}):
            assert f"node_modules/{wanted}" in packages, f"{name} wants {wanted}: npm ci refuses such a lock"


def test_the_page_is_small():
    assert sum(len(gzip.compress(content)) for content in files(STATIC).values()) < 400_000


def test_the_page_has_no_inline_script_no_style_and_no_foreign_address():
    page = (STATIC / "index.html").read_text("utf-8")
    assert not re.search(r"<script(?![^>]* src=)|<style|\son\w+=|style=", page)
    for name, content in files(STATIC).items():
        found = set(re.findall(r"https?://[\w.-]+", content.decode("utf-8")))
        # Names of XML languages, and the address of an error's explanation; neither is ever asked for.
        assert found <= {"http://www.w3.org", "https://svelte.dev"}, name


def test_both_languages_have_every_text():
    keys = {
        language: re.findall(r'^  "([\w.]+)":', (SOURCES / "src/locales" / f"{language}.ts").read_text("utf-8"), re.M)
        for language in ("en", "cs")
    }
    assert keys["en"] == keys["cs"]
    assert len(keys["en"]) > 100


def test_whatever_the_server_says_in_a_word_has_a_czech_sentence():
    known = set(re.findall(r'^  "([\w.-]+)":', (SOURCES / "src/locales/cs-said.ts").read_text("utf-8"), re.M))
    # Other programs' interfaces are not those of the page.
    modules = [path for path in (REPOSITORY / "src/pincite/api").rglob("*.py") if "foreign" not in path.parts]
    codes = {code for path in modules for code in re.findall(r'\b\d{3}[,:] "([a-z-]+)"', path.read_text("utf-8"))}
    kinds = set(re.findall(r"`([a-z-]+)`", ReadError.__doc__)) - {"kind"}
    assert {"busy", "timeout", "not-found"} <= codes and {"damaged", "empty"} <= kinds
    assert known >= {f"error.{code}" for code in codes} | {f"file.{kind}" for kind in kinds}
    assert known >= {f"note.{kind}" for kind in NoteKind} | {f"fault.{kind}" for kind in FaultKind}
    assert known >= {f"cell.{kind}" for kind in CellNote}


def test_every_kind_of_document_has_a_name_in_both_languages():
    for language in ("en", "cs"):
        told = (SOURCES / "src/locales" / f"{language}.ts").read_text("utf-8")
        assert set(re.findall(r'^  "kind\.([\w-]+)":', told, re.M)) == set(DocumentKind)


def test_every_question_that_ships_has_a_czech_one():
    told = (SOURCES / "src/locales/cs-questions.ts").read_text("utf-8")
    for asked in map(load_set, set_names()):
        assert re.search(rf'^  "?{re.escape(asked.title)}"?: "', told, re.M), asked.title
        for question in asked.questions:
            assert f'  "{question.question}": ["' in told, question.question
