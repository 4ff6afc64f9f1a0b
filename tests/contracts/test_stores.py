"""Every kind of store: what is written through the writer is found through the library and the search back end."""

from dataclasses import replace

import numpy as np
import pytest

from pincite import registry
from pincite.domain.chunk import Layer
from pincite.domain.document import Document, Format, Passage, Source, document_id
from pincite.domain.hit import DocumentCard
from pincite.domain.indexed import IndexedDocument
from pincite.domain.profile import DocumentKind, Profile
from pincite.domain.reading import Reading
from pincite.domain.section import Outline, Section, SectionKind
from pincite.domain.store_place import StoreAddress
from pincite.domain.store_state import FileRef, StoreState
from pincite.errors import NotFound, StoreError
from pincite.pipeline.wire import plugin_maker
from pincite.ports.store import Library, SearchBackend, Writer
from pincite.settings import Settings
from pincite.spans import Span

LEASE = ["LEASE OF THE MILL\n\n", "The rent of the mill is due monthly.\n\n", "The Tenant repairs the roof.\n"]
NDA = ["NON-DISCLOSURE AGREEMENT\n\n", "Velcrest keeps secrets for five years.\n\n", "A roof is no secret.\n"]
GUIDE = ["THE HARBOUR GUIDE\n\n", "Ships pay harbour dues in advance.\n"]
# One axis per subject: rent, roof, secrets, dues, and the headings.
RENT, ROOF, SECRETS, DUES, HEAD = np.eye(5, dtype=np.float32)
PLUGINS = plugin_maker(Settings())
# These keep vectors in half precision.
HALF_PRECISION = {"lance", "postgres"}


def document(path, parts, vectors, *, warning=""):
    text = "".join(parts)
    edges = np.cumsum([0, *map(len, parts)]).tolist()
    source = Source(path, Format.TEXT, "0" * 64, len(text))
    doc = Document(document_id(text), text, source, warnings=(warning,) if warning else ())
    sections = (
        Section(0, None, SectionKind.DOCUMENT, Span(0, len(text)), 0),
        Section(1, 0, SectionKind.CLAUSE, Span(0, edges[1]), 1, number="1"),
        Section(2, 0, SectionKind.CLAUSE, Span(edges[1], len(text)), 1, number="2"),
    )
    places = {
        Layer.DOCUMENT: np.array([(0, len(text), 0)], dtype=np.int32),
        Layer.SECTION: np.array([(0, edges[1], 1), (edges[1], len(text), 2)], dtype=np.int32),
        Layer.CHUNK: np.array(list(zip(edges, edges[1:], [1, *[2] * len(parts)], strict=False)), dtype=np.int32),
    }
    made = {
        Layer.DOCUMENT: np.array([vectors[1]]),
        Layer.SECTION: np.array([vectors[0], vectors[1]]),
        Layer.CHUNK: np.array(vectors),
    }
    card = DocumentCard(doc.id, path, parts[0].strip(), "contract", (), (), "", len(text), language="en")
    return IndexedDocument(Reading(doc, Profile(DocumentKind.CONTRACT), Outline(sections)), card, places, made)


MILL = document("mill.txt", LEASE, [HEAD, RENT, ROOF])
VELCREST = document("velcrest.txt", NDA, [HEAD, SECRETS, 0.6 * ROOF + 0.8 * SECRETS])
HARBOUR = document("harbour.txt", GUIDE, [HEAD, DUES])


def state_of(*documents, **said):
    files = tuple(FileRef(one.card.path, one.card.characters, 1, "reader", one.card.id) for one in documents)
    settings = {"embedder": {"kind": "static"}}
    return StoreState("axes", settings, {"k": 3}, files, **said)


@pytest.fixture(params=[*registry.names("store"), "older"])
def make_engine(request, tmp_path, monkeypatch):
    """Gives stores of the kind under test that are not there yet, by name."""

    def make(name):
        if request.param == "postgres":
            place = StoreAddress("postgres", request.getfixturevalue("database")(name))
        elif request.param == "lance":
            pytest.importorskip("lancedb")
            place = StoreAddress("lance", str(tmp_path / name))
        else:
            place = tmp_path / name
            monkeypatch.setitem(registry.BUILT_IN["store"], "older", "tests.older_store:Engine")
        return registry.load("store", request.param)(place)

    return make


@pytest.fixture
def engine(make_engine):
    """A store that is not there yet."""
    return make_engine("store")


@pytest.fixture
def opened(engine):
    """A store of three documents, written in two commits."""
    write(engine, MILL, VELCREST)
    write(engine, HARBOUR, keep=(MILL, VELCREST))
    return engine.latest().open(PLUGINS)


def write(engine, *documents, keep=()):
    with engine.write(PLUGINS) as writer:
        for one in documents:
            writer.add(one)
        writer.commit(state_of(*keep, *documents))


def check_damage_and_repair(engine, *, fresh, told):
    """What was done to the mill of three documents is told and repaired; written again, all is as in a fresh store."""
    found = engine.damage()
    assert len(found.files) == len(told) and all(map(str.startswith, found.files, told))
    assert found.doc_ids == ({MILL.card.id} if told[0] == "document" else set())
    with engine.write(PLUGINS) as writer:
        assert writer.repair(thorough=True) == found.files
        kept = [one for one in (MILL, VELCREST, HARBOUR) if one.card.id not in found.doc_ids]
        writer.commit(state_of(*kept))
    assert engine.damage().files == ()
    write(engine, MILL, keep=[VELCREST, HARBOUR])
    write(fresh, MILL, VELCREST, HARBOUR)
    first, second = (one.latest().open(PLUGINS) for one in (engine, fresh))
    assert first.library.cards == second.library.cards
    for query in ("roof", "rent of the mill"):
        assert [(one.passage, one.score) for one in first.backend.matching(query, k=9)] == [
            (one.passage, one.score) for one in second.backend.matching(query, k=9)
        ]


def passage(one, at, layer=Layer.CHUNK):
    start, end, _ = one.places[layer][at].tolist()
    return Passage(one.card.id, Span(start, end))


@pytest.fixture
def found(request):
    """Gives passages with their scores, as exact as the kind of store under test keeps vectors."""
    tolerance = 5e-4 if request.node.callspec.params["make_engine"] in HALF_PRECISION else 1e-5
    return lambda candidates: [(one.passage, pytest.approx(one.score, abs=tolerance)) for one in candidates]


def test_what_is_given_keeps_to_the_contracts(engine):
    with engine.write(PLUGINS) as writer:
        assert isinstance(writer, Writer)
        writer.add(MILL)
        writer.commit(state_of(MILL))
        assert writer.recall == 1.0
    opened = engine.latest().open(PLUGINS)
    assert isinstance(opened.library, Library)
    assert isinstance(opened.backend, SearchBackend)


def test_a_store_that_is_not_there_has_no_state(engine):
    assert engine.latest() is None


def test_an_empty_store_finds_nothing(engine):
    write(engine)
    opened = engine.latest().open(PLUGINS)
    assert list(opened.library.cards) == []
    assert opened.backend.nearest(ROOF, k=3) == []
    assert opened.backend.matching("roof", k=3) == []
    assert not opened.backend.mentions(["roof"])
    assert len(opened.library.names.doc_ids) == 0


def test_the_library_has_the_documents_as_they_were_written(opened):
    library = opened.library
    assert [card.path for card in library.cards] == ["harbour.txt", "mill.txt", "velcrest.txt"]
    assert library.card(MILL.card.id).title == "LEASE OF THE MILL"
    assert library.text(MILL.card.id) == "".join(LEASE)
    assert library.beginning(MILL.card.id) == "".join(LEASE)
    assert library.beginnings([VELCREST.card.id, MILL.card.id]) == [VELCREST.reading.doc.text, "".join(LEASE)]
    assert library.beginnings([]) == []
    assert library.reading(MILL.card.id) == MILL.reading
    assert library.place(passage(MILL, 2)).section == "2"
    assert library.passage_counts == {Layer.DOCUMENT: 3, Layer.SECTION: 6, Layer.CHUNK: 8}
    assert library.names.doc_ids == [card.id for card in library.cards]
    assert library.names.ids(library.names.titles.containing("velcrest")) == {VELCREST.card.id}
    for ask in (library.card, library.text, library.beginning, library.reading, lambda one: library.beginnings([one])):
        with pytest.raises(NotFound):
            ask("0123456789abcdef")


def test_several_documents_are_read_at_once_in_the_order_asked(opened):
    documents = [VELCREST, MILL]
    ids = [one.card.id for one in documents]
    assert opened.library.readings(ids) == [one.reading for one in documents]
    for one, rows in zip(documents, opened.backend.rows(ids), strict=True):
        for layer in Layer:
            assert rows.places[layer].tolist() == one.places[layer].tolist()
            assert np.allclose(rows.vectors[layer], one.vectors[layer], atol=1e-3)
    for ask in (opened.library.readings, opened.backend.rows):
        assert ask([]) == []
        with pytest.raises(NotFound):
            ask([MILL.card.id, "0123456789abcdef"])


def test_the_nearest_come_first_with_their_scores(opened, found):
    near = opened.backend.nearest(ROOF, k=2)
    assert found(near) == [(passage(MILL, 2), 1.0), (passage(VELCREST, 2), 0.6)]
    assert len(opened.backend.nearest(ROOF, k=100)) == 8


def test_equals_are_in_the_order_of_their_passages(opened):
    heads = opened.backend.nearest(HEAD, k=3)
    assert [one.passage for one in heads] == sorted(passage(one, 0) for one in (MILL, VELCREST, HARBOUR))


@pytest.mark.parametrize("layer", Layer)
def test_each_layer_is_searched_by_itself(opened, layer):
    best = opened.backend.nearest(SECRETS, k=1, layer=layer)[0]
    at = {Layer.DOCUMENT: 0, Layer.SECTION: 1, Layer.CHUNK: 1}[layer]
    assert (best.passage, best.score) == (passage(VELCREST, at, layer), pytest.approx(1.0))


def test_words_find_the_passages_that_hold_them(opened):
    said = opened.backend.matching("repairs of a roof", k=5)
    assert [one.passage for one in said] == [passage(MILL, 2), passage(VELCREST, 2)]
    assert said[0].score > said[1].score > 0
    assert [one.passage for one in opened.backend.matching("repairs of a roof", k=1)] == [passage(MILL, 2)]
    assert opened.backend.matching("windmill", k=5) == []
    least = said[1].score / said[0].score
    assert opened.backend.matching("repairs of a roof", k=5, share=least * 0.99)[:2] == said[:2]
    assert opened.backend.matching("repairs of a roof", k=5, share=least * 1.01) == said[:1]
    assert opened.backend.matching("roof", k=5, layer=Layer.SECTION) == []


def test_of_equal_passages_the_first_are_found(engine):
    parts = [[f"REPORT {at:02}\n\n", "The gutter leaks.\n\n", "The gutter leaks.\n"] for at in range(8)]
    reports = [document(f"{at}.txt", own, [HEAD, ROOF, ROOF]) for at, own in enumerate(parts)]
    write(engine, *reports[:4])
    write(engine, *reports[4:], keep=reports[:4])
    backend = engine.latest().open(PLUGINS).backend
    order = sorted(passage(one, at) for one in reports for at in (1, 2))
    for k in (1, 5, 16):
        assert [one.passage for one in backend.matching("leaking gutters", k=k)] == order[:k]


def test_documents_are_found_by_what_they_are_called(opened):
    named = opened.backend.matching("the Velcrest agreement", k=5, layer=Layer.DOCUMENT)
    assert [one.passage for one in named] == [passage(VELCREST, 0, Layer.DOCUMENT)]


def test_a_search_keeps_to_the_documents_it_is_given(opened):
    backend, only = opened.backend, {VELCREST.card.id}
    assert [one.passage for one in backend.nearest(ROOF, k=1, documents=only)] == [passage(VELCREST, 2)]
    assert [one.passage for one in backend.matching("roof", k=5, documents=only)] == [passage(VELCREST, 2)]
    assert len(backend.nearest(ROOF, k=100, documents=only)) == 3
    two = backend.nearest(HEAD, k=1, layer=Layer.SECTION, documents={MILL.card.id, HARBOUR.card.id})
    assert two[0].passage.doc_id == min(MILL.card.id, HARBOUR.card.id)
    assert backend.nearest(ROOF, k=5, documents=()) == []
    assert backend.matching("roof", k=5, documents=["0123456789abcdef"]) == []


def test_keys_are_scored_by_vector_by_words_and_by_both(opened):
    backend = opened.backend
    near = backend.nearest(ROOF, k=8)
    keys = [one.key for one in reversed(near)]
    by_vector = backend.scores(keys, vector=ROOF)
    assert by_vector.dense.tolist() == pytest.approx([one.score for one in reversed(near)], abs=1e-6)
    assert not by_vector.lexical.any()
    both = backend.scores(keys, vector=ROOF, query="roof")
    assert both.dense.tolist() == by_vector.dense.tolist()
    told = dict(zip(keys, both.lexical.tolist(), strict=True))
    said = {one.key: one.score for one in backend.matching("roof", k=8)}
    assert {key: score for key, score in told.items() if score} == pytest.approx(said)
    assert len(backend.scores([], vector=ROOF, query="roof").dense) == 0


@pytest.mark.parametrize("layer", Layer)
def test_every_passage_of_a_document_has_its_key(opened, layer):
    kept = opened.backend.passages([MILL.card.id], layer=layer)
    assert list(kept.values()) == [passage(MILL, at, layer) for at in range(len(MILL.places[layer]))]
    near = opened.backend.nearest(RENT, k=50, layer=layer, documents=[MILL.card.id])
    assert {one.key: one.passage for one in near} == kept
    assert opened.backend.passages(["0123456789abcdef"], layer=layer) == {}


def test_mentions_are_counted_by_document(opened):
    said = opened.backend.mentions(["roof"])
    assert dict(zip(said.doc_ids.tolist(), said.counts.tolist(), strict=True)) == {MILL.card.id: 1, VELCREST.card.id: 1}
    assert dict(zip(said.doc_ids.tolist(), said.sizes.tolist(), strict=True)) == {MILL.card.id: 3, VELCREST.card.id: 3}
    assert list(opened.backend.mentions(["roof", "tenant"]).doc_ids) == [MILL.card.id]
    either = opened.backend.mentions(["secret harbour"])
    assert dict(zip(either.doc_ids.tolist(), either.counts.tolist(), strict=True)) == {
        VELCREST.card.id: 2,
        HARBOUR.card.id: 2,
    }
    assert not opened.backend.mentions(["roof", "harbour"])
    assert list(opened.backend.mentions(["velcrest"], layer=Layer.DOCUMENT).doc_ids) == [VELCREST.card.id]
    for layer in (Layer.CHUNK, Layer.DOCUMENT):
        chosen = opened.backend.mentions(["roof"], layer=layer, documents=[VELCREST.card.id, HARBOUR.card.id])
        assert (list(chosen.doc_ids), list(chosen.counts)) == ([VELCREST.card.id], [1])
        assert not opened.backend.mentions(["roof"], layer=layer, documents=[])
    for word, documents in (("velcrest", 1), ("roof", 2), ("windmill", 0)):
        assert opened.backend.count_named(word) == documents


def test_what_is_taken_out_is_found_no_more_and_counts_no_more(engine, opened, make_engine, found):
    with engine.write() as writer:
        writer.remove([VELCREST.card.id])
        assert set(writer.doc_ids) == {MILL.card.id, HARBOUR.card.id}
        writer.commit(state_of(MILL, HARBOUR))
    left = engine.latest().open(PLUGINS)
    assert [card.path for card in left.library.cards] == ["harbour.txt", "mill.txt"]
    assert {one.passage.doc_id for one in left.backend.nearest(ROOF, k=50)} == {MILL.card.id, HARBOUR.card.id}
    assert [one.passage for one in left.backend.matching("roof", k=50)] == [passage(MILL, 2)]
    assert list(left.backend.mentions(["roof"]).doc_ids) == [MILL.card.id]
    assert left.backend.count_named("roof") == 1 and left.backend.count_named("velcrest") == 0
    assert left.library.names.titles.containing("velcrest").tolist() == []
    never = make_engine("never")
    write(never, MILL, HARBOUR)
    fresh = never.latest().open(PLUGINS)
    assert found(left.backend.matching("roof", k=9)) == found(fresh.backend.matching("roof", k=9))
    assert left.backend.matching("roof", k=9)[0].score != opened.backend.matching("roof", k=9)[0].score
    with pytest.raises(NotFound):
        left.library.text(VELCREST.card.id)


def test_nothing_is_seen_before_it_is_committed_and_then_all_of_it(engine):
    write(engine, MILL)
    reader = engine.latest().open(PLUGINS)
    with engine.write(PLUGINS) as writer:
        writer.add(VELCREST)
        writer.add(HARBOUR)
        writer.remove([MILL.card.id])
        assert len(engine.latest().open(PLUGINS).library.cards) == 1
        writer.commit(state_of(VELCREST, HARBOUR))
        assert len(engine.latest().open(PLUGINS).library.cards) == 2
    assert [card.id for card in reader.library.cards] == [MILL.card.id]
    assert reader.library.text(MILL.card.id) == "".join(LEASE)
    assert [one.passage for one in reader.backend.matching("roof", k=9)] == [passage(MILL, 2)]


def test_work_that_breaks_off_leaves_the_store_as_it_was(engine):
    write(engine, MILL)
    before = engine.latest().state
    with pytest.raises(KeyboardInterrupt), engine.write(PLUGINS) as writer:
        writer.add(VELCREST)
        writer.remove([MILL.card.id])
        raise KeyboardInterrupt
    assert engine.latest().state == before
    assert [card.id for card in engine.latest().open(PLUGINS).library.cards] == [MILL.card.id]
    assert engine.damage().files == ()


def test_a_document_that_is_added_again_replaces_itself(engine):
    write(engine, MILL, VELCREST)
    again = document("mill.txt", LEASE, [HEAD, DUES, ROOF], warning="read anew")
    write(engine, again, keep=[VELCREST])
    opened = engine.latest().open(PLUGINS)
    assert opened.library.passage_counts[Layer.CHUNK] == 6
    assert opened.library.reading(MILL.card.id).doc.warnings == ("read anew",)
    assert opened.backend.nearest(DUES, k=1)[0].passage == passage(MILL, 1)
    assert opened.backend.nearest(RENT, k=1)[0].score == pytest.approx(0)


def test_the_state_is_given_back_and_a_manifest_changes_the_cards(engine):
    write(engine, MILL)
    state = engine.latest().state
    assert state == replace(state_of(MILL), version=state.version)
    with engine.write(PLUGINS) as writer:
        said = replace(state, manifest={"mill.txt": {"title": "The Old Mill", "authority": 2}})
        writer.commit(said)
    assert engine.latest().state.version > state.version
    library = engine.latest().open(PLUGINS).library
    assert (library.cards[0].title, library.cards[0].authority) == ("The Old Mill", 2)
    assert library.names.ids(library.names.titles.containing("oldmill")) == {MILL.card.id}


def test_a_commit_without_a_change_makes_no_new_version(engine):
    write(engine, MILL)
    before = engine.latest().state
    with engine.write(PLUGINS) as writer:
        writer.commit(before)
    assert engine.latest().state == before


def test_what_is_stashed_is_seen_with_the_commit_and_lost_without_one(engine):
    write(engine, MILL, VELCREST)
    again = document("mill.txt", LEASE, [HEAD, DUES, ROOF])
    with engine.write(PLUGINS) as writer:
        writer.add(again)
        writer.stash()
        writer.add(HARBOUR)
        writer.stash()
        assert set(writer.doc_ids) == {MILL.card.id, VELCREST.card.id, HARBOUR.card.id}
        seen = engine.latest().open(PLUGINS)
        assert seen.backend.nearest(RENT, k=1)[0].passage == passage(MILL, 1)
        assert len(seen.library.cards) == 2
    assert len(engine.latest().open(PLUGINS).library.cards) == 2
    with engine.write(PLUGINS) as writer:
        assert set(writer.doc_ids) == {MILL.card.id, VELCREST.card.id}
        writer.add(again)
        writer.stash()
        writer.commit(state_of(MILL, VELCREST))
    opened = engine.latest().open(PLUGINS)
    assert opened.library.passage_counts[Layer.CHUNK] == 6
    assert {one.passage for one in opened.backend.nearest(DUES, k=1)} == {passage(MILL, 1)}
    assert engine.damage().files == ()


def test_a_store_that_begins_anew_counts_and_finds_as_a_fresh_one(engine, make_engine, found):
    write(engine, MILL, VELCREST, HARBOUR)
    reader = engine.latest().open(PLUGINS)
    with engine.write(PLUGINS) as writer:
        writer.remove(writer.doc_ids)
        for one in (MILL, HARBOUR, VELCREST):
            writer.add(one)
            writer.stash()
        writer.commit(state_of(MILL, VELCREST, HARBOUR))
    fresh = make_engine("fresh")
    write(fresh, MILL, VELCREST, HARBOUR)
    again, once = engine.latest().open(PLUGINS), fresh.latest().open(PLUGINS)
    assert again.library.passage_counts == once.library.passage_counts
    for query in ("roof", "rent of the mill"):
        assert found(again.backend.matching(query, k=9)) == found(once.backend.matching(query, k=9))
    assert found(again.backend.nearest(ROOF, k=9)) == found(reader.backend.nearest(ROOF, k=9))
    assert again.backend.count_named("roof") == 2


def test_vectors_of_another_length_take_the_place_of_all_others(engine):
    write(engine, MILL, VELCREST)
    reader = engine.latest().open(PLUGINS)
    axes = np.eye(3, dtype=np.float32)
    short = [document(one.card.path, parts, axes) for one, parts in ((MILL, LEASE), (VELCREST, NDA))]
    with engine.write(PLUGINS) as writer:
        writer.remove(writer.doc_ids)
        for one in short:
            writer.add(one)
            writer.stash()
        writer.commit(state_of(*short))
    opened = engine.latest().open(PLUGINS)
    best = opened.backend.nearest(axes[1], k=2)
    assert {one.passage for one in best} == {passage(MILL, 1), passage(VELCREST, 1)}
    assert [one.passage for one in opened.backend.matching("velcrest", k=1)] == [passage(VELCREST, 1)]
    assert reader.backend.nearest(ROOF, k=1)[0].passage == passage(MILL, 2)
    assert engine.damage().files == ()


def test_what_was_stashed_can_be_taken_out_and_put_in_again(engine, make_engine, found):
    write(engine, MILL, VELCREST)
    with engine.write(PLUGINS) as writer:
        writer.remove(writer.doc_ids)
        for one in (MILL, HARBOUR):
            writer.add(one)
            writer.stash()
        writer.remove([MILL.card.id, HARBOUR.card.id])
        writer.add(VELCREST)
        writer.stash()
        writer.add(HARBOUR)
        writer.commit(state_of(VELCREST, HARBOUR))
    fresh = make_engine("fresh")
    write(fresh, VELCREST, HARBOUR)
    again, once = engine.latest().open(PLUGINS), fresh.latest().open(PLUGINS)
    assert again.library.cards == once.library.cards
    assert again.library.passage_counts == once.library.passage_counts
    for query in ("roof", "rent of the harbour"):
        assert found(again.backend.matching(query, k=9)) == found(once.backend.matching(query, k=9))
    assert engine.damage().files == ()


def test_only_one_writer_works_at_a_time(engine):
    with engine.write(PLUGINS), pytest.raises(StoreError, match="another process is writing"), engine.write(PLUGINS):
        raise AssertionError


def test_many_commits_give_what_one_gives(engine, make_engine, found):
    parts = [document(f"{n}.txt", [f"LEASE {n}\n\n", f"Rent of barn {n}.\n"], [HEAD, RENT]) for n in range(12)]
    for at, one in enumerate(parts):
        write(engine, one, keep=parts[:at])
    once = make_engine("once")
    write(once, *parts)
    many, one = engine.latest().open(PLUGINS), once.latest().open(PLUGINS)
    assert many.library.cards == one.library.cards
    for query in ("rent of barn", "lease", "barn 7"):
        assert found(many.backend.matching(query, k=30)) == found(one.backend.matching(query, k=30))
    assert found(many.backend.nearest(RENT, k=30)) == found(one.backend.nearest(RENT, k=30))
