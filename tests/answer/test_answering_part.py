"""Words that run over several clauses are cut to those that answer."""

import pytest

from pincite.answer.answering_part import keep_answering_parts
from pincite.answer.clauses import nearest_clauses
from pincite.answer.verifier_none import NoVerifier
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage
from pincite.domain.verdict import Verdict
from pincite.pipeline.read import read_file
from pincite.pipeline.wire import wire_reading
from pincite.settings import load_settings
from pincite.spans import Span

TEXT = """TERMS OF THE OVEN

1. Use

1.1 Each baker has the oven for two days of the week.

1.2 The ashes are carried out by whoever baked last.

1.3 The tools stay in the bakery over night.

2. Leaving

(1) A baker who leaves tells the others in May.

(2) The others choose another one in June.
"""
WORDS = TEXT[TEXT.index("Each baker") : TEXT.index("baked last.") + len("baked last.")]


class OneReading:
    """A library of one document."""

    def __init__(self, reading):
        self.held = reading

    def reading(self, doc_id):
        return self.held


class Reads:
    """A verifier that has a chance for each text that holds certain words."""

    def __init__(self, **chances):
        self.chances = chances

    def verify(self, pairs):
        return [
            Verdict(next(chance for word, chance in self.chances.items() if word in text), 0.0, 0.0)
            for _, text in pairs
        ]


@pytest.fixture
def library(tmp_path):
    path = tmp_path / "oven.txt"
    path.write_text(TEXT)
    return OneReading(read_file(path, wire_reading(load_settings().settings)))


def context_of(words):
    start = TEXT.index(words)
    evidence = ((Span(start, start + len(words)), 0.8),)
    return AnswerContext(
        "Whose?", (NumberedSource(1, Passage("doc", Span(0, len(TEXT))), TEXT, "a", evidence=evidence),)
    )


def evidence(library, words, verifier):
    (source,) = keep_answering_parts(context_of(words), library, verifier).sources
    ((span, _),) = source.evidence
    return " ".join(span.slice(TEXT).split())


def test_the_clause_that_does_not_answer_goes(library):
    assert (
        evidence(library, WORDS, Reads(oven=0.05, ashes=0.9)) == "1.2 The ashes are carried out by whoever baked last."
    )
    assert evidence(library, WORDS, Reads(oven=0.9, ashes=0.05)).endswith("two days of the week.")


@pytest.mark.parametrize("verifier", [Reads(oven=0.9, ashes=0.8), Reads(oven=0.2, ashes=0.001), NoVerifier(), None])
def test_both_stay_where_both_answer_or_none_or_nobody_reads(library, verifier):
    assert evidence(library, WORDS, verifier).endswith("baked last.")
    assert evidence(library, WORDS, verifier).startswith("Each baker")


def test_the_paragraphs_of_a_rule_stay_together(library):
    words = TEXT[TEXT.index("(1) A baker") :].strip()
    assert evidence(library, words, Reads(June=0.01, May=0.9)).endswith("in June.")


def test_the_nearest_clauses_are_listed_one_by_one(library):
    near = nearest_clauses(context_of(WORDS), library)
    assert [source.text.split()[0] for source in near] == ["1.1", "1.2"]
