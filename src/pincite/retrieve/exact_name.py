"""The one document that is just what some words say: of "Consider the lease" the lease, and no letter about it."""

from __future__ import annotations

import re
from itertools import chain

from pincite.legal.amending import is_amending
from pincite.legal.document_names import fold_name
from pincite.ports.store import Library
from pincite.retrieve.names import FEW

# "Consider the lease", "looking at our supply agreement".
_CALLED = re.compile(r"\s*(?:\w+\s+){0,2}(?:the|our|my|this)\s+(?P<kind>[a-z]+(?:\s+[a-z]+){0,3})\s*", re.IGNORECASE)


def called_exactly(name: str, library: Library) -> tuple[str, ...]:
    """The only document whose whole title is what a name says, or else the only one of that kind; none if none is.

    What amends it comes along: its terms may hold no longer.
    """
    found = _CALLED.fullmatch(name)
    if found is None:
        return ()
    words, names = fold_name(found["kind"]), library.names
    titled = sorted(names.ids(names.titles.containing(words).tolist()))
    exact = [doc_id for doc_id in titled if fold_name(library.card(doc_id).title or "") == words]
    kinds = [kind for kind in names.kinds.words if fold_name(kind) == words]
    if not exact and sum(map(names.kinds.count, kinds)) == 1:
        exact = list(names.ids([*chain.from_iterable(map(names.kinds.documents, kinds))]))
    if len(exact) != 1:
        return ()
    amending = [doc_id for doc_id in titled if doc_id != exact[0] and is_amending(library.card(doc_id))]
    return exact[0], *amending[: FEW - 1]
