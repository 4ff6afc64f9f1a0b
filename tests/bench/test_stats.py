from pincite.bench.legalbenchrag.layout import Root
from pincite.bench.plot import length_plot
from pincite.bench.stats import Spread, stats_of_root


def test_the_figures_of_a_set(write_root, row):
    texts = {"cuad/a.txt": "x" * 300, "cuad/b.txt": "y" * 100}
    first = row("Who?", ("cuad/a.txt", 0, 10, "x" * 10), ("cuad/a.txt", 20, 220, "x" * 200)) | {"tags": ["hard"]}
    tests = [first, row("What now?", ("cuad/a.txt", 0, 20, "x" * 20)), row("Why?", ("cuad/b.txt", 0, 90, "y" * 90))]
    stats = stats_of_root(Root(write_root(texts, {"cuad": tests})))[0]
    assert (stats.queries, stats.documents, stats.characters, stats.snippets) == (3, 2, 400, 4)
    assert stats.snippet_lengths == Spread(10, 17.5, 55, 117.5, 200, 80)
    assert stats.document_lengths.median == 200
    assert stats.snippets_per_query == {1: 2, 2: 1}
    assert stats.gold_share == 310 / 400
    assert stats.tags == {"hard": 1}
    assert stats.length_bins == {"0-63": 2, "64-127": 1, "128-255": 1}
    assert (stats.queries_per_document.low, stats.queries_per_document.high) == (1, 2)


def test_a_spread_of_one_value():
    assert Spread.of([7]) == Spread(7, 7, 7, 7, 7, 7)


def test_the_plot_is_svg_with_a_bar_a_bin():
    drawing = length_plot({"cu<ad": {"0-63": 2, "64-127": 1}})
    assert drawing.startswith("<svg")
    assert drawing.count("<rect") == 3
    assert "cu&lt;ad" in drawing
