import json
import random

import pytest

from pincite.bench.legalbenchrag.layout import Root, Snippet, Test
from pincite.bench.legalbenchrag.mini import draw, sample_root, write_sample
from pincite.errors import BenchmarkError, NotFound


def some_tests(documents=30, each=10):
    return [
        Test(f"q{doc}.{n}", (Snippet(f"cuad/doc {doc}.txt", n, n + 1),), {})
        for n in range(each)
        for doc in range(documents)
    ]


def test_the_authors_sample_orders_documents_by_a_number_seeded_with_their_path():
    def authors_key(test):
        random.seed(test.snippets[0].file_path)
        return random.random()

    tests = some_tests()
    assert draw(tests) == sorted(tests, key=authors_key)[:194]


def test_a_small_set_stays_whole_and_in_order():
    tests = some_tests(documents=19)
    assert draw(tests) == tests
    assert draw(tests, size=200) == tests


def test_a_seed_draws_other_documents_and_the_same_every_time():
    tests = some_tests()
    assert draw(tests, seed="7") == draw(tests, seed="7") != draw(tests)
    assert len({test.snippets[0].file_path for test in draw(tests, seed="7", size=50)}) == 5


def test_drawing_by_query_is_a_seeded_shuffle():
    tests = some_tests()
    shuffled = list(tests)
    random.Random("cuad").shuffle(shuffled)
    assert draw(tests, seed="cuad", by_document=False, size=20) == shuffled[:20]


def test_a_sample_is_a_benchmark_with_only_the_documents_it_uses(write_root, row, tmp_path):
    texts = {f"cuad/{n}.txt": f"text {n}" for n in range(4)}
    rows = [row(f"Consider {path}; Which?", (path, 5, 6, text[5])) for path, text in texts.items()]
    root = Root(write_root(texts, {"cuad": rows, "extra": rows}))
    sample = sample_root(root, size=2)
    assert list(sample.parts) == ["cuad"]
    assert (sample.total.queries, sample.total.documents, sample.total.characters) == (2, 2, 12)
    write_sample(sample, root, out=tmp_path / "mini")
    assert len(list((tmp_path / "mini" / "corpus" / "cuad").iterdir())) == 2
    assert len(json.loads((tmp_path / "mini" / "benchmarks" / "cuad.json").read_text())["tests"]) == 2
    with pytest.raises(BenchmarkError, match="exists already"):
        write_sample(sample, root, out=tmp_path / "mini")
    assert list(sample_root(root, only=["extra"]).parts) == ["extra"]
    with pytest.raises(NotFound, match="no set called 'maud'. It has: cuad, extra"):
        sample_root(root, only=["maud"])
