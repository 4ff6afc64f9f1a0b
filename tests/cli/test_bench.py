import csv
import json
import zipfile
from functools import partial

import pytest
from typer.testing import CliRunner

from pincite.bench.legalbenchrag.wording import CUAD_QUESTIONS
from pincite.cli.bench import app
from pincite.cli.main import app as main
from pincite.errors import BenchmarkError, NotFound, SettingsError, UnknownName

TEXT = "MOORING AGREEMENT\nmade between Gull Ltd. and Marlin Inc.\nThe rent is due. It ends in 2031.\n"


@pytest.fixture
def bench(invoke):
    return partial(invoke, app)


@pytest.fixture
def raw(tmp_path):
    folder = tmp_path / "CUAD_v1"
    (folder / "full_contract_txt").mkdir(parents=True)
    (folder / "full_contract_txt" / "Gull.txt").write_text(TEXT)
    with (folder / "master_clauses.csv").open("w", newline="") as out:
        table = csv.DictWriter(out, ["Filename", *CUAD_QUESTIONS], restval="[]")
        table.writeheader()
        table.writerow(
            {"Filename": "Gull.pdf", "Expiration Date": "['It ends in 2031.']", "Insurance": "['the  rent']"}
        )
        table.writerow({"Filename": "Lost.pdf"})
    return folder


@pytest.fixture
def root(bench, raw, tmp_path):
    bench("make", "cuad", "--raw", raw, "--out", tmp_path / "data", "--json")
    return tmp_path / "data"


def test_the_commands_are_part_of_pincite():
    result = CliRunner().invoke(main, ["bench", "--help"])
    assert result.exit_code == 0
    for command in ("make", "get", "check", "mini", "split", "stats", "show"):
        assert f"  {command} " in result.output


@pytest.mark.parametrize("command", ["make", "get", "check", "mini", "split", "stats", "show"])
def test_every_command_has_examples_in_its_help(bench, command):
    assert f"pincite bench {command} " in bench(command, "--help").output


def test_make_reports_what_it_made_and_dropped(bench, raw, tmp_path):
    result = bench("make", "cuad", "--raw", raw, "--out", tmp_path / "out")
    assert result.exit_code == 0
    assert "queries" in result.output
    assert "dropped:" in result.output
    summary = json.loads(bench("make", "cuad", "--raw", raw, "--out", tmp_path / "two", "--json").output)
    assert summary == {
        "set": "cuad",
        "out": str(tmp_path / "two"),
        "queries": 1,
        "snippets": 1,
        "documents": 1,
        "characters": len(TEXT),
        "titles": {"document": 1},
        "kept_leniently": {},
        "dropped": {"a quote does not occur in the text": 1, "the document's text file is missing": 1},
        "notes": [],
    }


def test_make_stops_before_the_work_where_the_set_is_there(bench, raw, root):
    with pytest.raises(BenchmarkError, match="exists already"):
        bench("make", "cuad", "--raw", raw, "--out", root)
    assert bench("make", "cuad", "--raw", raw, "--out", root, "--force").exit_code == 0


def test_make_takes_titles_from_a_file_and_wants_a_model_named(bench, raw, tmp_path):
    (tmp_path / "titles.json").write_text('{"cuad/Gull.txt": "the Mooring"}')
    bench("make", "cuad", "--raw", raw, "--out", tmp_path / "out", "--titles", tmp_path / "titles.json")
    tests = json.loads((tmp_path / "out" / "benchmarks" / "cuad.json").read_text())["tests"]
    assert tests[0]["query"].startswith("Consider the Mooring; ")
    with pytest.raises(SettingsError, match="give --model, or set chat.kind and chat.model"):
        bench("make", "cuad", "--raw", raw, "--out", tmp_path / "x", "--titles", "model")
    with pytest.raises(NotFound, match="there is no file 'nowhere.json'"):
        bench("make", "cuad", "--raw", raw, "--out", tmp_path / "x", "--titles", "nowhere.json")
    assert not (tmp_path / "x").exists()


@pytest.mark.parametrize("flags", [[], ["--set", "chat.kind=openai", "--set", "chat.model=gull-2"]])
def test_make_asks_the_model_that_is_set_and_keeps_its_answers(bench, raw, tmp_path, monkeypatch, flags):
    import httpx

    asked = []

    def provider(request):
        asked.append(request)
        return httpx.Response(200, json={"choices": [{"message": {"content": '{"title": "Mooring of Gull"}'}}]})

    real = httpx.Client
    monkeypatch.setattr(
        httpx, "Client", lambda **options: real(**{**options, "transport": httpx.MockTransport(provider)})
    )
    monkeypatch.setenv("PINCITE_LLM_MODEL", "gull-1")
    monkeypatch.setenv("PINCITE_LLM_BASE_URL", "http://model.test/v1")
    for _ in range(2):
        bench("make", "cuad", "--raw", raw, "--out", tmp_path / "out", "--force", *flags)
    titles = json.loads((tmp_path / "out" / "titles.json").read_text())
    assert titles == {
        "cuad/Gull.txt": {"title": "Mooring of Gull", "origin": "model", "model": "gull-2" if flags else "gull-1"}
    }
    assert len(asked) == 1


def test_check_tells_sound_from_broken_by_its_exit_status(bench, root):
    assert bench("check", root).exit_code == 0
    path = root / "benchmarks" / "cuad.json"
    path.write_text(path.read_text().replace("It ends", "It began"))
    result = bench("check", root)
    assert result.exit_code == 1
    assert "answer-differs" in result.output
    report = json.loads(bench("check", root, "--json").output)
    assert (report["errors"], report["findings"][0]["rule"]) == (1, "answer-differs")


def test_strict_checking_fails_on_warnings(bench, root):
    (root / "corpus" / "cuad" / "unused.txt").write_text("unused")
    assert bench("check", root).exit_code == 0
    assert bench("check", root, "--strict").exit_code == 1


def test_fix_shows_a_diff_and_changes_nothing_until_told(bench, root):
    path = root / "benchmarks" / "cuad.json"
    broken = path.read_text().replace("It ends in", "It  ends in")
    path.write_text(broken)
    result = bench("check", root, "--fix")
    assert result.exit_code == 1
    assert "- answer 'It  ends in 2031.'" in result.output
    assert "+ answer 'It ends in 2031.'" in result.output
    assert path.read_text() == broken
    assert bench("check", root, "--fix", "--yes").exit_code == 0
    assert bench("check", root, "--fix", "--yes").exit_code == 0


def test_mini_counts_and_writes(bench, root, tmp_path):
    assert "Sample of" in bench("mini", root).output
    counted = json.loads(bench("mini", root, "--out", tmp_path / "mini", "--json").output)
    assert counted["total"] == {"queries": 1, "documents": 1, "characters": len(TEXT)}
    assert bench("check", tmp_path / "mini").exit_code == 0


def test_split_writes_the_parts(bench, root, tmp_path):
    result = bench("split", root, "--out", tmp_path / "split", "--hold-out", root, "--json")
    assert json.loads(result.output)["parts"]["test"]["queries"] == 1
    assert (tmp_path / "split" / "test" / "corpus" / "cuad" / "Gull.txt").exists()
    printed = bench("split", root, "--out", tmp_path / "other").output
    assert "cut by document" in " ".join(printed.split())


def test_stats_draw_bars_and_a_plot(bench, root, tmp_path):
    result = bench("stats", root, "--plot", tmp_path / "plot.svg")
    assert "█" in result.output
    assert (tmp_path / "plot.svg").read_text().startswith("<svg")
    assert json.loads(bench("stats", root, "--json").output)[0]["queries"] == 1


def test_show_marks_the_gold_in_its_context(bench, root):
    result = bench("show", "1", "--in", root, "--context", "20")
    assert "⟦It ends in 2031.⟧" in result.output
    assert "cuad/Gull.txt, line 3, [" in result.output
    shown = json.loads(bench("show", "1", "--in", root, "--json").output)
    assert shown["excerpts"][0]["words"] == "It ends in 2031."
    with pytest.raises(NotFound, match="cuad has 1 tests; there is no test 2"):
        bench("show", "2", "--in", root)


def test_show_wants_to_know_which_set(bench, root):
    (root / "benchmarks" / "maud.json").write_text('{"tests": []}')
    with pytest.raises(NotFound, match="several sets; say which with --only: maud, cuad"):
        bench("show", "1", "--in", root)
    assert bench("show", "1", "--in", root, "--only", "cuad").exit_code == 0


def test_get_takes_an_archive_at_hand(bench, root, tmp_path):
    with zipfile.ZipFile(tmp_path / "lbr.zip", "w") as out:
        for path in sorted(root.rglob("*.*")):
            if path.is_file():
                out.write(path, path.relative_to(root.parent))
    result = bench("get", "legalbench-rag", "--from", tmp_path / "lbr.zip", "--out", tmp_path / "got")
    assert "1 documents, sets cuad" in result.output
    assert bench("check", tmp_path / "got").exit_code == 0
    again = bench("get", "legalbench-rag", "--from", root, "--out", tmp_path / "got", "--force", "--json")
    assert json.loads(again.output)["documents"] == 1
    with pytest.raises(UnknownName, match="Known: .*legalbench-rag"):
        bench("get", "beir", "--out", tmp_path / "x")
