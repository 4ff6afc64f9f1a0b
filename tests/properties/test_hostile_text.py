"""Whole functions on hostile text: twice the text takes about twice the time, and nothing but our errors comes out."""

import time

import pytest

from pincite.errors import PinciteError
from pincite.legal.citations import find_citations
from pincite.legal.claims import split_claims, without_marks
from pincite.legal.figures import find_figures
from pincite.legal.quotations import locate_quotation, mask_quotations
from pincite.pipeline.asking.ask_many import answered, read_questions
from pincite.pipeline.read import read_file
from pincite.pipeline.wire import wire_reading
from pincite.settings import load_settings
from pincite.structure.parties import find_parties

REPLIES = [
    "A",
    "AB ",
    " ",
    "1",
    "[1] ",
    "x.\n[1]\n",
    "“a” ",
    "“",
    '"',
    "Aa Aa v ",
    "(1854) 9 A",
    "one and ",
    "1 Aa Aa ",
]
PAPERS = {
    ".txt": ["AB ", "(", "1.1 ", "1. A\n", "Section 1, ", "“A” means ", "between A and B (“C”) ", "By: ", "Aa, "],
    ".md": ["- a\n", "# a\n", "a | b\n", "```\n", "**a", " "],
    ".html": ["<div>", "<b>", "<table><tr><td>", "<a b='", "&amp", "<!--", "<li>a", "<p style='a:b'>c"],
}
FLOOR = 0.25


def growth(function, text):
    """How many times longer twice the text takes; 2 where both are quick."""
    seconds = []
    for hostile in (text, text * 2):
        tries = []
        for _ in range(2):
            began = time.process_time()
            function(hostile)
            tries.append(time.process_time() - began)
            if tries[0] < FLOOR:
                break
        seconds.append(min(tries))
    return seconds[1] / seconds[0] if seconds[1] > FLOOR else 2


@pytest.mark.parametrize("unit", REPLIES)
@pytest.mark.parametrize("function", [split_claims, without_marks, find_figures, find_citations, mask_quotations])
def test_a_models_reply_is_read_in_linear_time(function, unit):
    assert growth(function, unit * (20_000 // len(unit))) < 3.5


def test_marks_on_lines_of_their_own_are_read_in_linear_time():
    assert growth(split_claims, "It is so.\n" + "[1]\n" * 5_000) < 3.5


def test_blanks_in_a_quotation_cost_nothing():
    began = time.process_time()
    assert locate_quotation("the rent" + " " * 8_000 + "is due", "Therefore the rent\nis due.") is not None
    assert locate_quotation("the rent" + " " * 8_000 + "… due", "rent " * 5_000) is None
    assert time.process_time() - began < 2


@pytest.mark.parametrize("unit", ["AB ", "The AA, ", "A B C Ltd ", "AB\n", "By: A ", "(“A”) ", "A and "])
def test_parties_are_sought_in_linear_time(unit):
    began = time.process_time()
    find_parties(unit * 2_000)
    assert time.process_time() - began < 5


@pytest.mark.parametrize(("suffix", "unit"), [(suffix, unit) for suffix, units in PAPERS.items() for unit in units])
def test_a_document_is_read_in_linear_time(tmp_path, suffix, unit):
    stages = wire_reading(load_settings(flags=["ocr.mode=never"]).settings)

    def read(text):
        path = tmp_path / f"deed{suffix}"
        path.write_text(f"A deed of words.\n\n{text}")
        read_file(path, stages)

    assert growth(read, unit * (15_000 // len(unit))) < 3.5


@pytest.mark.parametrize("text", ["a |b\n" + " " * 20_000 + "c", "---\ntitle: '" + " " * 20_000 + "\n---\nwords"])
def test_a_run_of_blanks_in_markdown_costs_nothing(tmp_path, text):
    path = tmp_path / "deed.md"
    path.write_text(text)
    began = time.process_time()
    read_file(path, wire_reading(load_settings(flags=["ocr.mode=never"]).settings))
    assert time.process_time() - began < 2


def test_a_long_style_attribute_costs_nothing(tmp_path):
    path = tmp_path / "deed.html"
    path.write_text(f"<html><body><p style='{'a' * 50_000}'>words</p><p style='font-size:{'1' * 50_000}'>more</p>")
    began = time.process_time()
    read_file(path, wire_reading(load_settings(flags=["ocr.mode=never"]).settings))
    assert time.process_time() - began < 2


def test_json_nested_without_end_is_refused_with_a_sentence(tmp_path):
    path = tmp_path / "questions.jsonl"
    path.write_text('{"question": ' + "[" * 200_000)
    with pytest.raises(PinciteError, match="line 1"):
        read_questions(path)
    assert answered(path) == set()
