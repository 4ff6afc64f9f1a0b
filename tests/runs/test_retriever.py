import sys
from types import SimpleNamespace

import pytest

from pincite.errors import TargetError
from pincite.runs.exam import load_exam
from pincite.runs.execute import execute
from pincite.runs.folder import RunFolder
from pincite.runs.targets.retriever import RetrieverTarget


class Opening:
    """Retrieves the opening of every document, cut in two that overlap."""

    def __init__(self):
        self.documents = {}
        self.synced = self.cleaned = False

    async def ingest_document(self, document):
        self.documents[document.file_path] = document.content

    async def sync_all_documents(self):
        self.synced = True

    async def query(self, query):
        if "sold" in query:
            raise TimeoutError("too slow")
        spans = [(path, span) for path in self.documents for span in ((0, 200), (100, 250))]
        return SimpleNamespace(
            retrieved_snippets=[SimpleNamespace(file_path=path, span=span, score=1.0) for path, span in spans]
        )

    async def cleanup(self):
        self.cleaned = True


def test_a_retriever_with_the_authors_interface_is_run_and_its_failures_told(bench, tmp_path):
    retriever = Opening()
    out = tmp_path / "run"
    table = execute(RetrieverTarget("opening", _retriever=retriever), load_exam([bench]), out, k=4)
    run = RunFolder(out)
    assert retriever.synced and retriever.cleaned
    assert retriever.documents["deeds/licence.txt"].startswith("\ufeff")
    assert [failure.item for failure in run.failures] == ["web/1"]
    assert "TimeoutError: too slow" in run.failures[0].message
    assert len(run.responses["deeds/1"].hits) == 4
    scores = table.summary()["deeds"]
    assert scores["lbr_recall@4"] > scores["recall@4"] > 0


@pytest.mark.parametrize(
    ("snippet", "words"),
    [
        (SimpleNamespace(file_path="deeds/lease.txt", span=(0, 10**6), score=1.0), "after the text"),
        (SimpleNamespace(file_path="deeds/lease.txt", span=(9, 3), score=1.0), "0 <= start <= end"),
        (SimpleNamespace(file_path="deeds/lease.txt", span=(0, 3), score=float("nan")), "score nan"),
        ("words", "is not a snippet"),
    ],
)
def test_results_that_cannot_be_are_failures(bench, tmp_path, snippet, words):
    class Bad(Opening):
        async def query(self, query):
            return SimpleNamespace(retrieved_snippets=[snippet])

    out = tmp_path / "run"
    execute(RetrieverTarget("bad", _retriever=Bad()), load_exam([bench]), out, k=4)
    failures = RunFolder(out).failures
    assert len(failures) == 4
    assert words in failures[0].message


def test_a_retriever_is_found_by_import_path(tmp_path, monkeypatch):
    (tmp_path / "my_search.py").write_text(
        "class Mine:\n"
        "    async def ingest_document(self, document): ...\n"
        "    async def sync_all_documents(self): ...\n"
        "    async def query(self, query): ...\n"
        "    async def cleanup(self): ...\n"
        "class Half:\n"
        "    async def query(self, query): ...\n"
    )
    monkeypatch.chdir(tmp_path)
    target = RetrieverTarget("my_search:Mine")
    assert target.describe() == {"kind": "retriever", "retriever": "my_search:Mine"}
    target.close()
    for path, words in {
        "my_search": "module:name",
        "my_search:Yours": "cannot be imported",
        "my_search:Half": "lacks ingest_document",
        "no_such_module:X": "cannot be imported",
    }.items():
        with pytest.raises(TargetError, match=words):
            RetrieverTarget(path)
    sys.modules.pop("my_search", None)
