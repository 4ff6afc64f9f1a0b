"""The shipped models on a document they never saw: what answers is marked exactly."""

import pytest

from pincite.pipeline.store import Store
from pincite.settings import load_settings

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
    shown = first.passage.span.slice(store.index.text(first.passage.doc_id))
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
    steps = [step.stage for step in store.search("Who repairs the roof?", k=3, explain=True).steps]
    assert steps[-1] == "highlight"
