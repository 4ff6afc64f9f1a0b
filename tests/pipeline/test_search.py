"""Searching a store, in every way the settings allow."""

import json

import pytest
from tests.pipeline.conftest import SUBJECTS

from pincite import Passage, Span, registry
from pincite.domain.chunk import Layer
from pincite.errors import SettingsError, StoreError
from pincite.pipeline.store import Store
from pincite.retrieve.filters import Filters

METHODS = [
    ["retrieval.method=dense"],
    ["retrieval.method=bm25"],
    ["retrieval.method=hybrid"],
    ["retrieval.method=hybrid", "retrieval.fusion=rrf"],
]
QUERIES = {
    "empty": "",
    "white space": " \n\t ",
    "very long": "roof repair notice " * 2700,
    "another script": "屋根の修理は誰が払いますか",
    "control characters": "roof\x00\x1b[31m\x07 repair\u202e\ufeff",
    "broken characters": "roof \ud800\udfff repair",
    "operators": '+roof -repair "the gutters" AND (notice OR rent*) NOT field:x^2 ~3 [a TO b] \\ /.*/',
    "only stop words": "the of and to",
    "unknown words": "zyzzyva quokka",
    "punctuation": "??? ;;; ,,,",
    "names nothing": "Consider ; what?",
}


@pytest.fixture
def shop(workshop):
    workshop.write(*SUBJECTS[:6])
    workshop.build()
    return workshop


@pytest.mark.parametrize("method", METHODS, ids=lambda flags: "-".join(flag.split("=")[1] for flag in flags))
def test_hits_are_places_in_the_store_best_first_each_once(shop, method):
    store = shop.open(*method)
    hits = store.search("Who keeps the roof of the foundry in repair?", k=1000).hits
    assert 0 < len(hits) <= store.library.passage_counts[Layer.CHUNK]
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert len({hit.passage for hit in hits}) == len(hits)
    for hit in hits:
        assert hit.passage.span.slice(store.library.text(hit.passage.doc_id))
    best = hits[0].passage
    assert "foundry" in best.span.slice(store.library.text(best.doc_id))
    assert [hit.passage for hit in store.search("Who keeps the roof of the foundry in repair?", k=2).hits] == [
        hit.passage for hit in hits[:2]
    ]


@pytest.mark.parametrize("method", METHODS, ids=lambda flags: "-".join(flag.split("=")[1] for flag in flags))
@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES)
def test_no_query_breaks_it(shop, query, method):
    ranking = shop.open(*method).search(query, k=5, explain=True)
    assert ranking.query == query
    assert len(ranking.hits) <= 5
    json.dumps([step.rows for step in ranking.steps])
    assert query.strip() or ranking.hits == ()


def test_a_document_that_is_named_is_the_only_one_searched(shop):
    store = shop.open()
    ranking = store.search("Consider the Lease of the Windmill; who repairs the roof?", k=50, explain=True)
    assert {store.card(hit.passage.doc_id).path for hit in ranking.hits} == {shop.name("windmill")}
    assert "names it" in ranking.steps[0].note
    everywhere = store.search("who repairs the roof?", k=50)
    assert len({hit.passage.doc_id for hit in everywhere.hits}) == 6


@pytest.mark.parametrize("subject", SUBJECTS[:6])
def test_names_are_found_after_any_document_is_removed(shop, subject):
    """Rows of a removed document stay in their segment, at its end too."""
    store = shop.open()
    store.remove(card.id for card in store.documents if card.path == shop.name(subject))
    for other in SUBJECTS[:6]:
        hits = shop.open().search(f"Who repairs the roof of the {other.title()}?", k=50).hits
        assert hits and all(shop.open().card(hit.passage.doc_id).path != shop.name(subject) for hit in hits)


def test_routing_can_be_switched_off(shop):
    store = shop.open("retrieval.route=never")
    ranking = store.search("Consider the Lease of the Windmill; who repairs the roof?", k=50)
    assert len({hit.passage.doc_id for hit in ranking.hits}) > 1


def test_filters_leave_the_other_documents_out(shop):
    store = shop.open()
    found = {
        name: {store.card(hit.passage.doc_id).path for hit in store.search("roof", k=99, filters=filters).hits}
        for name, filters in {
            "file": Filters(file="*mill*"),
            "type": Filters(kind=store.library.cards[0].kind),
            "none": Filters(file="*.pdf"),
        }.items()
    }
    assert found == {
        "file": {shop.name("windmill")},
        "type": {card.path for card in store.library.cards},
        "none": set(),
    }


def test_the_pipeline_of_002_keeps_few_documents_and_close_scores(shop):
    flags = ["retrieval.method=dense", "retrieval.route=never", "retrieval.document_filter=true"]
    store = shop.open(*flags, "retrieval.max_source_documents=2")
    hits = store.search("who repairs the roof?", k=6).hits
    assert len({hit.passage.doc_id for hit in hits}) <= 2
    close = shop.open(
        *flags, "retrieval.threshold=absolute", "retrieval.threshold_value=0.05", "retrieval.min_chunks=1"
    )
    found = close.search("who repairs the roof?", k=6).hits
    assert all(hit.score >= found[0].score - 0.05 for hit in found)
    limited = shop.open(*flags, "retrieval.token_baseline=60").search("who repairs the roof?", k=6).hits
    assert 0 < len(limited) < len(hits)


SPANS = ("retrieval.results=spans", "retrieval.route=never", "retrieval.windows=3", "highlighter.threads=1")
ROOF = "Who keeps the roof in repair?"


def documents_of(ranking):
    return {hit.passage.doc_id for hit in ranking.hits}


def stages_of(ranking):
    return [step.stage for step in ranking.steps]


def test_exact_spans_honour_the_document_filter(shop):
    free = shop.open(*SPANS).search(ROOF, k=12, explain=True)
    kept = shop.open(*SPANS, "retrieval.document_filter=true", "retrieval.max_source_documents=2").search(
        ROOF, k=12, explain=True
    )
    assert len(documents_of(free)) > 2 and "documents" not in stages_of(free)
    assert len(documents_of(kept)) == 2
    assert stages_of(kept).index("documents") < stages_of(kept).index("highlight")


def test_exact_spans_honour_the_threshold(shop):
    free = shop.open(*SPANS).search(ROOF, k=50)
    tight = ("retrieval.threshold=absolute", "retrieval.threshold_value=0.001", "retrieval.min_chunks=1")
    kept = shop.open(*SPANS, *tight).search(ROOF, k=50, explain=True)
    assert 0 < len(kept.hits) < len(free.hits)
    assert "threshold" in stages_of(kept)


def test_exact_spans_honour_the_limit_of_tokens(shop):
    from pincite.tokens import count_tokens

    free = shop.open(*SPANS).search(ROOF, k=6)
    store = shop.open(*SPANS, "retrieval.token_baseline=60")
    kept = store.search(ROOF, k=6, explain=True)
    assert 0 < len(kept.hits) < len(free.hits)
    assert sum(count_tokens(store.text(hit.passage)) for hit in kept.hits) <= 60
    last = kept.steps[-1]
    assert last.stage == "tokens" and {row["kept"] for row in last.rows} == {"yes", "no: beyond 60 tokens"}


def test_exact_spans_leave_near_duplicates_out(shop):
    question = "May either party end by notice in writing?"
    free = shop.open(*SPANS).search(question, k=50)
    kept = shop.open(*SPANS, "retrieval.collapse=0.8").search(question, k=50, explain=True)
    assert 0 < len(kept.hits) < len(free.hits)
    assert "collapse" in stages_of(kept)


@pytest.mark.parametrize("layer", [Layer.SECTION, Layer.DOCUMENT])
def test_whole_sections_and_documents_are_narrowed_too(shop, layer):
    free = shop.open().search(ROOF, k=12, layer=layer)
    few = shop.open("retrieval.document_filter=true", "retrieval.max_source_documents=2")
    close = shop.open("retrieval.threshold=relative", "retrieval.threshold_value=0", "retrieval.min_chunks=1")
    short = shop.open("retrieval.token_baseline=150")
    assert len(documents_of(free)) > 2
    assert len(documents_of(few.search(ROOF, k=12, layer=layer))) == 2
    for store, stage in ((close, "threshold"), (short, "tokens")):
        ranking = store.search(ROOF, k=12, layer=layer, explain=True)
        assert 0 < len(ranking.hits) < len(free.hits)
        assert [hit.rank for hit in ranking.hits] == list(range(1, len(ranking.hits) + 1))
        assert {row["kept"].partition(":")[0] for row in ranking.steps[-1].rows} == {"yes", "no"}
        assert ranking.steps[-1].stage == stage


def test_near_duplicates_collapse(shop):
    all_hits = shop.open("retrieval.method=bm25").search("either party may end by notice in writing", k=50).hits
    fewer = shop.open("retrieval.method=bm25", "retrieval.collapse=0.8").search(
        "either party may end by notice in writing", k=50
    )
    assert 0 < len(fewer.hits) < len(all_hits)


def test_a_place_is_where_the_words_begin(shop):
    store = shop.open()
    for card in store.documents:
        text = store.library.text(card.id)
        for number, heading in enumerate(("Rent", "Repairs", "Notice"), start=1):
            start = text.index(f"{number}. {heading}")
            # The blank lines before belong to the clause above.
            for before in (0, 2):
                place = store.place(Passage(card.id, Span(start - before, start + 20)))
                assert place.section.split(" › ")[-1].startswith(str(number))


def test_every_stage_is_explained_and_timed(shop):
    ranking = shop.open("retrieval.document_filter=true").search("roof", k=3, explain=True)
    assert [step.stage for step in ranking.steps] == ["route", "embed", "candidates", "documents", "k"]
    assert set(ranking.seconds) == {step.stage for step in ranking.steps}
    assert set(ranking.steps[2].rows[0]) == {"document", "span", "dense", "lexical", "score"}
    assert Store.open(shop.store).search("roof", k=3).steps == ()


def test_each_step_says_of_each_candidate_whether_it_was_kept_and_why_not(shop):
    flags = ("retrieval.route=never", "retrieval.document_filter=true", "retrieval.max_source_documents=2")
    flags += ("retrieval.threshold=absolute", "retrieval.threshold_value=0.01", "retrieval.method=dense")
    flags += ("retrieval.collapse=0.9", "retrieval.token_baseline=60")
    ranking = shop.open(*flags).search("Who keeps the roof of the foundry in repair?", k=6, explain=True)
    steps = {step.stage: step.rows for step in ranking.steps}
    assert [row["kept"] for row in steps["documents"][:3]] == ["yes", "yes", "no: 2 are better"]
    worth = [row["score"] for row in steps["documents"]]
    assert worth == sorted(worth, reverse=True)
    whys = {stage: {row["kept"] for row in steps[stage]} for stage in ("threshold", "collapse", "tokens", "k")}
    assert whys["threshold"] == {"yes", "no: more than 0.01 (absolute) below the best"}
    for stage in whys:
        assert steps[stage][0]["kept"] == "yes"
        assert len(steps[stage]) >= len(ranking.hits)
    unlimited = shop.open("retrieval.route=never").search("roof", k=2, explain=True)
    assert [row["kept"] for row in unlimited.steps[-1].rows[:4]] == ["yes", "yes", *2 * ["no: beyond k = 2"]]


class ShortestFirst:
    """A reranker for tests."""

    def rerank(self, question, passages):
        return [-float(len(passage)) for passage in passages]


@pytest.fixture
def shortest(monkeypatch):
    monkeypatch.setitem(registry.BUILT_IN["reranker"], "shortest", f"{__name__}:ShortestFirst")


def test_a_reranker_orders_the_best_candidates_and_the_others_follow(shop, shortest):
    asked = ("Who keeps the roof in repair?", "retrieval.route=never")
    before, after = shop.found(*asked), shop.found(*asked, "reranker.kind=shortest", "retrieval.rerank=4")
    first, rest = [[passage for passage, _ in found[4:]] for found in (before, after)]
    assert first == rest
    best = [passage for passage, _ in after[:4]]
    assert sorted(best) == sorted(passage for passage, _ in before[:4])
    assert [len(passage.span) for passage in best] == sorted(len(passage.span) for passage in best)
    scores = [score for _, score in after]
    assert scores == sorted(scores, reverse=True)


def test_before_exact_spans_a_reranker_says_which_windows_are_read(shop, shortest):
    flags = ["retrieval.results=spans", "retrieval.route=never", "reranker.kind=shortest", "highlighter.threads=1"]
    ranking = shop.open(*flags).search("Who keeps the roof in repair?", k=3, explain=True)
    stages = ["route", "embed", "candidates", "rerank", "sections", "fit", "highlight"]
    assert [step.stage for step in ranking.steps] == stages
    assert len(ranking.hits) == 3


def test_no_reranker_asks_nothing(shop):
    store = shop.open()
    store.search("roof")
    assert store.reranker is None
    assert not store.usage


@pytest.mark.parametrize("layer", [Layer.SECTION, Layer.DOCUMENT])
def test_whole_sections_and_documents_are_found_by_their_summaries(shop, layer):
    store = shop.open()
    summaries = {card.id: card.summary for card in store.library.cards}
    (wanted,) = (id for id, summary in summaries.items() if "foundry" in summary.casefold())
    ranking = store.search(summaries[wanted], k=3, layer=layer, explain=True)
    assert ranking.hits[0].passage.doc_id == wanted
    rows = set(store.opened.backend.passages(summaries, layer=layer).values())
    assert {hit.passage for hit in ranking.hits} <= rows
    assert [hit.score for hit in ranking.hits] == sorted((hit.score for hit in ranking.hits), reverse=True)
    assert ranking.steps[-1].rows[0]["document"] == store.card(wanted).path
    assert len(store.search("rent", k=1000, layer=layer).hits) == len(rows)
    only = store.search("rent", k=1000, layer=layer, filters=Filters(file="*foundry*")).hits
    assert {hit.passage.doc_id for hit in only} == {wanted}
    assert not store.search("rent", layer=layer, filters=Filters(file="*.pdf")).hits
    assert not store.search("  ", layer=layer).hits
    assert store.search("rent", layer=str(layer)).hits == store.search("rent", layer=layer).hits
    with pytest.raises(SettingsError, match="chunk, document, section"):
        store.search("rent", layer="page")


def test_a_search_may_go_down_the_layers_from_the_nearest_documents(shop):
    store = shop.open("retrieval.route=documents", "retrieval.max_source_documents=2")
    summary = next(card.summary for card in store.library.cards if "foundry" in card.path)
    ranking = store.search(summary, k=1000, explain=True)
    assert len({hit.passage.doc_id for hit in ranking.hits}) == 2
    assert store.card(ranking.hits[0].passage.doc_id).path == shop.name("foundry")
    assert "nearest by summary: 2 documents" in ranking.steps[0].note
    within = store.search(summary, k=1000, filters=Filters(file="*orchard*")).hits
    assert {store.card(hit.passage.doc_id).path for hit in within} == {shop.name("orchard")}


def test_a_question_is_embedded_once_however_many_layers_it_is_compared_with(shop, monkeypatch):
    store = shop.open("retrieval.route=documents")
    asked = []
    embed = store.embedder.embed_queries
    monkeypatch.setattr(type(store.embedder), "embed_queries", lambda self, texts: asked.append(texts) or embed(texts))
    assert store.search("Who keeps the roof in repair?").hits
    assert asked == [["Who keeps the roof in repair?"]]


def test_layers_of_summaries_need_vectors(workshop):
    workshop.write("orchard")
    workshop.build(flags=["embedder.kind=none"])
    store = Store.open(
        workshop.store, flags=["embedder.kind=none", "retrieval.method=bm25", "retrieval.results=chunks"]
    )
    assert store.search("rent").hits
    with pytest.raises(StoreError, match="without vectors"):
        store.search("rent", layer=Layer.DOCUMENT)
