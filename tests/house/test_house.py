"""The habits of the house that a linter does not know."""

import ast
import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "pincite"
MODULES = sorted(SOURCE.rglob("*.py"))
BANNED_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "legacy", "v2"}
# A heavy library enters through one file only: replacing it means rewriting that file.
ONE_DOOR = {"rapidocr", "onnxruntime", "httpx", "tomllib", "lxml", "docx"}
STAGE_ROOMS = {"ingest", "structure", "llm", "store", "bench"}


@cache
def nodes_of(path):
    """The classes and imports of a file; to parse them all takes seconds, and ten tests look at them."""
    kinds = (ast.Import, ast.ImportFrom, ast.ClassDef)
    return [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, kinds)]


def imports_of(path):
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.split(".")[0]


def test_no_file_or_folder_bears_a_banned_name():
    names = {part.removesuffix(".py") for path in MODULES for part in path.relative_to(SOURCE).parts}
    assert not names & BANNED_NAMES


def class_names():
    for path in MODULES:
        for node in nodes_of(path):
            if isinstance(node, ast.ClassDef):
                yield node.name, f"{path.relative_to(SOURCE)}:{node.lineno}"


def test_a_class_name_exists_once():
    places = {}
    for name, place in class_names():
        places.setdefault(name, []).append(place)
    assert not {name: found for name, found in places.items() if len(found) > 1}


def test_types_are_nouns_and_not_bare_participles():
    participle = re.compile(r"_?(?:[A-Z][a-z]*[^e]ed|Built|Found|Given|Got|Kept|Known|Made|Said|Seen|Sought|Written)")
    # An exception, and part of the public API.
    allowed = {"Cancelled"}
    assert not {name: place for name, place in class_names() if participle.fullmatch(name)}.keys() - allowed


def test_files_stay_short_enough_to_read():
    long = {
        str(path.relative_to(ROOT)): n for path in MODULES if (n := len(path.read_text("utf-8").splitlines())) > 400
    }
    assert not long


@pytest.mark.parametrize("library", sorted(ONE_DOOR))
def test_a_library_enters_each_room_through_one_door(library):
    doors = [path for path in MODULES if library in set(imports_of(path))]
    rooms = [path.parent for path in doors]
    assert len(rooms) == len(set(rooms)), [str(path.relative_to(ROOT)) for path in doors]


def test_nothing_is_printed_outside_the_command_line():
    for path in MODULES:
        if "cli" not in path.parts:
            assert not re.search(r"^\s*print\(", path.read_text("utf-8"), re.MULTILINE), path


def test_commands_print_through_the_terminal_and_the_console_only():
    """There the words of documents are made safe: no markup, no controls."""
    printing = re.compile(
        r"\btyper\.s?echo\(|\bclick\.s?echo\(|\bprint\((?<!\.print\()|rich\.(?:console|text|markup) import"
    )
    for path in MODULES:
        if "cli" in path.parts and path.name not in {"terminal.py", "console.py"}:
            assert not printing.search(path.read_text("utf-8")), path


def test_no_command_writes_console_markup():
    markup = re.compile(r"\[/?(?:bold|dim|italic|red|green|yellow|cyan|blue)[^\]\"']*\]|\[/\]|markup=True|from_markup")
    for path in MODULES:
        if "cli" in path.parts:
            assert not markup.search(path.read_text("utf-8")), path


def test_the_package_never_imports_what_only_training_needs():
    heavy = {"torch", "transformers", "langchain", "pandas"}
    for path in MODULES:
        assert not heavy & set(imports_of(path)), path


def test_the_weights_that_ship_stay_below_100_mb():
    sizes = {
        path.name: path.stat().st_size for path in (SOURCE / "models").iterdir() if path.suffix in {".onnx", ".npz"}
    }
    assert set(sizes) == {"embedder.onnx", "highlighter.onnx", "static.npz", "verifier.onnx"}
    assert sum(sizes.values()) < 100_000_000, sizes


def test_help_starts_without_the_heavy_libraries():
    code = (
        "import sys, json; from pincite.cli.main import app; from typer.main import get_command; "
        "get_command(app); print(json.dumps(sorted(sys.modules)))"
    )
    loaded = json.loads(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
    heavy = {"pydantic", "pypdfium2", "docx", "lxml", "numpy", "rapidocr", "onnxruntime", "httpx", "PIL"}
    assert not heavy & set(loaded)


def test_every_setting_is_documented_in_the_default_preset():
    from pincite.settings import known_names

    preset = (SOURCE / "presets" / "default.toml").read_text("utf-8")
    for name in known_names():
        assert re.search(rf"^{name.split('.')[-1]} = .+# .+$", preset, re.MULTILINE), name


def plug_ins():
    from pincite import registry

    return [(port, name) for port, names in registry.BUILT_IN.items() for name in names]


@pytest.mark.parametrize(("port", "name"), plug_ins())
def test_arguments_that_say_where_or_how_are_declared_so(port, name):
    """An address, a key, a path or a number of threads decides no results, and is kept in no store and no run."""
    from pincite import registry
    from pincite.options import is_declared, settable, sounds_like_execution

    plugin = registry.load(port, name)
    for argument in settable(plugin):
        told = sounds_like_execution(argument) or argument in {"batch", "seconds", "api_version", "longest"}
        assert not told or is_declared(plugin, argument), f"{port} {name}: declare {argument} Execution or Local"
        assert argument not in {"transport", "sleep"}, f"{port} {name}: {argument} is no setting"


@pytest.mark.parametrize(("port", "name"), plug_ins())
def test_every_argument_of_a_plug_in_can_be_checked(port, name):
    from typing import Any, get_type_hints

    from pincite import registry
    from pincite.options import settable

    plugin = registry.load(port, name)
    hints = get_type_hints(plugin.__init__, include_extras=True)
    assert all(hints.get(argument, Any) is not Any for argument in settable(plugin))


def test_no_line_of_a_data_file_is_split_at_separators_of_unicode():
    allowed = {
        "ingest/ocr/tesseract.py": "what a program prints",
        "embed/sentence_transformers.py": "the first line of an error",
        "bench/fetch/browser.py": "the first line of an error",
        "store/postgres/connection.py": "the first line of an error",
        "execute/ray.py": "the first line of an error",
        "legal/claims.py": "a model's answer",
        "bench/legalbenchrag/parties.py": "the words of a contract",
    }
    found = {path.relative_to(SOURCE).as_posix() for path in MODULES if ".splitlines(" in path.read_text("utf-8")}
    assert found <= allowed.keys()


def test_the_default_preset_names_every_plug_in_and_every_choice():
    from typing import Literal, get_args, get_origin

    from pincite import registry
    from pincite.settings import Settings

    preset = (SOURCE / "presets" / "default.toml").read_text("utf-8")
    for table, field in Settings.model_fields.items():
        part = re.search(rf"^\[{table}\].*?(?=^\[|\Z)", preset, re.MULTILINE | re.DOTALL)
        if table in registry.BUILT_IN:
            comment = re.search(r"^kind = .*?# (.*)$", part[0], re.MULTILINE)[1]
            missing = [name for name in registry.BUILT_IN[table] if not re.search(rf"\b{name}\b", comment)]
            assert not missing, f"{table}.kind: {missing}"
        for name, own in getattr(field.annotation, "model_fields", {}).items():
            choices = get_args(own.annotation) if get_origin(own.annotation) is Literal else ()
            line = re.search(rf"^{name} = (.*)$", part[0], re.MULTILINE)[1] if choices else ""
            assert all(choice in line for choice in choices), f"{table}.{name}: {choices}"


def test_the_page_on_retrieval_names_every_setting_and_every_choice_of_it():
    from typing import Literal, get_args, get_origin

    from pincite.settings import RetrievalSettings

    page = (ROOT / "docs" / "concepts" / "retrieval.md").read_text("utf-8")
    for name, field in RetrievalSettings.model_fields.items():
        assert re.search(rf"`(?:retrieval\.)?{name}\b", page), name
        if get_origin(field.annotation) is Literal and name != "threshold":
            assert all(re.search(rf'`"?{choice}"?`', page) for choice in get_args(field.annotation)), name
    from pincite.retrieve import staged

    steps = set(re.findall(r'trace\.note\(\s*"(\w+)"', Path(staged.__file__).read_text("utf-8")))
    assert len(steps) > 8
    assert all(re.search(rf"^\| {step} \|", page, re.MULTILINE) for step in steps), steps


def commands_of(command, name="pincite"):
    yield name, command
    for child, subcommand in getattr(command, "commands", {}).items():
        yield from commands_of(subcommand, f"{name} {child}")


def test_every_command_has_examples():
    from typer.main import get_command

    from pincite.cli.main import app

    for name, command in commands_of(get_command(app)):
        if not hasattr(command, "commands"):
            assert "Examples:" in (command.help or ""), name


def test_the_reference_pages_are_up_to_date(tmp_path):
    folder = ROOT / "docs" / "reference"
    copy = tmp_path / "build.py"
    copy.write_bytes((folder / "build.py").read_bytes())
    subprocess.run([sys.executable, str(copy)], check=True, env={**os.environ, "PYTHONPATH": str(ROOT / "src")})
    for page in ("commands.md", "plug-ins.md", "presets.md", "python.md", "wire.md", "api.md"):
        assert (tmp_path / page).read_text("utf-8") == (folder / page).read_text("utf-8"), "run docs/reference/build.py"


def test_links_in_the_documentation_lead_somewhere():
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*.md")]:
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text("utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.relative_to(ROOT)} -> {target}"


def test_the_repository_speaks_of_the_product_alone():
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    words = re.compile(
        r"(^|[^A-Za-z0-9_.])/(wo" r"rk|fa" r"rm)/|\.libr" r"ary/|fa" r"rm-studio|pypi\.o" r"rg", re.MULTILINE
    )
    for name in listed.stdout.decode().split("\0"):
        path = ROOT / name
        if name and path.is_file() and path.suffix in {".py", ".md", ".toml", ".lock", ".json", ".txt", ".html", ""}:
            assert not words.search(path.read_text("utf-8", errors="replace")), name
