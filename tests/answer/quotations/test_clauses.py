"""Quotations that can stand as they are."""

from dataclasses import dataclass, replace

import pytest

from pincite.answer.quotations.clauses import clause_with_lead, nearest_clauses, whole_clause, with_whole_clauses
from pincite.domain.answer import AnswerContext, NumberedSource
from pincite.domain.document import Document, Passage
from pincite.domain.reading import Reading
from pincite.pipeline.read import read_file
from pincite.pipeline.wire import wire_reading
from pincite.settings import load_settings
from pincite.spans import Span

TEXT = """HOSTING AGREEMENT

This Agreement is made on 3 March 2024 between Blue Fern Ltd and Quay Servers Ltd.

1. Service. Quay shall keep the site up. Quay shall tell Blue Fern of each fault without delay, in writing, and mend it.

2. Restrictions. Blue Fern shall not:

(a) sell the service to others;

(b) copy the software of Quay; or

(c) remove a notice of ownership.

3. Term. This Agreement lasts for two years.

4. Support. {} Quay shall call back within an hour, by day or by night, where nobody answered.
""".format("Quay keeps a list of the calls with their hour and their length. " * 8)
RULES = """PART 91 - BEE DISPUTES

Time limit

91.5 (1) A complaint must be filed promptly, and in any event within two months.

(2) The time may not be extended by agreement.

(3) This rule does not apply where a hive was moved by night.
"""
BULLETS = """PRACTICE DIRECTION 91 - BEES

6.1 The court may allow a letter to be read aloud -

• by the writer or another person;
• in whole or in part; or
• through a recording,

having had regard to -

• the wishes of the writer; and
• any harm to a person which may arise from the reading.

6.2 A letter is kept for a year.
"""


@dataclass
class OneReading:
    """A library of one document."""

    held: Reading

    def reading(self, doc_id):
        return self.held


@pytest.fixture(scope="module")
def reading(tmp_path_factory):
    path = tmp_path_factory.mktemp("clauses") / "hosting.txt"
    path.write_text(TEXT)
    return read_file(path, wire_reading(load_settings().settings))


def quoted(reading, words, **more):
    start = reading.doc.text.index(words)
    spans = whole_clause(reading.doc.text, Span(start, start + len(words)), reading.outline, **more)
    return [span.slice(reading.doc.text) for span in spans]


def test_a_case_of_a_list_after_a_condition_comes_with_the_other_cases(tmp_path):
    text = """BOOKING TERMS

1. If you cancel. Tell us in writing. If you cancel
(a) more than 50 days before you come, nothing is due;
(b) between 50 and 20 days before you come, half of the price is due;
(c) later than that, all of the price is due.

2. If we cancel. We pay back what you paid.
"""
    (tmp_path / "booking.txt").write_text(text, encoding="utf-8")
    reading = read_file(tmp_path / "booking.txt", wire_reading(load_settings().settings))
    assert all("all of the price" in " ".join(quoted(reading, words)) for words in ("nothing is due", "half of the"))


def test_words_from_the_middle_of_a_sentence_bring_the_whole_of_it(reading):
    (found,) = quoted(reading, "hour, by day")
    assert found == "Quay shall call back within an hour, by day or by night, where nobody answered."


def test_a_short_numbered_paragraph_is_quoted_whole(reading):
    (found,) = quoted(reading, "delay, in writing")
    assert found.startswith("1. Service. Quay shall keep the site up.") and found.endswith("and mend it.")


def test_a_short_paragraph_between_blank_lines_is_quoted_whole_in_a_long_clause(tmp_path):
    long = "The hives stand in a row by the wall of the orchard, a yard apart. " * 8
    turn = "Nobody but the keeper opens a hive. A child may, though, if the keeper is there and has said so."
    path = tmp_path / "bees.txt"
    path.write_text(f"BEES\n\n1. Hives\n\n{long}\n\n{turn}\n\n{long}\n\n2. Honey\n\n{long}\n")
    (found,) = quoted(read_file(path, wire_reading(load_settings().settings)), "Nobody but the keeper")
    assert found == turn


def test_an_item_of_a_short_list_brings_the_whole_list(reading):
    (found,) = quoted(reading, "remove a notice")
    assert (
        "Blue Fern shall not:" in found and "(a) sell" in found and found.endswith("(c) remove a notice of ownership.")
    )


def test_words_from_a_list_s_introduction_to_one_of_its_items_bring_the_rest_of_it(tmp_path):
    items = "\n".join(
        f"({letter}) {'a hive that is left open to the wind and the rain ' * 2}by night;" for letter in "abcde"
    )
    text = f"1. Care. The keeper looks after the bees.\n\n2. Fines. A fine is paid for:\n{items}\n\n3. End. In May.\n"
    path = tmp_path / "bees.txt"
    path.write_text(text)
    (found,) = quoted(
        read_file(path, wire_reading(load_settings().settings)), text[text.index("2. Fines") : text.index("(d)")]
    )
    assert found == f"2. Fines. A fine is paid for:\n{items}"


@pytest.fixture
def rules(tmp_path):
    path = tmp_path / "part-91.txt"
    path.write_text(RULES)
    return read_file(path, wire_reading(load_settings().settings))


def test_a_later_paragraph_of_a_rule_brings_the_general_one(rules):
    start = RULES.index("This rule does not apply")
    words = Span(start, start + 24)
    source = NumberedSource(1, Passage("bees", Span(0, len(RULES))), RULES, "bees.txt", evidence=((words, 0.9),))
    (grown,) = with_whole_clauses(AnswerContext("time limit?", (source,)), OneReading(rules)).sources
    quotes = [span.slice(RULES) for span, _ in grown.evidence]
    assert quotes[0].startswith("(3) This rule does not apply")
    assert quotes[1].startswith("(1) A complaint must be filed promptly")


def test_what_came_nearest_is_told_clause_by_clause(rules):
    start = RULES.index("This rule does not apply")
    spots = ((Span(start, start + 24), 0.2),)
    whole = NumberedSource(1, Passage("bees", Span(0, len(RULES))), RULES, "bees.txt", score=0.1)
    near, rest = nearest_clauses(
        AnswerContext("limit?", (whole, replace(whole, number=2, evidence=spots))), OneReading(rules)
    )
    assert near.number == 1 and near.text.startswith("(3) This rule does not apply")
    assert near.section.endswith("(3)")
    assert rest.number == 2 and rest.text == RULES


def test_clauses_of_one_source_have_numbers_of_their_own_where_they_are_quoted(rules):
    start = RULES.index("This rule does not apply")
    words = Span(start, start + 24)
    source = NumberedSource(1, Passage("bees", Span(0, len(RULES))), RULES, "bees.txt", evidence=((words, 0.9),))
    first, second = with_whole_clauses(AnswerContext("limit?", (source,)), OneReading(rules), apart=True).sources
    assert (first.number, second.number) == (1, 2)
    ((later, _),), ((general, _),) = first.evidence, second.evidence
    assert first.text == RULES and later.slice(RULES).startswith("(3) This rule")
    assert second.text == general.slice(RULES) and second.text.startswith("(1) A complaint")
    assert second.section.endswith("(1)")


@pytest.mark.parametrize("head", ["", "TIDES. "])
@pytest.mark.parametrize("title", ["BERTHS AT HEATHER QUAY", "SCHEDULE 2\n\nBERTHS"])
def test_a_clause_of_a_document_numbered_in_brackets_stands_for_itself(tmp_path, title, head):
    text = (
        f"{title}\n\n(1) {head}The gate is opened at half tide and shut an hour later.\n\n"
        f"(2) {head}A berth costs £9 a night.\n\n(3) {head}Nets are dried on the upper wall alone.\n"
    )
    path = tmp_path / "berths.txt"
    path.write_text(text)
    berths = read_file(path, wire_reading(load_settings().settings))
    start = text.index("Nets are dried")
    source = NumberedSource(
        1, Passage("quay", Span(0, len(text))), text, "berths.txt", evidence=((Span(start, start + 14), 0.9),)
    )
    (grown,) = with_whole_clauses(AnswerContext("nets?", (source,)), OneReading(berths)).sources
    (quote,) = [span.slice(text) for span, _ in grown.evidence]
    assert quote == f"(3) {head}Nets are dried on the upper wall alone."


def test_an_item_brings_the_words_that_turn_it(reading):
    found = " ".join(quoted(reading, "copy the software"))
    assert "shall not" in found
    assert "copy the software of Quay" in found


def test_an_item_without_a_subject_brings_the_words_that_hold_it(tmp_path):
    path = tmp_path / "hall.txt"
    path.write_text(
        "HALL LICENCE\n\n1. Room\n\n1.1 The Room is let for a year.\n\n1.2 It is heated.\n\n"
        "2. Duties\n\nThe Student agrees:\n\n2.1 to keep the Room clean;\n\n"
        "2.2 not to keep any animal in the Hall;\n\n2.3 to report damage.\n\n3. Fees\n\n"
        "The Student pays:\n\n3.1 Rent is due in May.\n\n3.2 Water is due in June.\n"
    )
    hall = read_file(path, wire_reading(load_settings().settings))
    assert quoted(hall, "any animal") == ["The Student agrees:", "2.2 not to keep any animal in the Hall;"]
    assert quoted(hall, "keep the Room") == ["The Student agrees:\n\n2.1 to keep the Room clean;"]
    assert quoted(hall, "Water is due") == ["3.2 Water is due in June."]


def test_words_that_lead_to_a_list_bring_its_items(reading):
    found = " ".join(quoted(reading, "Blue Fern shall not:"))
    assert "(a) sell" in found
    assert "(c) remove a notice of ownership." in found
    assert "two years" not in found


def test_a_list_with_bullets_is_quoted_to_the_end_of_its_sentence(tmp_path):
    path = tmp_path / "reading.txt"
    path.write_text(BULLETS)
    rules = read_file(path, wire_reading(load_settings().settings))
    (found,) = quoted(rules, "by the writer")
    assert found.startswith("6.1 The court may allow a letter") and found.endswith("from the reading.")


def test_running_headers_are_left_out(reading):
    header = reading.doc.text.index("without delay")
    found = quoted(reading, "fault without", furniture=[Span(header, header + len("without delay, "))])
    assert all("without delay" not in piece for piece in found)
    assert found[0].endswith("each fault")


def test_the_heading_of_the_next_clause_is_left_out(tmp_path):
    path = tmp_path / "coop.txt"
    path.write_text(
        "RULES OF THE HIVE\n\nMeetings\n\n1. Votes are by show of hands; any three bees may ask for a ballot.\n\n"
        "Committee\n\n2. The Committee has five bees.\n\n3. It meets in May.\n"
    )
    rules = read_file(path, wire_reading(load_settings().settings))
    (found,) = quoted(rules, "any three bees")
    assert found == "1. Votes are by show of hands; any three bees may ask for a ballot."


def test_page_numbers_and_feet_of_a_plain_text_are_left_out(tmp_path):
    foot = "Source: QUAY HIVES LTD, 10-K, 3/5/2021"
    text = "".join(
        f"{n}. Honey. The keeper sells the honey of hive {n}\n\n{n}\n\n{foot}\n\n\n\n\n\n"
        "in the market.\n\nWax is not sold.\n\n"
        for n in range(1, 6)
    )
    path = tmp_path / "hives.txt"
    path.write_text(text)
    start = text.index("the honey of hive 3")
    source = NumberedSource(
        1, Passage("hives", Span(0, len(text))), text, "hives.txt", evidence=((Span(start, start + 19), 0.9),)
    )
    reading = read_file(path, wire_reading(load_settings().settings))
    (grown,) = with_whole_clauses(AnswerContext("who sells honey?", (source,)), OneReading(reading)).sources
    quotes = [span.slice(text) for span, _ in grown.evidence]
    assert quotes[0] == "3. Honey. The keeper sells the honey of hive 3"
    assert quotes[1].startswith("in the market.")
    assert not any("Source" in quote for quote in quotes)


def test_every_span_is_the_documents_own_text(reading):
    doc: Document = reading.doc
    for words in ("Quay", "shall not", "(b)", "two years", "March"):
        start = doc.text.index(words)
        for span in whole_clause(doc.text, Span(start, start + len(words)), reading.outline):
            assert span.slice(doc.text).strip() == span.slice(doc.text)


def test_in_a_list_of_documents_an_item_comes_with_its_lead_and_without_the_others(reading):
    text = reading.doc.text
    item = text.index("remove a notice")
    spans = clause_with_lead(text, Span(item, item + 10), reading.outline)
    assert [" ".join(span.slice(text).split()) for span in spans] == [
        "2. Restrictions. Blue Fern shall not:",
        "(c) remove a notice of ownership.",
    ]
