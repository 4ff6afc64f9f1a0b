"""The current location of a document's file."""

from __future__ import annotations

from pathlib import Path

from pincite.domain.document import Document
from pincite.domain.store_place import StorePlace


def source_file(doc: Document, store: StorePlace) -> Path:
    """The path of the file that a document was read from.

    A path that does not begin at the root counts from where the document was indexed. A server that is started
    elsewhere finds the file all the same where it lies beside the store, or beside a folder that the store is in.
    """
    path = Path(doc.source.path)
    if path.is_absolute() or not isinstance(store, Path):
        return path
    places = (base / path for base in (Path(), *store.resolve().parents))
    return next((place for place in places if _may_be(place, doc)), path)


def _may_be(path: Path, doc: Document) -> bool:
    """Tell whether a file has the right size; whoever reads it compares its bytes too."""
    try:
        return path.is_file() and path.stat().st_size == doc.source.size
    except (OSError, ValueError):
        return False
