"""A third party's store that was written before the ports had all they have now; under it lies a local store."""

from contextlib import contextmanager
from pathlib import Path

from pincite.domain.chunk import Layer
from pincite.ports.store import OpenStore
from pincite.store.local.engine import LocalEngine


class Library:
    """Gives documents one by one."""

    def __init__(self, library):
        self._library = library

    cards = property(lambda self: self._library.cards)
    names = property(lambda self: self._library.names)
    passage_counts = property(lambda self: self._library.passage_counts)

    def card(self, doc_id):
        return self._library.card(doc_id)

    def text(self, doc_id):
        return self._library.text(doc_id)

    def beginning(self, doc_id):
        return self._library.beginning(doc_id)

    def place(self, passage):
        return self._library.place(passage)

    def reading(self, doc_id):
        return self._library.reading(doc_id)


class Backend:
    """Mentions are those of all documents, and a search by words gives as many as are asked for."""

    def __init__(self, backend):
        self._backend = backend

    def nearest(self, vector, *, k, layer=Layer.CHUNK, documents=None):
        return self._backend.nearest(vector, k=k, layer=layer, documents=documents)

    def matching(self, query, *, k, layer=Layer.CHUNK, documents=None):
        return self._backend.matching(query, k=k, layer=layer, documents=documents)

    def scores(self, keys, *, vector=None, query=None):
        return self._backend.scores(keys, vector=vector, query=query)

    def passages(self, documents, *, layer=Layer.CHUNK):
        return self._backend.passages(documents, layer=layer)

    def rows(self, doc_ids):
        return self._backend.rows(doc_ids)

    def mentions(self, names, *, layer=Layer.CHUNK):
        return self._backend.mentions(names, layer=layer)


class Snapshot:
    """A state, opened with nothing but what the ports once had."""

    def __init__(self, snapshot):
        self._snapshot = snapshot
        self.state = snapshot.state

    def open(self, make):
        opened = self._snapshot.open(make)
        return OpenStore(Library(opened.library), Backend(opened.backend), opened.state, opened.details)


class Engine:
    """A store whose address is `older:FOLDER`."""

    def __init__(self, place):
        self._engine = LocalEngine(Path(getattr(place, "rest", place)))
        self.mark = self._engine.mark
        self.damage = self._engine.damage

    def latest(self):
        snapshot = self._engine.latest()
        return snapshot and Snapshot(snapshot)

    @contextmanager
    def write(self, make=None, *, patience=0):
        with self._engine.write(make, patience=patience) as writer:
            yield writer
