"""What documents are called beside each other: by the names of their files, told apart by their folders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import PurePath


def short_names(documents: Iterable[tuple[str, str | None]]) -> dict[str, str]:
    """The name of each document, given as path and title, by its path.

    It is the name of the file, or the title where there is none; where several files have the same name, as much of the
    path comes before it as tells them apart.
    """
    titles = dict(documents)
    parts = {path: PurePath(path).parts for path in titles}
    ends = Counter(own[-count:] for own in parts.values() for count in range(1, len(own) + 1))
    names = {}
    for path, own in parts.items():
        telling = (own[-count:] for count in range(1, len(own)) if ends[own[-count:]] == 1)
        whole = path if own else titles[path] or path
        names[path] = "/".join(next(telling, (whole,)))
    return names
