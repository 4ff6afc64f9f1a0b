"""Whole stores in every engine: the same files give the same answers, and a copy answers like its source."""

import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from pincite import registry
from pincite.cli.main import app
from pincite.domain.indexed import IndexedDocument
from pincite.domain.store_place import StoreAddress
from pincite.errors import StoreError
from pincite.pipeline import copy_store as copying
from pincite.pipeline.copy_store import copy_store
from pincite.pipeline.store import Store, verify_store
from pincite.service.service import Service
from pincite.settings import load_settings

QUESTIONS = ("Who repairs the roof?", "What is the notice period?", "confidential information", "governing law")
FILES = ("lease.pdf", "nda.docx", "court-rules.md", "software-licence.txt")
FLAGS = ("executor.kind=inline", "embedder.kind=static", "retrieval.results=chunks", "verifier.kind=none")


@pytest.fixture(scope="module")
def settings():
    return load_settings(flags=FLAGS, environment={}).settings


@pytest.fixture(scope="module")
def local(tmp_path_factory, examples, settings):
    """A local store of four documents."""
    folder = tmp_path_factory.mktemp("engines") / "local"
    Store.build([examples / name for name in FILES], folder, settings=settings).close()
    return folder


@pytest.fixture(params=["lance", "postgres"])
def place(request, tmp_path):
    """A place for a store of another kind."""
    if request.param == "lance":
        pytest.importorskip("lancedb")
        return StoreAddress("lance", str(tmp_path / "lance"))
    return StoreAddress(request.param, request.getfixturevalue("database")("store"))


def found(store, layer="chunk"):
    return [[hit.passage for hit in store.search(question, k=8, layer=layer).hits] for question in QUESTIONS]


def test_a_copy_finds_what_its_source_finds_and_so_does_a_copy_of_the_copy(local, place, settings, tmp_path):
    there = copy_store(local, place, settings=settings)
    back = copy_store(place, tmp_path / "back", settings=settings)
    assert there == back
    assert there.documents == 4
    with Store.open(local, settings=settings) as first, Store.open(place, settings=settings) as second:
        for layer in ("chunk", "section", "document"):
            assert found(first, layer) == found(second, layer)
        assert list(first.documents) == list(second.documents)
        assert first.ask("Who repairs the roof?").text == second.ask("Who repairs the roof?").text


def test_a_copy_goes_on_where_it_was_cut_short_and_takes_no_other_store(local, place, settings, tmp_path, examples):
    first = copy_store(local, place, settings=settings)
    assert copy_store(local, place, settings=settings) == first
    other = load_settings(flags=[*FLAGS, "chunker.kind=naive"], environment={}).settings
    Store.build([examples / "nda.docx"], tmp_path / "other", settings=other).close()
    with pytest.raises(StoreError, match="made with other settings"):
        copy_store(tmp_path / "other", place, settings=settings)


def test_a_copy_that_broke_off_is_finished_by_the_next(local, place, settings, monkeypatch):
    monkeypatch.setattr(copying, "_COMMIT_ROWS", 1)
    monkeypatch.setattr(copying, "in_batches", lambda ids: ([one] for one in ids))

    def break_off(done, total):
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        copy_store(local, place, settings=settings, progress=break_off)
    with Store.open(place, settings=settings) as half:
        assert len(half.documents) == 2
        there = {card.id for card in half.documents}
        assert {file.doc_id for file in half.opened.state.files} == there
    told = []
    copied = copy_store(local, place, settings=settings, progress=lambda done, total: told.append((done, total)))
    # What was committed is not copied again.
    assert told == [(3, 4), (4, 4)]
    assert copied.documents == 4
    with Store.open(local, settings=settings) as first, Store.open(place, settings=settings) as second:
        assert found(first) == found(second)
        assert list(first.documents) == list(second.documents)


def test_a_copy_with_another_card_is_no_copy(local, place, settings, monkeypatch):
    def retitled(reading, card, *rows):
        return IndexedDocument(reading, replace(card, title="Another title"), *rows)

    with monkeypatch.context() as patched, pytest.raises(StoreError, match="the copy has other documents or passages"):
        patched.setattr(copying, "IndexedDocument", retitled)
        copy_store(local, place, settings=settings)
    # Copied again, it is one.
    assert copy_store(local, place, settings=settings).documents == 4


def test_a_copy_with_other_vectors_is_mended_by_the_next(local, place, settings, monkeypatch):
    def turned(reading, card, places, vectors):
        given = {layer: own[::-1] for layer, own in vectors.items()} if card.path.endswith("nda.docx") else vectors
        return IndexedDocument(reading, card, places, given)

    with monkeypatch.context() as patched, pytest.raises(StoreError, match="differs from its source; copy again"):
        patched.setattr(copying, "IndexedDocument", turned)
        copy_store(local, place, settings=settings)
    told = []
    copy_store(local, place, settings=settings, progress=lambda done, total: told.append((done, total)))
    assert told == [(4, 4)]


def test_a_copy_follows_its_source_in_cards_and_documents(place, settings, tmp_path):
    paper, manifest = tmp_path / "papers", tmp_path / "manifest.csv"
    paper.mkdir()
    for name in ("one", "two", "three"):
        (paper / f"{name}.txt").write_text(f"The rent of house {name} is due monthly.")
    manifest.write_text("file,title\npapers/one.txt,Lease of one\n")
    Store.build([paper], tmp_path / "source", settings=settings, manifest=manifest).close()
    targets = (place, tmp_path / "folder")
    for target in targets:
        copy_store(tmp_path / "source", target, settings=settings)
    # Made anew, the source gives no title, and one document is another.
    (paper / "three.txt").write_text("The rent of house three is due weekly.")
    Store.build([paper], tmp_path / "anew", settings=settings).close()
    for target in targets:
        assert copy_store(tmp_path / "anew", target, settings=settings).documents == 3
        with Store.open(tmp_path / "anew", settings=settings) as first, Store.open(target, settings=settings) as second:
            assert list(first.documents) == list(second.documents)
            assert "Lease of one" not in {card.title for card in second.documents}


def test_a_store_that_is_no_earlier_copy_is_never_copied_over(local, place, settings, tmp_path, examples):
    """Its documents would be removed: they may be nowhere else."""
    Store.build([examples / "court-rules.md"], tmp_path / "own", settings=settings).close()
    copy_store(tmp_path / "own", place, settings=settings)
    (tmp_path / "one.txt").write_text("The rent of the house is due monthly.")
    Store.build([tmp_path / "one.txt"], tmp_path / "source", settings=settings).close()
    without = load_settings(flags=[*FLAGS, "embedder.kind=none", "retrieval.method=bm25"], environment={}).settings
    Store.build([examples / "court-rules.md"], tmp_path / "without", settings=without).close()
    for target in (place, tmp_path / "own"):
        with pytest.raises(StoreError, match="holds other documents"):
            copy_store(tmp_path / "source", target, settings=settings)
        with pytest.raises(StoreError, match="made with other settings"):
            copy_store(tmp_path / "without", target, settings=without)
        with Store.open(target, settings=settings) as kept:
            assert [card.path for card in kept.documents] == [str(examples / "court-rules.md")]


def test_files_are_indexed_changed_and_removed_as_in_a_folder(place, settings, tmp_path):
    paper = tmp_path / "papers"
    paper.mkdir()
    (paper / "one.txt").write_text("The rent is due monthly.")
    (paper / "two.txt").write_text("The roof is repaired by the Tenant.")
    with Store.build([paper], place, settings=settings) as store:
        assert sorted(store.report.added) == [str(paper / "one.txt"), str(paper / "two.txt")]
    (paper / "two.txt").write_text("The roof is repaired by the Landlord.")
    with Store.build([paper], place, settings=settings) as store:
        assert (store.report.changed, store.report.unchanged) == ([str(paper / "two.txt")], [str(paper / "one.txt")])
        assert store.is_current()
        (paper / "one.txt").unlink()
        Store.build([paper], place, settings=settings, prune=True).close()
        assert not store.is_current()
    with Store.open(place, settings=settings) as store:
        assert [card.path for card in store.documents] == [str(paper / "two.txt")]


def test_a_service_follows_its_writers(place, settings, tmp_path, monkeypatch):
    monkeypatch.setenv("PINCITE_CACHE", str(tmp_path / "cache"))
    (tmp_path / "one.txt").write_text("The rent is due monthly.")
    Store.build([tmp_path / "one.txt"], place, settings=settings).close()
    service = Service({"law": place}, settings=settings)
    assert [card.path for card in service.documents("law")] == [str(tmp_path / "one.txt")]
    (tmp_path / "two.txt").write_text("The roof is repaired by the Tenant.")
    Store.build([tmp_path / "two.txt"], place, settings=settings).close()
    assert len(service.documents("law")) == 2
    service.remove("law", str(tmp_path / "one.txt"))
    assert [card.path for card in service.documents("law")] == [str(tmp_path / "two.txt")]
    assert service.collection("law").documents == 1


def test_the_commands_take_an_address(place, local, settings, monkeypatch):
    monkeypatch.setenv("PINCITE_VERIFIER_KIND", "none")
    copy_store(local, place, settings=settings)
    store = ["--store", str(place)]
    run = CliRunner().invoke
    flags = ["--set", "retrieval.results=chunks"]
    hits = json.loads(run(app, ["search", QUESTIONS[0], *store, "--json", *flags]).stdout)["hits"]
    assert hits
    assert run(app, ["ask", QUESTIONS[0], *store, *flags]).exit_code == 0
    assert "everything is whole" in run(app, ["store", "verify", *store]).stdout
    assert json.loads(run(app, ["store", "info", *store, "--json"]).stdout)["documents"] == 4
    checked = {check["what"]: check["found"] for check in json.loads(run(app, ["doctor", *store, "--json"]).stdout)}
    ranking = "tsvector" if place.kind == "postgres" else "LanceDB's index"
    assert checked["store: words"] == f"{ranking}, ranked by our BM25"
    told = run(app, ["store", "copy", str(local), str(place), "--json"])
    assert json.loads(told.stdout)["documents"] == 4


def test_doctor_says_that_words_are_ranked_by_pg_textsearch(ranked_database, local, settings, monkeypatch):
    from pincite.store.postgres import indexes

    monkeypatch.setattr(indexes, "EXACT_ROWS", 1)
    place = StoreAddress("postgres", ranked_database("ranked"))
    copy_store(local, place, settings=settings)
    assert "pg_textsearch, ranked by our BM25" in CliRunner().invoke(app, ["doctor", "--store", str(place)]).stdout


def test_doctor_and_info_say_that_an_index_is_missing_and_the_next_run_makes_it(database, sql, local, settings):
    place = StoreAddress("postgres", database("unfinished"))
    copy_store(local, place, settings=settings)
    collection = sql("SELECT max(id) FROM collection").fetchone()[0]
    sql(f"DROP INDEX passage_{collection}_words")
    store, run = ["--store", str(place)], CliRunner().invoke
    told = run(app, ["doctor", *store]).stdout
    assert "the index of words is not whole, so searches are slow" in told
    assert f"->  pincite index --store {place}\n" in told
    assert "not whole" in run(app, ["store", "info", *store]).stdout
    assert run(app, ["index", *store]).exit_code == 0
    assert "not whole" not in run(app, ["doctor", *store]).stdout
    assert "not whole" not in run(app, ["store", "info", *store]).stdout


def test_a_store_of_a_third_party_that_knows_the_ports_of_before_answers_alike(local, settings, tmp_path, monkeypatch):
    monkeypatch.setitem(registry.BUILT_IN["store"], "older", "tests.older_store:Engine")
    place = StoreAddress("older", str(tmp_path / "older"))
    copy_store(local, place, settings=settings)
    asked = (*QUESTIONS, "Who repairs the roof under the Harbour Lease?", "What does the Acme Widgets lease say?")
    with Store.open(local, settings=settings) as first, Store.open(place, settings=settings) as second:
        for question in asked:
            assert first.ask(question).text == second.ask(question).text
        assert found(first) == found(second)
    assert verify_store(place) == []
