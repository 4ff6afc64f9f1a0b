"""What goes into an index, and what an index says of words and passages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pincite.domain.chunk import Layer
from pincite.domain.hit import DocumentCard
from pincite.domain.reading import Reading

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]
    Ints = NDArray[np.int64]
    Places = NDArray[np.int32]

# How much of a document's beginning is indexed beside its name, to find it by what a query calls it.
NAME_REACH = 3000
# The length of the vectors, all zero, of a store that is searched by words alone.
WITHOUT_VECTORS = 1


@dataclass(frozen=True, slots=True)
class IndexedDocument:
    """A document ready to be indexed: on each layer its passages (start, end, section), and a vector for each."""

    reading: Reading
    card: DocumentCard
    places: dict[Layer, Places]
    vectors: dict[Layer, Floats]


@dataclass(frozen=True, slots=True)
class DocumentRows:
    """What a store holds of a document beside its reading: on each layer its passages and their vectors."""

    places: dict[Layer, Places]
    vectors: dict[Layer, Floats]


@dataclass(frozen=True, slots=True)
class DocumentMentions:
    """The documents that hold some words: in how many of their passages, and how many passages each has.

    `places` are where they stand in `known`. An engine that has all its documents at hand gives the same `known` every
    time, so that nobody has to look at the ids of the many documents that hold a common word.
    """

    known: NDArray[np.object_]
    places: Ints
    counts: Ints
    sizes: Ints

    def __len__(self) -> int:
        return len(self.places)

    @property
    def doc_ids(self) -> NDArray[np.object_]:
        """The ids of the documents."""
        return self.known[self.places]


@dataclass(frozen=True, slots=True)
class PassageScores:
    """The scores of some passages by meaning and by words; 0 for what was not asked."""

    dense: Floats
    lexical: Floats
