"""American citations against eyecite."""

import warnings

import pytest

from pincite.legal.reporters import find_american


def test_the_examples_of_every_code_and_reporter_are_found_where_eyecite_finds_them():
    from reporters_db import LAWS, REPORTERS

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        eyecite = pytest.importorskip("eyecite")
        models = pytest.importorskip("eyecite.models")
    kinds = (models.FullCaseCitation, models.FullJournalCitation, models.FullLawCitation)
    sources = [source for table in (REPORTERS, LAWS) for cluster in table.values() for source in cluster]
    examples = [f"As {example} holds, it is so." for source in sources for example in source.get("examples", ())]
    missed, known = [], 0
    for text in examples:
        theirs = [found.span() for found in eyecite.get_citations(text) if isinstance(found, kinds)]
        if theirs:
            known += 1
            starts = {american.start for american in find_american(text)}
            missed += [text] if theirs[0][0] not in starts else []
    assert known > 800
    assert not missed
