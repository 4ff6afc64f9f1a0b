import pytest

from pincite.domain.document import Document, Format, Source, document_id
from pincite.legal.page_furniture import find_page_furniture, furniture_of


def found(text):
    return [span.slice(text) for span in find_page_furniture(text)]


def pages(*bodies, foot):
    """Pages as a filing prints them: the body, the number, the foot, and empty lines."""
    return "".join(f"{body}\n\n{number}\n\n{foot}\n\n\n\n\n\n" for number, body in enumerate(bodies, start=1))


def test_page_numbers_and_the_foot_of_each_page():
    body = "The mill grinds.\n\nThe baker pays.\n\nThe carter drives."
    text = pages(body, body, body, foot="Source: HARROW MILLS, 8-K, 5/4/2019")
    assert found(text) == [part for n in "123" for part in (n, "Source: HARROW MILLS, 8-K, 5/4/2019")]


@pytest.mark.parametrize("form", ["-{}-", "Page {}", "{}", "A-{}", "Page {} of 12"])
def test_a_number_at_the_end_of_the_last_line(form):
    text = "".join(f"The mill grinds until dusk.   {form.format(n)}\n\n\n\n\n\n" for n in (7, 8))
    assert found(text) == [form.format(7), form.format(8)]


def test_centred_numbers_need_no_empty_lines():
    text = "".join(f"The mill grinds.\n\n{' ' * 38}{n}\n\nThe baker pays.\n\n" for n in (3, 4, 5))
    assert found(text) == ["3", "4", "5"]


def test_printed_rules():
    assert found("The mill grinds.\n\n---\n\nThe baker pays.\n\n__________\n") == ["---", "__________"]


@pytest.mark.parametrize(
    "text",
    [
        # The last cell of a table is no number of a page: no page before or after it has the next.
        "Milling, per tonne     310\n\n\n\n\n\nCarting, per tonne     45\n\n\n\n\n\nStoring     9\n\n\n\n\n\n",
        # Paragraphs that are all set apart so far repeat one another without being the foot of a page.
        "The fee is due.\n\n\n\n\n\nThe mill grinds.\n\n\n\n\n\n" * 4,
        # A number in a sentence, and one that stands before its paragraph.
        "The baker pays 3\npounds.\n\n4\n\nThe carter drives.\n\n5\n\nThe mill grinds.\n",
    ],
)
def test_what_is_no_page_furniture(text):
    assert found(text) == []


@pytest.mark.parametrize(("format", "marks"), [(Format.MARKDOWN, ["##", "###"]), (Format.TEXT, [])])
def test_the_signs_before_headings_are_furniture_of_markdown_alone(format, marks):
    text = "## 1. Milling\n\n1.1 The mill grinds item #4.\n\n### 2. Baking\n\n2.1 The baker pays.\n"
    doc = Document(document_id(text), text, Source("mill.md", format, "0", len(text)))
    assert [span.slice(text) for span in furniture_of(doc)] == marks
