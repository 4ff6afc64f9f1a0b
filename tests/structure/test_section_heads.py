"""Heads found in real documents, against the labels made by hand (those whose text needs no PDF reader)."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

BENCHMARK = Path(__file__).resolve().parents[2] / "benchmarks" / "section_headings.py"


@pytest.fixture(scope="module")
def benchmark():
    spec = importlib.util.spec_from_file_location("section_headings", BENCHMARK)
    module = importlib.util.module_from_spec(spec)
    # Its dataclasses look their own module up while they are made.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


@pytest.mark.realdata
def test_nearly_all_numbered_heads_of_the_small_documents_are_found(benchmark, real_data):
    total = benchmark.Tally()
    for file in sorted(benchmark.LABELS.glob("*.json")):
        labels = json.loads(file.read_text("utf-8"))
        if labels["group"] in ("cuad", "contractnli", "uk_rules"):
            total.add(benchmark.score(labels, benchmark.read(real_data / labels["document"]), mistakes=False))
    assert 2 * total.hits / (2 * total.hits + total.missed + total.wrong) >= 0.95
