"""Words that run over several clauses are cut to those that answer."""

import pytest
from tests.answer.one_reading import OneReading, Reads

from pincite.answer.quotations.answering_part import keep_answering_parts
from pincite.answer.quotations.clauses import nearest_clauses
from pincite.answer.verification.verifier_none import NoVerifier
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage
from pincite.legal.pinpoints import pinpoint
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


@pytest.fixture
def library(tmp_path):
    return OneReading(tmp_path / "oven.txt", TEXT)


def context_of(words, question="Whose?"):
    start = TEXT.index(words)
    evidence = ((Span(start, start + len(words)), 0.8),)
    return AnswerContext(
        question, (NumberedSource(1, Passage("doc", Span(0, len(TEXT))), TEXT, "a", evidence=evidence),)
    )


def evidence(library, words, verifier, **asked):
    (source,) = keep_answering_parts(context_of(words, **asked), library, verifier).sources
    ((span, _),) = source.evidence
    return " ".join(span.slice(TEXT).split())


def test_the_clause_that_does_not_answer_goes(library):
    assert (
        evidence(library, WORDS, Reads(oven=0.05, ashes=0.9)) == "1.2 The ashes are carried out by whoever baked last."
    )
    assert evidence(library, WORDS, Reads(oven=0.9, ashes=0.05)).endswith("two days of the week.")


@pytest.mark.parametrize(
    ("question", "ashes"), [("Who carries out the ashes?", True), ("Must each baker come?", False)]
)
def test_the_clause_with_more_words_of_the_question_stays(library, question, ashes):
    assert ("ashes" in evidence(library, WORDS, Reads(oven=0.9, ashes=0.05), question=question)) is ashes


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


def test_a_near_passage_that_runs_over_several_items_has_a_pinpoint_for_all_of_them(tmp_path):
    text = (
        "# Oven\n\n## Ashes\n\n1. cold;\n2. in a bin;\n3. and before noon.\n\n## Wood\n\nIt is stacked by the door.\n"
    )
    start = text.index("1. cold")
    span = Span(start, text.index("noon.") + 5)
    source = NumberedSource(1, Passage("doc", span), span.slice(text), "a", evidence=((span, 0.2),))
    (near,) = nearest_clauses(AnswerContext("When?", (source,)), OneReading(tmp_path / "oven.md", text))
    assert near.text == "1. cold;\n2. in a bin;\n3. and before noon."
    assert pinpoint(near.section) == "Ashes § 1–3"
