import json
from dataclasses import replace

import pytest

from pincite.domain.answer import NOT_FOUND, Answer, CheckedClaim, Citation, Claim, Fault, FaultKind, NumberedSource
from pincite.domain.document import Box, Passage
from pincite.legal.pinpoints import pinpoint, where
from pincite.render.answer_text import as_markdown, as_text, lay_out, shorten
from pincite.render.wire.answer import WireAnswer
from pincite.spans import Span


@pytest.mark.parametrize(
    "section, cited",
    [
        ("Article IX › Section 9.3 › (b)", "§ 9.3(b)"),
        ("5 › 5.2 › (b) › (ii)", "§ 5.2(b)(ii)"),
        ("Schedule 2 › 1.1", "Schedule 2, § 1.1"),
        ("Part 3 › rule 3.4 › (2) › (a)", "Part 3, § 3.4(2)(a)"),
        ("Preamble", "Preamble"),
        ("(a)", "§ (a)"),
        ("", ""),
    ],
)
def test_a_section_path_is_cited_as_a_lawyer_would(section, cited):
    assert pinpoint(section) == cited


@pytest.fixture
def answer():
    quote = "The rent is *£12,500*\na year."
    citation = Citation(
        number=1,
        passage=Passage("doc", Span(40, 40 + len(quote))),
        quote=quote,
        document="lease.pdf",
        claim=Span(0, 21),
        title="Lease",
        section="1 › 1.2 › (a)",
        page=3,
        boxes=(Box(3, 72.0, 90.0, 300.0, 102.0),),
        score=0.91,
    )
    dropped = CheckedClaim(
        Claim("It was £9 [1].", (1,)), 0.2, (), (Fault(FaultKind.NUMBER, "“£9” does not occur in [1]"),)
    )
    return Answer("What is the rent?", "“The rent is £12,500” [1]", True, 0.8, (citation,), dropped=(dropped,))


def test_a_citation_says_document_pinpoint_and_page(answer):
    assert where(answer.citations[0]) == "lease.pdf, § 1.2(a), p. 3"


def test_json_holds_all_of_a_pinpoint(answer):
    told = json.loads(json.dumps(WireAnswer.of(answer).plain()))
    citation = told["citations"][0]
    assert citation["span"] == [40, 40 + len(answer.citations[0].quote)]
    assert citation["quote"] == answer.citations[0].quote
    assert citation["boxes"] == [{"page": 3, "x0": 72.0, "y0": 90.0, "x1": 300.0, "y1": 102.0}]
    assert (citation["pinpoint"], citation["page"], citation["score"]) == ("§ 1.2(a)", 3, 0.91)
    assert told["confidence"] == 0.8
    assert told["dropped"][0]["faults"] == [{"kind": "number", "detail": "“£9” does not occur in [1]"}]


def test_markdown_shows_a_document_s_signs_as_they_are(answer):
    assert "> The rent is \\*£12,500\\* a year." in as_markdown(answer)


def test_where_there_is_no_answer_it_is_said():
    none = Answer("What is the rent?", NOT_FOUND, False, 0.1, note="The evidence is too weak.")
    assert as_markdown(none).startswith(f"**What is the rent?**\n\n{NOT_FOUND}\n\n*The evidence is too weak.*")
    assert WireAnswer.of(none).found is False


@pytest.mark.parametrize(
    ("path", "cited"),
    [
        ("15 › B", "§ 15.B"),
        ("AGREEMENTS › XXVII › A", "XXVII.A"),
        ("Chapter II › Section 1 › Article 3 › 2 › (b)", "Article 3(2)(b)"),
        ("Art. 3º › § 1º › II", "Art. 3º, § 1º.II"),
        ("4 › 4.2 – 5 › 5.1", "§ 4.2–5.1"),
        ("4 › 4.2 › (a) – (c)", "§ 4.2(a)–(c)"),
        ("§ 4 › 3 – 4", "§ 4(3)–(4)"),
        ("§ 3 – § 8 › 3", "§ 3–8(3)"),
        ("5 › 5.1 – 5.4", "§ 5.1–5.4"),
        ("Schedule 2 › 1 › 1.1 – 1.2", "Schedule 2, § 1.1–1.2"),
        ("Section B › B1 – B3", "§ B1–B3"),
        ("15 › B – D", "§ 15.B–D"),
        ("Schedule 2 › 1.1 – 1.2", "Schedule 2, § 1.1–1.2"),
        ("KENNEL RULES › Section C › C2", "§ C2"),
        ("KENNEL RULES › Section C – Section E", "Section C–E"),
        ("Article VII › (d) – Article VIII › (c)", "Article VII(d)–VIII(c)"),
        ("III › 10 – IV", "III–IV"),
        ("III – IV › 18", "III–IV"),
        ("D › (v) – E", "D(v)–E"),
        ("Moorings › item 3", "Moorings § 3"),
        ("Moorings › item 3 › (a) – (c)", "Moorings § 3(a)–(c)"),
        ("Moorings › item 1 – item 3", "Moorings § 1–3"),
        ("Moorings › item 3 – Leaving", "Moorings § 3–Leaving"),
        ("Background › item (A) – item (C)", "Background (A)–(C)"),
        ("Recitals › item B", "Recitals, B"),
        ("Schedule 2 › Fees › item 3", "Schedule 2, Fees § 3"),
        ("Schedule › item 3", "Schedule, § 3"),
        ("Moorings › item 3 › Winter", "Winter"),
    ],
)
def test_a_pinpoint_keeps_the_parents_that_its_label_needs(path, cited):
    assert pinpoint(path) == cited


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        ("The rent is\n£12 a\nyear.", ["The rent is £12 a year."]),
        ("4.1 Rent is due:\n(a) in May; and\n(b) in June.", ["4.1 Rent is due:", "(a) in May; and", "(b) in June."]),
        ("Hive | Price\nsmall | £4\nlarge | £9", ["Hive | Price", "small | £4", "large | £9"]),
        ("Late payment\n91.8\n(1) Interest is due.", ["Late payment", "91.8", "(1) Interest is due."]),
        ("Hive | Price\nlarge | £9\n\nPrices rise in May.", ["Hive | Price", "large | £9", "Prices rise in May."]),
        ("We keep:\n\n• bees;\n\n• honey.\n\nWe sell none.", ["We keep:", "• bees;", "• honey.", "We sell none."]),
        # A sentence that goes on with a reference is no item.
        (
            "The keeper pays the sums that are due to the owner under paragraph\n(b) within a week.",
            ["The keeper pays the sums that are due to the owner under paragraph (b) within a week."],
        ),
    ],
)
def test_clauses_items_and_rows_have_lines_of_their_own(words, lines):
    assert lay_out(words).split("\n") == lines


def test_each_quotation_is_shown_once_and_on_lines_of_its_own(answer):
    first = answer.citations[0]
    second = replace(first, number=2, quote="Rent is due:\n(a) in May;\n(b) in June.", claim=Span(0, 9))
    text = "“The rent is *£12,500* a year.” [1] “Rent is due: (a) in May; (b) in June.” [2]"
    shown = as_text(replace(answer, text=text, citations=(first, second)))
    assert shown.startswith(
        "“The rent is *£12,500* a year.” [1]\n“Rent is due:\n(a) in May;\n(b) in June.” [2]\n\n[1] lease.pdf"
    )
    assert shown.count("in June") == 1


def test_a_text_is_cut_between_words():
    assert shorten("The keeper pays the owner.", 17) == "The keeper pays …"


def test_what_is_quoted_of_a_markdown_file_has_no_marks():
    quote = "- The **rent** is\n  £12,500 a year."
    citation = Citation(1, Passage("doc", Span(0, len(quote))), quote, "lease.md", Span(0, 8))
    found = Answer("What is the rent?", "It is £12,500 [1].", True, 0.8, (citation,))
    near = NumberedSource(1, citation.passage, quote, "lease.md")
    none = Answer("What is the deposit?", NOT_FOUND, False, 0.1, sources=(near,))
    assert as_text(found).endswith("[1] lease.md\n    “The rent is £12,500 a year.”\n")
    assert "> The rent is £12,500 a year.\n" in as_markdown(found)
    assert as_text(none).endswith("near: lease.md: “The rent is £12,500 a year.”\n")


def test_a_quotation_of_markdown_is_known_in_the_text_and_laid_out():
    quote = "We keep:\n\n- **bees**;\n- honey."
    text = "“We keep: • bees; • honey.” [1]"
    citation = Citation(1, Passage("doc", Span(0, len(quote))), quote, "hives.md", Span(0, len(text)))
    shown = as_text(Answer("What?", text, True, 0.8, (citation,)))
    assert shown == "“We keep:\n• bees;\n• honey.” [1]\n\n[1] hives.md\n"


def test_json_has_the_words_of_markdown_as_they_are_and_as_people_read_them():
    quote = "- The **rent** is due."
    citation = Citation(1, Passage("doc", Span(0, len(quote))), quote, "lease.md", Span(0, 8))
    source = NumberedSource(1, citation.passage, quote, "lease.md")
    told = WireAnswer.of(Answer("When?", "In May [1].", True, 0.8, (citation,), sources=(source,))).plain()
    assert (told["citations"][0]["quote"], told["citations"][0]["shown"]) == (quote, "The rent is due.")
    assert (told["sources"][0]["text"], told["sources"][0]["shown"]) == (quote, "The rent is due.")
