"""The examples in the documentation run: sessions (`>>>`), scripts, and the commands of shell blocks."""

import doctest
import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from pincite import Store
from pincite.cli.main import app

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "training/README.md", *sorted(ROOT.glob("docs/**/*.md"))]
PAGES = [page for page in PAGES if page.parent.name != "reference"]
# The sample documents that pages name; a notice of two pages stands in for the longest of them.
PLAIN = ("software-licence.txt", "court-rules.md", "lease.pdf", "nda.docx", "amendment-no-1.md")
SMALL = {**{name: name for name in PLAIN}, "merger-agreement.pdf": "two-column-notice.pdf"}
# Run in this order, in one folder: what one page makes, another uses.
RUN = (
    *("README.md", "docs/quickstart.md", "docs/howto/index-and-search.md", "docs/howto/ask.md"),
    *("docs/howto/choose-a-preset.md", "docs/concepts/preset.md", "docs/howto/evaluate-a-system.md"),
    *("docs/howto/compare-runs.md", "docs/howto/gate-a-ci.md", "docs/howto/review.md"),
)
# What a line of these pages needs that a test has not; its options are checked all the same.
NOT_RUN = {
    "chat.kind=": "a hosted or a large model",
    "pincite sweep": "hours",
    "my_search:Retriever": "the reader's own code",
    "my_system:answer": "the reader's own code",
    "memo.docx": "the reader's own draft",
    "0_results.json": "another program's results",
    "answers.json": "another program's results",
    "predictions.json": "another program's results",
    "rules/manifest.csv": "the reader's own rules",
    "mine.csv": "the reader's own questions",
    "lease-2023.docx": "the reader's own versions",
}
# What is added to a command that would take minutes as it is: forty questions to every document.
ADDED = {("review", "--questions", "contracts"): ("--type", "amendment")}


def blocks(page, *labels):
    """The fenced blocks of a page with one of these labels."""
    found = re.findall(r"^```(\w*)\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [text for label, text in found if label in labels]


def commands(page):
    """The commands in a page's shell blocks, comments left out, continued lines joined."""
    for block in blocks(page, "console", ""):
        for line in block.replace("\\\n", " ").splitlines():
            words = (
                shlex.split(line.removeprefix("$ "), comments=True)
                if re.match(r"\$? ?(pincite|pip|make|python) ", line)
                else []
            )
            if words:
                yield words


def scripts(page):
    return [block for block in blocks(page, "python") if ">>>" not in block]


def named(page):
    return str(page.relative_to(ROOT))


@pytest.fixture
def desk(tmp_path, hashing, monkeypatch):
    """A working folder with sample documents, a benchmark of one of them, and settings that index fast."""
    (tmp_path / "preset.toml").write_text('jobs = 1\n[ocr]\nmode = "never"\n[embedder]\nkind = "hashing"\n')
    monkeypatch.setenv("PINCITE_PRESET", str(tmp_path / "preset.toml"))
    monkeypatch.chdir(tmp_path)
    for home in ("examples", "contracts"):
        (tmp_path / home).mkdir()
        for name in list(SMALL)[: 3 if home == "contracts" else None]:
            shutil.copy(ROOT / "examples" / SMALL[name], tmp_path / home / name)
    for bench in ("DIR", "data", "data/mini"):
        write_benchmark(tmp_path / bench)
    return tmp_path


def write_benchmark(folder):
    text = (ROOT / "examples/software-licence.txt").read_text("utf-8").replace("\r\n", "\n")
    (folder / "corpus").mkdir(parents=True)
    (folder / "benchmarks").mkdir()
    (folder / "corpus" / "licence.txt").write_text(text, "utf-8")
    start = len(text) // 3
    snippet = {"file_path": "licence.txt", "span": [start, start + 80], "answer": text[start : start + 80]}
    tests = [{"query": "Consider the software licence; who may end it?", "snippets": [snippet], "tags": ["licence"]}]
    (folder / "benchmarks" / "contractnli.json").write_text(json.dumps({"tests": tests}), "utf-8")


@pytest.mark.parametrize("page", [page for page in PAGES if ">>>" in page.read_text("utf-8")], ids=named)
def test_sessions_say_what_the_page_says(page):
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert tried and not failed


@pytest.mark.parametrize("page", [page for page in PAGES if scripts(page)], ids=named)
def test_scripts_run_in_order(page, desk, capsys):
    if named(page) == "docs/howto/ask.md":
        Store.build(["examples/lease.pdf"], "demo")
    for script in scripts(page):
        exec(compile(script, named(page), "exec"), {"__name__": "__example__"})
    assert capsys.readouterr().out.strip()


def test_the_script_of_the_readme_is_ten_lines_and_prints_the_quote_with_its_page(desk, capsys):
    (script,) = scripts(ROOT / "README.md")
    assert len(script.splitlines()) <= 10
    exec(compile(script, "README.md", "exec"), {"__name__": "__example__"})
    assert re.search(r"^examples/lease\.pdf .+ \d+ .*insur", capsys.readouterr().out, re.MULTILINE)


@pytest.mark.slow
def test_commands_run_in_order(desk, sample_cache, monkeypatch):
    monkeypatch.setenv("PINCITE_CACHE", str(sample_cache))
    # With the shipped models: a store made by one preset is searched as that preset says.
    monkeypatch.delenv("PINCITE_PRESET")
    # Files are read in this process, and the highlighter reads few windows of text: a command runs all the same.
    for name, value in (("EXECUTOR_KIND", "inline"), ("RETRIEVAL_WINDOWS", "2"), ("RETRIEVAL_OPEN_WINDOWS", "2")):
        monkeypatch.setenv(f"PINCITE_{name}", value)
    invoke(["pincite", "index", "examples/", "--store", "demo/"])
    for name in RUN:
        if name == "docs/howto/compare-runs.md":
            for run in ("a", "b", "c", "new", "main"):
                invoke(["pincite", "run", "--bench", "data", "--out", f"runs/{run}"])
        for words in commands(ROOT / name):
            if words[0] == "pincite" and not any(mark in shlex.join(words) for mark in NOT_RUN):
                invoke(words)


def invoke(words):
    """Run a command in this process; what it prints may be sent to a file."""
    words, target = (words[: words.index(">")], words[-1]) if ">" in words else (words, None)
    added = [word for mark, more in ADDED.items() if set(mark) <= set(words) for word in more]
    result = CliRunner().invoke(app, [*words[1:], *added], catch_exceptions=False)
    # An answer that was not found, a tool that is missing and a gate that does not hold have status 1.
    allowed = {0, 1} if words[1] in ("ask", "doctor", "gate") else {0}
    assert result.exit_code in allowed, f"{shlex.join(words)}\n{result.output}"
    if target:
        Path(target).write_text(result.stdout, "utf-8")


@pytest.mark.parametrize("page", [page for page in PAGES if any(commands(page))], ids=named)
def test_every_command_exists_with_its_options(page):
    for words in commands(page):
        CHECKS[words[0]](words)


def check_pincite(words):
    command, rest = get_command(app), words[1 : words.index(">") if ">" in words else None]
    # A group such as `pincite review` is a command of its own, too.
    while hasattr(command, "commands") and (rest[0] in command.commands or not command.invoke_without_command):
        command, rest = command.commands[rest[0]], rest[1:]
    known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
    used = {word.split("=")[0] for word in rest if re.match(r"--?[A-Za-z]", word)}
    assert used <= known, f"{shlex.join(words)}: {sorted(used - known)}"


def check_pip(words):
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    for extra in re.findall(r"pincite\[([\w-]+)\]", " ".join(words)):
        assert extra in extras


def check_make(words):
    assert re.search(rf"^{words[1]}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE), words


def check_python(words):
    module = words[2].replace(".", "/") + ".py" if words[1] == "-m" else words[1]
    if module == "venv.py":
        return
    code = (ROOT / module).read_text("utf-8")
    for option in (word for word in words[2:] if word.startswith("--")):
        assert f'"{option}"' in code or "ArgumentParser" not in code, f"{shlex.join(words)}: {option}"


CHECKS = {"pincite": check_pincite, "pip": check_pip, "make": check_make, "python": check_python}


@pytest.mark.slow
def test_the_readme_and_the_guide_show_what_the_commands_print(sample_cache, tmp_path, monkeypatch):
    """With the real models, on all sample documents but the scans."""
    monkeypatch.setenv("PINCITE_CACHE", str(sample_cache))
    (tmp_path / "examples").mkdir()
    for name in json.loads((ROOT / "examples/expected.json").read_text("utf-8"))["documents"]:
        if not name.startswith("scanned"):
            shutil.copy(ROOT / "examples" / name, tmp_path / "examples")
    pincite(tmp_path, "index", "examples/", "--store", "demo/")
    for page in ("README.md", "docs/howto/ask.md"):
        text = (ROOT / page).read_text("utf-8")
        question = re.search(r'pincite ask "([^"]+)" --store demo/\n', text)[1]
        shown = re.search(r"^(“.*?)^```", text, re.MULTILINE | re.DOTALL)[1]
        printed = " ".join(pincite(tmp_path, "ask", question, "--store", "demo/").split())
        for part in re.split(r"\n(?=\n|\[\d)", shown):
            assert " ".join(part.split()) in printed, page


def pincite(folder, *words):
    code = "from pincite.cli.main import run; run()"
    done = subprocess.run([sys.executable, "-c", code, *words], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout
