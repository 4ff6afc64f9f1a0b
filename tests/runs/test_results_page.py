import pytest
from benchmarks.legalbench_results import Scored, write_page

from pincite.runs.exam import load_exam
from pincite.runs.execute import execute
from pincite.runs.folder import RunFolder
from pincite.runs.targets.pipeline import PipelineTarget


@pytest.fixture
def runs(bench, settings, tmp_path):
    """Two runs whose sets bear the benchmark's names."""
    for old, new in (("deeds", "cuad"), ("web", "privacy_qa")):
        (bench / f"benchmarks/{old}.json").rename(bench / f"benchmarks/{new}.json")
    made = []
    for name, k in (("dense", 64), ("short", 4)):
        execute(PipelineTarget(settings("retrieval.method=dense")), load_exam([bench]), tmp_path / name, k=k)
        made.append(tmp_path / name)
    return made


def rows_named(page, name):
    return [[cell.strip() for cell in line.split("|")[2:-1]] for line in page.splitlines() if f"| **{name}** |" in line]


def test_the_page_gives_our_figures_beside_the_published_ones(runs):
    page = write_page([Scored.of(str(path)) for path in runs])
    summary = RunFolder(runs[0]).summary
    precision = [f"{100 * summary['all'][f'lbr_precision@{k}']:.2f}" for k in (1, 2, 4, 8, 16, 32, 64)]
    in_set = [f"{100 * summary['cuad'][f'lbr_recall@{k}']:.2f}" for k in (1, 2, 4, 8, 16, 32, 64)]
    mismatch = [f"{100 * summary['privacy_qa'][f'drm@{k}']:.2f}" for k in (1, 2, 4, 8, 16, 32, 64)]
    found = rows_named(page, "dense")
    assert precision in found and in_set in found and mismatch in found
    assert "| LegalBench-RAG, naive (table 4), mean of its sets | 9.23 | 8.20 |" in page
    assert "| Summary-Augmented Chunking, chunks of 500, summaries of 150 | 11.03 | 41.80 | 19.29 |" in page
    assert page.count("### maud") == 2


def test_beyond_what_a_run_retrieved_the_page_says_nothing(runs):
    rows = [row for row in rows_named(write_page([Scored.of(str(path)) for path in runs]), "short") if len(row) == 7]
    assert rows and all(row[2] and row[3:] == ["", "", "", ""] for row in rows)
