"""Evidence that runs over the border between clauses."""

import pytest

from pincite.answer.quotations.clauses import whole_clause
from pincite.answer.quotations.own_clause import cut_to_clause, leads_on
from pincite.pipeline.read import read_file
from pincite.pipeline.wire import wire_reading
from pincite.settings import load_settings
from pincite.spans import Span

ALLOTMENT = """RULES OF THE ALLOTMENT

1. Water. The tap is open from April to October. Hoses are rolled up after use.

2. Sheds
2.1 A shed may be no taller than two metres, and stands on slabs without mortar.
2.2 A shed is painted green.

3. Leaving. A plot is given back cleared. The deposit of twenty pounds is paid out within a month of the day on which
the plot was given back.

4. Bees
4.1 Hives need the consent of the neighbours.
4.2 A hive stands by the hedge on the north.
"""
RULES = """PART 92 - ORCHARD DISPUTES

Time for a reply

92.3 (1) A reply must be filed within 21 days of the day on which the complaint was served on the keeper.

(2) The time may be extended once.

Form of a reply

92.4 (1) A reply must -

(a) be in writing;

(b) name the trees; and

(c) be signed by the keeper.

(2) A reply that names no tree is void.
"""


@pytest.fixture(scope="module")
def readings(tmp_path_factory):
    folder = tmp_path_factory.mktemp("borders")
    found = {}
    for name, text in (("allotment", ALLOTMENT), ("rules", RULES)):
        path = folder / f"{name}.txt"
        path.write_text(text)
        found[name] = read_file(path, wire_reading(load_settings().settings))
    return found


def between(reading, first, last):
    text = reading.doc.text
    return Span(text.index(first), text.index(last) + len(last))


def cut(reading, first, last):
    span = cut_to_clause(reading.doc.text, between(reading, first, last), reading.outline)
    return span.slice(reading.doc.text).strip()


def test_the_tail_of_the_clause_before_is_left_out(readings):
    found = cut(readings["allotment"], "A shed is painted", "the plot was given back.")
    assert found.startswith("3. Leaving.") and found.endswith("the plot was given back.")


@pytest.mark.parametrize("head", ["4.", "4. Bees"])
def test_the_head_of_the_next_clause_is_left_out(readings, head):
    found = cut(readings["allotment"], "The deposit of twenty", head)
    assert found.endswith("the plot was given back.")


def test_a_short_paragraph_and_the_heading_of_the_next_rule_are_left_out(readings):
    found = cut(readings["rules"], "A reply must be filed", "Form of a reply")
    assert found.endswith("on the keeper.")


def test_a_heading_goes_where_one_of_its_clauses_is_left(readings):
    assert cut(readings["allotment"], "2. Sheds", "without mortar.").startswith("2.1 A shed")


def test_a_heading_stays_with_several_of_its_clauses(readings):
    assert cut(readings["allotment"], "4. Bees", "on the north.").startswith("4. Bees")


def test_clauses_of_about_the_same_length_both_stay(readings):
    found = cut(readings["allotment"], "Hives need", "on the north.")
    assert found.startswith("Hives need") and found.endswith("on the north.")


def test_the_items_of_a_list_stay_together(readings):
    found = cut(readings["rules"], "(a) be in writing", "signed by the keeper.")
    assert found.startswith("(a) be in writing") and found.endswith("(c) be signed by the keeper.")


def test_a_quotation_keeps_to_the_clause_that_its_words_come_from(readings):
    reading = readings["allotment"]
    (span,) = whole_clause(reading.doc.text, between(reading, "Hoses are", "after use.\n\n2."), reading.outline)
    assert span.slice(reading.doc.text).startswith("1. Water.") and span.slice(reading.doc.text).endswith("after use.")


def test_words_that_are_only_a_heading_stay(readings):
    assert cut(readings["allotment"], "2. Sheds", "2. Sheds") == "2. Sheds"


@pytest.mark.parametrize(
    "words", ["The Tenant shall not:", "the following", "The Tenant must", "Ends so. If you cancel"]
)
def test_words_that_end_within_a_sentence_lead_on(words):
    assert leads_on(words)
    assert leads_on("-" * 50_000 + " " + words)


def test_a_finished_sentence_leads_to_nothing():
    assert not leads_on("If you cancel, we keep the deposit.")
