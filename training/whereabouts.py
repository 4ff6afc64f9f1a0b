"""Where the words of training documents stand: titles and headings, as the product reads them.

A clause seldom says what it is about: the same time limit stands in the rules for collisions at sea and in those for
leases, and an agreement on golf clubs names them on its first page alone.
"""

import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache

from pincite.domain.raw_file import RawFile
from pincite.domain.reading import Reading
from pincite.pipeline.read import read_file
from pincite.pipeline.wire import ReadingStages, wire_reading
from pincite.settings import Settings
from training.judged import Places

_STEP = " › "
# So many parties are named; characters of one name or heading, and of all together.
_PARTIES = 2
_LONGEST, _WHOLE = 80, 220


def read_whereabouts(texts: Iterable[tuple[str, str]]) -> dict[str, Places]:
    """Read the headings of every document, by its id."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return dict(pool.map(_read, texts, chunksize=4))


def _read(named: tuple[str, str]) -> tuple[str, Places]:
    name, text = named
    reading = read_file(RawFile(f"{name.rpartition('/')[2].removesuffix('.txt')}.txt", text.encode()), _stages())
    if reading.doc.text != text:
        return name, []  # Spans would not be those of the text that is trained on.
    places: Places = []
    for section in reading.outline.sections:
        words = whereabouts(reading, section.span.start)
        if not places or places[-1][1] != words:
            places.append((section.span.start, words))
    return name, places


@cache
def _stages() -> ReadingStages:
    return wire_reading(Settings())


def whereabouts(reading: Reading, at: int) -> str:
    """Say where a place of a document stands: `Part 61 - Admiralty claims › Collision claims`."""
    outline, profile = reading.outline, reading.profile
    section = outline.at(at)
    title = _short(profile.title or "")
    parties = [_short(party.name) for party in profile.parties[:_PARTIES]]
    headings = [_short(one.heading) for one in (*outline.ancestors(section), section) if one.heading]
    steps = [", ".join(filter(None, [title, *parties])), *headings]
    # A document's first heading often only repeats its title.
    told = [step for n, step in enumerate(steps) if step and not (n and step.casefold() in steps[0].casefold())]
    return _STEP.join(dict.fromkeys(told))[:_WHOLE]


def _short(words: str) -> str:
    return " ".join(words.split())[:_LONGEST]
