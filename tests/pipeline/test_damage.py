"""A store that was harmed in any file answers as before, or says in one sentence what is wrong and what to do."""

import random

import pytest
from tests.pipeline.conftest import SUBJECTS

from pincite.errors import Hint, StoreError
from pincite.ingest.text import TextReader
from pincite.pipeline.store import verify_store
from pincite.store.local import writer

QUERIES = ("Who keeps the roof of the granary in repair?", "Consider the Lease of the Orchard; when is rent due?")


def answers(workshop):
    store = workshop.open()
    said = [(card.path, card.title) for card in store.library.cards]
    for query in QUERIES:
        for hit in store.search(query, k=8).hits:
            doc_id = hit.passage.doc_id
            text = hit.passage.span.slice(store.library.text(doc_id))
            reading = store.library.reading(doc_id)
            said.append(
                (hit.passage, hit.score, text, store.library.place(hit.passage), reading.outline, reading.profile)
            )
    return said


def cut(data, chance):
    return data[: chance.randrange(len(data))]


def flip(data, chance):
    harmed = bytearray(data)
    harmed[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(harmed)


def blank(data, chance):
    start = chance.randrange(len(data))
    return data[:start] + bytes(len(data[start : start + 64])) + data[start + 64 :]


def noise(data, chance):
    return chance.randbytes(len(data))


def lengthen(data, _):
    return data + data[-9:]


@pytest.fixture
def whole(workshop):
    workshop.write(*SUBJECTS[:3])
    workshop.build()
    workshop.write(*SUBJECTS[:5])
    workshop.build()
    return workshop


@pytest.mark.parametrize("harm", [cut, flip, blank, noise, lengthen, None])
def test_every_file_may_be_harmed_and_the_answers_stay_right(whole, harm):
    chance = random.Random(5)
    before = answers(whole)
    files = [path.relative_to(whole.store) for path in sorted(whole.store.rglob("*")) if path.is_file()]
    told = 0
    for name in files:
        path = whole.store / name
        data = path.read_bytes()
        if not data:
            continue
        path.unlink() if harm is None else path.write_bytes(harm(data, chance))
        try:
            assert answers(whole) == before, name
        except StoreError as error:
            told += 1
            assert error.hint is Hint.REPAIR_STORE, error
        path.write_bytes(data)
    assert told > len(files) / 2


def test_two_files_that_changed_places_are_noticed(whole):
    before = answers(whole)
    one, two = sorted(whole.store.glob("documents/*/text.txt"))[:2]
    data = one.read_bytes()
    one.write_bytes(two.read_bytes())
    two.write_bytes(data)
    with pytest.raises(StoreError, match="text.txt is missing or damaged"):
        answers(whole)
    assert len(verify_store(whole.store, repair=True)) == 2
    whole.build()
    assert sorted(map(str, answers(whole))) == sorted(map(str, before))


def test_damage_is_not_merged_under_a_new_checksum(whole, monkeypatch):
    path = next(whole.store.glob("segments/*/vectors-chunk.faiss"))
    path.write_bytes(flip(path.read_bytes(), random.Random(1)))
    monkeypatch.setattr("pincite.store.local.merging._MOST", 1)
    whole.write("quarry")
    with pytest.raises(StoreError, match="vectors-chunk.faiss is missing or damaged"):
        whole.build()
    verify_store(whole.store, repair=True)
    whole.build()
    assert verify_store(whole.store) == []
    assert len(whole.open().library.cards) == 6


def test_a_document_read_otherwise_by_a_newer_version_leaves_the_state_before_whole(whole, monkeypatch):
    """A build that is cut short after it wrote documents anew, and before it named them."""
    before = answers(whole)
    monkeypatch.setattr(TextReader, "version", "newer")
    monkeypatch.setattr(writer, "write_segment", lambda *_, **__: (_ for _ in ()).throw(KeyboardInterrupt))
    original = writer.write_document

    def write_otherwise(folder, reading):
        from dataclasses import replace

        return original(folder, replace(reading, doc=replace(reading.doc, warnings=("read anew",))))

    monkeypatch.setattr(writer, "write_document", write_otherwise)
    with pytest.raises(KeyboardInterrupt):
        whole.build()
    assert answers(whole) == before
    assert verify_store(whole.store) == []
