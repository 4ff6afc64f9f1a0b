"""Of a list whose items are sentences of their own, those are quoted that answer."""

import pytest
from tests.answer.one_reading import OneReading, Reads

from pincite.answer.quotations.answering_item import keep_answering_items
from pincite.answer.verification.verifier_none import NoVerifier
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Passage
from pincite.spans import Span

MOORINGS = "- A mooring costs £310 a year.\n- A boat left there in winter is lifted out.\n- Keys hang by the door.\n"
ANSWERED = Reads(costs=0.99)


def quoted(tmp_path, text, verifier, *, within=None):
    """What is left of a list of moorings in the evidence for a question on its price."""
    library = OneReading(tmp_path / "club.md", text)
    start = text.index(within or "- A")
    span = Span(start, len(text.rstrip()))
    source = NumberedSource(1, Passage("doc", span), span.slice(text), "club.md", evidence=((span, 0.9),))
    context = AnswerContext("What does a mooring cost?", (source,))
    ((kept, score),) = keep_answering_items(context, library, verifier).sources[0].evidence
    assert score == 0.9
    return kept.slice(text)


def test_the_items_that_do_not_answer_go(tmp_path):
    text = f"# Club\n\n## Moorings\n\n{MOORINGS}"
    assert quoted(tmp_path, text, ANSWERED) == "- A mooring costs £310 a year."


@pytest.mark.parametrize("verifier", [Reads(costs=0.6), Reads(costs=0.99, winter=0.6, Keys=0.6), NoVerifier(), None])
def test_all_stay_where_none_is_sure_to_answer_or_all_may_or_nobody_reads(tmp_path, verifier):
    text = f"# Club\n\n## Moorings\n\n{MOORINGS}"
    assert quoted(tmp_path, text, verifier) == MOORINGS.strip()


@pytest.mark.parametrize(
    "limit",
    [
        "- No mooring is paid for by the crew of the lifeboat.",
        "- Juniors do not pay for them.",
        "- However, juniors pay half.",
    ],
)
def test_an_item_that_may_limit_the_one_that_answers_stays(tmp_path, limit):
    text = f"# Club\n\n## Moorings\n\n- A mooring costs £310 a year.\n{limit}\n"
    assert quoted(tmp_path, text, ANSWERED).endswith(limit)


def test_a_list_stays_whole_with_the_words_that_lead_to_it(tmp_path):
    text = f"# Club\n\n## Moorings\n\nThe following holds:\n\n{MOORINGS}"
    assert quoted(tmp_path, text, ANSWERED) == MOORINGS.strip()
    assert quoted(tmp_path, text, ANSWERED, within="The following").startswith("The following holds:")


def test_items_that_are_no_sentences_stay_together(tmp_path):
    text = "# Club\n\n## Prices\n\n- A mooring costs £310; and\n- a locker £12\n"
    assert quoted(tmp_path, text, ANSWERED).endswith("- a locker £12")
