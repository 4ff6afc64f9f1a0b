"""The shipped models on a document they never saw: what answers is marked exactly."""

from dataclasses import dataclass

import numpy as np
import pytest

from pincite.domain.document import Passage
from pincite.pipeline.store import Store
from pincite.retrieve.highlight import HighlightedPassage, _rest, _settle, _sure_spans, _surest_words, _Tokens
from pincite.settings import load_settings
from pincite.spans import Span

LEASE = """LEASE OF THE TIDE MILL

This Lease is made on 3 March 2024 between Mere Estates Limited (the "Landlord") and Corin Ashdown (the "Tenant").

1. Rent. The Tenant shall pay the rent of 900 pounds on the first day of each month, in advance.

2. Repairs. The Landlord shall keep the roof, the outer walls and the wheel of the mill in good repair.

3. Assignment. The Tenant may not assign this Lease or sublet any part of the mill without the written consent of the
Landlord.

4. Governing law. This Lease is governed by the law of England and Wales, and the courts of England have jurisdiction.

5. Notice. Either party may end this Lease by giving the other six months' notice in writing.
"""


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    folder = tmp_path_factory.mktemp("highlight")
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PINCITE_CACHE", str(folder / "cache"))
        (folder / "tide-mill-lease.txt").write_text(LEASE)
        Store.build([folder / "tide-mill-lease.txt"], folder / "store", settings=load_settings(environment={}).settings)
        yield Store.open(folder / "store")


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Which state's or country's law governs the contract?", "governed by the law of England and Wales"),
        ("Does the contract require consent to assignment?", "may not assign this Lease"),
    ],
)
def test_the_first_result_holds_what_answers(store, question, words):
    ranking = store.search(question, k=3)
    first = ranking.hits[0]
    shown = first.passage.span.slice(store.library.text(first.passage.doc_id))
    assert words in " ".join(shown.split())
    assert len(shown) < len(LEASE) / 2
    assert ranking.relevance is not None


def test_results_do_not_overlap_and_scores_are_chances(store):
    hits = store.search("What is the notice period required to end the agreement?", k=20).hits
    assert all(0 <= hit.score <= 1 for hit in hits)
    spans = sorted(hit.passage.span for hit in hits)
    assert all(one.end <= other.start for one, other in zip(spans, spans[1:], strict=False))


def test_a_question_without_an_answer_is_less_relevant(store):
    asked = store.search("Which state's or country's law governs the contract?", k=3).relevance
    absent = store.search("Is there a most favoured nation clause for the licensed software?", k=3).relevance
    assert asked > absent


def test_chunks_are_still_to_be_had(store):
    how = store.settings.retrieval.model_copy(update={"results": "chunks"})
    ranking = store.search("Who repairs the roof?", k=3, settings=how)
    assert ranking.hits
    assert not any(hit.exact for hit in ranking.hits)
    assert ranking.relevance is None


def test_explain_says_what_was_read(store):
    told = store.search("Who repairs the roof?", k=1, explain=True).steps
    assert [row["kept"] for row in told[-1].rows[:2]] == ["yes", "no: beyond k = 1"]
    steps = [step.stage for step in told]
    assert steps[-1] == "highlight"


def test_a_cut_inside_a_number_or_before_a_mark_moves_behind_it(tmp_path):
    text = "The fee under Section 5.2(b) is due. Notice is given in writing."
    found = [
        HighlightedPassage(Passage("d", span), 0.5, 0, exact=False)
        for span in (Span(0, 23), Span(23, 35), Span(35, 64))
    ]
    settled = [one.passage.span.slice(text) for one in _settle(found, Texts({"d": text}))]
    assert settled == ["The fee under Section 5.2(b)", "is due.", "Notice is given in writing."]


@dataclass
class Texts:
    """An index of which only the texts are asked."""

    texts: dict

    def text(self, doc_id):
        return self.texts[doc_id]


def test_what_stands_behind_the_signatures_comes_after_what_stands_before():
    text = "AGREEMENT\n\nThe Company shall not solicit offers.\n\nIN WITNESS WHEREOF the parties have signed.\n\n"
    text += "ANNEX A\n\nThe Holder shall not solicit offers."
    index = Texts({"d": text})
    body, annex = text.index("The Company"), text.index("The Holder")
    places = np.array([(at, at + 30) for at in (body, annex)])
    tokens = {"d": _Tokens(places, np.array([4.0, 6.0], dtype=np.float32))}
    assert [passage.span.start for _, passage in _sure_spans(tokens, index, {})] == [body, annex]


WORDS = "The parties met in May. The Tenant shall tell the Landlord of any damage. The parties then left again."


def _read(logits):
    """Tokens of WORDS, a word each, with logits by word; others are unlikely."""
    places, at = [], 0
    for word in WORDS.split():
        at = WORDS.index(word, at)
        places.append((at, at + len(word)))
        at += len(word)
    said = [logits.get(n, -5.0) for n in range(len(places))]
    return {"a": _Tokens(np.array(places, dtype=np.int64), np.array(said, dtype=np.float32))}


def test_where_no_span_is_sure_the_surest_words_come_with_their_sentence():
    chunk, texts = Passage("a", Span(0, len(WORDS))), Texts({"a": WORDS})
    (found,) = _surest_words(chunk, _read({7: 0.2, 8: 0.5, 9: 1.0, 11: 0.4, 12: 0.3, 13: -2.0}), texts)
    assert found.exact
    assert found.passage.span.slice(WORDS) == "shall tell the Landlord of any"
    assert found.quoted.slice(WORDS).strip() == "The Tenant shall tell the Landlord of any damage."


def test_a_short_sentence_that_answers_comes_with_the_one_before_it():
    words = "Notices are sent to the office by a courier. Letters by pigeon are void. The office is open by day."
    at = words.index("void")
    tokens = {"a": _Tokens(np.array([(0, 7), (at, at + 4)]), np.array([-5.0, 2.0], dtype=np.float32))}
    (found,) = _surest_words(Passage("a", Span(0, len(words))), tokens, Texts({"a": words}))
    assert found.quoted.slice(words).strip() == words[: words.index(" The office")].strip()


def test_what_is_left_of_a_chunk_counts_for_what_it_says():
    chunks = [Passage("a", Span(0, len(WORDS))), Passage("a", Span(0, 10))]
    tokens = _read({8: 3.0, 9: 3.0, 14: 2.0, 15: 2.0, 16: 2.0})
    exact = [HighlightedPassage(Passage("a", Span(24, 73)), 0.9, chunks[0], exact=True)]
    parts = [one.passage.span.slice(WORDS).strip() for one in _rest(chunks[:1], np.ones(1, np.float32), exact, tokens)]
    assert parts == ["The parties then left again.", "The parties met in May."]
