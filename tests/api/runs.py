"""Runs on disk for the routes that show them."""

import json

from pincite.runs.exam import load_exam
from pincite.runs.import_run import import_run


def make_run(out, document, *, words="keeps the roof and the gutters in repair", shift=0):
    """An imported run of two questions on one document; `shift` moves what was retrieved away from the gold."""
    bench, text = out.parent.parent / f"bench-{out.name}", document.read_text()
    (bench / "corpus" / "deeds").mkdir(parents=True)
    (bench / "corpus" / "deeds" / document.name).write_text(text)
    path, start = f"deeds/{document.name}", text.index(words)
    rent = text.index("The rent")
    tests = [
        {"query": "Who repairs the roof?", "snippets": [_snippet(path, text, start, len(words))], "tags": ["repairs"]},
        {"query": "When is the rent due?", "snippets": [_snippet(path, text, rent, 30)]},
    ]
    (bench / "benchmarks").mkdir()
    (bench / "benchmarks" / "deeds.json").write_text(json.dumps({"tests": tests}))
    rows = [
        {"query": one["query"], "retrieved_snippets": [_moved(one["snippets"][0], shift)], "answer": "The tenant."}
        for one in tests
    ]
    predictions = bench / "predictions.json"
    predictions.write_text(json.dumps(rows))
    import_run(predictions, load_exam([bench]), out)


def _snippet(path, text, start, length):
    return {"file_path": path, "span": [start, start + length], "answer": text[start : start + length]}


def _moved(snippet, shift):
    start, end = snippet["span"]
    return {"file_path": snippet["file_path"], "span": [start + shift, end + shift], "score": 1.0}
