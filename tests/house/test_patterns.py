"""Every regular expression of the package reads hostile text in linear time."""

import re
from functools import cache

import pytest
from benchmarks.hardening.patterns import Pattern, find_patterns, modules, slow_text, unspelt

from pincite.answer.questions import overview
from pincite.legal import reporters
from pincite.metrics.legal import terms

ROOMS = sorted({module.__name__.split(".")[1] for module in modules()})
# Patterns that are built from what a function is given: a tag's name, a quotation, a term, a title, a choice, the name
# of a party or an Act, all escaped; the kinds of agreements, lengths and roles, which are of tables; the signs of a
# kind of document, which are found in the module's globals; the words of bounds, read in a few dozen characters before
# a figure; and the topics of a summary and the forms of American citations, which are tried below.
BUILT_AT_RUN_TIME = {
    f"pincite.{name}"
    for name in (
        "answer.questions.asked_value", "answer.questions.conditions",
        "answer.questions.overview", "answer.questions.replaced_part", "answer.quotations.acting_party",
        "answer.quotations.clause_conditions", "answer.quotations.exceptions", "answer.quotations.others_clause",
        "answer.values.definitions", "answer.values.series", "answer.values.set_elsewhere",
        "chunk.rcts", "ingest.html.tokens", "legal.bounds",
        "legal.changed_provisions", "legal.party_roles", "legal.replaced_words",
        "legal.citations.act_abbreviations", "legal.citations.act_mentions", "legal.reporters", "metrics.legal.terms",
        "pipeline.asking.ask_provision", "pipeline.asking.document_names", "pipeline.asking.party_role",
        "pipeline.asking.provision_documents", "pipeline.asking.spoken_name",
        "pipeline.asking.turned_to",
        "retrieve.absent", "retrieve.counterparties", "retrieve.names", "retrieve.other_agreement", "retrieve.route",
        "retrieve.spoken_names", "retrieve.unknown_kinds", "retrieve.unknown_sources",
        "review.values.choice", "review.values.party",
        "structure.contents", "structure.kind", "structure.title",
    )
}  # fmt: skip


@cache
def patterns_of(room):
    found = [
        pattern for module in modules() if module.__name__.split(".")[1] == room for pattern in find_patterns(module)
    ]
    return {(pattern.regex.pattern, pattern.regex.flags): pattern for pattern in found}.values()


@pytest.mark.parametrize("room", ROOMS)
def test_every_pattern_is_linear(room):
    slow = [found for pattern in patterns_of(room) if (found := slow_text(pattern))]
    assert not slow, [(found.pattern.place, found.text[:40], found.seconds, found.doubled) for found in slow]


def test_patterns_built_at_run_time_are_known():
    assert {module.__name__ for module in modules() if unspelt(module)} <= BUILT_AT_RUN_TIME


def test_patterns_of_tables_are_linear():
    forms = [form for named in reporters._forms().special.values() for *_, form in named]
    loose = {form.template: form.pattern for form in forms if r"\s" in form.template}
    topics = [value.heading for value in vars(overview).values() if isinstance(value, overview.Topic)]
    foreign = {pattern.pattern: pattern for system in terms.SYSTEMS.values() for pattern, _ in system.foreign}
    assert loose and topics and foreign
    for regex in (*loose.values(), *topics, *foreign.values()):
        slow = slow_text(Pattern("a table", regex, anchored=False))
        assert slow is None, (regex.pattern, slow.text[:40], slow.seconds, slow.doubled)


def test_hundreds_of_patterns_are_found():
    assert sum(len(patterns_of(room)) for room in ROOMS) > 300


@pytest.mark.parametrize(
    ("source", "anchored"),
    [
        (r"\s+$", False),
        (r"(?:a|a)*b", True),
        (r"(\w+\s?)*:", True),
        (r"[ \t]*\|?[ \t]*:?-+", True),
        (r"([\w-]+)\s*:", False),
        (r"\d+\s+(?:[A-Z][\w.]*\s?){1,4}\d", False),
    ],
)
def test_a_slow_pattern_is_found_out(source, anchored):
    assert slow_text(Pattern("here", re.compile(source), anchored=anchored)) is not None


@pytest.mark.parametrize(
    ("source", "anchored"),
    [(r"(?<!\s)\s+$", False), (r"[ \t]*+\|?[ \t]*+:?-+", True), (r"\b\w{1,60}\b", False), (r"[^\n]{0,120}?x", False)],
)
def test_a_linear_pattern_passes(source, anchored):
    assert slow_text(Pattern("here", re.compile(source), anchored=anchored)) is None
