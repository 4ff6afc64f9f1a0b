import base64
import hashlib
import json
import re
import shutil
import subprocess

import pytest

from pincite.errors import BenchmarkError, NotFound
from pincite.runs.exam import load_exam
from pincite.runs.execute import execute
from pincite.runs.history import history_chart, read_history
from pincite.runs.report import write_report
from pincite.runs.targets.pipeline import PipelineTarget


@pytest.fixture
def runs(bench, settings, tmp_path):
    rows = json.loads((bench / "benchmarks/web.json").read_text())
    rows["tests"][0]["query"] += " </script><script>document.title='broken'</script>"
    (bench / "benchmarks/web.json").write_text(json.dumps(rows))
    exam = load_exam([bench])
    for name, method in {"dense": "dense", "words & more": "bm25"}.items():
        execute(PipelineTarget(settings(f"retrieval.method={method}")), exam, tmp_path / "runs" / name, k=5)
    return [tmp_path / "runs/dense", tmp_path / "runs/words & more"]


def page_data(page):
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)[1])


def test_a_report_is_one_file_that_needs_no_other(runs, tmp_path):
    write_report(runs, tmp_path / "out/report.html")
    page = (tmp_path / "out/report.html").read_text("utf-8")
    assert not re.search(r"(?:src|href)\s*=|@import|url\(|https?://", page)
    assert page.count("</script>") == 2
    assert "words &amp; more" in page
    data = page_data(page)
    assert data["runs"] == ["dense", "words & more"]
    assert len(data["queries"]) == 4
    query = data["queries"][0]
    doc, start, end = query["gold"][0]
    at, text = next(part for part in data["texts"][doc] if part[0] <= start < part[0] + len(part[1]))
    assert text[start - at : end - at] == "The landlord shall repair the roof and the slipway."


def test_a_report_runs_its_own_script_and_no_other(runs, tmp_path):
    write_report(runs, tmp_path / "report.html")
    page = (tmp_path / "report.html").read_text("utf-8")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)[1]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    for element in ("style", "script"):
        source = re.search(rf"<{element}>(.*?)</{element}>", page, re.DOTALL)[1]
        digest = base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()
        assert f"{element}-src 'sha256-{digest}'" in policy
    assert " style=" not in page


def test_details_can_be_limited_to_the_queries_that_tell_most(runs, tmp_path):
    write_report(runs, tmp_path / "report.html", details=1)
    queries = page_data((tmp_path / "report.html").read_text("utf-8"))["queries"]
    assert sum("gold" in query for query in queries) == 1


def test_runs_of_other_questions_are_refused(runs, bench, settings, tmp_path):
    execute(PipelineTarget(settings()), load_exam([bench], only=["deeds"]), tmp_path / "runs/half", k=5)
    with pytest.raises(BenchmarkError, match="same questions"):
        write_report([*runs, tmp_path / "runs/half"], tmp_path / "report.html")
    with pytest.raises(NotFound):
        write_report([], tmp_path / "report.html")


DRIVER = """
window.addEventListener("load", () => {
  const rows = () => [...document.querySelectorAll("#queries tbody tr")].map((row) => row.dataset.row);
  const out = { all: rows() };
  document.querySelector('th[data-sort="query"] button').click();
  out.sorted = rows();
  const box = document.getElementById("filter");
  box.value = "boathouse roof";
  box.dispatchEvent(new Event("input"));
  out.filtered = rows();
  document.querySelector("#queries tbody tr").click();
  out.sides = document.querySelectorAll(".side").length;
  out.gold = [...document.querySelectorAll(".side:first-child mark.gold")].map((mark) => mark.textContent).join("");
  out.hits = document.querySelectorAll(".side:first-child sup.rank").length;
  out.wide = document.documentElement.scrollWidth <= window.innerWidth;
  const pre = document.createElement("pre");
  pre.id = "result";
  pre.textContent = JSON.stringify(out);
  document.body.append(pre);
});
"""


@pytest.mark.slow
@pytest.mark.parametrize("size", ["390,844", "1280,900"])
def test_a_report_works_in_a_browser(runs, tmp_path, size):
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("no browser is installed")
    page = tmp_path / "report.html"
    write_report(runs, page)
    # The policy lets no script in but the page's own: the driver must be named in it too.
    digest = base64.b64encode(hashlib.sha256(DRIVER.encode()).digest()).decode()
    driven = page.read_text("utf-8").replace("script-src ", f"script-src 'sha256-{digest}' ", 1)
    page.write_text(driven.replace("</body>", f"<script>{DRIVER}</script></body>"), "utf-8")
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--window-size={size}", "--dump-dom"]
    done = subprocess.run([*command, page.as_uri()], capture_output=True, text=True, timeout=120, check=True)
    out = json.loads(re.search(r'<pre id="result">(.*?)</pre>', done.stdout)[1])
    assert out["all"] == ["deeds/1", "deeds/2", "deeds/3", "web/1"]
    assert out["sorted"] == ["deeds/3", "deeds/1", "web/1", "deeds/2"]
    assert out["filtered"] == ["deeds/1"]
    assert out["sides"] == 2
    assert out["gold"] == "The landlord shall repair the roof and the slipway."
    assert out["hits"] == len(page_data(page.read_text("utf-8"))["queries"][0]["hits"][0])
    assert out["wide"]


def test_history_lists_runs_in_order_and_tells_of_those_it_cannot_read(runs, tmp_path):
    broken = tmp_path / "runs/broken"
    broken.mkdir()
    (broken / "run.json").write_text("{")
    found = read_history(tmp_path / "runs", ["recall@5", "f1@3"])
    assert [event.name for event in found.events] == ["dense", "words & more"]
    assert found.events[0].scores["recall@5"] > 0
    assert found.events[0].scores["f1@3"] is None
    assert list(found.skipped) == [str(broken)]
    assert history_chart(found).count("<circle") == 2


def test_history_joins_only_runs_of_one_system_on_one_benchmark(runs, tmp_path):
    chart = history_chart(read_history(tmp_path / "runs", ["recall@5"]))
    assert (chart.count("<circle"), chart.count("<polyline")) == (2, 0)
    again = tmp_path / "runs/again"
    shutil.copytree(tmp_path / "runs/dense", again)
    head = json.loads((again / "run.json").read_text())
    head["times"]["started"] = "2031-01-01T00:00:00+00:00"
    (again / "run.json").write_text(json.dumps(head))
    found = read_history(tmp_path / "runs", ["recall@5"])
    assert len(found.events) == 3
    (line,) = re.findall(r'<polyline points="([^"]*)"', history_chart(found))
    assert len(line.split()) == 2


def test_a_folder_without_runs_has_an_empty_history(tmp_path):
    assert read_history(tmp_path).events == ()
    with pytest.raises(NotFound):
        read_history(tmp_path / "nowhere")
