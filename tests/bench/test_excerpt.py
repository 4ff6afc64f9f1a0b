from pincite.bench.corpus import Corpus
from pincite.bench.excerpt import excerpts
from pincite.domain.benchmark import Gold, Query
from pincite.domain.document import Passage
from pincite.spans import Span

TEXT = "First line here.\nThe rent is due on Monday morning.\nLast line."


def show(tmp_path, span, context):
    (tmp_path / "a.txt").write_text(TEXT)
    gold = Gold(Query("q", "When?"), (Passage("a.txt", span),))
    return excerpts(gold, Corpus(tmp_path), context=context)[0]


def test_a_passage_is_shown_between_whole_words_with_its_line(tmp_path):
    start = TEXT.index("is due")
    excerpt = show(tmp_path, Span(start, start + 6), 12)
    assert (excerpt.line, excerpt.words) == (2, "is due")
    assert TEXT.find(excerpt.before + excerpt.words + excerpt.after) > 0
    assert excerpt.before.endswith("rent ")
    assert excerpt.after == " on Monday "


def test_at_the_edges_nothing_is_cut(tmp_path):
    excerpt = show(tmp_path, Span(0, len(TEXT)), 50)
    assert (excerpt.before, excerpt.words, excerpt.after) == ("", TEXT, "")


def test_context_may_be_none(tmp_path):
    excerpt = show(tmp_path, Span(17, 25), 0)
    assert (excerpt.before, excerpt.after) == ("", "")
