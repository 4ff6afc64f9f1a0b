"""What every registered chunker, summarizer, embedder and index must do."""

import numpy as np
import pytest

from pincite import registry
from pincite.domain.document import Document, Format, Source, document_id
from pincite.domain.profile import DocumentKind, Profile
from pincite.domain.reading import Reading
from pincite.domain.section import Outline, Section, SectionKind
from pincite.domain.usage import Usage
from pincite.options import is_injected
from pincite.ports import Chunker, Embedder, Summarizer
from pincite.spans import Span
from pincite.store.local.contracts import LexicalIndex, VectorIndex

TEXTS = {
    "empty": "",
    "one letter": "a",
    "white space": " \n\n \t\n",
    "prose": "1. Rent. The rent is due monthly, in advance. 2. Repairs. The Tenant repairs the roof.\n\n" * 12,
    "no spaces": "x" * 3000,
    "other scripts": "家賃は毎月支払う。 Арендатор платит. المستأجر يدفع 🏠 " * 30,
    "broken characters": "Rent \ud800 due \x00 now.\r\n" * 20,
}
# These need a key or a further package; their own tests use a stand-in.
ELSEWHERE = {"openai", "sentence-transformers"}


class Wordy:
    """A chat model that writes more than it was asked for."""

    name = "wordy"
    usage = Usage()

    def reply(self, messages, *, as_json=False, grammar=None, on_token=None):
        return "a lease of a boathouse\non the mere " * 20


def named(port):
    return [name for name in registry.names(port) if name not in ELSEWHERE]


def reading_of(text):
    doc = Document(id=document_id(text), text=text, source=Source("lease.txt", Format.TEXT, "0" * 64, len(text)))
    rows = [(None, SectionKind.DOCUMENT, 0, len(text), 0)]
    if len(text) > 40:
        rows += [(0, SectionKind.CLAUSE, 0, 30, 1), (0, SectionKind.CLAUSE, 30, len(text), 1)]
    sections = [Section(i, p, kind, Span(a, b), level) for i, (p, kind, a, b, level) in enumerate(rows)]
    return Reading(doc, Profile(DocumentKind.UNKNOWN), Outline(tuple(sections)))


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("name", named("chunker"))
def test_chunks_tile_the_text(name, text):
    chunker = registry.load("chunker", name)(size=120)
    assert isinstance(chunker, Chunker)
    spans = chunker.split(reading_of(text))
    assert "".join(span.slice(text) for span in spans) == text
    assert all(0 < len(span) <= 120 for span in spans)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("name", named("chunker"))
def test_chunks_measured_in_tokens_tile_the_text(name, text):
    spans = registry.load("chunker", name)(size=30, unit="tokens").split(reading_of(text))
    assert "".join(span.slice(text) for span in spans) == text


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("name", named("summarizer"))
def test_summaries_are_one_line_within_their_length(name, text):
    plugin = registry.load("summarizer", name)
    summarizer = plugin(chat=Wordy()) if is_injected(plugin, "chat") else plugin()
    assert isinstance(summarizer, Summarizer)
    found = summarizer.summarise(reading_of(text))
    assert len(found.document) <= 170
    assert all(0 < len(line) <= 100 for line in found.sections.values())
    assert not any("\n" in line for line in (found.document, *found.sections.values()))


@pytest.mark.parametrize("name", named("embedder"))
def test_vectors_are_one_row_a_text_whatever_the_text(name):
    embedder = registry.load("embedder", name)()
    assert isinstance(embedder, Embedder)
    texts = list(TEXTS.values())
    vectors = embedder.embed_passages(texts)
    assert vectors.shape == (len(texts), embedder.dimensions)
    assert vectors.dtype == np.float32
    assert np.isfinite(vectors).all()
    assert embedder.embed_queries(["rent"]).shape == (1, embedder.dimensions)
    assert embedder.embed_passages([]).shape == (0, embedder.dimensions)
    if name != "none":
        assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-3)


@pytest.mark.parametrize("name", named("vectors"))
def test_a_vector_index_finds_a_vector_itself(name, tmp_path):
    index = registry.load("vectors", name)()
    assert isinstance(index, VectorIndex)
    vectors = np.eye(8, dtype=np.float32)
    assert 0 <= index.build([vectors[:3], vectors[3:]], tmp_path / "index") <= 1
    opened = index.open(tmp_path / "index")
    scores, rows = opened.search(vectors[3:4], k=2)
    assert (rows[0][0], scores[0][0]) == (3, 1)
    assert np.array_equal(opened.rows(2, 4), vectors[2:4])


@pytest.mark.parametrize("name", named("lexical"))
def test_a_lexical_index_scores_the_rows_that_hold_a_word(name, tmp_path):
    index = registry.load("lexical", name)()
    assert isinstance(index, LexicalIndex)
    rows = [*TEXTS.values(), "the roof of the windmill"]
    index.build(rows, tmp_path / "words")
    opened = index.open(tmp_path / "words")
    assert len(opened) == len(rows)
    alive = np.ones(len(rows), dtype=bool)
    scores = index.scores("windmill", [(opened, alive)])
    assert np.flatnonzero(scores).tolist() == [len(rows) - 1]
    few = np.array([0, len(rows) - 1])
    assert index.scores("windmill", [(opened, alive)], among=[few]).tolist() == scores[few].tolist()
    alive[-1] = False
    assert not index.scores("windmill", [(opened, alive)]).any()
